"""Gathers and scatters written so that every backend gives what the specification says.

What is done follows from the files of `golden/differences/`, of which each says whether it is avoided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.elementwise import convert, minimum
from hlogen.builder.emit import emit, emit_constant, i64_array
from hlogen.builder.known import Range
from hlogen.builder.modes import I32, I64
from hlogen.builder.tensor import Tensor
from hlogen.door import strict
from hlogen.ir import Attribute, GatherDimensionNumbers, HasModule, IntegerType, Module, TensorType
from hlogen.transform.portable_indices import (
    can_be_rewritten,
    components,
    has_portable_type,
    placed,
    slice_sizes,
    with_portable_type,
)
from hlogen.transform.portable_inputs import Inputs
from hlogen.transform.portable_scatter import portable_scatter
from hlogen.transform.rewrite import MatchedOp, rewritten

BOOLEAN = IntegerType(1)


@strict
def portable(program: HasModule) -> Module:
    """The program with gathers and scatters that upstream's interpreter, XLA and others can't get wrong.

    The results are the same, bit for bit, for every input that the specification defines a result for. A scatter's
    updates keep their order. What is proved to be safe stays as it is, so that the result of `portable` is its own:

    - an index may be outside: gathers get it clamped, scatters with windows get margins around their inputs, so that
      only the elements outside are dropped
    - indices become i32 or i64 with the same values; those that these types don't have are clamped before
    - a dynamic_gather whose slice sizes are known, or follow from its result's type, becomes a gather
    - a dropped dimension has slice size 1, not 0
    - a scatter into wider types than its inputs' converts them before; several floating-point types in one scatter
      are carried as integers of the same bits
    - a scatter without index vectors of their own, or into rank 0, gets a dimension to index
    - a scatter has inputs of its own, that nothing else reads and that differ from each other
    - booleans are added by `or`
    - start indices of dynamic_slice and dynamic_update_slice become i32 or i64 likewise

    A gather's `indices_are_sorted` stays; a scatter's, and `unique_indices`, where they are still proved to be true.
    Names, places and all other operations stay. With dynamic shapes only types are changed, where that is exact: clamps
    need sizes.

    Raises ConstraintError where such an operation breaks constraints.
    """
    inputs = Inputs(program.module)
    return rewritten(
        program,
        {
            "stablehlo.gather": _gather,
            "stablehlo.dynamic_gather": _dynamic_gather,
            "stablehlo.scatter": lambda site: portable_scatter(site, inputs),
            "stablehlo.add": _add,
            "stablehlo.dynamic_slice": _sliced,
            "stablehlo.dynamic_update_slice": _sliced,
        },
    )


def _gather(site: MatchedOp) -> Sequence[Tensor] | None:
    if not can_be_rewritten(site.op):
        return None
    sizes = slice_sizes(site)
    assert sizes is not None  # a gather has them as an attribute
    return _gathered(site, sizes)


def _dynamic_gather(site: MatchedOp) -> Sequence[Tensor] | None:
    if not can_be_rewritten(site.op):
        return None
    operand, indices, given = site.operands
    sizes, type = slice_sizes(site), site.op.result.type
    if sizes is not None and isinstance(type, TensorType) and type.is_static:
        return _gathered(site, sizes)
    fitting, known = with_portable_type(indices, site), given
    if isinstance(given.element_type, IntegerType) and given.element_type not in (I32, I64):
        known = convert(given, I64)  # which has the sizes of all dimensions
    if fitting is indices and known is given:
        return None
    return site.again([operand, fitting, known])


def _gathered(site: MatchedOp, sizes: tuple[int, ...]) -> Sequence[Tensor] | None:
    """The gather of these slice sizes, inside by its indices alone; None where the operation is that already."""
    op = site.op
    operand, before = site.operands[:2]
    numbers = op.attributes["dimension_numbers"]
    assert isinstance(numbers, GatherDimensionNumbers)
    indices = _inside(site, before, numbers.index_vector_dim)
    if op.name == "stablehlo.gather" and indices is before and sizes == site.judgement.access.window:
        return None
    # indices_are_sorted stays: it is a promise of the vectors as the gather clamps them, which is what they become.
    attributes: dict[str, Attribute] = {**op.attributes, "slice_sizes": i64_array(sizes)}
    return emit("stablehlo.gather", [operand, indices], attributes, result_types=[op.result.type])


def _inside(site: MatchedOp, before: Tensor, index_vector_dim: int) -> Tensor:
    """The indices clamped to where slices are inside, in i32 or i64."""
    found = components(site)
    if found is None or not before.type.is_static:
        return with_portable_type(before, site)
    # Where no slice is inside, what is read is undefined.
    ranges: list[Range | None] = [None if one.is_inside or one.last < 0 else (0, one.last) for one in found]
    if site.judgement.access.is_empty or (not any(ranges) and has_portable_type(before, site)):
        return before
    largest = max((one.size for one in found), default=0)
    return placed(before, index_vector_dim, found, ranges, largest)


def _sliced(site: MatchedOp) -> Sequence[Tensor] | None:
    """A slice whose start indices are i32 or i64: others are held below the last place, which those types have."""
    operand, *others = site.operands
    is_update = site.op.name == "stablehlo.dynamic_update_slice"
    starts = others[1:] if is_update else others
    if all(start.element_type in (I32, I64) for start in starts):
        return None
    taken = others[0].type if is_update else site.op.result.type
    assert isinstance(taken, TensorType)
    shape, window = operand.type.shape, taken.shape
    fitting = []
    for start, dim, size in zip(starts, shape, window, strict=True):
        if dim is None or size is None:
            return None
        type = start.element_type
        assert isinstance(type, IntegerType)
        if type not in (I32, I64):
            last, largest = dim - size, (1 << (type.width if type.is_unsigned else type.width - 1)) - 1
            held = minimum(start, emit_constant(last, type)) if last < largest else start
            start = convert(held, I32 if last < 1 << 31 and type.width <= 32 else I64)
        fitting.append(start)
    return site.again([operand, *others[: len(others) - len(starts)], *fitting])


def _add(site: MatchedOp) -> Sequence[Tensor] | None:
    """The sum of booleans is `or`, by which name no backend takes it for a sum modulo 2."""
    type = site.op.result.type
    if not (isinstance(type, TensorType) and type.element_type == BOOLEAN):
        return None
    return emit("stablehlo.or", site.operands, site.op.attributes, result_types=[type])
