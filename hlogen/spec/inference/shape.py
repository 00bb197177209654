"""Result types of the ops that make, move and cut tensors."""

from __future__ import annotations

from hlogen.ir.attributes import DenseElements
from hlogen.ir.types import I32, IndexType, QuantizedType, TensorType, TokenType, TupleType, Type, is_integer
from hlogen.spec.dims import Dim, dims_of, exceeds, tensor_of
from hlogen.spec.inference.registry import Signature, rule, tensor
from hlogen.spec.predicates import counted


@rule("stablehlo.constant")
def constant(op: Signature) -> tuple[Type, ...]:
    op.tensors()
    if op.declared is not None:
        return (op.declared_tensor(),)  # a quantized constant's value has the storage type
    return (op.attribute("value", DenseElements, "a dense constant").type,)


@rule("stablehlo.iota")
def iota(op: Signature) -> tuple[Type, ...]:
    op.tensors()
    result, dimension = op.declared_tensor(), op.integer("iota_dimension")
    op.dimension("iota_dimension", dimension, result.rank)
    return (result,)


@rule("stablehlo.broadcast_in_dim")
def broadcast_in_dim(op: Signature) -> tuple[Type, ...]:
    operand, result = op.tensor("operand"), op.declared_tensor()
    _require_broadcast(op, operand, result)
    _same_elements(op, operand, result)
    return (result,)


@rule("stablehlo.reshape")
def reshape(op: Signature) -> tuple[Type, ...]:
    operand, result = op.tensor("operand"), op.declared_tensor()
    _require_one_size(op, operand, result)
    _same_elements(op, operand, result)
    return (result,)


@rule("stablehlo.transpose")
def transpose(op: Signature) -> tuple[Type, ...]:
    operand, permutation = op.tensor("operand"), op.integers("permutation")
    if sorted(permutation) != list(range(operand.rank)):
        raise op.error(f"permutation = {list(permutation)} is no permutation of the dimensions of {operand}")
    dims, element_type = dims_of(operand), operand.element_type
    if isinstance(element_type, QuantizedType) and element_type.axis is not None:
        element_type = QuantizedType(
            element_type.storage_type,
            element_type.expressed_type,
            element_type.scales,
            element_type.zero_points,
            permutation.index(element_type.axis),
            element_type.storage_min,
            element_type.storage_max,
        )
    return tensor([dims[dim] for dim in permutation], element_type)


@rule("stablehlo.slice")
def slice(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    starts, limits, strides = op.integers("start_indices"), op.integers("limit_indices"), op.integers("strides")
    for name, values in (("start_indices", starts), ("limit_indices", limits), ("strides", strides)):
        op.counted(name, values, operand.rank)
    sizes = []
    for at, (start, limit, stride, dim) in enumerate(zip(starts, limits, strides, dims_of(operand), strict=True)):
        if stride <= 0:
            raise op.error(f"strides[{at}] = {stride}, expected at least 1")
        if not 0 <= start <= limit or exceeds(Dim(limit), dim):
            raise op.error(f"dimension {at}, of size {dim}, can't be sliced from {start} to {limit}")
        sizes.append(Dim(-(-(limit - start) // stride)))
    return tensor(sizes, operand.element_type)


@rule("stablehlo.concatenate")
def concatenate(op: Signature) -> tuple[Type, ...]:
    inputs, dimension = op.variadic("inputs"), op.integer("dimension")
    op.dimension("dimension", dimension, inputs[0].rank)
    named = {f"inputs[{at}]": type for at, type in enumerate(inputs)}
    element_type = op.same_element_type(named)
    if any(type.rank != inputs[0].rank for type in inputs):
        raise op.error(f"expected inputs of one rank, but they are {', '.join(map(str, inputs))}")
    rest = op.same_shape({name: _without(type, dimension) for name, type in named.items()})
    along = [dims_of(type)[dimension] for type in inputs]
    size, bound = _sum([dim.size for dim in along]), _sum([dim.largest for dim in along])
    return tensor([*rest[:dimension], Dim(size, bound if size is None else None), *rest[dimension:]], element_type)


@rule("stablehlo.pad")
def pad(op: Signature) -> tuple[Type, ...]:
    operand, value = op.tensors("operand", "padding_value")
    if value.rank or value.element_type != operand.element_type:
        raise op.error(f"padding_value is {value}, expected tensor<{operand.element_type}>")
    low, high = op.integers("edge_padding_low"), op.integers("edge_padding_high")
    interior = op.integers("interior_padding")
    for name, values in (("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)):
        op.counted(name, values, operand.rank)
    dims = []
    for at, dim in enumerate(dims_of(operand)):
        if interior[at] < 0:
            raise op.error(f"interior_padding[{at}] = {interior[at]}, expected at least 0")

        def padded(size: int | None, at: int = at) -> int | None:
            return None if size is None else size + low[at] + high[at] + max(size - 1, 0) * interior[at]

        size = padded(dim.size)
        if size is not None and size < 0:
            raise op.error(f"dimension {at} of size {dim} would be left with {size} elements")
        dims.append(Dim(size, padded(dim.bound)))
    return tensor(dims, operand.element_type)


@rule("stablehlo.reverse")
def reverse(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    op.dimensions("dimensions", op.integers("dimensions"), operand.rank)
    return (operand,)


@rule("stablehlo.dynamic_slice")
def dynamic_slice(op: Signature) -> tuple[Type, ...]:
    operand, *starts = op.variadic("operand")
    sizes = op.integers("slice_sizes")
    op.counted("slice_sizes", sizes, operand.rank)
    op.scalar_indices("start_indices", starts, operand.rank)
    for at, (size, dim) in enumerate(zip(sizes, dims_of(operand), strict=True)):
        if size < 0 or exceeds(Dim(size), dim):
            raise op.error(f"slice_sizes[{at}] = {size}, but dimension {at} of operand has size {dim}")
    return tensor([Dim(size) for size in sizes], operand.element_type)


@rule("stablehlo.dynamic_update_slice")
def dynamic_update_slice(op: Signature) -> tuple[Type, ...]:
    operand, update, *starts = op.variadic("operand", at_least=2)
    _same_elements(op, operand, update)
    op.scalar_indices("start_indices", starts, operand.rank)
    if update.rank != operand.rank or any(map(exceeds, dims_of(update), dims_of(operand))):
        raise op.error(f"update {update} doesn't fit into operand {operand}")
    return (operand,)


@rule("stablehlo.get_dimension_size")
def get_dimension_size(op: Signature) -> tuple[Type, ...]:
    op.dimension("dimension", op.integer("dimension"), op.tensor("operand").rank)
    return (TensorType((), I32),)


@rule("stablehlo.set_dimension_size")
def set_dimension_size(op: Signature) -> tuple[Type, ...]:
    """A size known to be at most what it was."""
    operand, size = op.tensors("operand", "size")
    dimension = op.integer("dimension")
    op.dimension("dimension", dimension, operand.rank)
    if size != TensorType((), I32):
        raise op.error(f"size is {size}, expected tensor<i32>")
    dims = list(dims_of(operand))
    dims[dimension] = Dim(None, dims[dimension].largest)
    return tensor(dims, operand.element_type)


@rule("stablehlo.real_dynamic_slice")
def real_dynamic_slice(op: Signature) -> tuple[Type, ...]:
    names = ("operand", "start_indices", "limit_indices", "strides")
    operand, *bounds = op.tensors(*names)
    for name, type in zip(names[1:], bounds, strict=True):
        is_index = is_integer(type.element_type) or isinstance(type.element_type, IndexType)
        if type.rank != 1 or type.shape[0] not in (None, operand.rank) or not is_index:
            raise op.error(f"{name} is {type}, expected {counted(operand.rank, 'integer')}")
    op.same_element_type(dict(zip(names[1:], bounds, strict=True)))
    return tensor([Dim(None)] * operand.rank, operand.element_type)


@rule("stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_iota", "stablehlo.dynamic_reshape")
def of_dynamic_shape(op: Signature) -> tuple[Type, ...]:
    """The last operand is the result's shape, of which the rank is known; a program may declare more than that."""
    *operands, shape = op.variadic("operands")
    if shape.rank != 1 or not (is_integer(shape.element_type) or isinstance(shape.element_type, IndexType)):
        raise op.error(f"the result's shape is {shape}, expected a rank-1 tensor of integers")
    rank = shape.shape[0]
    if op.declared is None and operands and rank is not None:
        result = tensor_of([Dim(None)] * rank, operands[0].element_type)
    else:
        result = op.declared_tensor()
    if rank is not None and result.rank != rank:
        raise op.error(f"the result is {result}, but the shape {shape} has {counted(rank, 'size')}")
    match op.name, operands:
        case "stablehlo.dynamic_iota", []:
            op.dimension("iota_dimension", op.integer("iota_dimension"), result.rank)
        case "stablehlo.dynamic_broadcast_in_dim", [operand]:
            _same_elements(op, operand, result)
            _require_broadcast(op, operand, result)
            known = [op.optional_integers(f"known_{how}_dimensions", ()) for how in ("expanding", "nonexpanding")]
            op.dimensions("known_expanding_dimensions + known_nonexpanding_dimensions", sum(known, ()), operand.rank)
        case "stablehlo.dynamic_reshape", [operand]:
            _require_one_size(op, operand, result)
            _same_elements(op, operand, result)
        case _:
            raise op.error(f"found {counted(len(op.operands), 'operand')}, which are too few or too many")
    return (result,)


@rule("stablehlo.dynamic_pad")
def dynamic_pad(op: Signature) -> tuple[Type, ...]:
    names = ("operand", "padding_value", "edge_padding_low", "edge_padding_high", "interior_padding")
    operand, value, *paddings = op.tensors(*names)
    if value.rank or value.element_type != operand.element_type:
        raise op.error(f"padding_value is {value}, expected tensor<{operand.element_type}>")
    for name, padding in zip(names[2:], paddings, strict=True):
        if padding.rank != 1 or padding.shape[0] not in (None, operand.rank):
            raise op.error(f"{name} is {padding}, expected {counted(operand.rank, 'integer')}")
    return tensor([Dim(None)] * operand.rank, operand.element_type)


@rule("stablehlo.optimization_barrier")
def optimization_barrier(op: Signature) -> tuple[Type, ...]:
    for at, type in enumerate(op.operands):
        if not isinstance(type, (TensorType, TokenType)):
            raise op.error(f"operand[{at}] has type {type}, expected a tensor or a token")
    return op.operands


@rule("stablehlo.tuple")
def tuple_(op: Signature) -> tuple[Type, ...]:
    for at, type in enumerate(op.operands):
        if not isinstance(type, (TensorType, TokenType, TupleType)):
            raise op.error(f"val[{at}] has type {type}, expected a tensor, a token or a tuple")
    return (TupleType(op.operands),)


@rule("stablehlo.get_tuple_element")
def get_tuple_element(op: Signature) -> tuple[Type, ...]:
    (operand,) = op.operands if len(op.operands) == 1 else (None,)
    if not isinstance(operand, TupleType):
        raise op.error(f"expected 1 operand of a tuple type, found {', '.join(map(str, op.operands)) or 'none'}")
    at = op.integer("index")
    if not 0 <= at < len(operand.element_types):
        raise op.error(f"index = {at}, but {operand} has {len(operand.element_types)} elements")
    return (operand.element_types[at],)


@rule("stablehlo.after_all")
def after_all(op: Signature) -> tuple[Type, ...]:
    if any(not isinstance(type, TokenType) for type in op.operands):
        raise op.error(f"expected tokens, found {', '.join(map(str, op.operands))}")
    return (TokenType(),)


def _require_broadcast(op: Signature, operand: TensorType, result: TensorType) -> None:
    dims = op.integers("broadcast_dimensions")
    op.counted("broadcast_dimensions", dims, operand.rank)
    op.dimensions("broadcast_dimensions", dims, result.rank)
    for at, dim in enumerate(dims):
        have, want = operand.shape[at], result.shape[dim]
        if have is not None and want is not None and have not in (1, want):
            raise op.error(
                f"dimension {at} of operand has size {have}, dimension {dim} of the result {want}: expected 1 or {want}"
            )


def _require_one_size(op: Signature, operand: TensorType, result: TensorType) -> None:
    if operand.is_static and result.is_static and operand.size != result.size:
        raise op.error(f"operand {operand} has {operand.size} elements, the result {result} has {result.size}")


def _same_elements(op: Signature, a: TensorType, b: TensorType) -> None:
    """Equal element types, or quantized ones, whose axis may have moved."""
    if a.element_type != b.element_type and not (
        isinstance(a.element_type, QuantizedType) and isinstance(b.element_type, QuantizedType)
    ):
        raise op.error(f"element types differ: {a} and {b}")


def _without(type: TensorType, dimension: int) -> TensorType:
    dims = dims_of(type)
    return tensor_of([*dims[:dimension], *dims[dimension + 1 :]], type.element_type)


def _sum(sizes: list[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None
