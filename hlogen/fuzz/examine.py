"""A program that a backend gets wrong, examined: does it happen again, what went wrong, and what is the least of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from hlogen.backends import Backend
from hlogen.backends.process import WorkerBackend
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import HlogenError
from hlogen.fuzz.broken import Broken
from hlogen.fuzz.causes import Cause, causes_of, explains, may_show
from hlogen.fuzz.causes.wrong import apart, wrong
from hlogen.fuzz.program import Drawn, Step, drawn
from hlogen.fuzz.relations import Related
from hlogen.fuzz.shrink import drawn_anew, fewer_steps, shrunk
from hlogen.ir.printer import generic_text
from interpreter.kernels.gather import UndefinedRead
from interpreter.values.same import is_same

_SECONDS = 60.0  # to make a program small: of those that end the backend's process each takes long
_ANEW = 40  # programs drawn anew that the backend is asked about
_VARIANTS, _AT_ONCE = 24, 6  # programs with other arguments, where several causes explain one


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

    def reduce(self) -> tuple[Cause, ...]:
        """Leaves operations out, then says which causes explain what is left: the same program with other arguments
        tells those apart that explain it equally."""
        self._take(fewer_steps(self.program, self._is_as_wrong))
        found = at_first = self.causes()
        for first in range(0, _VARIANTS, _AT_ONCE):
            if len(found) < 2 or self.told is not self.program:
                break
            for number, program, outcome in self._variants(range(first, first + _AT_ONCE)):
                # Where sizes are others, too, what is right says little: the mistake may be one of some types alone.
                is_telling = outcome.verdict is Verdict.WRONG_VALUE or (outcome.verdict is Verdict.PASS and number % 2)
                if outcome.results is not None and is_telling:
                    said = wrong(program.form, outcome.results)
                    found = tuple(each for each in found if explains(each, said)) or found
        self.rivals = tuple(each for each in at_first if each not in found)
        return found

    def _variants(self, numbers: range) -> Iterator[tuple[int, Drawn, Outcome]]:
        """What the backend makes of the same program with other arguments; where the number is even, of other sizes."""
        variants = [(each, program) for each in numbers if (program := self._variant(each)) is not None]
        outcomes = self.ask([program for _, program in variants])
        yield from ((number, program, outcome) for (number, program), outcome in zip(variants, outcomes, strict=True))

    def shrink(self, found: Sequence[Cause], tries: int) -> bool:
        """Makes the program as simple as it can be with the first of these causes, and none of its rivals. Whether
        the backend still gets that wrong."""

        is_alone = bool(found) and self.told is self.program

        def does_it(smaller: Drawn) -> bool:
            if is_alone and not _may_show(found[0], smaller):  # the backend needn't be asked
                return False
            if not self._is_as_wrong(smaller):
                return False
            if not is_alone:
                return True
            said = wrong(smaller.form, self.ask([smaller])[0].results or ())
            return explains(found[0], said) and not any(explains(each, said) for each in self.rivals)

        anew = drawn_anew(self.program)
        if is_alone:
            anew = [each for each in anew if _may_show(found[0], each)]
        best = next((each for each in anew[:: len(anew) // _ANEW + 1] if does_it(each)), self.program)
        seconds = _SECONDS if self.outcome.verdict is Verdict.WRONG_VALUE else _SECONDS / 4
        best = shrunk(best, does_it, tries, seconds)
        verdict = self.outcome.verdict
        (self.outcome,) = self.put_each(iter([best.form]))
        self.program = self.told = best
        return self.outcome.verdict is verdict

    def ask(self, programs: Sequence[Drawn]) -> list[Outcome]:
        """What the backend makes of programs, all at once."""
        keys = [_key(each) for each in programs]
        new = {key: each.form for key, each in zip(keys, programs, strict=True) if key not in self._answers}
        seconds = self.patience if self.outcome.verdict is Verdict.TIME_OUT else None
        answers = impatient(self.backend, seconds, self.put_each(iter(new.values())))
        self._answers.update(zip(new, answers, strict=True))
        return [self._answers[key] for key in keys]

    def causes(self) -> tuple[Cause, ...]:
        """All causes that explain what is wrong; of several operations, of the first that is wrong alone."""
        self.told = self.program
        if self.outcome.verdict is not Verdict.WRONG_VALUE or isinstance(self.program.form, Related):
            return ()
        said = wrong(self.program.form, self.outcome.results or ())
        if said.alone is None:
            each = [Drawn(self.program.plan, form) for form in apart(self.program.form)]
            for program, outcome in zip(each, self.ask(each), strict=True):
                if outcome.verdict is Verdict.WRONG_VALUE:
                    self.told = program
                    return causes_of(wrong(program.form, outcome.results or ()))
        return causes_of(said)

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


def _may_show(cause: Cause, program: Drawn) -> bool:
    try:
        return may_show(cause, wrong(program.form, program.form.expected()))
    except HlogenError:
        return False


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
