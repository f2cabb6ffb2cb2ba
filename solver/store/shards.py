"""How a level's values lie in a file, and how they come back, block by block.

A shard is a head and its blocks:

    "Omkast shard", and as JSON what it belongs to: ruleset, kind, root, level, encoding …
    for every block its length in bytes (uint32) and its SHA-256
    zeros up to a multiple of 64 bytes
    the blocks, one after the other, each with the next BLOCK values of the level

The manifest has the SHA-256 of the head, so whoever reads a few values reads and checks
the head and their blocks, and nothing else.  What the head must begin with follows from
the table's plan: it is compared, never parsed.

``float64`` and ``float32`` blocks are the values as they are, little-endian, and are read
memory-mapped; ``float32`` rounds them once.  ``fixed16`` is for the book: small, within
1/1024 point of the value it is given.  Values become multiples of 1/512 point, and each is
replaced by its difference from the reachable value before it in the block.  Most differences
fit 16 bits (64 points either way); a third byte, nearly always zero, carries those that do
not.  A block is

    zlib(first bytes, second bytes, third bytes)

with BIAS added to the differences, which are stored as 24-bit two's complement, low byte
first: bytes of equal rank stand together because the high ones hardly vary.  UNREACHABLE
stands for NaN.  The same values always give the same bytes (with the same zlib).
"""

from __future__ import annotations

import hashlib
import json
import mmap
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .files import FileFacts, new_file, open_regular
from .manifest import Encoding, Manifest, Shard, TablePlan

STEP = 2.0**-9
"""Points between neighbouring values of ``fixed16``; a power of two, so float32 holds them exactly."""

LIMIT = 4096
"""``fixed16`` holds values of less than this many points, so that differences fit three bytes."""

BLOCK: dict[Encoding, int] = {"float64": 1 << 13, "float32": 1 << 14, "fixed16": 1 << 14}
"""Values of a block.

A question touches one sheet for each open box, far apart in its level, so small blocks are
fast: 64 KB are hashed in 0.04 ms, 16384 values of the book unpacked in 0.25 ms.  The book's
would be a twentieth smaller in blocks of a megabyte.
"""

Values = NDArray[np.floating]

_ALIGNED = 64
_ENTRY = np.dtype([("bytes", "<u4"), ("sha256", "V32")])
_BIAS = 1 << 15
_UNREACHABLE = 1 << 23
_DTYPES: dict[Encoding, np.dtype[Any]] = {
    "float64": np.dtype("<f8"),
    "float32": np.dtype("<f4"),
    "fixed16": np.dtype("<f4"),
}


def shard_name(level: int, encoding: Encoding) -> str:
    """The name of a level's file."""
    return f"level-{level:02}.{encoding}"


def error_bound(encoding: Encoding, value: float) -> float:
    """The most by which a stored value may differ from what was solved, if it is not above ``value``.

    A book may be made from a float32 table, so that its values were rounded twice.
    """
    float32 = float(np.spacing(np.float32(abs(value)))) / 2
    return {"float64": 0.0, "float32": float32, "fixed16": STEP / 2 + float32}[encoding]


def write_shard(path: Path, plan: TablePlan, level: int, values: Values) -> Shard:
    """Write the shard of ``level``; ``values`` is its flat array.

    Raises:
        ValueError: the values are not flat, there are none, or ``fixed16`` cannot hold one of them.
        UnwritableTable: the file cannot be written.
    """
    if values.ndim != 1:
        raise ValueError(f"values have shape {values.shape}; expected one flat array")
    if not len(values):
        raise ValueError("there are no values; expected at least one")
    encoding = plan.encoding
    if encoding == "fixed16":
        _check_fixed16(values)
    head = _Head(plan, level, len(values))
    entries = np.zeros(head.num_blocks, _ENTRY)
    with new_file(path) as file:
        file.seek(head.bytes)
        for i, start in enumerate(range(0, len(values), BLOCK[encoding])):
            block = _encode(values[start : start + BLOCK[encoding]], encoding)
            entries[i] = len(block), hashlib.sha256(block).digest()
            file.write(block)
        content = head.with_entries(entries)
        file.seek(0)
        file.write(content)
    facts = FileFacts(head.bytes + int(entries["bytes"].sum()), hashlib.sha256(content).hexdigest())
    return Shard(level, len(values), facts.bytes, facts.sha256)


def least_and_most_bytes(plan: TablePlan | Manifest, level: int, count: int) -> tuple[int, int]:
    """The sizes in bytes that a shard of ``count`` values can have."""
    head = _Head(plan, level, count)
    if plan.encoding != "fixed16":
        size = head.bytes + count * _DTYPES[plan.encoding].itemsize
        return size, size
    # zlib leaves what it cannot compress as it is, with a few bytes for every 16 KB.
    return head.bytes + 8 * head.num_blocks, head.bytes + 3 * count + count // 1000 + 64 * head.num_blocks


class OpenShard:
    """The values of one level, read from a file that stays open; safe for several threads.

    Args:
        path: the file.
        manifest: the table's manifest.
        shard: what the manifest says of the file, with as many values as the level must have.

    Raises:
        OSError: the file cannot be opened, or is no regular file.
        ValueError: its head is not what it must be.
    """

    def __init__(self, path: Path, manifest: Manifest, shard: Shard) -> None:
        self._encoding = manifest.encoding
        self._count = shard.values
        head = _Head(manifest, shard.level, shard.values)
        with open_regular(path) as (file, size):
            if size != shard.bytes:
                raise ValueError(f"expected {shard.bytes} bytes, found {size}")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        content = self._map[: head.bytes]
        if hashlib.sha256(content).hexdigest() != shard.sha256:
            raise ValueError("its head does not have the SHA-256 that the manifest says")
        if not content.startswith(head.title):
            raise ValueError("it belongs to another table or level")
        entries = np.frombuffer(content, _ENTRY, head.num_blocks, len(head.title))
        self._sha256 = entries["sha256"]
        self._ends = head.bytes + np.cumsum(entries["bytes"], dtype=np.int64)
        self._starts = self._ends - entries["bytes"]
        if int(self._ends[-1]) != size or not self._blocks_have_their_sizes(entries["bytes"]):
            raise ValueError("its blocks do not have the sizes that they must have")
        self._sound = np.zeros(head.num_blocks, bool)
        self._unpacked: dict[int, Values] = {}
        dtype = _DTYPES[self._encoding]
        self._raw = (
            None if self._encoding == "fixed16" else np.frombuffer(self._map, dtype, self._count, head.bytes)
        )

    def _blocks_have_their_sizes(self, sizes: NDArray[np.uint32]) -> bool:
        if self._encoding == "fixed16":
            return True  # each is bounded when it is unpacked
        values = np.full(len(sizes), BLOCK[self._encoding])
        values[-1] = self._count - values[:-1].sum()
        return bool((sizes == values * _DTYPES[self._encoding].itemsize).all())

    def read(self, start: int, stop: int) -> Values:
        """[stop - start], read-only: the values from ``start`` on, each block checked before it is used.

        NaN where unreachable; float64 of that encoding, else float32.

        Raises:
            ValueError: a block does not have its SHA-256, or cannot be unpacked.
        """
        size = BLOCK[self._encoding]
        first, last = start // size, (stop - 1) // size
        if self._raw is not None:
            for i in range(first, last + 1):
                if not self._sound[i]:
                    self._checked(i)
                    self._sound[i] = True
            return self._raw[start:stop]
        blocks = [self._block(i) for i in range(first, last + 1)]
        values = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
        values.flags.writeable = False
        return values[start - first * size : stop - first * size]

    def _block(self, i: int) -> Values:
        if i not in self._unpacked:
            size = BLOCK[self._encoding]
            self._unpacked[i] = _unpack(self._checked(i), min(size, self._count - i * size))
        return self._unpacked[i]

    def _checked(self, i: int) -> memoryview:
        block = memoryview(self._map)[self._starts[i] : self._ends[i]]
        if hashlib.sha256(block).digest() != self._sha256[i].tobytes():
            raise ValueError(f"block {i} does not have its SHA-256")
        return block


class _Head:
    """What a shard begins with, as far as it is known before its values are."""

    def __init__(self, plan: TablePlan | Manifest, level: int, count: int) -> None:
        belongs_to = {
            "format": plan.format,
            "solver_version": plan.solver_version,
            "ruleset_hash": plan.ruleset_hash,
            "kind": plan.kind,
            "root": plan.root,
            "level": level,
            "encoding": plan.encoding,
            "values": count,
        }
        self.num_blocks = -(-count // BLOCK[plan.encoding])
        self.title = b"Omkast shard\n" + json.dumps(belongs_to, sort_keys=True).encode() + b"\n"
        size = len(self.title) + self.num_blocks * _ENTRY.itemsize
        self.bytes = -(-size // _ALIGNED) * _ALIGNED

    def with_entries(self, entries: NDArray[np.void]) -> bytes:
        """The whole head."""
        return (self.title + entries.tobytes()).ljust(self.bytes, b"\0")


def _encode(values: Values, encoding: Encoding) -> bytes:
    if encoding != "fixed16":
        return values.astype(_DTYPES[encoding]).tobytes()
    reachable = values[~np.isnan(values)]
    steps = np.rint(reachable.astype(np.float64) / STEP).astype(np.int32)
    codes = np.full(len(values), _UNREACHABLE, "<i4")
    codes[~np.isnan(values)] = np.diff(steps, prepend=np.int32(0)) + _BIAS
    ranks = np.ascontiguousarray(codes.view(np.uint8).reshape(-1, 4)[:, :3].T)
    return zlib.compress(ranks.tobytes())


def _check_fixed16(values: Values) -> None:
    too_large = values[~np.isnan(values) & ~(np.abs(values) < LIMIT)]
    if len(too_large):
        raise ValueError(f"fixed16 cannot hold {too_large[0]}; expected less than {LIMIT} points")


def _unpack(block: memoryview, count: int) -> NDArray[np.float32]:
    """float32 [count], read-only: the values of a block of ``fixed16``."""
    unpacker = zlib.decompressobj()
    try:
        # One byte more than expected is enough to see that there are too many.
        ranks = unpacker.decompress(block, 3 * count + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(ranks) != 3 * count or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"expected {3 * count} compressed bytes")
    low, middle, high = np.frombuffer(ranks, np.uint8).reshape(3, count)
    steps = low | middle.astype(np.int32) << 8 | high.view(np.int8).astype(np.int32) << 16
    unreachable = steps == -_UNREACHABLE
    steps -= _BIAS
    steps[unreachable] = 0
    values = np.cumsum(steps, dtype=np.int32).astype(np.float32)
    values *= np.float32(STEP)
    values[unreachable] = np.nan
    values.flags.writeable = False
    return values
