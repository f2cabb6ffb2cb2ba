"""Writing a table, level by level, so that it can be interrupted at any moment.

Work in progress lies in ``<table>.partial`` beside the table: the shards of finished
levels, ``progress.json`` that lists them, and the checkpoint.  The finished folder
takes the table's name in one step, manifest and all, so a reader never sees half a table.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Self

from ..errors import TableError
from ..progress import Cancel, never
from .checkpoint import Checkpoint
from .entries import Entries
from .files import sync_folder, write_errors, write_file
from .lock import Lock
from .manifest import Manifest, Shard, TablePlan, read_shards, write_manifest
from .shards import OpenShard, Values, error_bound, shard_name, write_shard
from .tables import PROGRESS, leftovers

PARTIAL = ".partial"
REPLACED = ".replaced"
LOCK = ".lock"


class TableWriter:
    """Writes the table that ``plan`` describes to ``folder``; a context manager.

    Work that an earlier writer left for the same plan is taken up again, other work
    is thrown away.  One process at a time can write a table.

    For every level, last to first: :meth:`write_level`, then, if the solve is a long one,
    ``checkpoint.save``.  A solve that goes on starts below the level of ``checkpoint.load``.

    Args:
        folder: where the table will be.
        plan: what it will be.
        patience: seconds to wait for another process that is writing this table.
        cancel: ends the wait.

    Attributes:
        checkpoint: the last finished level in full precision.

    Raises:
        LockedTable: another process is still writing this table.
        Cancelled: the wait was given up.
        UnwritableTable: the folder cannot be written.
    """

    def __init__(self, folder: Path, plan: TablePlan, patience: float = 0.0, cancel: Cancel = never) -> None:
        self._folder = folder
        self._plan = plan
        self._partial = beside(folder, PARTIAL)
        self._replaced = beside(folder, REPLACED)
        self.checkpoint = Checkpoint(self._partial, plan)
        with write_errors(folder):
            folder.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(beside(folder, LOCK), patience, cancel)
        try:
            with write_errors(folder):
                self._shards = self._start()
        except BaseException:
            self._lock.release()
            raise

    def _start(self) -> dict[int, Shard]:
        """The shards that are finished, with the partial folder ready for more."""
        if self._replaced.exists():
            shutil.rmtree(self._replaced)
        remove_leftovers(self._folder)
        earlier = self._earlier_shards()
        if earlier is not None:
            return earlier
        self.discard()
        self._partial.mkdir()
        self._write_progress({})
        return {}

    def _earlier_shards(self) -> dict[int, Shard] | None:
        """The shards that an earlier writer finished for this plan; None if there was none or one is lost."""
        try:
            progress = Entries.read(self._partial / PROGRESS)
            shards = read_shards(progress)
            sizes = [self._path(shard.level).stat().st_size for shard in shards]
        except (TableError, OSError):
            return None
        if progress.entries.get("plan") != self._plan.document() or sizes != [
            shard.bytes for shard in shards
        ]:
            return None
        return {shard.level: shard for shard in shards}

    def write_level(self, level: int, values: Values) -> None:
        """Write the shard of ``level``; ``values`` is its flat array.

        Raises:
            TableError: the shard cannot be written.
            ValueError: the plan has no such level, another size, or an encoding that cannot hold the values.
        """
        if self._plan.sizes.get(level) != len(values):
            expected = self._plan.sizes.get(level, "no such level")
            raise ValueError(f"level {level} has {len(values)} values; expected {expected}")
        shard = write_shard(self._path(level), self._plan, level, values)
        self._write_progress(self._shards | {level: shard})
        self._shards[level] = shard

    def _path(self, level: int) -> Path:
        return self._partial / shard_name(level, self._plan.encoding)

    def _write_progress(self, shards: dict[int, Shard]) -> None:
        listed = [asdict(shard) for shard in shards.values()]
        text = json.dumps({"plan": self._plan.document(), "shards": listed}, indent=2)
        write_file(self._partial / PROGRESS, [text.encode()])

    def finish(self, start_value: float) -> Manifest:
        """Put the table in its place, instead of one that is there.

        Args:
            start_value: the first value of the lowest level, as it was solved.

        Raises:
            TableError: the files cannot be written or moved.
            ValueError: a level was not written, or ``start_value`` is not the first value.
        """
        if lacking := self._plan.sizes.keys() - self._shards.keys():
            raise ValueError(f"levels {sorted(lacking)} of {self._folder} were not written")
        manifest = Manifest.of(
            self._plan, start_value, tuple(self._shards[level] for level in sorted(self._shards))
        )
        first = self._first_value(manifest)
        if not abs(first - start_value) <= error_bound(self._plan.encoding, start_value):
            raise ValueError(f"start value is {start_value}, but the first value written is {first}")
        write_manifest(self._partial, manifest)
        with write_errors(self._folder):
            if self._folder.exists():
                os.replace(self._folder, self._replaced)
            os.replace(self._partial, self._folder)
            sync_folder(self._folder.parent)
            remove_leftovers(self._folder)
            if self._replaced.exists():
                shutil.rmtree(self._replaced)
        return manifest

    def _first_value(self, manifest: Manifest) -> float:
        shard = manifest.shards[0]
        return float(OpenShard(self._path(shard.level), manifest, shard).read(0, 1)[0])

    def discard(self) -> None:
        """Throw away what was written and not finished; raises TableError if that is impossible."""
        with write_errors(self._partial):
            if self._partial.exists():
                shutil.rmtree(self._partial)

    def close(self) -> None:
        """Let other processes write the table; unfinished work stays for a later writer."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed solve left in a finished table, as far as that is possible."""
    for path in leftovers(folder):
        with suppress(OSError):
            path.unlink()


def beside(folder: Path, suffix: str) -> Path:
    """The path next to ``folder`` whose name has ``suffix`` added."""
    return folder.with_name(folder.name + suffix)
