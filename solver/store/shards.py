"""How a level's values lie in a file.

``float32`` is a plain .npy file, read memory-mapped; values are rounded once.

``fixed16`` is for the book: small, within 1/1024 point of the value it is given.  Values become
multiples of 1/512 point, and each is replaced by its difference from the reachable
value before it.  Most differences fit 16 bits (64 points either way); a third byte,
nearly always zero, carries those that do not.  The file is

    "OMKAST16", the number of values (uint64), zlib(first bytes, second bytes, third bytes)

with BIAS added to the differences, which are stored as 24-bit two's complement, low byte
first: bytes of equal rank stand together because the high ones hardly vary.  UNREACHABLE stands for NaN.
The same values always give the same bytes (with the same zlib).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .manifest import Encoding

SUFFIX: dict[Encoding, str] = {"float32": ".npy", "fixed16": ".fixed16"}
"""File name suffix of each encoding."""

STEP = 2.0**-9
"""Points between neighbouring values of ``fixed16``; a power of two, so float32 holds them exactly."""

LIMIT = 4096
"""``fixed16`` holds values of less than this many points, so that differences fit three bytes."""

PIECE = 1 << 20
"""Values that are converted at a time, to keep memory low."""

_MAGIC = b"OMKAST16"
_HEADER = struct.Struct("<8sQ")
_BIAS = 1 << 15
_UNREACHABLE = 1 << 23

Values = NDArray[np.floating]


def encode(values: Values, encoding: Encoding) -> Iterator[bytes]:
    """The bytes of a shard, in pieces.

    Raises:
        ValueError: the values are not flat, there are none, or ``fixed16`` cannot hold one of them.
    """
    if values.ndim != 1:
        raise ValueError(f"values have shape {values.shape}; expected one flat array")
    if not len(values):
        raise ValueError("there are no values; expected at least one")
    return _encode_float32(values) if encoding == "float32" else _encode_fixed16(values)


def decode(path: Path, encoding: Encoding, count: int) -> NDArray[np.float32]:
    """float32 [count], read-only: the values in the shard at ``path``; NaN where unreachable.

    ``float32`` is memory-mapped, ``fixed16`` decoded.

    Raises:
        ValueError: the file is not a shard of ``count`` values.
        OSError: it cannot be read.
    """
    return _decode_float32(path, count) if encoding == "float32" else _decode_fixed16(path, count)


def error_bound(encoding: Encoding, value: float) -> float:
    """The most by which a stored ``value`` may differ from what was solved.

    A book is made from a float32 table, so its values were rounded twice.
    """
    float32 = abs(value) * 2.0**-24
    return float32 if encoding == "float32" else STEP / 2 + float32


def _npy_header(count: int) -> bytes:
    """The first 128 bytes of a .npy file of float32 [count].

    Written out here so that the bytes do not depend on the version of NumPy.
    """
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count},), }}"
    return b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + text.ljust(117).encode() + b"\n"


def _encode_float32(values: Values) -> Iterator[bytes]:
    yield _npy_header(len(values))
    for start in range(0, len(values), PIECE):
        yield values[start : start + PIECE].astype("<f4").tobytes()


def _decode_float32(path: Path, count: int) -> NDArray[np.float32]:
    header = _npy_header(count)
    with path.open("rb") as file:
        if file.read(len(header)) != header:
            raise ValueError(f"expected {count} values of encoding float32")
    return np.memmap(path, "<f4", "r", offset=len(header), shape=(count,))


def _encode_fixed16(values: Values) -> Iterator[bytes]:
    reachable = values[~np.isnan(values)]
    too_large = reachable[~(np.abs(reachable) < LIMIT)]
    if len(too_large):
        raise ValueError(f"fixed16 cannot hold {too_large[0]}; expected less than {LIMIT} points")
    steps = np.rint(reachable.astype(np.float64) / STEP).astype(np.int32)
    codes = np.full(len(values), _UNREACHABLE, "<i4")
    codes[~np.isnan(values)] = np.diff(steps, prepend=np.int32(0)) + _BIAS
    ranks = np.ascontiguousarray(codes.view(np.uint8).reshape(-1, 4)[:, :3].T)
    yield _HEADER.pack(_MAGIC, len(values))
    yield zlib.compress(ranks.tobytes())


def _decode_fixed16(path: Path, count: int) -> NDArray[np.float32]:
    content = path.read_bytes()
    if content[: _HEADER.size] != _HEADER.pack(_MAGIC, count):
        raise ValueError(f"expected {count} values of encoding fixed16")
    codes = _unpack(content[_HEADER.size :], count)
    unreachable = codes == _UNREACHABLE
    codes <<= 8  # the third byte's top bit is the sign
    codes >>= 8
    codes -= _BIAS
    codes[unreachable] = 0
    values = np.cumsum(codes, dtype=np.int32).astype(np.float32)
    values *= np.float32(STEP)
    values[unreachable] = np.nan
    values.flags.writeable = False
    return values


def _unpack(compressed: bytes, count: int) -> NDArray[np.int32]:
    """int32 [count]: the codes, as unsigned numbers of three bytes."""
    unpacker = zlib.decompressobj()
    try:
        # One byte more than expected is enough to see that there are too many.
        ranks = unpacker.decompress(compressed, 3 * count + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(ranks) != 3 * count or not unpacker.eof:
        raise ValueError(f"expected {3 * count} compressed bytes")
    codes = np.zeros((count, 4), np.uint8)
    codes[:, :3] = np.frombuffer(ranks, np.uint8).reshape(3, count).T
    return codes.view("<i4")[:, 0].astype(np.int32, copy=False)
