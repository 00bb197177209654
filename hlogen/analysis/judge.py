"""What is certain of one gather, dynamic_gather or scatter before the program runs."""

from __future__ import annotations

from hlogen.analysis.access import Access, access_of
from hlogen.analysis.bounds import Placement, in_bounds
from hlogen.analysis.facts import Facts
from hlogen.analysis.order import is_sorted, is_sorted_across_batches, is_sorted_to_the_letter
from hlogen.analysis.proof import Proof
from hlogen.analysis.schedule import is_schedule_independent
from hlogen.analysis.uniqueness import is_unique
from hlogen.forking import cached_property
from hlogen.ir.module import Operation


class Judgement:
    """The proofs about one operation, each looked for when it is asked for; they hold for every input of the program.

    `placements` has what is known of each component of the index vectors.
    """

    def __init__(self, access: Access, facts: Facts) -> None:
        self.access = access
        self.placements = tuple(map(Placement, access.components))
        self._facts = facts

    @cached_property
    def in_bounds(self) -> Proof:
        """Every window lies wholly inside, so nothing is clamped or dropped."""
        return in_bounds(self.access, self.placements)

    @cached_property
    def indices_are_sorted(self) -> Proof:
        """The index vectors of each batch are sorted."""
        return is_sorted(self.access, self.placements)

    @cached_property
    def sorted_across_batches(self) -> Proof:
        """All index vectors are sorted as they stand, which is what backends look at."""
        return is_sorted_across_batches(self.access, self.placements)

    @cached_property
    def sorted_to_the_letter(self) -> Proof:
        """The index vectors are sorted across batches and window too, as the text's formula has it."""
        return is_sorted_to_the_letter(self.access, self.placements)

    @cached_property
    def unique_indices(self) -> Proof:
        """No element is updated (by a gather: read) twice."""
        return is_unique(self.access, self.placements)

    @cached_property
    def schedule_independent(self) -> Proof:
        """Every schedule gives the same."""
        return is_schedule_independent(self.access, self.placements, self._facts, self.unique_indices)

    @property
    def can_promise_sorted(self) -> bool:
        """Whether indices_are_sorted = true is kept in every reading of the text."""
        is_kept = self.indices_are_sorted.holds and self.sorted_across_batches.holds
        return is_kept and self.sorted_to_the_letter.holds

    @property
    def can_promise_unique(self) -> bool:
        """Whether unique_indices = true is kept."""
        return self.access.is_scatter and self.unique_indices.holds


def judge(op: Operation, facts: Facts) -> Judgement:
    """Judges a gather, dynamic_gather or scatter that breaks no constraint.

    Raises UsageError for any other operation, and where operands have no rank.
    """
    return Judgement(access_of(op, facts), facts)
