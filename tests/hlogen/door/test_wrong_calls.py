"""Wrong calls of everything public: whatever is given, an error of hlogen's, and soon."""

from collections import defaultdict
from pathlib import Path

import pytest
from helpers.campaign import seeds
from helpers.wrong_calls import Finding, drawn, findings, outcome


def test_wrong_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some name files
    found = {seed: outcome(drawn(seed)) for seed in range(200)}
    assert {str(drawn(seed)): one.finding for seed, one in found.items() if one.cause} == {}


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_many_wrong_calls(part: int) -> None:
    """Those that fail, by their cause; `drawn` makes a case of a seed."""
    causes: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings(seeds(part * 20_000, (part + 1) * 20_000)):
        causes[finding.cause].append(finding)
    said = [f"{cause}: {len(those)}, as {those[0]}" for cause, those in causes.items()]
    assert not said, "\n".join(said)
