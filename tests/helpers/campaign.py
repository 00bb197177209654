"""The seeds of campaigns, which are others each time.

A test of thousands of programs asks for its seeds here. `make campaign` draws where they begin and says it, and
`make campaign SEED=n` has the same programs again. What fails names its own seed: with that the program becomes a case.
"""

import os

_APART = 100_000_000  # more than any test takes


def campaign_seed() -> int:
    """The number of this campaign, 0 outside of campaigns."""
    return int(os.environ.get("HLOGEN_CAMPAIGN_SEED", "0"))


def seeds(start: int, stop: int, step: int = 1) -> range:
    """As many as `range` has, from where this campaign begins; outside of campaigns they are those of `range`."""
    first = campaign_seed() * _APART
    return range(first + start, first + stop, step)
