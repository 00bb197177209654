"""Text that ends the process in which upstream reads it: a few known shapes, looked for before it gets there.

`fatal` finds what is wrong whatever upstream makes of it. What `is_doubtful` is read in a worker process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from hlogen.mlir.tokens import has_string_that_is_no_text, is_in_comment_or_string, type_end

_NEGATIVE_DIMENSION = re.compile(r"\bbroadcast_dimensions\s*=\s*array<i64:[^>-]{0,1000}-")
_NO_GROUPS = re.compile(r"\breplica_groups\s*=\s*dense<[^>]{0,100}>\s*:\s*tensor<0x")
# What the condition of a while and the comparator of a sort give is taken for a tensor.
_PLAIN_RETURN = re.compile(
    r'stablehlo\.return(?:"\((?:%[\w$.#-]+(?:,\s*)?)*\)(?:\s*<?\{[^}]*\}>?)*\s*:\s*\(\s*(?:tensor<|\))'
    r"|\s+%[\w$.#-]+(?:,\s*%[\w$.#-]+)*\s*:\s*tensor<|[ \t]*\n)"
)
# How these lists are written where there is nothing special about them: not negative, hexadecimal or by another name.
_PLAIN_DIMENSIONS = re.compile(r"\bbroadcast_dimensions\s*=\s*array<i64(?::\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*)?>")
_PLAIN_GROUPS = re.compile(r"\breplica_groups\s*=\s*dense<[^>]*>\s*:\s*tensor<[1-9]\d*x[1-9]\d*xi64>")
# What MLIR reads as well and nobody writes: attributes as #stablehlo<name<..>>, and letters of names as their codes.
_NESTED = re.compile(r"#stablehlo(?:\s|//[^\n]*)*<(?![a-z_]+ \w+>)")
_CODE_OF_LETTER = re.compile(r"\\(?:2[eE]|3\d|[46][1-9a-fA-F]|[57][\daA]|5[fF])")
# Bounds are held against the element type before them, also where that is none: tensor<2xtensor, #stablehlo.bounds<4>>.
_BOUNDS = re.compile(r"#stablehlo\.(?:bounds|type_extensions)\b")
_BOUNDED = re.compile(
    r"tensor<(?:(?:\d+|\?)\s*x\s*)*"
    r"(?:[su]?i\d+|bf16|tf32|f\d+\w*|index|complex<f\d+>|!quant\.uniform<[^<>#]*>)\s*,\s*(?=#stablehlo)"
)
# One operand or none are no input and an initial value.
_REDUCE_OF_NOTHING = re.compile(r'"stablehlo\.reduce"(?:\s|//[^\n]*)*\([^(),]*\)')
_PER_AXIS = re.compile(r"\buniform\s*<(?:[^{}<>]|<[^<>]*>)*\{")
_SPREAD = re.compile(r"hlo\.dynamic_broadcast_in_dim\b[^\n]*?:[ \t]*\([ \t]*(?=tensor<)")
_SPREAD_RESULT = re.compile(r"[ \t]*,[ \t]*tensor<[^<>\n]*>[ \t]*\)[ \t]*->[ \t]*(?=tensor<)")
_LONGEST_OPERATION = 1000  # characters between an operation's name and its attributes
_PAIR = re.compile(r"\(\s*[-+\d]")
_PAIRS = re.compile(r'dense(?:\s|//[^\n]*)*<[^">(]*(\()[^">]*>\s*:\s*(!?[\w.$]+(?:<[^>]*>)?)')
_ALIAS = re.compile(r"^\s*(![\w.$]+)\s*=\s*(.*?)\s*$", re.M)
_RAW = re.compile(r"#stablehlo\.conv(?:\s|//[^\n]*)*<(?:\s|//[^\n]*)*raw\b([^>]*)>")
_INTEGER = re.compile(r"-?(?:0x[\da-fA-F]+|\d+)")
_FIELD = re.compile(rf"\b(input|kernel|output)_(\w+)\s*=\s*(?:\[([^\]]*)\]|({_INTEGER.pattern}))")
# Each begins with its word, which is how it is found fast.
_LABELS = {
    word: re.compile(rf"{word}\s*{sign}\s*(\[[^\]]*\]\s*x\s*\[[^\]]*\]\s*->\s*\[[^\]]*\])")
    for word, sign in (("conv", "<"), ("dim_numbers", "="))
}
_LARGE = re.compile(r"\d{4,}")  # a number that no dimension has


def fatal(text: str) -> tuple[int, str] | None:
    """Where such a shape stands, and what it is; None where there is none that is known."""
    found = [one for word, find in _KNOWN.items() if word in text for one in find(text)]
    return next((one for one in sorted(found) if not is_in_comment_or_string(text, one[0])), None) if found else None


def is_doubtful(text: str) -> bool:
    """Whether the text has a shape that ends the process where something else is wrong with it as well."""
    return (
        has_string_that_is_no_text(text)  # what quotes it, such as a message, ends the process
        or _has_open_resource(text)
        or "vhlo." in text  # which is verified only once it is no text any more
        or (
            ("stablehlo.while" in text or "stablehlo.sort" in text)
            and _is_written_otherwise("stablehlo.return", _PLAIN_RETURN, text)
        )
        or ("all_to_all" in text and _is_written_otherwise("replica_groups", _PLAIN_GROUPS, text))
        or ("#stablehlo.bounds" in text and _has_bounds_of_what_may_be_no_type(text))
        or ("#stablehlo.type_extensions" in text and _has_bounds_of_what_may_be_no_type(text))
        or ("chlo.broadcast_" in text and _is_written_otherwise("broadcast_dimensions", _PLAIN_DIMENSIONS, text))
        or ("hlo.dynamic_broadcast_in_dim" in text and "quant" in text and _PER_AXIS.search(text) is not None)
        or _NESTED.search(text) is not None
        or ("\\" in text and _CODE_OF_LETTER.search(text) is not None)
    )


def _is_written_otherwise(name: str, plainly: re.Pattern[str], text: str) -> bool:
    """Whether an attribute of that name is written otherwise anywhere."""
    return text.count(name) != sum(1 for _ in plainly.finditer(text))


def _has_bounds_of_what_may_be_no_type(text: str) -> bool:
    """Whether bounds stand anywhere but behind a plain element type: behind an alias, or as one."""
    bounds = {match.start() for match in _BOUNDS.finditer(text)}
    return bool(bounds) and not bounds <= {match.end() for match in _BOUNDED.finditer(text)}


def _has_open_resource(text: str) -> bool:
    """Whether a string is open at the end of its line, in what stands behind the program."""
    at = text.find("{-#") if "_resources" in text else -1
    while at >= 0:
        end = text.find("\n", at)
        if text.count('"', at, len(text) if end < 0 else end) % 2:
            return True
        at = end + 1 if end >= 0 else -1
    return False


def _negative_dimensions(text: str) -> Iterator[tuple[int, str]]:
    """The verifier of chlo's broadcasting operations reads dimensions that aren't there."""
    for match in _NEGATIVE_DIMENSION.finditer(text):
        if "chlo.broadcast_" in text[max(0, match.start() - _LONGEST_OPERATION) : match.start()]:
            yield match.end() - 1, "a broadcast dimension is negative"


def _no_groups(text: str) -> Iterator[tuple[int, str]]:
    """The verifier of all_to_all divides by the number of groups."""
    for match in _NO_GROUPS.finditer(text):
        if "hlo.all_to_all" in text[max(0, match.start() - _LONGEST_OPERATION) : match.start()]:
            yield match.start(), "all_to_all has no replica groups"


def _nothing_reduced(text: str) -> Iterator[tuple[int, str]]:
    """The verifier of reduce asks for the rank of the first input."""
    for match in _REDUCE_OF_NOTHING.finditer(text):
        yield match.end() - 1, "reduce has no inputs"


def _spread_axes(text: str) -> Iterator[tuple[int, str]]:
    """The verifier of dynamic_broadcast_in_dim takes the operand's axis wherever the result has one."""
    for match in _SPREAD.finditer(text):
        end = type_end(text, match.end())
        if (behind := _SPREAD_RESULT.match(text, end)) is not None:
            result = text[behind.end() : type_end(text, behind.end())]
            if _PER_AXIS.search(result) and not _PER_AXIS.search(text, match.end(), end):
                yield match.end(), "the result is quantized per axis, and the operand isn't"


def _pairs(text: str) -> Iterator[tuple[int, str]]:
    """Elements in pairs are taken for complex numbers whatever the type says, and read beyond what is there."""
    if not _PAIR.search(text):
        return
    aliases = dict(_ALIAS.findall(text))
    for match in _PAIRS.finditer(text):
        type = str(aliases.get(match[2], match[2]))
        if "complex<" not in type:
            yield match.start(1), f"a complex number can't be an element of {type}"


def _raw_dimensions(text: str) -> Iterator[tuple[int, str]]:
    """Dimension numbers are printed as labels, for which each of input, kernel and output needs each number once."""
    for match in _RAW.finditer(text):
        numbers: dict[str, list[int]] = {}
        for tensor, _, listed, one in _FIELD.findall(match[1]):
            read = (int(number, 16 if "x" in number else 10) for number in _INTEGER.findall(listed or one))
            numbers.setdefault(tensor, []).extend(read)
        for tensor, all_of_it in numbers.items():
            if (found := sorted(all_of_it)) != list(range(len(found))):
                yield (
                    match.start(),
                    f"the dimension numbers of {tensor} are {found}, not each of 0 to {len(found) - 1} once",
                )


def _labels(word: str, text: str) -> Iterator[tuple[int, str]]:
    """As many dimensions are made as the largest label says."""
    for match in _LABELS[word].finditer(text):
        for number in _LARGE.finditer(text, *match.span(1)):
            yield number.start(), f"a convolution has no dimension {number[0]}"


# What finds such shapes, by a word that each of them has.
_KNOWN: dict[str, Callable[[str], Iterator[tuple[int, str]]]] = {
    "chlo.broadcast_": _negative_dimensions,
    "hlo.all_to_all": _no_groups,
    "hlo.dynamic_broadcast_in_dim": _spread_axes,
    '"stablehlo.reduce"': _nothing_reduced,
    "dense": _pairs,
    "#stablehlo.conv": _raw_dimensions,
    **{word: partial(_labels, word) for word in _LABELS},
}
