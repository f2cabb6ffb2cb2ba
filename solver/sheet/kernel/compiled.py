"""Compiling functions with numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """``function`` compiled when it is first called; it runs without Python's lock.

    The code is kept on disk beside the file, else in the user's cache folder.  Where
    neither can be written, every process compiles it anew.
    """
    try:
        return cast(Function, njit(nogil=True, cache=True)(function))
    except RuntimeError:  # numba finds no folder to keep it in
        return cast(Function, njit(nogil=True)(function))
