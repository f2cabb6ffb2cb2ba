"""What one instruction of a walk works on: a vector of lanes."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from .layout import GROUP

Precision = Literal["single", "double"]
"""How exactly values are computed: to 24 or to 53 bits."""


@dataclass(frozen=True)
class Vector:
    """``groups`` groups of lanes side by side, each lane a number of ``precision``."""

    precision: Precision
    groups: int

    @classmethod
    def filling(cls, register_bytes: int, precision: Precision) -> Vector:
        """The vector that fills a register."""
        single_group = cls(precision, 1)
        return cls(precision, max(1, register_bytes // single_group.bytes))

    @property
    def lanes(self) -> int:
        """How many numbers the vector has."""
        return self.groups * GROUP

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of a lane in NumPy."""
        return np.dtype(np.float32 if self.precision == "single" else np.float64)

    @property
    def bytes(self) -> int:
        """Size of the vector in memory."""
        return self.lanes * self.dtype.itemsize

    @property
    def ir(self) -> str:
        """The type of the vector in LLVM IR."""
        return f"<{self.lanes} x {self._element}>"

    @property
    def maximum(self) -> str:
        """The LLVM function that takes the greater lane by lane."""
        return f"llvm.maxnum.{self._suffix}"

    @property
    def multiply_add(self) -> str:
        """The LLVM function that multiplies and adds, without rounding in between where the processor can."""
        return f"llvm.fmuladd.{self._suffix}"

    def rounded(self, value: float) -> float:
        """``value`` as near as a lane can hold it."""
        return float(self.dtype.type(value))

    def constant(self, value: float) -> str:
        """``value``, rounded to the precision, in every lane."""
        # IR writes numbers of either precision by the bits of a double.
        bits = int.from_bytes(struct.pack(">d", self.rounded(value)), "big")
        return "<" + ", ".join([f"{self._element} 0x{bits:016X}"] * self.lanes) + ">"

    @property
    def _suffix(self) -> str:
        return f"v{self.lanes}f{8 * self.dtype.itemsize}"

    @property
    def _element(self) -> str:
        return "float" if self.precision == "single" else "double"
