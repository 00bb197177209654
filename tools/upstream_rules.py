"""Reads upstream's own tests of its verifier, and says which of them hlogen's rules report.

    python tools/upstream_rules.py stablehlo/tests/*.mlir

A test is a part of a file between lines of ``// -----``; those with ``expected-error`` are invalid, and many have in
their functions' names the label of the constraint that they break (``gather_c9``). What differs without a reason in
the tables below is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import hlogen as hl
from hlogen.spec.constraint import Violation
from hlogen.spec.operations import CONSTRAINED
from hlogen.spec.patterns import UPSTREAM
from hlogen.spec.rules.types import QUANTIZED

_PARTS = re.compile(r"^// -----.*$", re.M)
_NAME = re.compile(r"func\.func (?:public |private )?@(\w+)")
_LABEL = re.compile(r"_([ci]\d+)(?=_|$)")
_SAID = re.compile(r"expected-error[^{]*\{\{(.*?)\}\}\s*$", re.M)

_ALL_REDUCE = "the verifier shares its code with all_reduce's, whose label it is"
_CHANNEL = "source_target_pairs came into the text's list after upstream's tests had their names"
_PAYLOAD = "the text says of recv's results in O1 what upstream's tests number"
_BODY = "upstream's test is about the body, of which the text speaks in another constraint"
_SCALES = "the scales differ in number, which already makes another element type (C1)"
_RANK = "lhs has rank 1: every list of rank(lhs) - 2 entries is too long, and C13 speaks of none of them"
_TYPE = "the number is that of an older list of the text"
# Tests whose names have another label than that of the rule which is broken, and why.
OTHERWISE = {
    "all_reduce_c3": "the groups are empty, of which the text speaks in C2",
    "collective_reduce_c5_no_return": _ALL_REDUCE,
    "collective_reduce_c5_param_type_mismatch": _ALL_REDUCE,
    "collective_reduce_c5_wrong_param_count": _ALL_REDUCE,
    "concatenate_c1_c5": "only the sizes differ, of which the text speaks in C6",
    "concatenate_c6": "inputs of different shapes have C2; what their result should be isn't known then",
    "convolution_c13": _RANK,
    "dynamic_broadcast_in_dim_c5_too_large": "a dimension out of range is C3 of the text",
    "dynamic_conv_c13": _RANK,
    "dynamic_reshape_c3_reshape_c3_mismatch_qdim_size": _SCALES,
    "pad_i3": "a list of another length is C2 of the text",
    "quantized_element_type_c8": "a zero point out of range is C7 of the text",
    "recv_c1": _CHANNEL,
    "recv_c2": _PAYLOAD,
    "recv_c3": _PAYLOAD,
    "recv_c4": _PAYLOAD,
    "reduce_c2": _BODY,
    "scatter_c4": "the test also breaks C2 and C7, on which C4 depends",
    "select_and_scatter_c3_c11": _BODY,
    "send_c1": _CHANNEL,
    "transpose_c4": _SCALES,
    "uniform_quantized_c1": _TYPE,
}
_UNKNOWN = "the bindings don't know the operation, and the text has no such constraint"
# Invalid tests of which hlogen says nothing, and why.
NOTHING = {
    "collective_reduce_c4": _UNKNOWN,
    "collective_reduce_c4_zero_channel": _UNKNOWN,
    "collective_reduce_no_operands": _UNKNOWN,
}
# Invalid tests that upstream alone refuses: what it says, and why no rule does.
ALONE = (
    (
        r"dynamic_pad|dynamic_iota|dynamic_reshape|dynamic_broadcast_in_dim|rng",
        "what a constant operand says of a shape",
    ),
    (r"custom_call", "layouts and configurations, of which the text has no constraint"),
    (r"module", "names, symbols and what the parser asks of types and attributes"),
    (r"infeed", "the layout, of which the text has no constraint"),
    (r"broadcast|dot|set_dimension_size", "the operation isn't in the text"),
    (r"broadcast_in_dim|reshape", "more than one size that only a run knows"),
    (r"pad", "bounds that are inferred to be negative"),
    (r"dynamic_conv", "the size of the window, of which the text has no constraint"),
    (r"all_gather", "a symbol that isn't there"),
)


class Test(NamedTuple):
    """A part of a file: where, the name of its function, its text, and what upstream says against it."""

    file: str
    name: str
    text: str
    errors: list[str]

    @property
    def is_invalid(self) -> bool:
        return "expected-error" in self.text

    @property
    def labels(self) -> set[str]:
        return {label.upper() for label in _LABEL.findall(self.name)} if self.name not in _NO_LABEL else set()


_NO_LABEL = frozenset(("floor_invalid_i32_type",))  # i32 is a type


def tests_in(path: Path) -> Iterator[Test]:
    for text in _PARTS.split(path.read_text()):
        if "func" in text:
            name = _NAME.search(text)
            yield Test(path.name, name[1] if name else "", text, _SAID.findall(text))


def labels_of(violation: Violation) -> set[str]:
    """Its label, and that of the constraint of another operation which says the same."""
    op = violation.op.removeprefix("stablehlo.")
    kind = violation.id.partition(".")[0]
    rules = QUANTIZED if kind == QUANTIZED.op else CONSTRAINED[f"stablehlo.{op}"].constraints
    found = next((one for one in rules if one.id == violation.id), None)
    ids = [violation.id, found.twin if found is not None else None]
    return {id.partition(".")[2] for id in ids if id}


def judged(test: Test) -> tuple[str, str]:
    """What became of a test, and what is against it; "" where that is in order or has a reason."""
    where = f"{test.file}: {test.name}: "
    try:
        found = hl.check(hl.parse(test.text))
    except hl.ParseError as error:
        if test.is_invalid:
            return "invalid, not read", ""
        return "valid, not read", f"{where}{error}"
    own = [violation for violation in found if not violation.id.startswith(UPSTREAM)]
    if not test.is_invalid:
        if not found:
            return "valid, nothing found", ""
        if all(violation.upstream is not None for violation in found):
            return "valid for upstream, which the rule says", ""
        return "valid, reported", f"{where}{found[0]}"
    if not own:
        return _not_by_a_rule(test, found, where)
    if not test.labels:
        return "invalid, reported by a rule (no label)", ""
    if any(labels_of(violation) & test.labels for violation in own):
        return "invalid, reported by the rule of the label", ""
    reason = OTHERWISE.get(test.name)
    told = "" if reason else f"{where}{', '.join(violation.id for violation in own)}"
    return "invalid, reported by another rule", told


def _not_by_a_rule(test: Test, found: list[Violation], where: str) -> tuple[str, str]:
    if not found:
        told = "" if test.name in NOTHING else f"{where}nothing found, but upstream says {test.errors}"
        return "invalid, nothing found", told
    ops = [violation.id.removeprefix(UPSTREAM) for violation in found]
    why = next((why for names, why in ALONE for op in ops if re.fullmatch(names, op)), None)
    return f"invalid, only upstream refuses it: {why}", "" if why else f"{where}{found[0]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="upstream's files of tests")
    counts: Counter[str] = Counter()
    against: list[str] = []
    for path in parser.parse_args().paths:
        for test in tests_in(path):
            outcome, told = judged(test)
            counts[outcome] += 1
            against += [told] if told else []
    print(f"{sum(counts.values()):6} tests")
    for outcome, count in sorted(counts.items()):
        print(f"{count:6} {outcome}")
    for told in against:
        print(f"\n{told}")
    return 1 if against else 0


if __name__ == "__main__":
    sys.exit(main())
