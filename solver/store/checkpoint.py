"""The last finished level of a solve, in full precision, so that a killed solve can go on.

``checkpoint.json`` names the file with the values and says what they belong to.  It is
replaced only once the new file is on the disk, and the old file is removed last, so that
at every moment one whole level can be found.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import TableError
from .entries import Entries
from .files import open_regular, write_errors, write_file
from .manifest import TablePlan

CHECKPOINT = "checkpoint.json"
PIECE = 1 << 20
"""Values that are written at a time."""

CHECKPOINT_FILES = "checkpoint-*.float64"
"""The files that hold its values."""


class Checkpoint:
    """The checkpoint in ``folder`` of the solve that ``plan`` describes."""

    def __init__(self, folder: Path, plan: TablePlan) -> None:
        self._folder = folder
        self._identity = identity(plan)
        self._sizes = plan.sizes

    def save(self, level: int, values: NDArray[np.float64]) -> None:
        """Keep ``values`` (float64, flat) as those of ``level``, instead of what was kept before.

        Raises:
            TableError: the files cannot be written.
        """
        name = _values_name(level)
        pieces = (
            values[start : start + PIECE].astype("<f8").tobytes() for start in range(0, len(values), PIECE)
        )
        facts = write_file(self._folder / name, pieces)
        entries = {"level": level, "sha256": facts.sha256}
        write_file(self._folder / CHECKPOINT, [json.dumps(entries | self._identity, indent=2).encode()])
        self._remove(keep=name)

    def load(self) -> tuple[int, NDArray[np.float64]] | None:
        """The level and the values that were kept, or None.

        A checkpoint that is damaged, or belongs to other rules, another root or
        another solver, counts as none: it only saves time.
        """
        try:
            entries = Entries.read(self._folder / CHECKPOINT)
            level, digest = entries.whole("level"), entries.digest("sha256")
            if any(entries.entries.get(name) != value for name, value in self._identity.items()):
                return None
            with open_regular(self._folder / _values_name(level)) as (file, size):
                if size != 8 * self._sizes.get(level, 0):
                    return None
                values = np.fromfile(file, "<f8")
            return (level, values) if hashlib.sha256(values.data).hexdigest() == digest else None
        except (TableError, OSError):
            return None

    def clear(self) -> None:
        """Remove the checkpoint; raises TableError if that is impossible."""
        with write_errors(self._folder / CHECKPOINT):
            (self._folder / CHECKPOINT).unlink(missing_ok=True)
        self._remove(keep=None)

    def _remove(self, keep: str | None) -> None:
        for path in self._folder.glob(CHECKPOINT_FILES):
            if path.name != keep:
                with write_errors(path):
                    path.unlink(missing_ok=True)


def identity(plan: TablePlan) -> dict[str, Any]:
    """What must agree before work done for one plan may be used for another."""
    planned = plan.document()
    return {name: planned[name] for name in ("ruleset_hash", "root", "solver_version")}


def _values_name(level: int) -> str:
    return CHECKPOINT_FILES.replace("*", f"{level:02}")
