"""Every lowering gives what a literal loop gives, says only true promises, and keeps what lies between small."""

import itertools
import re
from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest
from helpers.backends import run_on

import hlogen as hl
import interpreter
from hlogen.errors import UsageError
from hlogen.ir import TensorType
from hlogen.sparse.composite import _DECOMPOSITIONS, emit_product
from hlogen.sparse.form import Factor, Form
from hlogen.sparse.lowerings import LOWERINGS, blocks, cost, pairs, slots

NAMES = [*LOWERINGS, "auto"]
TYPES = {"f64": np.float64, "f32": np.float32, "i32": np.int32, "ui8": np.uint8, "complex<f64>": np.complex128}


def literal(form, sizes, values):
    """The formula, one number after the other."""
    result = form.result
    shape = [form.batch] * result.is_batched + [result.size] + [sizes[letter] for letter in result.letters]
    dtype = values[0].dtype
    wide = np.int64 if dtype.kind in "iu" else dtype  # integers wrap around, here at the end
    total = np.zeros(shape, wide)
    values = [value.astype(wide) for value in values]
    for n in range(form.batch):
        for t in range(len(result.index)):
            for numbers in itertools.product(*map(range, sizes.values())):
                at = dict(zip(sizes, numbers, strict=True))

                def place(factor, n=n, t=t, at=at):
                    return (n,) * factor.is_batched + (factor.index[t], *(at[letter] for letter in factor.letters))

                term = total.dtype.type(1 if form.coefficients is None else form.coefficients[t])
                for factor, value in zip(form.operands, values, strict=True):
                    term = term * value[place(factor)]
                total[place(result)] += term
    return total.astype(dtype)


def drawn(rng):
    """A form of 1 to 4 operands, the sizes of its letters, and values: small whole numbers, whose sums are exact."""
    while True:
        letters = "abc"[: rng.integers(0, 4)]
        sizes = {letter: int(rng.integers(0 if rng.random() < 0.1 else 1, 4)) for letter in letters}
        count = int(rng.integers(0 if rng.random() < 0.2 else 1, 12))
        factors = []
        for _ in range(rng.integers(2, 6)):
            kind = rng.integers(4)
            size = int(rng.integers(1, 5)) if count else int(rng.integers(0, 4))
            index = rng.integers(0, max(size, 1), count)
            if kind == 0:
                index, size = np.arange(count), count
            elif kind == 1:
                index = np.sort(index)
            elif kind == 2:
                size = count + int(rng.integers(0, 2))
                index = rng.permutation(size)[:count]
            own = "".join(rng.permutation([letter for letter in letters if rng.random() < 0.6]))
            factors.append(Factor(index.astype(np.int64), size, own, bool(rng.random() < 0.6)))
        numbers = None if rng.random() < 0.4 else rng.integers(-3, 4, count).astype(float)
        batch = int(rng.integers(0 if rng.random() < 0.1 else 1, 5))
        form = Form("drawn", tuple(factors), batch, numbers, "auto")
        used = "".join(factor.letters for factor in factors)
        if all(used.count(letter) != 1 for letter in letters):
            sizes = {letter: size for letter, size in sizes.items() if letter in used}
            return form.by_result, sizes


def shapes_of(form, sizes):
    return [
        (*[form.batch] * factor.is_batched, factor.size, *(sizes[letter] for letter in factor.letters))
        for factor in form.operands
    ]


def types_of(shapes, element_type="f64"):
    return ["x".join([*map(str, shape), element_type]) for shape in shapes]


def program(form, shapes, element_type="f64"):
    return hl.function(*types_of(shapes, element_type), name="main")(lambda *operands: emit_product(form, operands))


def all_lowerings(form, shapes):
    """One program for all of them: a backend compiles it in half the time of seven."""
    return hl.function(*types_of(shapes), name="main")(
        lambda *operands: tuple(emit_product(replace(form, lowering=name), operands) for name in NAMES)
    )


def numbers(rng, shapes, dtype):
    low = 0 if np.dtype(dtype).kind == "u" else -4
    return [rng.integers(low, 5, shape).astype(dtype) for shape in shapes]


@pytest.fixture
def small(monkeypatch):
    """Limits so low that small programs come to blocks, loops and further tables."""

    def limited(rng):
        _DECOMPOSITIONS.clear()
        monkeypatch.setattr(blocks, "ELEMENTS", int(rng.choice([1, 7, 40, 1 << 18])))
        monkeypatch.setattr(slots, "WRITTEN", int(rng.choice([1, 2, 5, 24])))
        monkeypatch.setattr(slots, "TABLE", int(rng.choice([0, 2, 256])))
        monkeypatch.setattr(pairs, "SHORTEST", int(rng.choice([1, 2, 8])))

    yield limited
    _DECOMPOSITIONS.clear()


@pytest.mark.share(5)
@pytest.mark.parametrize("seed", range(22))
def test_drawn_forms(seed, small):
    for number in range(8):
        rng = np.random.default_rng([seed, number])
        form, sizes = drawn(rng)
        element_type = list(TYPES)[rng.integers(len(TYPES))]
        if element_type == "ui8" and form.coefficients is not None:
            form = replace(form, coefficients=np.abs(form.coefficients))
        shapes = shapes_of(form, sizes)
        values = numbers(rng, shapes, TYPES[element_type])
        wanted = literal(form, sizes, values)
        small(rng)
        for name in NAMES:
            got = interpreter.run(program(replace(form, lowering=name), shapes, element_type), *values)
            np.testing.assert_array_equal(np.asarray(got[0]), wanted, f"{name} {number} {form.spelled()}")


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["upstream", "xla"])
@pytest.mark.parametrize("seed", range(3))
def test_drawn_forms_on_backends(seed, backend, small):
    for number in range(4):
        rng = np.random.default_rng([seed, 100 + number])
        form, sizes = drawn(rng)
        shapes = shapes_of(form, sizes)
        values = numbers(rng, shapes, np.float64)
        wanted = literal(form, sizes, values)
        small(rng)
        for name, got in zip(NAMES, run_on(backend, all_lowerings(form, shapes), *values), strict=True):
            np.testing.assert_array_equal(got, wanted, f"{name} {number} {form.spelled()}")


ROWS = {
    "mul": ("c", "c", "c"),
    "outer": ("a", "b", "ab"),
    "inner": ("c", "c", ""),
    "vecmat": ("a", "ab", "b"),
    "vecsca": ("c", "", "c"),
    "scavec": ("", "c", "c"),
    "mat_t_vec": ("ab", "a", "b"),
}
FLAGS = list(itertools.product((True, False), repeat=3))


def coupled(name, rng, count=120, rows=(6, 5, 7), batch=4, letters=2, flags=(True, True, True), scaled=True):
    """A product with so many random entries; `flags` say which of x, y, z have N."""
    factors = [
        Factor(np.asarray(rng.integers(0, size, count)), size, own, has_it)
        for size, own, has_it in zip(rows, ROWS[name], flags, strict=True)
    ]
    form = Form(name, tuple(factors), batch, rng.normal(size=count) if scaled else None, "auto").by_result
    return form, dict.fromkeys("abc", letters)


def by_einsum(form, sizes, values):
    """The product by NumPy, an einsum of all rows at the entries and one addition per entry."""
    names = [("N" if factor.is_batched else "") + "T" + factor.letters for factor in form.factors]
    rows = [
        np.take(value, factor.index, axis=int(factor.is_batched))
        for factor, value in zip(form.operands, values, strict=True)
    ]
    scale = np.ones(len(form.result.index)) if form.coefficients is None else form.coefficients
    has_batch = any(factor.is_batched for factor in form.operands)
    lone = "".join(names[-1] if has_batch else names[-1].replace("N", ""))
    parts = np.einsum(",".join([*names[:-1], "T"]) + "->" + lone, *rows, scale)
    if form.result.is_batched and not has_batch:
        parts = np.repeat(parts[None], form.batch, axis=0)
    if not form.result.is_batched and not has_batch:
        parts = parts * form.batch
    axis = int(form.result.is_batched)
    total = np.zeros([*parts.shape[:axis], form.result.size, *parts.shape[axis + 1 :]])
    np.add.at(total, (slice(None),) * axis + (form.result.index,), parts)
    return total


@pytest.mark.share(5)
@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("name", ROWS)
def test_products_with_many_entries(name, flags, small):
    rng = np.random.default_rng([len(name), *flags])
    form, sizes = coupled(name, rng, flags=flags)
    shapes = shapes_of(form, sizes)
    values = [rng.normal(size=shape) for shape in shapes]
    wanted = by_einsum(form, sizes, values)
    small(rng)
    for lowering in NAMES:
        (got,) = interpreter.run(program(replace(form, lowering=lowering), shapes), *values)
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12, err_msg=lowering)


@pytest.mark.share(3)
@pytest.mark.parametrize("element_type", ["bf16", "f16", "f32", "i8", "i64", "complex<f32>"])
@pytest.mark.parametrize("lowering", NAMES)
def test_element_types(lowering, element_type):
    rng = np.random.default_rng(5)
    form, sizes = coupled("mul", rng, count=9, scaled=False)
    form = replace(form, coefficients=rng.integers(-2, 3, 9).astype(float), lowering=lowering)
    dtype = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "i8": np.int8, "i64": np.int64}
    values = [rng.integers(-3, 4, shape).astype(float) for shape in shapes_of(form, sizes)]
    wanted = by_einsum(form, sizes, values)  # below 2**8: exact in all of them
    given = [value.astype(dtype.get(element_type, np.complex64)) for value in values]
    (got,) = interpreter.run(program(form, shapes_of(form, sizes), element_type), *given)
    assert np.asarray(got).dtype == given[0].dtype
    np.testing.assert_array_equal(np.asarray(got).astype(complex), wanted)


# promises


def operations(block):
    for operation in block.operations:
        yield operation
        for region in operation.regions:
            for inner in region.blocks:
                yield from operations(inner)


def all_operations(function):
    for each in function.module.functions.values():
        yield from operations(each.body)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(12))
def test_promises_are_true(seed, small):
    rng = np.random.default_rng([seed, 77])
    form, sizes = drawn(rng)
    shapes = shapes_of(form, sizes)
    values = numbers(rng, shapes, np.float64)
    small(rng)
    for name in NAMES:
        function = program(replace(form, lowering=name), shapes)
        sanitizer = interpreter.Sanitizer()
        interpreter.run(function, *values, sanitize=sanitizer)
        # where N stands before the rows, the text's formula taken to the letter asks for more than anybody means
        assert {finding.id for finding in sanitizer.findings} <= {"promise.sorted-literal"}, name


def test_what_is_sorted_and_unique_is_said_to_be():
    rng = np.random.default_rng(3)
    repeated, sizes = coupled("mul", rng, count=20)
    several = Factor(np.arange(0, 7, 2), 7, "c", True)  # rows of the result that no two entries share
    distinct = replace(repeated.reordered(np.arange(4)), factors=(*repeated.reordered(np.arange(4)).operands, several))
    for form, is_unique in ((repeated, "false"), (distinct, "true")):
        text = str(program(replace(form, lowering="scatter"), shapes_of(form, sizes)))
        (scatter,) = re.findall(r'"stablehlo.scatter".*?\}\) : ', text, re.DOTALL)
        assert "indices_are_sorted = true" in scatter
        assert f"unique_indices = {is_unique}" in scatter
    sorted_rows = replace(repeated, factors=tuple(repeated.result for _ in range(3)), lowering="scatter")
    text = str(program(sorted_rows, shapes_of(sorted_rows, sizes)))
    assert text.count("indices_are_sorted = true") == 3


# what lies between


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", ["blocked", "unrolled", "dense", "segment", "auto"])
@pytest.mark.parametrize("name", ROWS)
def test_nothing_has_all_of_n_t_and_c(name, lowering):
    rng = np.random.default_rng(1)
    batch, count, letters = 300, 200, 24
    form, sizes = coupled(name, rng, count, batch=batch, letters=letters)
    shapes = shapes_of(form, sizes)
    whole = batch * count * letters ** len(set("".join(ROWS[name])))
    assert largest(program(replace(form, lowering="scatter"), shapes)) >= batch * count * letters
    function = program(replace(form, lowering=lowering), shapes)
    io = max(type.size for type in (*function.type.inputs, *function.type.results))
    # one row per operand's rows, not per entry
    assert largest(function) <= max(2 * blocks.ELEMENTS, io, whole * 7 // count)


def largest(function):
    return max(
        result.type.size
        for operation in all_operations(function)
        for result in operation.results
        if isinstance(result.type, TensorType)
    )


@pytest.mark.parametrize("lowering", ["unrolled", "segment"])
def test_what_is_summed_up_in_the_end_is_computed_apart(lowering):
    """Not together with the sums, which XLA then makes element by element."""
    form, sizes = coupled("inner", np.random.default_rng(1), 20, rows=(16, 15, 7))
    function = program(replace(form, lowering=lowering), shapes_of(form, sizes))
    sums = [operation for operation in all_operations(function) if operation.name == "stablehlo.reduce"]
    assert sums
    assert {operation.operands[0].owner.name for operation in sums} == {"stablehlo.optimization_barrier"}


def test_infinity_stays_in_its_rows():
    rng = np.random.default_rng(2)
    form, sizes = coupled("mul", rng, count=60)
    shapes = shapes_of(form, sizes)
    x, y = (rng.normal(size=shape) for shape in shapes)
    x[:, 2], y[:, 1] = np.inf, np.nan
    form = replace(form, factors=(*form.operands, replace(form.result, index=form.result.index // 2 * 2)))
    with np.errstate(invalid="ignore"):
        wanted = by_einsum(form, sizes, [x, y])
        for lowering in ("scatter", "blocked", "unrolled", "segment", "auto"):
            (got,) = interpreter.run(program(replace(form, lowering=lowering), shapes), x, y)
            np.testing.assert_array_equal(np.isfinite(got), np.isfinite(wanted), lowering)
    assert np.isfinite(wanted).any()


def test_long_rows_make_short_programs():
    """A row of 50,000 entries isn't written out."""
    count = 50_000
    rng = np.random.default_rng(0)
    rows = np.sort(np.where(rng.random(count) < 0.7, 3, rng.integers(0, 500, count)))
    factors = (
        Factor(rng.integers(0, 40, count), 40, "c", False),
        Factor(rows, 500, "c", False),
    )
    form = Form("scale", factors, 1, None, "segment").by_result
    function = program(form, [(40, 3)])
    assert sum(1 for _ in all_operations(function)) < 2000
    x = rng.integers(-3, 4, (40, 3)).astype(float)
    wanted = np.zeros((500, 3))
    np.add.at(wanted, rows, x[factors[0].index])
    np.testing.assert_array_equal(interpreter.run(function, x)[0], wanted)


def test_empty_rows_are_not_written_out():
    """Not one by one, wherever they are: before, between and after those with entries."""
    factors = (Factor(np.array([2, 0, 2]), 3, "c", False), Factor(np.array([7, 9_000, 9_000]), 20_000, "c", False))
    function = program(Form("scale", factors, 1, None, "unrolled").by_result, [(3, 2)])
    assert sum(1 for _ in all_operations(function)) < 40
    x = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    wanted = np.zeros((20_000, 2))
    np.add.at(wanted, factors[1].index, x[factors[0].index])
    np.testing.assert_array_equal(interpreter.run(function, x)[0], wanted)


def test_dense_refuses_what_is_too_large():
    index = np.arange(0, 1000, 10)
    product = hl.sparse.SparseProduct.from_entries(index, index, index, sizes=(1000, 1000, 1000))
    with pytest.raises(UsageError, match=r"lowering='dense' makes 1000000000 combinations of the rows") as raised:
        hl.function("2x1000x3xf32", "2x1000x3xf32")(lambda x, y: hl.sparse.mul(product, x, y, lowering="dense"))
    assert "leave it to lowering='auto'" in str(raised.value)


def test_a_derivative_that_is_too_large_for_dense_is_computed_otherwise():
    """The rows of the result are the entries, so it has no part in the combinations; in the gradients it has."""
    count, size = 1000, 300
    rng = np.random.default_rng(0)
    index = rng.integers(0, size, (2, count))
    product = hl.sparse.SparseProduct.from_entries(index[0], index[1], None, sizes=(size, size, None))
    function = hl.function(f"{size}x1xf64", f"{size}x1xf64")(
        lambda x, y: hl.sparse.mul(product, x, y, shared1=True, shared2=True, n=1, lowering="dense")
    )
    x, y = rng.normal(size=(2, size, 1))
    g = rng.normal(size=(1, count, 1))
    z, gx, gy = interpreter.run(hl.vjp(function), x, y, g)
    wanted = np.zeros((size, 1)), np.zeros((size, 1))
    for t in range(count):
        wanted[0][index[0, t]] += y[index[1, t]] * g[0, t]
        wanted[1][index[1, t]] += x[index[0, t]] * g[0, t]
    np.testing.assert_allclose(z[0], x[index[0]] * y[index[1]], rtol=1e-12)
    np.testing.assert_allclose(gx, wanted[0], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(gy, wanted[1], rtol=1e-12, atol=1e-12)


def test_blocks_are_as_few_as_can_be():
    for batch in range(1, 40):
        for most in range(1, 12):
            size = blocks.block_size(batch, blocks.ELEMENTS // most)
            assert size <= most
            assert -(-batch // size) == -(-batch // min(most, batch))


# tables of slots


def test_so_many_slots_are_written_out_and_steps_of_more_are_as_full_as_can_be():
    assert [slots.step_size(width) for width in (0, 1, slots.WRITTEN)] == [0, 1, slots.WRITTEN]
    for width in range(slots.WRITTEN + 1, 10 * slots.WRITTEN):
        steps = -(-width // slots.step_size(width))
        assert slots.step_size(width) <= slots.WRITTEN // 2
        assert steps * slots.step_size(width) - width < steps


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(40))
def test_tables_hold_every_entry_once(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(slots, "TABLE", int(rng.choice([0, 3, 256])))
    size = int(rng.integers(1, 30))
    count = int(rng.integers(1, 300))
    index = np.sort((size * rng.random(count) ** rng.integers(1, 6)).astype(int))
    found = [[] for _ in range(size)]
    table: slots.Table | None = slots.tables(index, size)
    rows = np.arange(size)
    while table is not None:
        for entries in table.entries:
            for row, entry in zip(rows, entries, strict=True):
                if entry >= 0:
                    found[row].append(int(entry))
        further = table.rest_row >= 0
        assert (table.rest_row[further] == np.arange(further.sum())).all()
        rows, table = rows[further], table.rest
    assert found == [np.flatnonzero(index == row).tolist() for row in range(size)]


@pytest.mark.parametrize("seed", range(20))
def test_tables_are_the_cheapest(seed, monkeypatch):
    """Against all ways to cut rows of up to 6 entries."""
    rng = np.random.default_rng(seed)
    price = int(rng.choice([0, 5, 20]))
    monkeypatch.setattr(slots, "TABLE", price)
    lengths = rng.integers(0, 7, int(rng.integers(1, 25)))
    if not lengths.any():
        lengths[0] = 1

    def paid(cuts):
        total, start = 0, 0
        for number, cut in enumerate(cuts):
            rows = len(lengths) if number == 0 else int((lengths > start).sum())
            total += rows * (cut - start)
            rest = int((lengths > cut).sum())
            total += (rows + 2 * rest + price) if rest else 0
            start = cut
        return total

    longest = int(lengths.max())
    best = min(
        paid([*cuts, longest])
        for length in range(longest + 1)
        for cuts in itertools.combinations(range(longest), length)
    )
    index = np.repeat(np.arange(len(lengths)), lengths)
    table: slots.Table | None = slots.tables(index, len(lengths))
    cuts, start = [], 0
    while table is not None:
        start += len(table.entries)
        cuts.append(start)
        table = table.rest
    assert paid(cuts) == best


# the cost model


def chosen(form, shapes):
    found = []

    @hl.function(*("x".join([*map(str, shape), "f32"]) for shape in shapes))
    def main(*operands):
        costs = cost.estimates(form, operands)
        found.append((cost.cheapest(form, operands), costs))
        return operands[0]

    assert main is not None
    ((name, costs),) = found
    assert costs[name] == min(costs.values())
    return name


def coupling(degree, batch, channels):
    product = hl.sparse.so3.tensor_product(degree)
    size = product.sizes[2]
    factors = [Factor(index, size, "c", True) for index in (product.i1, product.i2, product.io)]
    return Form("mul", tuple(factors), batch, product.scale, "auto"), [(batch, size, channels)] * 2


def graph(edges, vertices, channels, hub=False):
    rng = np.random.default_rng(0)
    rows = np.sort((vertices * rng.random(edges) ** (4 if hub else 1)).astype(int))
    columns = rng.integers(0, vertices, edges)
    return rows, columns, vertices, channels


def summed_edges(edges, vertices, channels, hub=False):
    rows, columns, *_ = graph(edges, vertices, channels, hub)
    factors = Factor(columns, vertices, "c", False), Factor(np.arange(edges), edges, "", False)
    form = Form("spmm", (*factors, Factor(rows, vertices, "c", False)), 1, None, "auto")
    return form, [(vertices, channels), (edges,)]


def of_edges(edges, vertices, channels):
    rows, columns, *_ = graph(edges, vertices, channels)
    factors = [Factor(index, vertices, "c", False) for index in (rows, columns)]
    form = Form("sddmm", (*factors, Factor(np.arange(edges), edges, "", False)), 1, None, "auto")
    return form, [(vertices, channels)] * 2


def full():
    i1, i2, io = (index.ravel() for index in np.indices((8, 8, 64)))
    factors = [Factor(index, size, "", True) for index, size in ((i1, 8), (i2, 8), (io, 64))]
    return Form("mul", tuple(factors), 10_000, None, "auto").by_result, [(10_000, 8)] * 2


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("unrolled", coupling(3, 1000, 64)),  # few entries, which are run through often
        ("segment", coupling(3, 100, 64)),  # not so often: compiling them would take longer
        ("segment", coupling(4, 1000, 64)),  # many entries
        ("scatter", coupling(2, 1, 1)),  # so small that it doesn't matter
        ("segment", summed_edges(100_000, 10_000, 64)),  # rows of about the same length
        ("blocked", summed_edges(100_000, 10_000, 64, hub=True)),  # a row with thousands of entries
        ("scatter", summed_edges(100_000, 10_000, 1)),  # single numbers
        ("blocked", of_edges(100_000, 10_000, 64)),  # a sum over channels for each entry
        ("dense", full()),  # all combinations are entries
    ],
)
def test_the_choice(name, form):
    assert chosen(*form) == name


def test_dense_is_chosen_for_full_products_alone():
    form, shapes = full()
    assert chosen(form.reordered(np.arange(1, form.count)), shapes) != "dense"
    twice = np.r_[np.arange(form.count - 1), 0]  # as many entries, but one is missing
    assert chosen(form.reordered(twice).by_result, shapes) != "dense"


def test_derivatives_choose_for_themselves():
    """The cotangent of a single number per entry isn't computed like the sum that it comes from."""
    form, shapes = summed_edges(100_000, 10_000, 64)
    assert chosen(form, shapes) == "segment"
    turned = form.turned(1)
    assert chosen(turned, [(10_000, 64)] * 2) == "blocked"
