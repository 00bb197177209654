"""Collectives: derivatives in a grid of processes.

There a program is one function of the arguments of all processes, with the results of all of them. What an operation
sends somewhere has its cotangents sent back; where several processes get the same, they are added up. All processes run
the same program, so each of them comes to the operations of the derivative as it came to those of the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hlogen.autodiff.forward import jvp_of
from hlogen.autodiff.registry import Tangent, Tangents, constant, jvp, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.scalars import folded
from hlogen.autodiff.site import Site, converted, dense, full_like, tensor_type, zeros_like
from hlogen.builder.distribution import collective_permute
from hlogen.builder.elementwise import add, compare, convert, divide, maximum, or_, select
from hlogen.builder.emit import emit, emit_one, i64
from hlogen.builder.inner import region
from hlogen.builder.regions import computation
from hlogen.builder.shape import reshape, slice
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, DenseElements, ElementType, IntegerType, TensorType
from hlogen.program.bodies import only_operation
from hlogen.spec.process_groups import Rows, channel_id, group_size, is_global, rows_of

constant("stablehlo.partition_id", "stablehlo.replica_id")

_GROUPS = ("replica_groups", "channel_handle", "use_global_device_ids", "has_dynamic_root")
_EXTREMES = ("stablehlo.maximum", "stablehlo.minimum")


@transpose("stablehlo.all_gather", jointly=(-1,))
def transpose_all_gather(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """Everybody has the values of each process: the sum of the cotangents for them goes back to it."""
    attributes = {**_groups(site), "scatter_dimension": i64(site.attribute("all_gather_dim"))}
    return [
        None if cotangent is None else _adding("stablehlo.reduce_scatter", [cotangent], attributes, type.shape)
        for cotangent, type in zip(cotangents, site.input_types, strict=True)
    ]


@jvp("stablehlo.all_reduce", "stablehlo.reduce_scatter", "stablehlo.collective_reduce", computes_results=True)
def reduction_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """Of sums, the sum of tangents; of the largest and smallest, the mean tangent of those that are it."""
    results = site.emit(site.operands)
    types = site.result_types
    given = [
        None if tangent is None else converted(tangent, type.element_type)
        for tangent, type in zip(tangents, types, strict=False)
    ]
    kind = only_operation(site.operation.regions[0].block)
    if kind != "stablehlo.add" and kind not in _EXTREMES:
        return results, _of_any_body(site, tangents)
    outgoing: list[Tangent] = [None] * len(results)
    for number, (tangent, result) in enumerate(zip(given, results, strict=True)):
        if tangent is not None and kind == "stablehlo.add":
            outgoing[number] = _summed(site, number, tangent)
        elif tangent is not None:
            outgoing[number] = _of_winners(site, number, result, tangent)
    return results, outgoing


@transpose("stablehlo.all_reduce", "stablehlo.reduce_scatter", "stablehlo.collective_reduce", jointly=(-1,))
def transpose_sum(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """Of a sum: whoever has it, or a part of it, gives its cotangent to all that it came from."""
    if only_operation(site.operation.regions[0].block) != "stablehlo.add":
        raise site.error("is linear only where its computation adds")
    outgoing: list[Tangent] = [None] * len(is_linear)
    for number, (cotangent, type) in enumerate(zip(cotangents, site.input_types, strict=False)):
        if cotangent is not None and is_linear[number]:
            outgoing[number] = converted(_spread(site, number, cotangent, type), type.element_type)
    return outgoing


@transpose("stablehlo.all_to_all", jointly=(-1,))
def transpose_all_to_all(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """What was put together is split, and goes back to whom it came from."""
    attributes = {
        **site.attributes,
        "split_dimension": site.attributes["concat_dimension"],
        "concat_dimension": site.attributes["split_dimension"],
    }
    return [
        None if cotangent is None else emit_one("stablehlo.all_to_all", [cotangent], attributes, result_type=type)
        for cotangent, type in zip(cotangents, site.input_types, strict=True)
    ]


@transpose("stablehlo.collective_permute", jointly=(0,))
def transpose_collective_permute(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tensor:
    """Targets send, and sources receive."""
    pairs = site.attributes["source_target_pairs"]
    assert isinstance(pairs, DenseElements)
    turned = DenseElements(pairs.type, np.ascontiguousarray(pairs.array[:, ::-1]))
    return site.emit([only(cotangents)], source_target_pairs=turned)[0]


@jvp("stablehlo.collective_broadcast")
def collective_broadcast_jvp(site: Site, tangents: Tangents) -> Tangents:
    types = site.result_types
    given = [dense(tangent, type) for tangent, type in zip(tangents, types, strict=False)]
    return site.emit([*given, *site.operands[site.at.roots]])


@transpose("stablehlo.collective_broadcast", jointly=(-1,))
def transpose_collective_broadcast(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """The root gets the sum of its group's cotangents, all others zeros."""
    outgoing: list[Tangent] = [None] * len(is_linear)
    rows = rows_of(site.attributes)
    for number, cotangent in enumerate(cotangents):
        if cotangent is None:
            continue
        if rows is None or "has_dynamic_root" in site.attributes:
            operands = [cotangent, *_root_of(site, number)]
            outgoing[number] = _adding("stablehlo.collective_reduce", operands, _groups(site), cotangent.shape)
        else:
            outgoing[number] = _sum_at_roots(cotangent, rows, channel_id(site.attributes))
    return outgoing


def _sum_at_roots(value: Tensor, rows: Rows, channel: int | None) -> Tensor:
    """The sum over each group, in its first process; zeros elsewhere.

    Neighbours send to each other's first, in log2(n) steps of what every backend has, whatever processes the groups
    leave out. The last step sends from the roots to themselves, so that all others get zeros.
    """
    step = 1
    while any(len(row) > step for row in rows):
        pairs = [(row[at + step], row[at]) for row in rows for at in range(0, len(row) - step, 2 * step)]
        value = add(value, collective_permute(value, source_target_pairs=pairs, channel_id=channel))
        step *= 2
    return collective_permute(value, source_target_pairs=[(row[0], row[0]) for row in rows if row], channel_id=channel)


def _of_winners(site: Site, number: int, result: Tensor, tangent: Tensor) -> Tensor:
    """The mean tangent of the processes whose element is the result; where that is NaN, of those that have NaN."""
    operand = converted(site.operands[number], result.element_type)
    spread = result if site.name == "stablehlo.all_reduce" else _spread(site, number, result, operand.type)
    is_winner = or_(compare(operand, spread, "EQ"), compare(operand, operand, "NE"))
    count = _summed(site, number, convert(is_winner, IntegerType(32)))
    total = _summed(site, number, select(is_winner, tangent, zeros_like(tangent)))
    return divide(total, convert(maximum(count, full_like(count, 1)), result.element_type))


def _of_any_body(site: Site, tangents: Tangents) -> list[Tangent]:
    """The tangents of a tree of applications of the body to what all processes of the group have."""
    size = group_size(site.attributes)
    if site.name != "stablehlo.all_reduce":
        raise site.error(
            "has a derivative where its computation adds, or takes the largest or smallest\n"
            "  fix: reduce with hl.all_reduce, which has one for any computation, and take the part from there"
        )
    if size is None:
        raise site.error(
            "the derivative of this computation gathers the operands, and how many there are isn't said: its groups "
            "differ in size, or go through all partitions\n"
            "  fix: use groups of one size, and use_global_device_ids=True where they go through partitions"
        )
    body = site.operation.regions[0].block
    scalar = tensor_type(body.arguments[0])

    def tree(values: list[Tensor]) -> list[Tensor]:
        captured = dict(zip(site.captured, values[site.at.captured], strict=True))
        results = []
        for value in values[site.at.operands]:
            shape = value.type.static_shape
            one = reshape(converted(value, scalar.element_type), (1, *shape))
            attributes = {**_groups(site), "all_gather_dim": i64(0)}
            together = one.type.with_shape((size, *shape))
            gathered = emit_one("stablehlo.all_gather", [one], attributes, result_type=together)
            first, rest = (
                slice(gathered, start_indices=[low, *(0 for _ in shape)], limit_indices=[high, *shape])
                for low, high in ((0, 1), (1, size))
            )
            results += folded(body, captured, [rest], [reshape(first, shape)], [0])
        return results

    return jvp_of(region(site.input_types, "an all_reduce", tree).block, site.inputs, tangents)[1]


def _summed(site: Site, number: int, value: Tensor) -> Tensor:
    """What the site's operation makes of operand `number`, made of `value` by adding."""
    return _adding(site.name, [value, *_root_of(site, number)], site.attributes, site.result_types[number].shape)


def _spread(site: Site, number: int, value: Tensor, type: TensorType) -> Tensor:
    """What each process of a group gets of a value that the site's operation gave to one or all of them, added up.

    Of an all_reduce everybody has it: the sum of what they have. Of a reduce_scatter each has a part, of a
    collective_reduce one has it.
    """
    result_type = TensorType(type.shape, value.element_type)
    match site.name:
        case "stablehlo.all_reduce":
            return _adding(site.name, [value], _groups(site), type.shape)
        case "stablehlo.reduce_scatter":
            attributes = {**_groups(site), "all_gather_dim": i64(site.attribute("scatter_dimension"))}
            return emit_one("stablehlo.all_gather", [value], attributes, result_type=result_type)
    if is_global(site.attributes):
        raise site.error(
            "its results go back by a collective_broadcast, which knows no use_global_device_ids\n"
            "  fix: leave them out, or use hl.all_reduce"
        )
    operands = [value, *_root_of(site, number)]
    return emit_one("stablehlo.collective_broadcast", operands, _groups(site), result_type=result_type)


def _root_of(site: Site, number: int) -> list[Tensor]:
    """The root of one of the operands as an operand, where roots are dynamic."""
    if "has_dynamic_root" not in site.attributes:
        return []
    (roots,) = site.operands[site.at.roots]
    return [slice(roots, start_indices=[number], limit_indices=[number + 1])]


def _adding(
    name: str, operands: Sequence[Tensor], attributes: Mapping[str, Attribute], shape: Sequence[int | None]
) -> Tensor:
    """A reduction of the first operand that adds in its element type, of a result of `shape`."""
    element_type: ElementType = operands[0].element_type
    body = computation("add", [TensorType((), element_type)], f"computation of {name}")
    return emit(name, operands, attributes, [body], [TensorType(tuple(shape), element_type)])[0]


def _groups(site: Site) -> dict[str, Attribute]:
    """Who works together, as the site's operation says it."""
    return {name: site.attributes[name] for name in _GROUPS if name in site.attributes}
