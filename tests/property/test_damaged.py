"""Programs that were damaged end in a value or an HlogenError, in time and within their memory; never in anything else.

`tools/damaged.py` gives as many as one has time for, in a process that may die; these are a few of them, in this one.
"""

import subprocess
import sys
import warnings
from collections import Counter

import pytest
from helpers.campaign import campaign_seed
from helpers.damage import ROOT, Damaged
from helpers.damaged_worker import judged

PROGRAMS = 100


def test_a_few_programs():
    counts: Counter[str] = Counter()
    programs = Damaged(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failures = [failure for number in range(1, PROGRAMS) for failure in judged(programs[number], number, counts)]
    assert not failures, failures[0]["text"]
    assert counts["read ok"] > PROGRAMS // 10
    assert counts["run ok"] > PROGRAMS // 20


@pytest.mark.campaign
def test_a_campaign():
    """`make campaign SEED=n` gives the programs of ``tools/damaged.py --seed n``."""
    command = [sys.executable, str(ROOT / "tools/damaged.py"), "--programs", "100000", "--seed", str(campaign_seed())]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
