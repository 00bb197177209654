"""What the gate has of tests with many cases covers what it should."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from helpers.campaign import share


@pytest.mark.parametrize("sizes", [(2, 2), (7, 5), (12, 12), (3, 31), (1, 9)])
@pytest.mark.parametrize("of", [2, 3, 8])
def test_every_value_of_two_parameters_is_met(sizes: tuple[int, ...], of: int) -> None:
    cases = [*product(*map(range, sizes))]
    kept = share(cases, of)
    assert [{cases[number][axis] for number in kept} for axis in (0, 1)] == [{*range(size)} for size in sizes]
    assert len(kept) >= len(cases) / of


@pytest.mark.parametrize("sizes", [(3, 4, 5), (2, 2, 2, 6), (4, 5, 6)])
def test_every_pair_of_values_of_more_parameters_is_met(sizes: tuple[int, ...]) -> None:
    cases = [case for case in product(*map(range, sizes)) if case[0] or not case[1]]  # some there aren't
    kept = share(cases, 10)
    for axes in combinations(range(len(sizes)), 2):
        assert {tuple(cases[number][axis] for axis in axes) for number in kept} == {
            tuple(case[axis] for axis in axes) for case in cases
        }
    assert len(kept) < len(cases) * 0.75


@pytest.mark.parametrize(("count", "kept"), [(1, 1), (11, 11), (12, 4), (100, 34)])
def test_of_one_parameter_there_is_a_share_where_it_has_many_values(count: int, kept: int) -> None:
    assert len(share([(number,) for number in range(count)], 3)) == kept


def is_of_the_gate(request: pytest.FixtureRequest) -> bool:
    return request.node.get_closest_marker("campaign") is None


@pytest.mark.share(4)
@pytest.mark.parametrize("number", range(16))
def test_what_the_gate_leaves_out_is_of_campaigns(request: pytest.FixtureRequest, number: int) -> None:
    assert is_of_the_gate(request) == (number % 4 == 0)


@pytest.mark.share(4)
@pytest.mark.parametrize("letter", "cdefghijkl")
@pytest.mark.parametrize("one", "ab")
def test_values_are_told_apart(request: pytest.FixtureRequest, one: str, letter: str) -> None:
    cases = [*product("ab", "cdefghijkl")]
    kept = [cases[number] for number in share([(ord(a), ord(b)) for a, b in cases], 4)]
    assert is_of_the_gate(request) == ((one, letter) in kept)
