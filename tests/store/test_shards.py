"""Encodings: how near the values come back, and that their bytes depend on nothing else."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from omkast.store.manifest import Encoding, Manifest, Shard, TablePlan
from omkast.store.shards import (
    BLOCK,
    LIMIT,
    OpenShard,
    error_bound,
    least_and_most_bytes,
    write_shard,
)
from store_tables import HASH, kind_of, table_plan

ENCODINGS: tuple[Encoding, ...] = ("float32", "float64", "fixed16")

POINTS = st.floats(-LIMIT, LIMIT, exclude_min=True, exclude_max=True)
SMOOTH = st.floats(0, 450)
LEVELS = st.lists(st.one_of(SMOOTH, POINTS, st.just(float("nan"))), min_size=1, max_size=200)


def plan_of(encoding: Encoding, count: int) -> TablePlan:
    """A plan for one level of ``count`` values."""
    return replace(table_plan(kind_of(encoding), encoding), sizes={0: count})


def write(folder: Path, values: NDArray[np.floating], encoding: Encoding) -> Shard:
    """The values, in a file called ``shard``."""
    return write_shard(folder / "shard", plan_of(encoding, values.size), 0, values)


def opened(folder: Path, encoding: Encoding, shard: Shard) -> OpenShard:
    """That file, open."""
    return OpenShard(folder / "shard", Manifest.of(plan_of(encoding, shard.values), 0.0, (shard,)), shard)


def round_trip(folder: Path, values: NDArray[np.floating], encoding: Encoding) -> NDArray[np.floating]:
    """The values as they come back from a file."""
    return opened(folder, encoding, write(folder, values, encoding)).read(0, len(values))


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


@given(level=LEVELS)
def test_float64_is_not_rounded(folder: Path, level: list[float]) -> None:
    values = np.array(level)
    np.testing.assert_array_equal(round_trip(folder, values, "float64"), values)


@given(level=LEVELS, encoding=st.sampled_from(ENCODINGS))
def test_same_values_same_bytes(folder: Path, level: list[float], encoding: Encoding) -> None:
    values = np.array(level)
    first = write(folder, values, encoding), (folder / "shard").read_bytes()
    assert first == (write(folder, values.copy(), encoding), (folder / "shard").read_bytes())


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_only_nan(folder: Path, encoding: Encoding) -> None:
    assert np.isnan(round_trip(folder, np.full(5, np.nan), encoding)).all()


def test_differences_that_need_the_third_byte(folder: Path) -> None:
    edge = 64.0
    values = np.array([-4095.9, 4095.9, -4095.9, 0, edge - 1 / 512, 0, edge, 0, -edge, 0, -edge - 1 / 512, 0])
    np.testing.assert_allclose(round_trip(folder, values, "fixed16"), values, rtol=0, atol=2**-10)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("more", [-1, 0, 1, 100])
def test_any_part_of_several_blocks(folder: Path, encoding: Encoding, more: int) -> None:
    size = BLOCK[encoding]
    values = np.arange(2 * size + more) % 1000 / 4  # multiples of 1/4 are exact in all encodings
    values[::7] = np.nan
    shard = opened(folder, encoding, write(folder, values, encoding))
    edges = [0, 1, size - 1, size, size + 1, 2 * size - 2, len(values) - 1, len(values)]
    for start in edges:
        for stop in edges:
            if start < stop:
                found = shard.read(start, stop)
                np.testing.assert_array_equal(found, values[start:stop])
                assert not found.flags.writeable


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_blocks_of_values_as_they_are_lie_aligned(folder: Path, encoding: Encoding) -> None:
    least, _ = least_and_most_bytes(plan_of(encoding, 5), 0, 5)
    blocks = {"float32": 20, "float64": 40, "fixed16": 8}[encoding]
    assert (least - blocks) % 64 == 0


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sizes_lie_within_what_they_can_be(folder: Path, encoding: Encoding) -> None:
    """Also of values that cannot be compressed: no two differences are alike."""
    noise = np.random.default_rng(1).uniform(-4000, 4000, 3 * BLOCK[encoding])
    for values in (noise, noise[:1], np.zeros(BLOCK[encoding]), np.full(3, np.nan)):
        shard = write(folder, values, encoding)
        least, most = least_and_most_bytes(plan_of(encoding, len(values)), 0, len(values))
        assert least <= shard.bytes <= most
        assert shard.bytes == (folder / "shard").stat().st_size


def test_fixed16_is_small(folder: Path) -> None:
    rows = np.add.outer(np.linspace(200, 300, 50_000), np.arange(28) ** 1.3)
    rows[:, 26:] = np.nan
    assert write(folder, rows.ravel(), "fixed16").bytes < 2 * rows.size


@pytest.mark.parametrize("value", [LIMIT, -LIMIT, np.inf, -np.inf])
def test_fixed16_refuses_what_it_cannot_hold(folder: Path, value: float) -> None:
    with pytest.raises(ValueError, match="fixed16 cannot hold"):
        write(folder, np.array([1.0, value]), "fixed16")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("shape", [(), (2, 3), (0,)])
def test_only_flat_arrays(folder: Path, shape: tuple[int, ...], encoding: Encoding) -> None:
    with pytest.raises(ValueError, match="expected"):
        write(folder, np.zeros(shape), encoding)


def with_block(folder: Path, block: bytes) -> OpenShard:
    """A shard of three values whose only block is ``block``, with all its digests right."""
    path = folder / "shard"
    shard = write(folder, np.arange(3.0), "fixed16")
    content = path.read_bytes()
    size = least_and_most_bytes(plan_of("fixed16", 3), 0, 3)[0] - 8
    entry = content.index(b"}\n") + 2
    facts = len(block).to_bytes(4, "little") + hashlib.sha256(block).digest()
    head = (content[:entry] + facts).ljust(size, b"\0")
    path.write_bytes(head + block)
    facts_of = replace(shard, bytes=size + len(block), sha256=hashlib.sha256(head).hexdigest())
    return opened(folder, "fixed16", facts_of)


@pytest.mark.parametrize("unpacked", [8, 10, 10_000_000])
def test_fixed16_with_too_few_or_too_many_bytes(folder: Path, unpacked: int) -> None:
    """However many a block declares, no more are unpacked than there must be."""
    shard = with_block(folder, zlib.compress(bytes(unpacked)))
    with pytest.raises(ValueError, match="expected 9 compressed bytes"):
        shard.read(0, 1)


@pytest.mark.parametrize("block", [zlib.compress(bytes(9))[:-1], zlib.compress(bytes(9)) + b"\0"])
def test_fixed16_that_ends_elsewhere(folder: Path, block: bytes) -> None:
    shard = with_block(folder, block)
    with pytest.raises(ValueError, match="expected 9 compressed bytes"):
        shard.read(0, 1)


def test_layout_of_fixed16(folder: Path) -> None:
    """Books that were written once must be read for ever, or FORMAT must rise."""
    write(folder, np.array([1.0, np.nan, 0.5, 100.5]), "fixed16")
    content = (folder / "shard").read_bytes()
    title, rest = content.split(b"}\n")
    assert title.startswith(
        b'Omkast shard\n{"encoding": "fixed16", "format": 2, "kind": "book", "level": 0, '
    )
    assert title.endswith(b'"ruleset_hash": "' + HASH.encode() + b'", "solver_version": 1, "values": 4')
    codes = [0x8000 + 512, 0x800000, 0x8000 - 256, 0x8000 + 51200]
    ranks = [code >> shift & 0xFF for shift in (0, 8, 16) for code in codes]
    block = content[-int.from_bytes(rest[:4], "little") :]
    assert hashlib.sha256(block).digest() == rest[4:36]
    assert zlib.decompress(block) == bytes(ranks)
