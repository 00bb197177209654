"""Where backends are: names, classes of modules and files, plugins, commands, files of TOML."""

import importlib.metadata
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
from hlogen.backends import BACKENDS, address, backend
from hlogen.backends.address import found
from hlogen.backends.errors import (
    CannotStartBackend,
    OracleCrashed,
    OracleError,
    Refused,
    SharesMemory,
    Unsupported,
    WrongResults,
    WroteArguments,
)
from hlogen.backends.pool import adapted
from hlogen.errors import UsageError

IDENTITY = "func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> { return %a : tensor<3xf32> }"
ONES = np.ones(3, np.float32)

ADAPTERS = """
import os
import numpy as np
from hlogen.backends import Refused, Unsupported

class Sound:
    reads = "generic"

    def __init__(self, plus=0):
        self.plus = plus + int(os.environ.get("PLUS", "0"))

    def version(self):
        return "3.1"

    def compile(self, program, signature):
        print("garbage on standard output")
        assert '"func.func"' in program
        return signature

    def run(self, signature, arguments):
        return [array + array.dtype.type(self.plus) for array in arguments]

class Kind:
    kinds = ()  # of a run, by the first element of its argument

    def __init__(self, kind="", kinds=()):
        self.kind = kind
        self.kinds = kinds
        if kind == "start":
            raise OSError("no device")
        if kind == "dies at start":
            os._exit(3)

    def compile(self, program, signature):
        if self.kind == "refuses":
            raise ValueError("no such thing")
        if self.kind == "says refused":
            raise Refused("I don't take it")
        if self.kind == "unsupported":
            raise Unsupported("no f32")
        if self.kind == "dies at compile":
            os.abort()

    def run(self, compiled, arguments):
        (a,) = arguments
        if self.kinds:
            self.kind = self.kinds[int(a[0])]
        if self.kind == "fails":
            raise RuntimeError("device lost")
        if self.kind == "writes":
            a[1] = 7
        if self.kind == "writes beside":
            np.lib.stride_tricks.as_strided(a, (4,), (4,))[3] = 7
        if self.kind == "dies":
            os._exit(9)
        return {
            "number": 1,
            "numbers": [1.0],
            "lists": [[1.0, 1.0, 1.0]],
            "two": [a, a],
            "none": None,
            "shape": [a.reshape(1, 3)],
            "type": [a.astype(np.float64)],
            "shares": [a],
        }.get(self.kind, [a.copy()])

class NoMethods:
    pass

class BadForm(Sound):
    reads = "protobuf"

class BadLacks(Sound):
    lacks = "f8*"
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("adapters") / "adapters.py"
    path.write_text(ADAPTERS)
    return path


def test_a_class_of_a_file_of_a_module_and_of_an_entry_point(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    entry = importlib.metadata.EntryPoint("sound", "adapters:Sound", address.GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry] if group == address.GROUP else [])
    monkeypatch.syspath_prepend(str(file.parent))
    for text in ("adapters.py:Sound", "adapters:Sound", "sound"):
        runs = backend(text)
        for _ in range(2):
            assert runs.run(IDENTITY, ONES)[0].tolist() == [1, 1, 1]
        assert runs.version() == {"Sound": "3.1"}
        assert hl.run(IDENTITY, ONES, backend=text).tolist() == [1, 1, 1]
        runs.close()
    assert found("adapters.py:Sound").text == f"{file}:Sound"


def test_a_file_of_toml_gives_a_name_options_environment_and_limits(file: Path) -> None:
    toml = file.with_name("mine.toml")
    toml.write_text(
        'backend = "adapters.py:Sound"\nname = "mine"\ntime_limit = 20\nmemory_limit = "2GiB"\n'
        '[options]\nplus = 2\n[environment]\nPLUS = "3"\n'
    )
    where = found(str(toml))
    assert (where.name, where.time_limit, where.memory_limit) == ("mine", 20, 2 << 30)
    runs = backend(str(toml))
    assert runs.run(IDENTITY, ONES)[0].tolist() == [6, 6, 6]
    assert (runs.name, runs.time_limit, runs.memory_limit) == ("mine", 20, 2 << 30)  # type: ignore[attr-defined]
    runs.close()


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("", 'mine.toml doesn\'t say which backend it is about: backend = "module:Class"'),
        ("backend = 3", "backend is 3, which isn't a text"),
        ('backend = "xla"\nmemory_limit = "lots"', "memory_limit is 'lots'; write it as 512MiB or 2GiB"),
        ('backend = "xla"\ntime_limit = true', "time_limit is True, which isn't a number"),
        ('backend = "xla"\ntimelimit = 3', "there is no key timelimit; did you mean time_limit?"),
        ('backend = "xla', "isn't TOML"),
        ('backend = "other.toml"', "a file of a backend can't lead to another one"),
    ],
)
def test_a_file_of_toml_that_is_wrong_is_told_so(said: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(said)
    with pytest.raises(UsageError) as error:
        found("mine.toml", tmp_path)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("xlaa", "there is no backend 'xlaa'; did you mean xla?"),
        ("nowhere.py:Mine", "there is no file "),
        ("mine.tml", "there is no file mine.tml\n  fix: name a .toml file of a backend"),
        (__file__, r"test_address.py is no .toml file"),
        ("nowhere.toml", "can't read "),
        ("pjrt", "the backend pjrt takes the path of a plugin's shared library, as in pjrt:/path/to/plugin.so"),
        ("exec: ", "the backend exec takes a command line"),
        ("xla:cpu", "the backend xla takes nothing behind its name, not 'cpu'"),
        ("a b", "or a class as module:Class or path/to/file.py:Class, or a .toml file of one"),
    ],
)
def test_what_is_no_backend_is_told_so(text: str, complaint: str) -> None:
    with pytest.raises(UsageError) as error:
        found(text)
    assert complaint in str(error.value)


IN_COMPILING = [
    ("start", CannotStartBackend, r"OSError: no device \(adapters.py:\d+\)"),
    ("dies at start", CannotStartBackend, "could not start: exit code 3"),
    ("refuses", Refused, r"Kind: ValueError: no such thing \(adapters.py:\d+\)"),
    ("says refused", Refused, "Kind: I don't take it"),
    ("unsupported", Unsupported, "Kind: no f32"),
    ("dies at compile", OracleCrashed, r"died of this program \(signal SIGABRT\)"),
]
IN_RUNNING = [
    ("fails", OracleError, r"Kind: RuntimeError: device lost \(adapters.py:\d+\)"),
    ("dies", OracleCrashed, r"died of this program \(exit code 9\)"),
    ("number", WrongResults, "run gave a value of type int; it gives a list of arrays"),
    ("none", WrongResults, "run gave None; it gives a list of arrays"),
    ("numbers", WrongResults, "result 0 is a value of type float, not an array"),
    ("lists", WrongResults, "result 0 is a value of type list, not an array"),
    ("two", WrongResults, "2 results came back, the program has 1"),
    ("shape", WrongResults, r"result 0 has type tensor<3xf32>; an array of shape \(1, 3\) came back"),
    ("type", WrongResults, "result 0 has type tensor<3xf32>, so elements of float32; float64 came back"),
    ("writes", WroteArguments, "argument 0 was written to"),
    ("writes beside", WroteArguments, "something was written beside argument 0"),
    ("shares", SharesMemory, "result 0 lies in the memory of argument 0"),
]


@pytest.mark.parametrize(("kind", "error", "message"), IN_COMPILING)
def test_a_failure_in_starting_and_compiling_is_called_what_it_is(
    kind: str, error: type[OracleError], message: str, file: Path
) -> None:
    toml = file.with_name(f"{kind.replace(' ', '_')}.toml")
    toml.write_text(f'backend = "adapters.py:Kind"\n[options]\nkind = "{kind}"\n')
    runs = adapted(found(str(toml)))
    with pytest.raises(error, match=message) as raised:
        runs.run_watched(IDENTITY, ONES)
    assert raised.type is error
    runs.close()


def test_a_failure_in_running_is_called_what_it_is(file: Path) -> None:
    kinds = [kind for kind, *_ in IN_RUNNING]
    toml = file.with_name("kinds.toml")
    toml.write_text(f'backend = "adapters.py:Kind"\n[options]\nkinds = {[*kinds, "sound"]}\n')
    runs = adapted(found(str(toml)))
    for _ in range(2):  # what has failed fails again, and keeps nothing from the others
        for number, (kind, error, message) in enumerate(IN_RUNNING):
            argument = np.full(3, number, np.float32)
            with pytest.raises(error, match=message) as raised:
                runs.run_watched(IDENTITY, argument)
            assert raised.type is error, kind
            assert argument.tolist() == [number] * 3
        (result,) = runs.run_watched(IDENTITY, np.full(3, len(kinds), np.float32))
        assert result.tolist() == [len(kinds)] * 3
    runs.close()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("NoMethods", "NoMethods of .*adapters.py has no method compile"),
        ("BadForm", "reads is 'protobuf'; it is 'text', 'generic', "),
        ("BadLacks", r"lacks is 'f8\*'; it is a list of names"),
        ("Missing", "has no Missing; its classes are .*Sound, Kind, NoMethods"),
        ("os", "os of .*adapters.py is no class"),
    ],
)
def test_a_class_that_is_no_adapter_is_told_so(name: str, complaint: str, file: Path) -> None:
    runs = adapted(found(f"{file}:{name}"))
    with pytest.raises(CannotStartBackend, match=complaint):
        runs.run(IDENTITY, ONES)


def test_the_names_are_those_of_the_adapters_that_need_nothing_else() -> None:
    assert {"interpreter", "upstream", "xla", "onnxruntime"} <= set(BACKENDS)
    assert not {"pjrt", "exec"} & set(BACKENDS)
