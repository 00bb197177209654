"""Forward mode: a block is run again with a tangent beside each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hlogen.autodiff.dependence import leading
from hlogen.autodiff.registry import TABLE, Row, Tangent, Tangents, row_of
from hlogen.autodiff.site import RETURNS, Site, by_value, is_differentiable, sum_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located
from hlogen.errors import UsageError
from hlogen.ir import Block, Operation, Value


def jvp_block(
    block: Block,
    environment: dict[Value, Tensor],
    tangents: Mapping[Value, Tensor],
    count: int | None = None,
    there: Mapping[Value, Tensor] | None = None,
) -> tuple[list[Tensor], list[Tangent]]:
    """Emits what `block` computes and the tangents of its results; returns both, one each per value that it returns.

    `environment` has a value for each argument of the block and each value that it uses from outside; `tangents` those
    of them that have one. Values of the block are added to `environment`. Of the results the first `count` are derived,
    or all of them: an operation that only leads to others needs no rule. What is `there` of what operations give that
    no derivative goes through isn't computed.
    """
    known: dict[Value, Tensor] = dict(tangents)
    leads = leading(block, count)
    for operation in block.operations:
        if operation.name in RETURNS:
            values = operation.operands
            return [environment[value] for value in values], [known.get(value) for value in values]
        with located(operation.location):
            site = site_of(operation, environment)
            if there and operation.results and all(result in there for result in operation.results):
                site.known = tuple(there[result] for result in operation.results)
            is_needed = any(result in leads for result in operation.results)
            given = [known.get(value) if is_needed else None for value in (*operation.operands, *site.captured)]
            with needing_sizes(site):
                outgoing = jvp_site(site, given)
        environment.update(zip(operation.results, site.results, strict=True))
        known |= {
            result: tangent
            for result, tangent in zip(operation.results, outgoing, strict=True)
            if tangent is not None and is_differentiable(result.type)
        }
    return [], []


def jvp_of(block: Block, inputs: Tangents, tangents: Tangents) -> tuple[list[Tensor], list[Tangent]]:
    """`jvp_block` of a block that uses nothing from outside, on `inputs` with `tangents`, one each per argument."""
    return jvp_block(block, by_value(block.arguments, inputs), by_value(block.arguments, tangents))


def replay_block(block: Block, environment: dict[Value, Tensor]) -> list[Tensor]:
    """Emits what `block` computes; returns a tensor per value that it returns."""
    return jvp_block(block, environment, {})[0]


def site_of(operation: Operation, environment: dict[Value, Tensor]) -> Site:
    """The site of `operation`, its inputs looked up in `environment`."""
    site = Site(operation, (), environment)
    site.inputs = tuple(environment[value] for value in (*operation.operands, *site.captured))
    return site


def jvp_site(site: Site, tangents: Tangents) -> list[Tangent]:
    """Emits the operation of `site` and its results' tangents, which it returns; sets `site.results`."""
    if not carries(site, [tangent is not None for tangent in tangents]):
        site.results = site.computed()
        return [None] * len(site.results)
    row = row_for(site)
    if row.jvp is not None and row.computes_results:
        results_and_tangents: Any = row.jvp(site, tangents)
        results, outgoing = results_and_tangents
        site.results = tuple(listed(results))
        return listed(outgoing)
    site.results = site.computed()
    if row.jvp is not None:
        return listed(row.jvp(site, tangents))
    return _linear_jvp(site, tangents, row)


class needing_sizes:  # it is called as a function is, and is none to stay out of tracebacks
    """``with needing_sizes(site):`` UsageError where the rule of `site` needs to know a size that is dynamic."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, ValueError) or isinstance(error, UsageError):
            return
        site = self.site
        if site.is_static:
            return
        types = ", ".join(str(value.type) for value in (*site.operation.operands, *site.captured))
        raise site.error(
            f"its derivative needs static shapes, and this has {types}\n"
            "  fix: give the program's arguments static shapes, or hl.transform.refine it"
        ) from None


def carries(site: Site, active: Sequence[bool]) -> bool:
    """True where derivatives may go from the active inputs to a result; UsageError where the operation refuses them."""
    if not any(active):
        return False
    row = row_of(site.operation)
    if row is not None and row.refusal:
        raise site.error(row.refusal)
    if row is not None and row.is_constant:
        return False
    return any(is_differentiable(type) for type in site.tangent_types)


def row_for(site: Site) -> Row:
    """The row of the operation; UsageError where it has none that tells its derivative."""
    row = row_of(site.operation)
    if row is None:
        is_call = site.name == "stablehlo.custom_call"
        raise site.error(
            f"has no derivative rule, and the derivative goes through it{TABLE.because(site.name)}\n  fix: "
            + ("derive it where its derivative is known (in JAX, export jax.vjp's program), " if is_call else "")
            + "cut the path before it with hl.stop_gradient, or leave the inputs it depends on out of wrt"
        )
    return row


def linear_in(row: Row, site: Site) -> tuple[int, ...]:
    """The numbers of the inputs that the operation is linear in, jointly or separately."""
    numbers = row.jointly or row.separately
    return tuple(range(len(site.input_types))) if numbers == (-1,) else numbers


def _linear_jvp(site: Site, tangents: Tangents, row: Row) -> list[Tangent]:
    """A linear operation does to tangents what it does to values."""
    linear = linear_in(row, site)
    refuse_others(site, [tangent is not None for tangent in tangents], linear)
    if not row.separately:
        swapped = list(site.operands)
        for number in linear:
            tangent = tangents[number]
            swapped[number] = site.zeros(number) if tangent is None else tangent
        return list(site.emit(swapped))
    total: list[Tangent] = [None] * len(site.results)
    for number in linear:
        tangent = tangents[number]
        if tangent is not None:
            swapped = [tangent if at == number else operand for at, operand in enumerate(site.operands)]
            total = [sum_of(so_far, term) for so_far, term in zip(total, site.emit(swapped), strict=True)]
    return total


def refuse_others(site: Site, active: Sequence[bool], linear: Sequence[int]) -> None:
    """UsageError where the derivative goes through an input that the operation's rule knows nothing of."""
    for number, is_active in enumerate(active):
        if is_active and number not in linear:
            raise site.error(
                f"has no derivative with respect to its operand {number}\n  fix: cut the path with hl.stop_gradient"
            )


def listed(returned: Any) -> list[Any]:
    """What a rule returned, as a list: one entry per result."""
    return list(returned) if isinstance(returned, (list, tuple)) else [returned]
