"""`save`: a model and its large constants as files, whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import hlogen as hl
from hlogen import placing
from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx import save as save_to
from hlogen.export.onnx import to_onnx

save_module = __import__("hlogen.export.onnx.save", fromlist=["save"])

LARGE = np.random.default_rng(0).normal(size=(600, 500)).astype(np.float32)
OTHER = np.arange(300_001, dtype=np.int32)
SMALL = np.arange(100, dtype=np.float32)


@hl.function(hl.tensor("600x500xf32"))
def program(x: Any) -> Any:
    return x + hl.constant(LARGE), hl.constant(OTHER), hl.constant(SMALL)


@hl.function(hl.tensor("3xf32"))
def little(x: Any) -> Any:
    return x + x


@pytest.fixture(scope="module")
def model() -> onnx.ModelProto:
    return to_onnx(program)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def results_of(path: Path) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    return list(session.run(None, {given.name: np.zeros((600, 500), np.float32)}))


def test_large_constants_are_beside_the_model(model: onnx.ModelProto, tmp_path: Path) -> None:
    before = model.SerializeToString()
    path = tmp_path / "model.onnx"
    assert save_to(model, path) == (path, tmp_path / "model.onnx.data")
    assert names(tmp_path) == ["model.onnx", "model.onnx.data"]
    assert path.stat().st_size < 2000
    data = (tmp_path / "model.onnx.data").read_bytes()
    assert data[: LARGE.nbytes] == LARGE.tobytes()
    stored = onnx.load(path, load_external_data=False)
    places = {
        tensor.name: {entry.key: entry.value for entry in tensor.external_data}
        for tensor in stored.graph.initializer
        if tensor.data_location == onnx.TensorProto.EXTERNAL
    }
    assert len(places) == 2
    for place in places.values():
        assert place["location"] == "model.onnx.data"
        assert int(place["offset"]) % 4096 == 0
    first, second, third = results_of(path)
    assert first.tobytes() == LARGE.tobytes()
    assert second.tobytes() == OTHER.tobytes()
    assert third.tobytes() == SMALL.tobytes()
    assert model.SerializeToString() == before, "the model in memory stays as it is"
    assert onnx.load(path).graph.node == model.graph.node


def test_the_files_can_be_moved_together(model: onnx.ModelProto, tmp_path: Path) -> None:
    save_to(model, tmp_path / "model.onnx")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("model.onnx", "model.onnx.data"):
        (tmp_path / name).rename(elsewhere / name)
    assert results_of(elsewhere / "model.onnx")[0].tobytes() == LARGE.tobytes()


def test_all_in_one_file(model: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    assert save_to(model, str(path), external_data=False) == (path,)
    assert names(tmp_path) == ["model.onnx"]
    assert path.read_bytes() == model.SerializeToString()


def test_a_model_without_large_constants_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "little.onnx"
    assert save_to(to_onnx(little), path) == (path,)
    assert names(tmp_path) == ["little.onnx"]


def test_files_that_exist_are_left_as_they_are(model: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_text("mine")
    with pytest.raises(UsageError, match=r"model\.onnx exists already and is left as it is"):
        save_to(model, path)
    assert path.read_text() == "mine"
    path.unlink()
    data = tmp_path / "model.onnx.data"
    data.write_text("mine")
    with pytest.raises(UsageError, match=r"model\.onnx\.data exists already"):
        save_to(model, path)
    assert names(tmp_path) == ["model.onnx.data"]
    data.chmod(0o600)
    save_to(model, path, overwrite=True)
    assert data.stat().st_size > LARGE.nbytes
    assert data.stat().st_mode & 0o777 == 0o600
    save_to(model, path, overwrite=True)
    assert results_of(path)[2].tobytes() == SMALL.tobytes()


def test_places_where_nothing_can_be_written(model: onnx.ModelProto, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder; name a file to write"):
        save_to(model, tmp_path)
    with pytest.raises(UsageError, match=r"the folder .*nowhere doesn't exist; make it first"):
        save_to(model, tmp_path / "nowhere" / "model.onnx")
    with pytest.raises(UsageError, match="can't be written: "):
        save_to(model, tmp_path / ("x" * 300))
    for nameless in ("a\0", "\ud800"):
        with pytest.raises(UsageError, match="no file has the path"):
            save_to(model, tmp_path / nameless)
    with pytest.raises(UsageError, match="ONNX takes no path that isn't UTF-8"):
        save_to(model, tmp_path / "\udc80")
    assert names(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written(model: onnx.ModelProto, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="Permission denied"):
        save_to(model, tmp_path / "model.onnx")


def test_a_link_stays_one(model: onnx.ModelProto, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "model.onnx", tmp_path / "link.onnx"
    target.write_text("old")
    link.symlink_to(target)
    assert save_to(model, link, overwrite=True)[0] == target.resolve()
    assert link.is_symlink()
    assert names(tmp_path / "real") == ["model.onnx", "model.onnx.data"]
    assert results_of(target)[2].tobytes() == SMALL.tobytes()


def test_devices(model: onnx.ModelProto) -> None:
    save_to(model, "/dev/null")
    with pytest.raises(UsageError, match=r"/dev/full can't be written: No space left on device"):
        save_to(model, "/dev/full")


@pytest.mark.parametrize("step", ["data", "model", "first move", "second move"])
@pytest.mark.parametrize("exists", [False, True])
def test_a_half_written_model_never_stays(
    model: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, exists: bool
) -> None:
    path = tmp_path / "model.onnx"
    if exists:
        path.write_text("old model")
        (tmp_path / "model.onnx.data").write_text("old data")

    def fail(*_: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def nothing_is_left() -> None:
        found = {file.name: file.read_text() for file in tmp_path.iterdir()}
        assert found == ({"model.onnx": "old model", "model.onnx.data": "old data"} if exists else {})

    if step == "data":
        monkeypatch.setattr(save_module, "_write_tensors", fail)
    elif step == "model":
        monkeypatch.setattr(Path, "write_bytes", fail)
    else:
        real, moved = placing.place, []

        def place(file: Path, target: Path, *, overwrite: bool) -> None:
            moved.append(target)
            assert (path.exists(), path.with_name("model.onnx.data").exists()) == (exists, exists or len(moved) == 2)
            if len(moved) == (1 if step == "first move" else 2):
                fail()
            real(file, target, overwrite=overwrite)

        monkeypatch.setattr(placing, "place", place)
    with pytest.raises(UsageError, match=r"model\.onnx can't be written: No space left on device"):
        save_to(model, path, overwrite=exists)
    nothing_is_left()


@pytest.mark.parametrize("taken", ["model.onnx", "model.onnx.data"])
def test_what_another_process_has_just_written_stays(
    model: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: str
) -> None:
    monkeypatch.setattr(save_module, "_check", lambda path: (tmp_path / taken).write_text("theirs"))
    with pytest.raises(UsageError, match=rf"{taken} exists already and is left as it is"):
        save_to(model, tmp_path / "model.onnx")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {taken: "theirs"}


def test_where_files_cannot_have_two_names_they_are_copied(
    model: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.onnx"
    path.write_text("old model")

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    with monkeypatch.context() as failing:
        failing.setattr(placing, "place", refuse)
        with pytest.raises(UsageError, match="can't be written"):
            save_to(model, path, overwrite=True)
        assert path.read_text() == "old model"
    save_to(model, path, overwrite=True)
    assert results_of(path)[0].tobytes() == LARGE.tobytes()


def test_a_name_as_long_as_names_can_be(model: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / ("x" * 245 + ".onnx")  # with .data behind it, 255
    save_to(model, path)
    assert names(tmp_path) == [path.name, f"{path.name}.data"]


def test_links_in_a_circle(model: onnx.ModelProto, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").symlink_to("model.onnx")
    with pytest.raises(UsageError, match="can't be written: Too many levels of symbolic links"):
        save_to(model, tmp_path / "model.onnx")


def test_an_interrupt_leaves_nothing(model: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(save_module, "_check", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_to(model, tmp_path / "model.onnx")
    assert names(tmp_path) == []


def test_a_model_that_is_not_valid(tmp_path: Path) -> None:
    model = to_onnx(little)
    model.graph.node[0].op_type = "Nonsense"
    with pytest.raises(ExportError, match="the model isn't valid: "):
        save_to(model, tmp_path / "model.onnx")
    assert names(tmp_path) == []


def test_above_two_gigabytes(model: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_module, "_MOST_BYTES", 1 << 20)
    path = tmp_path / "model.onnx"
    with pytest.raises(
        ExportError, match=r"the model has .* bytes.*\n  fix: let large constants go to a file of their own"
    ):
        save_to(model, path, external_data=False)
    assert names(tmp_path) == []
    save_to(model, path)
    assert results_of(path)[0].tobytes() == LARGE.tobytes()
    path.unlink()
    (path.parent / "model.onnx.data").unlink()
    monkeypatch.setattr(save_module, "_MOST_BYTES", 300)  # the constants are outside, and the rest is too much
    with pytest.raises(ExportError, match=r"^the model has [4-9]\d\d bytes, and a file of a model can have 300\n"):
        save_to(model, path)


@pytest.mark.campaign
def test_a_model_of_more_than_two_gigabytes(tmp_path: Path) -> None:
    """Two constants of 1.2 GB: too much for one file, and no trouble for two."""
    tables = [np.full((300_000, 1000), number, np.float32) for number in (1, 2)]
    for table in tables:
        table[0, 0] = 7  # not a splat

    @hl.function(hl.tensor("2xi32"))
    def rows(i: Any) -> Any:
        return tuple(hl.take(hl.constant(table), i, axis=0, mode="clip") for table in tables)

    model = to_onnx(rows)
    path = tmp_path / "model.onnx"
    with pytest.raises(ExportError, match="a file of a model can have 2,147,483,647"):
        save_to(model, path, external_data=False)
    save_to(model, path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    first, second = session.run(None, {session.get_inputs()[0].name: np.array([0, 299_999], np.int32)})
    assert first[:, :2].tolist() == [[7, 1], [1, 1]]
    assert second[:, :2].tolist() == [[7, 2], [2, 2]]
