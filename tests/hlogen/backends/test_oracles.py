"""Backends: what they return for every element type, and that they outlive whatever a program does to their worker."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hlogen.backends import backend
from hlogen.backends.address import found
from hlogen.backends.errors import OracleCrashed, OracleError, OracleTimeout, Refused
from hlogen.backends.pool import adapted
from hlogen.backends.process import WorkerBackend
from hlogen.backends.registry import TABLE
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import ComplexType, QuantizedType, dtype_of, parse_element_type
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode, to_portable_artifact

# On this machine jax's device is xla's, and what needs a package that tests don't is tried where that is.
ELSEWHERE = ("jax", "iree")
WORKERS = tuple(
    name for name, row in TABLE.rows().items() if not row.is_in_process and not row.argument and name not in ELSEWHERE
)

ELEMENT_TYPES = [
    "i1",
    "i2",
    "ui2",
    "i4",
    "ui4",
    "i8",
    "ui8",
    "i16",
    "ui16",
    "i32",
    "ui32",
    "i64",
    "ui64",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "bf16",
    "f16",
    "f32",
    "f64",
    "complex<f32>",
    "complex<f64>",
]
QUANTIZED = "!quant.uniform<i8:f32, 0.5:3>"

IDENTITY = "func.func @main(%a: tensor<SxT>) -> tensor<SxT> {\n  func.return %a : tensor<SxT>\n}"
# 2 * x + 1 is never 0, and no compiler is clever enough to see it.
ENDLESS = """
func.func @main(%a: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %twice = stablehlo.add %x, %x : tensor<i32>
    %odd = stablehlo.add %twice, %one : tensor<i32>
    %c = stablehlo.compare NE, %odd, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %x, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
"""
# Upstream's interpreter has no kernel for any custom call and ends the process.
FATAL = """
func.func @main(%a: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  func.return %a : tensor<i32>
}
"""
ADD = """
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %b : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
"""


# What onnxruntime, or ONNX, has no type for.
NOT_IN_ONNX = {"f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E8M0FNU"}


def lacking(name: str) -> set[str]:
    """What a backend has no type for in the version that is installed: jaxlib 0.11 brought the f6 types to XLA."""
    if name != "xla":
        return NOT_IN_ONNX if name == "onnxruntime" else set()
    version = tuple(int(part) for part in backend("xla").version()["jaxlib"].split(".")[:2])
    return {QUANTIZED} if version >= (0, 11) else {QUANTIZED, "f6E2M3FN", "f6E3M2FN"}


def worker_of(name: str, **limits: Any) -> WorkerBackend:
    """One that nobody shares."""
    return adapted(found(name), **limits)


def identity(size: int, element_type: str) -> str:
    return IDENTITY.replace("S", str(size)).replace("xT", f"x{element_type}")


def elements(element_type: str, size: int) -> np.ndarray:
    """All kinds of values, NaNs with payloads, infinities and both zeros among them."""
    type = parse_element_type(element_type)
    dtype = dtype_of(type)
    rng = np.random.default_rng(size)
    if isinstance(type, ComplexType):
        return (rng.normal(size=size) + 1j * rng.normal(size=size)).astype(dtype)
    if dtype == np.bool_:
        return rng.integers(0, 2, size).astype(np.bool_)
    if element_type in ("i2", "ui2", "i4", "ui4"):
        info = ml_dtypes.iinfo(dtype)
        return rng.integers(int(info.min), int(info.max), size, endpoint=True).astype(dtype)
    patterns = {"f4E2M1FN": 16, "f6E2M3FN": 64, "f6E3M2FN": 64}.get(element_type, 256)
    return rng.integers(0, patterns, size * dtype.itemsize).astype(np.uint8).view(dtype)


@pytest.mark.share(3)
@pytest.mark.parametrize("element_type", [*ELEMENT_TYPES, QUANTIZED])
@pytest.mark.parametrize("name", WORKERS)
def test_every_element_type_passes_through_bit_by_bit(name: str, element_type: str) -> None:
    if element_type in lacking(name):
        with pytest.raises(OracleError, match=f"{name}: "):
            backend(name).run(identity(1, element_type), elements(element_type, 1))
        return
    # more than 100 elements are printed in another form than few
    for size in (0, 1, 3, 130):
        given = elements(element_type, size)
        (result,) = backend(name).run(identity(size, element_type), given)
        assert result.dtype == given.dtype
        assert result.shape == given.shape
        if name == "onnxruntime" and element_type == "f8E5M2":  # it is f32 in between, where all NaNs are one
            np.testing.assert_array_equal(result.astype(np.float32), given.astype(np.float32))
        else:
            assert result.tobytes() == given.tobytes()


@pytest.mark.parametrize("name", WORKERS)
def test_equal_elements_keep_their_shape(name: str) -> None:
    given = np.full((2, 3, 60), 1.5, ml_dtypes.bfloat16)
    program = "func.func @main(%a: tensor<2x3x60xbf16>) -> tensor<2x3x60xbf16> { return %a : tensor<2x3x60xbf16> }"
    (result,) = backend(name).run(program, given)
    np.testing.assert_array_equal(result, given)
    assert result.shape == given.shape


def test_quantized_type_is_its_storage() -> None:
    assert isinstance(parse_element_type(QUANTIZED), QuantizedType)
    assert elements(QUANTIZED, 3).dtype == np.int8


@pytest.mark.parametrize("name", WORKERS)
def test_no_arguments_and_no_results(name: str) -> None:
    assert backend(name).run("func.func @main() { return }") == ()


@pytest.mark.parametrize("name", WORKERS)
def test_rank_zero_and_python_scalars(name: str) -> None:
    program = """
    func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<i1>) {
      %0 = stablehlo.add %a, %b : tensor<f32>
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0, %1 : tensor<f32>, tensor<i1>
    }"""
    total, less = backend(name).run(program, 1.5, np.float32(2))
    assert (total.shape, total.dtype, float(total)) == ((), np.float32, 3.5)
    assert (less.shape, less.dtype, bool(less)) == ((), np.bool_, True)


@pytest.mark.parametrize("name", WORKERS)
@pytest.mark.parametrize(
    ("program", "entry"),
    [
        ("func.func @only(%a: tensor<i32>) -> tensor<i32> { return %a : tensor<i32> }", "main"),
        (
            "func.func @main() { return }\n"
            "func.func private @other(%a: tensor<i32>) -> tensor<i32> { return %a : tensor<i32> }",
            "other",
        ),
        (
            "func.func private @main(%a: tensor<i32>) -> tensor<i32> { return %a : tensor<i32> }\n"
            "func.func @calls(%a: tensor<i32>) -> tensor<i32> {\n"
            "  %0 = func.call @main(%a) : (tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}",
            "calls",
        ),
    ],
)
def test_entry_of_any_name(name: str, program: str, entry: str) -> None:
    (result,) = backend(name).run(program, np.int32(7), entry=entry)
    assert int(result) == 7


@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_complex_arguments_and_results_are_put_together_again(name: str) -> None:
    program = """
    func.func @main(%a: tensor<2xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %b: tensor<i32>)
        -> (tensor<i32> {jax.result_info = "number"}, tensor<2xcomplex<f32>>) {
      %0 = stablehlo.multiply %a, %a : tensor<2xcomplex<f32>>
      return %b, %0 : tensor<i32>, tensor<2xcomplex<f32>>
    }"""
    number, square = backend(name).run(program, np.array([1 + 2j, 3j], np.complex64), np.int32(5))
    assert int(number) == 5
    np.testing.assert_array_equal(square, np.array([-3 + 4j, -9], np.complex64))


@pytest.mark.parametrize("name", WORKERS)
def test_an_entry_of_complex_numbers_that_is_called_too(name: str) -> None:
    program = """
    func.func @square(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
      %0 = stablehlo.multiply %a, %a : tensor<2xcomplex<f32>>
      return %0 : tensor<2xcomplex<f32>>
    }
    func.func private @main_of_the_program(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
      %0 = func.call @square(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
      return %0 : tensor<2xcomplex<f32>>
    }
    func.func @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
      %0 = func.call @main_of_the_program(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
      return %0 : tensor<2xcomplex<f32>>
    }"""
    given = np.array([1 + 2j, 3j], np.complex64)
    for entry in ("square", "main"):
        (result,) = backend(name).run(program, given, entry=entry)
        np.testing.assert_array_equal(result, given * given)
    with pytest.raises(UsageError, match=r"argument 0 of @main has type !stablehlo\.token; only tensors can be passed"):
        backend(name).run(
            "func.func @main(%a: !stablehlo.token) -> !stablehlo.token { return %a : !stablehlo.token }", 1
        )


@pytest.mark.parametrize("name", WORKERS)
def test_dynamic_arguments_take_the_shape_they_are_given(name: str) -> None:
    program = "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = stablehlo.add %a, %a : tensor<?xf32>\n"
    program += "  return %0 : tensor<?xf32>\n}"
    for size in (2, 3):
        (result,) = backend(name).run(program, np.ones(size, np.float32))
        np.testing.assert_array_equal(result, np.full(size, 2, np.float32))


@pytest.mark.parametrize("name", WORKERS)
def test_several_arguments_with_dynamic_shapes(name: str) -> None:
    program = """
    func.func @main(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %c: tensor<i32>) -> (tensor<?x3xf32>, tensor<i32>) {
      %0 = stablehlo.subtract %a, %b : tensor<?x3xf32>
      return %0, %c : tensor<?x3xf32>, tensor<i32>
    }"""
    a, b = np.full((2, 3), 5, np.float32), np.ones((2, 3), np.float32)
    difference, number = backend(name).run(program, a, b, np.int32(7))
    np.testing.assert_array_equal(difference, np.full((2, 3), 4, np.float32))
    assert int(number) == 7


@pytest.mark.parametrize("name", WORKERS)
def test_program_from_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "add.mlir"
    file.write_text(ADD)
    ones = np.ones(2, np.float32)
    for program in (file, str(file), ADD.encode()):
        (result,) = backend(name).run(program, ones, ones)
        np.testing.assert_array_equal(result, [2, 2])


@pytest.mark.parametrize("name", WORKERS)
def test_programs_of_every_form(name: str) -> None:
    module = read(ADD)
    ones = np.ones(2, np.float32)
    for program in (module, str(module), to_bytecode(module), to_portable_artifact(module, "1.0.0")):
        (result,) = backend(name).run(program, ones, ones)
        np.testing.assert_array_equal(result, [2, 2])


def test_the_arguments_stay_as_they_are() -> None:
    ones = np.ones(2, np.float32)
    ones.flags.writeable = False
    for name in WORKERS:
        (result,) = backend(name).run(ADD, ones, ones[::-1])
        result[0] = 5  # its own memory
        np.testing.assert_array_equal(ones, [1, 1])


@pytest.mark.parametrize("name", WORKERS)
def test_calls_that_make_no_sense(name: str, tmp_path: Path) -> None:
    ones = np.ones(2, np.float32)
    with pytest.raises(UsageError, match="@main takes 2 arguments, 1 were given"):
        backend(name).run(ADD, ones)
    with pytest.raises(
        UsageError, match=r"argument 1 has type tensor<2xf32>, which takes float32 elements, not float64"
    ):
        backend(name).run(ADD, ones, np.ones(2))
    with pytest.raises(UsageError, match=r"doesn't take an array of shape \(3,\)"):
        backend(name).run(ADD, ones, np.ones(3, np.float32))
    with pytest.raises(UsageError, match=r"doesn't take an array of shape \(1,\)"):
        backend(name).run(ADD, ones, np.ones(1, np.float32))
    with pytest.raises(UsageError, match="no function @foo; it has: @main"):
        backend(name).run(ADD, ones, ones, entry="foo")
    with pytest.raises(UsageError, match=r"can't read .*missing\.mlir"):
        backend(name).run(tmp_path / "missing.mlir")


def test_each_of_several_programs_has_its_own_answer(tmp_path: Path) -> None:
    """Also beside one that can't be read, that is none, or that doesn't take what it is given."""
    worker = backend("upstream")
    assert isinstance(worker, WorkerBackend)
    ones, twos = (np.full(2, value, np.float32) for value in (1, 2))
    programs: list[Any] = [
        *((ADD, (ones, ones), "main"), (tmp_path / "missing.mlir", (), "main"), (ADD, (ones, twos), "main")),
        *((ADD, (ones,), "main"), ("no program", (), "main"), (ADD, (ones, ones), "foo"), (ADD, (twos, twos), "main")),
    ]
    found = list(worker.run_each(iter(programs)))
    assert [None if each.results is None else each.results[0].tolist() for each in found] == [
        *([2, 2], None, [3, 3], None, None, None, [4, 4])
    ]
    assert [type(each.error) for each in found] == [
        *(type(None), UsageError, type(None), UsageError, Refused, UsageError, type(None))
    ]
    assert all(each.compile_seconds >= 0 and each.run_seconds >= 0 for each in found)
    assert [each.is_compiled for each in found if each.error is None] == [True] * 3
    assert list(worker.run_each([])) == []


@pytest.mark.parametrize("target", ["xla_ffi_python_cpu_callback", "xla_python_cpu_callback"])
@pytest.mark.parametrize("form", [str, read], ids=["text", "module"])
def test_addresses_of_other_processes_are_refused(form: Any, target: str) -> None:
    """XLA would jump to them: whoever writes a program would say where."""
    program = f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = stablehlo.custom_call @{target}(%x)
        {{mhlo.backend_config = {{index = 1234567 : ui64}}, api_version = 4 : i32}}
        : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""
    for _ in range(2):
        with pytest.raises(
            UsageError, match=f"a custom call of @{target}, which is a function of Python by its address"
        ):
            backend("xla").run(form(program), np.ones(2, np.float32))


def test_arrays_of_other_libraries_are_taken() -> None:
    class Theirs:
        def __dlpack__(self, **_: Any) -> Any:
            return ones.__dlpack__()

        def __dlpack_device__(self) -> Any:
            return ones.__dlpack_device__()

    ones = np.ones(2, np.float32)
    (result,) = backend("upstream").run(ADD, Theirs(), ones)
    np.testing.assert_array_equal(result, [2, 2])


def test_unknown_backend() -> None:
    with pytest.raises(UsageError, match="a backend is named by a text such as 'xla', not by 3"):
        backend(3)
    with pytest.raises(UsageError, match="no backend 'irie'; did you mean iree"):
        backend("irie")


def test_a_backend_is_shared_by_those_who_ask_for_the_same_limits() -> None:
    limits = [(time, memory) for time in (7.0, 8.0) for memory in (1 << 30, 1 << 31)]
    found: list[Any] = [backend("xla", time_limit=time, memory_limit=memory) for time, memory in limits]
    assert [(each.time_limit, each.memory_limit) for each in found] == limits
    assert found[0] is backend("xla", time_limit=7.0, memory_limit=1 << 30)


@pytest.mark.parametrize("name", WORKERS)
def test_what_the_backend_refuses_is_an_oracle_error_with_its_words(name: str) -> None:
    with pytest.raises(OracleError, match=f"{name}: refused the program: .*rank"):
        backend(name).run(
            "func.func @main(%a: tensor<i32>) { %0 = stablehlo.transpose %a, dims = [0] :"
            " (tensor<i32>) -> tensor<i32> return }",
            1,
        )
    # and the worker still works
    assert backend(name).run("func.func @main() { return }") == ()


def test_a_crash_names_the_signal_and_the_last_words_and_the_next_call_works() -> None:
    judge = backend("upstream")
    with pytest.raises(OracleCrashed, match=r"signal SIGABRT.*Unsupported op: stablehlo.custom_call"):
        judge.run(FATAL, np.int32(1))
    assert judge.run("func.func @main() { return }") == ()


@pytest.fixture(scope="module", params=WORKERS)
def limited(request: pytest.FixtureRequest) -> Iterator[WorkerBackend]:
    """One with limits, for the tests that pass them."""
    judge = worker_of(request.param, memory_limit=1 << 30, time_limit=30)
    yield judge
    judge.close()


def test_time_limit(limited: WorkerBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limited.run("func.func @main() { return }") == ()
    with monkeypatch.context() as patch:
        patch.setattr(limited, "time_limit", 0.3)
        with pytest.raises(OracleTimeout, match=r"no result after 0\.3 s"):
            limited.run(ENDLESS, np.int32(1))
    assert limited.run("func.func @main() { return }") == ()


def test_memory_limit(limited: WorkerBackend) -> None:
    program = """
    func.func @main() -> tensor<2x1073741824xi8> {
      %0 = stablehlo.iota dim = 0 : tensor<2x1073741824xi8>
      return %0 : tensor<2x1073741824xi8>
    }"""
    with pytest.raises(OracleError, match=r"memory"):
        limited.run(program)
    assert limited.run("func.func @main() { return }") == ()


def test_no_process_is_left_when_a_backend_goes() -> None:
    judge = worker_of("upstream")
    judge.run("func.func @main() { return }")
    assert judge._worker is not None
    process = judge._worker._process
    del judge
    assert process.returncode == -signal.SIGKILL


def test_a_worker_killed_from_outside_is_replaced() -> None:
    judge = worker_of("upstream")
    judge.run("func.func @main() { return }")
    assert judge._worker is not None
    judge._worker._process.kill()
    judge._worker._process.wait()
    with pytest.raises(OracleCrashed, match="signal SIGKILL"):
        judge.run("func.func @main() { return }")
    assert judge.run("func.func @main() { return }") == ()
    judge.close()


def test_threads_share_a_backend() -> None:
    results: dict[int, float] = {}

    def call(number: int) -> None:
        (result,) = backend("upstream").run(ADD, np.full(2, number, np.float32), np.ones(2, np.float32))
        results[number] = float(result[0])

    threads = [threading.Thread(target=call, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: number + 1.0 for number in range(8)}


PARENT = """
import os, sys, threading, time, _thread
from hlogen.backends import backend
judge = backend("upstream", time_limit=20)
judge.run("func.func @main() { return }")
print(judge._worker._process.pid, flush=True)
if sys.argv[1] == "interrupt":
    threading.Timer(0.2, lambda: os.kill(os.getpid(), 2)).start()
    try:
        judge.run(sys.stdin.read(), 1)
    except KeyboardInterrupt:
        assert judge.run("func.func @main() { return }") == ()
        print("interrupted", flush=True)
"""


def run_parent(what: str) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PARENT, what],
        input=ENDLESS,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
        check=True,
    )
    pid, _, rest = done.stdout.partition("\n")
    assert done.stderr == ""
    return int(pid), rest


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_worker_ends_with_the_process_that_started_it() -> None:
    pid, _ = run_parent("end")
    assert not is_alive(pid)


def test_keyboard_interrupt_ends_the_worker_and_leaves_a_usable_backend() -> None:
    pid, rest = run_parent("interrupt")
    assert rest == "interrupted\n"
    assert not is_alive(pid)


def test_every_backend_says_its_version() -> None:
    for name in ("interpreter", *WORKERS):
        assert backend(name).version()


def test_what_cannot_be_exported_is_an_oracle_error_with_the_reason() -> None:
    program = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @mystery(%a) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    with pytest.raises(
        OracleError, match=r"onnxruntime: @main can't be written as an ONNX model.*\n.*@mystery: nothing is"
    ):
        backend("onnxruntime").run(program, np.ones(2, np.float32))


def test_onnxruntime_sees_the_bits_of_nan() -> None:
    program = """func.func @main(%a: tensor<2xf32>) -> tensor<2xui32> {
      %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xui32>
      return %0 : tensor<2xui32>
    }"""
    bits = np.array([0x7FC01234, 0xFFC00001], np.uint32)
    np.testing.assert_array_equal(backend("onnxruntime").run(program, bits.view(np.float32))[0], bits)


def test_without_onnx_the_backend_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ModuleNotFoundError('gone', name='onnxruntime')")
    monkeypatch.syspath_prepend(str(tmp_path))
    judge = worker_of("onnxruntime")
    with pytest.raises(OracleError, match=r'the package onnxruntime is missing: pip install "hlogen\[onnx\]"'):
        judge.run(ADD, np.ones(2, np.float32), np.ones(2, np.float32))
    judge.close()


# What JAX's exports with symbolic sizes look like.
ASSERTS = """
func.func public @main(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %least = stablehlo.constant dense<3> : tensor<i32>
  %holds = stablehlo.compare GE, %size, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %size) {
    api_version = 2 : i32, error_message = "size {0} isn't at least 3", has_side_effect = true
  } : (tensor<i1>, tensor<i32>) -> ()
  %0 = func.call @inner(%size, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @inner(%size: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
SIZES = np.float32([1, 2, 3]), np.int32(7)


@pytest.mark.parametrize("name", ["interpreter", *WORKERS])
def test_an_assertion_about_shapes_that_holds(name: str) -> None:
    (result,) = backend(name).run(ASSERTS, *SIZES)
    assert result.tolist() == [2, 4, 6]


@pytest.mark.parametrize("name", ["interpreter", *WORKERS])
def test_an_assertion_about_shapes_that_does_not_hold(name: str) -> None:
    with pytest.raises(CheckFailed, match="shape_assertion: size 2 isn't at least 3"):
        backend(name).run(ASSERTS, np.ones(2, np.float32), np.int32(7))


@pytest.mark.parametrize("form", [to_bytecode, lambda module: to_portable_artifact(module, "current")])
def test_an_assertion_about_shapes_in_other_forms_of_a_program(form: Any) -> None:
    (result,) = backend("xla").run(form(read(ASSERTS)), *SIZES)
    assert result.tolist() == [2, 4, 6]


@pytest.mark.parametrize("name", WORKERS)
def test_an_assertion_about_values_is_for_the_interpreter(name: str) -> None:
    about_values = ASSERTS.replace("compare GE, %size,", "compare GE, %k,")
    with pytest.raises(UsageError, match=r"whether it holds isn't known before a run.* it says: size 3 isn't"):
        backend(name).run(about_values, *SIZES)
    (result,) = backend("interpreter").run(about_values, *SIZES)
    assert result.tolist() == [2, 4, 6]
