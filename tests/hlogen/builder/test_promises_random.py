"""Promises that are "auto" are kept whenever the program runs: random indices, layouts, modes and surroundings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.drawn_indices import Program, draw_program, random_integers
from helpers.index_expressions import made_dynamic, random_array, random_index
from helpers.promised import Promised

import hlogen as hl
import interpreter
from hlogen.builder.emit import emit
from hlogen.ir import Module, TensorType, element_type_of, parse_element_type

I32 = parse_element_type("i32")
RUNS = 2  # of each program, on different arguments


def replayed(module: Module, arguments: list[hl.Tensor]) -> hl.Tensor:
    """The first result of the module's only function, computed anew in the one that is being built."""
    function = module.function("main")
    values: dict[Any, hl.Tensor] = dict(zip(function.arguments, arguments, strict=True))
    *operations, terminator = function.body.operations
    for op in operations:
        results = emit(op.name, [values[value] for value in op.operands], op.attributes, op.regions,
                       [value.type for value in op.results])  # fmt: skip
        values |= zip(op.results, results, strict=True)
    return values[terminator.operands[0]]


def applied(program: Program, rng: np.random.Generator, kind: str) -> Any:
    """A function of what is pointed into, the updates and the indices."""
    layout = program.layout
    count = len(layout.start_index_map)
    if kind == "dynamic_gather":
        return lambda x, u, at: hl.dynamic_gather(
            x, at, layout.slice_sizes, **vars(layout.gather_numbers()), indices_are_sorted="auto"
        )
    words = [str(word) for word in rng.choice(["clip", "fill" if kind == "gather" else "drop"], count)]
    mode: Any = [None, words, words[0] if words else "clip"][int(rng.integers(3))]
    if kind == "gather":
        return lambda x, u, at: hl.gather(
            x, at, **vars(layout.gather_numbers()), slice_sizes=layout.slice_sizes, indices_are_sorted="auto", mode=mode
        )
    window = str(rng.choice(["element", "whole"])) if mode and "drop" in mode else "element"
    return lambda x, u, at: hl.scatter(
        x, at, u, "add", **vars(layout.scatter_numbers()), indices_are_sorted="auto", unique_indices="auto", mode=mode,
        window=window,
    )  # fmt: skip


def surrounded(rng: np.random.Generator, types: list[TensorType], body: Any) -> hl.Function:
    """`body` as a function, as one that is called, in a branch that is taken, or in a loop."""
    where = str(rng.choice(["function", "called", "branch", "loop"]))
    if where == "called":
        body = hl.function(*types, name="inner")(body)

    def main(*arguments: Any) -> Any:
        if where == "branch":
            return hl.if_(hl.constant(True), lambda: body(*arguments), lambda: body(*arguments))
        if where == "loop":
            return hl.while_([hl.constant(0, "i32"), *arguments], lambda step, *_: step < 2, step)[1]
        return body(*arguments)

    def step(number: Any, first: Any, *rest: Any) -> Any:
        """What is computed changes the first argument, so that it matters; the others change too."""
        result = body(first, *rest)
        top = hl.reduce(result, 0, list(range(result.rank)), "max")
        first = hl.minimum(first, hl.broadcast_in_dim(top, first.shape, broadcast_dimensions=[]))
        return [number + 1, first, *(value + 1 for value in rest)]

    return hl.function(*types, name="main")(main)


def check_programs(seeds: range) -> Counter[str]:
    made: Counter[str] = Counter()
    for seed in seeds:
        program, rng = draw_program(seed), np.random.default_rng([seed, 1])
        layout = program.layout
        given = [value.type for value in program.indices_module.function("main").arguments]
        kind = str(rng.choice(["gather", "dynamic_gather", "scatter", "scatter"]))
        operand, updates = TensorType(layout.operand_shape, I32), TensorType(layout.result_shape, I32)
        if kind != "scatter" and 0 in layout.operand_shape and 0 not in layout.result_shape:
            continue  # there is nothing to read
        op = applied(program, rng, kind)

        def body(x: Any, u: Any, *rest: Any, program: Program = program, op: Any = op) -> Any:
            return op(x, u, replayed(program.indices_module, list(rest)))

        function = surrounded(rng, [operand, updates, *given], body)
        for _ in range(RUNS):
            held = Promised()
            arguments = [random_integers(rng, type) for type in (operand, updates, *given)]
            try:
                with np.errstate(all="ignore"):
                    interpreter.run(function, *arguments, listeners=[held])
            except Exception as error:
                error.add_note(f"seed {seed}\n{function.module}\n{arguments}")
                raise
            made += held.made
    return made


def check_indexing(seeds: range) -> Counter[str]:
    """Updates and their gradients, by index expressions of which parts are given to the running program."""
    held = Promised()
    for seed in seeds:
        rng = np.random.default_rng([seed, 2])
        x = random_array(rng).astype(np.float32)
        key = random_index(rng, x)
        dynamic = made_dynamic(rng, key) if seed % 3 else {}
        mode = str(rng.choice(["clip", "drop", "error"]))
        top = int(rng.integers(1, 5))

        def body(x: Any, *given: Any, key: Any = key, dynamic: Any = dynamic, mode: str = mode, top: int = top) -> Any:
            entries = list(key)
            for number, (place, value) in enumerate(zip(dynamic, given, strict=True)):
                entries[place] = hl.minimum(value, top) if number % 2 else value
            result = x.at[tuple(entries)].mul(2, mode=mode)
            result = result[0] if mode == "error" else result
            return hl.reduce(result, 0.0, list(range(x.rank)), "add")

        arrays = [x, *dynamic.values()]
        types = [TensorType(one.shape, element_type_of(one.dtype)) for one in arrays]
        function = hl.function(*types, name="main")(body)
        for program in (function, hl.grad(function, 0)):
            try:
                interpreter.run(program, *arrays, listeners=[held])
            except Exception as error:
                error.add_note(f"seed {seed}\n{program.module}\n{arrays}")
                raise
    return held.made


def test_promises_by_index_are_kept() -> None:
    made = check_indexing(range(140))
    assert min(made[f"scatter {what} {made_so}"] for what in ("sorted", "unique") for made_so in (True, False)) > 8


def test_promises_are_kept() -> None:
    made = check_programs(range(180))
    for promise in ("gather sorted", "dynamic_gather sorted", "scatter sorted", "scatter unique"):
        assert made[f"{promise} True"] > 8
        assert made[f"{promise} False"] > 8


@pytest.mark.campaign
def test_promises_are_kept_in_many_programs() -> None:
    check_programs(campaign.seeds(1_000, 13_000))
    check_indexing(campaign.seeds(1_000, 9_000))
