"""Comparisons of sizes, against every size that they could have at run time."""

from collections.abc import Callable

import pytest

from hlogen.ir import tensor
from hlogen.spec.dims import Dim, any_true, differ, dims_of, exceeds, tensor_of, unfit

LARGEST = 4
DIMS = [Dim(size) for size in range(LARGEST)] + [Dim(None)] + [Dim(None, bound) for bound in range(LARGEST)]


def sizes(dim: Dim) -> list[int]:
    """What the size could be at run time; without a bound, some size above all others here too."""
    if dim.size is not None:
        return [dim.size]
    return list(range(2 * LARGEST if dim.bound is None else dim.bound + 1))


def decided(a: Dim, b: Dim, offends: Callable[[int, int], bool]) -> bool | None:
    answers = {offends(x, y) for x in sizes(a) for y in sizes(b)}
    return answers.pop() if len(answers) == 1 else None


@pytest.mark.share(2)
@pytest.mark.parametrize("a", DIMS, ids=str)
@pytest.mark.parametrize("b", DIMS, ids=str)
def test_comparisons_are_decided_only_where_every_run_agrees(a: Dim, b: Dim) -> None:
    for compare, offends in ((differ, lambda x, y: x != y), (exceeds, lambda x, y: x > y)):
        answer = compare(a, b)
        assert answer is None or answer == decided(a, b, offends), compare
    if a.size is not None or b.size is not None:
        # What one static size decides is decided; two unknown ones are left to the run.
        assert (differ(a, b) is True) == (decided(a, b, lambda x, y: x != y) is True)


@pytest.mark.share(2)
@pytest.mark.parametrize("a", DIMS, ids=str)
@pytest.mark.parametrize("b", DIMS, ids=str)
def test_a_declared_size_is_unfit_where_no_run_fits(a: Dim, b: Dim) -> None:
    fits = [x in sizes(a) for x in sizes(b)]
    if a.size is None and a.bound is None:
        assert unfit(a, b) is False
    elif unfit(a, b) is True:
        assert not any(fits)
    elif unfit(a, b) is False:
        assert all(fits)


def test_unknown_sizes_of_known_order() -> None:
    assert exceeds(Dim(0), Dim(None)) is False
    assert exceeds(Dim(3), Dim(None, 2)) is True
    assert exceeds(Dim(2), Dim(None, 2)) is None
    assert unfit(Dim(None, 2), Dim(3)) is True
    assert unfit(Dim(3), Dim(None, 2)) is True
    assert unfit(Dim(None, 3), Dim(None, 2)) is False
    assert unfit(Dim(None, 2), Dim(None, 3)) is None


def test_any_true() -> None:
    assert any_true([False, None, True]) is True
    assert any_true([False, None]) is None
    assert any_true([]) is False


def test_bounds_survive_the_way_there_and_back() -> None:
    bounded = tensor("tensor<2x?x?xf32, #stablehlo.bounds<?, 3, ?>>")
    assert dims_of(bounded) == (Dim(2), Dim(None, 3), Dim(None))
    assert tensor_of(dims_of(bounded), bounded.element_type) == bounded
    assert tensor_of([Dim(2), Dim(None)], bounded.element_type) == tensor("2x?xf32")
    assert str(Dim(None, 3)) == "? (at most 3)"
