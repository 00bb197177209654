"""Times sparse products beside what people write instead, in one process and taking turns: ratios count.

Beside stand the same products as dense einsum, as gather and segment_sum differentiated by JAX, both on XLA CPU, and as
torch's formulas, where torch is installed: gather, scale, multiply, then segment_reduce or index_add, of which the
faster counts. All give equal results to rounding.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from tools.bench_timing import on_xla, taking_turns

NODES, CHANNELS, EDGES, VERTICES = 1000, 64, 100_000, 10_000
TARGETS = {
    "sparse mul L=3: torch/ours": 20.0,
    "sparse mul L=3, gradients: torch/ours": 20.0,
    "sparse mul L=3: ours/the fastest other": 1.0,
    "sparse mul L=3, gradients: ours/the fastest other": 1.0,
    "sparse mul L=4: ours/the fastest other": 1.0,
    "sparse mul L=4, gradients: ours/the fastest other": 1.0,
    "sparse mul, peak memory/(inputs + outputs)": 3.0,
    "sparse mul L=4, gradients: compile, s": 10.0,
    "message passing: ours/segment_sum": 1.1,
    "message passing, gradients: ours/segment_sum": 1.1,
}
OURS = "hlogen"

Run = Callable[[], Any]


@dataclass
class Way:
    """One way to compute something: what runs it, and for XLA what compiling took and memory it needs."""

    run: Run
    seconds: float = math.nan
    memory: float = math.nan  # inputs, outputs and all between, over inputs and outputs


def products(rounds: int) -> dict[str, float]:
    """Prints a table for every product, and returns the figures that have a target."""
    figures: dict[str, float] = {}
    for degree, most in ((3, rounds), (4, 3)):  # what takes seconds takes its turn three times
        figures |= _coupling(f"sparse mul L={degree}", degree, min(rounds, most))
    return figures | _messages("message passing", 5 * rounds)  # these take milliseconds


def _coupling(name: str, degree: int, rounds: int) -> dict[str, float]:
    """The full tensor product of two sets of features, and its gradients."""
    product = hl.sparse.so3.tensor_product(degree)
    size = product.sizes[2]
    shape = f"{NODES}x{size}x{CHANNELS}xf32"
    rng = np.random.default_rng(0)
    x, y, g = (rng.normal(size=(NODES, size, CHANNELS)).astype(np.float32) for _ in range(3))
    figures, memory = {}, []
    function = hl.function(shape, shape)(lambda x, y: hl.sparse.mul(product, x, y))
    for title, ours, given in ((name, function, [x, y]), (f"{name}, gradients", hl.vjp(function), [x, y, g])):
        is_backward = len(given) == 3
        ways = {OURS: _on_xla(str(ours), given)}
        assert product.scale is not None
        scale = product.scale.astype(np.float32)
        ways |= _by_jax(_jax_couplings(product, scale), given, is_backward)
        ways |= _by_torch(_torch_couplings(product, scale), given, is_backward)
        taken = _table(title, ways, rounds)
        others = [ms for other, ms in taken.items() if other != OURS]
        torch = [ms for other, ms in taken.items() if other.startswith("torch gather")]
        if others:
            figures[f"{title}: ours/the fastest other"] = taken[OURS] / min(others)
        if torch and degree == 3:
            figures[f"{title}: torch/ours"] = min(torch) / taken[OURS]
        memory.append(ways[OURS].memory)
        if is_backward and degree == 4:
            figures[f"{title}: compile, s"] = ways[OURS].seconds
    if degree == 3:
        figures["sparse mul, peak memory/(inputs + outputs)"] = max(memory)
    return figures


def _messages(name: str, rounds: int) -> dict[str, float]:
    """A step of message passing: rows of the edges' sources, weighted, added up at their targets."""
    rng = np.random.default_rng(0)
    rows, columns = np.sort(rng.integers(0, VERTICES, EDGES)), rng.integers(0, VERTICES, EDGES)
    matrix = hl.sparse.SparseMatrix.from_entries(rows, columns, None, (VERTICES, VERTICES))
    x, g = (rng.normal(size=(VERTICES, CHANNELS)).astype(np.float32) for _ in range(2))
    weights = rng.normal(size=EDGES).astype(np.float32)
    types = [f"{VERTICES}x{CHANNELS}xf32", f"{EDGES}xf32"]
    plain = hl.function(types[0])(lambda x: hl.sparse.spmm(matrix, x))
    weighted = hl.function(*types)(lambda x, weights: hl.sparse.spmm(matrix, x, values=weights))
    figures: dict[str, float] = {}
    worst: dict[str, float] = {}
    for title, ours, given, is_backward in (
        (name, plain, [x], False),
        (f"{name}, weighted", weighted, [x, weights], False),
        (f"{name}, gradients", hl.vjp(weighted), [x, weights, g], True),
    ):
        ways = {OURS: _on_xla(str(ours), given)}
        ways |= _by_jax(_jax_messages(rows, columns), given, is_backward)
        ways |= _by_torch(_torch_messages(rows, columns), given, is_backward)
        taken = _table(title, ways, rounds)
        kind = f"{name}{', gradients' if is_backward else ''}: ours/segment_sum"
        for other, ms in taken.items():
            if other.startswith("jax"):
                worst[kind] = max(worst.get(kind, 0.0), taken[OURS] / ms)
    return figures | worst


def _on_xla(text: str, given: list[Any]) -> Way:
    """A program that is compiled and has its arguments."""
    start = time.perf_counter()
    run = on_xla(Xla(), text, given)
    seconds = time.perf_counter() - start
    stats = run.executable.get_compiled_memory_stats()
    seen = stats.argument_size_in_bytes + stats.output_size_in_bytes
    return Way(run, seconds, (seen + stats.temp_size_in_bytes) / seen)


# JAX's functions of x, y, ..


def _by_jax(functions: Mapping[str, Callable[..., Any]], given: list[Any], is_backward: bool) -> dict[str, Way]:
    if importlib.util.find_spec("jax") is None:
        print("jax isn't installed: its rows are left out")
        return {}
    jax = importlib.import_module("jax")

    def derived(function: Callable[..., Any], *given: Any) -> Any:
        value, back = jax.vjp(function, *given[:-1])
        return value, *back(given[-1])

    ways = {}
    for name, function in functions.items():
        whole = partial(derived, function) if is_backward else function
        ways[f"jax {name}"] = _on_xla(jax.jit(whole).lower(*given).as_text(), given)
    return ways


def _jax_couplings(product: Any, scale: Any) -> dict[str, Callable[..., Any]]:
    dense = np.zeros(tuple(product.sizes), np.float32)
    np.add.at(dense, (product.i1, product.i2, product.io), scale)

    def segment_sum(x: Any, y: Any) -> Any:
        jax = importlib.import_module("jax")
        rows = (x[:, product.i1] * y[:, product.i2] * scale[:, None]).swapaxes(0, 1)
        return jax.ops.segment_sum(rows, product.io, product.sizes[2], indices_are_sorted=True).swapaxes(0, 1)

    def einsum(x: Any, y: Any) -> Any:
        return importlib.import_module("jax.numpy").einsum("nac,nbc,abo->noc", x, y, dense)

    return {"gather, segment_sum": segment_sum, "dense einsum": einsum}


def _jax_messages(rows: Any, columns: Any) -> dict[str, Callable[..., Any]]:
    def segment_sum(x: Any, *weights: Any) -> Any:
        jax = importlib.import_module("jax")
        messages = x[columns] * weights[0][:, None] if weights else x[columns]
        return jax.ops.segment_sum(messages, rows, VERTICES, indices_are_sorted=True)

    return {"gather, segment_sum": segment_sum}


# torch's


def _by_torch(functions: Mapping[str, Callable[..., Any]], given: list[Any], is_backward: bool) -> dict[str, Way]:
    if importlib.util.find_spec("torch") is None:
        print("torch isn't installed: its rows are left out")
        return {}
    torch = importlib.import_module("torch")
    tensors = [torch.from_numpy(array) for array in given]

    def once(function: Callable[..., Any]) -> Any:
        if not is_backward:
            with torch.no_grad():
                return [function(*tensors).numpy()]
        leaves = [tensor.clone().requires_grad_() for tensor in tensors[:-1]]
        value = function(*leaves)
        return [each.numpy() for each in (value.detach(), *torch.autograd.grad(value, leaves, tensors[-1]))]

    return {f"torch {name}": Way(partial(once, function)) for name, function in functions.items()}


def _torch_couplings(product: Any, numbers: Any) -> dict[str, Callable[..., Any]]:
    if importlib.util.find_spec("torch") is None:
        return {}
    torch = importlib.import_module("torch")
    i1, i2, io = (torch.from_numpy(index.copy()) for index in (product.i1, product.i2, product.io))
    scale, size = torch.from_numpy(numbers)[:, None], product.sizes[2]
    lengths = torch.bincount(io, minlength=size).expand(NODES, size)
    dense = torch.zeros(*product.sizes).index_put((i1, i2, io), torch.from_numpy(numbers), accumulate=True)

    def entries(x: Any, y: Any) -> Any:
        return x[:, i1] * y[:, i2] * scale

    return {
        "gather, segment_reduce": lambda x, y: torch.segment_reduce(entries(x, y), "sum", lengths=lengths, axis=1),
        "gather, index_add": lambda x, y: torch.zeros(NODES, size, CHANNELS).index_add(1, io, entries(x, y)),
        "dense einsum": lambda x, y: torch.einsum("nac,nbc,abo->noc", x, y, dense),
    }


def _torch_messages(given_rows: Any, given_columns: Any) -> dict[str, Callable[..., Any]]:
    if importlib.util.find_spec("torch") is None:
        return {}
    torch = importlib.import_module("torch")
    rows, columns = torch.from_numpy(given_rows), torch.from_numpy(given_columns)
    lengths = torch.bincount(rows, minlength=VERTICES)

    def messages(x: Any, *weights: Any) -> Any:
        return x[columns] * weights[0][:, None] if weights else x[columns]

    return {
        "gather, segment_reduce": lambda x, *w: torch.segment_reduce(messages(x, *w), "sum", lengths=lengths, axis=0),
        "gather, index_add": lambda x, *w: torch.zeros(VERTICES, CHANNELS).index_add(0, rows, messages(x, *w)),
    }


def _table(title: str, ways: Mapping[str, Way], rounds: int) -> dict[str, float]:
    """Prints milliseconds of each way, and returns them."""
    expected = [np.asarray(value) for value in ways[OURS].run()]
    agree = {}
    for name, way in ways.items():
        off = [_difference(value, right) for value, right in zip(way.run(), expected, strict=True)]
        agree[name] = max(off) < 1e-4
    taken = dict(zip(ways, taking_turns([way.run for way in ways.values()], rounds), strict=True))
    print(f"{title:34} {'ms':>10} {'/ours':>8} {'compile s':>10} {'memory':>8}   results")
    for name, way in ways.items():
        seconds = "" if math.isnan(way.seconds) else f"{way.seconds:.2f}"
        memory = "" if math.isnan(way.memory) else f"{way.memory:.2f}"
        ratio = taken[name] / taken[OURS]
        verdict = "equal" if agree[name] else "DIFFER"
        print(f"  {name:32} {taken[name]:10.2f} {ratio:8.2f} {seconds:>10} {memory:>8}   {verdict}", flush=True)
    return taken


def _difference(value: Any, right: Any) -> float:
    """The largest difference, relative to the largest number."""
    return float(np.abs(np.asarray(value) - right).max() / np.abs(right).max())
