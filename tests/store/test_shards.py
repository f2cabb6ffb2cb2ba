"""Encodings: how near the values come back, and that their bytes depend on nothing else."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from omkast.store.manifest import Encoding
from omkast.store.shards import LIMIT, PIECE, decode, encode, error_bound

ENCODINGS: tuple[Encoding, ...] = ("float32", "fixed16")

POINTS = st.floats(-LIMIT, LIMIT, exclude_min=True, exclude_max=True)
SMOOTH = st.floats(0, 450)
LEVELS = st.lists(st.one_of(SMOOTH, POINTS, st.just(float("nan"))), min_size=1, max_size=200)


def round_trip(folder: Path, values: NDArray[np.floating], encoding: Encoding) -> NDArray[np.float32]:
    """The values as they come back from a file."""
    path = folder / "shard"
    path.write_bytes(b"".join(encode(values, encoding)))
    return decode(path, encoding, len(values))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shards")


@given(level=LEVELS, dtype=st.sampled_from([np.float64, np.float32]))
def test_fixed16_is_near(folder: Path, level: list[float], dtype: type[np.floating]) -> None:
    values = np.array(level, dtype).clip(-LIMIT + 1, LIMIT - 1)
    back = round_trip(folder, values, "fixed16")
    np.testing.assert_array_equal(np.isnan(back), np.isnan(values))
    assert np.nanmax(np.abs(np.float64(back) - values), initial=0) <= error_bound("fixed16", 0) <= 0.001


@given(level=LEVELS)
def test_float32_is_rounded_once(folder: Path, level: list[float]) -> None:
    values = np.array(level)
    np.testing.assert_array_equal(round_trip(folder, values, "float32"), values.astype(np.float32))


@given(level=LEVELS, encoding=st.sampled_from(ENCODINGS))
def test_same_values_same_bytes(level: list[float], encoding: Encoding) -> None:
    values = np.array(level)
    assert b"".join(encode(values, encoding)) == b"".join(encode(values.copy(), encoding))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_only_nan(folder: Path, encoding: Encoding) -> None:
    assert np.isnan(round_trip(folder, np.full(5, np.nan), encoding)).all()


def test_differences_that_need_the_third_byte(folder: Path) -> None:
    edge = 64.0
    values = np.array([-4095.9, 4095.9, -4095.9, 0, edge - 1 / 512, 0, edge, 0, -edge, 0, -edge - 1 / 512, 0])
    np.testing.assert_allclose(round_trip(folder, values, "fixed16"), values, rtol=0, atol=2**-10)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_longer_than_a_piece(folder: Path, encoding: Encoding) -> None:
    values = np.arange(PIECE + 3) % 1000 / 4  # multiples of 1/4 are exact in both encodings
    np.testing.assert_array_equal(round_trip(folder, values, encoding), values)


def test_fixed16_is_small(folder: Path) -> None:
    rows = np.add.outer(np.linspace(200, 300, 50_000), np.arange(28) ** 1.3)
    rows[:, 26:] = np.nan
    content = b"".join(encode(rows.ravel(), "fixed16"))
    assert len(content) < 2 * rows.size


@pytest.mark.parametrize("value", [LIMIT, -LIMIT, np.inf, -np.inf])
def test_fixed16_refuses_what_it_cannot_hold(value: float) -> None:
    with pytest.raises(ValueError, match="fixed16 cannot hold"):
        list(encode(np.array([1.0, value]), "fixed16"))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("shape", [(), (2, 3), (0,)])
def test_only_flat_arrays(shape: tuple[int, ...], encoding: Encoding) -> None:
    with pytest.raises(ValueError, match="expected"):
        list(encode(np.zeros(shape), encoding))


@pytest.mark.parametrize("unpacked", [8, 10, 10_000_000])
def test_fixed16_with_too_few_or_too_many_bytes(folder: Path, unpacked: int) -> None:
    path = folder / "shard"
    path.write_bytes(b"OMKAST16" + (3).to_bytes(8, "little") + zlib.compress(bytes(unpacked)))
    with pytest.raises(ValueError, match="expected 9 compressed bytes"):
        decode(path, "fixed16", 3)


def test_fixed16_without_its_end(folder: Path) -> None:
    path = folder / "shard"
    path.write_bytes(b"".join(encode(np.arange(3.0), "fixed16"))[:-1])
    with pytest.raises(ValueError, match="expected 9 compressed bytes"):
        decode(path, "fixed16", 3)


def test_layout_of_fixed16() -> None:
    """Books that were written once must be read for ever, or FORMAT must rise."""
    content = b"".join(encode(np.array([1.0, np.nan, 0.5, 100.5]), "fixed16"))
    assert content[:16] == b"OMKAST16" + (4).to_bytes(8, "little")
    codes = [0x8000 + 512, 0x800000, 0x8000 - 256, 0x8000 + 51200]
    ranks = [code >> shift & 0xFF for shift in (0, 8, 16) for code in codes]
    assert zlib.decompress(content[16:]) == bytes(ranks)
