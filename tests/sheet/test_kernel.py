"""Compiling where the code can be kept, and where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from numba import njit

from omkast.sheet.kernel import compiled as module
from omkast.sheet.kernel.compiled import kernel


def twice(number: float) -> float:
    return 2 * number


def test_it_is_compiled_even_where_no_folder_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def without_a_place(cache: bool = False, nogil: bool = False) -> Callable[..., Any]:
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function 'twice': no locator available for file '…'")
        compiled: Callable[..., Any] = njit(nogil=nogil)
        return compiled

    monkeypatch.setattr(module, "njit", without_a_place)
    compiled = kernel(twice)
    assert asked == [True, False]
    assert compiled(3.5) == 7.0
    assert hasattr(compiled, "signatures")
