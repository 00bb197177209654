"""jvp, vjp, grad, value_and_grad: functions of derivatives."""

from __future__ import annotations

from typing import Any, overload

from hlogen.autodiff.batched import Batched
from hlogen.autodiff.site import full_like
from hlogen.autodiff.source import Source, Wrt, is_one_argument, is_real_scalar, or_zeros, types_text
from hlogen.builder import trees
from hlogen.builder.function import Function
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Tree
from hlogen.door import strict
from hlogen.ir import HasModule


@overload
def jvp(
    function: HasModule, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Function: ...
@overload
def jvp(
    function: Batched, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Batched: ...
@strict
def jvp(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments, then a tangent for each argument in `wrt`, that returns the results of
    `function`, then a tangent for each of its results that has floats or complex numbers.

    A tangent has the type of what it belongs to. `function` is what ``@hl.function`` makes, any program (of `entry`,
    else of ``@main`` or the only public function), or what `hlogen.vmap` makes without a size, and so is the result
    then. The new function has the name `name`, else that of `function` followed by ``_jvp`` and what `wrt` says. For
    second and higher derivatives, apply again.

    Where an argument or result is a tree (see `hlogen.function`), so is what belongs to it, with None for what has no
    floats; `wrt` may name a leaf (``"params.w"``). The entries of a tuple that is returned are results one by one.

    With `has_aux`, `function` returns a pair ``output, aux``: the results are those of `output` alone, and `aux`, any
    tree, comes last as it is. Nothing in it is derived, so that it may be computed by what has no derivative.

    Raises UsageError where `wrt` names no argument or one of integers, where `has_aux` is said of what returns no pair,
    and, naming the operation and its place, where a derivative goes through an operation that has none.
    """
    if isinstance(function, Batched):
        return function.derived(lambda sized: jvp(sized, wrt, has_aux=has_aux, name=name), entry)
    source = Source(function, entry, "jvp", has_aux)
    chosen = source.chosen(wrt)
    numbers = chosen.numbers
    types = [*source.types, *(source.types[number] for number in numbers)]
    names = [*source.names, *source.tangent_names(chosen)]

    def python_function(*values: Tensor) -> Tree:
        primals, tangents = values[: len(source.types)], values[len(source.types) :]
        results, outgoing = source.pushed_forward(primals, numbers, tangents)
        derivatives = [or_zeros(outgoing[number], results[number]) for number in source.differentiable]
        return source.returned(results, derivatives, source.derived_entries)

    return source.built(python_function, types, names, name, wrt, chosen, [*source.inputs.parts, *chosen.parts])


@overload
def vjp(
    function: HasModule, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Function: ...
@overload
def vjp(
    function: Batched, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Batched: ...
@strict
def vjp(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments, then a cotangent for each of its results that has floats or complex
    numbers, that returns the results of `function`, then a gradient for each argument in `wrt`.

    A cotangent and a gradient have the types of what they belong to. For complex numbers, the gradient ``g`` of an
    argument is such that a tangent ``t`` there and the cotangents ``c`` of the results agree with `jvp`: the real part
    of the sum of ``g * t`` is that of ``c * tangent of the result``, without conjugation (as in JAX).

    `function`, `has_aux`, `name` and `entry` as for `jvp`; the name ends in ``_vjp``. An `aux` takes no cotangent, and
    comes after the gradients. Raises UsageError as `jvp`, and where every path from an argument that `wrt` names to the
    results goes through integers, so that there is nothing to derive.
    """
    if isinstance(function, Batched):
        return function.derived(lambda sized: vjp(sized, wrt, has_aux=has_aux, name=name), entry)
    source = Source(function, entry, "vjp", has_aux)
    chosen = source.chosen(wrt)
    types = [*source.types, *(source.result_types[number] for number in source.differentiable)]
    called = [name for number, tree in enumerate(source.derived.entries) for name in tree.called(f"cotangent{number}")]
    names = [*source.names, *(called[number] for number in source.differentiable)]

    def python_function(*values: Tensor) -> Tree:
        primals = values[: len(source.types)]
        cotangents: list[Tensor | None] = [None] * len(source.result_types)
        for number, cotangent in zip(source.differentiable, values[len(source.types) :], strict=True):
            cotangents[number] = cotangent
        results, gradients = source.pulled_back(primals, chosen.numbers, wrt, lambda results: cotangents)
        return source.returned(results, gradients, chosen.parts)

    return source.built(
        python_function, types, names, name, wrt, chosen, [*source.inputs.parts, *source.derived_entries]
    )


@overload
def grad(
    function: HasModule, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Function: ...
@overload
def grad(
    function: Batched, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Batched: ...
@strict
def grad(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments that returns the gradient of its result: one tensor if `wrt` is one number
    or name (or there is only one argument to choose), else one for each.

    `function` returns one float of rank 0; with `has_aux` a pair of that and of any tree, and so does the gradient's
    function: ``gradient, aux``. A gradient has the type of its argument; for complex arguments see `vjp`. `name` and
    `entry` as for `jvp`; the name ends in ``_grad``. Raises UsageError as `vjp`.
    """
    return _gradient(function, wrt, has_aux, name, entry, "grad")


@overload
def value_and_grad(
    function: HasModule, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Function: ...
@overload
def value_and_grad(
    function: Batched, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Batched: ...
@strict
def value_and_grad(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """As `grad`, what `function` returns coming first, and then a gradient for each argument in `wrt`.

    With `has_aux` what comes first is the pair: ``(value, aux), gradient``.
    """
    return _gradient(function, wrt, has_aux, name, entry, "value_and_grad")


def _gradient(
    function: HasModule | Batched, wrt: Wrt, has_aux: bool, name: str | None, entry: str | None, what: str
) -> Function | Batched:
    if isinstance(function, Batched):
        return function.derived(lambda sized: _as_function(_gradient(sized, wrt, has_aux, name, None, what)), entry)
    source = Source(function, entry, what, has_aux)
    chosen = source.chosen(wrt)
    if len(source.result_types) != 1 or not is_real_scalar(source.result_types[0]):
        raise usage_error(
            f"{what} derives one float of rank 0, but {source.name} returns {types_text(source.result_types)}\n"
            "  fix: return one number, such as a sum, "
            + ("return what else there is as aux (has_aux=True), " if len(source.result_types) > 1 else "")
            + "or use hl.vjp, which takes a cotangent for each result"
        )
    is_lone = is_one_argument(wrt, chosen)

    def python_function(*primals: Tensor) -> Any:
        results, flat = source.pulled_back(primals, chosen.numbers, wrt, lambda results: [full_like(results[0], 1)])
        gradients = trees.unflattened(chosen.parts, flat)
        if what == "value_and_grad":
            value = source.output.unflatten(results)
            return (value, *gradients)
        gradient = gradients[0] if is_lone else tuple(gradients)
        return (gradient, *trees.unflattened(source.aux, results[1:])) if has_aux else gradient

    return source.built(
        python_function, source.types, source.names, name, wrt, chosen, source.inputs.parts, is_lone=is_lone
    )


def _as_function(made: Function | Batched) -> Function:
    assert isinstance(made, Function)
    return made
