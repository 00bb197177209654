"""What is known of a program while it is being built, for as long as that takes."""

from __future__ import annotations

from dataclasses import dataclass, field

from hlogen.analysis.effort import Effort
from hlogen.analysis.facts import Facts

# Where so little is left of what may be spent on constants, what was found is thrown away: it takes up memory. That is
# done so often; in programs with more of them, they are unknown from then on.
_LOW = Effort.elements // 2
_MOST_RENEWALS = 32


@dataclass
class Known:
    """What has been found of a program."""

    facts: Facts = field(default_factory=Facts)
    renewals: int = 0

    def ready(self) -> Facts:
        """The facts, with enough left to spend for another question."""
        if self.facts.effort.elements < _LOW and self.renewals < _MOST_RENEWALS:
            self.facts, self.renewals = Facts(), self.renewals + 1
        self.facts.effort.parts = Effort.parts  # what is found is kept, so this is spent once for each part
        return self.facts
