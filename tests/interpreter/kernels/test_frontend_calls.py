"""What frontends call, and promise to go on calling: held against JAX's own results, or what the call is defined as."""

import numpy as np
import pytest

import interpreter

jax = pytest.importorskip("jax")
jnp = jax.numpy


def exported(function, *args, platform="cpu"):
    from jax import export

    return export.export(jax.jit(function), platforms=[platform])(*args).mlir_module()


def one_call(call, types, results, *args):
    """The results of a program of one custom call, written after its @."""
    inputs = ", ".join(f"%x{i}: {type}" for i, type in enumerate(types))
    names = ", ".join(f"%x{i}" for i in range(len(types)))
    target, _, attributes = call.partition(" ")
    outputs = ", ".join(results)
    found = "%0" if len(results) == 1 else ", ".join(f"%0#{i}" for i in range(len(results)))
    text = f"""func.func @main({inputs}) -> ({outputs}) {{
      %0{f":{len(results)}" if len(results) > 1 else ""} = stablehlo.custom_call @{target}({names}) {attributes}
        : ({", ".join(types)}) -> {outputs if len(results) == 1 else f"({outputs})"}
      return {found} : {outputs}
    }}"""
    return interpreter.run(text, *args)


@pytest.mark.parametrize(
    "target",
    ["annotate_device_placement", "LayoutConstraint", "MoveToHost", "MoveToDevice", "xla.sdy.FuncResultSharding"],
)
def test_where_a_value_is_kept_changes_nothing(target):
    (found,) = one_call(target, ["tensor<3xf32>"], ["tensor<3xf32>"], [1, 2, 3])
    assert found.tolist() == [1, 2, 3]


def test_placement_as_jax_writes_it():
    device = jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0], memory_kind="device")
    module = exported(lambda x: jax.device_put(x, device) + 1, np.ones(2, np.float32))
    assert interpreter.run(module, np.ones(2, np.float32))[0].tolist() == [2, 2]


@pytest.mark.parametrize("target", ["TopK", "mhlo.topk"])
def test_top_k(target):
    x = np.array([[1, 5, 5, np.nan, -3], [0.0, -0.0, 2, 2, 2]], np.float32)
    values, places = one_call(target, ["tensor<2x5xf32>"], ["tensor<2x3xf32>", "tensor<2x3xi32>"], x)
    assert places.tolist() == [[3, 1, 2], [2, 3, 4]]
    np.testing.assert_array_equal(values, np.take_along_axis(x, places, 1))


def test_the_smallest_elements():
    call = "mhlo.topk {mhlo.attributes = {k = 2 : i64, largest = false}}"
    values, places = one_call(call, ["tensor<4xi32>"], ["tensor<2xi32>", "tensor<2xi32>"], [3, 1, 2, 1])
    assert values.tolist() == [1, 1]
    assert places.tolist() == [1, 3]


@pytest.mark.parametrize("function", ["approx_max_k", "approx_min_k"])
def test_approximate_top_k_is_exact(function):
    rng = np.random.default_rng(3)
    x = rng.permutation(40).astype(np.float32).reshape(4, 10)
    module = exported(lambda x: getattr(jax.lax, function)(x, 3, reduction_dimension=0), x, platform="tpu")
    values, places = interpreter.run(module, x)
    order = np.argsort(-x if function == "approx_max_k" else x, axis=0)[:3]
    np.testing.assert_array_equal(places, order)
    np.testing.assert_array_equal(values, np.take_along_axis(x, order, 0))


def symbolic(text):
    from jax import export

    return jax.ShapeDtypeStruct(export.symbolic_shape(text), np.float32)


def test_top_k_of_a_symbolic_k():
    module = exported(lambda x: jax.lax.top_k(x, x.shape[0] - 2), symbolic("n + 2"))
    values, places = interpreter.run(module, np.array([3, 1, 4, 1, 5], np.float32))
    assert values.tolist() == [5, 4, 3]
    assert places.tolist() == [4, 2, 0]


@pytest.mark.parametrize("k", [0, 1, 4])
def test_approximate_top_k_of_any_number_of_the_elements(k):
    rng = np.random.default_rng(3)
    x = rng.permutation(4).astype(np.float32)
    module = exported(lambda x: jax.lax.approx_max_k(x, 3), x, platform="tpu")
    module = module.replace("top_k = 3", f"top_k = {k}").replace("tensor<3x", f"tensor<{k}x")
    values, places = interpreter.run(module, x)
    assert places.tolist() == np.argsort(-x)[:k].tolist()
    assert values.tolist() == np.sort(x)[::-1][:k].tolist()


@pytest.mark.parametrize("k", [-1, 5])
def test_other_numbers_than_those_of_the_elements(k):
    x = np.zeros(4, np.float32)
    module = exported(lambda x: jax.lax.approx_max_k(x, 3), x, platform="tpu")
    with pytest.raises(interpreter.ExecutionError, match=f"{k} elements should be taken of 4"):
        interpreter.run(module.replace("top_k = 3", f"top_k = {k}"), x)


def test_approximate_top_k_of_inputs_that_differ_in_shape():
    text = """
    func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
      %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }
    func.func @main(%x: tensor<9xf32>, %y: tensor<2xi32>, %a: tensor<f32>, %b: tensor<i32>) -> tensor<2xf32> {
      %0:2 = stablehlo.custom_call @ApproxTopK(%x, %y, %a, %b) {called_computations = [@gt],
        mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 2 : i64}}
        : (tensor<9xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
      return %0#0 : tensor<2xf32>
    }
    """
    with pytest.raises(interpreter.ExecutionError, match=r"have shapes \[9\] and \[2\]; they should have the same"):
        interpreter.run(text, np.arange(9, dtype=np.float32), np.zeros(2, np.int32), np.float32(0), np.int32(0))


def test_approximate_top_k_of_a_symbolic_k():
    module = exported(lambda x: jax.lax.approx_max_k(x, x.shape[0] - 2), symbolic("n + 2"), platform="tpu")
    values, places = interpreter.run(module, np.array([3, 1, 4, 1, 5], np.float32))
    assert values.tolist() == [5, 4, 3]
    assert places.tolist() == [4, 2, 0]


def test_random_bits_of_a_symbolic_shape():
    def bits(key, x):
        return jax.lax.rng_bit_generator(key, (x.shape[0], 4), np.uint32)[1]

    from jax import export

    key = np.arange(4, dtype=np.uint32)
    module = export.export(jax.jit(bits))(key, symbolic("n")).mlir_module()
    (found,) = interpreter.run(module, key, np.zeros(3, np.float32))
    np.testing.assert_array_equal(found, jax.jit(bits)(key, np.zeros(3, np.float32)))


@pytest.mark.parametrize("function", [jnp.cumsum, jnp.cumprod, lambda x: jax.lax.cummax(x, reverse=True)])
def test_windows_of_a_symbolic_size(function):
    rng = np.random.default_rng(3)
    from jax import export

    x = rng.standard_normal((5, 3)).astype(np.float32)
    module = export.export(jax.jit(lambda x: function(x)), platforms=["tpu"])(symbolic("n, 3")).mlir_module()
    assert "stablehlo.dynamic_reduce_window" in module
    np.testing.assert_allclose(interpreter.run(module, x)[0], function(x), rtol=1e-5)


def test_windows_as_operands():
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    program = """func.func @main(%x: tensor<3x4xi32>, %window: tensor<2xi32>, %dilation: tensor<2xi32>,
        %padding: tensor<2x2xi32>) -> tensor<?x?xi32> {
      %init = stablehlo.constant dense<0> : tensor<i32>
      %ones = stablehlo.constant dense<1> : tensor<2xi32>
      %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %window, %ones, %ones, %dilation, %padding)
        {called_computations = [@sum]} : (tensor<3x4xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>,
        tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xi32>
      return %0 : tensor<?x?xi32>
    }
    func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.add %a, %b : tensor<i32>
      return %0 : tensor<i32>
    }"""
    (found,) = interpreter.run(program, x, [2, 2], [1, 2], [[0, 0], [1, 0]])
    wide = np.pad(x, ((0, 0), (1, 0)))
    rows = wide[:-1] + wide[1:]
    np.testing.assert_array_equal(found, rows[:, :-2] + rows[:, 2:])
    with pytest.raises(interpreter.ExecutionError, match="need 2 positive sizes, strides and dilations"):
        interpreter.run(program, x, [2, 0], [1, 2], [[0, 0], [1, 0]])


def test_threefry_on_gpus_gives_the_known_answers_of_its_authors():
    key = np.array([0, 0xFFFFFFFF, 0x13198A2E], np.uint32), np.array([0, 0xFFFFFFFF, 0x03707344], np.uint32)
    counter = np.array([0, 0xFFFFFFFF, 0x243F6A88], np.uint32), np.array([0, 0xFFFFFFFF, 0x85A308D3], np.uint32)
    found = one_call("cu_threefry2x32_ffi", ["tensor<3xui32>"] * 4, ["tensor<3xui32>"] * 2, *key, *counter)
    assert [hex(word) for word in found[0]] == ["0x6b200159", "0x1cb996fc", "0xc4923a9c"]
    assert [hex(word) for word in found[1]] == ["0x99ba4efe", "0xbb002be7", "0x483df7a0"]


def test_pivots_as_a_permutation():
    pivots = np.array([[2, 1, 3], [0, 2, 2]], np.int32)
    call, types = "cu_lu_pivots_to_permutation", ["tensor<2x3xi32>"]
    (found,) = one_call(call, types, ["tensor<2x4xi32>"], pivots)
    np.testing.assert_array_equal(found, jax.lax.linalg.lu_pivots_to_permutation(pivots, 4))
    (found,) = one_call(call, types, ["tensor<2x4xi32>"], pivots + 4)  # they name no row
    np.testing.assert_array_equal(found, [[0, 1, 2, 3]] * 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("stablehlo.dynamic_reduce_window", "called_computations is missing; it should name a function"),
        ("Topk", r"no meaning for the custom call @Topk \(it knows @TopK"),
    ],
)
def test_calls_that_are_not_as_frontends_write_them(call, message):
    with pytest.raises(interpreter.ExecutionError, match=message):
        one_call(call, ["tensor<4xf32>"], ["tensor<2xf32>"], [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("call", "results", "given"),
    [
        ("LayoutConstraint", ["tensor<5xf32>"], r"float32\[4\]"),
        ("Sharding", ["tensor<4xf64>"], r"float32\[4\]"),
        ("TopK", ["tensor<9xf32>", "tensor<9xi32>"], r"float32\[4\]"),
        ("TopK", ["tensor<2xf32>", "tensor<2xi64>"], r"int32\[2\]"),
    ],
)
def test_results_that_are_declared_otherwise_are_errors(call, results, given):
    with pytest.raises(interpreter.ExecutionError, match=f"@{call} gives {given}, but result [01] is declared as"):
        one_call(call, ["tensor<4xf32>"], results, [1, 2, 3, 4])
