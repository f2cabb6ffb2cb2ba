"""Four doubles at once inside numba kernels, where LLVM does not find them by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ...dice import FACES
from .layout import GROUP

vector_code: Callable[[Callable[..., Any]], Callable[..., None]] = intrinsic
"""Makes a function of types that writes LLVM code one that kernels can call; they leave out ``_typing``."""

_DOUBLES = ir.VectorType(ir.DoubleType(), GROUP)
_WORDS = ir.VectorType(ir.IntType(64), GROUP)


@vector_code
def raise_vector(_typing: Any, values: Any, marks: Any, to: Any, others: Any, first: Any, last: Any) -> Any:
    """Raise the vector of ``values`` at ``to`` to the greatest of itself and some others.

    Those are numbered ``others[first:last]``.  ``marks``, int64, go with their values; of equal
    ones the first stays.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def vectors(index: Any) -> tuple[Any, Any]:
            return tuple(_pointer(context, builder, signature, arguments, array, index) for array in (0, 1))

        # Kept in registers: a value just written to memory is slow to read again.
        with builder.goto_entry_block():
            best, mark = builder.alloca(_DOUBLES), builder.alloca(_WORDS)
        values_to, marks_to = vectors(arguments[2])
        builder.store(builder.load(values_to, align=8), best)
        builder.store(builder.load(marks_to, align=8), mark)
        numbers = context.make_array(signature.args[3])(context, builder, arguments[3]).data
        with cgutils.for_range_slice(builder, arguments[4], arguments[5], arguments[4].type(1)) as (i, _):
            number = builder.sext(builder.load(builder.gep(numbers, [i])), arguments[2].type)
            values_at, marks_at = vectors(builder.mul(number, arguments[2].type(GROUP)))
            new, old = builder.load(values_at, align=8), builder.load(best)
            better = builder.fcmp_ordered(">", new, old)
            builder.store(builder.select(better, new, old), best)
            builder.store(builder.select(better, builder.load(marks_at, align=8), builder.load(mark)), mark)
        builder.store(builder.load(best), values_to, align=8)
        builder.store(builder.load(mark), marks_to, align=8)
        return context.get_dummy_value()

    return types.void(values, marks, types.int64, others, types.int64, types.int64), code


@vector_code
def offer_vector(
    _typing: Any, values: Any, marks: Any, to: Any, source: Any, at: Any, plus: Any, mark: Any
) -> Any:
    """Raise the vector of ``values`` at ``to`` to that of ``source`` at ``at`` plus a number.

    All four get the same mark.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values_to = _pointer(context, builder, signature, arguments, 0, arguments[2])
        marks_to = _pointer(context, builder, signature, arguments, 1, arguments[2])
        offered = builder.load(_pointer(context, builder, signature, arguments, 3, arguments[4]), align=8)
        new, old = (
            builder.fadd(offered, _repeated(builder, _DOUBLES, arguments[5])),
            builder.load(values_to, align=8),
        )
        better = builder.fcmp_ordered(">", new, old)
        mark = _repeated(builder, _WORDS, arguments[6])
        builder.store(builder.select(better, mark, builder.load(marks_to, align=8)), marks_to, align=8)
        builder.store(builder.select(better, new, old), values_to, align=8)
        return context.get_dummy_value()

    return types.void(values, marks, to, source, at, types.float64, types.int64), code


@vector_code
def move_vector(_typing: Any, into: Any, to: Any, values: Any, at: Any) -> Any:
    """Add the vector of ``values`` at ``at`` to that of ``into`` at ``to``, and leave zeros there."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target = _pointer(context, builder, signature, arguments, 0, arguments[1])
        source = _pointer(context, builder, signature, arguments, 2, arguments[3])
        total = builder.fadd(builder.load(target, align=8), builder.load(source, align=8))
        builder.store(ir.Constant(_DOUBLES, None), source, align=8)
        builder.store(total, target, align=8)
        return context.get_dummy_value()

    return types.void(into, types.int64, values, types.int64), code


@vector_code
def share_vector(_typing: Any, values: Any, at: Any, others: Any, first: Any) -> Any:
    """Share the vector at ``at`` out to those numbered ``others[first:first + 6]``; zeros stay there."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature, arguments, 0, arguments[1])
        six = ir.Constant(_DOUBLES, [float(len(FACES))] * GROUP)
        part = builder.fdiv(builder.load(source, align=8), six)
        builder.store(ir.Constant(_DOUBLES, None), source, align=8)
        numbers = context.make_array(signature.args[2])(context, builder, arguments[2]).data
        index = arguments[1].type
        for face in range(len(FACES)):
            at_number = builder.gep(numbers, [builder.add(arguments[3], arguments[3].type(face))])
            number = builder.sext(builder.load(at_number), index)
            to = _pointer(context, builder, signature, arguments, 0, builder.mul(number, index(GROUP)))
            builder.store(builder.fadd(builder.load(to, align=8), part), to, align=8)
        return context.get_dummy_value()

    return types.void(values, types.int64, others, types.int64), code


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any, array: int, index: Any) -> Any:
    """Where the vector that starts at an index of an array argument lies."""
    kind = signature.args[array]
    data = context.make_array(kind)(context, builder, arguments[array]).data
    vector = _WORDS if kind.dtype == types.int64 else _DOUBLES
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _repeated(builder: Any, kind: Any, value: Any) -> Any:
    vector = ir.Constant(kind, ir.Undefined)
    for i in range(GROUP):
        vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), i))
    return vector
