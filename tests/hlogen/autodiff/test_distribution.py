"""Derivatives and batches of collectives: what they mean in a grid, and what has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.derivatives import agree, check, on_grid

import hlogen as hl
import interpreter

PAIRED = {"replica_groups": [[1, 0], [2, 3]]}
ALL = {"replica_groups": [[0, 1, 2, 3]]}
ROOTS = np.array([1, 0], np.int32)


def over_all(body: Callable[..., Any], type: str = "2xf64", **options: Any) -> hl.Function:
    """x, y -> the collective's result."""
    return hl.function(type, name="f", **options)(body)


def test_the_gradient_is_that_of_the_sum_over_all_processes() -> None:
    """Every process returns the whole sum, so each element is there four times."""
    rng = np.random.default_rng(0)
    loss = over_all(lambda x: hl.all_reduce(hl.reduce(x * x, 0.0, [0], "add"), "add", **ALL))
    x = rng.normal(size=(4, 2))
    (gradient,) = on_grid(4)(hl.grad(loss), x)
    np.testing.assert_allclose(gradient, 4 * 2 * x)
    local = over_all(lambda x: hl.reduce(x * x, 0.0, [0], "add"))
    np.testing.assert_allclose(on_grid(4)(hl.grad(local), x)[0], 2 * x)


def drawn_groups(rng: np.random.Generator, *, alike: bool) -> list[list[int]]:
    """Groups of six processes in any order: all of one size, or of any and not all of the processes."""
    order = rng.permutation(6).tolist()
    if alike:
        size = int(rng.choice([2, 3]))
        return [order[at : at + size] for at in range(0, 6, size)]
    first, second = sorted(rng.integers(1, 7, 2).tolist())
    return [group for group in (order[:first], order[first:second]) if group]


COLLECTIVES: dict[str, tuple[bool, Callable[..., Any]]] = {
    "all_gather": (True, lambda x, **at: hl.all_gather(x, all_gather_dim=1, **at)),
    "all_reduce": (False, lambda x, **at: hl.all_reduce(x, "add", **at)),
    "reduce_scatter": (True, lambda x, **at: hl.reduce_scatter(x, "add", scatter_dimension=0, **at)),
    "collective_broadcast": (True, lambda x, **at: hl.collective_broadcast(x, **at)),
    "collective_reduce": (True, lambda x, **at: hl.collective_reduce(x, "add", **at)),
}


@pytest.mark.parametrize("name", COLLECTIVES)
def test_cotangents_go_back_to_whom_they_came_from_in_any_groups(name: str) -> None:
    """There may be several groups, of several sizes, and processes in none."""
    alike, collective = COLLECTIVES[name]
    for seed in range(6):
        rng = np.random.default_rng(seed)
        groups = drawn_groups(rng, alike=alike)
        if name.startswith("collective"):  # which has no padding, but needn't have all processes
            groups = groups[: int(rng.integers(1, 3))]
        if name == "all_reduce":  # which needs all processes
            groups += [[at] for at in range(6) if not any(at in group for group in groups)]
        function = over_all(lambda x, groups=groups: collective(x, replica_groups=groups), "6x2xf64")
        agree(function, [rng.normal(size=(6, 6, 2))], run=on_grid(6))


def test_equal_elements_share() -> None:
    x = np.array([[1.0, 5.0], [3.0, 5.0], [3.0, np.nan], [2.0, 4.0]])
    tangent = np.array([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0], [1000.0, 2000.0]])
    largest = over_all(lambda x: hl.all_reduce(x, "max", **ALL))
    result, pushed = on_grid(4)(hl.jvp(largest), x, tangent)
    np.testing.assert_array_equal(result, [[3, np.nan]] * 4)
    assert pushed.tolist() == [[55.0, 200.0]] * 4
    _, gradient = on_grid(4)(hl.vjp(largest), x, np.ones((4, 2)))
    assert gradient.tolist() == [[0, 0], [2, 0], [2, 4], [0, 0]]


def test_products_with_zeros_are_exact() -> None:
    product = over_all(lambda x: hl.all_reduce(x, "mul", **ALL))
    x = np.array([[0.0, 2.0], [3.0, 0.0], [0.0, 5.0], [7.0, 3.0]])
    _, gradient = on_grid(4)(hl.vjp(product), x, np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]))
    assert gradient.tolist() == [[0, 0], [0, 30], [0, 0], [0, 0]]


@pytest.mark.parametrize(
    "collective",
    [
        lambda x: hl.all_reduce(x, "add", computation_type="f64", **PAIRED),
        lambda x: hl.all_reduce(x, "min", computation_type="f64", **PAIRED),
        lambda x: hl.all_reduce(x, "mul", computation_type="f64", **PAIRED),
        lambda x: hl.reduce_scatter(x, "add", scatter_dimension=0, computation_type="f64", **PAIRED),
        lambda x: hl.collective_reduce(x, "add", computation_type="f64", **PAIRED),
    ],
)
def test_wider_computations(collective: Callable[..., Any]) -> None:
    """Exactly as in f64 throughout: the values fit f32."""
    rng = np.random.default_rng(0)
    x, t = rng.integers(-9, 9, (2, 4, 2)).astype(np.float32) + np.float32(0.25)
    narrow, wide = (over_all(collective, f"2x{type}") for type in ("f32", "f64"))
    exact = on_grid(4)(hl.jvp(wide), x.astype(np.float64), t.astype(np.float64))
    for got, wanted in zip(on_grid(4)(hl.jvp(narrow), x, t), exact, strict=True):
        assert got.dtype == np.float64
        np.testing.assert_array_equal(got, wanted)
    (c,) = on_grid(4)(narrow, x)
    assert on_grid(4)(hl.vjp(narrow), x, c)[1].dtype == np.float32


def test_the_computation_uses_values_from_outside() -> None:
    rng = np.random.default_rng(0)

    @hl.function("2xf64", "f64")
    def f(x, weight):
        return hl.all_reduce(x, lambda a, b: a * b * weight, **PAIRED)

    check(f, [rng.normal(size=(4, 2)), np.full(4, 0.7)], wrt=[0], run=on_grid(4))  # one weight for all


@pytest.mark.parametrize("devices", ["", ", device_ids=[1, 0, 3, 2]"])
def test_groups_of_a_mesh_that_the_program_declares(devices: str) -> None:
    """The derivative is a program of its own, so it says the mesh where it uses it."""
    rng = np.random.default_rng(0)
    program = hl.parse(f"""
sdy.mesh @mesh = <["x"=2, "y"=2]{devices}>
func.func @main(%x: tensor<2x3xf64>) -> (tensor<4x3xf64>, tensor<2x3xf64>) {{
  %0 = "stablehlo.all_gather"(%x) {{
    all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>
  }} : (tensor<2x3xf64>) -> tensor<4x3xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<4x3xf64>
  %2 = "stablehlo.all_reduce"(%x) ({{
    ^bb0(%l: tensor<f64>, %r: tensor<f64>):
      %3 = stablehlo.multiply %l, %r : tensor<f64>
      stablehlo.return %3 : tensor<f64>
  }}) {{
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
  }} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  return %1, %2 : tensor<4x3xf64>, tensor<2x3xf64>
}}""")
    function = hl.vmap(program, axis_size=1)
    str(function)
    str(hl.vjp(function))
    check(function, [rng.normal(size=(4, 1, 2, 3))], run=on_grid(4))


def test_integers_go_along() -> None:
    rng = np.random.default_rng(0)

    @hl.function("2xf64", "2xi32")
    def f(x, n):
        both, numbers = hl.all_gather([x * x, n], all_gather_dim=0, **PAIRED)
        first, number = hl.collective_broadcast([both, numbers, ROOTS], has_dynamic_root=True, **PAIRED)
        (later,) = hl.all_to_all([number], split_dimension=0, concat_dimension=0, split_count=2, **PAIRED)
        return first * hl.convert(later, "f64"), later

    check(f, [rng.normal(size=(4, 2)), rng.integers(-5, 5, (4, 2)).astype(np.int32)], run=on_grid(4))


def test_collectives_in_loops_and_branches() -> None:
    rng = np.random.default_rng(0)

    @hl.function("2xf64")
    def f(x):
        def step(n, x):
            return n + 1, hl.all_reduce(hl.sine(x), "add", **PAIRED)

        _, y = hl.while_([0, x], lambda n, x: n < 3, step)
        is_low = hl.replica_id() < 2  # of one group, all take the same branch
        return hl.if_(is_low, lambda: hl.all_reduce(y * x, "mul", **ALL_OF_A_KIND), lambda: y)

    check(f, [rng.normal(size=(4, 2))], run=on_grid(4))


# Groups of one in a branch that only some processes take.
ALL_OF_A_KIND = {"replica_groups": [[0], [1], [2], [3]]}


ACROSS = {  # of a grid of two replicas by three partitions
    "all_gather": lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[1, 0]], channel_id=1, num_partitions=3),
    "all_reduce": lambda x: hl.all_reduce(x, "add", replica_groups=[[0], [1]], channel_id=1),
    "all_reduce_max": lambda x: hl.all_reduce(x, "max", replica_groups=[[0, 1]], channel_id=1),
    "all_to_all": lambda x: hl.all_to_all(
        x, split_dimension=0, concat_dimension=1, split_count=3, replica_groups=[[2, 0, 1]], channel_id=1
    ),
    "collective_broadcast": lambda x: hl.collective_broadcast(x, replica_groups=[[2, 1]], channel_id=1),
    "collective_permute": lambda x: hl.collective_permute(x, source_target_pairs=[[2, 0], [0, 1]], channel_id=1),
    "collective_reduce": lambda x: hl.collective_reduce(x, "add", replica_groups=[[1, 2, 0]], channel_id=1),
    "product": lambda x: hl.all_reduce(
        x, "mul", replica_groups=[[0, 5, 2], [1, 3, 4]], channel_id=1, use_global_device_ids=True
    ),
    "reduce_scatter": lambda x: hl.reduce_scatter(
        x, "add", scatter_dimension=0, replica_groups=[[0, 1]], channel_id=1, num_partitions=3
    ),
}


@pytest.mark.parametrize("name", ACROSS)
def test_groups_across_partitions(name: str) -> None:
    rng = np.random.default_rng(0)
    f = hl.function("6x2xf64", name=name)(lambda x: ACROSS[name](x * hl.sine(x)))
    check(f, [rng.normal(size=(6, 6, 2))], run=on_grid(2, 3))


def test_asynchronous_operations_are_written_out() -> None:
    rng = np.random.default_rng(0)

    @hl.function("4x2xf64")
    def f(x):
        future = hl.async_start(lambda y: hl.all_gather(y, all_gather_dim=0, **PAIRED), x * x)
        done = hl.async_done(future)
        return hl.async_done(hl.async_start(lambda y: hl.slice(y, start_indices=[2, 0], limit_indices=[7, 2]), done))

    check(f, [rng.normal(size=(4, 4, 2))], run=on_grid(4))
    assert "async" not in str(hl.vjp(f)) + str(hl.vmap(f, axis_size=2))


def test_tokens_and_feeds_stay_what_they_are() -> None:
    @hl.function("2xf64")
    def f(x):
        token = hl.after_all()
        scale, token = hl.infeed(token, "2xf64")
        token = hl.outfeed(x, token)
        token = hl.send(hl.stop_gradient(x), token, channel_id=0, source_target_pairs=[[0, 1]])
        got, token = hl.recv(token, "2xf64", channel_id=0, source_target_pairs=[[0, 1]])
        return x * scale + got

    written = []
    results = interpreter.run_parallel(
        hl.vjp(f),
        [(np.ones(2), np.ones(2))] * 2,
        2,
        infeed=[[np.full(2, 3.0)], [np.full(2, 4.0)]],
        outfeed=lambda id, values: written.append(id),
    )
    assert [gradient.tolist() for _, gradient in results] == [[3, 3], [4, 4]]
    assert sorted(written) == [(0, 0), (1, 0)]


REFUSED = {
    "send": (
        lambda x: hl.recv(
            hl.send(x, hl.after_all(), channel_id=0, source_target_pairs=[[0, 1]]),
            "2xf64",
            channel_id=0,
            source_target_pairs=[[0, 1]],
        )[0],
        "fix: send hl.stop_gradient of them, or hand them on with hl.collective_permute",
    ),
    "send_apart": (  # no token leads from one to the other
        lambda x: (
            hl.send(x, hl.after_all(), channel_id=0, source_target_pairs=[[0, 1]]),
            hl.recv(hl.after_all(), "2xf64", channel_id=0, source_target_pairs=[[0, 1]])[0] + x,
        )[1],
        "what becomes of the values that it sends is up to others",
    ),
    "uneven": (lambda x: hl.all_reduce(x, "mul", replica_groups=[[0, 1, 2], [3]]), "its groups differ in size"),
    "crossing": (lambda x: hl.all_reduce(x, "mul", channel_id=1, **ALL), "use_global_device_ids=True"),
    "scattered": (
        lambda x: hl.reduce_scatter(x, "mul", scatter_dimension=0, **PAIRED),
        "fix: reduce with hl.all_reduce",
    ),
    "flat_roots": (
        lambda x: hl.collective_reduce(x, "add", channel_id=1, use_global_device_ids=True, **ALL),
        "which knows no use_global_device_ids",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_derivative(name: str) -> None:
    body, says = REFUSED[name]
    with pytest.raises(hl.UsageError, match=r"stablehlo\.\w+ \(.*test_distribution\.py") as caught:
        hl.vjp(over_all(body))
    assert says in str(caught.value)


BATCHED = {
    "all_gather": lambda x, y: hl.all_gather([x, y], all_gather_dim=0, **PAIRED),
    "all_reduce": lambda x, y: hl.all_reduce([x, y], lambda a, b: a * b + a, **PAIRED),
    "all_to_all": lambda x, y: hl.all_to_all(x - y, split_dimension=0, concat_dimension=1, split_count=2, **PAIRED),
    "collective_broadcast": lambda x, y: hl.collective_broadcast([x, y, ROOTS], has_dynamic_root=True, **PAIRED),
    "collective_permute": lambda x, y: hl.collective_permute(x, source_target_pairs=[[3, 0]]) + y,
    "collective_reduce": lambda x, y: hl.collective_reduce([x, y], "add", replica_groups=[[3, 1]]),
    "reduce_scatter": lambda x, y: hl.reduce_scatter(x * y, "add", scatter_dimension=1, **PAIRED),
    "ids": lambda x, y: x * hl.convert(hl.replica_id(), "f64") + y,
}


@pytest.mark.parametrize("which", [(0, 0), (0, None), (None, 1)])
@pytest.mark.parametrize("name", BATCHED)
def test_a_batch_is_one_after_the_other(name: str, which: tuple[int | None, ...]) -> None:
    rng = np.random.default_rng(0)
    f = hl.function("4x2xf64", "4x2xf64", name=name)(BATCHED[name])
    shapes = [(4, 4, 2), (4, 4, 2)]
    entries = [
        [rng.normal(size=shape)] * 3 if axis is None else [rng.normal(size=shape) for _ in range(3)]
        for shape, axis in zip(shapes, which, strict=True)
    ]
    given = [
        values[0] if axis is None else np.stack(values, axis + 1) for values, axis in zip(entries, which, strict=True)
    ]
    results = on_grid(4)(hl.vmap(f, in_axes=which, axis_size=3), *given)
    for number in range(3):
        for result, wanted in zip(results, on_grid(4)(f, *(values[number] for values in entries)), strict=True):
            np.testing.assert_array_equal(result[:, number], wanted)


def test_what_is_not_batched() -> None:
    def batch(body: Callable[..., Any], *types: str) -> str:
        with pytest.raises(hl.UsageError) as caught:
            hl.vmap(hl.function(*types, name="f")(body), axis_size=3)
        return str(caught.value)

    said = batch(lambda x, w: hl.all_reduce(x, lambda a, b: a * b * w, **PAIRED), "2xf64", "f64")
    assert "has a computation of values that differ along the batch" in said
    said = batch(lambda x, r: hl.collective_broadcast([x, r], has_dynamic_root=True, **PAIRED)[0], "2xf64", "1xi32")
    assert "has roots that differ along the batch" in said
    said = batch(lambda x: (hl.outfeed(x, hl.after_all()), x)[1], "2xf64")
    assert "expects it without a batch" in said


def drawn(seed: int) -> hl.Function:
    """A chain of collectives on a 4x4 over four replicas."""
    rng = np.random.default_rng(seed)

    def halves() -> dict[str, Any]:
        groups = {"replica_groups": rng.permutation(4).reshape(2, 2).tolist()}
        return groups | ({"channel_id": 1, "use_global_device_ids": True} if rng.random() < 0.5 else {})

    def step(x: hl.Tensor) -> hl.Tensor:
        dim = int(rng.integers(2))
        some = rng.permutation(4)[: rng.integers(1, 5)].tolist()
        match rng.integers(8):
            case 0:
                both = hl.all_gather(x, all_gather_dim=dim, **halves())
                return both[:4, :4] * both[-4:, -4:]
            case 1:
                return hl.all_reduce(x, str(rng.choice(["add", "mul"])), **halves())
            case 2:
                part = hl.reduce_scatter(x, "add", scatter_dimension=dim, **halves())
                return hl.concatenate([part, hl.sine(part)], dimension=dim)
            case 3:
                groups = {"replica_groups": halves()["replica_groups"]}
                sent = hl.all_to_all(x, split_dimension=dim, concat_dimension=1 - dim, split_count=2, **groups)
                return sent.reshape(4, 4)
            case 4:
                return x + hl.collective_permute(x, source_target_pairs=list(zip(some, some[::-1], strict=True)))
            case 5:
                return x + hl.collective_broadcast(x, replica_groups=[some])
            case 6:
                return x * hl.collective_reduce(x, "add", replica_groups=[some])
            case _:
                return hl.sine(x) * (hl.convert(hl.replica_id(), "f64") + 1.0)

    @hl.function("4x4xf64", name=f"drawn{seed}")
    def function(x):
        for _ in range(int(rng.integers(1, 5))):
            x = step(x)
        return x * x

    return function


@pytest.mark.parametrize(
    "seeds", [pytest.param(range(8), id="few"), pytest.param(range(8, 70), id="many", marks=pytest.mark.campaign)]
)
def test_chains_of_collectives(seeds: range) -> None:
    for seed in seeds:
        x = np.random.default_rng(seed).permutation(64).reshape(4, 4, 4) / 32 - 0.9
        check(drawn(seed), [x], order=1, run=on_grid(4))
