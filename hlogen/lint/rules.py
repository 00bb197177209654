"""Every rule by its id, whatever it is about, as reports and editors tell of it; and the rules that are lint's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hlogen.lint.finding import ERROR, INTERNAL, PARSE, WARNING
from hlogen.spec.hazards import hazards
from hlogen.spec.patterns import UPSTREAM
from hlogen.spec.program_rules import PROGRAM_RULES

UNUSED, UNKNOWN_RULE, TARGET = "ignore.unused", "ignore.unknown", "target.version"


class OwnRule(NamedTuple):
    """What `hlogen check` finds that the specification says nothing of."""

    title: str
    level: str
    why: str
    fix: str


OWN_RULES: Mapping[str, OwnRule] = {
    UNUSED: OwnRule(
        "a comment ignores what isn't there",
        WARNING,
        "What it was for has been mended, or stands elsewhere by now; it would hide what comes next.",
        "remove it, or what it names in vain",
    ),
    UNKNOWN_RULE: OwnRule(
        "a comment ignores a rule that there isn't",
        WARNING,
        "It hides nothing: `// hlogen: ignore[gather.C9] reason` takes the ids that `hlogen rule` lists.",
        "write the id of a rule",
    ),
    TARGET: OwnRule(
        "consumers of the target version can't read the program",
        ERROR,
        "The portable artifact of a program is read by the StableHLO version that is the target, and by later ones, if "
        "everything in the program was there by then.",
        "rewrite what is newer (`hlogen transform --portable --target`), or raise the target",
    ),
}


@dataclass(frozen=True)
class Rule:
    """A rule: `help` is what it rests on and what to do, by a word for each."""

    title: str
    why: str = ""
    level: str = ERROR
    help: Mapping[str, str] = field(default_factory=dict)


def rule_of(id: str) -> Rule:
    """What there is to say of a rule; of an unknown one little."""
    if id in hazards():
        hazard = hazards()[id]
        return Rule(hazard.title, hazard.why, hazard.level, {"spec": hazard.clause, "fix": hazard.fix})
    if id in OWN_RULES:
        own = OWN_RULES[id]
        return Rule(own.title, own.why, own.level, {"fix": own.fix})
    if id in PROGRAM_RULES:
        return Rule(PROGRAM_RULES[id].title, help={"fix": PROGRAM_RULES[id].fix})
    if id.startswith(UPSTREAM):
        return Rule("upstream's verifier refuses it, and no rule of the specification explains that")
    if id == PARSE:
        return Rule("the file can't be read")
    if id == INTERNAL:
        return Rule("hlogen itself failed on it")
    from hlogen.spec.catalogue import constraints  # which needs NumPy

    constraint = constraints()[id]
    said = {"spec": constraint.formula} | ({"upstream": constraint.upstream} if constraint.upstream else {})
    return Rule(constraint.title or constraint.formula.partition("\n")[0], constraint.why, help=said)


def other_ids() -> Iterator[str]:
    """The ids that are neither a constraint's nor a hazard's, nor of what upstream alone finds."""
    yield from PROGRAM_RULES
    yield from OWN_RULES
