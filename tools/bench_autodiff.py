"""The figures of tools/bench.py for derivatives: what the emitted programs cost, and building them."""

from __future__ import annotations

import os
from itertools import count
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from hlogen.mlir.writer import to_text
from tools.bench_timing import interleaved, median_ms, on_xla

os.environ.setdefault("JAX_PLATFORMS", "cpu")

UPDATES = 65_536
MULTIPLICITIES = (1, 4, 16, 64, 256)
EMBEDDING = "gradient of an embedding lookup: ours/JAX"
SCAN = "gradient of a scan of 10,000 steps: ours/JAX"
BUILDING = "building the gradient of 2,000 ops, s"
BUILDING_LONG = "building the gradient of 10,000 ops, s"
HVP = {
    name: f"Hessian times a vector of {name}: ours/JAX"
    for name in ("logistic regression", "an MLP", "softmax attention")
}
TARGETS = {EMBEDDING: 1.2, SCAN: 1.2, BUILDING: 2.0, BUILDING_LONG: 4.0, **dict.fromkeys(HVP.values(), 1.1)}


def derivatives(rounds: int) -> dict[str, float]:
    xla = Xla()
    numbers = building(rounds) | custom_scatter(xla, rounds)
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): gradients aren't compared with its own")
        return numbers
    return numbers | embedding(jax, xla, rounds) | scan(jax, xla, rounds) | products(jax, xla, rounds)


def embedding(jax: Any, xla: Xla, rounds: int) -> dict[str, float]:
    """The gradient of 100,000 rows of a table of 1M x 64, ours and JAX's, both compiled by one XLA."""
    rows, width, count = 1_000_000, 64, 100_000

    @hl.function(f"{rows}x{width}xf32", f"{count}xi32", f"{count}x{width}xf32", name="main")
    def ours(table: hl.Tensor, ids: hl.Tensor, weights: hl.Tensor) -> hl.Tensor:
        return hl.reduce(hl.take(table, ids, axis=0) * weights, hl.constant(0.0, "f32"), [0, 1], "add")

    def theirs(table: Any, ids: Any, weights: Any) -> Any:
        return (jax.numpy.take(table, ids, axis=0) * weights).sum()

    rng = np.random.default_rng(0)
    arguments = [
        rng.standard_normal((rows, width), np.float32),
        rng.integers(0, rows, count, np.int32),
        rng.standard_normal((count, width), np.float32),
    ]
    lowered = jax.jit(jax.grad(theirs), keep_unused=True).lower(*arguments)
    return compared(EMBEDDING, xla, to_text(hl.grad(ours, 0, name="main").module), lowered.as_text(), arguments, rounds)


def scan(jax: Any, xla: Xla, rounds: int) -> dict[str, float]:
    """The gradients of a scan by its carry, what it closes over and its rows: of the loop that JAX lowers it to."""
    steps, width = 10_000, 64

    def function(carry: Any, weights: Any, rows: Any) -> Any:
        def step(carry: Any, row: Any) -> Any:
            carry = jax.numpy.tanh(weights @ carry) + row
            return carry, carry * row

        return jax.lax.scan(step, carry, rows)

    def theirs(carry: Any, weights: Any, rows: Any, *cotangents: Any) -> Any:
        results, pull = jax.vjp(function, carry, weights, rows)
        return (*results, *pull(cotangents))

    rng = np.random.default_rng(0)
    shapes = [(width,), (width, width), (steps, width), (width,), (steps, width)]
    arguments = [rng.standard_normal(shape, np.float32) for shape in shapes]
    arguments[1] /= 4 * np.sqrt(width)
    program = hl.parse(jax.jit(function).lower(*arguments[:3]).as_text())
    lowered = jax.jit(theirs, keep_unused=True).lower(*arguments)
    return compared(SCAN, xla, to_text(hl.vjp(program, name="main").module), lowered.as_text(), arguments, rounds)


def compared(name: str, xla: Xla, ours: str, theirs: str, arguments: list[Any], rounds: int) -> dict[str, float]:
    """The ratio `name`, and what it is made of, of two programs that must give the same."""
    run_ours, run_theirs = on_xla(xla, ours, arguments), on_xla(xla, theirs, arguments)
    for got, expected in zip(run_ours(), run_theirs(), strict=True):
        if not np.allclose(np.asarray(got), np.asarray(expected), rtol=1e-3, atol=1e-3):
            raise SystemExit(f"{name}: the results differ from JAX's")
    ours_ms, theirs_ms = interleaved(run_ours, run_theirs, rounds)
    what = name.removesuffix(": ours/JAX")
    return {f"{what}, ms": ours_ms, f"{what} by JAX, ms": theirs_ms, name: ours_ms / theirs_ms}


def building(rounds: int) -> dict[str, float]:
    """hl.grad of functions of 2,000 and 10,000 operations, the functions themselves being there already."""

    def of(turns: int) -> float:
        @hl.function("16xf32", "16xf32", name="main")
        def function(x: hl.Tensor, w: hl.Tensor) -> hl.Tensor:
            y = x
            for _ in range(turns):
                y = hl.sine(y * w) + x
            return hl.reduce(y, hl.constant(0.0, "f32"), [0], "add")

        assert len(function.module.function("main").body.operations) >= 3 * turns + 2
        names = (f"gradient_{number}" for number in count())  # by one name it would be made only once
        return median_ms(lambda: hl.grad(function, name=next(names)), min(rounds, 5)) / 1e3

    return {BUILDING: of(666), BUILDING_LONG: of(3_333)}


def products(jax: Any, xla: Xla, rounds: int) -> dict[str, float]:
    """hl.hvp, and JAX's forward over reverse, by all parameters."""
    jnp = jax.numpy
    rng = np.random.default_rng(0)

    def logistic(np_: Any, w: Any, x: Any, y: Any) -> Any:
        return np_.mean(np_.log1p(np_.exp(-y * (x @ w))))

    def mlp(np_: Any, a: Any, b: Any, c: Any, x: Any) -> Any:
        return np_.mean((np_.tanh(np_.tanh(x @ a) @ b) @ c) ** 2)

    def attention(np_: Any, q: Any, k: Any, v: Any, x: Any) -> Any:
        scores = (x @ q) @ (x @ k).T * 0.125
        shifted = np_.exp(scores - np_.max(scores, axis=1, keepdims=True))
        weights = shifted / np_.sum(shifted, axis=1, keepdims=True)
        return np_.mean((weights @ (x @ v)) ** 2)

    cases: dict[str, tuple[Any, list[tuple[int, ...]], int]] = {
        "logistic regression": (logistic, [(512,), (4096, 512), (4096,)], 1),
        "an MLP": (mlp, [(256, 512), (512, 512), (512, 64), (256, 256)], 3),
        "softmax attention": (attention, [(64, 64), (64, 64), (64, 64), (512, 64)], 3),
    }
    numbers: dict[str, float] = {}
    for name, (function, shapes, count_of_parameters) in cases.items():
        drawn = [rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(shape[0])) for shape in shapes]
        tangents = [rng.standard_normal(shape, np.float32) for shape in shapes[:count_of_parameters]]
        wrt = list(range(count_of_parameters))

        def theirs(*given: Any, function: Any = function, count_of_parameters: int = count_of_parameters) -> Any:
            held = given[count_of_parameters:-count_of_parameters]

            def gradient(*parameters: Any) -> Any:
                return jax.grad(lambda *p: function(jnp, *p, *held), tuple(range(count_of_parameters)))(*parameters)

            return jax.jvp(gradient, given[:count_of_parameters], given[-count_of_parameters:])[1]

        types = ["x".join(map(str, shape)) + "xf32" for shape in shapes]
        ours = hl.function(*types, name="main", argument_names=[f"a{n}" for n in range(len(shapes))])(
            _spread(function, len(shapes))
        )
        text = to_text(hl.hvp(ours, wrt, name="main").module)
        lowered = jax.jit(theirs, keep_unused=True).lower(*drawn, *tangents)
        numbers |= compared(HVP[name], xla, text, lowered.as_text(), [*drawn, *tangents], rounds)
    return numbers


class _Names:
    """The functions of the benchmark under the names that NumPy has for them."""

    exp, log1p, tanh = hl.exponential, hl.log_plus_one, hl.tanh
    mean, sum, max = hl.mean, hl.sum, hl.max


def _spread(function: Any, count_of_arguments: int) -> Any:
    """`function` of tensors, with a parameter for each."""
    return {
        3: lambda a, b, c: function(_Names, a, b, c),
        4: lambda a, b, c, d: function(_Names, a, b, c, d),
    }[count_of_arguments]


def custom_scatter(xla: Xla, rounds: int) -> dict[str, float]:
    """The gradient of a scatter with a body of its own, by how many updates fall on one element: it runs in rounds."""

    @hl.function(f"{UPDATES}xf32", f"{UPDATES}x1xi32", f"{UPDATES}xf32", name="main")
    def function(x: hl.Tensor, indices: hl.Tensor, updates: hl.Tensor) -> hl.Tensor:
        return hl.scatter(
            x,
            indices,
            updates,
            lambda old, new: hl.sine(old) * new + new,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    text = to_text(hl.vjp(function, name="main").module)
    rng = np.random.default_rng(0)
    numbers = {}
    for multiplicity in MULTIPLICITIES:
        indices = rng.permutation(np.arange(UPDATES, dtype=np.int32) // multiplicity)[:, None]
        values = [rng.standard_normal(UPDATES, np.float32) for _ in range(3)]
        run = on_xla(xla, text, [values[0], indices, values[1], values[2]])
        run()
        name = f"gradient of a custom scatter, {multiplicity} updates per element, ms"
        numbers[name] = median_ms(run, min(rounds, 5))
    return numbers
