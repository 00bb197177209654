"""Einstein's summation of tensors, against NumPy's."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.sparse.einsum import einsum

SIZES = {"a": 2, "b": 3, "c": 4, "d": 1}

SPELLED = [
    "a->a",
    "ab->ba",
    "abc->b",
    "ab,ab->ab",
    "a,b->ab",
    "a,b->ba",
    "ab,bc->ac",
    "ab,bc->ca",
    "abc,cb->a",
    "abc,abd->bcd",
    "ab,c->c",  # a and b are in one operand alone
    "ab,ab,b->",
    "a,ab,abc->c",
    "ab,bc,cd->da",
    ",a->a",
    "a,,->a",
]


@pytest.mark.parametrize("spelled", SPELLED)
def test_against_numpy(spelled):
    operands, _, result = spelled.partition("->")
    names = operands.split(",")
    rng = np.random.default_rng(0)
    values = [rng.normal(size=[SIZES[name] for name in own]) for own in names]
    types = ["x".join([*map(str, value.shape), "f64"]) for value in values]
    function = hl.function(*types)(lambda *tensors: einsum(list(zip(tensors, names, strict=True)), result))
    (got,) = interpreter.run(function, *values)
    np.testing.assert_allclose(got, np.einsum(spelled, *values), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("spelled", SPELLED)
def test_drawn(spelled):
    """The same with names and sizes shuffled, sizes 0 among them."""
    rng = np.random.default_rng(len(spelled))
    shuffled = dict(zip("abcd", rng.permutation(list("wxyz")), strict=True))
    other = "".join(shuffled.get(character, character) for character in spelled)
    sizes = {name: int(rng.integers(0, 4)) for name in "wxyz"}
    names = other.partition("->")[0].split(",")
    values = [rng.normal(size=[sizes[name] for name in own]) for own in names]
    types = ["x".join([*map(str, value.shape), "f64"]) for value in values]
    result = other.partition("->")[2]
    function = hl.function(*types)(lambda *tensors: einsum(list(zip(tensors, names, strict=True)), result))
    (got,) = interpreter.run(function, *values)
    np.testing.assert_allclose(got, np.einsum(other, *values), rtol=1e-13, atol=1e-13)


def test_products_without_a_sum_are_multiplications():
    function = hl.function("2xf32", "3xf32")(lambda x, y: einsum([(x, "a"), (y, "b")], "ab"))
    assert "dot_general" not in str(function)


def test_matrix_products_are_exact():
    """Backends may use fewer bits where a program doesn't ask for all."""
    function = hl.function("2x4xf32", "4x3xf32")(lambda x, y: einsum([(x, "ab"), (y, "bc")], "ac"))
    assert str(function).count("HIGHEST") == 2
