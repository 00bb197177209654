"""What a path gives that is no regular file: pipes that end are read, what has no end is refused, and says so."""

import os
import threading
from contextlib import suppress

import pytest

import hlogen as hl
from hlogen.cli.arrays import read_arrays
from hlogen.cli.files import as_file
from hlogen.errors import UsageError
from hlogen.lint.files import program_files
from hlogen.mlir import files, reader
from hlogen.mlir.errors import ParseError

EMPTY = "module {}\n"
SECRETS = {
    "a key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAAB\n-----END OPENSSH PRIVATE KEY-----\n",
    "a word": "hunter2\n",
    "behind comments": "// mine\n\nhunter2\n",
    "variables": "PASSWORD=ab%2F=x\n#TOKEN = hunter2\n",
    "a module of another language": 'module "db" { password = "hunter2" }\n',
}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are POSIX's")


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "pipe.mlir"
    os.mkfifo(path)
    return path


def writing(path, *texts):
    """Writes to a pipe from another thread; who reads it may have seen enough before the end."""

    def write():
        with suppress(BrokenPipeError), path.open("w") as stream:
            for text in texts:
                stream.write(text)
                stream.flush()

    threading.Thread(target=write, daemon=True).start()


def test_a_device_without_end_is_refused(tmp_path):
    link = tmp_path / "zero.mlir"
    link.symlink_to("/dev/zero")
    with pytest.raises(UsageError, match=r"zero\.mlir is a device, which has no end"):
        hl.parse(link)
    with pytest.raises(UsageError, match=r"zero\.mlir is a device, which has no end"), as_file(str(link)):
        pass
    with pytest.raises(UsageError, match=r"zero\.mlir is a device or a pipe; name an \.npy or \.npz file"):
        read_arrays(str(link))
    with pytest.raises(UsageError, match="has no programs in it"):
        program_files([str(tmp_path)])


def test_the_device_that_gives_nothing_holds_no_program():
    assert files.content("/dev/null") == b""
    with pytest.raises(ParseError, match="there is no program in it"):
        hl.parse("/dev/null")


def test_a_terminal_is_read_to_its_end():
    controller, terminal = os.openpty()
    try:
        os.write(controller, b"module {}\n\x04")  # which ends it
        assert files.content(os.ttyname(terminal)) == b"module {}\n"
    finally:
        os.close(controller)
        os.close(terminal)


def test_a_pipe_that_nobody_writes_to_is_refused(pipe, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with pytest.raises(UsageError, match=r"a pipe that nobody has opened for writing in 0\.05 s"):
        hl.parse(pipe)


def test_a_pipe_is_read_to_its_end(pipe):
    writing(pipe, EMPTY, "// more\n")
    assert files.content(pipe) == f"{EMPTY}// more\n".encode()
    writing(pipe, EMPTY)
    with as_file(str(pipe)) as (path, name):
        assert (reader.read(path).operations, name) == ([], str(pipe))


def test_the_pipes_of_shells_are_read_to_their_end(tmp_path):
    for text in (EMPTY, ""):
        reading, end = os.pipe()
        os.write(end, text.encode())
        os.close(end)
        assert files.content(f"/dev/fd/{reading}") == text.encode()
        os.close(reading)


def test_a_pipe_without_end_is_left(pipe, monkeypatch):
    monkeypatch.setattr(files, "MOST_OF_A_PIPE", 1000)
    writing(pipe, *["// much\n" * 1000] * 3)
    with pytest.raises(UsageError, match="gives more than 0 MiB, which is the most that is read of a pipe"):
        hl.parse(pipe)


def test_links_that_lead_out_of_a_folder_are_not_followed(tmp_path):
    inside, outside, told = tmp_path / "inside", tmp_path / "outside", []
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.mlir").write_text(EMPTY)
    (inside / "b.mlir").symlink_to("a.mlir")
    (inside / "c.mlir").symlink_to(outside / "a.mlir")
    (tmp_path / "link").symlink_to(inside)
    assert program_files([str(inside)], told.append) == [str(inside / "a.mlir")]
    assert told == [f"links that lead out of {inside} aren't followed: {inside / 'c.mlir'}; name what they lead to"]
    assert program_files([str(tmp_path / "link")]) == [str(tmp_path / "link" / "a.mlir")]
    assert program_files([str(inside / "c.mlir")]) == [str(inside / "c.mlir")]


@pytest.mark.parametrize("text", SECRETS.values(), ids=SECRETS)
def test_what_is_no_mlir_is_not_shown(text, tmp_path):
    path = tmp_path / "secret.mlir"
    path.write_text(text)
    with pytest.raises(ParseError) as raised:
        reader.read(path, own_places=True)
    line = len(text[: text.find("hunter2")].splitlines()) + 1 if text.startswith("//") else 1
    assert str(raised.value) == (
        f"{path}:{line}:1: this is no MLIR text: there is no operation, function or module in it"
    )
    assert not raised.value.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "module @a { hello }",
        "%0 = hello",
        "func.func @f() { hello }",
        "func private @f() hello",
        '"a.b"() : hello',
        "stablehlo.add %a",
        "hello tensor<4xf32>",
    ],
)
def test_what_is_broken_mlir_is_shown(text):
    with pytest.raises(ParseError, match=r"\^"):
        reader.read(text)
