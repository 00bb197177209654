"""The rules of all operations against upstream's verifier: the same verdict on valid operations with one change.

Where the two differ, either the rule says that upstream accepts what breaks it, or `helpers.upstream_alone` has the
reason why upstream refuses what no rule does.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from helpers import campaign
from helpers.operation_mutants import Mutant, Mutants
from helpers.upstream_alone import no_program, reason
from helpers.valid_operations import examples, operations
from helpers.verdicts import FAULTS, Judgement, Verdict, judged

from hlogen.lint.split import numbered_parts
from hlogen.spec.operations import CONSTRAINED

WORDS = {"refused": Verdict.BOTH_REFUSE, "accepted": Verdict.LAX, "valid": Verdict.BOTH_ACCEPT}
QUICK, CAMPAIGN, PART = 400, 200_000, 10_000


def fault(mutant: Mutant, judgement: Judgement) -> str:
    """What is wrong with a judgement; "" where it is in order."""
    if judgement.verdict in FAULTS:
        return judgement.verdict.value
    if judgement.verdict is Verdict.STRICT and reason(mutant.op, judgement.said) is None:
        return "upstream refuses, no rule does, and helpers.upstream_alone has no reason"
    if judgement.verdict is Verdict.NO_PROGRAM and no_program(judgement.said) is None:
        return "it can't be read, and helpers.upstream_alone has no reason"
    return ""


def compare(mutants: Mutants, start: int, stop: int) -> tuple[Counter[Verdict], set[str]]:
    """How often which verdict was given, and on which operations."""
    verdicts: Counter[Verdict] = Counter()
    seen: set[str] = set()
    for number in range(start, stop):
        mutant = mutants[number]
        judgement = judged(mutant.text)
        wrong = fault(mutant, judgement)
        assert not wrong, f"{mutants.seed}, {number}: {wrong}\n{judgement.said}\n{mutant.change}:\n{mutant.text}"
        verdicts[judgement.verdict] += 1
        seen.add(mutant.op)
    return verdicts, seen


def test_a_few_mutants_of_every_operation():
    verdicts, seen = compare(Mutants(1, examples()), 0, QUICK)
    assert seen == set(CONSTRAINED)
    assert verdicts[Verdict.BOTH_REFUSE] > QUICK // 2
    assert verdicts[Verdict.BOTH_ACCEPT] > QUICK // 20


def test_every_part_of_a_rule_counts() -> None:
    for _, part in numbered_parts(Path(__file__).with_name("parts_of_rules.mlir").read_bytes()):
        text = part.decode()
        said = re.search(r"// (refused|accepted|valid): (.*)", text)
        assert said, text
        expected = (WORDS[said[1]], () if said[1] == "valid" else (said[2],))
        judgement = judged(text)
        assert (judgement.verdict, judgement.ids) == expected, f"{judgement.said}\n{text}"


@pytest.mark.campaign
@pytest.mark.parametrize("name", examples())
def test_the_operations_of_the_goldens_are_valid(name: str) -> None:
    for text in operations()[name]:
        judgement = judged(text)
        assert judgement.verdict is Verdict.BOTH_ACCEPT, f"{judgement.said}\n{text}"


@pytest.mark.campaign
@pytest.mark.parametrize("start", range(0, CAMPAIGN, PART))
def test_many_mutants(start: int) -> None:
    _, seen = compare(Mutants(campaign.campaign_seed(), operations()), start, start + PART)
    assert seen == set(CONSTRAINED)
