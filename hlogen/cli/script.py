"""Runs a user's Python script and finds the programs that it builds; what goes wrong in it is shown as the user's."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import hlogen
from hlogen.builder.function import Function, Program
from hlogen.errors import HlogenError, UsageError
from hlogen.ir.module import HasModule, Module
from hlogen.spec.constraint import ConstraintError

# Not "__main__": what a script does when it is run stays undone.
_NAME = "__hlogen_script__"


def programs_of(script: Path) -> dict[str, HasModule]:
    """The programs among a script's global names, in the order of its text; names that start with _ are left out.

    Raises UsageError with the script's own traceback where it fails, ConstraintError where its program is invalid.
    """
    module = _run(script)
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, (Function, Program, Module)) and not name.startswith("_")
    }


def choices(programs: dict[str, HasModule], script: Path) -> dict[str, HasModule]:
    """The programs that may be meant where no name is given: those made in the script itself, and each only once."""
    own: dict[int, str] = {}
    for name, program in programs.items():
        is_own = not isinstance(program, Function) or Path(program.location.file).resolve() == script.resolve()
        if is_own and not (isinstance(program, Function) and program.is_private):
            own.setdefault(id(program), name)
    return {name: programs[name] for name in own.values()}


def _run(script: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(_NAME, script)
    if spec is None or spec.loader is None:
        raise UsageError(f"{script} is no Python script: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    with _as_script(script, module):
        try:
            spec.loader.exec_module(module)
        except ConstraintError:
            raise
        except HlogenError as error:
            place = _user_place(error, script)
            raise UsageError(str(error) if str(script) in str(error) else f"{place}{error}") from error
        except SystemExit as error:
            raise UsageError(
                f"{script} ended itself (exit code {error.code}) before its programs were there"
            ) from error
        except Exception as error:
            raise UsageError(f"{script} fails:\n{_own_traceback(error, script)}") from error
    return module


@contextlib.contextmanager
def _as_script(script: Path, module: ModuleType) -> Iterator[None]:
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
    """The traceback without the frames of hlogen and of the import machinery."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error)).rstrip()
    frames = "".join(traceback.format_list(_own_frames(error, script)))
    return f"{frames}{''.join(traceback.format_exception_only(error))}".rstrip()


def _own_frames(error: BaseException, script: Path) -> list[traceback.FrameSummary]:
    """From the script's first frame on, hlogen's own frames left out."""
    frames = list(traceback.extract_tb(error.__traceback__))
    place = str(script.resolve())
    first = next((at for at, frame in enumerate(frames) if Path(frame.filename).resolve() == Path(place)), len(frames))
    package = str(Path(hlogen.__file__).parent)
    return [frame for frame in frames[first:] if not frame.filename.startswith(package)]
