"""A program that runs again is neither read nor compiled again, and what runs is always what was given."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hlogen.backends import Signature, adapted
from hlogen.backends.adapted import Adapted
from hlogen.backends.address import Address, found
from hlogen.backends.entry import Prepared
from hlogen.backends.errors import CannotStartBackend, OracleError, OutOfMemory, Refused, Unsupported, WrongResults
from hlogen.backends.recent import Recent
from hlogen.errors import CheckFailed, UsageError
from hlogen.mlir.reader import read

COUNTS = """
import numpy as np
from hlogen.backends import adapted
from hlogen.backends.address import found

counts = {"read": 0, "compiled": 0}
prepare = adapted.prepare

def counting(*args):
    counts["read"] += 1
    return prepare(*args)

adapted.prepare = counting
for name in ("onnxruntime", "upstream", "xla"):
    executor = adapted.Adapted(found(name))
    compiled = executor._adapter.compile

    def compile(program, signature):
        counts["compiled"] += 1
        return compiled(program, signature)

    executor._adapter.compile = compile
    counts.update(read=0, compiled=0)
    for n in range(5):
        program = b"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
        (result,) = executor.run(program, "main", [np.full(2, n, np.float32)])
        assert result.tolist() == [n, n]
    print(name, counts["read"], counts["compiled"])
"""


def test_each_backend_reads_and_compiles_a_program_once() -> None:
    done = subprocess.run([sys.executable, "-c", COUNTS], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:-1] == ["onnxruntime 1 1", "upstream 1 1", "xla 1 1"], done.stderr


class Echo:
    """Gives its inputs; `compiled` counts."""

    compiled = 0
    program: Any = None

    def compile(self, program: Any, signature: Signature) -> int:
        self.program = program
        assert len(signature.arguments) == len(signature.results)
        self.compiled += 1
        return self.compiled

    def run(self, compiled: int, arguments: list[Any]) -> list[Any]:
        return arguments


def echoing() -> tuple[Adapted, Echo]:
    executor = Adapted(Address("", "echo", __name__, "Echo"))
    return executor, executor._adapter


@pytest.mark.parametrize(
    ("reads", "begins"),
    [("generic", '"builtin.module"() ({'), ("bytecode", b"ML\xefR"), ("portable", b"ML\xefR\rStableHLO_v"),
     ("portable 1.8.0", b"ML\xefR\rStableHLO_v1.8.0\0"),
     ("text", "module {\n  func.func @main"), ("module", "module {")],
)  # fmt: skip
def test_an_adapter_reads_programs_in_the_form_that_it_asks_for(
    reads: str, begins: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Echo, "reads", reads, raising=False)
    executor, echo = echoing()
    assert executor.run(SMALL, "main", [np.array([-8, 7], ml_dtypes.int4)])[0].tolist() == [-8, 7]
    given = echo.program
    assert (given if isinstance(begins, bytes) else str(given))[: len(begins)] == begins
    assert [op.name for op in read(given if isinstance(given, bytes) else str(given)).walk()][-1] == "func.return"
    assert executor.version() == {}
    for version, said in (("3.1", {"Echo": "3.1"}), (lambda _: {"a": 1}, {"a": "1"})):
        monkeypatch.setattr(Echo, "version", version, raising=False)
        assert executor.version() == said


def test_text_that_upstream_could_not_read_back_is_in_generic_form() -> None:
    executor, echo = echoing()
    program = b"""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.dynamic_slice"(%x) {slice_sizes = array<i64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    executor.run(program, "main", [np.float32(2)])
    assert [op.name for op in read(echo.program).walk()][1] == "stablehlo.dynamic_slice"


SMALL = b"func.func @main(%x: tensor<2xi4>) -> tensor<2xi4> { return %x : tensor<2xi4> }"


def test_elements_that_the_type_does_not_have_are_a_wrong_result(monkeypatch: pytest.MonkeyPatch) -> None:
    executor, echo = echoing()
    monkeypatch.setattr(echo, "run", lambda compiled, arguments: [np.array([7, 9], np.int8)], raising=False)
    with pytest.raises(WrongResults, match=r"result 0 has type tensor<2xi4>: 9 is no i4"):
        executor.run(SMALL, "main", [np.array([-8, 7], ml_dtypes.int4)])


def test_what_an_adapter_has_not_implemented_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(error: Exception) -> Any:
        raise error

    executor, echo = echoing()
    for error, kind in (
        (NotImplementedError("no i4"), Unsupported),
        (ValueError("no i4"), Refused),
        (ValueError("out of memory: no i4"), OutOfMemory),
    ):
        monkeypatch.setattr(echo, "compile", lambda *_, error=error: fail(error), raising=False)
        with pytest.raises(OracleError, match=r"no i4 \(test_adapted\.py:\d+\)") as raised:
            executor.run(SMALL, "main", [np.array([1, 2], ml_dtypes.int4)])
        assert raised.type is kind


def test_a_plugin_that_is_none_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    for file, said in (
        (tmp_path / "gone.so", "there is no plugin {file}"),
        (tmp_path / "text.so", "{file} can't be loaded: {file}: file too short"),
        (Path(ml_dtypes._ml_dtypes_ext.__file__), "{file} is no PJRT plugin: it has no function GetPjrtApi"),
    ):
        with pytest.raises(CannotStartBackend) as raised:
            Adapted(found(f"pjrt:{file}"))
        assert str(raised.value) == said.replace("{file}", str(file))


ANY_LENGTH = b"func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }"


def test_a_dynamic_program_is_compiled_for_each_shape() -> None:
    executor, echo = echoing()
    for length in (2, 3, 2, 3, 3):
        (result,) = executor.run(ANY_LENGTH, "main", [np.zeros(length, np.float32)])
        assert result.shape == (length,)
    assert echo.compiled == 2


def test_a_number_and_an_array_are_told_apart() -> None:
    executor, _ = echoing()
    program = b"func.func @main(%x: tensor<bf16>) -> tensor<bf16> { return %x : tensor<bf16> }"
    for _ in range(2):
        (result,) = executor.run(program, "main", [1.5])
        assert float(result) == 1.5
        with pytest.raises(UsageError, match="argument 0 has type tensor<bf16>, which takes bfloat16 elements"):
            executor.run(program, "main", [np.float32(1.5)])
        with pytest.raises(UsageError, match="@main takes 1 arguments, 2 were given"):
            executor.run(program, "main", [1.5, 1.5])


def test_what_is_refused_is_refused_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Prepared:
        raise CheckFailed("no")

    executor, _ = echoing()
    with monkeypatch.context() as patched:
        patched.setattr(adapted, "prepare", refuse)
        for _ in range(2):
            with pytest.raises(CheckFailed):
                executor.run(ANY_LENGTH, "main", [np.zeros(2, np.float32)])
    assert len(executor.run(ANY_LENGTH, "main", [np.zeros(2, np.float32)])) == 1


def test_the_least_recently_used_goes_first() -> None:
    recent: Recent[str] = Recent(2)
    made: Any = []

    def get(key: str) -> None:
        recent.get(key, lambda: made.append(key) or key)

    for key in "abacab":
        get(key)
    assert "".join(made) == "abcb"  # c took the place of b, whose last use was before a's
