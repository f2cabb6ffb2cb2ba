"""From IR text to a function that numba code can call."""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numba.experimental.function_type  # noqa: F401  (registers first-class functions)
from numba import types

WALK_SIGNATURE = types.void(types.uintp)
"""``void walk(ptr strip)``; numba passes the address as an integer."""


@cache
def register_bytes() -> int:
    """Size of this processor's vector registers, 32 if they are smaller."""
    return 64 if llvm.get_host_cpu_features().get("avx512f") else 32


class NativeWalk(types.WrapperAddressProtocol):
    """A compiled walk, passed to numba functions as a first-class function."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine  # owns the machine code

    def __wrapper_address__(self) -> int:
        """Where the machine code starts."""
        return int(self._engine.get_function_address("walk"))

    def signature(self) -> Any:
        """The numba signature of the walk."""
        return WALK_SIGNATURE


@cache
def compile_walk(ir: str) -> NativeWalk:
    """Machine code for this processor; compiling takes a fraction of a second."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2
    )
    module = llvm.parse_assembly(ir)
    module.verify()
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return NativeWalk(engine)
