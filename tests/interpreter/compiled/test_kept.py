"""Machine code is kept for later processes, which load it instead of making it; whatever happens to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import interpreter
from hlogen import caching, placing
from interpreter.compiled import kept, llvm

SET = llvm.Function("define void @set(i64 %n, ptr %x) {\nstore i64 %n, ptr %x\nret void\n}\n", "set", 1, 1)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(caching.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache" / caching.CODE


@pytest.fixture
def made(monkeypatch):
    """The texts that machine code was made of, and not only loaded."""
    texts: list[str] = []
    plain = llvm._made

    def _made(text: str) -> bytes:
        texts.append(text)
        return plain(text)

    monkeypatch.setattr(llvm, "_made", _made)
    return texts


def check() -> None:
    """That there is code for a function, and that it runs."""
    x = np.zeros(1, np.int64)
    llvm.compiled(SET)(7, x)
    assert x[0] == 7


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


# f16, bf16, a function of C's, and a loop that calls Python's.
PROGRAM = """func.func @main(%x: tensor<4xf16>, %at: tensor<5x1xi32>, %u: tensor<5xf16>, %y: tensor<5xbf16>,
    %n: tensor<i64>) -> (tensor<4xf16>, tensor<5xbf16>, tensor<i64>) {
  %0 = "stablehlo.scatter"(%x, %at, %u) ({
  ^bb0(%old: tensor<f16>, %new: tensor<f16>):
    %3 = stablehlo.add %old, %new : tensor<f16>
    stablehlo.return %3 : tensor<f16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>} : (tensor<4xf16>, tensor<5x1xi32>, tensor<5xf16>) -> tensor<4xf16>
  %1 = "stablehlo.map"(%y) ({
  ^bb0(%a: tensor<bf16>):
    %three = stablehlo.constant dense<3.0> : tensor<bf16>
    %4 = stablehlo.remainder %a, %three : tensor<bf16>
    %5 = stablehlo.subtract %4, %a : tensor<bf16>
    stablehlo.return %5 : tensor<bf16>
  }) {dimensions = array<i64: 0>} : (tensor<5xbf16>) -> tensor<5xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %2 = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %other = stablehlo.xor %next, %zero : tensor<i64>
    stablehlo.return %other : tensor<i64>
  }
  return %0, %1, %2 : tensor<4xf16>, tensor<5xbf16>, tensor<i64>
}"""
CHILD = f"""
import sys
import ml_dtypes, numpy as np, interpreter
x, at, u, y = np.zeros(4, np.float16), np.array([[0], [3], [9], [3], [-1]], np.int32), *np.load(sys.argv[1])
executable = interpreter.load({PROGRAM!r}, compile="always")
print("ready", flush=True)
sys.stdin.readline()
for result in executable(x, at, u.astype(np.float16), y.astype(ml_dtypes.bfloat16), np.int64(100_000)):
    print(result.tobytes().hex())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_other_processes_load_what_two_have_made_at_once(folder, tmp_path, monkeypatch):
    random = np.random.default_rng(0).standard_normal((2, 5)).astype(np.float32)
    np.save(tmp_path / "given.npy", random)
    given = [np.zeros(4, np.float16), np.array([[0], [3], [9], [3], [-1]], np.int32)]
    given += [random[0].astype(np.float16), random[1].astype(ml_dtypes.bfloat16), np.int64(100_000)]
    wanted = [x.tobytes().hex() for x in interpreter.load(PROGRAM, compile="never")(*given)]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, tmp_path / "given.npy"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for child in children:
        assert child.stdout.readline() == "ready\n"
    for child in children:
        child.stdin.write("\n")
        child.stdin.flush()
    for child in children:
        assert child.communicate(timeout=60)[0].split() == wanted
    assert len(files(folder)) == 3
    monkeypatch.setattr(llvm, "_made", lambda text: pytest.fail("made again"))
    executable = interpreter.load(PROGRAM, compile="always")
    assert [x.tobytes().hex() for x in executable(*given)] == wanted
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        executable(*given[:4], np.int64(1 << 62))
    timer.join()


def test_what_was_made_otherwise_or_for_another_processor_is_not_taken(made, monkeypatch):
    import llvmlite.binding as binding

    for _ in range(2):
        check()
    assert len(made) == 1
    caches = (llvm._here, llvm._llvm)
    try:
        for changed, name, value in [
            (binding, "get_host_cpu_name", lambda: "generic"),
            (binding, "llvm_version_info", (1, 2, 3)),
            (sys, "version", "4.0"),
            (np, "__version__", "4.0"),
            (llvm, "_VERSION", 0),
        ]:
            monkeypatch.setattr(changed, name, value)
            for function in caches:
                function.cache_clear()
            for _ in range(2):
                check()
        assert len(made) == 6
    finally:
        for function in caches:
            function.cache_clear()


def test_what_is_damaged_is_made_anew(folder, made):
    check()
    (path,) = files(folder)
    content = path.read_bytes()
    other = b"other code"
    kept.put("ab" * 32, other)
    elsewhere = (folder / "ab" / ("ab" * 31)).read_bytes()
    assert elsewhere.endswith(other)
    for damaged in (b"", content[:10], content[:-1], content + b"\0", content[:-9] + bytes(9), elsewhere):
        path.write_bytes(damaged)
        made.clear()
        for _ in range(2):
            check()
        assert len(made) == 1
        assert path.read_bytes() == content


@pytest.mark.skipif(os.name == "nt", reason="owners and modes are POSIX's")
def test_what_others_might_have_written_is_not_taken(folder, made, monkeypatch):
    check()
    (path,) = files(folder)
    assert path.stat().st_mode & 0o077 == 0
    path.chmod(0o606)
    for _ in range(2):
        check()
    assert len(made) == 2
    for mode in (0o770, 0o707, 0o755):
        folder.chmod(mode)
        before = path.stat()
        check()
        assert path.stat() == before
    folder.chmod(0o700)
    assert len(made) == 5
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        check()
    assert len(made) == 6
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(elsewhere)
    check()
    assert len(made) == 7


def test_where_nothing_can_be_kept(folder, made, monkeypatch):
    """A full disk, a folder that is a file or can't be, and no home at all; /dev/null switches it off."""

    def full(*given, **said):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(placing, "write", full)
        check()
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("a file")
    check()
    for place in (os.devnull, f"{os.devnull}/none", "/proc/none"):
        monkeypatch.setenv(caching.FOLDER, place)
        check()
    monkeypatch.setenv(caching.FOLDER, "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError))
    check()
    assert len(made) == 6


def test_it_is_bounded(folder, monkeypatch):
    """What wasn't used for longest goes first, and what is too much by itself isn't kept."""
    monkeypatch.setattr(kept, "_MOST", 5 * kept._BLOCK)
    keys = [f"ab{number:062}" for number in range(3)]
    contents = [bytes([number]) * (kept._BLOCK + 1) for number in range(3)]  # each takes two blocks
    for key, content in zip(keys[:2], contents, strict=False):
        kept.put(key, content)
    for path in files(folder):
        os.utime(path, (0, 0))
    assert kept.get(keys[0]) == contents[0]
    kept.put(keys[2], contents[2])
    kept.put("ab" * 32, bytes(6 * kept._BLOCK))
    assert [kept.get(key) for key in keys] == [contents[0], None, contents[2]]
    assert len(files(folder)) == 2
