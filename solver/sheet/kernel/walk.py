"""The compiled lattice walk: from a budget of b - 1 rerolls to a budget of b.

This file writes, as LLVM IR, the one function in which a solve spends its time.
Given E_{b-1} at every keep and the stop rows for budget b it computes, for the upper totals
("lanes") of a whole vector at once,

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
different ones): 28 small straight-line functions, called with the addresses of the
blocks, serve the six-dice lattice (33 KB, and the data of one walk stays in the level-1 cache).
Blocks of a single cell are worked on where they stand: a call would be as long.

Where everything lies in the memory of a walk: omkast.sheet.kernel.layout.
"""

from __future__ import annotations

from ...dice import FACES, Dice, add, remove
from ..keep_lattice import keep_lattice
from .layout import BELOW, HIGH, LOW, Layout, Mean, RaiseKeeps, RaiseRolls, Step
from .stops import Placement
from .vector import Vector

# Values kept in registers for reuse.  The processor has 16 vector registers; the
# walk needs a few for sums in progress.
_REGISTERS = 12


class Code:
    """The body of one IR function: vector loads, arithmetic and stores, with values reused.

    A value that was loaded or stored a moment ago is taken from its register: loads
    are what limits the walk.
    """

    def __init__(self, vector: Vector) -> None:
        self.vector = vector
        self.places: dict[str, int] = {}  # where in the strip a block is that is no parameter
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
        return self._emit(f"getelementptr inbounds i8, ptr %{pointer}, i64 {vector * self.vector.bytes}")

    def load(self, pointer: str, vector: int) -> str:
        """A vector from memory, or from its register if it was used just now."""
        pointer, vector = self._find(pointer, vector)
        value = self._recent.pop((pointer, vector), None)
        if value is None:
            at = self.address(pointer, vector)
            value = self._emit(f"load {self.vector.ir}, ptr {at}, align {self.vector.bytes}")
        self._remember(pointer, vector, value)
        return value

    def store(self, pointer: str, vector: int, value: str) -> None:
        """Write a vector to memory, keeping it at hand."""
        pointer, vector = self._find(pointer, vector)
        to = self.address(pointer, vector)
        self.lines.append(f"  store {self.vector.ir} {value}, ptr {to}, align {self.vector.bytes}")
        self._recent.pop((pointer, vector), None)
        self._remember(pointer, vector, value)

    def _find(self, pointer: str, vector: int) -> tuple[str, int]:
        return ("strip", self.places[pointer] + vector) if pointer in self.places else (pointer, vector)

    def _remember(self, pointer: str, vector: int, value: str) -> None:
        self._recent[pointer, vector] = value
        if len(self._recent) > _REGISTERS:
            del self._recent[next(iter(self._recent))]

    def maximum(self, a: str, b: str) -> str:
        """Lane by lane the greater.

        The flags allow the one-instruction maximum of every processor.  Written as
        compare and select, LLVM would turn some of them into slow masked stores.
        """
        of = self.vector.ir
        return self._emit(f"call nnan nsz {of} @{self.vector.maximum}({of} {a}, {of} {b})")

    def plus(self, a: str, b: str) -> str:
        """Lane by lane the sum of two values."""
        return self._emit(f"fadd {self.vector.ir} {a}, {b}")

    def plus_points(self, value: str, points: int) -> str:
        """Lane by lane ``value`` plus a constant."""
        return self.plus(value, self.vector.constant(points)) if points else value

    def mean(self, values: list[str]) -> str:
        """Lane by lane the mean of one value for each face, added in the order given.

        Rounded to the nearest, a sixth is too large by a third of its last digit, and all means of
        a game would be wrong in the same direction.  In single precision that would show, so what
        the rounded sixth lacks is added.
        """
        total = values[0]
        for value in values[1:]:
            total = self.plus(total, value)
        of, sixth = self.vector.ir, self.vector.rounded(1 / len(FACES))
        if self.vector.precision == "double":
            return self._emit(f"fmul {of} {total}, {self.vector.constant(sixth)}")
        rest = self._emit(f"fmul {of} {total}, {self.vector.constant(1 / len(FACES) - sixth)}")
        factors = f"{of} {total}, {of} {self.vector.constant(sixth)}"
        return self._emit(f"call {of} @{self.vector.multiply_add}({factors}, {of} {rest})")

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


class Steps:
    """The code of the steps; what serves many is a function, written once for all steps of one shape."""

    def __init__(self, layout: Layout, vector: Vector) -> None:
        self._layout = layout
        self._vector = vector
        self.functions: dict[str, str] = {}

    def take(self, step: Step, walk: Code) -> None:
        """Let the walk take ``step``: by a call or, for a single cell, by the code itself."""
        blocks = self._layout.operands(step)
        if self._layout.cells(step) == 1:
            walk.places = blocks
            self._write(step, walk)
        else:
            walk.call(self._function(step), list(blocks.values()))

    def _function(self, step: Step) -> str:
        """The name of a step's function: what counts is how many low dice there are and how many differ."""
        low, blocks = step.low, list(self._layout.operands(step))
        name = f"{type(step).__name__}_{len(low)}" + f"_{len(set(low))}" * (not isinstance(step, Mean))
        if name not in self.functions:
            code = Code(self._vector)
            self._write(step, code)
            self.functions[name] = code.function(name, blocks, "internal")
        return name

    def _write(self, step: Step, code: Code) -> None:
        blocks = list(self._layout.operands(step))
        match step:
            case RaiseKeeps():
                self._raise_keeps(code, len(step.low), blocks)
            case RaiseRolls():
                self._raise_rolls(code, len(step.low), blocks)
            case Mean():
                self._mean(code, len(step.low))

    def _raise_keeps(self, code: Code, low_dice: int, blocks: list[str]) -> None:
        """M for the keeps of a block."""
        cell = self._layout.cell
        for size in range(self._layout.num_dice - low_dice):
            for high in self._layout.highs[size]:
                best = code.load("block", cell[high])
                code.store("block", cell[high], self._best_below(code, best, high, blocks))

    def _raise_rolls(self, code: Code, low_dice: int, blocks: list[str]) -> None:
        """M for the rolls of a block, starting from the sum boxes at the sum of the dice."""
        for high in self._layout.highs[self._layout.num_dice - low_dice]:
            best = self._best_below(code, code.load("sums", sum(high)), high, blocks)
            code.store("rolls", self._layout.roll_cell[high], best)

    def _best_below(self, code: Code, best: str, high: Dice, blocks: list[str]) -> str:
        """``best`` or what is better in the blocks below and in the cells below of the own block."""
        cell = self._layout.cell
        for block in blocks:
            if block.startswith(BELOW):
                best = code.maximum(best, code.load(block, cell[high]))
        for face in sorted(set(high)):
            best = code.maximum(best, code.load("block", cell[remove(high, face)]))
        return best

    def _mean(self, code: Code, low_dice: int) -> None:
        """E_b for the keeps of a block, largest first; the blocks above it are done."""
        layout = self._layout
        last = layout.num_dice - 1 - low_dice
        for size in reversed(range(last + 1)):
            above, own, cell = (
                ("rolls", "rolls", layout.roll_cell) if size == last else ("keeps", "block", layout.cell)
            )
            for high in layout.highs[size]:
                values = [code.load(f"{above}{face}", cell[high]) for face in LOW]
                values += [code.load(own, cell[add(high, face)]) for face in HIGH]
                code.store("block", layout.cell[high], code.mean(values))


def walk_ir(layout: Layout, vector: Vector) -> str:
    """The IR module of the walk; its one public function is ``void walk(ptr strip)``.

    ``strip`` must be aligned to a vector and laid out as ``layout`` says.
    """
    steps = Steps(layout, vector)
    nodes = keep_lattice(layout.num_dice).nodes
    code = Code(vector)
    _fill_sums(code, layout)
    for placement in layout.stops.on_keeps():
        _place(code, layout, layout.keep(nodes[placement.node]), placement)
    on_rolls: dict[Dice, list[Placement]] = {}
    for placement in layout.stops.on_rolls():
        on_rolls.setdefault(layout.split(nodes[placement.node])[0], []).append(placement)
    for step in layout.steps:
        steps.take(step, code)
        for placement in on_rolls.get(step.low, []) if isinstance(step, RaiseRolls) else []:
            _place(code, layout, layout.roll(nodes[placement.node]), placement)
    walk = code.function("walk", ["strip"])
    of = vector.ir
    declared = [
        f"declare {of} @{vector.maximum}({of}, {of})",
        f"declare {of} @{vector.multiply_add}({of}, {of}, {of})",
    ]
    return "\n\n".join([*declared, *steps.functions.values(), walk])


def _fill_sums(code: Code, layout: Layout) -> None:
    """The stop value of the sum boxes for every sum; minus infinity where there is none."""
    for total in range(layout.num_dice, layout.num_dice * FACES[-1] + 1):
        best = code.vector.constant(float("-inf"))
        for row in layout.stops.sum_rows:
            value = code.plus_points(code.load("strip", layout.rows_at + row), total)
            best = value if row == layout.stops.sum_rows[0] else code.maximum(best, value)
        code.store("strip", layout.sum(total), best)


def _place(code: Code, layout: Layout, vector: int, placement: Placement) -> None:
    row = code.load("strip", layout.rows_at + placement.row)
    here = code.load("strip", vector)
    code.store("strip", vector, code.maximum(here, code.plus_points(row, placement.points)))
