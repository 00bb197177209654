"""What upstream defines operations of other dialects to be, in StableHLO's own operations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hlogen.ir.module import Function
from hlogen.mlir import provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.diagnostics import upstream_messages
from hlogen.mlir.errors import BindingsError

LOWERS_CHLO = "builtin.module(func.func(chlo-legalize-to-stablehlo))"


@lru_cache(maxsize=64)
def chlo_defined(name: str, operands: int, element_type: str, shape: Sequence[int] = ()) -> Function:
    """A function that computes the elementwise operation `name` of chlo, with operations of StableHLO.

    Raises BindingsError where upstream doesn't define it for this element type.
    """
    tensor = f"tensor<{''.join(f'{size}x' for size in shape)}{element_type}>"
    arguments = [f"%arg{number}" for number in range(operands)]
    taken = ", ".join(f"{argument}: {tensor}" for argument in arguments)
    text = (
        f"func.func @main({taken}) -> {tensor} {{\n"
        f'  %0 = "{name}"({", ".join(arguments)}) : ({", ".join([tensor] * operands)}) -> {tensor}\n'
        f"  return %0 : {tensor}\n}}"
    )
    bindings = provider.find()
    module = bindings.ir.Module.parse(text, bindings.context())
    try:
        bindings.run_passes(module, LOWERS_CHLO)
    except bindings.ir.MLIRError as error:
        messages = "; ".join(message for _, message in upstream_messages(error, lambda _: None))
        raise BindingsError(f"upstream doesn't define {name} of {element_type}: {messages}") from error
    return Converter(bindings, module).module().function("main")
