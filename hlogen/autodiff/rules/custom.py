"""Composites and custom calls with rules of people's own, and composites without any, which are derived as what they
are decomposed to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hlogen.autodiff.custom.asked import Asked
from hlogen.autodiff.custom.call import Call, Flags
from hlogen.autodiff.custom.staged import block_of, run, spread, totalled
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.forward import jvp_of
from hlogen.autodiff.linear import nonlinear
from hlogen.autodiff.registry import TABLE, Pullback, Row, Tangent, Tangents, jvp, vjp
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.site import Site, by_value, is_differentiable, zeros, zeros_like
from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.tensor import Tensor
from hlogen.builder.trees import Structure
from hlogen.custom import Said
from hlogen.ir import Block, Function


@TABLE.custom
def row_of_said(words: Mapping[str, Said]) -> Row | None:
    """The row of what somebody has a derivative for."""
    if "vjp" in words:
        return Row("custom", jvp=forward if "jvp" in words else no_jvp, computes_results=True, vjp=backward)
    if "transpose" in words:
        linear = words["transpose"].options["linear"]
        rule = forward if "jvp" in words else None
        return Row("custom", jvp=rule, computes_results=rule is not None, transpose=transposed, jointly=linear)
    if "jvp" in words:
        return Row("custom", jvp=forward, computes_results=True, vjp=backward_by_transposing)
    return None


def backward(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    """By ``fwd`` and ``bwd``."""
    asked = Asked(Call(site.operation), "vjp")
    fwd, bwd = asked.rule
    call, sizes = asked.call, asked.call.sizes
    count = len(call.result_types)
    kept: list[tuple[Structure, list[Any]]] = []

    def forwards(values: list[Tensor]) -> Sequence[Tensor]:
        arguments = call.inputs.unflatten(values)
        returned = asked.given(fwd, "fwd", *asked.rules.whole(call, arguments))
        result, residuals = asked.pair(fwd, "fwd", returned, "the result, and the residuals")
        results = asked.results(fwd, "fwd", result)
        leaves, structure = trees.flatten(residuals, "residuals")
        kept[:] = [(structure, [None if isinstance(leaf, Tensor) else leaf for leaf in leaves])]
        return [*results, *(leaf for leaf in leaves if isinstance(leaf, Tensor))]

    fix = "compute it by other operations"
    with asked.once(fwd, f"fwd derives {call.key} itself, which never ends", fix):
        found, flags = run(forwards, site.operands, call.flags, call.batches, f"{call.name}.fwd")
    results = [spread(value, own, sizes) for value, own in zip(found[:count], flags[:count], strict=True)]
    residuals, of_residuals = found[count:], flags[count:]
    types = call.result_types
    derived = [number for number, type in enumerate(types) if is_differentiable(type)]

    def pull(cotangents: Tangents) -> Tangents:
        given = [_dense(cotangents[number], results[number]) for number in derived]
        present: list[bool] = []

        def backwards(values: list[Tensor]) -> Sequence[Tensor]:
            waiting = iter(values[: len(residuals)])
            structure, static = kept[0]
            tree = structure.unflatten([next(waiting) if leaf is None else leaf for leaf in static])
            of_results: list[Tangent] = [None] * count
            for number, value in zip(derived, values[len(residuals) :], strict=True):
                of_results[number] = value
            returned = asked.given(bwd, "bwd", *asked.rules.leading(call), tree, call.output.unflatten(of_results))
            gradients = _of_arguments(asked, bwd, "bwd", returned)
            present[:] = [gradient is not None for gradient in gradients]
            return [gradient for gradient in gradients if gradient is not None]

        everywhere: Flags = (True,) * len(sizes)
        of_values = [*of_residuals, *(everywhere for _ in given)]
        gradients, flags = run(backwards, [*residuals, *given], of_values, call.batches, f"{call.name}.bwd")
        return _shared(gradients, flags, present, call)

    return results, pull


def forward(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """By the rule for tangents."""
    asked = Asked(Call(site.operation), "jvp")
    given = [number for number, tangent in enumerate(tangents) if tangent is not None]
    present: list[bool] = []
    rule = _jvp_of(asked, given, present)
    values = [*site.operands, *(tangents[number] for number in given)]
    call = asked.call
    flags = [*call.flags, *(call.flags[number] for number in given)]
    found, of_found = run(rule, values, flags, call.batches, f"{call.name}.jvp")  # type: ignore[arg-type]  # none is None
    wide = [spread(value, own, call.sizes) for value, own in zip(found, of_found, strict=True)]
    count = len(call.result_types)
    return wide[:count], _filled(wide[count:], present)


def backward_by_transposing(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    """By the rule for tangents, transposed: what it makes of tangents is linear, so its way back is the same for all
    tangents, and that for zeros is taken."""
    asked = Asked(Call(site.operation), "jvp")
    call = asked.call
    given = [n for n, is_active in enumerate(active) if is_active and is_differentiable(site.input_types[n])]
    present: list[bool] = []
    rule = _jvp_of(asked, given, present)
    flags = [*call.flags, *(call.flags[number] for number in given)]

    def whole(values: list[Tensor]) -> Sequence[Tensor]:
        found, of_found = run(rule, values, flags, call.batches, f"{call.name}.jvp")
        return [spread(value, own, call.sizes) for value, own in zip(found, of_found, strict=True)]

    types = [*site.input_types, *(site.input_types[number] for number in given)]
    block = block_of(whole, types, f"{call.name}.jvp")
    inputs = [*site.operands, *(zeros_like(site.value(number)) for number in given)]
    of_tangents = block.arguments[len(site.operands) :]
    if (wrong := nonlinear(block, of_tangents)) is not None:
        raise asked.error(
            asked.rule,
            f"jvp isn't linear in the tangents, and has no way back: {wrong.name} ({wrong.place})\n"
            "  fix: let it only scale and add tangents, by factors that are made of the primals",
        )
    fix = f"say that way back: hl.custom_rules({call.key!r}).def_transpose(...)"
    with asked.once(asked.rule, f"jvp computes tangents by {call.key} itself, so its way back never ends", fix, given):
        found, way_back = vjp_block(block, dict(zip(block.arguments, inputs, strict=True)), of_tangents)
    count = len(call.result_types)

    def pull(cotangents: Tangents) -> Tangents:
        wanted = [cotangent for cotangent, is_there in zip(cotangents, present, strict=True) if is_there]
        known = way_back([*[None] * count, *wanted])
        outgoing: list[Tangent] = [None] * len(active)
        for number, argument in zip(given, of_tangents, strict=True):
            outgoing[number] = known.get(argument)
        return outgoing

    return found[:count], pull


def no_jvp(site: Site, tangents: Tangents) -> Tangents:
    raise site.error(
        f"{site.operation.called} has a rule for the way back alone (defvjp), and a jvp goes through it\n"
        "  fix: give it a rule for tangents, too (hl.custom_rules(...).defjvp), or use hl.vjp or hl.grad"
    )


def transposed(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> list[Tangent]:
    """By the rule for the way back of a linear operation."""
    asked = Asked(Call(site.operation), "transpose")
    call, rule = asked.call, asked.rule
    fixed = [number for number, value in enumerate(site.inputs) if value is not None]
    everywhere: Flags = (True,) * len(call.sizes)
    derived = [number for number, type in enumerate(call.result_types) if is_differentiable(type)]
    given = [zeros(site.result_types[n]) if (one := cotangents[n]) is None else one for n in derived]
    present: list[bool] = []

    def back(values: list[Tensor]) -> Sequence[Tensor]:
        operands: list[Tangent] = [None] * len(asked.types)
        for number, value in zip(fixed, values, strict=False):
            operands[number] = value
        of_results: list[Tangent] = [None] * len(call.result_types)
        for number, value in zip(derived, values[len(fixed) :], strict=True):
            of_results[number] = value
        arguments = [*asked.rules.leading(call), call.inputs.unflatten(operands), call.output.unflatten(of_results)]
        gradients = _of_arguments(asked, rule, "transpose", asked.given(rule, "transpose", *arguments))
        present[:] = [gradient is not None for gradient in gradients]
        return [gradient for gradient in gradients if gradient is not None]

    values = [*(site.value(number) for number in fixed), *given]
    flags = [*(call.flags[number] for number in fixed), *(everywhere for _ in given)]
    found, of_found = run(back, values, flags, call.batches, f"{call.name}.transpose")
    return list(_shared(found, of_found, present, call))


# Composites as what they are decomposed to.


@jvp("stablehlo.composite", computes_results=True)
def composite_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    return jvp_of(_decomposed(site), site.operands, tangents)


@vjp("stablehlo.composite")
def composite_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    block = _decomposed(site)
    wanted = [argument for argument, is_active in zip(block.arguments, active, strict=True) if is_active]
    results, way_back = vjp_block(block, by_value(block.arguments, site.operands), wanted)

    def pull(cotangents: Tangents) -> Tangents:
        known = way_back(cotangents)
        return [known.get(argument) for argument in block.arguments]

    return results, pull


def _decomposed(site: Site) -> Block:
    call = Call(site.operation)
    if call.derivative:
        raise site.error(
            f"{call.name} has a derivative of its own (hl.{call.derivative}), and nobody here knows its rule\n"
            "  fix: import the module that defines it (on the command line: --custom-rules FILE), or say it by "
            f"hl.custom_rules({call.key!r})"
        )
    function = call.decomposition
    return flattened(function.module, Function(function.operation))


def _jvp_of(asked: Asked, given: Sequence[int], present: list[bool]) -> Callable[[list[Tensor]], Sequence[Tensor]]:
    """The rule as a function of all primals and of the tangents of the operands `given`; zeros are those of others."""
    call, rule = asked.call, asked.rule

    def flat(values: list[Tensor]) -> Sequence[Tensor]:
        primals, waiting = values[: len(asked.types)], iter(values[len(asked.types) :])
        tangents = [
            next(waiting) if number in given else zeros_like(primals[number]) if is_differentiable(type) else None
            for number, type in enumerate(asked.types)
        ]
        trees_given = call.inputs.unflatten(primals), call.inputs.unflatten(tangents)
        returned = asked.given(rule, "jvp", *asked.rules.leading(call), *trees_given)
        result, tangent = asked.pair(rule, "jvp", returned, "the result, and its tangent")
        results = asked.results(rule, "jvp", result)
        what = "jvp's tangent"
        outgoing = asked.derivatives(rule, what, tangent, call.output, asked.result_types)
        present[:] = [one is not None for one in outgoing]
        return [*results, *(one for one in outgoing if one is not None)]

    return flat


def _of_arguments(asked: Asked, rule: Callable[..., Any], what: str, returned: Any) -> list[Tangent]:
    """The cotangents of the operands, from the tuple that a rule gives."""
    count = len(asked.call.inputs.parts)
    if not isinstance(returned, (tuple, list)) or len(returned) != count:
        has = f"{len(returned)} entries" if isinstance(returned, (tuple, list)) else described(returned)
        one = "(g,)" if count == 1 else "(g, None)"
        raise asked.error(
            rule,
            f"{what} gives {has}, expected a tuple with the cotangent of each of {count} "
            f"argument{'' if count == 1 else 's'}\n  fix: return it such as {one}, with None for zero",
        )
    return asked.derivatives(rule, f"{what}'s cotangents", tuple(returned), asked.call.inputs, asked.types)


def _shared(found: Sequence[Tensor], flags: Sequence[Flags], present: Sequence[bool], call: Call) -> list[Tangent]:
    """The cotangents of operands as they stand, from those of each example."""
    waiting = iter(zip(found, flags, strict=True))
    return [
        totalled(*next(waiting), wanted, call.sizes) if is_there else None
        for is_there, wanted in zip(present, call.flags, strict=True)
    ]


def _filled(found: Sequence[Tensor], present: Sequence[bool]) -> list[Tangent]:
    waiting = iter(found)
    return [next(waiting) if is_there else None for is_there in present]


def _dense(cotangent: Tangent, like: Tensor) -> Tensor:
    return zeros_like(like) if cotangent is None else cotangent
