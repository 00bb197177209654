"""Operations on their way out of StableHLO: what older modules hold runs as what takes its place."""

from itertools import product

import ml_dtypes
import numpy as np
import pytest

import interpreter
from hlogen.backends import backend

RNG = np.random.default_rng(5)


def run(body, *args, results):
    inputs = ", ".join(f"%{name}: {type}" for name, (type, _) in zip("xy", args, strict=False))
    text = f"func.func @main({inputs}) -> {results} {{\n  %0 = {body}\n  return %0 : {results}\n}}\n"
    values = [value for _, value in args]
    return interpreter.run(text, *values)[0], text, values


def floats(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"), [((3,), (3,), ()), ((2, 3), (3,), (2,)), ((3,), (3, 4), (4,)), ((2, 3), (3, 4), (2, 4))]
)
def test_dot_is_of_vectors_and_matrices(lhs, rhs, result):
    def tensor(shape, type="f32"):
        return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"

    x, y = floats(*lhs), floats(*rhs)
    types = f"({tensor(lhs)}, {tensor(rhs)}) -> {tensor(result)}"
    found, text, values = run(
        f"stablehlo.dot %x, %y : {types}", (tensor(lhs), x), (tensor(rhs), y), results=tensor(result)
    )
    exact = np.tensordot(x.astype(np.float64), y.astype(np.float64), 1)
    np.testing.assert_allclose(found, exact, rtol=1e-6)
    np.testing.assert_allclose(backend("xla").run(text, *values)[0], exact, rtol=1e-5)


@pytest.mark.parametrize(
    ("config", "lhs", "rhs", "result"),
    [
        ("ab,bc->ac", (2, 3), (3, 4), (2, 4)),
        ("abc,cd->bad", (2, 3, 4), (4, 5), (3, 2, 5)),
        ("ab,ab->", (2, 3), (2, 3), ()),
        ("a,b->ba", (2,), (3,), (3, 2)),
        ("aab,b->ab", (2, 2, 3), (3,), (2, 3)),  # a diagonal
        ("ab,b->b", (2, 3), (3,), (3,)),  # a sum of one operand alone
    ],
)
def test_einsum_sums_products_over_the_letters_that_the_result_lacks(config, lhs, rhs, result):
    rng = np.random.default_rng(5)
    x, y = rng.integers(-9, 9, lhs, np.int32), rng.integers(-9, 9, rhs, np.int32)
    inputs, output = config.split("->")
    first, second = inputs.split(",")
    sizes = dict(zip(first + second, lhs + rhs, strict=True))
    expected = np.zeros(result, np.int64)
    for index in product(*map(range, sizes.values())):
        at = dict(zip(sizes, index, strict=True))
        expected[tuple(at[c] for c in output)] += int(x[tuple(at[c] for c in first)]) * int(
            y[tuple(at[c] for c in second)]
        )
    types = [f"tensor<{''.join(f'{n}x' for n in shape)}i32>" for shape in (lhs, rhs, result)]
    found, _, _ = run(
        f'stablehlo.einsum %x, %y, config = "{config}" : ({types[0]}, {types[1]}) -> {types[2]}',
        (types[0], x),
        (types[1], y),
        results=types[2],
    )
    assert found.dtype == np.int32
    np.testing.assert_array_equal(found, expected)


def test_unary_einsum_and_small_floats_round_once():
    x = np.full((3, 300), 1.0078125, np.float32)  # in bf16 a sum of these would stop growing at 256
    found, _, _ = run(
        'stablehlo.unary_einsum %x, config = "ab->b" : (tensor<3x300xf32>) -> tensor<300xf32>',
        ("tensor<3x300xf32>", x),
        results="tensor<300xf32>",
    )
    assert (found == 3 * 1.0078125).all()
    found, _, _ = run(
        'stablehlo.unary_einsum %x, config = "ab->a" : (tensor<3x300xbf16>) -> tensor<3xbf16>',
        ("tensor<3x300xbf16>", x.astype(ml_dtypes.bfloat16)),
        results="tensor<3xbf16>",
    )
    assert found.astype(np.float32).tolist() == [302.0] * 3  # 302.34 in steps of 2


def test_einsum_of_a_wrong_config():
    x = ("tensor<3xf32>", floats(3))
    with pytest.raises(interpreter.ExecutionError, match="einsum_config is 'a,b', which isn't like \"ab,bc->ac\""):
        run('stablehlo.einsum %x, %y, config = "a,b" : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>', x, x,
            results="tensor<3xf32>")  # fmt: skip
    with pytest.raises(interpreter.ExecutionError, match=r'"ab,b->a" doesn\'t fit shapes \[3\] and \[3\]'):
        run('stablehlo.einsum %x, %y, config = "ab,b->a" : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>', x, x,
            results="tensor<3xf32>")  # fmt: skip


def test_broadcast_puts_dimensions_in_front():
    found, _, _ = run(
        "stablehlo.broadcast %x, sizes = [1, 2] : (tensor<3xi32>) -> tensor<1x2x3xi32>",
        ("tensor<3xi32>", [1, 2, 3]),
        results="tensor<1x2x3xi32>",
    )
    assert found.tolist() == [[[1, 2, 3], [1, 2, 3]]]


@pytest.mark.parametrize(
    ("operand", "index", "dim", "batch_dims", "result"),
    [
        ((5, 3), (4,), 0, 0, (4, 3)),
        ((3, 5), (2, 2), 1, 0, (3, 2, 2)),
        ((2, 3, 5, 4), (2, 6), 2, 1, (2, 3, 6, 4)),
        ((2, 3, 5), (2, 3), 2, 2, (2, 3)),
        ((2, 5), (2,), -1, 0, (2, 2)),
    ],
)
def test_torch_index_select(operand, index, dim, batch_dims, result):
    rng = np.random.default_rng(5)
    x, i = floats(*operand), rng.integers(0, operand[dim], index, np.int32)
    expected = np.empty(result, np.float32)
    at = dim % len(operand)
    for place in np.ndindex(*result):
        batch, between = place[:batch_dims], place[batch_dims:at]
        inner, after = place[at : at + len(index) - batch_dims], place[at + len(index) - batch_dims :]
        expected[place] = x[(*batch, *between, i[(*batch, *inner)], *after)]
    types = [
        f"tensor<{'x'.join(map(str, shape))}x{e}>" for shape, e in ((operand, "f32"), (index, "i32"), (result, "f32"))
    ]
    body = (
        f'"stablehlo.torch_index_select"(%x, %y) {{dim = {dim} : i64, batch_dims = {batch_dims} : i64}} '
        f": ({types[0]}, {types[1]}) -> {types[2]}"
    )
    found, _, _ = run(body, (types[0], x), (types[1], i), results=types[2])
    np.testing.assert_array_equal(found, expected)
    i.flat[-1] = operand[dim]
    with pytest.raises(interpreter.ExecutionError, match=f"outside of dimension {at} of the operand, whose size is"):
        run(body, (types[0], x), (types[1], i), results=types[2])


@pytest.mark.parametrize("kind", ["i2", "ui2", "i4", "ui4", "i8", "ui16", "ui64"])
def test_torch_index_select_takes_indices_of_any_width(kind):
    program = f"""func.func @main(%x: tensor<4x2xf64>, %i: tensor<3x{kind}>) -> tensor<3x2xf64> {{
      %0 = "stablehlo.torch_index_select"(%x, %i) {{dim = 0 : i64, batch_dims = 0 : i64}}
        : (tensor<4x2xf64>, tensor<3x{kind}>) -> tensor<3x2xf64>
      return %0 : tensor<3x2xf64>
    }}"""
    x = np.arange(8.0).reshape(4, 2)
    for _ in range(2):
        assert interpreter.run(program, x, [1, 0, 1])[0].tolist() == [[2, 3], [0, 1], [2, 3]]


def test_cross_replica_sum():
    program = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    results = interpreter.run_parallel(program, [([1, 2],), ([3, 5],)], num_replicas=2)
    assert [result.tolist() for (result,) in results] == [[4, 7], [4, 7]]
