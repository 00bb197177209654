"""When machine code is made, and what happens where it isn't."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import interpreter
from hlogen.errors import UsageError
from interpreter.compiled import llvm, pauses, tier
from interpreter.compiled.elements import NotCompiled
from interpreter.values import threads

SUM = """func.func @main(%x: tensor<?xf32>, %at: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %at, %u) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>} : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
FOREVER = """func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %r = stablehlo.while(%i = %x) : tensor<i64>
  cond {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %next = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %next : tensor<i64>
  }
  return %r : tensor<i64>
}"""


def given(n: int) -> list[np.ndarray]:
    rng = np.random.default_rng(n)
    return [np.zeros(4, np.float32), rng.integers(-1, 5, (n, 1), np.int32), rng.standard_normal(n).astype(np.float32)]


@pytest.fixture
def program(request):
    """A program of its own for each test: what is loaded of one stays."""
    return f"{SUM}\n// {request.node.name}\n"


@pytest.fixture
def made(monkeypatch):
    """The texts that machine code was made of."""
    texts: list[str] = []
    plain = llvm.compiled

    def compiled(function):
        texts.append(function.text)
        return plain(function)

    monkeypatch.setattr(llvm, "compiled", compiled)
    return texts


def test_it_is_made_when_it_pays(program, made, monkeypatch):
    executable = interpreter.load(program)
    wanted = [x.tobytes() for x in executable(*given(100))]
    assert not made
    monkeypatch.setattr(tier, "_WORK", 3000)
    for _ in range(tier._MOST_WAITS + 3):
        assert [x.tobytes() for x in executable(*given(100))] == wanted
        tier.wait()
    assert len(made) == 1


def test_a_program_gives_way_to_what_makes_its_code(program, monkeypatch):
    """Python would let it wait for seconds: whoever lets go of it for instants and takes it again has it always."""
    may_go_on, gave_way = threading.Event(), 0
    plain = llvm.compiled

    def compiled(function):
        may_go_on.wait(60)
        return plain(function)

    def give_way():
        nonlocal gave_way
        gave_way += 1

    monkeypatch.setattr(llvm, "compiled", compiled)
    monkeypatch.setattr(pauses, "give_way", give_way)
    monkeypatch.setattr(tier, "_WORK", 0)
    executable = interpreter.load(program)
    for _ in range(5):
        executable(*given(100))
    assert gave_way == 3  # the first run is NumPy's, the second one asks
    may_go_on.set()
    tier.wait()
    executable(*given(100))
    assert gave_way == 3


def test_what_makes_code_sleeps_between_its_steps(monkeypatch):
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(pauses, "_PIECE", -1.0)

    def make():
        pauses.begin()
        pauses.pause()
        pauses.pause()

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    pauses.pause()  # this thread makes nothing
    assert len(slept) == 2


def test_never_and_always(program, made):
    never, always = (interpreter.load(program, compile=mode) for mode in ("never", "always"))
    for n in (1, 5, 100):
        assert never(*given(n))[0].tobytes() == always(*given(n))[0].tobytes()
    assert len(made) == 3  # one for each shape
    always(*given(0))  # nothing lands
    assert len(made) == 3
    again = pickle.loads(pickle.dumps(always))
    assert again.compile == copy.copy(always).compile == "always"


def test_whoever_looks_on_sees_numpy(program, made):
    executable = interpreter.load(program, compile="always")
    executable(*given(5), schedule="reverse")
    executable(*given(5), max_steps=10)
    executable(*given(5), sanitize=interpreter.Sanitizer())
    assert not made


def test_shapes_that_change_all_the_time(program, made, monkeypatch):
    monkeypatch.setattr(tier, "_WORK", 0)
    executable = interpreter.load(program)
    for n in range(1, 40):
        for _ in range(2):
            executable(*given(n))
    tier.wait()
    assert len(made) == tier._MOST_SHAPES


def test_a_mistake_in_the_background_leaves_the_run_to_numpy(program, monkeypatch):
    def compiled(function):
        raise KeyError("a mistake")

    monkeypatch.setattr(llvm, "compiled", compiled)
    monkeypatch.setattr(tier, "_WORK", 0)
    executable = interpreter.load(program)
    wanted = [x.tobytes() for x in interpreter.load(program, compile="never")(*given(100))]
    with pytest.warns(RuntimeWarning, match="failed to make machine code.*a mistake.*NumPy runs the program"):
        _run_and_wait(executable)
    for _ in range(2):
        assert [x.tobytes() for x in executable(*given(100))] == wanted


def _run_and_wait(executable):
    for _ in range(2):
        executable(*given(100))
    tier.wait()


def test_without_llvmlite(program, monkeypatch):
    monkeypatch.setattr(llvm, "is_there", lambda: False)
    monkeypatch.setattr(tier, "_WORK", 0)
    with pytest.raises(UsageError, match="compile is 'always', but llvmlite isn't installed"):
        interpreter.load(program, compile="always")
    executable = interpreter.load(program)
    assert executable(*given(5))[0].tobytes() == executable(*given(5))[0].tobytes()
    tier.wait()  # or it looks for llvmlite when that is there again


def test_wrong_modes(program, monkeypatch):
    with pytest.raises(UsageError, match="compile is 'fast', expected one of 'always', 'auto', 'never'"):
        interpreter.load(program, compile="fast")
    monkeypatch.setenv("HLOGEN_COMPILE", "yes")
    with pytest.raises(UsageError, match="HLOGEN_COMPILE is 'yes'"):
        interpreter.load(program)


def test_a_processor_that_knows_no_halves(program, made, monkeypatch):
    monkeypatch.setattr(llvm, "_has_halves", lambda: False)
    text = program.replace("f32", "f16")
    x, at, u = given(9)
    args = [x.astype(np.float16), at, u.astype(np.float16)]
    assert interpreter.load(text, compile="always")(*args)[0].tobytes() == interpreter.run(text, *args)[0].tobytes()
    assert len(made) == 1


def test_a_function_that_isn_t_there():
    """LLVM would end the process."""
    with pytest.raises(NotCompiled, match="no_such_function, which isn't known here"):
        llvm._of_c("no_such_function")


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_a_loop_without_end_is_interrupted():
    executable = interpreter.load(FOREVER, compile="always")
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        executable(np.int64(0))
    timer.join()
    with pytest.raises(interpreter.ExecutionError, match="may take no more"):
        executable(np.int64(0), max_steps=1000)


def test_threads_at_once(program):
    executable = interpreter.load(program, compile="always")
    wanted = executable(*given(2000))[0].tobytes()
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(executable(*given(2000))[0].tobytes())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_a_process_ends_while_something_is_compiled():
    """The compiler's import and work go on in the background; the process waits for it, and ends well."""
    text = f"""
import numpy as np, interpreter
from interpreter.compiled import tier
tier._WORK = 0
x = np.zeros(4, np.float32)
print(interpreter.run({SUM!r}, x, np.array([[1]], np.int32), np.ones(1, np.float32)))
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_threads_share_what_needs_no_order(monkeypatch):
    """Any number of them gives the same; a scatter's updates stay in order."""
    monkeypatch.setattr(tier, "SHARED", 8)
    monkeypatch.setattr(tier, "_PIECE", 16)
    x = np.random.default_rng(0).standard_normal((37, 3)).astype(np.float32)
    at = np.arange(36, -1, -1, dtype=np.int32)[:, None]
    text = """func.func @main(%x: tensor<37x3xf32>, %at: tensor<37x1xi32>) -> (tensor<37x3xf32>, tensor<3x3xf32>) {
  %y = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}
    : (tensor<37x3xf32>, tensor<37x1xi32>) -> tensor<37x3xf32>
  %0 = stablehlo.multiply %y, %x : tensor<37x3xf32>
  %1 = stablehlo.subtract %0, %y : tensor<37x3xf32>
  %2 = stablehlo.negate %1 : tensor<37x3xf32>
  %3 = stablehlo.maximum %2, %x : tensor<37x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<3x3xf32>
  %three = stablehlo.constant dense<3> : tensor<37x1xi32>
  %row = stablehlo.remainder %at, %three : tensor<37x1xi32>
  %sum = "stablehlo.scatter"(%zero, %row, %3) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %4 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<3x3xf32>, tensor<37x1xi32>, tensor<37x3xf32>) -> tensor<3x3xf32>
  return %3, %sum : tensor<37x3xf32>, tensor<3x3xf32>
}"""
    y = x[::-1]
    wanted = np.maximum(-(y * x - y), x)
    summed = np.zeros((3, 3), np.float32)
    for row, line in zip(at[:, 0] % 3, wanted, strict=True):
        summed[row] += line
    for cores in (1, 2, 3, 8):
        monkeypatch.setattr(threads, "cores", lambda cores=cores: cores)
        executable = interpreter.load(f"{text}// {cores}", compile="always")
        for _ in range(4):
            found = executable(x, at)
            assert np.array_equal(found[0], wanted)
            assert found[1].tobytes() == summed.tobytes()
