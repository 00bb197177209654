"""The multilinear form: it turns into its derivatives, gains letters, and knows which forms are none."""

from dataclasses import replace

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.sparse.form import Factor, Form

X = Factor(np.array([2, 0, 2]), 3, "ab", True)
Y = Factor(np.array([0, 1, 1]), 2, "a", False)
Z = Factor(np.array([1, 1, 0]), 4, "b", True)
FORM = Form("mat_t_vec", (X, Y, Z), 5, np.array([0.5, 1.0, 2.0]), "auto")


def entries(form):
    """What a form is a list of, in any order: rows by letters, and the coefficient."""
    columns = zip(*(factor.index.tolist() for factor in form.factors), form.coefficients.tolist(), strict=True)
    words = [factor.letters for factor in form.factors]
    return sorted([*sorted(zip(words, column, strict=False)), column[-1]] for column in columns)


def test_it_turns_to_the_derivative_by_each_operand():
    by_x, by_y = FORM.turned(0), FORM.turned(1)
    assert (by_x.spelled(), by_y.spelled()) == ("a,b->ab", "b,ab->a")
    assert by_x.result.index.tolist() == [0, 2, 2]  # sorted
    assert [factor.size for factor in by_y.factors] == [4, 3, 2]
    assert [factor.is_batched for factor in by_y.factors] == [True, True, False]
    assert entries(by_x) == entries(by_y) == entries(FORM)
    assert by_x.coefficients.tolist() == [1.0, 0.5, 2.0]  # the first two entries of row 2 stay in order


def test_the_cycle_closes():
    """The last operand is turned to as often as there are factors: the form itself, sorted."""
    form = FORM
    for _ in FORM.factors:
        form = form.turned(len(form.operands) - 1)
    assert form.spelled() == FORM.spelled()
    assert [factor.index.tolist() for factor in form.factors] == [[2, 0, 2], [1, 1, 0], [0, 1, 1]]
    assert form.coefficients.tolist() == [2.0, 1.0, 0.5]
    assert FORM.by_result.by_result is FORM.by_result


@pytest.mark.parametrize(
    ("index", "size", "is_unique"),
    [([], 0, True), ([4], 5, True), ([4, 0, 2], 5, True), ([4, 0, 4], 5, False), ([0, 0], 1, False), ([1, 0], 2, True)],
)
def test_unique_rows(index, size, is_unique):
    assert Factor(np.array(index, np.int64), size, "", False).is_unique is is_unique


def test_an_operand_with_a_row_for_each_entry_stays_in_order():
    """Where the entries were sorted by result already: it needs no gather then."""
    every = Factor(np.arange(4), 4, "", False)
    form = Form(
        "vecsca",
        (Factor(np.array([3, 1, 2, 0]), 4, "c", True), every, Factor(np.zeros(4, int), 1, "c", True)),
        2,
        None,
        "auto",
    )
    assert form.by_result.factors[0].index.tolist() == [0, 1, 2, 3]  # the first of two such
    swapped = replace(form, factors=(every, form.factors[0], form.factors[2]))
    assert swapped.by_result is swapped
    twice = replace(form, factors=(replace(form.factors[0], index=np.array([1, 1, 0, 0])), *form.factors[1:]))
    assert twice.by_result is twice


def test_letters_of_batches_are_new_however_many():
    form = FORM
    for _ in range(60):
        form = form.with_letter([True, False, True])
    assert len(set(form.factors[0].letters)) == 62
    assert form.factors[1].letters == "a"
    assert form.is_sound


def test_letters_beyond_the_alphabet_survive_text():
    product = hl.sparse.SparseProduct.from_entries([0], [0], [0], sizes=(1, 1, 1))
    function = hl.function("1x1x1xf64", "1x1x1xf64", name="main")(lambda x, y: hl.sparse.mul(product, x, y))
    for _ in range(27):
        function = hl.vmap(function, axis_size=1, name="main")
    there = hl.parse(str(function))
    assert str(hl.vmap(there, axis_size=1)) == str(hl.vmap(function, axis_size=1))
    three = np.full((1,) * 30, 3.0)
    assert interpreter.run(there, three, three)[0].ravel().tolist() == [9]


UNSOUND = {
    "a row too far": replace(FORM, factors=(replace(X, size=2), Y, Z)),
    "a negative row": replace(FORM, factors=(replace(X, index=np.array([0, -1, 0])), Y, Z)),
    "a letter in one factor alone": replace(FORM, factors=(replace(X, letters="abc"), Y, Z)),
    "a letter twice in one": replace(FORM, factors=(replace(X, letters="aab"), Y, Z)),
    "no letter": replace(FORM, factors=(replace(X, letters="#a"), replace(Y, letters="#"), replace(Z, letters="a"))),
    "no operands": replace(FORM, factors=(Z,)),
    "a negative N": replace(FORM, batch=-1),
    "coefficients for other entries": replace(FORM, coefficients=np.ones(2)),
}


def test_which_forms_are_sound():
    assert FORM.is_sound
    assert replace(FORM, coefficients=None, batch=0).is_sound


@pytest.mark.parametrize("name", UNSOUND)
def test_which_are_not(name):
    assert not UNSOUND[name].is_sound


@pytest.mark.parametrize(
    ("shapes", "fits"),
    [
        ([(5, 3, 7, 6), (2, 7), (5, 4, 6)], True),
        ([(5, 3, 0, 6), (2, 0), (5, 4, 6)], True),
        ([(5, 3, 7, 6), (2, 6), (5, 4, 6)], False),
        ([(5, 3, 7, 6), (2, 7), (5, 4, 7)], False),
        ([(4, 3, 7, 6), (2, 7), (5, 4, 6)], False),
        ([(5, 3, 7, 6), (5, 2, 7), (5, 4, 6)], False),
        ([(5, 3, 7), (2, 7), (5, 4)], False),
        ([(5, 2, 7, 6), (2, 7), (5, 4, 6)], False),
        ([(), (), ()], False),
    ],
)
def test_which_shapes_fit(shapes, fits):
    assert FORM.fits(shapes) == fits


def test_what_is_known_of_a_factor():
    assert Factor(np.arange(3), 3, "", True).is_identity
    assert not Factor(np.arange(3), 4, "", True).is_identity
    assert not Factor(np.array([0, 2, 1]), 3, "", True).is_identity
    assert Factor(np.array([0, 0, 2]), 3, "", True).is_sorted
    assert not Factor(np.array([0, 0, 2]), 3, "", True).is_unique
    assert Factor(np.array([2, 0]), 3, "", True).is_unique
    assert not Factor(np.array([2, 0]), 3, "", True).is_sorted
