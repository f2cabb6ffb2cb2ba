"""The compiled lattice walk: from a budget of b - 1 rerolls to a budget of b.

This file writes, as LLVM IR, the one function in which a solve spends its time.
Given E_{b-1} at every keep and the stop rows for budget b it computes, for four
upper totals ("lanes") at once,

    X(k)  =  max(E_{b-1}(k), placements at k)          stop or keep exactly k
    M(d)  =  max over k contained in d of X(k)         walk up: the best of all keeps and boxes
    E_b(k) = mean over the six faces f of M(k + f)     for keeps of n - 1 dice
    E_b(k) = mean over the six faces f of E_b(k + f)   for smaller keeps: walk down

and leaves E_b where E_{b-1} was.  (Recursion and notation: docs/architecture.md.)

Straight-line code for the six-dice lattice, 2772 edges walked up and down, is 73 KB and runs at
the speed of instruction fetch; loops over index lists run at the speed of address
arithmetic.  So the code uses the lattice's own structure.  A node is split into its
*low* dice (1-3) and its *high* dice (4-6).  All nodes with the same low dice form a
*block*, in which the high dice choose the *cell*.  Adding a high die moves within the
block, adding a low die moves to the same cell of another block, so the code for a
block is the same for all blocks with equally many low dice (and equally many
different ones): 35 small straight-line functions, called with the addresses of the
blocks, serve the whole six-dice lattice (33 KB, and the data of one walk stays in the level-1 cache).

Where everything lies in the memory of a walk: omkast.sheet.kernel.layout.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from ...dice import FACES, Dice, add, remove
from ..keep_lattice import keep_lattice
from .layout import HIGH, LOW, VECTOR, Layout, Step
from .stops import Placement

_VECTOR = f"<{VECTOR} x double>"
_BYTES = 8 * VECTOR
_MAXIMUM = f"llvm.maxnum.v{VECTOR}f64"

# Values kept in registers for reuse.  The processor has 16 vector registers; the
# walk needs a few for sums in progress.
_REGISTERS = 12


class Code:
    """The body of one IR function: vector loads, arithmetic and stores, with values reused.

    A value that was loaded or stored a moment ago is taken from its register: loads
    are what limits the walk.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._recent: dict[tuple[str, int], str] = {}
        self._names = 0

    def _emit(self, instruction: str) -> str:
        self._names += 1
        name = f"%v{self._names}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def address(self, pointer: str, vector: int) -> str:
        """The address of a vector after ``pointer``."""
        return self._emit(f"getelementptr inbounds i8, ptr %{pointer}, i64 {vector * _BYTES}")

    def load(self, pointer: str, vector: int) -> str:
        """A vector from memory, or from its register if it was used just now."""
        value = self._recent.pop((pointer, vector), None)
        if value is None:
            value = self._emit(f"load {_VECTOR}, ptr {self.address(pointer, vector)}, align {_BYTES}")
        self._remember(pointer, vector, value)
        return value

    def store(self, pointer: str, vector: int, value: str) -> None:
        """Write a vector to memory, keeping it at hand."""
        self.lines.append(f"  store {_VECTOR} {value}, ptr {self.address(pointer, vector)}, align {_BYTES}")
        self._recent.pop((pointer, vector), None)
        self._remember(pointer, vector, value)

    def _remember(self, pointer: str, vector: int, value: str) -> None:
        self._recent[pointer, vector] = value
        if len(self._recent) > _REGISTERS:
            del self._recent[next(iter(self._recent))]

    def maximum(self, a: str, b: str) -> str:
        """Lane by lane the greater.

        The flags allow the one-instruction maximum of every processor.  Written as
        compare and select, LLVM would turn some of them into slow masked stores.
        """
        return self._emit(f"call nnan nsz {_VECTOR} @{_MAXIMUM}({_VECTOR} {a}, {_VECTOR} {b})")

    def plus(self, a: str, b: str) -> str:
        """Lane by lane the sum of two values."""
        return self._emit(f"fadd {_VECTOR} {a}, {b}")

    def plus_points(self, value: str, points: int) -> str:
        """Lane by lane ``value`` plus a constant."""
        return self.plus(value, _constant(float(points))) if points else value

    def mean(self, values: list[str]) -> str:
        """Lane by lane the mean of one value for each face, added in the order given."""
        total = values[0]
        for value in values[1:]:
            total = self.plus(total, value)
        return self._emit(f"fmul {_VECTOR} {total}, {_constant(1 / len(FACES))}")

    def call(self, function: str, vectors: list[int]) -> None:
        """Call a block function with the addresses of these vectors of the strip."""
        arguments = [f"ptr {self.address('strip', vector)}" for vector in vectors]
        self.lines.append(f"  call void @{function}({', '.join(arguments)})")
        self._recent.clear()  # what was in a register may have changed in memory

    def function(self, name: str, parameters: list[str], linkage: str = "") -> str:
        """The finished function as IR text; ``noinline``, or the block functions would be copied."""
        declared = ", ".join(f"ptr %{p}" for p in parameters)
        body = "\n".join(self.lines)
        return f"define {linkage} void @{name}({declared}) nounwind noinline {{\n{body}\n  ret void\n}}"


def _constant(value: float) -> str:
    bits = int.from_bytes(struct.pack(">d", value), "big")
    return "<" + ", ".join([f"double 0x{bits:016X}"] * VECTOR) + ">"


class BlockFunctions:
    """The block functions needed so far, each written once per number of low dice and of low faces."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.texts: dict[str, str] = {}

    def _define(self, name: str, parameters: list[str], write: Callable[[Code], None]) -> str:
        if name not in self.texts:
            code = Code()
            write(code)
            self.texts[name] = code.function(name, parameters, "internal")
        return name

    def raise_keeps(self, low_dice: int, below: int) -> str:
        """M for the keeps of a block with ``low_dice`` low dice showing ``below`` low faces."""
        layout, blocks = self._layout, [f"below{i}" for i in range(below)]

        def write(code: Code) -> None:
            for size in range(layout.dice - low_dice):
                for high in layout.highs[size]:
                    best = code.load("block", layout.cell[high])
                    for block in blocks:
                        best = code.maximum(best, code.load(block, layout.cell[high]))
                    for face in sorted(set(high)):
                        best = code.maximum(best, code.load("block", layout.cell[remove(high, face)]))
                    code.store("block", layout.cell[high], best)

        return self._define(f"raise_{low_dice}_{below}", ["block", *blocks], write)

    def raise_rolls(self, low_dice: int, below: int) -> str:
        """M for the rolls of a block, starting from the sum boxes at the sum of the dice."""
        layout, blocks = self._layout, [f"below{i}" for i in range(below)]

        def write(code: Code) -> None:
            for high in layout.highs[layout.dice - low_dice]:
                best = code.load("sums", sum(high))
                for block in blocks:
                    best = code.maximum(best, code.load(block, layout.cell[high]))
                for face in sorted(set(high)):
                    best = code.maximum(best, code.load("block", layout.cell[remove(high, face)]))
                code.store("rolls", layout.roll_cell[high], best)

        return self._define(f"roll_{low_dice}_{below}", ["block", "rolls", "sums", *blocks], write)

    def mean(self, low_dice: int) -> str:
        """E_b for the keeps of a block, largest first; the blocks above it are done."""
        layout = self._layout
        keeps_above = [f"keeps{face}" for face in LOW] if low_dice < layout.dice - 1 else []
        rolls_above = [f"rolls{face}" for face in LOW]

        def write(code: Code) -> None:
            last = layout.dice - 1 - low_dice
            for size in reversed(range(last + 1)):
                for high in layout.highs[size]:
                    full = size == last
                    cell = (layout.roll_cell if full else layout.cell)[high]
                    values = [code.load(block, cell) for block in (rolls_above if full else keeps_above)]
                    for face in HIGH:
                        raised = add(high, face)
                        values.append(
                            code.load("rolls", layout.roll_cell[raised])
                            if full
                            else code.load("block", layout.cell[raised])
                        )
                    code.store("block", layout.cell[high], code.mean(values))

        return self._define(f"mean_{low_dice}", ["block", "rolls", *keeps_above, *rolls_above], write)


def walk_ir(layout: Layout) -> str:
    """The IR module of the walk; its one public function is ``void walk(double* strip)``.

    ``strip`` must be aligned to a vector and laid out as ``layout`` says.
    """
    functions = BlockFunctions(layout)
    nodes = keep_lattice(layout.dice).nodes
    code = Code()
    _fill_sums(code, layout)
    for placement in layout.stops.on_keeps():
        _place(code, layout, layout.keep(nodes[placement.node]), placement)
    on_rolls: dict[Dice, list[Placement]] = {}
    for placement in layout.stops.on_rolls():
        on_rolls.setdefault(layout.split(nodes[placement.node])[0], []).append(placement)
    for step in layout.steps:
        _call_step(code, layout, functions, step)
        for placement in on_rolls.get(step.low, []) if step.kind == "roll" else []:
            _place(code, layout, layout.roll(nodes[placement.node]), placement)
    walk = code.function("walk", ["strip"])
    declared = f"declare {_VECTOR} @{_MAXIMUM}({_VECTOR}, {_VECTOR})"
    return "\n\n".join([declared, *functions.texts.values(), walk])


def _fill_sums(code: Code, layout: Layout) -> None:
    """The stop value of the sum boxes for every sum; minus infinity where there is none."""
    for total in range(layout.dice, layout.dice * FACES[-1] + 1):
        best = _constant(float("-inf"))
        for row in layout.stops.sum_rows:
            value = code.plus_points(code.load("strip", layout.rows_at + row), total)
            best = value if row == layout.stops.sum_rows[0] else code.maximum(best, value)
        code.store("strip", layout.sums_at + total, best)


def _place(code: Code, layout: Layout, vector: int, placement: Placement) -> None:
    row = code.load("strip", layout.rows_at + placement.row)
    here = code.load("strip", vector)
    code.store("strip", vector, code.maximum(here, code.plus_points(row, placement.points)))


def _call_step(code: Code, layout: Layout, functions: BlockFunctions, step: Step) -> None:
    low = step.low
    below = [layout.block[remove(low, face)] for face in sorted(set(low))]
    if step.kind == "raise":
        name = functions.raise_keeps(len(low), len(below))
        code.call(name, [layout.block[low], *below])
    elif step.kind == "roll":
        name = functions.raise_rolls(len(low), len(below))
        code.call(name, [layout.block[low], layout.roll_block[low], layout.sums_at + sum(low), *below])
    else:
        above = [add(low, face) for face in LOW]
        keeps = [layout.block[a] for a in above] if len(low) < layout.dice - 1 else []
        rolls = [layout.roll_block[a] for a in above]
        code.call(functions.mean(len(low)), [layout.block[low], layout.roll_block[low], *keeps, *rolls])
