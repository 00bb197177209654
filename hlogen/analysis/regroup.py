"""How reshape regroups dimensions: which of the operand's become which of the result's, and what that does to facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hlogen.analysis.fact import Fact, fact_of, static, with_constant
from hlogen.analysis.range import ZERO, Interval


class Group(NamedTuple):
    """Neighbouring dimensions of size other than 1, of which a reshape makes others with as many elements."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]


def groups_of(source: Sequence[int], target: Sequence[int]) -> list[Group]:
    """The smallest groups, for shapes with as many elements, at least one."""
    sources = [d for d, size in enumerate(source) if size != 1]
    targets = [d for d, size in enumerate(target) if size != 1]
    groups, i, j = [], 0, 0
    while i < len(sources) and j < len(targets):
        start_i, start_j = i, j
        left, right = source[sources[i]], target[targets[j]]
        i, j = i + 1, j + 1
        while left != right:
            if left < right:
                left, i = left * source[sources[i]], i + 1
            else:
                right, j = right * target[targets[j]], j + 1
        groups.append(Group(tuple(sources[start_i:i]), tuple(targets[start_j:j])))
    return groups


def source_of(source: Sequence[int], target: Sequence[int], at: Mapping[int, int]) -> dict[int, int] | None:
    """The indices in a shape of `source` for those `at` in one of `target`; None where they say less than that."""
    found: dict[int, int] = {}
    for sources, targets in groups_of(source, target):
        given = [d for d in targets if d in at]
        if not given:
            continue
        if len(given) < len(targets):
            return None
        flat = 0
        for d in targets:
            flat = flat * target[d] + at[d]
        for d in reversed(sources):
            flat, found[d] = divmod(flat, source[d])
    return found


def regrouped(fact: Fact, target: tuple[int, ...]) -> Fact:
    """`fact` in the shape `target`, which has as many elements, at least one."""
    source = static(fact.shape)
    steps, sources_of = [ZERO] * len(target), dict[int, tuple[int, ...]]()
    for sources, targets in groups_of(source, target):
        flat = _flat_steps(source, fact.steps, sources)
        stride = 1
        for d in reversed(targets):
            steps[d] = flat.scaled(stride)
            stride *= target[d]
        if len(sources) == len(targets) == 1:
            steps[targets[0]] = fact.steps[sources[0]]
        sources_of.update(dict.fromkeys(targets, sources))

    def gap(dims: frozenset[int]) -> int:
        return fact.gap({source for d in dims for source in sources_of.get(d, ())})

    found = fact_of(fact.range, target, steps, gap)
    if fact.constant is None or found.constant is not None:
        return found
    return with_constant(found, fact.constant.reshape(target))


def _flat_steps(shape: Sequence[int], steps: Sequence[Interval], dims: Sequence[int]) -> Interval:
    """The differences of neighbours where `dims` are laid out in one line, the last one fastest."""
    flat, reached = None, ZERO
    for d in reversed(dims):
        # from the last element of one row to the first of the next
        step = steps[d].minus(reached)
        flat = step if flat is None else flat.join(step)
        reached = reached.plus(steps[d].scaled(shape[d] - 1))
    return flat or ZERO
