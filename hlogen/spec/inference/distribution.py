"""Result types of collectives and of the ops that ask for the process, and what collectives need for them.

The upper limit of ids and the number of partitions are known to a run alone: where a result's size depends on them, the
program declares it.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from hlogen.ir.attributes import DenseElements, OpaqueAttr, UnitAttr
from hlogen.ir.types import I32, UI32, ElementType, TensorType, Type
from hlogen.spec.dims import Dim, dims_of, tensor_of
from hlogen.spec.element_types import is_promotable, why_no_element_type
from hlogen.spec.inference.registry import Signature, rule
from hlogen.spec.predicates import counted
from hlogen.spec.process_groups import (
    PADDING,
    Rows,
    channel_id,
    crosses_both,
    group_size,
    is_global,
    row_size,
    rows_of,
    table_text,
)


@rule("stablehlo.partition_id", "stablehlo.replica_id")
def process_id(op: Signature) -> tuple[Type, ...]:
    op.tensors()
    return (TensorType((), UI32),)


@rule("stablehlo.all_gather")
def all_gather(op: Signature) -> tuple[Type, ...]:
    operands = _operands(op)
    dim = op.integer("all_gather_dim")
    for at, operand in enumerate(operands):
        op.dimension(f"all_gather_dim of operands[{at}]", dim, operand.rank)
    _channel(op)
    _groups(op, covers=True, is_uneven_allowed=False)
    results = []
    for at, operand in enumerate(operands):
        dims = list(dims_of(operand))
        declared = _declared_dim(op, at, dim) if group_size(op.attributes) is None else None
        dims[dim] = _times(dims[dim], group_size(op.attributes)) if declared is None else declared
        if declared is not None:
            _require_multiple(op, f"result {at}", declared.size, operand.shape[dim])
        results.append(tensor_of(dims, operand.element_type))
    return tuple(results)


@rule("stablehlo.all_reduce")
def all_reduce(op: Signature) -> tuple[Type, ...]:
    operands = _operands(op)
    _channel(op)
    _groups(op, covers=True, is_uneven_allowed=True)
    element_type = _reduced(op, operands)
    return tuple(operand.with_element_type(element_type) for operand in operands)


@rule("stablehlo.reduce_scatter")
def reduce_scatter(op: Signature) -> tuple[Type, ...]:
    op.tensor("operand")
    (operand,) = _operands(op)
    dim = op.integer("scatter_dimension")
    op.dimension("scatter_dimension", dim, operand.rank)
    _channel(op)
    _groups(op, covers=True, is_uneven_allowed=False)
    element_type = _reduced(op, [operand])
    dims, size = list(dims_of(operand)), group_size(op.attributes)
    declared = _declared_dim(op, 0, dim) if size is None else None
    if declared is None:
        assert size is not None
        _require_parts(op, "operand", operand, "scatter_dimension", dim, size)
        dims[dim] = _over(dims[dim], size)
    else:
        _require_multiple(op, "operand", operand.shape[dim], declared.size)
        dims[dim] = declared
    return (tensor_of(dims, element_type),)


@rule("stablehlo.all_to_all")
def all_to_all(op: Signature) -> tuple[Type, ...]:
    operands = _operands(op)
    split, concat = op.integer("split_dimension"), op.integer("concat_dimension")
    count = op.integer("split_count")
    if count < 1:
        raise op.error(f"split_count = {count}, expected at least 1")
    _groups(op, covers=True, is_uneven_allowed=False)
    size = row_size(op.attributes)
    if size is not None and size != count:
        raise op.error(f"split_count = {count}, but the groups have {size} ids: {_written(op)}")
    results = []
    for at, operand in enumerate(operands):
        op.dimension(f"split_dimension of operands[{at}]", split, operand.rank)
        op.dimension(f"concat_dimension of operands[{at}]", concat, operand.rank)
        _require_parts(op, f"operands[{at}]", operand, "split_dimension", split, count)
        dims = list(dims_of(operand))
        if split != concat:
            dims[split], dims[concat] = _over(dims[split], count), _times(dims[concat], count)
        results.append(tensor_of(dims, operand.element_type))
    return tuple(results)


@rule("stablehlo.collective_permute")
def collective_permute(op: Signature) -> tuple[Type, ...]:
    if "source_target_pairs" not in op.attributes:
        raise op.error("attribute source_target_pairs is missing, expected pairs of ids such as [[0, 1], [1, 0]]")
    source_target_pairs(op)
    op.tensor("operand")
    return _operands(op)


@rule("stablehlo.collective_broadcast")
def collective_broadcast(op: Signature) -> tuple[Type, ...]:
    _groups(op, covers=False, is_uneven_allowed=True)
    return _without_roots(op)


@rule("stablehlo.collective_reduce")
def collective_reduce(op: Signature) -> tuple[Type, ...]:
    _channel(op)
    _groups(op, covers=False, is_uneven_allowed=True)
    operands = _without_roots(op)
    element_type = _reduced(op, operands)
    return tuple(operand.with_element_type(element_type) for operand in operands)


def source_target_pairs(op: Signature) -> Rows:
    """The pairs of collective_permute, send and recv: no id is a source twice, or a target."""
    pairs = rows_of(op.attributes, "source_target_pairs") or ()
    attribute = op.attributes.get("source_target_pairs")
    if isinstance(attribute, DenseElements) and attribute.array.size and attribute.array.shape[1:] != (2,):
        raise op.error(f"source_target_pairs has shape {list(attribute.array.shape)}, expected [n, 2]")
    for what, ids in (("source", [pair[0] for pair in pairs]), ("target", [pair[1] for pair in pairs])):
        for id, times in Counter(ids).items():
            if times > 1:
                raise op.error(f"source_target_pairs = {table_text(pairs)} has the {what} {id} {times} times")
    _require_ids(op, "source_target_pairs", pairs)
    return pairs


def _operands(op: Signature, at_least: int = 1) -> tuple[TensorType, ...]:
    operands = op.variadic("operands", at_least)
    for at, operand in enumerate(operands):
        if why := why_no_element_type(operand.element_type):
            raise op.error(f"operands[{at}] is {operand}: {why}")
    return operands


def _channel(op: Signature) -> None:
    channel = channel_id(op.attributes)
    if is_global(op.attributes) and (channel or 0) <= 0:
        found = "there is none" if channel is None else f"it is {channel}"
        raise op.error(f"use_global_device_ids needs a positive channel_id, but {found}")


def _groups(op: Signature, *, covers: bool, is_uneven_allowed: bool) -> None:
    """Checks `replica_groups` as far as the operation says what they are."""
    attribute = op.attributes.get("replica_groups")
    if isinstance(attribute, OpaqueAttr):
        return  # axes of a mesh
    if not isinstance(attribute, DenseElements) or attribute.array.ndim != 2:
        found = "is missing" if attribute is None else "isn't"
        raise op.error(f"attribute replica_groups {found}, expected a table of ids such as [[0, 1], [2, 3]]")
    table = [[int(id) for id in row] for row in attribute.array]
    rows = rows_of(op.attributes) or ()
    ids = [id for row in rows for id in row]
    if not ids:
        raise op.error(f"replica_groups = {table} names nobody; write the ids that work together, such as [[0, 1]]")
    if any(row[: len(kept)] != list(kept) for row, kept in zip(table, rows, strict=True)):
        raise op.error(f"replica_groups = {table} has an id behind the padding of {PADDING}")
    _require_ids(op, "replica_groups", rows)
    for id, times in Counter(ids).items():
        if times > 1:
            raise op.error(f"replica_groups = {table_text(rows)} has the id {id} {times} times")
    sizes = sorted({len(row) for row in rows})
    if len(sizes) > 1 and not is_uneven_allowed:
        raise op.error(
            f"replica_groups = {table_text(rows)} has groups of {' and '.join(map(str, sizes))} ids, "
            "expected groups of one size"
        )
    if covers and max(ids) >= len(ids):  # each is there once
        named = set(ids)
        missing = (id for id in range(max(ids)) if id not in named)
        raise op.error(
            f"replica_groups = {table_text(rows)} leaves out {', '.join(map(str, islice(missing, 8)))}, "
            f"expected all ids from 0 to {max(ids)}"
        )


def _require_ids(op: Signature, name: str, rows: Rows) -> None:
    for row in rows:
        for id in row:
            if id < 0:
                raise op.error(f"{name} = {table_text(rows)} has {id}, expected ids from 0 on")


def _reduced(op: Signature, operands: list[TensorType] | tuple[TensorType, ...]) -> ElementType:
    """The element type E of the computation, from scalars of which two are made one."""
    region = op.region(0, "computation")
    returned = op.region_results(region, "computation")
    if len(returned) != 1:
        raise op.error(f"the computation returns {counted(len(returned), 'value')}, expected 1")
    scalar = op.as_tensor("the computation's result", returned[0])
    if scalar.rank:
        raise op.error(f"the computation's result is {scalar}, expected rank 0")
    op.regular("computation", region, [scalar, scalar], [scalar])
    for at, operand in enumerate(operands):
        if not is_promotable(operand.element_type, scalar.element_type):
            raise op.error(
                f"operands[{at}] is {operand}, which isn't promotable to the computation's {scalar.element_type}"
            )
    return scalar.element_type


def _without_roots(op: Signature) -> tuple[TensorType, ...]:
    """The operands that are sent; behind them stand their roots, where those are dynamic."""
    flag = op.attributes.get("has_dynamic_root", False)
    if flag is not True and not isinstance(flag, UnitAttr):
        return _operands(op)
    *operands, roots = _operands(op, at_least=2)
    expected = TensorType((len(operands),), I32)
    if roots.element_type != I32 or roots.shape not in (expected.shape, (None,)):
        raise op.error(f"the last operand is {roots}, expected the root of each of the others, {expected}")
    return tuple(operands)


def _declared_dim(op: Signature, number: int, dim: int) -> Dim:
    """The size that the program declares where it follows from the number of partitions, or from a mesh elsewhere."""
    if op.declared is not None and number < len(op.declared):
        declared = op.as_tensor(f"result {number}", op.declared[number])
        if dim < declared.rank:
            return dims_of(declared)[dim]
    why = "in all partitions, however many there are" if crosses_both(op.attributes) else "along axes of another mesh"
    raise op.error(f"the groups go by {_written(op)} {why}, so the result type doesn't follow; give it")


def _require_multiple(op: Signature, what: str, whole: int | None, part: int | None) -> None:
    if whole is not None and part is not None and (whole % part if part else whole):
        raise op.error(f"{what} has size {whole} along the dimension, expected a multiple of {part}")


def _require_parts(op: Signature, what: str, type: TensorType, name: str, dim: int, parts: int) -> None:
    size = type.shape[dim]
    if size is not None and size % parts:
        raise op.error(f"{name} = {dim} of {what}, a {type}, has size {size}, which isn't a multiple of {parts}")


def _times(dim: Dim, factor: int | None) -> Dim:
    if factor is None:
        return Dim(None)
    return Dim(*(None if size is None else size * factor for size in dim))


def _over(dim: Dim, parts: int) -> Dim:
    return Dim(*(None if size is None else size // parts for size in dim))


def _written(op: Signature) -> str:
    rows = rows_of(op.attributes)
    return "a mesh" if rows is None else f"replica_groups = {table_text(rows)}"
