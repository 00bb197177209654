"""Programs of JAX and PyTorch, and programs for JAX: `from_jax`, `to_jax`, `from_torch`.

Each framework has its adapter here, which is imported when one of these is called: a framework is nothing that hlogen
needs (extras ``hlogen[jax]``, ``hlogen[torch]``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from hlogen.door import public
from hlogen.errors import MissingPackageError, UsageError
from hlogen.ir import HasModule

if TYPE_CHECKING:
    from hlogen.interop.adopted import Adopted


@public
def from_jax(
    function: Callable[..., Any], *example_args: Any, name: str | None = None, **example_kwargs: Any
) -> Adopted:
    """The program of a JAX function, for arguments like these: arrays, numbers or ``jax.ShapeDtypeStruct``, in pytrees.

    ::

        program = hl.from_jax(loss, params, x)
        program(params, x)                            # as loss gives it, in NumPy arrays
        interpreter.run(program, *program.example_arguments(), sanitize=True)

    `function` is whatever ``jax.jit`` takes, jitted already or not; arguments that a jitted one calls static become
    part of the program. JAX lowers it as for a CPU, which leaves the least that isn't StableHLO. What comes back goes
    wherever a program goes (hl.grad, hl.analyze, hl.to_onnx, print): its arguments are the leaves of the pytrees,
    called as in Python (``params.w``), and its operations stand at the lines of Python that wrote them. It has the name
    of `function`, or `name` (an argument of `function` called ``name`` is given in order). Called, it takes and gives
    pytrees as `function` does, without the static arguments; without any arguments it runs on the examples.

    Raises UsageError where `name` is no text, an example is no array or `function` can't be traced, naming the line,
    and MissingPackageError where JAX isn't installed. What `function` itself raises is left as it is.
    """
    _require("jax")
    from hlogen.interop import jax

    return jax.from_jax(function, example_args, example_kwargs, name)


@public
def to_jax(program: HasModule, *, entry: str | None = None) -> Callable[..., Any]:
    """The function of JAX arrays that a program is: XLA runs it, also in ``jax.jit``, ``jax.grad`` and ``jax.vmap``.

    Derivatives are those of hlogen (hl.jvp, hl.vjp), forwards, backwards and to any order; batches are those of
    hl.vmap. It takes and gives what the program does when it is called, trees of arrays where it was made by
    hl.function or `from_jax`. `entry` is the function to call, ``@main`` or the only public one without it. Integers of
    64 bits are taken as those of 32 as long as JAX has no others (``jax_enable_x64``). Call this once, and what it
    gives again and again: that is compiled once.

    Raises UsageError where an argument or result is nothing that JAX has: tokens, tuples, quantized tensors, shapes
    that aren't known, 64 bits where JAX has them switched off; later on where arguments don't fit, and naming the
    operation where one has no derivative or batch. MissingPackageError where JAX isn't installed.
    """
    _require("jax")
    from hlogen.interop import jax_call

    return jax_call.to_jax(program, entry)


@public
def from_torch(module: Any, *example_args: Any, weights: Literal["constants", "arguments"] = "constants") -> Adopted:
    """The program of a PyTorch module (torch.nn.Module), for arguments like these: tensors and numbers, in pytrees.

    ::

        program = hl.from_torch(model.eval(), x)
        program(x)                                    # as model gives it, in NumPy arrays

    torch-mlir lowers it to StableHLO. Its `weights` are constants of the program, or arguments in front of the others,
    called as in PyTorch (``layer.weight``), so that derivatives go through them; calls give them as they were. For what
    comes back see `from_jax`. Its operations stand at the lines of Python that called PyTorch.

    Raises UsageError where an example is no tensor, where the module can't be exported or changes its buffers, as in
    training, and, naming the line, where torch-mlir can't lower an operation. MissingPackageError where PyTorch or
    torch-mlir isn't installed.
    """
    _require("torch")
    _require("torch_mlir", "torch")
    from hlogen.interop import torch

    return torch.from_torch(module, example_args, weights)


def adopt(value: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Adopted:
    """What a user's script has for a function, as a program: a module of PyTorch, or a function of JAX."""
    if any(cls.__module__ == "torch.nn.modules.module" for cls in type(value).__mro__):
        if kwargs:
            raise UsageError(f"a module of PyTorch is traced with arguments in order, not by name: {', '.join(kwargs)}")
        return from_torch(value, *args)
    _require("jax")
    from hlogen.interop import jax

    return jax.from_jax(value, args, kwargs)


def _require(package: str, extra: str = "") -> None:
    """Imports a framework; MissingPackageError where it isn't there."""
    try:
        __import__(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingPackageError(
            f'the package {package.replace("_", "-")} is missing: pip install "hlogen[{extra or package}]"'
        ) from None
