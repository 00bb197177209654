"""What a product is in a program: one composite that survives text, bytecode and rewriting, wherever it stands."""

import gc
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from click.testing import CliRunner
from helpers.backends import run_on
from helpers.lent_worker import lend_to_commands, lending
from helpers.sparse_cases import covering
from helpers.sparse_model import ROWS

import hlogen as hl
import interpreter
from hlogen.cli import main as command_line
from hlogen.export.onnx import to_onnx
from hlogen.ir import DenseArray, DenseElements, FloatType, IntegerAttr, IntegerType, TensorType, dtype_of
from hlogen.mlir.writer import to_bytecode, to_portable_artifact
from hlogen.sparse.composite import PRODUCT, emit_product
from hlogen.sparse.form import Factor, Form
from hlogen.sparse.lowerings import LOWERINGS

ENTRIES = hl.sparse.SparseProduct.from_entries(
    [0, 1, 1, 2], [1, 0, 1, 1], [2, 0, 0, 2], [0.5, 1, 2, 3], sizes=(3, 2, 4)
)
X = np.arange(30.0).reshape(2, 3, 5) / 7
Y = np.cos(np.arange(20.0)).reshape(2, 2, 5)
GZ = np.sin(np.arange(40.0)).reshape(2, 4, 5)


def expected(x=X, y=Y):
    z = np.zeros((2, 4, 5))
    for i1, i2, io, s in zip([0, 1, 1, 2], [1, 0, 1, 1], [2, 0, 0, 2], [0.5, 1, 2, 3], strict=True):
        z[:, io] += s * x[:, i1] * y[:, i2]
    return z


def gradients(gz=GZ, x=X, y=Y):
    gx, gy = np.zeros_like(x), np.zeros_like(y)
    for i1, i2, io, s in zip([0, 1, 1, 2], [1, 0, 1, 1], [2, 0, 0, 2], [0.5, 1, 2, 3], strict=True):
        gx[:, i1] += s * y[:, i2] * gz[:, io]
        gy[:, i2] += s * x[:, i1] * gz[:, io]
    return gx, gy


@hl.function("2x3x5xf64", "2x2x5xf64", name="main")
def multiplied(x, y):
    return hl.sparse.mul(ENTRIES, x, y)


def close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-13, atol=1e-13)


def composites(program):
    """The names of the composites in a program's bodies, and of its gathers outside of decompositions."""
    module = program.module
    names = []
    for function in module.functions.values():
        own = function.name.startswith("hlogen.sparse.")
        for operation in (inner for outer in function.body.operations for inner in outer.walk()):
            if operation.name == "stablehlo.composite":
                names.append(operation.attributes["name"])
            elif operation.name == "stablehlo.gather" and not own:
                names.append("gather")
    return names


def test_it_is_one_operation_that_names_its_form():
    (operation,) = [op for op in multiplied.module.function("main").body.operations if op.name != "func.return"]
    attributes = operation.attributes["composite_attributes"]
    assert operation.attributes["name"] == PRODUCT
    assert attributes["product"] == "mul"
    assert attributes["letters"] == "c,c->c"
    assert attributes["lowering"] == "auto"
    assert attributes["batch"].value == 2
    assert attributes["sizes"].array.tolist() == [3, 2, 4]
    assert attributes["batched"].array.tolist() == [True, True, True]
    assert attributes["indices"].array.tolist() == [[1, 1, 0, 2], [0, 1, 1, 1], [0, 0, 2, 2]]  # sorted by the last
    assert attributes["coefficients"].array.tolist() == [1, 2, 0.5, 3]


FORMATS = {
    "text": lambda program: hl.parse(str(program)),
    "bytecode": lambda program: hl.parse(to_bytecode(program.module)),
    "portable": lambda program: hl.parse(to_portable_artifact(program.module, "1.9.0")),
}


@pytest.mark.parametrize("format", FORMATS)
def test_a_program_that_was_read_derives_alike(format):
    """The custom rule survives: a derivative has products, and no derived gather."""
    there = FORMATS[format](multiplied)
    for derived in (hl.vjp, hl.jvp, lambda f: hl.vmap(f, axis_size=3), lambda f: hl.vjp(hl.vjp(f))):
        assert str(derived(there)) == str(derived(multiplied))
        assert set(composites(derived(there))) == {PRODUCT}
    close(interpreter.run(hl.vjp(there), X, Y, GZ)[0], expected())
    for got, wanted in zip(interpreter.run(hl.vjp(there), X, Y, GZ)[1:], gradients(), strict=True):
        close(got, wanted)


@pytest.fixture(scope="module")
def every_kind():
    """Products of all kinds, and how their derivatives are written."""
    found = [
        (one, one.function())
        for number, name in enumerate(ROWS)
        for one in [*covering(name, seed=11, per_flag=1)][number % 2 :: 2]
    ]
    return [(one, function, str(hl.vjp(function))) for one, function in found]


@pytest.mark.parametrize("format", FORMATS)
def test_every_kind_of_product_survives(format, every_kind):
    for one, function, derived in every_kind:
        assert str(hl.vjp(FORMATS[format](function))) == derived, one


SCALES = [
    [True, False],
    np.array([1, 2], np.int8),
    np.array([1, 2], np.uint64),
    np.array([1, 0.1], np.float16),
    [0.1, 0.1],
    [np.nan, np.inf],
    [1j, 2],
    np.array([1 + 1j, 1], np.complex64),
]


@pytest.mark.share(2)
@pytest.mark.parametrize("scale", SCALES, ids=str)
@pytest.mark.parametrize("format", FORMATS)
def test_scales_of_every_type_survive(format, scale):
    product = hl.sparse.SparseProduct.from_entries([0, 1], [0, 1], [0, 1], scale, sizes=(2, 2, 2))
    function = hl.function("1x2x1xcomplex<f64>", "1x2x1xcomplex<f64>", name="main")(
        lambda x, y: hl.sparse.mul(product, x, y)
    )
    there = FORMATS[format](function)
    assert str(hl.vjp(there)) == str(hl.vjp(function))
    assert set(composites(hl.vjp(there))) == {PRODUCT}
    one = np.ones((1, 2, 1), np.complex128)
    if np.isfinite(scale).all():
        np.testing.assert_array_equal(interpreter.run(there, one, one)[0].ravel(), np.asarray(scale))


def test_a_derivative_has_no_more_products_than_it_needs():
    def count(program):
        return composites(program).count(PRODUCT)

    assert count(hl.jvp(multiplied)) == 3
    assert count(hl.vjp(multiplied)) == 3
    assert count(hl.vjp(multiplied, wrt=["x"])) == 2
    assert count(hl.vjp(hl.vjp(multiplied))) == 9
    summed = hl.function("2x3x5xf64", "2x2x5xf64", name="main")(
        lambda x, y: hl.reduce(hl.sparse.mul(ENTRIES, hl.stop_gradient(x), y), 0.0, [0, 1, 2], "add")
    )
    assert count(hl.grad(summed, wrt=["y"])) == 1
    close(interpreter.run(hl.grad(summed, wrt=["y"]), X, Y)[0], gradients(np.ones_like(GZ))[1])


def test_an_empty_product_survives_its_text():
    nothing = hl.sparse.SparseProduct.from_entries([], [], [], [], sizes=(3, 2, 4))
    function = hl.function("2x3x5xf64", "2x2x5xf64", name="main")(lambda x, y: hl.sparse.mul(nothing, x, y))
    backward = hl.vjp(hl.parse(str(function)))
    assert set(composites(backward)) == {PRODUCT}
    assert not any(result.any() for result in interpreter.run(backward, X, Y, GZ))


def test_products_of_the_same_entries_share_one_function():
    other = hl.sparse.SparseProduct.from_entries(
        [1, 0, 1, 2], [0, 1, 1, 1], [0, 2, 0, 2], [1.0, 0.5, 2, 3], sizes=(3, 2, 4)
    )

    @hl.function("2x3x5xf64", "2x2x5xf64", "2x3x5xf32", "2x2x5xf32", name="main")
    def many(x, y, u, v):
        twice = hl.sparse.mul(ENTRIES, x, y) + hl.sparse.mul(other, x * 2.0, y)
        return twice, hl.sparse.mul(ENTRIES, u, v), hl.sparse.mul(ENTRIES, x, y, lowering="scatter")

    names = [name for name in many.module.functions if name != "main"]
    assert len(names) == 3  # of f64, of f32, and of another lowering
    assert composites(many).count(PRODUCT) == 4
    close(interpreter.run(many, X, Y, X.astype("f4"), Y.astype("f4"))[0], 3 * expected())


def test_products_that_differ_in_one_part_have_functions_of_their_own():
    """Forms of the same operands: what isn't in the types."""
    places, ones = np.array([0, 1]), np.ones(2, np.float32)
    operand, result = Factor(places, 2, "a", True), Factor(places, 2, "a", True)
    form = Form("mul", (operand, operand, result), 2, ones, "segment")
    others = [
        replace(form, factors=(operand, operand, replace(result, is_batched=False))),
        replace(form, factors=(operand, operand, replace(result, size=3))),
        replace(form, factors=(operand, operand, replace(result, letters=""))),
        replace(form, factors=(operand, operand, replace(result, index=places[::-1].copy()))),
        replace(form, factors=(operand, replace(operand, index=places[::-1].copy()), result)),
        replace(form, coefficients=None),
        replace(form, coefficients=2 * ones),
        replace(form, coefficients=ones.view(np.int32)),
        replace(form, lowering="scatter"),
    ]
    alone = replace(form, factors=(*(replace(operand, is_batched=False),) * 2, result))
    names = []
    for one in (form, *others, alone, replace(alone, batch=3)):

        @hl.function(*["2x2x3xf32" if factor.is_batched else "2x3xf32" for factor in one.operands], name="main")
        def main(x, y, one=one):
            return emit_product(one, [x, y])

        names += [name for name in main.module.functions if name != "main"]
    assert len(names) == len(set(names)) == 3 + len(others)


def test_derivatives_of_all_orders_share_three_functions():
    """The cycle: of the product, of the gradient of x, of that of y."""
    rng = np.random.default_rng(14)
    i1, i2, io = rng.integers(0, 9, (3, 100))
    entries = hl.sparse.SparseProduct.from_entries(i1, i2, io, rng.normal(size=100), sizes=(9, 9, 9))
    function = hl.function("10x9x8xf32", "10x9x8xf32", name="main")(lambda x, y: hl.sparse.mul(entries, x, y))
    for _ in range(3):
        function = hl.vjp(function)
        assert len(function.module.functions) == 1 + 3


def test_functions_that_call_each_other_agree_on_it():
    inner = hl.function("2x3x5xf64", "2x2x5xf64", name="inner")(lambda x, y: hl.sparse.mul(ENTRIES, x, y))

    @hl.function("2x3x5xf64", "2x2x5xf64", name="main")
    def outer(x, y):
        return inner(x, y) * hl.sparse.mul(ENTRIES, x, y)

    z = expected()
    close(interpreter.run(outer, X, Y)[0], z * z)
    for derived in (hl.vjp(outer), hl.vjp(hl.parse(str(outer)))):
        _, gx, gy = interpreter.run(derived, X, Y, GZ)
        close(gx, gradients(2 * z * GZ)[0])
        close(gy, gradients(2 * z * GZ)[1])


def test_decompositions_go_when_nobody_has_them():
    from hlogen.sparse import composite

    def made(size):
        product = hl.sparse.SparseProduct.from_entries([size - 1], [0], [0], sizes=(size, 1, 1))
        return hl.function(f"1x{size}x1xf64", "1x1x1xf64", name="main")(lambda x, y: hl.sparse.mul(product, x, y))

    gc.collect()
    before = len(composite._DECOMPOSITIONS)
    held = [made(size) for size in range(1001, 1005)]
    assert len(composite._DECOMPOSITIONS) == before + 4
    del held
    gc.collect()
    assert len(composite._DECOMPOSITIONS) <= before


@hl.function("2x3x5xf64", "2x2x5xf64", "f64", name="main")
def looped(x, y, limit):
    def round_of(number, x):
        z = hl.sparse.mul(ENTRIES, x, y)
        return number + 1, x * 0.5 + z[:, :3]

    _, x = hl.while_([0, x], lambda number, x: number < 3, round_of)
    return hl.if_(limit > 0.0, lambda: hl.sparse.mul(ENTRIES, x, y), lambda: hl.sparse.mul(ENTRIES, x, -y))


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_inside_of_loops_and_branches(backend):
    """The derivative against differences."""

    def literal(x, y, sign):
        for _ in range(3):
            x = x * 0.5 + expected(x, y)[:, :3]
        return sign * expected(x, y)

    backward = hl.vjp(looped, wrt=[0, 1])
    for limit in (1.0, -1.0):
        value, gx, gy = run_on(backend, backward, X, Y, np.float64(limit), GZ)
        close(value, literal(X, Y, limit))
        along = np.cos(np.arange(30.0)).reshape(X.shape), np.sin(np.arange(20.0)).reshape(Y.shape)
        step = 1e-5
        moved = [literal(X + s * along[0], Y + s * along[1], limit) for s in (step, -step)]
        slope = ((moved[0] - moved[1]) * GZ).sum() / (2 * step)
        np.testing.assert_allclose((gx * along[0]).sum() + (gy * along[1]).sum(), slope, rtol=1e-7)


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_forwards_and_batched_inside_of_loops_and_branches(backend):
    """Tangents are the transpose of gradients; a batch whose examples take different branches is its examples."""
    dx, dy, limits = np.cos(X), np.sin(Y), np.array([1.0, -1.0])
    tangents = [np.stack([value, 2 * value]) for value in (dx, dy)]
    inputs = [np.stack([X, X]), np.stack([Y, Y]), limits]
    pushed = run_on(backend, hl.vmap(hl.jvp(looped, wrt=[0, 1]), axis_size=2), *inputs, *tangents)[1]
    for number, limit in enumerate(limits):
        _, gx, gy = interpreter.run(hl.vjp(looped, wrt=[0, 1]), X, Y, limit, GZ)
        wanted = (number + 1) * ((gx * dx).sum() + (gy * dy).sum())
        np.testing.assert_allclose((pushed[number] * GZ).sum(), wanted, rtol=1e-12)
    derived = hl.vmap(hl.vjp(looped, wrt=[0, 1]), in_axes=(None, None, 0, None), axis_size=2)
    gradient = run_on(backend, derived, X, Y, limits, GZ)[1]
    for number, limit in enumerate(limits):
        close(gradient[number], interpreter.run(hl.vjp(looped, wrt=[0, 1]), X, Y, limit, GZ)[1])


@pytest.mark.parametrize("backend", ["interpreter", "xla"])
def test_in_loops_of_unknown_length(backend):
    """Reverse mode computes rounds again; examples of a batch take different numbers of them, and branches."""

    @hl.function("2x3x5xf64", "2x2x5xf64", "i32", name="main")
    def program(x, y, count):
        def round_of(number, x):
            return number + 1, x * 0.5 + hl.sparse.mul(ENTRIES, x, y)[:, :3]

        _, x = hl.while_([np.int32(0), x], lambda number, x: number < count, round_of)
        factors = (1.0, -1.0, 2.0)  # after two, three, and any other number of rounds
        return hl.case(count - 2, [lambda f=f: hl.sparse.mul(ENTRIES, x, y * f) for f in factors])

    def literal(x, y, count):
        for _ in range(count):
            x = x * 0.5 + expected(x, y)[:, :3]
        return {2: 1, 3: -1}.get(count, 2) * expected(x, y)

    backward, counts, along, step = (
        hl.vjp(program, wrt=[0, 1]),
        np.array([2, 3, 5], np.int32),
        (np.cos(X), np.sin(Y)),
        1e-5,
    )
    batched = hl.vmap(backward, in_axes=(None, None, 0, None), axis_size=3)
    values, of_x, of_y = run_on(backend, batched, X, Y, counts, GZ)
    for number, count in enumerate(counts):
        close(values[number], literal(X, Y, count))
        moved = [literal(X + s * along[0], Y + s * along[1], count) for s in (step, -step)]
        slope = ((moved[0] - moved[1]) * GZ).sum() / (2 * step)
        pulled = (of_x[number] * along[0]).sum() + (of_y[number] * along[1]).sum()
        np.testing.assert_allclose(pulled, slope, rtol=1e-7)


def malformed():
    """Attributes that somebody else's composite of the name might have."""
    i32, i64, flags = IntegerType(32), IntegerType(64), IntegerType(1)

    def dense(values, element_type):
        array = np.array(values).astype(dtype_of(element_type))
        return DenseElements(TensorType(array.shape, element_type), array)

    good = [[1, 1, 0, 2], [0, 1, 1, 1], [0, 0, 2, 2]]
    for key in ("product", "letters", "lowering", "indices", "sizes", "batched", "batch"):
        yield f"no {key}", {key: None}
        for value in ("", "x y", 'a"b', 3, IntegerAttr(-1, i64), {}, [], True, DenseArray(i64, (1, 2, 3))):
            yield f"{key} {value!r}", {key: value}
        yield f"{key} f64", {key: dense([1.5, 2.5, 3.5], FloatType("f64"))}
        yield f"{key} rank 0", {key: dense(1, i64)}
    for letters in (
        "c,d->c",
        "c,c->d",
        "cc,c->c",
        "c->c",
        "c,c,c->c",
        ",->",
        "#,#->#",
        "ab,ab->ab",
        "c,c",
        "->",
        "@,c->c",
    ):
        yield letters, {"letters": letters}
    for row in ([1, 1, 0, 3], [1, 1, 0, -1]):
        yield f"row {row}", {"indices": dense([row, *good[1:]], i32)}
    yield "two rows", {"indices": dense(good[:2], i32)}
    yield "more entries", {"indices": dense([[*row, 0] for row in good], i32)}
    yield "rank 3", {"indices": dense([good], i32)}
    yield "unsigned", {"indices": dense(good, IntegerType(32, "unsigned"))}
    for sizes in ([3, 2, 5], [4, 2, 4], [3, 2], [3, 2, 4, 4], [-3, 2, 4]):
        yield f"sizes {sizes}", {"sizes": dense(sizes, i64)}
    for batched in ([True, False, True], [True, True, False], [True, True]):
        yield f"batched {batched}", {"batched": dense(batched, flags)}
    for batch in (3, 1, -1, 1 << 40):
        yield f"batch {batch}", {"batch": IntegerAttr(batch, i64)}
    for numbers in ([1.0], [[1.0, 2, 3, 4]], 1.0):
        yield f"coefficients {numbers}", {"coefficients": dense(numbers, FloatType("f64"))}
    yield "complex", {"coefficients": dense([1j, 2, 3, 4], hl.tensor("complex<f64>").element_type)}
    yield "flags", {"coefficients": dense([True] * 4, flags)}
    for narrow in ("bf16", "i4", "f8E4M3FN"):
        yield f"{narrow} coefficients", {"coefficients": dense([1, 2, 3, 4], hl.tensor(narrow).element_type)}
    yield "coefficients", {"coefficients": "many"}
    yield "another lowering", {"lowering": "quantum"}


@pytest.mark.share(4)
@pytest.mark.parametrize("changes", [pytest.param(changes, id=name[:30]) for name, changes in malformed()])
def test_somebody_elses_is_what_it_is_decomposed_to(changes):
    module = hl.parse(str(multiplied))
    (operation,) = [op for op in module.walk() if op.name == "stablehlo.composite"]
    attributes = {**operation.attributes["composite_attributes"], **changes}
    kept = {key: value for key, value in attributes.items() if value is not None}
    operation.attributes = {**operation.attributes, "composite_attributes": kept}
    for derived in (hl.vjp(module), hl.vmap(module, axis_size=2)):
        assert PRODUCT not in composites(derived)
    value, gx, gy = interpreter.run(hl.vjp(module), X, Y, GZ)
    for got, wanted in zip((value, gx, gy), (expected(), *gradients()), strict=True):
        close(got, wanted)


def test_entries_in_another_order():
    """Nobody else has to sort them: the derivative's promises are its own."""
    module = hl.parse(str(multiplied))
    (operation,) = [op for op in module.walk() if op.name == "stablehlo.composite"]
    attributes = dict(operation.attributes["composite_attributes"])
    for key, order in (("indices", (slice(None), [3, 1, 2, 0])), ("coefficients", [3, 1, 2, 0])):
        attributes[key] = DenseElements(attributes[key].type, attributes[key].array[order])
    operation.attributes = {**operation.attributes, "composite_attributes": attributes}
    for derived in (hl.vjp(module), hl.vjp(hl.vmap(module, axis_size=1))):
        assert set(composites(derived)) == {PRODUCT}
        sanitizer = interpreter.Sanitizer(ignore=["promise.sorted-literal", "order"])
        given = [value if derived.type.inputs[0].rank == 3 else value[None] for value in (X, Y, GZ)]
        for got, wanted in zip(
            interpreter.run(derived, *given, sanitize=sanitizer), (expected(), *gradients()), strict=True
        ):
            close(got.reshape(wanted.shape), wanted)
        assert not sanitizer.findings


def test_a_composite_without_attributes_or_of_other_types():
    program = """
    func.func @main(%x: tensor<?xf64>, %y: tensor<2xf64>) -> (tensor<?xf64>, tensor<2xf64>) {
      %0 = stablehlo.composite "hlogen.sparse_product" %x {decomposition = @f} : (tensor<?xf64>) -> tensor<?xf64>
      %1 = stablehlo.composite "hlogen.sparse_product" %y {composite_attributes = {product = "mul"},
        decomposition = @g} : (tensor<2xf64>) -> tensor<2xf64>
      return %0, %1 : tensor<?xf64>, tensor<2xf64>
    }
    func.func private @f(%x: tensor<?xf64>) -> tensor<?xf64> { return %x : tensor<?xf64> }
    func.func private @g(%x: tensor<2xf64>) -> tensor<2xf64> {
      %0 = stablehlo.multiply %x, %x : tensor<2xf64>
      return %0 : tensor<2xf64>
    }
    """
    assert PRODUCT not in composites(hl.vjp(hl.parse(program)))
    fixed = program.replace("?", "2")
    assert interpreter.run(hl.vjp(hl.parse(fixed)), *[np.array([1.0, 2])] * 4)[3].tolist() == [2, 8]


@pytest.mark.parametrize("lowering", LOWERINGS)
def test_onnx(lowering):
    function = hl.function("2x3x5xf32", "2x2x5xf32", name="main")(
        lambda x, y: hl.sparse.mul(ENTRIES, x, y, lowering=lowering)
    )
    for program, inputs, wanted in (
        (function, (X, Y), (expected(),)),
        (hl.vjp(function), (X, Y, GZ), (expected(), *gradients())),
    ):
        session = onnxruntime.InferenceSession(to_onnx(program).SerializeToString())
        named = {given.name: value.astype("f4") for given, value in zip(session.get_inputs(), inputs, strict=True)}
        for got, one in zip(session.run(None, named), wanted, strict=True):
            np.testing.assert_allclose(got, one, rtol=2e-5, atol=2e-5)


COMMANDS = {
    "check": ["check", "m.mlir"],
    "analyze": ["analyze", "m.mlir"],
    "run": ["run", "m.mlir", "--input", "in.npz", "--output", "result.npz"],
    "xla": ["run", "m.mlir", "--input", "in.npz", "--output", "result.npz", "--backend", "xla"],
    "judge": ["judge", "m.mlir", "--input", "in.npz", "--backend", "xla"],
    "simplify": ["transform", "m.mlir", "--simplify", "-o", "out.mlir"],
    "portable": ["transform", "m.mlir", "--portable", "-o", "out.mlir"],
    "expand": ["transform", "m.mlir", "--expand-batching-dims", "-o", "out.mlir"],
    "raise": ["transform", "m.mlir", "--raise-batching-dims", "-o", "out.mlir"],
    "bytecode": ["emit", "m.mlir", "--as", "bytecode", "-o", "out.mlirbc"],
    "artifact": ["emit", "m.mlir", "--as", "portable", "--target", "1.0.0", "-o", "out.mlirbc"],
}


@pytest.fixture(scope="module")
def lend():
    with lending() as lend:
        yield lend


@pytest.fixture
def invoke(lend, tmp_path, monkeypatch):
    """Runs the command line in this process, in a folder that has the product."""
    lend_to_commands(lend, monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("m.mlir").write_text(str(multiplied))

    def invoke(*args):
        result = CliRunner().invoke(command_line, [str(arg) for arg in args])
        assert result.exit_code == 0, result.output
        return result.output

    return invoke


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_line_takes_it(name, invoke):
    """What is written runs to the same, and has the same derivative."""
    x, y, gz = (np.round(8 * value) for value in (X, Y, GZ))  # so that every backend gives the same
    np.savez("in.npz", x=x, y=y)
    invoke(*COMMANDS[name])
    written = [path for path in map(Path, ("out.mlir", "out.mlirbc")) if path.exists()]
    for path in written:
        invoke("run", path, "--input", "in.npz", "--output", "result.npz")
        invoke("grad", path, "-o", "gradient.mlir")
        backward = hl.parse(Path("gradient.mlir"))
        assert set(composites(backward)) == {PRODUCT}
        for got, wanted in zip(
            interpreter.run(backward, x, y, gz), (expected(x, y), *gradients(gz, x, y)), strict=True
        ):
            assert np.array_equal(got, wanted)
    if Path("result.npz").exists():
        assert np.array_equal(np.load("result.npz")["result_0"], expected(x, y))


@pytest.mark.share(2)
@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("rewrite", ["simplify", "portable", "expand_batching_dims", "raise_batching_dims"])
def test_rewritten_decompositions_give_the_same(rewrite, lowering):
    """To the bit; and what is derived of the rewritten program is what is derived of the other."""
    function = hl.function("2x3x5xf64", "2x2x5xf64", name="main")(
        lambda x, y: hl.sparse.mul(ENTRIES, x, y, lowering=lowering)
    )
    backward = hl.vjp(function)
    for program, inputs in ((function, (X, Y)), (backward, (X, Y, GZ))):
        rewritten = getattr(hl.transform, rewrite)(program)
        assert composites(rewritten) == composites(program)
        for got, wanted in zip(interpreter.run(rewritten, *inputs), interpreter.run(program, *inputs), strict=True):
            assert got.tobytes() == wanted.tobytes()
    assert str(hl.vjp(getattr(hl.transform, rewrite)(function))) == str(backward)


def test_gradients_and_batches_on_the_command_line(invoke):
    for args in (
        ["grad", "m.mlir", "-o", "g.mlir"],
        ["grad", "g.mlir", "-o", "gg.mlir"],
        ["jvp", "m.mlir", "-o", "j.mlir"],
        ["vmap", "g.mlir", "--size", "3", "-o", "v.mlir"],
        ["check", "g.mlir", "gg.mlir", "j.mlir", "v.mlir"],
    ):
        invoke(*args)
    batch = [np.stack([value, 2 * value, 3 * value]) for value in (X, Y, GZ)]
    _, gx, _ = interpreter.run(hl.parse(Path("v.mlir")), *batch)
    close(gx[2], 9 * gradients()[0])


def test_many_entries_take_no_time():
    """Built, derived, printed, read and derived again in seconds: attributes are written as bytes."""
    rng, count, rows = np.random.default_rng(0), 50_000, 10_000
    entries = hl.sparse.SparseProduct.from_entries(
        rng.integers(0, rows, count), None, rng.integers(0, rows, count), rng.normal(size=count), (rows, count, rows)
    )
    start = time.process_time()
    function = hl.function(f"1x{rows}x4xf32", f"1x{count}xf32", name="main")(
        lambda x, y: hl.sparse.vecsca(entries, x, y)
    )
    backward = hl.vjp(function)
    text = str(function)
    assert str(hl.vjp(hl.parse(text))) == str(backward)
    assert time.process_time() - start < 10  # seconds of this process: it takes half of one
    assert len(text) < 100 * count
