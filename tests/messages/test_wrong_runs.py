"""What is said, word by word, of runs that are asked for what can't be, and of what they meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.errors import HlogenError

SAME = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}"
X = np.ones(2, np.float32)


def said_by(call: Callable[[], Any]) -> str:
    with pytest.raises(HlogenError) as caught:
        call()
    return str(caught.value).partition("\n  where: ")[0]


def same(*args: Any, **asked: Any) -> Callable[[], Any]:
    return lambda: interpreter.run(SAME, *(args or (X,)), **asked)


def parallel(*args: Any, **asked: Any) -> Callable[[], Any]:
    return lambda: interpreter.run_parallel(SAME, *args, **asked)


CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "seed": (same(seed=-1), "seed is an integer from 0 on, not -1"),
    "program": (
        lambda: interpreter.run(3),
        "a program is a module, what hlogen.function made, MLIR text, a path or bytes, not int",
    ),
    "selection": (
        lambda: interpreter.Watch("log", ""),
        "name an operation by its result (%5), its op (log) or its place (:12), not ''",
    ),
    "schedule": (
        same(schedule="rev"),
        'a schedule is "lexicographic", "reverse", "window-major" or a seed (an integer from 0 on) for a random '
        "permutation, not 'rev'",
    ),
    "max_steps": (same(max_steps=-1), "the number of steps is an integer from 0 on, not -1"),
    "time_limit": (same(time_limit=0), "the time limit is a number of seconds above 0, not 0"),
    "max_memory": (same(max_memory=-2), "the memory is a number of bytes from 0 on, not -2"),
    "listeners": (
        same(listeners=[3]),
        "listeners are a list of objects with on_op(op, operands, results), not list [3]",
    ),
    "sanitize": (same(sanitize=3), "sanitize is True, False or an interpreter.Sanitizer, not 3"),
    "shown": (lambda: interpreter.Sanitizer(shown=-1), "shown is a number of elements, from 0 on, not -1"),
    "select": (
        lambda: interpreter.Sanitizer(select="bonds"),
        "select: there is no hazard 'bonds'; did you mean bounds?",
    ),
    "trap": (lambda: interpreter.Trap("nan", "zero"), "a trap is for 'nan', 'inf', 'overflow', not 'zero'"),
    "custom call": (
        lambda: interpreter.register_custom_call(3, len),
        "a custom call is registered as a target and a function, not 3 and <built-in function len>",
    ),
    "known custom call": (
        lambda: interpreter.register_custom_call("Sharding", len),
        "custom calls of @Sharding have a meaning already, of the interpreter's own; choose another name",
    ),
    "count": (same(X, X), "@main takes 1 arguments, got 2: x: tensor<2xf32>"),
    "masked": (
        same(np.ma.array(X)),
        "argument 0 (x): expected tensor<2xf32>, got a masked array; fill it first (.filled(...))",
    ),
    "dtype": (
        same(X.astype(np.float64)),
        "argument 0 (x): expected tensor<2xf32>, got float64 array of shape (2,); convert with .astype(np.float32)",
    ),
    "lists": (
        same([[1.0], [2.0, 3.0]]),
        "argument 0 (x): expected tensor<2xf32>, got a list of 2: its lists differ in length",
    ),
    "number": (
        same([1.0, 1e300]),
        "argument 0 (x): expected tensor<2xf32>, got a list of 2: 1e+300 is out of range for f32",
    ),
    "int": (
        same([1, (1 << 24) + 1]),
        "argument 0 (x): expected tensor<2xf32>, got a list of 2: 16777217 has no exact f32; give a float to have it "
        "rounded",
    ),
    "processes": (
        parallel([(X,)], 2),
        "per_device_args has 1 entry, but a grid of 2 replicas x 1 partition has 2 processes: give one for each",
    ),
    "process": (
        parallel([(X,)] * 2),
        "per_device_args has 2 entries, but a grid of 1 replica x 1 partition has 1 process: give one for each",
    ),
    "entries": (
        parallel([(X,)] * 2, 1, 2, entry=["main"] * 3),
        "entry has 3 entries, but a grid of 1 replica x 2 partitions has 2 processes: give one for each",
    ),
    "feeds": (
        parallel([(X,)] * 2, 1, 2, infeed=[[]]),
        "infeed has 1 entry, but a grid of 1 replica x 2 partitions has 2 processes: give one for each",
    ),
    "infeed": (
        parallel([(X,)], infeed=3),
        "infeed is the int 3; give a list of what each process reads, one for each",
    ),
    "feed": (
        parallel([(X,)] * 2, 2, infeed=[[], "a"]),
        "infeed[1] is the str 'a'; give a list of what the process reads",
    ),
    "outfeed": (
        parallel([(X,)], outfeed=3),
        "outfeed is the int 3; give a function of a process and the values it writes",
    ),
    "per_device_args": (
        parallel([(X,), X], 2),
        "per_device_args[1] is a ndarray; give a tuple of arguments",
    ),
    "replicas": (parallel([(X,)], 0), "num_replicas is 0; a grid has at least 1"),
    "one of the processes": (
        parallel([(X,), (X[:1],)], 2),
        "process (1, 0): argument 0 (x): expected tensor<2xf32>, got float32 array of shape (1,)",
    ),
    "as many as can be": (
        parallel([(X,)], 4097),
        "a grid of 4097 replicas x 1 partition has 4097 processes; at most 4096 can run",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_said_of_a_call(name: str) -> None:
    call, said = CALLS[name]
    assert said_by(call) == said


def program(operations: str, arguments: str, results: str) -> str:
    """A program that gives %0."""
    returned = f"return %0 : {results}" if results else "return"
    return f"func.func @main({arguments}) -> ({results}) {{\n{operations}\n{returned}\n}}"


def call_of(target: str, arguments: list[str], results: str, more: str = "") -> str:
    names = ", ".join(f"%a{n}" for n in range(len(arguments)))
    given = ", ".join(f"%a{n}: {type}" for n, type in enumerate(arguments))
    attributes = f" {{{more}}}" if more else ""
    types = ", ".join(arguments)
    return program(
        f"%0 = stablehlo.custom_call @{target}({names}){attributes} : ({types}) -> {results}", given, results
    )


SCALARS = "%a: tensor<f32>, %b: tensor<f32>"
DRAWN = """%s = stablehlo.constant dense<3> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = {0} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>"""
RAGGED = """%0 = "chlo.ragged_dot"(%x, %y, %z) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
    rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>"""
SLICED = """%0 = stablehlo.real_dynamic_slice %x, %i, %j, %k
    : (tensor<5x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>"""
SCATTERED = """%0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>} : (tensor<?xf32>, tensor<?xf32>, tensor<2x1xi64>, tensor<2xf32>, tensor<2xf32>)
    -> (tensor<?xf32>, tensor<?xf32>)
  %0 = stablehlo.add %0#0, %0#1 : tensor<?xf32>"""
APPROXIMATE = """func.func private @less(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
"""
PROBED = """%0 = "interpreter.probe"(%x) {probe_id = "p"} : (tensor<2xf32>) -> tensor<2xf32>
  "check.expect_serialized_eq"(%0) {probe_id = "%s", iteration = %d : i32} : (tensor<2xf32>) -> ()"""
RUNS: dict[str, tuple[str, list[Any], str]] = {
    "rng of a negative deviation": (
        program(DRAWN.format("NORMAL"), SCALARS, "tensor<3xf32>"),
        [0.0, -2.0],
        "a normal distribution needs a standard deviation b >= 0, but b is -2.0",
    ),
    "rng of no interval": (
        program(DRAWN.format("UNIFORM"), SCALARS, "tensor<3xf32>"),
        [2.0, -2.0],
        "a uniform distribution needs an interval [a, b) with a < b, but a is 2.0 and b is -2.0",
    ),
    "rng of everything": (
        program(DRAWN.format("UNIFORM"), SCALARS, "tensor<3xf32>"),
        [-3.0, np.inf],
        "there is no uniform distribution over all of [-3.0, inf)",
    ),
    "ragged_dot": (
        program(RAGGED, "%x: tensor<4x3xf32>, %y: tensor<2x3x5xf32>, %z: tensor<2xi64>", "tensor<4x5xf32>"),
        [np.ones((4, 3), np.float32), np.ones((2, 3, 5), np.float32), [2, -1]],
        "group_sizes = [2, -1], and a group can't have less than 0 elements",
    ),
    "real_dynamic_slice": (
        program(
            SLICED,
            "%x: tensor<5x6xf32>, %i: tensor<2xi64>, %j: tensor<2xi64>, %k: tensor<2xi64>",
            "tensor<?x?xf32>",
        ),
        [np.ones((5, 6), np.float32), [1, 2], [5, 7], [1, 3]],
        "a slice of [5, 6] has start_indices [1, 2], limit_indices [5, 7] and strides [1, 3]: 0 <= start <= limit <= "
        "dim, 0 < stride",
    ),
    "set_dimension_size": (
        program(
            "%0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x3xf32>, tensor<i32>) "
            "-> tensor<2x?xf32, #stablehlo.bounds<?, 3>>",
            "%x: tensor<2x3xf32>, %n: tensor<i32>",
            "tensor<2x?xf32, #stablehlo.bounds<?, 3>>",
        ),
        [np.ones((2, 3), np.float32), 4],
        "size 4 of dimension 1 should be from 0 to 3, the size of the operand",
    ),
    "scatter": (
        program(
            SCATTERED.replace("%0:2", "%r:2").replace("%0#", "%r#"),
            "%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>, %v: tensor<2xf32>",
            "tensor<?xf32>",
        ),
        [X, np.ones(3, np.float32), [[0], [1]], X, X],
        "the inputs differ in shape (C1)",
    ),
    "shapes": (
        program(
            "%0 = stablehlo.dot %x, %y : (tensor<?x3xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>",
            "%x: tensor<?x3xf32>, %y: tensor<?x5xf32>",
            "tensor<?x5xf32>",
        ),
        [np.ones((2, 3), np.float32), np.ones((4, 5), np.float32)],
        "lhs and rhs have shapes [2, 3] and [4, 5]; dimensions [1] of the one and [0] of the other should have the "
        "same sizes (C9, C10)",
    ),
    "gather": (
        program(
            '%0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], '
            "collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 0>} "
            ": (tensor<2x5xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>",
            "%x: tensor<2x5xf32>, %i: tensor<3x1xi64>",
            "tensor<3x2xf32>",
        ),
        [np.ones((2, 5), np.float32), [[0], [5], [1]]],
        "collapsed dimension 1 has slice size 0, so a start there is clamped to 0 .. 5 and the formula reads operand "
        "index 5 of 5, out of bounds: constraint C9 allows the size 0 but the semantics gives it no value; write slice "
        "size 1",
    ),
    "ApproxTopK": (
        APPROXIMATE
        + call_of(
            "stablehlo.dynamic_approx_top_k",
            ["tensor<4xf32>", "tensor<f32>", "tensor<i32>"],
            "tensor<?xf32>",
            "called_computations = [@less], mhlo.backend_config = {reduction_dim = 0 : i64}",
        ),
        [np.ones(4, np.float32), 0.0, 5],
        "5 elements should be taken of 4",
    ),
    "shape_assertion": (
        call_of(
            "shape_assertion",
            ["tensor<i1>", "tensor<i32>", "tensor<i32>"],
            "()",
            'error_message = "{1} before {0}, not {2}", has_side_effect = true',
        )
        .replace("%0 = ", "")
        .replace("-> (())", "")
        .replace("return %0 : ()", "return"),
        [False, 7, 8],
        "shape_assertion: 8 before 7, not {2}",
    ),
    "infeed": (
        program(
            '%t = stablehlo.after_all : !stablehlo.token\n  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> '
            "(tensor<f32>, !stablehlo.token)",
            "",
            "tensor<f32>",
        ).replace("return %0", "return %0#0"),
        [],
        "the infeed is empty; give interpreter.run_parallel what each process reads, as infeed=[[array, ..]] (hlogen "
        "parallel --infeed FILE.npz)",
    ),
    "recv": (
        program(
            '%t = stablehlo.after_all : !stablehlo.token\n  %0:2 = "stablehlo.recv"(%t) {channel_handle = '
            "#stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)",
            "",
            "tensor<f32>",
        ).replace("return %0", "return %0#0"),
        [],
        "stablehlo.recv between devices needs source_target_pairs: without them the specification leaves it undefined",
    ),
    "never probed": (
        program(PROBED.replace("%s", "q").replace("%d", "0"), "%x: tensor<2xf32>", "tensor<2xf32>"),
        [X],
        "check.expect_serialized_eq: probe 'q' ran 0 times, there is no iteration 0",
    ),
    "probed once": (
        program(PROBED.replace("%s", "p").replace("%d", "1"), "%x: tensor<2xf32>", "tensor<2xf32>"),
        [X],
        "check.expect_serialized_eq: probe 'p' ran 1 time, there is no iteration 1",
    ),
    "unknown call": (
        call_of("vendor.other", ["tensor<2xf32>"], "tensor<2xf32>"),
        [X],
        "the interpreter has no meaning for the custom call @vendor.other; register one: "
        'interpreter.register_custom_call("vendor.other", function)',
    ),
    "near to a known call": (
        call_of("Shardin", ["tensor<2xf32>"], "tensor<2xf32>"),
        [X],
        "the interpreter has no meaning for the custom call @Shardin (it knows @Sharding); register one: "
        'interpreter.register_custom_call("Shardin", function)',
    ),
    "rank": (
        program(
            f"%0 = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<2x{'1x' * 64}f32>",
            "%x: tensor<2xf32>",
            f"tensor<2x{'1x' * 64}f32>",
        ),
        [X],
        "a tensor of rank 65 is beyond NumPy, whose arrays have up to 64 dimensions",
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_what_is_said_of_a_run(name: str) -> None:
    text, args, said = RUNS[name]
    assert said_by(lambda: interpreter.run(text, *args)) == said


def test_what_has_run_most_often_is_listed() -> None:
    main = hl.function("i64", name="main")(lambda n: hl.while_(n * 0, lambda i: i < n, lambda i: i + 1))
    text = str(main)
    lines = {
        op: n for n, line in enumerate(text.splitlines(), 1) for op in ("compare", "add") if f"stablehlo.{op}" in line
    }
    said = said_by(lambda: interpreter.run(text, 100, max_steps=13))
    first, *rest = said.splitlines()
    assert first == "the run isn't at its end after 13 steps, and may take no more; most often it has run"
    assert lines.keys() == {"compare", "add"}
    counts = {line.split()[0]: int(line.split()[-2]) for line in rest if line.endswith(" times")}
    assert counts["stablehlo.compare"] in (counts["stablehlo.add"], counts["stablehlo.add"] + 1)
    assert all(
        f" at -:{lines[op]}:" in line for op in lines for line in rest if line.strip().startswith(f"stablehlo.{op} ")
    )


def test_processes_that_come_with_different_operands() -> None:
    program = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
        : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    said = said_by(lambda: interpreter.run_parallel(program, [(X,), (np.ones(3, np.float32),)], 2))
    assert said == "process (1, 0): the processes of a group come with different operands: float32[2] and float32[3]"


def test_ids_that_are_left_out() -> None:
    program = """func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
        : (tensor<2xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    assert said_by(lambda: interpreter.run_parallel(program, [(X,)] * 5, 5)) == (
        "process (0, 0): replica_groups = [[1, 0]] leaves out replica 2, 3, 4 of the grid of 5 replicas x 1 partition "
        "(cross_replica); every id must be in one group"
    )


def test_folders_and_files_that_are_left_as_they_are(tmp_path: Any) -> None:
    (tmp_path / "a").write_text("")
    saving = same(listeners=[interpreter.SaveValues(tmp_path)])
    way_out = "is left as it is; name a new folder, or let this one be overwritten (overwrite=True, --force)"
    assert said_by(saving) == f"{tmp_path} holds a and {way_out}"
    (tmp_path / "b").write_text("")
    assert said_by(saving) == f"{tmp_path} holds a and more and {way_out}"
    (tmp_path / "index.json").write_text("[]")
    again = same(listeners=[interpreter.SaveValues(tmp_path, overwrite=True)])
    assert said_by(again) == f"{tmp_path / 'index.json'} is not an index of values; name a new folder"
    lines: list[str] = []
    target = tmp_path / "x.npy"
    commands = [
        "save %x",
        f"save %x {target}",
        f"save %x {target}",
        f"save %x {tmp_path / 'none' / 'x.npy'}",
        "continue",
    ]
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.abs %x : tensor<2xf32>\n"
    interpreter.run(f"{text}  return %0 : tensor<2xf32>\n}}", X, listeners=[interpreter.Step(commands, lines.append)])
    assert lines[-5:-1] == [
        "save takes a value and a new .npy file: save %5 five.npy",
        f"wrote %x to {target}",
        f"{target} exists already and is left as it is; choose another name",
        f"{tmp_path / 'none' / 'x.npy'} can't be written: No such file or directory",
    ]
