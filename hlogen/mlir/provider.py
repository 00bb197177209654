"""Finds MLIR bindings that carry the StableHLO dialect, and makes contexts in which every dialect of a program parses.

jaxlib's bindings come first, then an upstream ``mlir`` wheel, then torch-mlir; the environment variable
HLOGEN_BINDINGS (``jaxlib``, ``mlir`` or ``torch_mlir``) decides otherwise. Nothing is put into `sys.modules` under
another name, so hlogen lives next to whatever else uses the same bindings.

Every read and every write makes a context of its own: that costs about a millisecond, gives all memory back afterwards
(a context never forgets a constant), and makes concurrent calls from several threads independent of each other.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType
from typing import Any

from hlogen import forking
from hlogen.mlir.errors import BindingsError

VARIABLE = "HLOGEN_BINDINGS"

# Where bindings may live, in the order of preference: the choice's name -> (package, distributions that carry it).
_PACKAGES = {
    "jaxlib": ("jaxlib.mlir", ("jaxlib",)),
    "mlir": ("mlir", ("stablehlo", "mlir", "mlir-python-bindings")),
    "torch_mlir": ("torch_mlir", ("torch-mlir", "torch-mlir-core")),
}
_INSTALL = 'pip install "jaxlib>=0.10" brings them'

# Extension modules next to _stablehlo whose dialects appear in programs around StableHLO, each where it is there.
_DIALECT_EXTENSIONS = ("_chlo", "_sdy", "_sdyMpmd")
# These passes load what they depend on: the dialects quant and vhlo, which some bindings give no other way to load.
_LOADS_DIALECTS = "builtin.module(stablehlo-legalize-to-vhlo,vhlo-legalize-to-stablehlo)"

_SHARED_TEXT = 1 << 20  # characters that are parsed in one context
_TEXT_OF_A_BYTE = 4  # characters for a byte of bytecode

Converted = tuple[dict[Any, Any], dict[Any, Any]]  # by the types of a context, and by its attributes


@dataclass(frozen=True)
class Bindings:
    """One package of MLIR bindings: MLIR's modules `ir` and `passmanager`, and the dialect's extension `stablehlo`."""

    package: str  # "jaxlib.mlir"
    stablehlo_version: str  # of the dialect, such as "1.17.0"
    minimum_stablehlo_version: str  # the oldest that portable artifacts can be written for
    ir: Any
    passmanager: Any
    stablehlo: Any
    _distributions: tuple[str, ...] = field(repr=False)  # that may carry it
    _extensions: tuple[Any, ...] = field(repr=False)
    _registry: Any = field(repr=False)  # dialects that must be registered by hand, or None

    @property
    def distribution(self) -> str:
        """What it was installed as: ``jaxlib``. It is looked up when it is asked for, which takes a while."""
        return _distribution(self._distributions)[0]

    @property
    def version(self) -> str:
        """The version of the distribution."""
        return _distribution(self._distributions)[1]

    def context(self) -> Any:
        """A fresh context that knows StableHLO, CHLO, Shardy, quant and func, and lets unknown dialects through."""
        context = self.ir.Context()
        # One thread: programs are small, and worker threads that outlive a fork hang the process.
        context.enable_multithreading(False)
        if self._registry is not None:
            context.append_dialect_registry(self._registry)
        for extension in (self.stablehlo, *self._extensions):
            extension.register_dialect(context)
        if hasattr(self.stablehlo, "register_interpreter_dialect"):
            self.stablehlo.register_interpreter_dialect(context)
        context.allow_unregistered_dialects = True
        self.run_passes(self.ir.Module.parse("module {}", context), _LOADS_DIALECTS)
        return context

    def context_for(self, program: str | bytes) -> Any:
        """A context to parse `program` in: small ones share one, since making it takes longer than parsing them.

        What a context has seen it keeps, so it is given up after so much of it. Blobs have names, which would clash.
        """
        size = len(program) if isinstance(program, str) else len(program) * _TEXT_OF_A_BYTE
        blobs = "dense_resource" if isinstance(program, str) else b"dense_resource"
        if size > _SHARED_TEXT // 8 or blobs in program:  # type: ignore[operator]  # either is text of its kind
            return self.context()
        if _shared.bindings is not self or _shared.remaining < size:
            _shared.bindings, _shared.context, _shared.remaining = self, self.context(), _SHARED_TEXT
            _shared.converted = ({}, {})
            if hasattr(_shared.context, "_get_live_operation_count"):  # older bindings look operations up by address
                _shared.remaining = 0
        _shared.remaining -= size
        return _shared.context

    def leave_context(self) -> None:
        """Lets the next program have a context of its own: something has gone wrong in the one that this thread has."""
        _shared.remaining = 0

    def converted_in(self, context: Any) -> Converted:
        """Where to keep what types and attributes of a context became: for as long as it is shared, if it is."""
        return _shared.converted if context is _shared.context else ({}, {})

    def run_passes(self, module: Any, pipeline: str, *, verify: bool = True) -> None:
        """Runs a pass pipeline, such as ``builtin.module(stablehlo-legalize-to-vhlo)``, on a module of the bindings."""
        with module.context:
            manager = self.passmanager.PassManager.parse(pipeline)
            manager.enable_verifier(verify)
            manager.run(module.operation)


class _Shared(threading.local):
    """What `context_for` gives on one thread: a context without threads of its own serves one at a time."""

    bindings: Bindings | None = None
    context: Any = None
    converted: Converted = ({}, {})  # replaced along with the context
    remaining = 0


_shared = _Shared()
_lock = forking.lock()
_found: dict[str, Bindings] = {}


def find() -> Bindings:
    """The bindings to use, found once per choice. Raises BindingsError where there are none, saying how to get them."""
    choice = os.environ.get(VARIABLE, "")
    with _lock:
        if choice not in _found:
            _found[choice] = _search(choice)
        return _found[choice]


def holding(module: object) -> Bindings | None:
    """The bindings that `module` is of, whichever are in use; None where hlogen doesn't know them."""
    where = type(module).__module__
    name = next((name for name, (package, _) in _PACKAGES.items() if where.startswith(f"{package}._mlir_libs.")), None)
    if name is None:
        return None
    with _lock:
        if name not in _found:
            _found[name] = _load(name)
        return _found[name]


def describe() -> dict[str, dict[str, str]]:
    """What is installed, for people: each known package with its version and StableHLO's, or why it can't be used.

    Keys of an entry: ``package``, ``status`` ("used", "usable" or the reason against), and where usable ``version`` and
    ``stablehlo``.
    """
    try:
        used = find().package
    except BindingsError:
        used = ""
    report = {}
    for name, (package, _) in _PACKAGES.items():
        try:
            bindings = _load(name)
        except BindingsError as error:
            report[name] = {"package": package, "status": str(error)}
        else:
            report[name] = {
                "package": package,
                "status": "used" if package == used else "usable",
                "version": bindings.version,
                "stablehlo": bindings.stablehlo_version,
            }
    return report


def _search(choice: str) -> Bindings:
    if choice:
        if choice not in _PACKAGES:
            raise BindingsError(f"{VARIABLE} is {choice!r}, but must be one of {', '.join(_PACKAGES)}, or unset")
        try:
            return _load(choice)
        except BindingsError as error:
            raise BindingsError(
                f"{VARIABLE} asks for {choice}, but {error}; unset it, or install that package"
            ) from error
    reasons = []
    for name in _PACKAGES:
        try:
            return _load(name)
        except BindingsError as error:
            reasons.append(str(error))
    raise BindingsError(f"no MLIR bindings with the StableHLO dialect are installed: {'; '.join(reasons)}. {_INSTALL}.")


def _load(name: str) -> Bindings:
    package, distributions = _PACKAGES[name]
    try:
        stablehlo = importlib.import_module(f"{package}._mlir_libs._stablehlo")
        ir = importlib.import_module(f"{package}.ir")
        passmanager = importlib.import_module(f"{package}.passmanager")
    except ImportError as error:
        if importlib.util.find_spec(package.partition(".")[0]) is None:
            raise BindingsError(f"{package} is not installed") from error
        raise BindingsError(f"{package} is installed without usable StableHLO bindings ({error})") from error
    stablehlo.register_stablehlo_passes()
    extensions = (_optional(f"{package}._mlir_libs.{extension}") for extension in _DIALECT_EXTENSIONS)
    return Bindings(
        package,
        str(stablehlo.get_current_version()),
        str(stablehlo.get_minimum_version()),
        ir,
        passmanager,
        stablehlo,
        distributions,
        tuple(extension for extension in extensions if extension is not None),
        _registry_of(package, ir),
    )


def _registry_of(package: str, ir: Any) -> Any:
    """jaxlib leaves the registration of func and its neighbours to its user; other packages register by themselves."""
    extension = _optional(f"{package}._mlir_libs._jax_mlir_ext")
    if extension is None:
        return None
    registry = ir.DialectRegistry()
    extension.register_dialects(registry)
    return registry


def _optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


@lru_cache
def _distribution(candidates: tuple[str, ...]) -> tuple[str, str]:
    import importlib.metadata  # which reads mail, and takes as long as all bindings

    for candidate in candidates:
        try:
            return candidate, importlib.metadata.version(candidate)
        except importlib.metadata.PackageNotFoundError:
            continue
    return candidates[0], "unknown"
