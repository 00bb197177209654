"""Programs as functions of JAX: the adapter behind `hl.to_jax`.

A program becomes one operation of JAX's, with four rules: what it gives (types), how it is lowered (the program is put
into the module that JAX compiles), what its derivative is (the program of its tangents, hl.jvp; transposed, the program
of its gradients, hl.vjp) and how it is batched (hl.vmap). All of these are programs again, so the rules nest.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.extend.mlir.dialects import func, stablehlo
from jax.interpreters import ad, batching, mlir

from hlogen.autodiff.derivatives import jvp, vjp
from hlogen.autodiff.made import argument_names
from hlogen.autodiff.site import is_differentiable, zeros
from hlogen.autodiff.vmap import vmap
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.traced import Traced
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.interop.adopted import Adopted
from hlogen.interop.jax import JaxForm, held_number
from hlogen.ir import HasModule, QuantizedType, TensorType, Type, dtype_of, element_type_of
from hlogen.mlir import writer
from hlogen.program.axes import require_bound
from hlogen.program.calls import entry_of
from hlogen.program.structure import returned

_MAIN = "main"  # what JAX calls the function of a module that is put into another one

_program = Primitive("hlogen_program")
_program.multiple_results = True


def to_jax(program: HasModule, entry: str | None) -> Callable[..., Any]:
    """See `hlogen.interop.to_jax`."""
    if not isinstance(program, HasModule):
        raise usage_error(f"program is what hl.function, hl.parse or hl.from_jax makes, not {type(program).__name__}")
    embedded = _Embedded(program, entry)
    form = program.form if isinstance(program, Adopted) and entry is None else None
    if not isinstance(form, JaxForm):
        form = None
    own = program if isinstance(program, Function) and entry is None else None

    def called(*args: Any, **kwargs: Any) -> Any:
        if form is not None:
            return form.unflatten(embedded.called(form.flat(args, kwargs, embedded.name)))
        if kwargs:
            raise usage_error(f"{embedded.name} takes its arguments in order, not by name: {', '.join(kwargs)}")
        results = embedded.called(args if own is None else own.leaves(args))
        if own is not None:
            return own.output.unflatten(results)
        return results[0] if len(results) == 1 else tuple(results)

    if hasattr(program, "__wrapped__"):  # whose parameters are those of the program
        functools.update_wrapper(called, program.__wrapped__)
    called.__name__ = called.__qualname__ = embedded.name
    called.__doc__ = f"The program {embedded.name}, of {', '.join(map(str, embedded.arguments)) or 'nothing'}."
    return called


class _Embedded:
    """A program as JAX's operation has it. Each is one object, by which JAX knows it again."""

    def __init__(self, program: HasModule, entry: str | None = None) -> None:
        self.module = program.module
        function = entry_of(program, entry)
        self.name = function.name
        self.names = argument_names(function.body)
        whats = [f"argument {name} of {self.name}" for name in self.names]
        self.arguments = [_tensor(value.type, what) for value, what in zip(function.arguments, whats, strict=True)]
        self.results = [
            _tensor(value.type, f"result {number} of {self.name}")
            for number, value in enumerate(returned(function.body))
        ]
        self.taken = [_taken(type, what) for type, what in zip(self.arguments, whats, strict=True)]
        self.given = [_given(type, f"result {number} of {self.name}") for number, type in enumerate(self.results)]
        self._made: dict[tuple[Any, ...], _Embedded] = {}

    def called(self, leaves: Sequence[Any]) -> Any:
        """The results for what is given for its arguments, as arrays of JAX."""
        return self.compiled(*_operands(leaves, self))

    @property
    def differentiable(self) -> list[int]:
        """The numbers of the results that have tangents."""
        return [number for number, type in enumerate(self.results) if is_differentiable(type)]

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        def program(*operands: Any) -> Any:
            return _program.bind(*operands, program=self)

        program.__name__ = self.name
        jitted: Callable[..., Any] = jax.jit(program)
        return jitted

    @cached_property
    def text(self) -> str:
        require_bound(self.module)
        return writer.to_text(self.module, verify=False, locations=True)

    def tangents(self, numbers: tuple[int, ...]) -> _Tangents:
        """The program of the results' tangents, for tangents of the arguments `numbers`."""
        made = self._once(("tangents", numbers), lambda: _Tangents(self, numbers))
        assert isinstance(made, _Tangents)
        return made

    def gradients(self, numbers: tuple[int, ...]) -> _Gradients:
        """The program of gradients of the arguments `numbers`, for cotangents of the results."""
        made = self._once(("gradients", numbers), lambda: _Gradients(self, numbers))
        assert isinstance(made, _Gradients)
        return made

    def batched(self, axes: tuple[int | None, ...], size: int) -> _Embedded:
        def make() -> _Embedded:
            return _Embedded(vmap(self.module, axes, 0, axis_size=size, entry=self.name))

        return self._once(("batched", axes, size), make)

    def transposed(self, operands: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        """What flows back to the operands that aren't known (None among `operands`), in which the program is linear."""
        raise usage_error(
            f"{self.name} isn't linear, so it can't be transposed\n"
            "  fix: use jax.grad or jax.vjp, and jax.vmap around these"
        )

    def __repr__(self) -> str:
        return f"<hlogen program {self.name}>"

    def _once(self, key: tuple[Any, ...], make: Callable[[], _Embedded]) -> _Embedded:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


class _Tangents(_Embedded):
    """Takes the arguments of `source`, then tangents for those of `numbers`; gives tangents for its results."""

    def __init__(self, source: _Embedded, numbers: tuple[int, ...]) -> None:
        self.source, self.numbers = source, numbers
        self.refused: UsageError | None = None  # why there are none: JAX asks for them on its way back as well
        try:
            whole = jvp(source.module, numbers, entry=source.name)
            alone = _chosen(whole, range(len(source.results), len(whole.type.results)))
        except UsageError as error:
            try:
                vjp(source.module, numbers, entry=source.name)
            except UsageError:
                raise error from None  # nor is there a way back, so that JAX needn't run anything to hear of it
            self.refused = error
            alone = _in_place_of_tangents(source, numbers)
        super().__init__(alone)

    @cached_property
    def text(self) -> str:
        self._require()
        return super().text

    def batched(self, axes: tuple[int | None, ...], size: int) -> _Embedded:
        self._require()
        return super().batched(axes, size)

    def _require(self) -> None:
        if self.refused is not None:
            raise self.refused

    def transposed(self, operands: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        count = len(self.source.arguments)
        asked = [at for at, operand in enumerate(operands) if operand is None]
        back = self.source.gradients(tuple(self.numbers[at - count] for at in asked))
        return list(_program.bind(*operands[:count], *cotangents, program=back))


class _Gradients(_Embedded):
    """Takes the arguments of `source`, then cotangents for its results; gives gradients of the arguments `numbers`."""

    def __init__(self, source: _Embedded, numbers: tuple[int, ...]) -> None:
        self.source, self.numbers = source, numbers
        everyone = tuple(number for number, type in enumerate(source.arguments) if is_differentiable(type))
        whole, made = _gradients(source, numbers, everyone)
        super().__init__(_chosen(whole, [len(source.results) + made.index(number) for number in numbers]))

    def transposed(self, operands: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        count = len(self.source.arguments)
        tangents = _program.bind(*operands[:count], *cotangents, program=self.source.tangents(self.numbers))
        return [tangents[at - count] for at, operand in enumerate(operands) if operand is None]


def _gradients(
    source: _Embedded, numbers: tuple[int, ...], everyone: tuple[int, ...]
) -> tuple[Function, tuple[int, ...]]:
    """The program of gradients, and the arguments that it has them for.

    One that reaches the results through integers alone has none when it is asked for by itself, and zero among all.
    """
    if numbers != everyone:
        try:
            return vjp(source.module, numbers, entry=source.name), numbers
        except UsageError:
            pass
    return vjp(source.module, entry=source.name), everyone


def _in_place_of_tangents(source: _Embedded, numbers: tuple[int, ...]) -> Function:
    """A program of the types that tangents have, which is never run."""
    types = [*source.arguments, *(source.arguments[number] for number in numbers)]
    results = [source.results[number] for number in source.differentiable]
    return built(lambda *_: tuple(map(zeros, results)), types, f"{source.name}_jvp_alone")


def _chosen(function: Function, numbers: Sequence[int]) -> Function:
    """The function that gives some of the results of another one, which gives several."""

    def python_function(*arguments: Tensor) -> tuple[Tensor, ...]:
        results = function(*arguments)
        return tuple(results[number] for number in numbers)

    block = function.operation.regions[0].block
    return built(python_function, function.type.inputs, f"{function.name}_alone", names=argument_names(block))


# ---- what JAX asks of the operation


def _run(*operands: Any, program: _Embedded) -> Any:
    with jax.disable_jit(False):  # there is no other way to run it
        return program.compiled(*operands)


def _types(*operands: Any, program: _Embedded) -> Any:
    return [jax.core.ShapedArray(type.shape, dtype) for type, dtype in zip(program.results, program.given, strict=True)]


def _lowered(context: Any, *operands: Any, program: _Embedded) -> Any:
    module = mlir.ir.Module.parse(program.text, context.module_context.context)
    table = mlir.ir.SymbolTable(module.operation)
    if program.name != _MAIN:
        if _MAIN in table:
            free = next(name for number in range(len(program.text)) if (name := f"{_MAIN}_{number}") not in table)
            table.replace_all_symbol_uses(_MAIN, free, module.operation)
            table.set_symbol_name(table[_MAIN], free)
        table.set_symbol_name(table[program.name], _MAIN)
    into = context.module_context
    name = mlir.merge_mlir_modules(into.module, program.name, module, dst_symtab=into.symbol_table)
    values = [
        operand if dtype_of(type.element_type) == dtype else stablehlo.convert(_mlir_type(type), operand)
        for operand, type, dtype in zip(operands, program.arguments, program.taken, strict=True)
    ]
    results = [_mlir_type(type) for type in program.results]
    return func.CallOp(results, mlir.ir.FlatSymbolRefAttr.get(name), values).results


def _mlir_type(type: TensorType) -> Any:
    return mlir.ir.Type.parse(str(type))


def _derived(primals: Sequence[Any], tangents: Sequence[Any], *, program: _Embedded) -> Any:
    results = _program.bind(*primals, program=program)
    known = {
        number: tangent
        for number, (tangent, type) in enumerate(zip(tangents, program.arguments, strict=True))
        if not isinstance(tangent, ad.Zero) and is_differentiable(type)
    }
    outgoing: dict[int, Any] = {}
    if known and program.differentiable:
        of_program = program.tangents(tuple(known))
        outgoing = dict(
            zip(program.differentiable, _program.bind(*primals, *known.values(), program=of_program), strict=True)
        )
    return results, [
        outgoing[number] if number in outgoing else ad.Zero(jax.typeof(result).to_tangent_aval())
        for number, result in enumerate(results)
    ]


def _transposed(cotangents: Sequence[Any], *operands: Any, program: _Embedded) -> Any:
    known = [None if ad.is_undefined_primal(operand) else operand for operand in operands]
    back = iter(program.transposed(known, [ad.instantiate_zeros(cotangent) for cotangent in cotangents]))
    return [next(back) if operand is None else None for operand in known]


def _batched(operands: Sequence[Any], axes: Sequence[Any], *, program: _Embedded) -> Any:
    places = tuple(axis if isinstance(axis, int) else None for axis in axes)
    size = next(operand.shape[axis] for operand, axis in zip(operands, places, strict=True) if axis is not None)
    of_batch = program.batched(places, size)
    return _program.bind(*operands, program=of_batch), [0] * len(of_batch.results)


_program.def_impl(_run)
_program.def_abstract_eval(_types)
mlir.register_lowering(_program, _lowered)
ad.primitive_jvps[_program] = _derived
ad.primitive_transposes[_program] = _transposed
batching.primitive_batchers[_program] = _batched


# ---- values and types of JAX


def _operands(leaves: Sequence[Any], program: _Embedded) -> list[Any]:
    """What is given as arrays of JAX; UsageError where it doesn't fit."""
    if len(leaves) != len(program.arguments):
        count = len(program.arguments)
        raise usage_error(f"{program.name} takes {count} argument{'' if count == 1 else 's'}, not {len(leaves)}")
    given = zip(leaves, program.arguments, program.taken, program.names, strict=True)
    return [_operand(leaf, type, dtype, f"argument {name} of {program.name}") for leaf, type, dtype, name in given]


def _operand(leaf: Any, type: TensorType, dtype: np.dtype[Any], what: str) -> Any:
    if isinstance(leaf, Traced):
        raise usage_error(f"{what} is a tensor of a function that is being built\n  fix: call the program itself there")
    if isinstance(leaf, (bool, int, float, complex)):
        leaf = held_number(leaf, element_type_of(dtype), what, type)
    if isinstance(leaf, jax.Array) and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended):
        leaf = jax.random.key_data(leaf)
    array = jnp.asarray(leaf)
    if array.dtype != dtype or array.shape != type.shape:
        shape = "x".join(map(str, array.shape)) or "()"
        raise usage_error(
            f"{what} is {type}, but an array of {shape} {array.dtype} is given"
            + (f"\n  fix: convert it: x.astype(jnp.{dtype.name})" if array.shape == type.shape else "")
        )
    return array


def _tensor(type: Type, what: str) -> TensorType:
    """A type that JAX has, but for its 64 bits."""
    if not isinstance(type, TensorType) or isinstance(type.element_type, QuantizedType):
        raise usage_error(f"{what} is {type}, of which JAX has no arrays\n  fix: give and return plain tensors")
    if not type.is_static:
        raise usage_error(f"{what} is {type}, and JAX has no arrays of unknown shape\n  fix: make it static")
    return type


def _taken(type: TensorType, what: str) -> np.dtype[Any]:
    """The elements that JAX's array for an argument has: integers of 64 bits may have 32 where JAX has no others."""
    dtype = dtype_of(type.element_type)
    known: np.dtype[Any] = np.dtype(jax.dtypes.canonicalize_dtype(dtype))
    if known != dtype and dtype.kind not in "iu":
        raise _too_wide(type, what)
    return known


def _given(type: TensorType, what: str) -> np.dtype[Any]:
    dtype = dtype_of(type.element_type)
    if jax.dtypes.canonicalize_dtype(dtype) != dtype:
        raise _too_wide(type, what)
    return dtype


def _too_wide(type: TensorType, what: str) -> UsageError:
    return usage_error(
        f"{what} is {type}, and 64 bits are switched off in JAX\n"
        '  fix: switch them on, jax.config.update("jax_enable_x64", True), or convert it in the program'
    )
