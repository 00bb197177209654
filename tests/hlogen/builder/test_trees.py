"""Trees of arguments, results and derivatives: JAX's order of leaves, and the same tree back."""

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlogen as hl
import interpreter
from hlogen.builder import trees


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclasses.dataclass(frozen=True)
class Layer:
    w: Any
    b: Any = None


def containers(inner: Any) -> Any:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
        st.builds(Pair, inner, inner),
    )


TREES = st.recursive(st.one_of(st.integers(), st.none()), containers, max_leaves=12)


@settings(deadline=None)  # the first one imports JAX
@given(TREES)
def test_leaves_stand_in_jax_s_order_and_come_back_as_the_same_tree(tree) -> None:
    jax = pytest.importorskip("jax")
    leaves, structure = trees.flatten(tree, "x")
    assert leaves == jax.tree_util.tree_leaves(tree)
    assert structure.unflatten(leaves) == tree
    assert structure.leaves_of(tree, "x") == leaves
    assert structure.leaf_count == len(leaves) == len(structure.paths()) == len(set(structure.called("x")))
    for path, leaf in zip(structure.paths("tree"), leaves, strict=True):
        assert eval(path, {"tree": tree}) is leaf
    assert structure.kept([False] * len(leaves)).leaf_count == 0
    assert structure.spread(7, "x") == [7] * len(leaves)
    assert structure.spread(tree, "x") == leaves


def test_leaves_of_one_name_are_told_apart() -> None:
    function = hl.function({"b": {"c": "f32"}, "b.c": "2xf32"}, name="f")(lambda p: (p["b"]["c"] * p["b.c"]).sum())
    assert [argument.name for argument in function.module.functions["f"].arguments] == ["p.b.c", "p.b.c_2"]
    given = {"b": {"c": np.float32(3)}, "b.c": np.float32([1, 2])}
    assert function(given) == 9
    np.testing.assert_array_equal(hl.grad(function, wrt="p.b.c")(given), 3)
    np.testing.assert_array_equal(hl.grad(function, wrt="p.b.c_2")(given), [3, 3])


@pytest.mark.parametrize("made", [lambda x: (x,), lambda x: [x], lambda x: {"a": x}, lambda x: x, lambda x: (x, {})])
def test_batches_give_the_trees_of_one(made) -> None:
    function = hl.function("f32", name="f")(made)
    one, batch = function(2.0), hl.vmap(function)(np.float32([2, 3]))
    assert trees.flatten(one, "x")[1] == trees.flatten(batch, "x")[1]
    assert hl.vmap(hl.vmap(function, axis_size=2), axis_size=1).output == function.output


def test_shapes_to_refine_are_trees_as_arguments_are() -> None:
    function = hl.function({"w": "?x4xf32", "b": ["4xf32"]}, "?x?xf32", name="f")(lambda p, x: x @ p["w"] + p["b"][0])
    params, x = {"w": np.zeros((3, 4), np.float32), "b": [np.zeros(4, np.float32)]}, np.zeros((2, 3), np.float32)
    for shapes in [params, x], [{"w": [3, 4], "b": [None]}, "2x3xf32"], [None, [3, 4], [2, 3]]:
        refined = hl.transform.refine(function, shapes)
        assert [str(type) for type in refined.default_entry.type.results] == ["tensor<2x4xf32>"]
    single = hl.function({"w": "?xf32"}, name="f")(lambda p: p["w"] * 2)
    assert str(hl.transform.refine(single, [[3]])) == str(hl.transform.refine(single, [{"w": [3]}]))
    assert str(hl.transform.refine(single, [[np.int64(3)]])) == str(hl.transform.refine(single, [[3]]))
    # one list for each argument, of which the first takes a list: of a tensor, or its sizes where nothing else is said
    listed = hl.function(["?xf32"], "?xf32", name="f")(lambda p, x: p[0])
    for first in ([[3]], [3], ["3xf32"], [np.zeros(3, np.float32)], [np.int32(3)]):
        (found,) = hl.transform.refine(listed, [first, [4]]).default_entry.type.results
        assert str(found) == "tensor<3xf32>", first
    for wrong, said in [
        ([{"w": [3, 4]}, [2, 3]], "f's p lacks 'b'"),
        ([params], "shapes has 1 entries, but f takes 3 arguments"),
        (
            [{"w": 5, "b": [None]}, x],
            "the shape of argument 1 (p.w) of f is a list of sizes, a type or an array, not int 5",
        ),
        ([params, np.zeros((2, 3))], "argument 2 (x) of f is tensor<?x?xf32>, and can't be tensor<2x3xf64>"),
    ]:
        with pytest.raises(hl.UsageError) as caught:
            hl.transform.refine(function, wrong)
        assert said in str(caught.value)


def test_dataclasses_are_trees_of_their_fields() -> None:
    leaves, structure = trees.flatten([Layer(1, 2), Layer(3)], "layers")
    assert leaves == [1, 2, 3]
    assert structure.unflatten([4, 5, 6]) == [Layer(4, 5), Layer(6)]
    assert str(structure) == "[Layer(w=*, b=*), Layer(w=*, b=None)]"
    assert structure.paths("layers") == ["layers[0].w", "layers[0].b", "layers[1].w"]


def loss_of_trees() -> hl.Function:
    @hl.function({"w": "4x2xf32", "b": "2xf32", "steps": "i32"}, "8x4xf32")
    def loss(params, x):
        y = hl.tanh(x @ params["w"] + params["b"])
        return hl.reduce(y * y, 0, [0, 1], "add")

    return loss


PARAMS: dict[str, Any] = {
    "w": np.linspace(-1, 1, 8, dtype=np.float32).reshape(4, 2),
    "b": np.array([0.5, -0.25], np.float32),
    "steps": np.int32(3),
}
X = np.linspace(-2, 1, 32, dtype=np.float32).reshape(8, 4)


def numpy_loss(w: Any, b: Any, x: Any) -> Any:
    return (np.tanh(x @ w + b) ** 2).sum()


def test_a_function_takes_and_gives_trees() -> None:
    loss = loss_of_trees()
    assert [value.name for value in loss.module.functions["loss"].arguments] == [
        "params.b",
        "params.steps",
        "params.w",
        "x",
    ]
    for _ in range(2):
        np.testing.assert_allclose(loss(PARAMS, X), numpy_loss(PARAMS["w"], PARAMS["b"], X), rtol=1e-6)
    # In the program they are flat.
    (flat,) = interpreter.run(loss, PARAMS["b"], PARAMS["steps"], PARAMS["w"], X)
    assert flat == loss(PARAMS, X)

    @hl.function(Layer("2xf32", ["2xf32", "f32"]))
    def turned(layer):
        return [layer.w, {"sum": Pair(layer.b[0] + layer.b[1], layer)}]

    w, rest = turned(Layer([1, 2], [np.array([3, 4], np.float32), 5]))
    assert w.tolist() == [1, 2]
    assert rest["sum"].first.tolist() == [8, 9]
    assert rest["sum"].second.b[1] == 5

    @hl.function(Layer("2xf32", ["2xf32", "f32"]))
    def caller(layer):
        return turned(layer)[1]["sum"].first

    assert caller(Layer([1, 2], [np.array([3, 4], np.float32), 5])).tolist() == [8, 9]


def test_derivatives_are_trees_of_what_they_belong_to() -> None:
    loss = loss_of_trees()
    gradient = hl.grad(loss, "params")
    assert gradient.name == "loss_grad_params"
    found = gradient(PARAMS, X)
    assert sorted(found) == ["b", "steps", "w"]
    assert found["steps"] is None
    step = 1e-3
    for at in range(2):
        ahead, back = (
            numpy_loss(PARAMS["w"].astype(float), PARAMS["b"] + step * sign * np.eye(2)[at], X) for sign in (1, -1)
        )
        np.testing.assert_allclose(found["b"][at], (ahead - back) / (2 * step), rtol=1e-4)
    assert (hl.grad(loss, "params.w")(PARAMS, X) == found["w"]).all()
    both = hl.grad(loss)(PARAMS, X)
    assert (both[0]["w"] == found["w"]).all()
    assert both[1].shape == (8, 4)
    value, again = hl.value_and_grad(loss, 0)(PARAMS, X)
    assert value == loss(PARAMS, X)
    assert (again["b"] == found["b"]).all()

    value, pulled, of_x = hl.vjp(loss)(PARAMS, X, 2)
    np.testing.assert_allclose(pulled["w"], 2 * found["w"], rtol=1e-6)
    assert pulled["steps"] is None
    np.testing.assert_allclose(of_x, 2 * both[1], rtol=1e-6)
    tangent = {"w": np.ones((4, 2), np.float32), "b": np.zeros(2, np.float32), "steps": None}
    value, pushed = hl.jvp(loss, "params")(PARAMS, X, tangent)
    np.testing.assert_allclose(pushed, found["w"].sum(), rtol=1e-5)


def test_results_that_are_a_tree_have_derivatives_in_one() -> None:
    @hl.function("f32", "i32")
    def parts(x, n):
        return {"sine": hl.sine(x), "n": n}

    value, derivative = hl.jvp(parts)(0.5, 3, 1)
    assert value["n"] == 3
    assert derivative["n"] is None
    np.testing.assert_allclose(derivative["sine"], np.cos(0.5), rtol=1e-6)
    value, gradient = hl.vjp(parts)(0.5, 3, {"sine": 2, "n": None})
    np.testing.assert_allclose(gradient, 2 * np.cos(0.5), rtol=1e-6)


def test_batches_of_trees() -> None:
    loss = loss_of_trees()
    alone = loss(PARAMS, X)
    many = hl.vmap(loss, (None, 0), axis_size=3)(PARAMS, np.stack([X, X, 2 * X]))
    np.testing.assert_allclose(many[:2], alone, rtol=1e-6)
    each = hl.vmap(loss, ({"w": 1, "b": None, "steps": None}, None), axis_size=2)
    stacked = {**PARAMS, "w": np.stack([PARAMS["w"], PARAMS["w"]], 1)}
    np.testing.assert_allclose(each(stacked, X), [alone, alone], rtol=1e-6)
    whole = hl.vmap(loss, (None, 0))

    @hl.function({"w": "4x2xf32", "b": "2xf32", "steps": "i32"}, "3x8x4xf32")
    def total(params, xs):
        return hl.reduce(whole(params, xs), 0, [0], "add")

    np.testing.assert_allclose(total(PARAMS, np.stack([X, X, X])), 3 * alone, rtol=1e-6)
    tree_out = hl.vmap(
        hl.function("2xf32", name="f")(lambda x: {"y": x, "s": x[0]}), out_axes={"y": 1, "s": 0}, axis_size=3
    )
    assert tree_out(np.ones((3, 2), np.float32))["y"].shape == (2, 3)


def test_an_array_stands_for_its_type() -> None:
    jax = pytest.importorskip("jax")
    shape_only = jax.ShapeDtypeStruct((8, 4), np.float32)
    program = hl.function(PARAMS, shape_only, name="f")(lambda params, x: x @ params["w"] + params["b"])
    assert [str(type) for type in program.type.inputs] == [
        "tensor<2xf32>",
        "tensor<i32>",
        "tensor<4x2xf32>",
        "tensor<8x4xf32>",
    ]
    np.testing.assert_allclose(program(PARAMS, X), X @ PARAMS["w"] + PARAMS["b"], rtol=1e-6)
    with pytest.raises(hl.UsageError, match="<U1 has no StableHLO element type"):
        hl.function(np.array(["a"]))


def test_a_part_of_a_tree_is_named() -> None:
    @hl.function({"layers": [{"w": "f32", "b": "f32"}, {"w": "f32", "b": "f32"}]}, "f32")
    def f(p, x):
        return p["layers"][0]["w"] * x + p["layers"][1]["w"] * x * x + p["layers"][1]["b"]

    params = {"layers": [{"w": 1, "b": 2}, {"w": 3, "b": 4}]}
    assert hl.grad(f, "p.layers.1")(params, 5) == {"w": 25, "b": 1}
    assert hl.grad(f, "p.layers.1.w")(params, 5) == 25
    first, x = hl.grad(f, ["p.layers.0", "x"])(params, 5)
    assert (first, x) == ({"w": 5, "b": 0}, 1 + 3 * 2 * 5)


def test_a_batch_of_arrays_says_its_size() -> None:
    loss = loss_of_trees()
    many = hl.vmap(loss, (None, 0))
    np.testing.assert_allclose(many(PARAMS, np.stack([X, X])), [loss(PARAMS, X)] * 2, rtol=1e-6)
    with pytest.raises(hl.UsageError, match="takes 2 arguments, not 1"):
        many(PARAMS)


def test_branches_give_trees() -> None:
    @hl.function("f32", "i32")
    def chosen(x, which):
        return hl.case(which, [lambda: {"a": x, "b": (x,)}, lambda: {"a": x + 1, "b": (x * 2,)}])

    assert chosen(3, 0) == {"a": 3, "b": (3,)}
    assert chosen(3, 1) == {"a": 4, "b": (6,)}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda f: f({"w": 1}, X), "loss's params lacks 'b', 'steps'; expected {'b': *, 'steps': *, 'w': *}"),
        (lambda f: f({**PARAMS, "z": 1}, X), "loss's params has 'z', too; expected {'b': *, 'steps': *, 'w': *}"),
        (lambda f: hl.grad(f, 2), "choose among 0 (params), 1 (x)"),
        (lambda f: f(PARAMS), "loss takes 2 arguments, not 1"),
        (lambda f: f([1, 2, 3], X), "loss's params is list [1, 2, 3], expected {'b': *, 'steps': *, 'w': *}"),
        (lambda f: hl.grad(f, "params.steps"), "wrt names argument 1 (params.steps) of loss, a tensor<i32>"),
        (lambda f: hl.grad(f, "param"), "wrt names 'param', but loss takes params.b, params.steps, params.w, x"),
        (lambda f: hl.grad(f, ["params", "params.w"]), "wrt names argument 2 (params.w) twice"),
        (lambda f: hl.vmap(f, [{"w": 0}, 0], axis_size=2), "in_axes[0] is dict {'w': 0}, which doesn't fit"),
        (lambda f: hl.vmap(f, [{"b": 0, "steps": 0, "w": [0]}, 0]), "in_axes[0]['w'] is list [0], which doesn't fit"),
        (lambda f: hl.vmap(pair(), [(0,)]), "in_axes[0] has 1 entry, expected 2: (*, *)"),
        (lambda f: hl.vmap(pair(), [(0, 0, None)]), "in_axes[0] has 3 entries, expected 2: (*, *)"),
        (lambda f: deep()({"a": [1, (2,)]}), "f's x['a'][1] has 1 entry, expected 2: (*, *)"),
        (lambda f: hl.vmap(deep(), [{"a": [0, 0, 0]}]), "in_axes[0]['a'] has 3 entries, expected 2: [*, (*, *)]"),
        (lambda f: hl.function([]), "hl.function's argument 0 is list [], which holds no type"),
        (lambda f: hl.function({"a": 3}), "hl.function's argument 0['a'] is a tensor type such as"),
        (lambda f: hl.function({1: "f32", "a": "f32"}), "is a dict whose keys can't be sorted"),
        (lambda f: hl.function(endless()), "is nested more than 100 deep, or holds itself"),
    ],
)  # fmt: skip
def test_what_is_no_such_tree(call, said) -> None:
    with pytest.raises(hl.UsageError) as caught:
        call(loss_of_trees())
    assert said in str(caught.value)


def deep() -> hl.Function:
    return hl.function({"a": ["f32", ("f32", "f32")]}, name="f")(lambda x: x["a"][0])


def pair() -> hl.Function:
    return hl.function(("f32", "f32"))(sum)


def endless() -> list[Any]:
    own: list[Any] = []
    own.append(own)
    return own
