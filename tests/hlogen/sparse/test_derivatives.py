"""Derivatives of sparse products: gradients, their own derivatives, and cross terms, held against the formula."""

from dataclasses import replace
from itertools import islice
from itertools import product as tuples

import numpy as np
import pytest
from helpers import campaign, sparse_torch
from helpers.backends import run_together
from helpers.sparse_cases import FLAGS, INDEX_FORMS, KINDS, SCALES, covering, drawn
from helpers.sparse_checks import TOLERANCE, derivatives, hold_derivatives, only_products
from helpers.sparse_model import ROWS

import hlogen as hl
import interpreter
from hlogen.sparse.lowerings import LOWERINGS


@pytest.mark.parametrize("name", ROWS)
def test_derivatives_are_those_of_the_formula(name):
    """Value, gradients, both second derivatives: over flags, index forms, scales, empty rows and duplicates."""
    for number, one in enumerate(covering(name, seed=1, per_flag=1)):
        hold_derivatives(one, np.random.default_rng(number))


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("name", ROWS)
def test_every_lowering_derives_alike(name, lowering):
    for number, one in every_second(covering(name, seed=2, per_flag=1), name, lowering):
        hold_derivatives(replace(one, lowering=lowering), np.random.default_rng(number))


def every_second(cases, name, lowering):
    """The cases of a product in turn, so that each lowering has them all of some products, and each product too."""
    first = ([*ROWS].index(name) + ["auto", *LOWERINGS].index(lowering)) % 2
    return [*enumerate(cases)][first::2]


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("name", ROWS)
def test_sizes_beyond_blocks_and_vectors(name, lowering):
    """Tens of nodes, rows, entries and channels, which divide by nothing."""
    rng = np.random.default_rng([9, *name.encode(), *lowering.encode()])
    hold_derivatives(drawn(rng, name, lowering=lowering, smallest=1, times=6), rng)


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", ["auto", *LOWERINGS])
@pytest.mark.parametrize("name", ROWS)
def test_where_all_rows_meet_all(name, lowering):
    """Every combination of rows is an entry, in any order: what "auto" takes to be dense. Scales come in turn."""
    rng = np.random.default_rng(15)
    scale = SCALES[([*ROWS].index(name) + ["auto", *LOWERINGS].index(lowering)) % len(SCALES)]
    rows = tuple(int(size) for size in rng.integers(2, 4, 3))
    entries = rng.permutation(list(tuples(*map(range, rows)))).T.tolist()
    one = drawn(rng, name, given=(True, True, True), scale=scale, lowering=lowering, smallest=1)
    values = rng.normal(size=len(entries[0]))
    case = replace(one.case, i1=entries[0], i2=entries[1], io=entries[2], rows=rows, count=len(values), scale=values)
    x, y = (rng.normal(size=shape) for shape in case.shapes[:2])
    s = values if scale != "none" else np.ones(len(values))
    hold_derivatives(replace(one, case=case, values=(x, y, s)), rng)


@pytest.mark.parametrize("name", ROWS)
def test_one_entry_of_one_row_each(name):
    """All indices are left out, and all are identities."""
    rng = np.random.default_rng(16)
    for number, flags in enumerate(FLAGS):
        one = drawn(rng, name, flags, given=(False, False, False), scale="static", smallest=1)
        case = replace(one.case, rows=(1, 1, 1), count=1, scale=np.array([2.0]))
        x, y = (rng.normal(size=shape) for shape in case.shapes[:2])
        lowering = ["auto", *LOWERINGS][number % (len(LOWERINGS) + 1)]
        hold_derivatives(replace(one, case=case, values=(x, y, case.scale), lowering=lowering), rng)


@pytest.fixture
def tiny_blocks(monkeypatch):
    """Loops over blocks and slots, which small products don't need: as if the cache held 8 numbers."""
    from hlogen.sparse import composite
    from hlogen.sparse.lowerings import blocks, slots

    monkeypatch.setattr(blocks, "ELEMENTS", 8)
    monkeypatch.setattr(slots, "WRITTEN", 2)
    composite._DECOMPOSITIONS.clear()
    yield
    composite._DECOMPOSITIONS.clear()


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", ["blocked", "dense", "segment", "auto"])
@pytest.mark.parametrize("name", ROWS)
def test_in_loops(name, lowering, tiny_blocks):
    for number, one in every_second(covering(name, seed=10, per_flag=1), name, lowering):
        hold_derivatives(replace(one, lowering=lowering), np.random.default_rng(number))


@pytest.mark.campaign
@pytest.mark.parametrize("flags", FLAGS, ids=lambda flags: "".join(str(int(flag)) for flag in flags))
@pytest.mark.parametrize("name", ROWS)
def test_all_flags_with_all_index_forms_and_scales(name, flags):
    """All lowerings and kinds of entries in turn."""
    rng = np.random.default_rng([campaign.seeds(0, 1).start, *name.encode(), *flags])
    lowerings = ["auto", *LOWERINGS]
    for number, (given, scale, _) in enumerate(tuples(INDEX_FORMS, SCALES, range(6))):
        kind, lowering = KINDS[rng.integers(len(KINDS))], lowerings[number % len(lowerings)]
        times = 1 if number % 12 else 5
        one = drawn(rng, name, flags, given=given, scale=scale, kind=kind, lowering=lowering, times=times)
        hold_derivatives(one, rng)


@pytest.mark.parametrize("name", ROWS)
def test_torch_derives_the_formula_alike(name):
    """The model's own derivatives, to the second order, against torch.autograd."""
    torch = pytest.importorskip("torch")
    for number, one in enumerate(covering(name, seed=1, per_flag=2)):
        rng, terms = np.random.default_rng(number), one.terms
        gz = rng.normal(size=one.case.shapes[2])
        turns = [rng.normal(size=value.shape) for value in one.values]
        value, first, second = sparse_torch.derivatives(torch, one.case, one.values, gz, turns)
        four = [*one.values, gz]
        pairs = [(value, terms.value(*one.values))]
        pairs += zip(first, terms.gradients(*four), strict=True)
        pairs += [(got, terms.pushed(four, [*turns, None], number)) for number, got in enumerate(second)]
        for got, wanted in pairs:
            np.testing.assert_allclose(got, wanted, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("name", ROWS)
def test_a_gradient_is_the_transpose_of_the_product(name):
    """<gz, P(dx, y)> = <gx, dx> for every dx and gz of a basis, exactly: the numbers are whole."""
    rng = np.random.default_rng(3)
    for number in range(3):
        one = drawn(rng, name, given=(True, True, True), kind="any", scale="operand", smallest=1)
        function, inputs = one.function(), [np.round(8 * value) for value in one.inputs]
        for operand in range(3):
            columns = _each(function, inputs, operand, np.eye(inputs[operand].size))
            shape = one.case.shapes[2]
            seeds = np.eye(int(np.prod(shape))).reshape(-1, *shape)
            axes = (None, None, None, 0)
            backward = hl.vmap(hl.vjp(function, wrt=[operand]), in_axes=axes, axis_size=len(seeds))
            gradients = interpreter.run(backward, *inputs, seeds)[-1].reshape(len(seeds), -1)
            np.testing.assert_array_equal(columns, gradients.T, err_msg=f"{number}: {one}")


def _each(function, inputs, operand, basis):
    """The product with each row of `basis` in place of one operand."""
    rows = basis.reshape(-1, *inputs[operand].shape)
    axes = tuple(0 if number == operand else None for number in range(3))
    given = [rows if number == operand else value for number, value in enumerate(inputs)]
    return interpreter.run(hl.vmap(function, in_axes=axes, axis_size=len(rows)), *given)[0].reshape(len(rows), -1)


@pytest.mark.parametrize("name", ROWS)
def test_the_third_derivative_is_a_product_too(name):
    """Reverse over reverse over reverse, against differences of the second, which are exact: it is a polynomial."""
    rng = np.random.default_rng(4)
    one = drawn(rng, name, (False, True, False), given=(True, True, True), kind="any", scale="operand", smallest=1)
    twice = hl.vjp(hl.vjp(one.function()))
    thrice = hl.vjp(twice)
    assert only_products(thrice)
    given = [rng.normal(size=type.static_shape) for type in twice.type.inputs]
    moves = [rng.normal(size=value.shape) for value in given]
    cotangents = [rng.normal(size=type.static_shape) for type in twice.type.results]
    gradients = interpreter.run(thrice, *given, *cotangents)[len(cotangents) :]
    pulled = sum(float((gradient * move).sum()) for gradient, move in zip(gradients, moves, strict=True))

    def at(step):
        results = interpreter.run(twice, *(value + step * move for value, move in zip(given, moves, strict=True)))
        return sum(float((result * other).sum()) for result, other in zip(results, cotangents, strict=True))

    # Of degree 5 in the step at most: x, y, s, a cotangent of each order.
    steps, weights = np.array([-3, -2, -1, 1, 2, 3]), np.array([-1, 9, -45, 45, -9, 1]) / 60
    np.testing.assert_allclose(pulled, sum(w * at(s) for w, s in zip(weights, steps, strict=True)), rtol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_derivatives_on_upstream(name):
    """All orders of a product; of two products in a row, one has every other lowering, the other has the rest."""
    hold_on("upstream", name, [*enumerate(LOWERINGS)][[*ROWS].index(name) % 2 :: 2])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ROWS][::2])
def test_derivatives_on_xla(name):
    """Compiling takes long: each product has one lowering, and the products have them all."""
    number = [*ROWS].index(name) % len(LOWERINGS)
    hold_on("xla", name, [(number, [*LOWERINGS][number])])


@pytest.mark.campaign
@pytest.mark.parametrize("name", ROWS)
def test_derivatives_of_every_lowering_on_xla(name):
    hold_on("xla", name, [*enumerate(LOWERINGS)])


def hold_on(backend, name, lowerings):
    """`lowerings` have numbers, by which flags are chosen."""
    rng = np.random.default_rng(5)
    flags = [FLAGS[number] for number in rng.permutation(8)]
    cases = []
    for number, lowering in lowerings:
        one = drawn(rng, name, flags[number % 8], kind="duplicates", scale="operand", lowering=lowering, smallest=1)
        cases.append(derivatives(one, rng, lowering))
    results = iter(run_together(backend, [run for runs, _ in cases for run in runs]))
    for runs, hold in cases:
        hold(list(islice(results, len(runs))))


@pytest.mark.parametrize("name", ROWS)
def test_of_complex_numbers_nothing_is_conjugated(name):
    rng = np.random.default_rng(6)
    for scale in SCALES:
        hold_derivatives(drawn(rng, name, scale=scale, smallest=1, is_complex=True), rng)
