"""Adapters of what tests don't have: IREE and PJRT plugins, as their packages would be asked."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hlogen.backends.adapters import pjrt
from hlogen.backends.adapters.iree import Iree
from hlogen.backends.errors import CannotStartBackend, OracleCrashed, Refused, Unsupported
from hlogen.backends.protocol import Signature
from hlogen.errors import MissingPackageError
from hlogen.ir import tensor

SIGNATURE = Signature((tensor("2xf32"),), (tensor("2xi1"), tensor("i8")))


class CompilerToolError(Exception): ...


class Packages:
    """IREE's compiler and runtime, as far as they are asked; `results` are what its function main gives."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Any] = []
        self.error: Exception | None = None
        self.results: Any = None
        package, compiler, runtime = (ModuleType(name) for name in ("iree", "iree.compiler", "iree.runtime"))
        compiler.tools = SimpleNamespace(CompilerToolError=CompilerToolError)  # type: ignore[attr-defined]  # a stand-in
        compiler.compile_str = self.compile  # type: ignore[attr-defined]
        runtime.Config = lambda driver: f"on {driver}"  # type: ignore[attr-defined]
        runtime.SystemContext = self.context  # type: ignore[attr-defined]
        copied = SimpleNamespace(copy_buffer=lambda instance, buffer: SimpleNamespace(name=f"{instance} {buffer}"))
        runtime.VmModule = copied  # type: ignore[attr-defined]
        package.compiler, package.runtime = compiler, runtime  # type: ignore[attr-defined]
        for module in (package, compiler, runtime):
            monkeypatch.setitem(sys.modules, module.__name__, module)

    def compile(self, program: bytes, **options: Any) -> str:
        if self.error is not None:
            raise self.error
        self.asked.append((program, options))
        return "compiled"

    def context(self, config: str) -> Any:
        modules: dict[str, Any] = {}

        def add(module: Any) -> None:
            modules[module.name] = {"main": lambda *arguments: self.results, "other": None}

        return SimpleNamespace(instance=config, modules=modules, add_vm_module=add)


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(monkeypatch)


def test_iree_compiles_for_the_cpu_unless_told_otherwise(packages: Packages) -> None:
    Iree().compile(b"program", SIGNATURE)
    Iree(target="cuda", driver="cuda", flags=("--more",)).compile(b"program", SIGNATURE)
    as_it_says = "--iree-input-demote-f64-to-f32=false"
    assert packages.asked == [
        (b"program", {"target_backends": [target], "input_type": "stablehlo", "extra_args": flags})
        for target, flags in (
            ("llvm-cpu", [as_it_says, "--iree-llvmcpu-target-cpu=generic"]), ("cuda", [as_it_says, "--more"])
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "results"),
    [(None, []), (np.float32([1, 2]), [[1, 2]]), ((np.bool_([True]), np.int8(3)), [[True], 3]), ([np.int8(4)], [4])],
)
def test_iree_gives_arrays(packages: Packages, given: Any, results: list[Any]) -> None:
    packages.results = given
    backend = Iree()
    found = backend.run(backend.compile(b"program", SIGNATURE), [])
    assert [each.tolist() for each in found] == results
    assert all(isinstance(each, np.ndarray) for each in found)


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ("Error code: 1\n it.mlir:3:7: error: no tan\nmore", Refused, "it.mlir:3:7: error: no tan"),
        ("\n  Error code: 1\nmore", Refused, "Error code: 1"),
        ("", Refused, "no reason given"),
        ("PLEASE submit a bug report\n #1 mlir::tan::Lower::run (it)", OracleCrashed,
         "the compiler died in mlir::tan::Lower::run"),
        ("Segmentation fault", OracleCrashed, "the compiler died"),
        ("Stack dump:", OracleCrashed, "the compiler died"),
    ],
)  # fmt: skip
def test_what_irees_compiler_says(packages: Packages, said: str, error: type[Exception], message: str) -> None:
    packages.error = CompilerToolError(said)
    with pytest.raises(error) as raised:
        Iree().compile(b"program", SIGNATURE)
    assert str(raised.value) == message


@pytest.mark.parametrize("element", ["i2", "ui4", "i4"])
def test_iree_lacks_integers_of_less_than_a_byte(packages: Packages, element: str) -> None:
    for signature in (Signature((tensor(element),), ()), Signature((), (tensor("f32"), tensor(element)))):
        with pytest.raises(Unsupported, match=rf"^IREE's runtime for Python has no arrays of {element}$"):
            Iree().compile(b"program", signature)


def test_without_iree_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "iree.compiler", None)
    monkeypatch.setitem(sys.modules, "iree", ModuleType("iree"))
    with pytest.raises(MissingPackageError, match=r'^the package iree.* is missing: pip install "hlogen\[iree\]"$'):
        Iree()


class Client:
    """jaxlib's client library, as far as a plugin is loaded by it."""

    def __init__(self, *, is_initialized: bool) -> None:
        self.asked: list[Any] = []
        self.pjrt_plugin_initialized = lambda name: is_initialized

    def __getattr__(self, name: str) -> Any:
        def called(*arguments: Any) -> str:
            self.asked.append((name, *arguments))
            return "client"

        return called


@pytest.mark.parametrize("is_initialized", [False, True])
def test_a_plugin_is_loaded_and_made_ready_once(
    is_initialized: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = object.__new__(pjrt.Pjrt)
    plugin._path, plugin._options = tmp_path / "plugin.so", {"memory": 2}
    library = Client(is_initialized=is_initialized)
    with pytest.raises(CannotStartBackend, match=rf"^there is no plugin {plugin._path}$"):
        plugin.client(library)
    plugin._path.write_text("")
    monkeypatch.setattr(ctypes, "CDLL", lambda path: SimpleNamespace(GetPjrtApi=path))
    assert plugin.client(library) == "client"
    assert library.asked == [
        ("load_pjrt_plugin_dynamically", "hlogen_plugin", str(plugin._path)),
        *([] if is_initialized else [("initialize_pjrt_plugin", "hlogen_plugin")]),
        ("make_c_api_client", "hlogen_plugin", {"memory": 2}),
    ]
