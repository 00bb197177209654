"""The figures of tools/bench.py for linear algebra: batches of it, and derivatives of batches, beside JAX's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from hlogen.mlir.writer import to_text
from tools.bench_timing import interleaved, on_xla

os.environ.setdefault("JAX_PLATFORMS", "cpu")

SHAPES = ((1000, 8), (256, 16), (64, 32))
NAMES = ("cholesky", "triangular_solve", "eigh", "qr", "svd", "lu", "solve")
DERIVED = ("cholesky", "eigh", "qr", "svd", "solve")
TARGETS = {
    **{f"vmap of {name}, {count} of {size}x{size}: ours/JAX": 1.2 for name in NAMES for count, size in SHAPES},
    # Of qr, what goes back goes through LAPACK's reflectors, which JAX knows nothing of.
    **{f"vmap of the vjp of {name}, 256 of 16x16: ours/JAX": 3.0 if name == "qr" else 1.2 for name in DERIVED},
}


def linear_algebra(rounds: int) -> dict[str, float]:
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): linear algebra isn't compared with its own")
        return {}
    xla = Xla()
    numbers: dict[str, float] = {}
    for name, function in functions(jax).items():
        for count, size in SHAPES:
            numbers |= batch(jax, xla, f"vmap of {name}, {count} of {size}x{size}", function, count, size, rounds)
        if name in DERIVED:
            numbers |= batch(
                jax, xla, f"vmap of the vjp of {name}, 256 of 16x16", function, 256, 16, rounds, derived=True
            )
    return numbers


def functions(jax: Any) -> Mapping[str, Callable[..., Any]]:
    """Of one matrix, or of one and a right side."""
    linalg, solve_triangular = jax.numpy.linalg, jax.scipy.linalg.solve_triangular
    return {
        "cholesky": linalg.cholesky,
        "triangular_solve": lambda a, b: solve_triangular(a, b, lower=True),
        "eigh": lambda a: tuple(linalg.eigh(a)),
        "qr": lambda a: tuple(linalg.qr(a)),
        "svd": lambda a: tuple(linalg.svd(a, full_matrices=False)),
        "lu": lambda a: tuple(jax.lax.linalg.lu(a)),
        "solve": linalg.solve,
    }


def batch(
    jax: Any,
    xla: Xla,
    what: str,
    function: Callable[..., Any],
    count: int,
    size: int,
    rounds: int,
    *,
    derived: bool = False,
) -> dict[str, float]:
    """The ratio of `what`: of one matrix JAX lowers `function`, what we make of it is held against JAX's own."""
    rng = np.random.default_rng(0)
    root = rng.standard_normal((count, size, size), np.float32)
    arguments = [root @ root.transpose(0, 2, 1) + size * np.diag(np.arange(1, size + 1, dtype=np.float32))]
    if "solve" in what:
        arguments.append(rng.standard_normal((count, size, 4), np.float32))
    ours: hl.ir.HasModule = hl.parse(jax.jit(function).lower(*(argument[0] for argument in arguments)).as_text())
    theirs = function
    if derived:
        cotangents = jax.tree.leaves(jax.eval_shape(jax.vmap(function), *arguments))
        ours, given = hl.vjp(ours), len(arguments)
        arguments += [rng.standard_normal(each.shape, np.float32) for each in cotangents]

        def theirs(*values: Any) -> Any:
            results, pull = jax.vjp(function, *values[:given])
            return results, pull(jax.tree.unflatten(jax.tree.structure(results), values[given:]))

    mine = to_text(hl.vmap(ours, axis_size=count, name="main").module)
    lowered = jax.jit(jax.vmap(theirs)).lower(*arguments).as_text()
    run_ours, run_theirs = on_xla(xla, mine, arguments), on_xla(xla, lowered, arguments)
    for got, expected in zip(run_ours(), run_theirs(), strict=True):
        if not np.allclose(np.asarray(got), np.asarray(expected), rtol=1e-2, atol=1e-2):
            raise SystemExit(f"{what}: the results differ from JAX's")
    ours_ms, theirs_ms = interleaved(run_ours, run_theirs, rounds)
    return {f"{what}, ms": ours_ms, f"{what} by JAX, ms": theirs_ms, f"{what}: ours/JAX": ours_ms / theirs_ms}
