from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hlogen
import interpreter
from hlogen.spec.hazards import hazards

COUNTED, BATCHED = hazards()["batching.hidden"].example, hazards()["batching.hidden"].fixed
OPERAND, AT = hazards()["batching.hidden"].inputs
INPUTS = [np.array(OPERAND, np.float32), np.array(AT, np.int64)]
SCRIPT = """\
import hlogen as hl

@hl.function("2x3xf32", "2x1xi8")
def rows(operand, at):
    return hl.gather(operand, at, offset_dims=[], collapsed_slice_dims=[1], operand_batching_dims=[0],
        start_indices_batching_dims=[0], start_index_map=[1], index_vector_dim=1, slice_sizes=[1, 1])

@hl.function("2x3xf32", "2x1xi8", "2xf32")
def updated(operand, at, updates):
    return hl.scatter(operand, at, updates, "add", update_window_dims=[], inserted_window_dims=[1],
        input_batching_dims=[0], scatter_indices_batching_dims=[0], scatter_dims_to_operand_dims=[1],
        index_vector_dim=1)

@hl.function("2x3xf32", "2x1xi8")
def both(operand, at):
    return hl.call(updated, operand, at, hl.call(rows, operand, at) + hl.call(rows, operand, at + 1))
"""

DOT = """
func.func @main(%x: tensor<2x3xi32>, %y: tensor<3xi32>) -> tensor<4x2xi32> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  %1 = stablehlo.broadcast %0, sizes = [4] : (tensor<2xi32>) -> tensor<4x2xi32>
  return %1 : tensor<4x2xi32>
}
"""
FLAGS = [
    *("--decompose", "--inline", "--raise-batching-dims", "--simplify", "--canonicalize", "--cse", "--dce"),
    *("--expand-batching-dims", "--deterministic", "--portable"),
]


def has_batching_dims(text):
    return "batching_dims" in text


def without_defaults(invoke):
    """The program with batching dims as an artifact gives it back, which leaves out what has its default."""
    return invoke("emit", "batched.mlir").stdout.replace("indices_are_sorted = false, ", "")


def test_raise_and_expand(files, invoke):
    files(counted_mlir=COUNTED, batched_mlir=BATCHED)
    raised = invoke("transform", "counted.mlir", "--raise-batching-dims")
    assert (raised.exit_code, raised.stderr) == (0, "raise-batching-dims: 1 gather rewritten\n")
    assert raised.stdout == invoke("emit", "batched.mlir").stdout
    expanded = invoke("transform", "batched.mlir", "--expand-batching-dims")
    assert (expanded.exit_code, expanded.stderr) == (0, "expand-batching-dims: 1 gather rewritten\n")
    assert expanded.stdout == invoke("emit", "counted.mlir").stdout
    wanted = interpreter.run(BATCHED, *INPUTS)
    for text in (raised.stdout, expanded.stdout):
        np.testing.assert_array_equal(interpreter.run(text, *INPUTS), wanted)


def test_every_function_of_a_script(files, invoke):
    files(model_py=SCRIPT)
    result = invoke("transform", "model.py:both", "--expand-batching-dims", "-o", "old.mlir")
    assert result.stderr == "expand-batching-dims: 1 gather and 1 scatter rewritten\nwrote old.mlir\n"
    assert result.stdout == ""
    assert not has_batching_dims(Path("old.mlir").read_text())
    back = invoke("transform", "old.mlir", "--raise-batching-dims")
    assert back.stdout == invoke("emit", "model.py:both").stdout


def test_standard_input(files, invoke):
    result = invoke("transform", "-", "--raise-batching-dims", input=COUNTED)
    assert result.exit_code == 0
    assert has_batching_dims(result.stdout)


def test_where_nothing_is_to_do_the_program_is_written(files, invoke):
    files(batched_mlir=BATCHED)
    result = invoke("transform", "batched.mlir", "--raise-batching-dims")
    assert (result.exit_code, result.stderr) == (0, "raise-batching-dims: nothing to rewrite\n")
    assert result.stdout == invoke("emit", "batched.mlir").stdout


def test_several_run_in_the_order_that_help_shows(files, invoke):
    files(counted_mlir=COUNTED)
    result = invoke("transform", "counted.mlir", "--expand-batching-dims", "--raise-batching-dims")
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        "raise-batching-dims",
        "expand-batching-dims",
    ]
    assert result.stdout == invoke("emit", "counted.mlir").stdout
    text = invoke("transform", "-h").stdout.partition("Options:")[2]
    assert sorted(FLAGS, key=text.index) == FLAGS


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag(files, invoke, flag):
    files(counted_mlir=COUNTED, batched_mlir=BATCHED)
    for name in ("counted.mlir", "batched.mlir"):
        result = invoke("transform", name, flag)
        assert result.exit_code == 0
        assert result.stderr.startswith(f"{flag[2:]}: ")
        np.testing.assert_array_equal(interpreter.run(result.stdout, *INPUTS), interpreter.run(BATCHED, *INPUTS))


def test_decompose(files, invoke):
    files(old_mlir=DOT)
    result = invoke("transform", "old.mlir", "--decompose")
    assert (result.exit_code, result.stderr) == (0, "decompose: 1 broadcast and 1 dot rewritten\n")
    assert "stablehlo.dot_general" in result.stdout
    assert "stablehlo.broadcast_in_dim" in result.stdout
    x, y = np.arange(6, dtype=np.int32).reshape(2, 3), np.array([1, -1, 2], np.int32)
    assert interpreter.run(result.stdout, x, y)[0].tolist() == [[3, 9]] * 4


@pytest.mark.parametrize("options", [["--target", "1.0.0"], ["--as", "bytecode"], ["--as", "portable"]])
def test_other_forms(files, invoke, options):
    files(counted_mlir=COUNTED)
    result = invoke("transform", "counted.mlir", "--raise-batching-dims", "-o", "new.vhlo", *options)
    assert result.exit_code == 0
    text = invoke("emit", "new.vhlo").stdout
    assert has_batching_dims(text) == ("1.0.0" not in options)
    np.testing.assert_array_equal(interpreter.run(text, *INPUTS), interpreter.run(BATCHED, *INPUTS))


def test_a_target_without_batching_dims_gets_them_expanded(files, invoke):
    files(batched_mlir=BATCHED)
    result = invoke("emit", "batched.mlir", "--target", "1.0.0", "-o", "old.vhlo")
    assert result.exit_code == 0
    assert result.stderr == (
        "StableHLO 1.0.0 has no batching dims, which were expanded: 1 gather rewritten\nwrote old.vhlo\n"
    )
    assert b"StableHLO_v1.0.0" in Path("old.vhlo").read_bytes()
    loaded = hlogen.parse(Path("old.vhlo").read_bytes())  # by upstream's deserializer
    assert not has_batching_dims(str(loaded))
    np.testing.assert_array_equal(interpreter.run(loaded, *INPUTS), interpreter.run(BATCHED, *INPUTS))
    assert invoke("transform", "old.vhlo", "--raise-batching-dims").stdout == without_defaults(invoke)


@pytest.mark.parametrize("target", ["1.1.0", "current"])
def test_a_target_with_batching_dims_keeps_them(files, invoke, target):
    files(batched_mlir=BATCHED)
    result = invoke("emit", "batched.mlir", "--target", target, "-o", "new.vhlo")
    assert (result.exit_code, result.stderr) == (0, "wrote new.vhlo\n")
    assert invoke("emit", "new.vhlo").stdout == without_defaults(invoke)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["m.mlir"],
            2,
            f"give at least one of {', '.join(FLAGS)}, --pass NAME or --refine TYPE",
        ),
        (["nowhere.mlir", "--portable"], 2, "no file or folder nowhere.mlir"),
        (["m.mlir", "--simplify", "-o", "m.mlir"], 2, "m.mlir exists already and is left as it is"),
        (["m.mlir", "--simplify", "--target", "1.0.0", "--as", "text"], 2, "--target is for portable artifacts"),
        (["m.mlir", "--simplify", "--target", "99.0.0", "-o", "o.vhlo"], 2, "not 99.0.0"),
        (["m.mlir", "--raise"], 2, "there is no option --raise"),
        (["wrong.mlir", "--expand-batching-dims"], 1, "gather.C17"),
        (["script.py", "--portable"], 2, "defines no program"),
    ],
)
def test_bad_calls(files, invoke, arguments, code, message):
    files(m_mlir=BATCHED, wrong_mlir=BATCHED.replace("2x4x", "3x4x"), script_py="")
    result = invoke("transform", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["m.mlir", "script.py", "wrong.mlir"]
    assert Path("m.mlir").read_text() == BATCHED


@pytest.mark.parametrize("style", ["text", "bytecode", "portable"])
def test_arguments_keep_their_names(files, invoke, style):
    files(
        sub_mlir="""func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
          %0 = stablehlo.subtract %a, %b : tensor<i32>
          return %0 : tensor<i32>
        }"""
    )
    np.savez("sub.npz", b=np.int32(1), a=np.int32(3))
    assert invoke("transform", "sub.mlir", "--portable", "--as", style, "-o", "new.mlir").exit_code == 0
    result = invoke("run", "new.mlir", "-i", "sub.npz")
    assert (result.stdout, result.stderr) == ("result 0: tensor<i32>\n2\n", "")


REPEATED = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.sine %x : tensor<4xf32>
  %2 = stablehlo.cosine %x : tensor<4xf32>
  %3 = call @twice(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.add %0, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


def test_passes_in_an_order_of_ones_own(files, invoke):
    files(p_mlir=REPEATED)
    result = invoke("transform", "p.mlir", "--pass", "dce", "--pass", "inline,cse", "--pass", "canonicalize", "-v")
    assert result.stderr.splitlines() == [
        "dce: 1 cosine dropped",
        "  p.mlir:5:8: cosine dropped",
        "inline: 1 call inlined",
        "  p.mlir:6:8: call inlined",
        "cse: 1 sine merged",
        "  p.mlir:4:8: sine merged",
        "canonicalize: 1 reshape rewritten",
        "  p.mlir:11:8: reshape rewritten",
    ]
    x = np.array([0.5, -0.0, 3, np.inf], np.float32)
    assert interpreter.run(result.stdout, x)[0].tobytes() == interpreter.run(REPEATED, x)[0].tobytes()
    flags = invoke("transform", "p.mlir", "--dce", "--cse", "--inline", "--canonicalize")
    assert [line.partition(":")[0] for line in flags.stderr.splitlines()] == ["inline", "canonicalize", "cse", "dce"]
    assert invoke("transform", "p.mlir", "--pass", "cse,cse").stderr.endswith("\ncse: nothing to rewrite\n")


def test_passes_that_there_are_not(files, invoke):
    files(p_mlir=REPEATED, no_mlir="func.func @main(")
    for given, said in {
        ("--pass", "cs"): "there is no pass 'cs'",
        ("--pass", "dec"): "fix: dce",
        ("--pass", ""): "there is no pass ''",
        ("--pass", "refine"): "it needs shapes",
        ("--pass", "cse", "--dce"): "--pass dce,cse",
        (): "nothing to do; give at least one of",
    }.items():
        result = invoke("transform", "p.mlir", *given)
        assert result.exit_code == 2, given
        assert said in result.stderr, given
        assert result.stdout == ""
    assert invoke("transform", "no.mlir", "--pass", "cse").exit_code == 2
    assert invoke("transform", "there_is_none.mlir", "--cse").exit_code == 2


DYNAMIC = """
func.func @main(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<?x4xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.constant dense<4> : tensor<1xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %y, %3, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %5 = stablehlo.add %x, %4 : tensor<?x4xf32>
  return %5 : tensor<?x4xf32>
}
"""


def test_refine(files, invoke):
    files(p_mlir=DYNAMIC)
    result = invoke("transform", "p.mlir", "--refine", "3x4xf32", "--refine", "-", "--canonicalize")
    assert result.exit_code == 0
    assert result.stderr.startswith("refine: arguments are 3x4xf32, -\ncanonicalize: ")
    assert "?" not in result.stdout
    x, y = np.arange(12, dtype=np.float32).reshape(3, 4), np.float32(2)
    np.testing.assert_array_equal(interpreter.run(result.stdout, x, y)[0], x + y)
    for types, said in {
        ("3x4xf32",): "shapes has 1 entries, but main takes 2 arguments",
        ("3x5xf32", "-"): "and can't be",
        ("-", "-"): "isn't static",
        ("no type", "-"): "no type",
    }.items():
        refused = invoke("transform", "p.mlir", *(part for type in types for part in ("--refine", type)))
        assert (refused.exit_code, refused.stdout) == (2, ""), refused.stderr
        assert said in refused.stderr


def test_deterministic_by_turns(files, invoke):
    files(
        p_mlir="""
        func.func @main(%x: tensor<2xf32>, %at: tensor<3x1xi32>, %y: tensor<3xf32>) -> tensor<2xf32> {
          %0 = "stablehlo.scatter"(%x, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<
              inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
            ^bb0(%old: tensor<f32>, %new: tensor<f32>):
              %1 = stablehlo.add %old, %new : tensor<f32>
              stablehlo.return %1 : tensor<f32>
          }) : (tensor<2xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }
        """
    )
    arguments = np.zeros(2, np.float32), np.array([[1], [1], [1]], np.int32), np.array([1e8, -1e8, 1], np.float32)
    turns = invoke("transform", "p.mlir", "--deterministic", "--by", "turns")
    rounds = invoke("transform", "p.mlir", "--pass", "deterministic", "--by", "rounds")
    for result, sorts in ((turns, 0), (rounds, 2)):
        assert (result.exit_code, result.stdout.count("stablehlo.sort")) == (0, sorts)
        assert interpreter.run(result.stdout, *arguments, schedule="reverse")[0].tolist() == [0, 1]
    files(
        q_mlir="""
        func.func @main(%x: tensor<?xf32>, %at: tensor<3x1xi32>, %y: tensor<3xf32>) -> tensor<?xf32> {
          %0 = "stablehlo.scatter"(%x, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<
              inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
            ^bb0(%old: tensor<f32>, %new: tensor<f32>):
              %1 = stablehlo.add %old, %new : tensor<f32>
              stablehlo.return %1 : tensor<f32>
          }) : (tensor<?xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<?xf32>
          return %0 : tensor<?xf32>
        }
        """
    )
    assert "--refine TYPE" in invoke("transform", "q.mlir", "--deterministic").stderr
    assert "argument 0 can't be drawn: it is a tensor<?xf32>" in invoke("grad", "q.mlir", "--check").stderr
    for given, said in {
        ("--cse", "--by", "turns"): "--by is for --deterministic; add it",
        ("--deterministic", "--by", "sorts"): "'sorts' is not one of 'rounds', 'turns'",
    }.items():
        refused = invoke("transform", "p.mlir", *given)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert said in refused.stderr
