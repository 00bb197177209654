"""``hlogen judge``."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.conform.differences import differences

SCALARS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


@pytest.fixture
def duplicates(files):
    """A scatter that sets one element to 7 or to 8."""

    @hl.function("2xi32", "2x1xi32", "2xi32", name="main")
    def main(x, indices, updates):
        return hl.scatter(x, indices, updates, "set", **SCALARS)

    files(program_mlir=str(main))
    return ["program.mlir", "-i", "[1, 2]", "-i", "[[1], [1]]", "-i", "[7, 8]"]


@pytest.fixture
def partial(files):
    """A window that is partly out of bounds, which XLA drops as a whole."""
    case = next(difference.case for difference in differences() if difference.id == "xla.partial-windows")
    files(program_mlir=str(case.module))
    for number, array in enumerate(case.arguments):
        np.save(f"{number}.npy", array)
    return ["program.mlir", "-i", "0.npy", "-i", "1.npy", "-i", "2.npy"]


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_what_some_order_gives_is_admissible(duplicates, invoke, backend):
    result = invoke("judge", *duplicates, "--backend", backend)
    assert result.exit_code == 0
    assert result.output == "admissible: all 2 elements are what some order may give\n"
    quiet, more = (invoke("judge", *duplicates, "--backend", backend, option) for option in ("-q", "-v"))
    assert (quiet.output, quiet.exit_code, more.exit_code) == ("", 0, 0)
    assert more.stdout.startswith("result 0: tensor<2xi32>\n[1 ")
    assert f"note: @main ran on {backend}" in more.stderr


def test_every_schedule_is_admissible(duplicates, invoke):
    assert invoke("run", *duplicates, "--schedule", "reverse", "-o", "got.npz").exit_code == 0
    result = invoke("judge", *duplicates, "--results", "got.npz")
    assert (result.exit_code, result.stdout.startswith("admissible: ")) == (0, True)


def test_what_no_order_gives_is_not(partial, invoke):
    assert invoke("run", *partial, "--backend", "xla", "-q").output == ""
    result = invoke("judge", *partial, "--backend", "xla")
    assert result.exit_code == 1
    assert "inadmissible: 1 inadmissible of 2 elements\n  result 0, [1]: 2 is inadmissible" in result.stdout
    assert invoke("judge", *partial, "--backend", "upstream").exit_code == 0


def test_undecided_is_no_failure_but_told(files, invoke):
    @hl.function("1xf32", "9x1xi32", "9xf32", name="main")
    def main(x, indices, updates):
        return hl.scatter(x, indices, updates, lambda old, new: old * 0.5 + new, **SCALARS)

    files(program_mlir=str(main))
    arguments = ["[1.0]", str([[0]] * 9), "[1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    given = [part for argument in arguments for part in ("-i", argument)]
    assert invoke("run", "program.mlir", *given, "--schedule", "7", "-o", "got.npz").exit_code == 0
    result = invoke("judge", "program.mlir", *given, "--results", "got.npz", "-q")  # which isn't to be passed over
    assert result.exit_code == 0
    assert "undecided: 1 undecided of 1 elements" in result.stdout


def test_trees_are_admissible_where_asked_for():
    """1e8 + (3 + 3) isn't (1e8 + 3) + 3 in f32."""

    @hl.function("1xf32", "2x1xi32", "2xf32", name="main")
    def main(x, indices, updates):
        return hl.scatter(x, indices, updates, "add", **SCALARS)

    arguments = [np.float32([1e8]), np.zeros((2, 1), np.int32), np.float32([3, 3])]
    result = np.float32([1e8 + 6])
    assert not interpreter.admissible(main, *arguments).contains([result])
    assert interpreter.admissible(main, *arguments, reassociate=True).contains([result])


def test_reassociate_is_an_option(duplicates, invoke):
    assert invoke("judge", *duplicates, "--reassociate").exit_code == 0


def test_functions_without_a_promised_accuracy(files, invoke):
    @hl.function("64xf32", name="main")
    def main(x):
        return hl.tanh(x) + hl.exponential(x)

    files(program_mlir=str(main))
    np.save("x.npy", np.linspace(-3, 3, 64, dtype=np.float32))
    strict = invoke("judge", "program.mlir", "-i", "x.npy", "--backend", "xla")
    assert strict.exit_code == 1
    result = invoke("judge", "program.mlir", "-i", "x.npy", "--backend", "xla", "--ulps", "8")
    assert result.exit_code == 0
    assert result.stdout.startswith("admissible: all 64 elements")


def test_results_of_files_are_judged(duplicates, files, invoke):
    """What anybody gave: 7 or 8 is there, never both of them and never 1."""
    np.savez("all.npz", np.int32([1, 7]))
    np.save("one.npy", np.int32([1, 9]))
    np.save("other.npy", np.int64([1, 7]))
    assert "admissible: all 2" in invoke("judge", *duplicates, "--results", "all.npz").stdout
    wrong = invoke("judge", *duplicates, "--results", "one.npy")
    assert (wrong.exit_code, "result 0, [1]: 9 is inadmissible" in wrong.stdout) == (1, True)
    for given, said in {
        ("--results", "other.npy"): "holds int64 elements, but the program has tensor<2xi32>",
        ("--results", "all.npz", "--results", "one.npy"): "@main has 1 result (tensor<2xi32>), but --results"
        " hold 2 arrays",
        ("--results", "none.npy"): "none.npy",
        ("--results", "[1, 7]"): "is a literal",
        ("--random", "--results", "none.npy"): "none.npy",
        ("--seed", "1", "--results", "all.npz"): "add --random",
        ("--results", "all.npz", "--backend", "xla"): "leave out --backend",
    }.items():
        result = invoke("judge", *duplicates, *given)
        assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    files(tuple_mlir=str(hl.function("2xi64", name="main")(lambda x: (x, hl.tuple(x)))))
    result = invoke("judge", "tuple.mlir", "-i", "[1, 7]", "--results", "other.npy", "--results", "other.npy")
    assert "result 1 is of type tuple<tensor<2xi64>>; --results can only judge tensors" in result.stderr


def test_results_come_in_order_and_as_bits(files, invoke):
    @hl.function("2xbf16", "i4", name="main")
    def main(x, y):
        return y, x

    files(program_mlir=str(main))
    bits = np.uint16([0x3F80, 0xC000])  # 1 and -2
    np.savez("in.npz", bits.view("V2"), np.array(-3, ml_dtypes.int4))
    np.savez("out.npz", result_1=bits, result_0=np.int8(-3))
    ask = ("judge", "program.mlir", "-i", "in.npz", "--results")
    done = invoke(*ask, "out.npz")
    assert (done.exit_code, "all 3 elements" in done.stdout) == (0, True), done.output
    np.savez("wide.npz", np.int8(9), bits)
    done = invoke(*ask, "wide.npz")
    assert (done.exit_code, "result 0 (wide.npz:arr_0) isn't of type tensor<i4>: 9 is no i4" in done.stderr) == (
        2,
        True,
    )
