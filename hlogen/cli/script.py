"""Runs a user's Python script and finds the program that is meant; what goes wrong in it is shown as the user's."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import hlogen
from hlogen.builder.function import Function, Program
from hlogen.cli.scripted import Scripted
from hlogen.errors import HlogenError, UsageError
from hlogen.ir.module import HasModule, Module
from hlogen.lint.finding import FileReport
from hlogen.lint.report import built_report, joined
from hlogen.spec.constraint import ConstraintError

# Not "__main__": what a script does when it is run stays undone.
_NAME = "__hlogen_script__"
# What a script calls the example arguments of the function `step`: step_args, and step_kwargs for those by name.
_ARGS, _KWARGS = "_args", "_kwargs"
_FRAMEWORKS = frozenset({"jax", "jaxlib", "torch", "torch_mlir"})  # whose frames say nothing to the user


def scripted(script: Path, name: str) -> Scripted:
    """The program that a script calls `name`; without a name, the only one that is meant.

    A function of JAX or a module of PyTorch becomes a program here, for the example arguments that stand beside it.
    Raises UsageError with the script's own traceback where it fails, and where there is no such program;
    ConstraintError where its program is invalid.
    """
    with _as_script(script) as names:
        if not name:
            name = _only(_meant(names, script), script)
        return _scripted(script, name, names)


def checked(script: Path, name: str, advice: bool) -> FileReport:
    """What is found in the program that a script calls `name`; without a name, in all that may be meant."""
    try:
        with _as_script(script) as names:
            wanted = [name] if name else _meant(names, script)
            if not wanted:
                raise _no_program(script)
            return joined([built_report(str(script), partial(_built, script, one, names), advice) for one in wanted])
    except HlogenError as error:
        return built_report(str(script), partial(_raise, error), advice)


def run_script(script: Path) -> None:
    """Runs a script for what it says to hlogen; UsageError with its own traceback where it fails."""
    with _as_script(script):
        pass


def _built(script: Path, name: str, names: Mapping[str, Any]) -> Module:
    with _shown_as_users(script):
        return _scripted(script, name, names).module


def _raise(error: Exception) -> NoReturn:
    raise error


def _scripted(script: Path, name: str, names: Mapping[str, Any]) -> Scripted:
    """See `scripted`; `names` are the global ones of the script."""
    own = _programs(names)
    traced = [known for known in _with_examples(names) if known not in own]
    value = names.get(name)
    if name in own:
        return Scripted(own[name], _examples_of(own[name], name, names))
    if name not in names or (name not in traced and not callable(value)):
        there = ", ".join([*own, *traced]) or "no programs"
        raise UsageError(f"{script} defines no program called {name}; it defines: {there}")
    if f"{name}{_ARGS}" not in names and f"{name}{_KWARGS}" not in names:
        raise UsageError(
            f"{script}:{name} is traced with example arguments, and the script has none\n"
            f"  fix: write {name}{_ARGS} = (...) in it, a tuple of arrays, numbers or jax.ShapeDtypeStruct"
        )
    from hlogen.interop import adopt  # of no use to other commands

    program = adopt(value, *_given(name, names))
    return Scripted(program, _own_examples(program))


def _programs(names: Mapping[str, Any]) -> dict[str, HasModule]:
    """The programs among a script's global names, in the order of its text; names that start with _ are left out."""
    return {
        name: value
        for name, value in names.items()
        if isinstance(value, (Function, Program, Module)) and not name.startswith("_")
    }


def _with_examples(names: Mapping[str, Any]) -> list[str]:
    """The functions that have example arguments."""
    ends = [key.removesuffix(end) for key in names for end in (_ARGS, _KWARGS) if key.endswith(end)]
    return [name for name in dict.fromkeys(ends) if callable(names.get(name))]


def _meant(names: Mapping[str, Any], script: Path) -> list[str]:
    """The programs and functions with example arguments that may be meant where no name is given."""
    own = _programs(names)
    return [*_choices(own, script), *(known for known in _with_examples(names) if known not in own)]


def _choices(programs: Mapping[str, HasModule], script: Path) -> list[str]:
    """The programs that may be meant where no name is given: those made in the script itself, and each only once."""
    own: dict[int, str] = {}
    for name, program in programs.items():
        is_own = not isinstance(program, Function) or Path(program.location.file).resolve() == script.resolve()
        if is_own and not (isinstance(program, Function) and program.is_private):
            own.setdefault(id(program), name)
    return list(own.values())


def _only(names: list[str], script: Path) -> str:
    if not names:
        raise _no_program(script)
    if len(names) > 1:
        raise UsageError(
            f"{script} defines {len(names)} programs: {', '.join(names)}; choose one, such as {script}:{names[0]}"
        )
    return names[0]


def _no_program(script: Path) -> UsageError:
    return UsageError(
        f"{script} defines no program; make one with @hlogen.function(...) or hlogen.module(...), or name a "
        f"function of JAX: {script}:NAME"
    )


def _examples_of(program: HasModule, name: str, names: Mapping[str, Any]) -> Callable[[], tuple[Any, ...]] | None:
    """What gives the arguments for a program that is one already: those beside it, or its own."""
    if f"{name}{_ARGS}" in names:
        args, _ = _given(name, names)
        return lambda: args
    return _own_examples(program)


def _own_examples(program: HasModule) -> Callable[[], tuple[Any, ...]] | None:
    """What gives the arguments that a function was traced with; None where these were shapes, or it wasn't traced."""
    from hlogen.interop.adopted import Adopted  # as above

    return program.example_arguments if isinstance(program, Adopted) and program.examples is not None else None


def _given(name: str, names: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The example arguments that a script has for `name`, those in order and those by name."""
    args, kwargs = names.get(f"{name}{_ARGS}", ()), names.get(f"{name}{_KWARGS}", {})
    args, kwargs = (given() if callable(given) else given for given in (args, kwargs))
    if not isinstance(args, (tuple, list)):
        raise UsageError(
            f"{name}{_ARGS} is a tuple of example arguments, not {type(args).__name__}; write (x,) for one"
        )
    if not isinstance(kwargs, dict):
        raise UsageError(f"{name}{_KWARGS} is a dict of example arguments by name, not {type(kwargs).__name__}")
    return tuple(args), kwargs


@contextlib.contextmanager
def _as_script(script: Path) -> Iterator[dict[str, Any]]:
    """The global names of a script that has been run; what fails inside of the `with` is shown as its own, too."""
    spec = importlib.util.spec_from_file_location(_NAME, script)
    if spec is None or spec.loader is None:
        raise UsageError(f"{script} is no Python script: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    with _surroundings(script, module), _shown_as_users(script):
        spec.loader.exec_module(module)
        yield vars(module)


@contextlib.contextmanager
def _shown_as_users(script: Path) -> Iterator[None]:
    """What fails inside of the `with` as the script's own failure."""
    try:
        yield
    except ConstraintError:
        raise
    except HlogenError as error:
        place = _user_place(error, script)
        raise UsageError(str(error) if str(script) in str(error) else f"{place}{error}") from error
    except SystemExit as error:
        raise UsageError(f"{script} ended itself (exit code {error.code}) before its programs were there") from error
    except Exception as error:
        raise UsageError(f"{script} fails:\n{_own_traceback(error, script)}") from error


@contextlib.contextmanager
def _surroundings(script: Path, module: ModuleType) -> Iterator[None]:
    """Its folder can be imported from, its arguments are empty, and what it prints doesn't mix with the output."""
    path, arguments, bytecode = sys.path[:], sys.argv[:], sys.dont_write_bytecode
    sys.path.insert(0, str(script.parent.resolve()))
    sys.argv[:] = [str(script)]
    sys.dont_write_bytecode = True  # nothing is left next to the user's files
    sys.modules[_NAME] = module  # dataclasses and pickle look their module up
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        sys.path[:], sys.argv[:], sys.dont_write_bytecode = path, arguments, bytecode
        del sys.modules[_NAME]


def _user_place(error: BaseException, script: Path) -> str:
    frames = _own_frames(error, script)
    return f"{frames[-1].filename}:{frames[-1].lineno}: error: " if frames else ""


def _own_traceback(error: BaseException, script: Path) -> str:
    """The traceback without the frames of hlogen, of frameworks and of the import machinery."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error)).rstrip()
    frames = "".join(traceback.format_list(_own_frames(error, script)))
    said = "".join(traceback.TracebackException(type(error), error, None).format_exception_only())
    for note in getattr(error, "__notes__", ()):  # what JAX says of its own frames
        said = said.replace(f"{note}\n", "")
    return f"{frames}{said}".rstrip()


def _own_frames(error: BaseException, script: Path) -> list[traceback.FrameSummary]:
    """From the script's first frame on, without those of hlogen and of frameworks."""
    frames = list(traceback.extract_tb(error.__traceback__))
    place = str(script.resolve())
    first = next((at for at, frame in enumerate(frames) if Path(frame.filename).resolve() == Path(place)), len(frames))
    package = str(Path(hlogen.__file__).parent)
    return [frame for frame in frames[first:] if not (frame.filename.startswith(package) or _is_framework(frame))]


def _is_framework(frame: traceback.FrameSummary) -> bool:
    parts = Path(frame.filename).parts
    return "site-packages" in parts and not _FRAMEWORKS.isdisjoint(parts)
