"""Programs that were damaged: what stands in the repository, with bytes, tokens, numbers, lines and attributes changed.

`Damaged(seed)[number]` is always the same program for the same repository, whatever came before it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hlogen.errors import HlogenError
from hlogen.lint.split import numbered_parts
from hlogen.mlir import reader, writer

ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 6000  # bytes of a program that is damaged: time goes into damages, not into long programs
_MOST_DAMAGES = 4
IN_BYTECODE = 0.02  # of all programs; a reader that dies of one has to be started again

_STRING = re.compile(r'"""(.*?)"""', re.S)
_TOKEN = re.compile(rb'"[^"\n]*"|[%@#!^]?[\w$.]+|->|\s+|.', re.S)
_WORD = re.compile(rb"[%@#!^]?[\w$.]+")
_NUMBER = re.compile(rb"(?<![\w.%#@])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_ATTRIBUTE = re.compile(
    rb"(\w+)\s*=\s*(array<[^>]*>|dense<[^>]*>(?:\s*:\s*tensor<[^>]*>)?|#[\w.]+<[^<>]*>|\[[^\]]*\]|"
    rb"-?[\d.]+(?:\s*:\s*\w+)?|true|false|@\w+|\"[^\"]*\")"
)
_TYPE = re.compile(rb"(?:tensor|tuple|complex|vector|memref)<[^<>]*(?:<[^<>]*>[^<>]*)*>|!stablehlo\.token|\bindex\b")
_OPERATION = re.compile(rb"\b(?:stablehlo|chlo|func)\.\w+")
_VALUE = re.compile(rb"%[\w#]+")
_EXTREMES = (
    b"0 1 2 3 4 7 8 -1 -2 16 63 64 65 127 128 -128 255 256 1000 4095 65536 1000000 2147483647 2147483648 -2147483648 "
    b"4294967295 4294967296 9223372036854775807 -9223372036854775808 9223372036854775808 18446744073709551615 "
    b"18446744073709551616 100000000000000000000000000 1e400 -1e400 1e-400 0.0 -0.0 1.5 0x7F800000 0xFFC00000 0x7FF8 "
    b"0xFFFFFFFFFFFFFFFF 0x nan inf true false dense<> [] ? * unit"
).split()
_ODD_BYTES = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xf0\x9f\x98\x80",
    b"\r",
    b"\x1b[2J",
    b"\\",
    b"\\00",
    b"\\FF",
    b'"',
    b"'",
    b"//",
    b"// -----\n",
    b"{-#",
    b"#-}",
    b"\xe2\x80\xa8",
    b"\n",
    b"\t",
    b" ",
)
_ODD_TYPES = (
    b"tensor<f32> tensor<*xf32> tensor<?xf32> tensor<0xf32> tensor<?x?xi64> tensor<9223372036854775807xf32> "
    b"tensor<4294967296x4294967296xi8> tensor<1000000x1000000xf64> tensor<2xcomplex<f32>> tensor<i1> "
    b"tensor<2xi4> tensor<3xui2> tensor<2xf8E4M3FN> tensor<2xf4E2M1FN> tensor<2xbf16> "
    b"tensor<1x2x3x4x5x6x7x8xf16> tensor<2x!quant.uniform<i8:f32,0.5:3>> "
    b"tensor<2x!quant.uniform<i8:f32:0,{0.5,0.25}>> tensor<2x!quant.uniform<i8:f32,0.0>> tuple<> "
    b"tuple<tuple<tensor<f32>>,!stablehlo.token> !stablehlo.token index none i1 f32 i64 "
    b"!stablehlo.future<tensor<f32>> memref<2xf32> vector<4xf32> tensor<2xindex> "
    b"tensor<?xf32,#stablehlo.bounds<4>> tensor<2xf32,#stablehlo.bounds<4>> tensor<2xi128> tensor<2xi7> "
    b"tensor<2xf128> tensor<2xtf32> !foo.bar tensor<2xnone>"
).split()


class Program(NamedTuple):
    """A damaged program, what it was made from, and how."""

    content: bytes
    origin: str
    damages: tuple[str, ...]


@cache
def whole() -> list[tuple[str, bytes]]:
    """The programs of the repository, short and without comments, each with its name."""
    found: dict[bytes, str] = {}
    for path in sorted(ROOT.glob("golden/*/**/*.mlir")):
        for _, part in numbered_parts(path.read_bytes()):
            found.setdefault(_bare(part), str(path.relative_to(ROOT)))
    for path in sorted(ROOT.glob("tests/**/*.py")):
        for text in _texts(path):
            found.setdefault(_bare(text.encode("utf-8", "surrogatepass")), str(path.relative_to(ROOT)))
    return [(name, content) for content, name in found.items() if 20 < len(content) <= _LONGEST]


def _texts(path: Path) -> Iterator[str]:
    """The programs in a Python file."""
    text = path.read_text()
    for match in _STRING.finditer(text) if "func" in text else ():
        if "func" in match[1] and "%" in match[1]:
            yield match[1]


def _bare(content: bytes) -> bytes:
    return b"\n".join(line for line in content.split(b"\n") if line.strip() and not line.lstrip().startswith(b"//"))


@cache
def _serialized(number: int) -> tuple[bytes, ...]:
    """The bytecode and the portable artifact of a whole program, where there is one."""
    forms: list[bytes] = []
    try:
        module = reader.read(whole()[number][1])
        forms.append(writer.to_bytecode(module))
        forms.append(writer.to_portable_artifact(module, "current"))
    except HlogenError:
        pass
    return tuple(forms)


class Damaged(Sequence[Program]):
    """Damaged programs without end."""

    def __init__(self, seed: int, in_bytecode: float = IN_BYTECODE) -> None:
        self.seed = seed
        self.in_bytecode = in_bytecode

    def __len__(self) -> int:
        return 1 << 62

    def __getitem__(self, number: int) -> Program:  # type: ignore[override]  # there are no slices
        rng = random.Random(self.seed * (1 << 40) + number)
        programs = whole()
        chosen = rng.randrange(len(programs))
        name, content = programs[chosen]
        kinds = ON_TEXT
        if rng.random() < self.in_bytecode and (forms := _serialized(chosen)):
            content, kinds = rng.choice(forms), ON_BYTES
        done: list[str] = []
        for _ in range(min(_MOST_DAMAGES, 1 + int(rng.expovariate(1.2)))):
            damage = rng.choice(kinds)
            content = damage(rng, content)
            done.append(damage.__name__.strip("_"))
        return Program(content, name, tuple(done))


Damage = Callable[[random.Random, bytes], bytes]


def _other(rng: random.Random) -> bytes:
    return rng.choice(whole())[1]


def _span(rng: random.Random, pattern: re.Pattern[bytes], content: bytes) -> tuple[int, int] | None:
    """Where one of the matches stands."""
    spans = [match.span() for match in pattern.finditer(content)]
    return rng.choice(spans) if spans else None


def _replaced(content: bytes, span: tuple[int, int] | None, new: bytes) -> bytes:
    return content if span is None else content[: span[0]] + new + content[span[1] :]


def _flipped_bit(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes([content[at] ^ (1 << rng.randrange(8))]) + content[at + 1 :] if content else content


def _other_byte(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes([rng.choice((0, 1, 2, 127, 128, 255, rng.randrange(256)))]) + content[at + 1 :]


def _odd_byte(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice(_ODD_BYTES) + content[at:]


def _without_some(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + content[at + rng.choice((1, 1, 2, 5, 30)) :]


def _cut_off(rng: random.Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _repeated(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + content[at : at + rng.choice((1, 3, 10, 50))] * rng.choice((2, 2, 3, 20)) + content[at:]


def _exchanged_tokens(rng: random.Random, content: bytes) -> bytes:
    spans = [match.span() for match in _TOKEN.finditer(content) if match[0].strip()]
    if len(spans) < 2:
        return content
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    return content[:a] + content[c:d] + content[b:c] + content[a:b] + content[d:]


def _other_token(rng: random.Random, content: bytes) -> bytes:
    span, from_other = _span(rng, _WORD, content), _other(rng)
    taken = _span(rng, _WORD, from_other)
    return content if taken is None else _replaced(content, span, from_other[slice(*taken)])


def _without_token(rng: random.Random, content: bytes) -> bytes:
    return _replaced(content, _span(rng, _TOKEN, content), b"")


def _other_number(rng: random.Random, content: bytes) -> bytes:
    return _replaced(content, _span(rng, _NUMBER, content), rng.choice(_EXTREMES))


def _small_number(rng: random.Random, content: bytes) -> bytes:
    return _replaced(content, _span(rng, _NUMBER, content), str(rng.randrange(-1, 6)).encode())


def _other_type(rng: random.Random, content: bytes) -> bytes:
    """One of the types of the program or an odd one, in one place or in all where it stands."""
    types = _TYPE.findall(content)
    if not types:
        return content
    new = rng.choice(types if rng.random() < 0.5 else _ODD_TYPES)
    old = rng.choice(types)
    return content.replace(old, new) if rng.random() < 0.5 else _replaced(content, _span(rng, _TYPE, content), new)


def _other_element_type(rng: random.Random, content: bytes) -> bytes:
    elements = (b"f32", b"f64", b"i32", b"i64", b"i1", b"ui8", b"bf16", b"complex<f32>", b"f16", b"i4", b"f8E4M3FN")
    old, new = rng.choice(elements), rng.choice(elements)
    return content.replace(old, new)


def _other_value(rng: random.Random, content: bytes) -> bytes:
    values = _VALUE.findall(content)
    return _replaced(content, _span(rng, _VALUE, content), rng.choice(values)) if values else content


def _other_operation(rng: random.Random, content: bytes) -> bytes:
    from_other = _other(rng)
    taken = _span(rng, _OPERATION, from_other)
    return content if taken is None else _replaced(content, _span(rng, _OPERATION, content), from_other[slice(*taken)])


def _exchanged_attributes(rng: random.Random, content: bytes) -> bytes:
    """The value of an attribute instead of another's, from this program or from another."""
    from_other = content if rng.random() < 0.7 else _other(rng)
    taken = [match[2] for match in _ATTRIBUTE.finditer(from_other)]
    places = [match.span(2) for match in _ATTRIBUTE.finditer(content)]
    return _replaced(content, rng.choice(places), rng.choice(taken)) if taken and places else content


def _other_attribute(rng: random.Random, content: bytes) -> bytes:
    """A whole attribute, with its name, of another program."""
    taken = [match[0] for match in _ATTRIBUTE.finditer(_other(rng))]
    places = [match.span() for match in _ATTRIBUTE.finditer(content)]
    return _replaced(content, rng.choice(places), rng.choice(taken)) if taken and places else content


def _without_attribute(rng: random.Random, content: bytes) -> bytes:
    return _replaced(content, _span(rng, re.compile(_ATTRIBUTE.pattern + rb",?"), content), b"")


def _repeated_line(rng: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"\n".join(lines)


def _without_line(rng: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def _exchanged_lines(rng: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def _spliced_line(rng: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(_other(rng).split(b"\n")))
    return b"\n".join(lines)


def _spliced(rng: random.Random, content: bytes) -> bytes:
    other = _other(rng)
    return content[: rng.randrange(len(content) + 1)] + other[rng.randrange(len(other)) :]


def _nested(rng: random.Random, content: bytes) -> bytes:
    at, deep = rng.randrange(len(content) + 1), rng.choice((1, 2, 10, 100, 390, 5000))
    opening, closing = rng.choice(
        (
            (b"(", b")"),
            (b"[", b"]"),
            (b"{", b"}"),
            (b"<", b">"),
            (b"tuple<", b">"),
            (b"module {", b"}"),
            (b"[dense<", b">]"),
            (b"loc(", b")"),
            (b"tensor<2x", b">"),
        )
    )
    end = min(len(content), at + rng.choice((0, 1, 5, 20)))
    return content[:at] + opening * deep + content[at:end] + closing * deep + content[end:]


def _in_another_artifact(rng: random.Random, content: bytes) -> bytes:
    """The end of another artifact behind a beginning of this one."""
    forms = _serialized(rng.randrange(len(whole()))) or (content,)
    other, at = rng.choice(forms), rng.randrange(len(content) + 1)
    return content[:at] + other[min(at, len(other)) :]


ON_TEXT: tuple[Damage, ...] = (
    _flipped_bit, _other_byte, _odd_byte, _without_some, _cut_off, _repeated,
    _exchanged_tokens, _other_token, _without_token,
    *(_other_number,) * 3, *(_small_number,) * 4, *(_other_type,) * 3, *(_other_element_type,) * 2,
    *(_other_value,) * 2, *(_other_operation,) * 2, *(_exchanged_attributes,) * 3, *(_other_attribute,) * 2,
    _without_attribute,
    _repeated_line, _without_line, _exchanged_lines, _spliced_line, _spliced, _nested,
)  # fmt: skip
ON_BYTES: tuple[Damage, ...] = (
    _flipped_bit, _flipped_bit, _other_byte, _other_byte, _without_some, _cut_off, _repeated, _odd_byte,
    _in_another_artifact,
)  # fmt: skip
