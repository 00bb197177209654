"""Reads programs: MLIR text, MLIR bytecode and portable artifacts, from a string, a file or bytes.

Every operation gets its place in the source. Where the program itself names a place with ``loc(...)``, that one is
taken: it tells where the program came from. A fused, named or call-site location counts as the first place inside of
it, an unknown one as none. Columns count bytes, as upstream's do.

Reading is lenient unless `verify` is set: operations that upstream's verifier refuses come through, so that they can be
checked, and what it said of them is the module's `refusals`. What is no program at all is a ParseError with upstream's
own messages.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from hlogen import collector, hooks
from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir.module import MORE, Location, Module, Refusal
from hlogen.mlir import apart, bytecode, files, foreign, provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.diagnostics import excerpt, upstream_messages, with_place
from hlogen.mlir.edits import EditedText, Edits
from hlogen.mlir.errors import NoProgramError, ParseError
from hlogen.mlir.fatal import fatal, is_doubtful
from hlogen.mlir.lenient import (
    disguise,
    disguise_newer,
    disguise_spelling,
    operations,
    spell_out_checks,
    true_name,
    true_names,
    true_spelling,
)
from hlogen.mlir.own_places import in_own_file, read_in_own_file, without_places
from hlogen.mlir.provider import Bindings
from hlogen.mlir.tokens import (
    is_nested_deeper_than,
    looks_like_mlir,
    name_that_is_no_text,
    number_longer_than,
    skip_blanks,
    with_line_ends,
)

_SPLIT = re.compile(r"^// -----[ \t\r]*(?:\n|\Z)", re.M)
_CODE = re.compile(r"\s*(?://[^\n]*(?:\n|\Z)\s*)*")
_DEEPEST = 400  # brackets inside each other
# What a program is read from.
Source: TypeAlias = "str | os.PathLike[str] | bytes | foreign.HasOperation | foreign.Lowered | foreign.Exported"

_MOST_DIGITS = 1000  # of one number: upstream's parser takes time by the square of them or more, and stack
_LONGEST_NAME = 200
_MOST_REFUSALS = 50  # of a program: each takes parsing it once more
_MOST_MENDED = 200  # steps towards a program that can be read: some errors take several
_ARGUMENT = re.compile(r"%([A-Za-z_$.-][\w$.-]*)")
_RESULTS = re.compile(r"%([A-Za-z_$.-][\w$.-]*|[0-9]{1,18})(?::\d+)?\s*=\s*\Z")
_NO_FUNCTION = re.compile(r"'func\.call' op '([^']*)' does not reference a valid function")
_CALL = "func.call"
_NO_TERMINATORS = re.compile(r"(?!stablehlo\.return\Z)(?:stablehlo|chlo|check)\.|func\.call\Z")
_NO_END = re.compile(r"^(?:block with no terminator|empty block)")
_TOO_LARGE = ("SmallVector unable to grow", "array is too big")
_NO_TYPE = "expected non-function type"
_UNDECLARED = "use of undeclared SSA value name"
_UPSTREAM_NAME = "-"  # what upstream calls the text it is given


@strict
def read(source: Source, *, name: str | None = None, verify: bool = False, own_places: bool = False) -> Module:
    """The program that `source` holds.

    A path, or a one-line string that names a file or ends as the name of one (``.mlir``, ``.mlirbc``, ``.mlir.bc``,
    ``.vhlo``), is a file; any other string is program text; bytes are text, bytecode or a portable artifact. It may be
    a module of MLIR's Python bindings (jaxlib's, torch-mlir's), what ``jax.jit(f).lower(...)`` gives, or a
    ``jax.export.Exported``, too. `name` is what locations call the source ("-" unless it is a file). With `verify`,
    upstream's verifier must accept the program. With `own_places` every operation's place is the one in `source`, and
    the place that the program names is its `origin`.

    Raises ParseError where the source isn't a program, UsageError for files that can't be read and for several programs
    in one source (see read_all).
    """
    modules = read_all(source, name=name, verify=verify, own_places=own_places)
    if len(modules) != 1:
        raise UsageError(
            f"{modules[0].source} holds {len(modules)} programs, separated by '// -----'; hl.read_all reads them all"
        )
    return modules[0]


@strict
def read_all(
    source: Source, *, name: str | None = None, verify: bool = False, own_places: bool = False
) -> list[Module]:
    """All programs of `source`, which lines of ``// -----`` separate. Arguments and errors are those of `read`."""
    return [part.read() for part in parts(source, name=name, verify=verify, own_places=own_places)]


def held(
    source: foreign.HasOperation | foreign.Lowered,
    *,
    name: str | None = None,
    is_preferred: Callable[[str], bool] | None = None,
) -> Module:
    """The program that a library holds in memory and has verified; where hlogen knows its bindings, nothing is written
    and read again.

    Of an operation with several places, it is the first one in a file that `is_preferred`. Raises ParseError.
    """
    module = foreign.in_memory(source)
    bindings = provider.holding(module)
    if bindings is None:
        return read(source, name=name)
    name = name or _UPSTREAM_NAME
    with _what_bindings_cannot_say(name), collector.paused():
        return Converter(bindings, module, is_preferred=is_preferred).module(name)


class Part(NamedTuple):
    """One of the programs of a source: the line on which it begins, behind comments, and what reads it.

    `read_rest` reads a program that can't be read without its functions that can't be: it gives what is left, None
    where that is nothing, and why it isn't all.
    """

    line: int
    content: str | bytes
    read: Callable[[], Module]
    read_rest: Callable[[], tuple[Module | None, list[ParseError]]]

    @property
    def first_line(self) -> int:
        """The line on which its text begins, comments and all."""
        text = self.content if isinstance(self.content, str) else ""
        return self.line - text.count("\n", 0, skip_blanks(text, 0))


def parts(source: Source, *, name: str | None = None, verify: bool = False, own_places: bool = False) -> list[Part]:
    """The programs of `source`, none of them read yet: one that can't be doesn't keep others from it.

    Arguments and errors are those of `read`.
    """
    content, name = _content(source, name)
    del source  # a large program's bytes aren't kept beside its text
    if isinstance(content, bytes):
        if bytecode.is_bytecode(content):
            read = partial(_read_part, content, name, 1, verify, own_places)
            return [Part(1, content, read, partial(_rest_of_bytecode, read))]
        content = _decode(content, name)
    elif not content.isascii():
        _require_characters(content, name)
    return [
        Part(
            line,
            text,
            partial(_read_part, text, name, first_line, verify, own_places),
            partial(_read_rest, text, name, first_line, verify, own_places),
        )
        for first_line, line, text in _chunks(with_line_ends(_without_nul(content, name)), name)
    ]


def _read_part(
    content: str | bytes,
    name: str,
    first_line: int,
    verify: bool,
    own_places: bool,
    inserted: Mapping[int, str] = MappingProxyType({}),
) -> Module:
    with _what_bindings_cannot_say(name), collector.paused():
        if isinstance(content, bytes):
            module = _read_bytecode(content, name, verify)
            return in_own_file(module, name) if own_places else module
        parse = partial(_read_text, name=name, first_line=first_line, verify=verify, inserted=inserted)
        return read_in_own_file(parse, content, name) if own_places else parse(content)


def _rest_of_bytecode(read: Callable[[], Module]) -> tuple[Module | None, list[ParseError]]:
    try:
        return read(), []
    except ParseError as error:
        return None, [error]


def _read_rest(
    text: str, name: str, first_line: int, verify: bool, own_places: bool
) -> tuple[Module | None, list[ParseError]]:
    from hlogen.mlir.mending import Mended, mended  # which what can be read needs nothing of

    errors: list[ParseError] = []
    now = Mended(text)
    for _ in range(_MOST_MENDED):
        try:
            module = _read_part(now.text, name, first_line, verify, own_places, now.insertions)
        except ParseError as error:
            source = _Text(now.text, name, first_line)
            at = None if error.location is None else source.offset(error.location)
            done = mended(now, error, at, source)
            if done is None:
                if not errors:  # otherwise it may follow from what was left out
                    errors.append(error)
                break
            now, told = done
            if told is not None:
                errors.append(told)
            if len(errors) == _MOST_REFUSALS:
                said = f"the file is read no further: {_MOST_REFUSALS} things have to be mended first"
                errors.append(ParseError(f"{name}: {said}", Location(name), [said]))
                break
            continue
        module.left_out = now.left_out
        module.refusals = tuple(one for one in module.refusals if not _is_about(one.message, now.left_out))
        return module, errors
    return None, errors


def _is_about(message: str, functions: Iterable[str]) -> bool:
    """Whether a refusal follows from functions that were left out."""
    return any(f"'{name}' does not reference a valid function" in message for name in functions)


@contextmanager
def _what_bindings_cannot_say(name: str) -> Iterator[None]:
    """Turns what the bindings raise besides MLIR's own errors into ParseErrors."""
    try:
        yield
    except RecursionError:
        raise _too_deep(name) from None
    except (RuntimeError, UnicodeDecodeError) as error:
        raise ParseError(f"{name}: a name in the program is not in UTF-8 ({error})", Location(name)) from error
    except MemoryError as error:
        raise ParseError(f"{name}: the program asks for more memory than there is", Location(name)) from error
    except ValueError as error:
        if not str(error).startswith(_TOO_LARGE):
            raise
        raise ParseError(f"{name}: a constant has more elements than can be held", Location(name)) from error


def _content(source: Source, name: str | None) -> tuple[str | bytes, str]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), name or _UPSTREAM_NAME
    if isinstance(source, str) and not files.is_path(source):
        return source, name or _UPSTREAM_NAME
    if not isinstance(source, (str, os.PathLike)):
        held = foreign.content(source)
        if held is None:
            raise UsageError(
                "a program is read from text, bytes, a path, a module of MLIR's bindings or what JAX lowered or "
                f"exported, not from {type(source).__name__}"
            )
        return held, name or _UPSTREAM_NAME
    path = Path(source)
    try:
        return files.content(path), name or str(source)
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {str(source)!r}") from error
    except IsADirectoryError as error:
        raise UsageError(f"{str(source)!r} is a folder, not a program") from error
    except UsageError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{str(source)!r} can't be read: {reason}") from error


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _place_of_byte(content, error.start, name)
        kind = "looks like UTF-16; save it as UTF-8" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "binary data?"
        raise ParseError(
            f"{place}: this is neither MLIR bytecode nor text in UTF-8: "
            f"byte 0x{content[error.start]:02X} at offset {error.start} ({kind})",
            place,
        ) from error


def _require_characters(text: str, name: str) -> None:
    """ParseError where a string of Python holds what is no character, so that no file can."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        at = error.start
        place = Location(name, text.count("\n", 0, at) + 1, len(text[text.rfind("\n", 0, at) + 1 : at].encode()) + 1)
        raise ParseError(f"{place}: U+{ord(text[at]):04X} is half of a character, and no text", place) from error


def _without_nul(text: str, name: str) -> str:
    at = text.find("\0")
    if at >= 0:
        place = Location(name, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        raise ParseError(f"{place}: a NUL character; this is no MLIR text (binary data?)", place)
    return text


def _place_of_byte(content: bytes, at: int, name: str) -> Location:
    return Location(name, content.count(b"\n", 0, at) + 1, at - content.rfind(b"\n", 0, at))


def _chunks(text: str, name: str) -> list[tuple[int, int, str]]:
    """(first line, that of the first code, text) of each program; pieces of nothing but comments don't count."""
    chunks: list[tuple[int, int, str]] = []
    line, at = 1, 0
    for marker in [*(_SPLIT.finditer(text) if "// -----" in text else ()), None]:
        chunk = text[at:] if marker is None else text[at : marker.start()]
        comments = _CODE.match(chunk)
        code = comments.end() if comments is not None else 0
        if code < len(chunk):
            chunks.append((line, line + chunk.count("\n", 0, code), chunk))
        if marker is not None:
            line += text.count("\n", at, marker.end())
            at = marker.end()
    if not chunks:
        place = Location(name, 1, 1)
        raise NoProgramError(f"{name}: there is no program in it, only blanks or comments", place)
    return chunks


class _Text:
    """One program's text on its way through the parser, and the way back to places in the file.

    `made_from` is the text that stands in the file, where upstream has made this one from it: with its places.
    `inserted` is what is read besides the text, by where it goes.
    """

    def __init__(
        self,
        text: str,
        name: str,
        first_line: int,
        made_from: _Text | None = None,
        inserted: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.text = text
        self.name = name
        self.first_line = first_line
        self.made_from = made_from
        self.inserted = inserted
        self.edited = EditedText(text)

    def edit(self, *rewrites: Callable[[str, Edits], None]) -> bool:
        """Applies rewrites to the original text; False where they change nothing."""
        edits = Edits(self.text)
        for rewrite in rewrites:
            rewrite(self.text, edits)
        changes = bool(edits)
        for at, new in self.inserted.items():
            edits.insert(at, new)
        if edits:
            self.edited = edits.apply()
        return changes

    def respell(self, change: Callable[[str], str]) -> None:
        """Applies a change to the edited text that moves nothing."""
        text = change(self.edited.text)
        assert len(text) == len(self.edited.text)
        self.edited.text = text

    def offset(self, place: Location) -> int | None:
        """Where in the text a place is; None where it is in another file."""
        line = place.line - self.first_line
        if place.file != self.name or not 0 <= line < len(self._line_starts):
            return None
        return self._offset(self._line_starts[line], place.column)

    def location(self, at: int) -> Location:
        """The place of an offset in the text: the inverse of `offset`."""
        line = bisect_right(self._line_starts, at)
        column = len(self.text[self._line_starts[line - 1] : at].encode()) + 1
        return Location(self.name, line + self.first_line - 1, column)

    def _offset(self, start: int, column: int) -> int:
        """Where a column is of the line that starts there; columns count bytes."""
        before = column - 1
        if not self._is_ascii:
            before = len(self.text[start : start + before].encode()[:before].decode(errors="ignore"))
        return start + before

    def place(self, file: str, line: int, column: int) -> Location:
        if self.made_from is not None:
            return self.made_from.place(file, line, column)
        if file != _UPSTREAM_NAME:
            return Location(file, line, column)
        return Location(self.name, line + self.first_line - 1, self.edited.original_column(line, column))

    def name_at(self, file: str, line: int, column: int) -> str | None:
        """What the text calls the argument that stands at a place, or the results of the operation: a name or number.

        What stands between the name of results and their operation is short, so only that much of a line is looked at.
        """
        if self.made_from is not None:
            return self.made_from.name_at(file, line, column)
        if file != _UPSTREAM_NAME or not 0 < line <= len(self._line_starts):
            return None
        start = self._line_starts[line - 1]
        at = self._offset(start, self.edited.original_column(line, column))
        found = _ARGUMENT.match(self.text, at)
        if found is None:
            sign = self.text.rfind("%", max(start, at - _LONGEST_NAME), at)
            found = _RESULTS.match(self.text, sign, at) if sign >= 0 else None
        if found is None or found[1].isalnum():
            return None if found is None else found[1]
        return re.sub(r"[^\w.]+", "_", found[1]).strip("_.") or None

    def word_at(self, line: int, column: int) -> str:
        """What stands at a place of the edited text, up to the next blank or bracket."""
        text = self.edited.text.split("\n", line)[line - 1].encode()[column - 1 :].decode(errors="replace")
        return re.split(r"[\s,()\[\]{}<>:=]", text, maxsplit=1)[0]

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def excerpt(self, place: Location | None) -> str:
        if self.made_from is not None:
            return self.made_from.excerpt(place)
        if place is None or place.file != self.name or not place.line:
            return ""
        lines = self.text.split("\n", place.line - self.first_line + 1)
        index = place.line - self.first_line
        return "\n" + excerpt(lines[index], place) if 0 <= index < len(lines) else ""


def _read_text(
    text: str,
    name: str,
    first_line: int,
    verify: bool,
    made_from: _Text | None = None,
    is_translated: bool = False,
    inserted: Mapping[int, str] = MappingProxyType({}),
) -> Module:
    """`is_translated` where upstream has written the text, so that places in it are nobody's."""
    if is_nested_deeper_than(_DEEPEST, text):  # upstream's parser would end the process
        raise _too_deep(name)
    source = _Text(text, name, first_line, made_from, inserted)
    if (at := number_longer_than(_MOST_DIGITS, text)) is not None:
        raise _too_long(source, at)
    if is_doubtful(text) and not apart.is_here():
        given = made_from or source
        return _read_apart("it can't be read", given.text, name, given.first_line, verify, dict(given.inserted))
    bindings = provider.find()
    deadly = fatal(text)
    if deadly is not None:
        at, what = deadly
        place = source.place(_UPSTREAM_NAME, *_line_and_column(text, at))
        refused = ParseError(f"{place}: {what}" + source.excerpt(place), place, [what])
    else:
        try:
            return _verified(bindings, source, name)
        except ParseError as error:
            refused = error
    if verify:
        raise refused
    source.edit(spell_out_checks)
    if deadly is None and (legal := bytecode.unverified_text(bindings, source.edited.text)) is not None:
        return _read_text(legal, name, first_line, verify, made_from=source)
    module = _unverified(bindings, source, name)
    if isinstance(module, Module):
        first = _first_refusal(source, refused, deadly)
        is_own_text = deadly is None and made_from is None and not is_translated
        bare = _Text(without_places(text), name, first_line, inserted=inserted)
        module.refusals = tuple(_refusals(bindings, bare, module, first) if is_own_text else [first])
        return module
    if module is not None and deadly is None and not _says_it_best(refused, module):
        refused = module  # which is what keeps the program from being read
    raise refused


def _says_it_best(refused: ParseError, later: ParseError) -> bool:
    """Whether what was said of the text as it stands is what keeps it from being read.

    It is where what is said once nothing is verified is about the same line; or about one before, and no verifier had
    its say.
    """
    first, second = refused.location, later.location
    if first is None or second is None or first.file != second.file:
        return False
    is_verified = any("' op " in diagnostic for diagnostic in refused.diagnostics)
    return first.line == second.line or (second.line < first.line and not is_verified)


def _verified(bindings: Bindings, source: _Text, name: str) -> Module:
    """The program if upstream accepts it, and a ParseError with what it says otherwise.

    What a verifier doesn't know it can't refuse: the newer forms of operations are read even here.
    """
    source.edit(spell_out_checks)
    try:
        return _parse(bindings, source, name)
    except bindings.ir.MLIRError as error:
        if not looks_like_mlir(source.text):
            raise _no_mlir(source) from None
        refused = _parse_error(bindings, error, source)
    if source.edit(disguise_newer) and source.edit(spell_out_checks, disguise_newer):
        try:
            return _parse(bindings, source, name, true_name)
        except bindings.ir.MLIRError as error:
            refused = _parse_error(bindings, error, source)
    raise refused


def _unverified(bindings: Bindings, source: _Text, name: str) -> Module | ParseError | None:
    """The program with operations that nobody has verified; at first their attributes and types are read by upstream
    still, then they aren't. Where it can't be read like that either, why, if that is known."""
    refused: ParseError | None = None
    for is_foreign, respelled in ((False, False), (False, True), (True, True)):
        if is_foreign and bytecode.is_versioned(source.text):  # which means something in StableHLO, or nothing
            return refused
        source.edit(spell_out_checks, partial(disguise, foreign=is_foreign))
        if respelled:
            source.respell(disguise_spelling)
        if fatal(source.edited.text) is None:
            try:
                return _parse(bindings, source, name, true_name)
            except bindings.ir.MLIRError as error:
                refused = _parse_error(bindings, error, source)
    return refused


def _first_refusal(source: _Text, refused: ParseError, deadly: tuple[int, str] | None) -> Refusal:
    """What was said first against a program; what would end the process is said of the operation that it is in."""
    if deadly is None:
        said = (diagnostic.removeprefix(f"{refused.location}: ") for diagnostic in refused.diagnostics)
        return Refusal("; ".join(said), refused.location)
    at, what = deadly
    at = max((start for start, *_ in operations(source.text) if start <= at), default=at)
    return Refusal(what, source.place(_UPSTREAM_NAME, *_line_and_column(source.text, at)))


def _refusals(bindings: Bindings, source: _Text, module: Module, first: Refusal) -> list[Refusal]:
    """What upstream refuses of a program, one operation after the other: what it has refused is disguised at once.

    Operations that break a rule of the specification are disguised from the beginning: it is known what is wrong with
    them, and each one takes parsing the program once more. `first` is what upstream has said already.
    """
    from hlogen.mlir.mending import ENDED

    starts = [start for start, *_ in operations(source.text)]
    breaks_rules = hooks.provided("hlogen.mlir", "breaks_rules")
    places = (op.location for op in module.walk() if op.location is not None and breaks_rules(op))
    chosen = {at for at in map(source.offset, places) if at is not None}.intersection(starts)
    calls = _calls(source, module)
    found: list[Refusal] = []
    for refusal, end in _without_end(source, module):
        found.append(refusal)
        source.inserted = {**source.inserted, end: ENDED}
    last: tuple[str, Location | None] | None = None
    while len(found) < _MOST_REFUSALS:
        source.edit(spell_out_checks, partial(disguise, chosen=chosen))
        text = source.edited.text
        try:
            bindings.ir.Module.parse(text, bindings.context_for(text))
            break
        except bindings.ir.MLIRError as error:
            messages = upstream_messages(error, Converter(bindings, None, source.place).location)
        place = next((place for place, _ in messages if place is not None), None)
        message = "; ".join(true_names(message) for where, message in messages if where in (place, None))
        if (message, place) == last:  # it wasn't the operation in front of the place
            found[-1] = Refusal(message, place)
            break
        last = message, place
        at = None if place is None else source.offset(place)
        start = starts[bisect_right(starts, at) - 1] if at is not None and starts and starts[0] <= at else None
        if start is None or start in chosen:
            if not _NO_END.search(message):  # otherwise a rule of the operation that has the region says so
                found.append(Refusal(message, place))
            break
        chosen.add(start)
        if _NO_FUNCTION.search(message) is None or start not in calls or calls[start].isdisjoint(chosen):
            found.append(Refusal(message, source.location(start)))
    else:
        found.append(Refusal(MORE))
    return found or [Refusal(first.message)]  # of an operation that breaks a rule


def _without_end(source: _Text, module: Module) -> list[tuple[Refusal, int]]:
    """The functions whose body doesn't end in a return, with where in the text that would stand."""
    from hlogen.mlir.mending import end_of_function
    from hlogen.spec.program_rules import END

    found: list[tuple[Refusal, int]] = []
    for op in module.walk():
        if op.name != "func.func" or op.location is None or (at := source.offset(op.location)) is None:
            continue
        bodies = [block.operations for region in op.regions for block in region.blocks]
        if any(not body or _NO_TERMINATORS.match(body[-1].name) for body in bodies) and (
            (end := end_of_function(source.text, at)) is not None
        ):
            name = op.attributes.get("sym_name")
            found.append((Refusal(f"the body of @{name} doesn't end in a return", op.location, END), end))
    return found


def _calls(source: _Text, module: Module) -> dict[int, set[int]]:
    """Where calls stand, and the operations around each: a call finds no function inside of what nobody knows."""
    found: dict[int, set[int]] = {}
    around = [(op, frozenset[int]()) for op in module.operations]
    while around:
        op, outside = around.pop()
        at = None if op.location is None else source.offset(op.location)
        if op.name == _CALL and at is not None:
            found[at] = {*outside}
        inside = outside if at is None else outside | {at}
        around += [(one, inside) for region in op.regions for block in region.blocks for one in block.operations]
    return found


def _read_apart(
    wrong: str,
    program: str | bytes,
    name: str,
    first_line: int,
    verify: bool,
    inserted: Mapping[int, str] = MappingProxyType({}),
) -> Module:
    try:
        module: Module = apart.call(
            f"{__name__}:read_here", program, name, first_line, verify, dict(inserted), size=len(program)
        )
    except apart.Fallen as how:
        raise ParseError(f"{name}: {wrong}: {how}", Location(name)) from None
    return module


def read_here(
    program: str | bytes, name: str, first_line: int, verify: bool, inserted: Mapping[int, str] = MappingProxyType({})
) -> Module:
    """The program in bytecode or in text, which begins on `first_line` of its file: what the worker is asked for."""
    with _what_bindings_cannot_say(name):
        if isinstance(program, bytes):
            return _read_bytecode(program, name, verify)
        return _read_text(program, name, first_line, verify, inserted=inserted)


def _read_bytecode(content: bytes, name: str, verify: bool) -> Module:
    bytecode.require_producer(content, name)
    if not apart.is_here() and not apart.is_own(content):
        return _read_apart("this MLIR bytecode is damaged", content, name, 1, verify)
    bindings = provider.find()

    def place(file: str, line: int, column: int) -> Location:
        return Location(name if file == _UPSTREAM_NAME else file, line, column)

    is_accepted = is_whole = False
    try:
        context = bindings.context_for(content)
        module = bytecode.parse(bindings, context, content, name)
        is_accepted = True
        converter = Converter(bindings, module, place, converted=bindings.converted_in(context))
        converted = converter.module(name)
        is_whole = not converter.has_resources
        return converted
    except ParseError:
        text = None if verify or is_accepted else bytecode.unverified_text(bindings, content)
        if text is None:
            raise
    finally:
        if not is_whole:
            bindings.leave_context()
    return _read_text(text, name, 1, verify, is_translated=True)


def _parse(bindings: Bindings, source: _Text, name: str, true_name: Callable[[str], str] = str) -> Module:
    text = source.edited.text
    context = bindings.context_for(text)
    module = bytecode.unversioned(bindings, bindings.ir.Module.parse(text, context))
    if (at := name_that_is_no_text(text)) is not None:  # asking the bindings for it would end the process
        where = source.place(_UPSTREAM_NAME, *_line_and_column(text, at))
        raise ParseError(f"{where}: the name of this operation is not in UTF-8", where)
    converted = bindings.converted_in(context)
    return Converter(bindings, module, source.place, true_name, source.name_at, converted).module(name)


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _too_deep(name: str) -> ParseError:
    return ParseError(f"{name}: the program is nested too deeply to be read", Location(name))


def _no_mlir(source: _Text) -> ParseError:
    """For text that may be anything: it is neither shown nor quoted, since it may be somebody's secret."""
    comments = _CODE.match(source.text)
    before = source.text.count("\n", 0, comments.end() if comments is not None else 0)
    place = source.place(_UPSTREAM_NAME, before + 1, 1)
    return ParseError(f"{place}: this is no MLIR text: there is no operation, function or module in it", place)


def _too_long(source: _Text, at: int) -> ParseError:
    line = source.text.count("\n", 0, at) + 1
    column = len(source.text[source.text.rfind("\n", 0, at) + 1 : at].encode()) + 1
    place = Location(source.name, line + source.first_line - 1, column)
    return ParseError(f"{place}: a number of more than {_MOST_DIGITS} digits can't be read", place)


def _parse_error(bindings: Bindings, error: Any, source: _Text) -> ParseError:
    """What upstream says against a program, each place of it shown once."""
    edited: dict[Location, tuple[int, int]] = {}

    def place(file: str, line: int, column: int) -> Location:
        found = source.place(file, line, column)
        edited[found] = line, column
        return found

    messages: dict[Location | None, list[str]] = {}
    for where, said in upstream_messages(error, Converter(bindings, None, place).location):
        message = true_spelling(true_names(said))
        if message == _UNDECLARED and where is not None:
            message += f" '{source.word_at(*edited[where])}'"
        if message == _NO_TYPE and where is not None and (word := source.word_at(*edited[where]).lstrip("x")):
            message = f"'{word}' is no type"
        messages.setdefault(where, []).append(message)
    diagnostics = [with_place(where, message) for where, some in messages.items() for message in some]
    shown = [with_place(where, "; ".join(some)) + source.excerpt(where) for where, some in messages.items()]
    first = next((where for where in messages if where is not None), None)
    return ParseError("\n".join(shown), first or Location(source.name), diagnostics)
