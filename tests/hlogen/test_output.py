"""Programs written for others: text, bytecode, portable artifacts, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.array([1.0, 2.0], np.float32)


@hl.function("2xf32", name="main")
def doubled(x):
    return x + x


@hl.function("3x4xf32", "3x2xi64", name="main")
def batched(operand, indices):
    return hl.gather(
        operand,
        hl.reshape(indices, [3, 2, 1]),
        offset_dims=[],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[1],
        index_vector_dim=2,
        slice_sizes=[1, 1],
    )


@pytest.mark.parametrize("name", ["p.mlir", "p.mlirbc", "p.mlir.bc"])
def test_what_is_saved_is_read_again(tmp_path: Path, name: str) -> None:
    path = hl.save(doubled, tmp_path / name)
    assert path == tmp_path / name
    for source in (path, str(path), path.read_bytes()):
        np.testing.assert_array_equal(hl.run(hl.parse(source), X), [2, 4])
    if name == "p.mlir":
        assert path.read_text() == hl.to_text(doubled)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_portable_artifact_is_for_its_version(tmp_path: Path) -> None:
    operand, indices = np.arange(12, dtype=np.float32).reshape(3, 4), np.array([[0, 3], [1, 1], [2, 0]])
    expected = np.take_along_axis(operand, indices, 1)
    for target, has_batching_dims in (("1.0.0", False), ("1.1.0", True), ("current", True)):
        path = hl.save(batched, tmp_path / f"{target}.mlirbc", target=target)
        assert path.read_bytes() == hl.to_portable(batched, target)
        read = hl.parse(path)
        assert ("batching_dims = [0]" in hl.to_text(read)) == has_batching_dims
        for _ in range(2):
            np.testing.assert_array_equal(hl.run(read, operand, indices), expected)


def test_what_is_only_ever_portable_is_for_the_newest_version(tmp_path: Path) -> None:
    path = hl.save(batched, tmp_path / "p.vhlo")
    assert path.read_bytes() == hl.to_portable(batched, "current") != hl.to_portable(batched, "minimum")
    assert "batching_dims = [0]" in hl.to_text(hl.parse(path))
    assert hl.save(batched, tmp_path / "q.vhlo", target="1.0.0").read_bytes() == hl.to_portable(batched, "1.0.0")


def test_a_file_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "p.mlir"
    path.write_text("mine")
    with pytest.raises(hl.UsageError, match="exists already and is left as it is; set overwrite=True"):
        hl.save(doubled, path)
    assert path.read_text() == "mine"
    hl.save(doubled, path, overwrite=True)
    assert path.read_text() == hl.to_text(doubled)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("p", {}, "says no form; end its name in .mlir for text, in .mlirbc for bytecode"),
        ("p.txt", {}, "says no form"),
        ("p.mlir", {"target": "1.0.0"}, "target is for portable artifacts"),
        ("nowhere/p.mlir", {}, "No such file or directory"),
        ("p.mlirbc", {"target": "99.0.0"}, "not 99.0.0"),
        ("p.mlirbc", {"target": "new"}, "'new' is no StableHLO version"),
    ],
)
def test_what_cannot_be_saved_says_why(tmp_path: Path, name: str, options: dict[str, str], says: str) -> None:
    with pytest.raises(hl.HlogenError) as error:
        hl.save(doubled, tmp_path / name, **options)
    assert says in str(error.value)
    assert not any(tmp_path.iterdir())


def test_what_upstream_refuses_is_not_written(tmp_path: Path) -> None:
    wrong = hl.parse(
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
        "  %0 = stablehlo.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>\n"
        "  return %0 : tensor<3xf32>\n}"
    )
    for write in (
        hl.to_text,
        hl.to_bytecode,
        lambda program: hl.to_portable(program, "1.0.0"),
        lambda program: hl.save(program, tmp_path / "p.mlir"),
    ):
        with pytest.raises((hl.VerificationError, hl.ConstraintError)):
            write(wrong)
    assert not any(tmp_path.iterdir())


def test_a_program_is_called_like_a_function() -> None:
    """Outside of a function that is being built; one result is an array, and a tuple of results a tuple."""

    @hl.function("2xf32", name="main")
    def in_a_tuple(x):
        return (x + x,)

    @hl.function("2xf32", "2xf32", name="main")
    def two(x, y):
        return x + y, x - y

    for _ in range(2):
        np.testing.assert_array_equal(doubled(X), [2, 4])
        np.testing.assert_array_equal(doubled([1, 2]), [2, 4])
        (only,) = in_a_tuple(X)
        np.testing.assert_array_equal(only, [2, 4])
        total, difference = two(X, X)
        np.testing.assert_array_equal([total, difference], [[2, 4], [0, 0]])
    np.testing.assert_array_equal(hl.run(in_a_tuple.module, X), [2, 4])
    assert isinstance(interpreter.run(doubled, X), tuple)
    with pytest.raises(hl.UsageError, match=r"argument 0 \(x\).*tensor<2xf32>"):
        doubled(np.ones(3, np.float32))
    with pytest.raises(hl.UsageError, match="takes 1 argument, not 2"):
        doubled(X, X)


def test_values_of_a_function_that_is_built_no_more_are_told_apart() -> None:
    kept: list[hl.Tensor] = []

    @hl.function("2xf32", name="main")
    def keeping(x):
        kept.append(x)
        return x

    with pytest.raises(hl.UsageError, match="argument 0 of main is a value of a function that is being built"):
        doubled(kept[0])


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_every_backend_gives_the_same(backend: str) -> None:
    for _ in range(2):
        np.testing.assert_array_equal(hl.run(doubled, X, backend=backend), [2, 4])
        np.testing.assert_array_equal(hl.run(doubled, [1, 2], backend=backend), [2, 4])
    with pytest.raises(hl.UsageError):
        hl.run(doubled, [1, 2, 3], backend=backend)


def test_there_is_no_such_backend() -> None:
    with pytest.raises(hl.UsageError, match=r"there is no backend 'tpu'\n  the backends are .*interpreter"):
        hl.run(doubled, X, backend="tpu")
