"""The corpus: programs that hold what they give against what the specification says, as cases for any backend.

A case is a function without arguments of a program in a file. It runs in two forms, which backends treat differently:
with its values as constants, which compilers compute with, and with the same values as arguments. Ids are stable:

    scatter/element_types_float#element_type_f64@arguments

is the form with arguments of the program called ``element_type_f64`` in golden/scatter/element_types_float.mlir. Where
a file has one program, which is called like the file, no name follows it.

A program with arguments is a case where they lie beside it, and has this form alone: NAME.mlir with NAME.inputs.npz
and, if its results are known, NAME.expected.npz.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args
from zipfile import BadZipFile

import numpy as np

from hlogen.backends.plain import elements_of
from hlogen.conform.forms import Form, as_arguments, as_constants, as_stored
from hlogen.errors import HlogenError, UsageError
from hlogen.forking import cached_property
from hlogen.ir import ComplexType, Module, Operation, QuantizedType, TensorType, Type, dtype_of
from hlogen.lint.files import each_once, program_files
from hlogen.lint.split import numbered_parts
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.files import SUFFIXES
from hlogen.mlir.reader import read
from interpreter.values.array import Array

Kind = Literal["constants", "arguments"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_HERE = Path(__file__).parent / "golden"  # where an installed hlogen has them
_SOURCES = Path(__file__).parents[2] / "golden"
GOLDEN = (_HERE if _HERE.is_dir() else _SOURCES).resolve()
_NOT_FOR_BACKENDS = ("invalid",)  # for the checker

# What goldens give of these is the same in any order, or they list what it may be.
_EXACT_IN_ANY_ORDER = (
    "stablehlo.scatter",
    "stablehlo.reduce",
    "stablehlo.reduce_window",
    "stablehlo.select_and_scatter",
)

_TITLE = re.compile(rb"^// (\w[\w-]*): (.*(?:\n//     .*)*)", re.M)
_CLAUSE = re.compile(rb"^//   (\w+\.[A-Z]+\d+[\w-]*): ", re.M)
_FUNCTION = re.compile(rb"^[ \t]*func\.func (?:public )?@([\w.$-]+)\(\)", re.M)
_CHECKER = re.compile(rb"^// expected: ", re.M)
_FOR_INTERPRETERS = b"interpreter."
_AGREE = re.compile(rb"^// agree: (.*)$", re.M)
_OTHER_LINES = (b"RUN", b"agree", b"difference", b"clause", b"portable", b"tracker", b"open")
_OPEN_ORDER = b"The order of updates is open"


@dataclass(frozen=True)
class Case:
    """A function of a program. `id` is without the form; `text` is the program alone."""

    id: str
    file: Path
    line: int
    text: bytes
    function: str
    title: str
    clauses: tuple[str, ...]

    @property
    def agreed(self) -> tuple[str, ...]:
        """Which implementations were seen to agree with it, such as ``XLA CPU``."""
        return tuple(each.strip() for line in _AGREE.findall(self.text) for each in line.decode().split(","))

    @property
    def op(self) -> str:
        """The folder that it stands in: for a golden, the op that it is about."""
        return op_of(self.id)

    @cached_property
    def module(self) -> Module:
        return read(self.text, name=str(self.file), verify=True)

    def forms(self, kinds: Sequence[Kind] = KINDS) -> Iterator[Form]:
        """Its forms. There is none with arguments where no constant can be one."""
        is_golden = self.file.resolve().is_relative_to(GOLDEN)
        for kind in kinds:
            made = as_constants if kind == "constants" else as_arguments
            form = made(read(self.text, name=str(self.file)), self.function, f"{self.id}@{kind}")
            if kind == "constants" or form.arguments:
                is_defined = is_golden and any(op.name in _EXACT_IN_ANY_ORDER for op in form.module.walk())
                yield replace(form, is_defined=is_defined)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The forms that it has; none where the program can't be read."""
        try:
            return tuple(kind for kind in KINDS for _ in self.forms([kind]))
        except HlogenError:
            return ()

    @cached_property
    def element_types(self) -> tuple[str, ...]:
        """Of all tensors of the program, such as ``f32``, ``complex<f64>``; ``quant`` for all that are quantized.

        None where the program can't be read.
        """
        return tuple(sorted({_named(type) for type in self._types if isinstance(type, TensorType)}))

    @cached_property
    def features(self) -> tuple[str, ...]:
        """What backends often lack; ``unreadable`` for a program that can't be read."""
        if self._operations is None:
            return ("unreadable",)
        names = {op.name.partition(".")[2] for op in self._operations}
        found = {
            "dynamic": any(isinstance(type, TensorType) and not type.is_static for type in self._types),
            "quantized": "quant" in self.element_types,
            "complex": any(name.startswith("complex") for name in self.element_types),
            "control-flow": bool(names & {"while", "if", "case"}),
            "calls": "call" in names,
            "batching-dims": b"batching_dims = [" in self.text,
            "open-order": _OPEN_ORDER in self.text,
            "empty": any(isinstance(type, TensorType) and 0 in type.shape for type in self._types),
        }
        return tuple(name for name, is_there in found.items() if is_there)

    @property
    def _types(self) -> Iterator[object]:
        return (value.type for op in self._operations or () for value in (*op.operands, *op.results))

    @cached_property
    def _operations(self) -> tuple[Operation, ...] | None:
        try:
            return tuple(self.module.walk())
        except HlogenError:
            return None


def op_of(id: str) -> str:
    """The folder that a case stands in, or its file where there is none."""
    return re.split("[/#@]", id, maxsplit=1)[0]


class StoredCase(Case):
    """A program whose arguments, and results if they are known, lie in files beside it."""

    def forms(self, kinds: Sequence[Kind] = KINDS) -> Iterator[Form]:
        if "arguments" in kinds:
            module = read(self.text, name=str(self.file))
            function = module.function(self.function)
            inputs = _stored(Path(f"{_stem(self.file)}.inputs.npz"), function.type.inputs)
            expected = Path(f"{_stem(self.file)}.expected.npz")
            results = _stored(expected, function.type.results) if expected.exists() else []
            yield as_stored(module, function.name, f"{self.id}@arguments", inputs, results)


def _stored(path: Path, types: Sequence[Type]) -> list[Array]:
    """The arrays of a file, as elements of the types. Raises UsageError where it hasn't just these."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
            arrays = [held[name] for name in held.files]
    except (OSError, ValueError, BadZipFile) as error:
        raise UsageError(f"can't read {path}: {error}") from error
    if len(arrays) != len(types):
        raise UsageError(f"{path} holds {len(arrays)} arrays, and the program has {len(types)}")
    stored = []
    for number, (array, type) in enumerate(zip(arrays, types, strict=True)):
        elements = elements_of(array, type) if isinstance(type, TensorType) else array
        if not isinstance(type, TensorType) or elements.dtype != dtype_of(type.element_type):
            raise UsageError(f"{path}: array {number} holds {array.dtype}, and the program has {type}")
        stored.append(elements)
    return stored


def corpus(paths: Iterable[Path] = (), tell: Callable[[str], object] = lambda _: None) -> list[Case]:
    """The cases of all programs that `paths` name, as by `program_files`; of hlogen's goldens where there are none.

    Raises UsageError for a path that isn't there, and where nothing is a case.
    """
    roots = list(paths) or [GOLDEN]
    cases = [case for case in _all_cases(roots, tell) if _FOR_INTERPRETERS not in case.text]
    if not cases:
        raise UsageError(f"there is no case in {', '.join(map(str, roots))}: no program without arguments that checks")
    return cases


def known_ids(paths: Iterable[Path] = ()) -> list[str]:
    """The ids of all forms that expectations may name: those of programs for interpreters alone are among them."""
    return [f"{case.id}@{kind}" for case in _all_cases(list(paths) or [GOLDEN]) for kind in KINDS]


def cases_of(content: bytes, file: Path) -> list[Case]:
    """The cases of a file of the goldens, or a part of one, whichever copy of them it is in; none of another file."""
    parts = _stem(file.resolve()).parts
    within = parts[len(parts) - parts[::-1].index(GOLDEN.name) :] if GOLDEN.name in parts else ()
    return [*_cases(content, file, "/".join(within))] if within and within[0] not in _NOT_FOR_BACKENDS else []


def _all_cases(roots: Sequence[Path], tell: Callable[[str], object] = lambda _: None) -> list[Case]:
    cases: list[Case] = []
    named = [(name, root) for root in roots for name in program_files([str(root)], tell)]
    root_of = dict(reversed(named))
    goldens = {root for root in roots if root.resolve() == GOLDEN}
    for name in each_once(name for name, _ in named):
        file, root = Path(name), root_of[name]
        within = _stem(file.relative_to(root if root.is_dir() else root.parent))
        if root in goldens and within.parts[0] in _NOT_FOR_BACKENDS:
            continue
        if Path(f"{_stem(file)}.inputs.npz").exists():
            cases.append(_stored_case(file, within.as_posix()))
        else:
            cases += _cases(_content(file), file, within.as_posix())
    return cases


def _stem(file: Path) -> Path:
    """A file's path without what says that it is a program."""
    return Path(re.sub("|".join(rf"{re.escape(suffix)}$" for suffix in SUFFIXES), "", str(file)))


def _stored_case(file: Path, within: str) -> Case:
    content = _content(file)
    comment = re.match(rb"// (.*)", content)
    return StoredCase(within, file, 1, content, "main", _joined(comment[1]) if comment else "", ())


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"can't read {file}: {error.strerror or error}") from error


def _cases(content: bytes, file: Path, within: str) -> Iterator[Case]:
    taken: dict[str, int] = {}
    for line, text in numbered_parts(content):
        if _CHECKER.search(text) or b"check." not in text:
            continue
        found = (each for each in _TITLE.findall(text) if each[0] not in _OTHER_LINES)
        name, title = next(((name.decode(), _joined(title)) for name, title in found), ("", ""))
        functions = _functions(text, file)
        for function in ["main"] if "main" in functions else functions:
            parts = [name] if name and name != Path(within).name else []
            parts += [] if function == "main" else [function]
            id = "#".join([within, ".".join(parts)]) if parts else within
            taken[id] = taken.get(id, 0) + 1
            if taken[id] > 1:  # programs of one name in a file: their number among them
                id = f"{id}.{taken[id]}" if "#" in id else f"{id}#{taken[id]}"
            clauses = tuple(each.decode() for each in _CLAUSE.findall(text))
            yield Case(id, file, line, text, function, title, clauses)


def _functions(text: bytes, file: Path) -> list[str]:
    """Those without arguments; of bytecode that can't be read, what would be run."""
    if not is_bytecode(text):
        return [each.decode() for each in _FUNCTION.findall(text)]
    try:
        found = read(text, name=str(file)).functions
    except HlogenError:
        return ["main"]
    return [name for name, function in found.items() if not function.type.inputs]


def _joined(text: bytes) -> str:
    return " ".join(line.strip("/ ") for line in text.decode(errors="replace").splitlines())


def _named(type: TensorType) -> str:
    element = type.element_type
    if isinstance(element, QuantizedType):
        return "quant"
    return str(element) if not isinstance(element, ComplexType) else f"complex<{element.element_type}>"
