from __future__ import annotations

import json

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter

TEXT = """func.func @main(%x: tensor<2xf32>) -> tensor<2xbf16> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %half = stablehlo.convert %0 : (tensor<2xf32>) -> tensor<2xbf16>
  return %half : tensor<2xbf16>
}
"""
X = np.array([1, 2.5], np.float32)
FILES = ["000000_stablehlo.add_m.mlir_2_8.npy", "000001_stablehlo.convert_m.mlir_3_11.npy"]


@pytest.fixture
def program(tmp_path):
    (tmp_path / "m.mlir").write_text(TEXT)
    return tmp_path / "m.mlir"


def test_values_are_kept_with_an_index(program, tmp_path):
    interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path / "values")])
    assert sorted(path.name for path in (tmp_path / "values").iterdir()) == [*FILES, "index.json"]
    index = json.loads((tmp_path / "values" / "index.json").read_text())
    assert index["not_all_kept"] == []
    add, half = index["values"]
    assert add == {
        "file": FILES[0],
        "op": "stablehlo.add",
        "name": "%0",
        "place": f"{program}:2:8",
        "type": "tensor<2xf32>",
        "dtype": "float32",
        "shape": [2],
        "execution": 0,
        "process": None,
    }
    assert np.load(tmp_path / "values" / add["file"]).tolist() == [2, 5]
    raw = np.load(tmp_path / "values" / half["file"])
    assert half["dtype"] == "bfloat16"
    assert raw.view(ml_dtypes.bfloat16).tolist() == [2, 5]


def test_nothing_is_overwritten_without_being_told(program, tmp_path):
    folder = tmp_path / "values"
    interpreter.run(program, X, listeners=[interpreter.SaveValues(folder)])
    with pytest.raises(interpreter.UsageError, match=r"values holds 000000_stablehlo.add_m.mlir_2_8.npy and more"):
        interpreter.run(program, X, listeners=[interpreter.SaveValues(folder)])
    (folder / "mine.npy").write_text("kept")
    saves = interpreter.SaveValues(folder, only="add", overwrite=True)
    interpreter.run(program, X * 2, listeners=[saves])
    assert sorted(path.name for path in folder.iterdir()) == [FILES[0], "index.json", "mine.npy"]
    assert np.load(folder / FILES[0]).tolist() == [4, 10]


def test_a_folder_that_holds_something_else_is_left_alone(program, tmp_path):
    with pytest.raises(interpreter.UsageError, match=r"holds m\.mlir and is left as it is; .*--force"):
        interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path)])
    (tmp_path / "index.json").write_text('{"values": 3}')
    with pytest.raises(interpreter.UsageError, match="is not an index of values"):
        interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path, overwrite=True)])
    with pytest.raises(interpreter.UsageError, match=r"can't hold values: "):
        interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path / "m.mlir" / "x")])
    with pytest.raises(interpreter.UsageError, match="no file has the path"):
        interpreter.SaveValues(tmp_path / "a\0")


def test_of_a_loop_the_first_executions_are_kept(tmp_path):
    @hl.function("i64", name="main")
    def count(n):
        return hl.while_(0, lambda i: i < n, lambda i: i + 1)

    interpreter.run(count, 7, listeners=[interpreter.SaveValues(tmp_path / "v", most=2, only=["add"])])
    index = json.loads((tmp_path / "v" / "index.json").read_text())
    assert [entry["execution"] for entry in index["values"]] == [0, 1]
    assert [entry["executions"] for entry in index["not_all_kept"]] == [7]


def test_of_each_process_the_first_executions_are_kept(tmp_path):
    """One that runs before others leaves them their room."""

    @hl.function("i64", name="main")
    def count(n):
        return hl.while_(0, lambda i: i < n, lambda i: i + 1)

    saves = interpreter.SaveValues(tmp_path / "v", most=2, only=["add"])
    interpreter.run_parallel(count, [(7,), (1,), (3,)], 3, listeners=[saves])
    index = json.loads((tmp_path / "v" / "index.json").read_text())
    kept = [(entry["process"], entry["execution"]) for entry in index["values"]]
    assert kept == [("(0, 0)", 0), ("(0, 0)", 1), ("(1, 0)", 0), ("(2, 0)", 0), ("(2, 0)", 1)]
    assert [(cut["process"], cut["executions"]) for cut in index["not_all_kept"]] == [("(0, 0)", 7), ("(2, 0)", 3)]


def test_no_folder_is_made_for_what_the_program_does_not_have(program, tmp_path):
    with pytest.raises(interpreter.UsageError, match="no operation of the program is a log"):
        interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path / "v", only=["log"])])
    assert not (tmp_path / "v").exists()


def test_what_a_failing_run_has_computed_is_listed(tmp_path):
    @hl.function("2xf32", name="main")
    def program(x):
        return hl.log(x + 1.0)

    listeners = [interpreter.SaveValues(tmp_path / "v"), interpreter.Trap("nan")]
    with pytest.raises(interpreter.Trapped):
        interpreter.run(program, [-3.0, 0.0], listeners=listeners)
    index = json.loads((tmp_path / "v" / "index.json").read_text())
    assert [entry["op"] for entry in index["values"]] == ["stablehlo.constant", "stablehlo.add", "stablehlo.log"]


def test_of_two_runs_into_one_folder_the_second_is_told(program, tmp_path):
    folder = tmp_path / "values"

    class Meanwhile(interpreter.Listener):
        def on_op(self, op, operands, results):
            for overwrite in (False, True):
                with pytest.raises(interpreter.UsageError, match=r"another run is writing values to .*; name another"):
                    interpreter.run(TEXT, X, listeners=[interpreter.SaveValues(folder, overwrite=overwrite)])

    interpreter.run(program, X, listeners=[interpreter.SaveValues(folder), Meanwhile()])
    assert sorted(path.name for path in folder.iterdir()) == [*FILES, "index.json"]
    interpreter.run(program, X, listeners=[interpreter.SaveValues(folder, overwrite=True)])


def test_a_run_that_fails_leaves_the_folder_to_others(program, tmp_path):
    """Whatever can't be written: the index, or a value."""
    for file in ("index.json", FILES[0]):
        folder = tmp_path / file.partition(".")[0]

        class InTheWay(interpreter.Listener):
            def on_start(self, *executables, path=folder / file):
                path.mkdir()

        saves = interpreter.SaveValues(folder)  # which stays, as a traceback keeps it
        with pytest.raises(hl.HlogenError, match=f"{file} can't be written: "):
            interpreter.run(program, X, listeners=[saves, InTheWay()])
        (folder / file).rmdir()
        interpreter.run(program, X, listeners=[interpreter.SaveValues(folder, overwrite=True)])
        assert sorted(path.name for path in folder.iterdir()) == [*FILES, "index.json"]


def test_what_a_killed_run_was_writing_does_not_fill_the_folder(program, tmp_path):
    folder = tmp_path / "values"
    folder.mkdir()
    (folder / ".hlogen-tmp-0123abcd").write_text("half of it")
    interpreter.run(program, X, listeners=[interpreter.SaveValues(folder)])
    assert sorted(path.name for path in folder.iterdir()) == [*FILES, "index.json"]


def test_tokens_are_no_files_and_operations_without_a_place_are_named_without_one(tmp_path):
    program = hl.parse("""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %t = stablehlo.create_token : !stablehlo.token
      %0 = stablehlo.negate %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }""")
    for op in program.walk():
        op.location = None
    interpreter.run(program, X, listeners=[interpreter.SaveValues(tmp_path / "values")])
    assert sorted(path.name for path in (tmp_path / "values").iterdir()) == [
        "000000_stablehlo.negate.npy",
        "index.json",
    ]
    assert np.load(tmp_path / "values" / "000000_stablehlo.negate.npy").tolist() == [-1, -2.5]
