"""jacfwd, jacrev, hessian, hvp: derivatives as whole matrices, and products with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import overload

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batched import Batched
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.derivatives import grad
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.site import is_differentiable, permuted, reshaped
from hlogen.autodiff.source import Chosen, Source, Wrt, is_one_argument, is_real_scalar, or_zeros, types_text
from hlogen.builder import trees
from hlogen.builder.function import Function, built
from hlogen.builder.functions.creation import eye
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Tree
from hlogen.door import strict
from hlogen.ir import ComplexType, HasModule, TensorType


@overload
def jacfwd(
    function: HasModule,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function: ...
@overload
def jacfwd(
    function: Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Batched: ...
@strict
def jacfwd(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments that returns its Jacobian, column by column: for few inputs.

    Of a result of shape ``r`` by an argument of shape ``a`` the Jacobian has the shape ``r + a`` and the element type
    of the result. What is returned is the tree that `function` returns, with what belongs to `wrt` in place of each
    tensor: one tensor or tree if `wrt` is one number or name (or there is only one argument to choose), else a tuple.

    `function`, `wrt`, `has_aux`, `name` and `entry` as for `jvp`; the name ends in ``_jacfwd``. With `has_aux` it
    returns ``jacobian, aux``. `holomorphic` says that `function` goes from complex numbers to complex numbers and has
    one complex derivative; without it, complex arguments are an error, as in JAX.

    Raises UsageError as `jvp`, where a result has no floats, and where a shape is dynamic.
    """
    if isinstance(function, Batched):
        return function.derived(lambda f: jacfwd(f, wrt, has_aux=has_aux, holomorphic=holomorphic, name=name), entry)
    source = Source(function, entry, "jacfwd", has_aux)
    chosen = source.chosen(wrt)
    _require(source, chosen, holomorphic, is_forward=True)

    def python_function(*primals: Tensor) -> Tree:
        columns = [_columns(source, primals, number) for number in chosen.numbers]
        return _jacobian(source, chosen, wrt, primals, [[column[at] for column in columns] for at in _range(source)])

    return _built(source, python_function, wrt, chosen, name, holomorphic)


@overload
def jacrev(
    function: HasModule,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function: ...
@overload
def jacrev(
    function: Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Batched: ...
@strict
def jacrev(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """As `jacfwd`, row by row: for few outputs. The name ends in ``_jacrev``.

    An element has the element type of the argument. Complex arguments are taken where all results are real, with
    gradients as `vjp` has them; complex results need `holomorphic`, as in JAX. Raises UsageError as `vjp` and `jacfwd`.
    """
    if isinstance(function, Batched):
        return function.derived(lambda f: jacrev(f, wrt, has_aux=has_aux, holomorphic=holomorphic, name=name), entry)
    source = Source(function, entry, "jacrev", has_aux)
    chosen = source.chosen(wrt)
    _require(source, chosen, holomorphic, is_forward=False)

    def python_function(*primals: Tensor) -> Tree:
        return _jacobian(
            source, chosen, wrt, primals, [_rows(source, primals, chosen, wrt, at) for at in _range(source)]
        )

    return _built(source, python_function, wrt, chosen, name, holomorphic)


@overload
def hessian(
    function: HasModule,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function: ...
@overload
def hessian(
    function: Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Batched: ...
@strict
def hessian(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments that returns its second derivatives: `jacfwd` of `jacrev`.

    Of a loss by an argument of shape ``a`` that is a tensor of shape ``a + a``; of several arguments, ``hessian[i][j]``
    is by argument ``i`` of `wrt` and then by ``j``. Where only products with it are needed, `hvp` is far cheaper.

    `function`, `wrt`, `has_aux`, `holomorphic`, `name`, `entry` and errors as for `jacfwd`; the name ends in
    ``_hessian``.
    """
    if isinstance(function, Batched):
        return function.derived(lambda f: hessian(f, wrt, has_aux=has_aux, holomorphic=holomorphic, name=name), entry)
    source = Source(function, entry, "hessian", has_aux)
    chosen = source.chosen(wrt)
    _require(source, chosen, holomorphic, is_forward=False)
    if name is None:
        name = source.default_name(chosen)
    rows = jacrev(function, wrt, has_aux=has_aux, holomorphic=holomorphic, name=f"{name}_rows", entry=entry)
    return jacfwd(rows, wrt, has_aux=has_aux, holomorphic=holomorphic, name=name)


@overload
def hvp(
    function: HasModule, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Function: ...
@overload
def hvp(
    function: Batched, wrt: Wrt = None, *, has_aux: bool = False, name: str | None = None, entry: str | None = None
) -> Batched: ...
@strict
def hvp(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """The function of `function`'s arguments, then a tangent for each argument in `wrt`, that returns the product of
    the Hessian with these: one tensor or tree if `wrt` is one number or name, else one for each.

    The Hessian itself is never made: it is the forward derivative of the gradient, and costs a few times what
    `function` does. `function` returns one float of rank 0 (with `has_aux` beside any tree, which then comes after the
    product). `wrt`, `name` and `entry` as for `grad`; the name ends in ``_hvp``. Raises UsageError as `grad`.
    """
    if isinstance(function, Batched):
        return function.derived(lambda f: hvp(f, wrt, has_aux=has_aux, name=name), entry)
    source = Source(function, entry, "hvp", has_aux)
    chosen = source.chosen(wrt)
    if len(source.result_types) != 1 or not is_real_scalar(source.result_types[0]):
        raise usage_error(
            f"hvp derives one float of rank 0, but {source.name} returns {types_text(source.result_types)}\n"
            "  fix: return one number, such as a sum, or use hl.jvp of hl.vjp, which takes a cotangent for each result"
        )
    if name is None:
        name = source.default_name(chosen)
    gradient = grad(function, wrt, has_aux=has_aux, name=f"{name}_gradient", entry=entry)
    first = Source(gradient, None, "hvp", has_aux)
    numbers = chosen.numbers
    types = [*source.types, *(source.types[number] for number in numbers)]
    names = [*source.names, *source.tangent_names(chosen)]

    def python_function(*values: Tensor) -> Tree:
        primals, tangents = values[: len(source.types)], values[len(source.types) :]
        results, outgoing = first.pushed_forward(primals, numbers, tangents)
        products = [or_zeros(tangent, result) for tangent, result in zip(outgoing, results, strict=False)]
        product = first.derived.unflatten(products)
        return (product, *trees.unflattened(first.aux, results[first.count :])) if has_aux else product

    return source.built(python_function, types, names, name, wrt, chosen, [*source.inputs.parts, *chosen.parts])


def _require(source: Source, chosen: Chosen, holomorphic: bool, is_forward: bool) -> None:
    """UsageError where there is no Jacobian, or none that is one of complex numbers."""
    what = source.what
    paths = [path for at, tree in enumerate(source.derived.entries) for path in tree.paths(f"result {at}")]
    for path, type in zip(paths, source.result_types, strict=True):
        if not is_differentiable(type):
            raise usage_error(
                f"{path} of {source.name} is {type}, which has no Jacobian: only floats and complex numbers have\n"
                "  fix: return it beside the others: return output, aux, and hl." + what + "(..., has_aux=True)"
            )
    ins = [(source.names[number], source.types[number]) for number in chosen.numbers]
    outs = list(zip(paths, source.result_types, strict=True))
    for path, type in (*ins, *outs):
        if not type.is_static:
            raise usage_error(
                f"{path} of {source.name} is {type}, and a Jacobian needs static shapes\n"
                "  fix: make the program static with hl.transform.refine, or use hl.jvp or hl.vjp"
            )
    if holomorphic:
        for path, type in (*ins, *outs):
            if not isinstance(type.element_type, ComplexType):
                raise usage_error(
                    f"holomorphic says that {source.name} goes from complex numbers to complex numbers, but {path} is "
                    f"{type}\n  fix: leave holomorphic out, or choose complex arguments by wrt"
                )
        return
    for path, type in ins if is_forward else outs:
        if isinstance(type.element_type, ComplexType):
            raise usage_error(
                f"{path} of {source.name} is {type}, and its derivative isn't one number for each of its own\n"
                f"  fix: say hl.{what}(..., holomorphic=True) where {source.name} is holomorphic; otherwise derive "
                f"real and imaginary parts, or use hl.{'jvp' if is_forward else 'vjp'}"
            )


def _range(source: Source) -> range:
    return range(source.count)


def _jacobian(
    source: Source, chosen: Chosen, wrt: Wrt, primals: Sequence[Tensor], parts: Sequence[Sequence[Tensor]]
) -> Tree:
    """The tree of `parts`, which are the derivatives of each result by each of the chosen arguments."""
    is_lone = is_one_argument(wrt, chosen)
    by_result = []
    for flat in parts:
        by_argument = trees.unflattened(chosen.parts, flat)
        by_result.append(by_argument[0] if is_lone else tuple(by_argument))
    jacobian = source.derived.unflatten(by_result)
    if not source.has_aux:
        return jacobian
    block = source.flat()
    environment = dict(zip(block.arguments, primals, strict=True))
    results = [value for value, _ in batch_block(block, environment, (), 1)]
    return (jacobian, *trees.unflattened(source.aux, results[source.count :]))


def _columns(source: Source, primals: Sequence[Tensor], number: int) -> list[Tensor]:
    """The derivative of each result by the argument `number`: tangents of all of its elements at once, one batch."""
    like = source.types[number]

    def tangents(*values: Tensor) -> tuple[Tensor, ...]:
        results, outgoing = source.pushed_forward(values[:-1], [number], values[-1:])
        return tuple(or_zeros(tangent, result) for tangent, result in zip(outgoing, results, strict=False))

    columns = _on_units(source, tangents, primals, like)
    return [permuted(column, [*range(like.rank, column.rank), *range(like.rank)]) for column in columns]


def _rows(source: Source, primals: Sequence[Tensor], chosen: Chosen, wrt: Wrt, at: int) -> list[Tensor]:
    """The derivative of the result `at` by each of the chosen arguments: cotangents of all of its elements at once."""

    def gradients(*values: Tensor) -> tuple[Tensor, ...]:
        cotangents = [values[-1] if number == at else None for number in _range(source)]
        return tuple(source.pulled_back(values[:-1], chosen.numbers, None, lambda results: cotangents)[1])

    return _on_units(source, gradients, primals, source.result_types[at])


def _on_units(
    source: Source, linear: Callable[..., tuple[Tensor, ...]], primals: Sequence[Tensor], like: TensorType
) -> list[Tensor]:
    """What `linear` gives of the primals and, in turn, of each tensor of type `like` with a single one in it; the
    dimensions of `like` stand before its own."""
    size = prod(like.static_shape)
    inner = built(linear, [*source.types, like], f"{source.name}_{source.what}_one")
    block = flattened(inner.module, inner.module.function(inner.name))
    environment = dict(zip(block.arguments, [*primals, _units(like, size)], strict=True))
    outcome = batch_block(block, environment, block.arguments[-1:], size)
    whole = [value if is_batched else repeated(value, size) for value, is_batched in outcome]
    return [reshaped(value, [*like.static_shape, *value.type.static_shape[1:]]) for value in whole]


def _units(like: TensorType, size: int) -> Tensor:
    """The identity, its second dimension in the shape of `like`."""
    return reshaped(eye(size, dtype=like.element_type), [size, *like.static_shape])


def _built(
    source: Source, python_function: Callable[..., Tree], wrt: Wrt, chosen: Chosen, name: str | None, holomorphic: bool
) -> Function:
    return source.built(
        python_function,
        source.types,
        source.names,
        name,
        wrt,
        chosen,
        source.inputs.parts,
        is_lone=is_one_argument(wrt, chosen),
        variant=(holomorphic,),
    )
