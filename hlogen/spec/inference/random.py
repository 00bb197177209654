"""Result types of rng and rng_bit_generator, which the program declares."""

from __future__ import annotations

from hlogen.ir.attributes import EnumAttr
from hlogen.ir.types import FloatType, IntegerType, TensorType, Type, is_integer
from hlogen.spec.inference.registry import Signature, rule


@rule("stablehlo.rng")
def rng(op: Signature) -> tuple[Type, ...]:
    a, b, shape = op.tensors("a", "b", "shape")
    result = op.declared_tensor()
    if a.rank or b.rank:
        raise op.error(f"a is {a} and b is {b}, expected scalars")
    type = op.same_element_type({"a": a, "b": b, "the result": result})
    distribution = op.attribute("rng_distribution", EnumAttr, "#stablehlo<rng_distribution ...>").value
    if not isinstance(type, (FloatType, IntegerType)) or (distribution == "NORMAL" and not isinstance(type, FloatType)):
        wanted = "floats" if distribution == "NORMAL" else "integers, booleans or floats"
        raise op.error(f"a is {a}, expected {wanted} for {distribution}")
    if shape.rank != 1 or not is_integer(shape.element_type) or shape.shape[0] not in (None, result.rank):
        raise op.error(f"shape is {shape}, expected the {result.rank} sizes of the result {result}")
    return (result,)


@rule("stablehlo.rng_bit_generator")
def rng_bit_generator(op: Signature) -> tuple[Type, ...]:
    state = op.tensor("initial_state")
    if op.declared is None or len(op.declared) != 2:
        raise op.error("the result types don't follow from the operands; give those of output_state and output")
    output = op.as_tensor("output", op.declared[1])
    algorithm = op.attribute("rng_algorithm", EnumAttr, "#stablehlo<rng_algorithm ...>").value
    sizes = {"THREE_FRY": (2,), "PHILOX": (2, 3)}.get(algorithm)
    if state.rank != 1 or state.element_type != IntegerType(64, "unsigned"):
        raise op.error(f"initial_state is {state}, expected a rank-1 tensor of ui64")
    if sizes is not None and state.shape[0] is not None and state.shape[0] not in sizes:
        raise op.error(f"initial_state is {state}, expected {' or '.join(map(str, sizes))} elements for {algorithm}")
    if not isinstance(output.element_type, FloatType) and not is_integer(output.element_type):
        raise op.error(f"output is {output}, expected integers or floats")
    return TensorType(state.shape, state.element_type), output
