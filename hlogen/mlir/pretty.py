"""Operations in pretty form, written out in generic form: ``stablehlo.add %a, %b : tensor<2xf32>``.

Upstream's parser reads both, but the pretty form only of operations that it then verifies. Lines stay as they are, and
what regions hold stays in its place. What isn't understood is left as it is: upstream says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from hlogen.mlir.tokens import closing, skip_blanks, type_end

# How each operation is written, in words between blanks: "%" an operand, "%*" several with commas between them, "%,*"
# several with a comma behind each; "name=kind" an attribute, "?" before what may be missing; everything else as it
# stands, or what is read by a function of its own (`_CUSTOM`). In the end come attributes in braces and ":", and types.
_FORMS = {
    "abs cbrt ceil convert cosine count_leading_zeros exponential exponential_minus_one floor imag log log_plus_one "
    "logistic negate not popcnt real round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh "
    "uniform_quantize uniform_dequantize is_finite bitcast_convert reshape": "%",
    "add and atan2 complex divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic "
    "shift_right_logical subtract xor dynamic_reshape": "% , %",
    "clamp select": "% , % , %",
    "dynamic_update_slice dynamic_pad real_dynamic_slice after_all tuple": "%*",
    "iota": "dim = iota_dimension=i64",
    "dynamic_iota": "% , dim = iota_dimension=i64",
    "create_token replica_id partition_id": "",
    "get_tuple_element": "% [ index=i32 ]",
    "compare": "comparison_direction=comparison_direction , % , % ?, compare_type=comparison_type",
    "slice": "% SLICE",
    "dynamic_slice": "% , %,* sizes = slice_sizes=list",
    "broadcast": "% , sizes = broadcast_sizes=list",
    "broadcast_in_dim": "% , dims = broadcast_dimensions=list",
    "dynamic_broadcast_in_dim": "% , % , dims = broadcast_dimensions=list",
    "cholesky": "% ?, lower = lower=as_is",
    "concatenate": "%,* dim = dimension=i64",
    "convolution": "( % , % ) dim_numbers = CONVOLUTION , window = { WINDOW }",
    "call": "CALLEE ( %* )",
    "composite": "name=as_is %*",
    "custom_call": "TARGET ( %* )",
    "dot": "% , % PRECISION",
    "dot_general": "% , % , DOT PRECISION",
    "einsum": "% , % , config = einsum_config=as_is",
    "unary_einsum": "% , config = einsum_config=as_is",
    "fft": "% , type = fft_type=fft_type , length = fft_length=list",
    "get_dimension_size": "% , dim = dimension=i64",
    "set_dimension_size": "% , % , dim = dimension=i64",
    "reverse": "% , dims = dimensions=list",
    "pad": "% , % , low = edge_padding_low=list , high = edge_padding_high=list , interior = interior_padding=list",
    "transpose": "% , dims = permutation=list",
    "rng": "% , % , % , distribution = rng_distribution=rng_distribution",
    "rng_bit_generator": "% , algorithm = rng_algorithm=rng_algorithm",
    "reduce_precision": "% , format = MANTISSA",
}  # fmt: skip
FORMS = {name: form.split() for names, form in _FORMS.items() for name in names.split()}
_FORM_OF_CHLO = ["%*"]  # of most of its operations
# Operations with the type of their result alone.
_RESULT = ("iota", "create_token", "replica_id", "partition_id")

_VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
_WORD = re.compile(r"[A-Za-z_][\w.]*")
_INTEGER = re.compile(r"-?\d+")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_SYMBOL = re.compile(r'@(?:[\w$.-]+|"(?:[^"\\\n]|\\.)*")')
_CONVOLUTION = re.compile(r"\[[^\]]*\]\s*x\s*\[[^\]]*\]\s*->\s*\[[^\]]*\]")
_MANTISSA = re.compile(r"e(\d+)m(\d+)")
_COMPLEX = re.compile(r"complex<([^<>]*)>")
_WINDOW = {
    "stride": "window_strides", "lhs_dilate": "lhs_dilation", "rhs_dilate": "rhs_dilation", "pad": "padding",
    "reverse": "window_reversal",
}  # fmt: skip

_NEW = "%stablehl0_"  # how names begin that the text hasn't

Change = tuple[int, int, str]


class _NotUnderstood(Exception):
    """Raised where the text isn't in the form that is known."""


@dataclass
class _Reader:
    """What stands in the text from `at` on, and what of the operation has been read so far."""

    text: str
    at: int
    operands: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)

    def skip(self) -> int:
        self.at = skip_blanks(self.text, self.at)
        return self.at

    def takes(self, word: str) -> bool:
        at = skip_blanks(self.text, self.at)  # it stays in front of blanks before something else
        if self.text.startswith(word, at):
            self.at = at + len(word)
            return True
        return False

    def require(self, word: str) -> None:
        if not self.takes(word):
            raise _NotUnderstood

    def match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.skip())
        if found is None:
            raise _NotUnderstood
        self.at = found.end()
        return found

    def operand(self) -> None:
        self.operands.append(self.match(_VALUE)[0])

    def several(self, between: bool) -> None:
        """Operands with commas between them, or with one behind each."""
        while _VALUE.match(self.text, self.skip()):
            self.operand()
            if not self.takes(",") and between:
                return

    def bracketed(self) -> str:
        """What stands between brackets, on one line."""
        start = self.skip()
        end = closing(self.text, start)
        if end is None or self.text[start] != "[":
            raise _NotUnderstood
        self.at = end + 1
        return " ".join(self.text[start + 1 : end].split())

    def attribute(self, name: str, kind: str) -> None:
        if kind == "list":
            value = _listed(self.bracketed())
        elif kind in ("i32", "i64"):
            value = f"{self.match(_INTEGER)[0]} : {kind}"
        elif kind == "as_is":
            value = self.match(_STRING if self.text.startswith('"', self.skip()) else _WORD)[0]
        else:
            value = f"#stablehlo<{kind} {self.match(_WORD)[0]}>"
        self.attributes.append(f"{name} = {value}")

    def dictionary(self) -> None:
        """Attributes in braces, if there are some."""
        start = self.skip()
        if self.text.startswith("{", start):
            end = closing(self.text, start)
            if end is None:
                raise _NotUnderstood
            self.attributes.append(_one_line(self.text[start + 1 : end]))
            self.at = end + 1
        self.attributes = [one for one in self.attributes if one]

    def type(self) -> str:
        start = self.skip()
        end = type_end(self.text, start)
        if end == start:
            raise _NotUnderstood
        self.at = end
        return _one_line(self.text[start:end])

    def types(self) -> list[str]:
        found = [self.type()]
        while self.takes(","):
            found.append(self.type())
        return found

    def in_brackets(self) -> list[str]:
        self.require("(")
        if self.takes(")"):
            return []
        found = self.types()
        self.require(")")
        return found

    def signature(self) -> tuple[list[str], list[str]]:
        """``(types) -> types``."""
        operands = self.in_brackets()
        self.require("->")
        return operands, self.in_brackets() if self.text.startswith("(", self.skip()) else [self.type()]


def spelled_out(text: str, start: int, name: str, new_name: str) -> tuple[list[Change], int] | None:
    """The changes that write the operation at `start` out, called `new_name`, and where its head ends.

    `name` is "stablehlo.add". None where it isn't understood.
    """
    mnemonic = name.rpartition(".")[2]
    reader = _Reader(text, start + len(name))
    try:
        if mnemonic == "while":
            return _while(reader, start, new_name)
        if mnemonic == "reduce":
            return _reduce(reader, start, new_name)
        if mnemonic == "optimization_barrier":
            return _barrier(reader, start, new_name)
        if mnemonic == "return":
            return _return(reader, start, new_name)
        if (form := _FORM_OF_CHLO if name.startswith("chlo.") else FORMS.get(mnemonic)) is None:
            return None
        for word in form:
            if word == "?,":
                if not reader.takes(","):
                    break
            else:
                _read(reader, word)
        reader.dictionary()
        reader.require(":")
        operands, results = _signature(reader, mnemonic)
    except _NotUnderstood:
        return None
    written = _generic(new_name, reader, operands, results)
    return [(start, reader.at, written + "\n" * text.count("\n", start, reader.at))], reader.at


def result_types(text: str, start: int, end: int, count: int) -> str | None:
    """The types of an operation's results, ``(type, type)``, of whatever else stands in text[start:end].

    They are what stands behind a colon up to the end; where there are fewer than `count`, the last is repeated, where
    there are more, the last ones are taken. None where no such types are there.
    """
    text = text[:end].rstrip()
    for match in re.finditer(":", text[start:]):
        reader = _Reader(text, start + match.start() + 1)
        try:
            results = reader.signature()[1] if text.startswith("(", reader.skip()) else reader.types()
            if reader.takes("->"):  # as CHLO writes it
                results = [reader.type()]
        except _NotUnderstood:
            continue
        if reader.takes("loc"):
            reader.at = (closing(text, reader.skip()) or len(text)) + 1
        if skip_blanks(text, reader.at) >= len(text) and results:
            return f"({', '.join([*results, *results[-1:] * (count - len(results))][-count:])})"
    return None


def _read(reader: _Reader, word: str) -> None:
    if (custom := _CUSTOM.get(word)) is not None:
        custom(reader)
    elif word == "%":
        reader.operand()
    elif word in ("%*", "%,*"):
        reader.several(between=word == "%*")
    elif "=" in word[:-1]:
        reader.attribute(*word.split("="))
    else:
        reader.require(word)


def _generic(name: str, reader: _Reader, operands: list[str], results: list[str], regions: str = "") -> str:
    attributes = f" {{{', '.join(reader.attributes)}}}" if reader.attributes else ""
    return f'"{name}"({", ".join(reader.operands)}){regions}{attributes} : {_function(operands, results)}'


def _function(operands: list[str], results: list[str]) -> str:
    return f"({', '.join(operands)}) -> ({', '.join(results)})"


def _signature(reader: _Reader, mnemonic: str) -> tuple[list[str], list[str]]:
    if reader.text.startswith("(", reader.skip()) and mnemonic not in _RESULT:
        return reader.signature()
    types = reader.types()
    count = len(reader.operands)
    if reader.takes("->"):  # as CHLO writes it
        return types, reader.in_brackets() if reader.text.startswith("(", reader.skip()) else [reader.type()]
    if mnemonic in _RESULT:
        return [], types
    if mnemonic == "complex" and len(types) == 1:
        return [_COMPLEX.sub(r"\1", types[0])] * count, types
    if mnemonic == "select" and len(types) == 2:
        return [types[0], types[1], types[1]], [types[1]]
    if mnemonic == "tuple" and len(types) == 1 and types[0].startswith("tuple<"):
        inner = _Reader(types[0][len("tuple<") : -1], 0)
        return inner.types() if inner.text else [], types
    if len(types) == 1:
        return types * count, types
    raise _NotUnderstood


def _slice(reader: _Reader) -> None:
    """``[0:4, 1:8:2]``"""
    listed = reader.bracketed()
    ranges = [[part.strip() for part in one.split(":")] for one in listed.split(",")] if listed else []
    if any(len(one) not in (2, 3) for one in ranges):
        raise _NotUnderstood
    for name, at in (("start_indices", 0), ("limit_indices", 1), ("strides", 2)):
        values = [one[at] if at < len(one) else "1" for one in ranges]
        reader.attributes.append(f"{name} = {_listed(', '.join(values))}")


def _convolution(reader: _Reader) -> None:
    numbers = " ".join(reader.match(_CONVOLUTION)[0].split())
    reader.attributes.append(f"dimension_numbers = #stablehlo.conv<{numbers}>")


def _window(reader: _Reader) -> None:
    while not reader.text.startswith("}", reader.skip()):
        word = reader.match(_WORD)[0]
        if word not in _WINDOW:
            raise _NotUnderstood
        reader.require("=")
        listed = reader.bracketed()
        if word == "pad":
            rows = {row.count(",") + 1 for row in re.findall(r"\[([^\]]*)\]", listed)} or {0}
            if len(rows) != 1:
                raise _NotUnderstood
            value = f"dense<[{listed}]> : tensor<{listed.count('[')}x{rows.pop()}xi64>"
        elif word == "reverse":
            flags = {"0": "false", "1": "true", "true": "true", "false": "false"}
            names = [one.strip() for one in listed.split(",") if one.strip()]
            if not set(names) <= set(flags):
                raise _NotUnderstood
            value = _listed(", ".join(flags[one] for one in names), "i1")
        else:
            value = _listed(listed)
        if not (word == "pad" and not listed):
            reader.attributes.append(f"{_WINDOW[word]} = {value}")
        if not reader.takes(","):
            return


def _target(reader: _Reader) -> None:
    reader.require("@")
    at = reader.at
    quoted = reader.text.startswith('"', at)
    found = reader.match(_STRING if quoted else _WORD)[0]
    reader.attributes.append(f"call_target_name = {found if quoted else chr(34) + found + chr(34)}")


def _callee(reader: _Reader) -> None:
    reader.attributes.append(f"callee = {reader.match(_SYMBOL)[0]}")


def _dot(reader: _Reader) -> None:
    """``batching_dims = [0] x [0], contracting_dims = [2] x [1]``"""
    listed = {"batching": ("", ""), "contracting": ("", "")}
    for kind in listed:
        if kind == "contracting" or reader.text.startswith("batching_dims", reader.skip()):
            reader.require(f"{kind}_dims")
            reader.require("=")
            left = reader.bracketed()
            reader.require("x")
            listed[kind] = left, reader.bracketed()
            if kind == "batching":
                reader.require(",")
    fields = [
        f"{side}_{kind}_dimensions = [{listed[kind][at]}]"
        for kind in listed
        for at, side in enumerate(("lhs", "rhs"))
        if listed[kind][at]
    ]
    reader.attributes.append(f"dot_dimension_numbers = #stablehlo.dot<{', '.join(fields)}>")


def _precision(reader: _Reader) -> None:
    """``, precision = [DEFAULT, HIGH], algorithm = <...>``"""
    while reader.takes(","):
        word = reader.match(_WORD)[0]
        reader.require("=")
        if word == "precision":
            names = [one.strip() for one in reader.bracketed().split(",")]
            entries = ", ".join(f"#stablehlo<precision {one}>" for one in names if one)
            reader.attributes.append(f"precision_config = [{entries}]")
        elif word == "algorithm":
            start = reader.skip()
            reader.at = end = type_end(reader.text, start)
            reader.attributes.append(f"algorithm = #stablehlo.dot_algorithm{_one_line(reader.text[start:end])}")
        else:
            raise _NotUnderstood


def _mantissa(reader: _Reader) -> None:
    found = reader.match(_MANTISSA)
    reader.attributes += [f"exponent_bits = {found[1]} : i32", f"mantissa_bits = {found[2]} : i32"]


_CUSTOM: dict[str, Callable[[_Reader], None]] = {
    "SLICE": _slice,
    "CONVOLUTION": _convolution,
    "WINDOW": _window,
    "CALLEE": _callee,
    "TARGET": _target,
    "DOT": _dot,
    "PRECISION": _precision,
    "MANTISSA": _mantissa,
}


def _return(reader: _Reader, start: int, name: str) -> tuple[list[Change], int]:
    """``return %a, %b : tensor<2xf32>, tensor<3xf32>``, or ``return`` of nothing."""
    end = reader.at
    if _VALUE.match(reader.text, skip_blanks(reader.text, end)):
        reader.several(between=True)
        reader.dictionary()
        reader.require(":")
        types = reader.types()
        end = reader.at
    else:
        types = []
    written = _generic(name, reader, types, [])
    return [(start, end, written + "\n" * reader.text.count("\n", start, end))], end


def _barrier(reader: _Reader, start: int, name: str) -> tuple[list[Change], int]:
    """``optimization_barrier {} %a, %b : tensor<2xf32>, tensor<3xf32>``, or ``()`` for nothing."""
    reader.dictionary()
    types: list[str] = []
    if reader.takes("("):
        reader.require(")")
    else:
        reader.several(between=True)
        reader.require(":")
        types = reader.types()
    written = _generic(name, reader, types, types)
    return [(start, reader.at, written + "\n" * reader.text.count("\n", start, reader.at))], reader.at


def _while(reader: _Reader, start: int, name: str) -> tuple[list[Change], int]:
    """``while(%i = %a, %j = %b) : T, U attributes {..} cond {..} do {..}``; what is in the regions stays there."""
    text = reader.text
    reader.require("(")
    arguments: list[str] = []
    while not reader.takes(")"):
        arguments.append(reader.match(_VALUE)[0])
        reader.require("=")
        reader.operand()
        reader.takes(",")
    types = reader.types() if reader.takes(":") else []
    if len(types) != len(arguments):
        raise _NotUnderstood
    if reader.takes("attributes"):
        reader.dictionary()
    reader.require("cond")
    condition = reader.skip()
    condition_end = closing(text, condition)
    if condition_end is None or text[condition] != "{":
        raise _NotUnderstood
    reader.at = condition_end + 1
    reader.require("do")
    body = reader.skip()
    body_end = closing(text, body)
    if body_end is None or text[body] != "{":
        raise _NotUnderstood
    label = f"^bb0({', '.join(map('{}: {}'.format, arguments, types))}):" if arguments else ""
    head = f'"{name}"({", ".join(reader.operands)}) ({{{label}'
    attributes = f" {{{', '.join(reader.attributes)}}}" if reader.attributes else ""
    end = f"}}){attributes} : {_function(types, types)}"
    return [
        (start, condition + 1, head + "\n" * text.count("\n", start, condition)),
        (condition_end, body + 1, f"}}, {{{label}" + "\n" * text.count("\n", condition_end, body)),
        (body_end, body_end + 1, end),
    ], condition + 1


def _reduce(reader: _Reader, start: int, name: str) -> tuple[list[Change], int]:
    """``reduce(%x init: %i), (%y init: %j) applies stablehlo.add across dimensions = [0] {..} : signature``, or without
    ``applies`` and with ``reducer(%a: T, %b: T) (%c: T, %d: T) {..}`` behind."""
    text = reader.text
    inputs, initial = [], []
    while reader.takes("("):
        inputs.append(reader.match(_VALUE)[0])
        reader.require("init")
        reader.require(":")
        initial.append(reader.match(_VALUE)[0])
        reader.require(")")
        reader.takes(",")
    applied = reader.match(_WORD)[0] if reader.takes("applies") else None
    reader.require("across")
    reader.require("dimensions")
    reader.require("=")
    reader.attributes.append(f"dimensions = {_listed(reader.bracketed())}")
    reader.dictionary()
    reader.require(":")
    operands, results = reader.signature()
    reader.operands = [*inputs, *initial]
    if applied is not None:
        if not results:
            raise _NotUnderstood
        scalar = f"tensor<{_element(results[0])}>"
        region = (
            f" ({{^bb0({_NEW}a: {scalar}, {_NEW}b: {scalar}): "
            f'{_NEW}c = "{applied}"({_NEW}a, {_NEW}b) : ({scalar}, {scalar}) -> {scalar} '
            f'"{name.partition(".")[0]}.return"({_NEW}c) : ({scalar}) -> ()}})'
        )
        written = _generic(name, reader, operands, results, region)
        return [(start, reader.at, written + "\n" * text.count("\n", start, reader.at))], reader.at
    reader.require("reducer")
    firsts: list[str] = []
    seconds: list[str] = []
    while reader.takes("("):
        for found in (firsts, seconds):
            value = reader.match(_VALUE)[0]
            reader.require(":")
            found.append(f"{value}: {reader.type()}")
            reader.takes(",")
        reader.require(")")
        reader.takes(",")
    body = reader.skip()
    body_end = closing(text, body)
    if body_end is None or text[body] != "{":
        raise _NotUnderstood
    head = f'"{name}"({", ".join(reader.operands)}) ({{^bb0({", ".join([*firsts, *seconds])}):'
    end = f"}}) {{{', '.join(reader.attributes)}}} : {_function(operands, results)}"
    return [
        (start, body + 1, head + "\n" * text.count("\n", start, body)),
        (body_end, body_end + 1, end),
    ], body + 1


def _element(type: str) -> str:
    """The element type of a tensor's: of ``tensor<2x3xf32>`` ``f32``."""
    match = re.fullmatch(r"tensor<(?:(?:\d+|\?)\s*x\s*)*(.*?)(?:,\s*#.*)?>", type)
    if match is None:
        raise _NotUnderstood
    return match[1]


def _listed(body: str, element: str = "i64") -> str:
    """``array<i64: 1, 2>``, or ``array<i64>``."""
    return f"array<{element}: {body}>" if body.strip() else f"array<{element}>"


def _one_line(text: str) -> str:
    """Without comments and line ends."""
    body = re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda match: match[1] or "", text)
    return " ".join(body.split("\n")).strip()
