"""A program that a backend gets wrong, examined: does it happen again, what went wrong, and what is the least of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from hlogen.backends import Backend
from hlogen.backends.process import WorkerBackend
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import HlogenError
from hlogen.forking import cached_property
from hlogen.fuzz.broken import Broken
from hlogen.fuzz.causes import Cause, causes_of, explains, may_show
from hlogen.fuzz.causes.wrong import Wrong, apart, wrong
from hlogen.fuzz.program import Drawn, Step, drawn
from hlogen.fuzz.relations import Related
from hlogen.fuzz.shrink import drawn_anew, fewer_steps, shrunk
from hlogen.ir.printer import generic_text
from interpreter.kernels.gather import UndefinedRead
from interpreter.values.same import is_same

_SECONDS = 60.0  # to make a program small: of those that end the backend's process each takes long
_ANEW = 40  # programs drawn anew that the backend is asked about
_TURNS = 5  # of making a program small, each from what the one before gave
_SMALL = 6  # elements of the largest argument of a program that needn't be made smaller
_VARIANTS, _AT_ONCE = 24, 6  # programs with other arguments, where several causes explain one


@dataclass(frozen=True)
class Suspect:
    """An operation that is wrong alone; or a whole program, where that isn't known of any."""

    program: Drawn
    outcome: Outcome

    @cached_property
    def said(self) -> Wrong:
        return wrong(self.program.form, self.outcome.results or ())

    @property
    def has_values(self) -> bool:
        """Whether it is values that are wrong, of a program in no other form."""
        return self.outcome.verdict is Verdict.WRONG_VALUE and not isinstance(self.program.form, Related)

    @property
    def op(self) -> str:
        """The operation that is wrong, where it is known: else nothing."""
        return self.said.alone.name if self.has_values and self.said.alone is not None else ""

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """All causes that explain it."""
        return causes_of(self.said) if self.has_values else ()


@dataclass
class Examination:
    """Asks the backend about forms of one program. What it was asked once isn't asked again."""

    backend: Backend
    put_each: Callable[[Iterator[Form]], Iterator[Outcome]]
    program: Drawn
    outcome: Outcome
    is_same_failure: Callable[[Drawn, Outcome], bool]  # of a smaller program
    patience: float  # seconds for a program that is like one that took too long
    told: Drawn = field(init=False)  # the operation that is wrong alone, where that is known; else the program
    rivals: tuple[Cause, ...] = ()  # causes that explain the program, but not what other arguments give
    _answers: dict[object, Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.told = self.program

    def is_steady(self) -> bool:
        """Whether the backend does the same again. What takes too long is only waited for in the end."""
        if self.outcome.verdict is Verdict.TIME_OUT:
            return True
        again = self.put_each(iter([self.program.form] * 2))
        return all(are_alike(self.outcome, each) for each in again)

    def is_of_the_other_form(self) -> bool:
        """Whether the program is fine where it isn't in its other form; so also of one that has none."""
        return not isinstance(self.program.form, Related) or self._alone(self.program) is not self.outcome.verdict

    def reduce(self, suspect: Suspect) -> tuple[Cause, ...]:
        """Leaves operations out that `suspect` doesn't need, then says which causes explain it: the same program with
        other arguments tells those apart that explain it equally."""
        names = {each.name for each in suspect.causes}

        def shows_it(smaller: Drawn) -> bool:
            return self._is_as_wrong(smaller) and (
                not suspect.op
                or any(
                    each.op == suspect.op and (not names or names & {one.name for one in each.causes})
                    for each in self._suspects_of(smaller)
                )
            )

        self._take(fewer_steps(self.program, shows_it))
        left = [each for each in self.suspects() if each.op == suspect.op]
        suspect = max(left, key=lambda each: len(names & {one.name for one in each.causes}), default=suspect)
        self.told = suspect.program
        found = at_first = suspect.causes
        for first in range(0, _VARIANTS, _AT_ONCE):
            if len(found) < 2:
                break
            for number, program, outcome in self._variants(range(first, first + _AT_ONCE)):
                if outcome.verdict is Verdict.WRONG_VALUE:
                    said = [each.said for each in self.suspects(program, outcome) if each.op == suspect.op]
                # Where sizes are others, too, what is right says little: the mistake may be one of some types alone.
                elif outcome.verdict is Verdict.PASS and number % 2 and self.told is self.program:
                    said = [wrong(program.form, outcome.results or ())]
                else:
                    continue
                for one in said:
                    found = tuple(each for each in found if explains(each, one)) or found
        self.rivals = tuple(each for each in at_first if each not in found)
        return found

    def _variants(self, numbers: range) -> Iterator[tuple[int, Drawn, Outcome]]:
        """What the backend makes of the same program with other arguments; where the number is even, of other sizes."""
        variants = [(each, program) for each in numbers if (program := self._variant(each)) is not None]
        outcomes = self.ask([program for _, program in variants])
        yield from ((number, program, outcome) for (number, program), outcome in zip(variants, outcomes, strict=True))

    def shrink(self, found: tuple[Cause, ...], tries: int) -> tuple[Cause, ...] | None:
        """Makes the program as simple as it can be with the first of these causes, and none of its rivals; None where
        the backend doesn't get that wrong again, else the causes, where none was known perhaps others."""

        is_alone = bool(found) and self.told is self.program
        op = Suspect(self.told, self.outcome).op

        def is_it(suspect: Suspect) -> bool:
            return suspect.op == op and (
                not found
                or (
                    explains(found[0], suspect.said) and not any(explains(rival, suspect.said) for rival in self.rivals)
                )
            )

        def does_it(smaller: Drawn) -> bool:
            if is_alone and not _may_show(found[0], self.rivals, smaller):  # the backend needn't be asked
                return False
            return self._is_as_wrong(smaller) and (not op or any(map(is_it, self._suspects_of(smaller))))

        best = self.program
        seconds = _SECONDS if self.outcome.verdict is Verdict.WRONG_VALUE else _SECONDS / 4
        end = time.monotonic() + seconds
        for turn in range(_TURNS if is_alone else 1):
            anew = drawn_anew(best, turn)
            if is_alone:
                anew = [each for each in anew if _may_show(found[0], self.rivals, each)]
            best = next((each for each in anew[:: len(anew) // _ANEW + 1] if does_it(each)), best)
            best = shrunk(best, does_it, tries, end - time.monotonic())
            if is_small(best):
                break
        verdict = self.outcome.verdict
        (self.outcome,) = self.put_each(iter([best.form]))
        self.program = self.told = best
        if self.outcome.verdict is not verdict:
            return None
        left = [each for each in self.suspects() if each.op == op or not op]
        if not left:
            return found
        suspect = next(filter(is_it, left), left[0])
        self.told = suspect.program
        return found or suspect.causes

    def ask(self, programs: Sequence[Drawn]) -> list[Outcome]:
        """What the backend makes of programs, all at once."""
        keys = [_key(each) for each in programs]
        new = {key: each.form for key, each in zip(keys, programs, strict=True) if key not in self._answers}
        seconds = self.patience if self.outcome.verdict is Verdict.TIME_OUT else None
        answers = impatient(self.backend, seconds, self.put_each(iter(new.values())))
        self._answers.update(zip(new, answers, strict=True))
        return [self._answers[key] for key in keys]

    def suspects(self, program: Drawn | None = None, outcome: Outcome | None = None) -> list[Suspect]:
        """The operations of a program that are wrong alone, and not because of one that they run; the program itself
        where there is none."""
        whole = Suspect(program or self.program, outcome or self.outcome)
        if not whole.has_values:
            return [whole]
        alone = whole.said.alone
        if alone is not None and not alone.runs_others:
            return [whole]
        forms = apart(whole.program.form)
        each = [Drawn(whole.program.plan, form) for form in (forms if alone is None else forms[:-1])]
        answers = zip(each, self.ask(each), strict=True)
        found = [Suspect(*pair) for pair in answers if pair[1].verdict is Verdict.WRONG_VALUE]
        inner = [one for one in found if one.said.alone is not None and not one.said.alone.runs_others]
        return inner or found or [whole]

    def _suspects_of(self, smaller: Drawn) -> list[Suspect]:
        return self.suspects(smaller, self.ask([smaller])[0])

    def _take(self, program: Drawn) -> None:
        if program is not self.program:
            (outcome,) = self.ask([program])
            self.program, self.told, self.outcome = program, program, outcome

    def _is_as_wrong(self, smaller: Drawn) -> bool:
        (again,) = self.ask([smaller])
        if not self.is_same_failure(smaller, again) or is_undefined(smaller):
            return False
        if isinstance(self.program.form, Related):
            return isinstance(smaller.form, Related) and self._alone(smaller) is not again.verdict
        return True

    def _alone(self, program: Drawn) -> Verdict:
        """The verdict on the program that isn't in its other form."""
        assert isinstance(program.form, Related)
        (outcome,) = self.ask([replace(program, form=program.form.original)])
        return outcome.verdict

    def _variant(self, number: int) -> Drawn | None:
        """The same program with other arguments, of other sizes where the number is even."""
        steps = []
        for at, step in enumerate(self.program.plan.steps):
            random, stays = Random(f"{number}.{at}"), 1 if number % 2 else number % 6 / 8
            numbers = (value if random.random() < stays else random.randint(0, 4) for value in step.numbers)
            steps.append(Step(step.op, tuple(numbers), (), f"{number}.{at}"))
        try:
            program = drawn(replace(self.program.plan, steps=tuple(steps)))
        except HlogenError:
            return None
        return None if is_undefined(program) else program


def impatient(backend: Backend, seconds: float | None, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """These outcomes, for each of which the backend is given so many seconds, where any are named."""
    if seconds is None or not isinstance(backend, WorkerBackend):
        yield from outcomes
        return
    limit, backend.time_limit = backend.time_limit, seconds
    try:
        yield from outcomes
    finally:
        backend.time_limit = limit


def are_alike(one: Outcome, other: Outcome) -> bool:
    """Whether two runs of a program have the same verdict, and the same results where they have any."""
    if one.verdict is not other.verdict or one.results is None or other.results is None:
        return one.verdict is other.verdict
    pairs = list(zip(one.results, other.results, strict=True))
    return all(mine.shape == theirs.shape and bool(is_same(mine, theirs).all()) for mine, theirs in pairs)


def _may_show(cause: Cause, rivals: Sequence[Cause], program: Drawn) -> bool:
    """Whether the mistake makes a difference in the program, and another one than its rivals would."""
    try:
        return may_show(cause, rivals, wrong(program.form, program.form.expected()))
    except HlogenError:
        return False


def is_small(program: Drawn) -> bool:
    """Whether it needn't be made smaller."""
    return max((array.size for array in program.form.arguments), default=0) <= _SMALL


def is_undefined(program: Drawn) -> bool:
    """Whether the specification gives the program no meaning, where its constraints allow it."""
    if isinstance(program.form, Broken):
        return program.form.is_undefined
    try:
        program.form.expected()
    except UndefinedRead:
        return True
    except HlogenError:  # said when it is judged
        return False
    return False


def _key(program: Drawn) -> object:
    form = program.form
    return generic_text(form.module), *((each.dtype, each.shape, each.tobytes()) for each in form.arguments)
