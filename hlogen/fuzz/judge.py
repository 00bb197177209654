"""Programs on a backend, and what becomes of those that it gets wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby
from typing import Any

from hlogen.backends import MEMORY_LIMIT, Backend, backend, verify
from hlogen.backends.address import Address, found
from hlogen.backends.pool import adapted
from hlogen.backends.process import WorkerBackend
from hlogen.conform.differences import differences
from hlogen.conform.differences.on_modules import met
from hlogen.conform.differences.table import VERIFIER
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Outcome, Verdict, put, put_each
from hlogen.errors import HlogenError
from hlogen.fuzz.broken import Broken, told, verified
from hlogen.fuzz.causes import UNKNOWN, Cause
from hlogen.fuzz.coverage import Cell, cells
from hlogen.fuzz.examine import Examination, Suspect, are_alike, impatient, is_small, is_undefined
from hlogen.fuzz.program import Drawn, Plan, drawn
from hlogen.fuzz.relations import Related, RelationFailed
from hlogen.fuzz.shrink import MOST_TRIES
from hlogen.ir import ElementType, FloatType, IntegerType, TensorType

SPECIFICATION = "interpreter"  # the backend that is never wrong here: it is what others are judged by
TIME_LIMIT = 20.0  # seconds to compile a program, and to run it
ULPS = 16  # for functions whose accuracy the specification leaves open
FAILED = "other form fails"
UNDEFINED = "undefined"  # by the specification
UNSTEADY = "gives other results each time"
LEFT_OUT = "left out: it has what ended the backend each time before"
SHARED = "wrong in the same way on the other backend"
_BY_VERIFIER = "refused the program: "  # how it says so; what compilers say follows the backend's name alone
_MOST_ENDS = 5  # programs in a row for which the backend can't be started, behind which it isn't asked any more
_TELLING = 64  # characters of what upstream's verifier says that tell what it is about
_IN_A_ROW, _MOST_IN_A_ROW = 2, 8  # ends before programs are left out, and that count: twice as many for each of them
_MOST_ALIKE = 2  # programs that are examined of those that look alike
_PATIENCE, _LEAST_PATIENCE = 20, 2.0  # times the slowest program that was right, and at least so many seconds
_TOLD_BY_OPERATIONS = (Verdict.WROTE_INPUTS, Verdict.SHARES_MEMORY)  # their messages are alike


@dataclass(frozen=True)
class Finding:
    """A program that the backend gets wrong. Findings of one `key` have one cause, as far as can be told.

    `cause` is the name of the mistake that gives what the backend gave, or "unknown"; empty where there are no results.
    `known` are the ids of the differences on record that the program meets. `smallest` is what it was shrunk to.
    """

    key: str
    verdict: str
    cause: str
    ops: tuple[str, ...]
    message: str
    plan: Plan
    smallest: Plan
    known: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "plan": self.plan.to_json(), "smallest": self.smallest.to_json()}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> Finding:
        plans = {name: Plan.from_json(said[name]) for name in ("plan", "smallest")}
        return cls(**{**said, **plans, "ops": tuple(said["ops"]), "known": tuple(said["known"])})


@dataclass
class Tally:
    """What came of some programs: how many had which verdict, what they covered, and what is wrong."""

    verdicts: Counter[str] = field(default_factory=Counter)
    cells: Counter[Cell] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    alike: Counter[str] = field(default_factory=Counter)  # by key: programs that look as if they had the same cause
    small: set[str] = field(default_factory=set)  # keys of which there is a small program now


class Judge:
    """Puts programs to the backend at an address. Use it as a context manager.

    What the backend at the address `against` gets wrong in the same way is no finding. The interpreter, which is never
    wrong here, leaves all of them.
    """

    def __init__(
        self,
        address: str,
        *,
        against: str = SPECIFICATION,
        time_limit: float = TIME_LIMIT,
        ulps: int = ULPS,
        tries: int = MOST_TRIES,
    ) -> None:
        self.address = found(address)
        self._ulps, self._tries = ulps, tries
        self.backend = _backend(self.address, time_limit)
        self.other = None if against == SPECIFICATION else _backend(found(against), time_limit)
        self._keys: dict[str, list[str]] = {}  # of findings, by what their programs looked like
        self._limit = time_limit
        self._ends: dict[str, tuple[str, frozenset[str]]] = {}  # verdicts that have no message, and of which operations
        self._in_a_row: Counter[frozenset[str]] = Counter()  # how often these operations ended it, without fail
        self._to_leave_out: Counter[frozenset[str]] = Counter()  # how many programs that have them
        self._slowest = 0.0  # seconds of a program that was right
        self._small: set[str] = set()  # keys of which a small program is known

    def version(self) -> dict[str, str]:
        """What runs. Raises OracleError where there is no such backend here."""
        return self.backend.version()

    def judge(self, plans: Iterable[Plan], small: Iterable[str] = ()) -> Tally:
        """What comes of these programs, in their order. Of the keys in `small`, small programs are known elsewhere."""
        tally = Tally()
        self._small.update(small)
        waiting: list[Drawn] = []

        def forms() -> Iterator[Form]:
            for plan in plans:
                try:
                    program = drawn(plan)
                except RelationFailed as error:
                    tally.verdicts[FAILED] += 1
                    tally.findings.append(
                        Finding(f"{FAILED}: {_plain(str(error))}", FAILED, "", (), str(error), plan, plan)
                    )
                    continue
                tally.cells.update(cells(program.form.module))
                if is_undefined(program):
                    tally.verdicts[UNDEFINED] += 1
                elif self._is_left_out(program):
                    tally.verdicts[LEFT_OUT] += 1
                else:
                    waiting.append(program)
                    yield program.form

        later: list[tuple[Drawn, Outcome]] = []
        ends = 0
        is_hurried = any(verdict == Verdict.TIME_OUT.value for verdict, _ in self._ends.values())
        for outcome in impatient(self.backend, self._patience() if is_hurried else None, self._put_each(forms())):
            program = waiting.pop(0)
            self._learn(program, outcome)
            ends = ends + 1 if outcome.is_backends_end else 0
            if ends >= _MOST_ENDS:
                what = f"{self.address.name} could not be started for {ends} programs in a row"
                raise HlogenError(f"{what}: {outcome.message}")
            tally.verdicts[outcome.verdict.value] += 1
            if outcome.verdict.is_right:
                self._slowest = max(self._slowest, outcome.compile_seconds, outcome.run_seconds)
            else:
                later.append((program, outcome))
        for program, outcome in later:  # the backend has answered everything else by now
            if is_hurried and outcome.verdict is Verdict.TIME_OUT and self._known_end(program, outcome) is None:
                again = self.put(program.form)  # with all its time
                tally.verdicts[outcome.verdict.value] -= 1
                tally.verdicts[again.verdict.value] += 1
                outcome = again
            if not outcome.verdict.is_right:
                self._take(program, outcome, tally)
        tally.verdicts = +tally.verdicts  # without those that turned out to be others
        return tally

    def put(self, form: Form, to: Backend | None = None) -> Outcome:
        """What comes of a program on the backend, or on another one; of one that may break rules, of verifying it."""
        to = to or self.backend
        return verified(form, to) if isinstance(form, Broken) else put(form, to, self._ulps)

    def _put_each(self, forms: Iterator[Form]) -> Iterator[Outcome]:
        """What comes of each: those that break rules are verified, others run."""
        run = partial(put_each, backend=self.backend, ulps=self._ulps)
        for are_broken, some in groupby(forms, lambda form: isinstance(form, Broken)):
            yield from (partial(map, self.put) if are_broken else run)(some)

    def _take(self, program: Drawn, outcome: Outcome, tally: Tally) -> None:
        if self._is_shared(program, outcome):
            tally.verdicts[outcome.verdict.value] -= 1
            tally.verdicts[SHARED] += 1
            return
        verdict = outcome.verdict.value
        if self._slowest and _is_mute(outcome):  # what dies of every program does so without one that is right
            known = self._known_end(program, outcome)
            if known is not None:
                tally.alike[known] += 1
                return
        asked = self._examination(program, outcome)
        suspects = asked.suspects()
        known_keys = [self._small & _keys(each) for each in suspects]
        if all(known_keys):
            tally.alike[min(known_keys[0])] += 1
            return
        suspect = suspects[known_keys.index(set())]
        look = _look(program, suspect)
        keys = self._keys.setdefault(look, [])
        most = _MOST_ALIKE if self._slowest else 1  # where nothing is right, one says enough
        if len(keys) >= most and not (self._slowest and _is_mute(outcome)):
            tally.alike[max(set(keys), key=keys.count)] += 1
            return
        try:
            finding = self._examined(program, suspect, asked, tally)
        except Exception as error:  # noqa: BLE001 - a mistake of ours is no reason to lose the finding, and others
            what = f"internal error of hlogen: {type(error).__name__}: {error}"
            finding = self._finding(program, program, outcome, None, f"{verdict}, not examined: {what}")
        if finding is not None:
            keys.append(finding.key)
            if _is_mute(outcome):
                self._ends[finding.key] = verdict, frozenset(finding.ops)
            tally.findings.append(finding)

    def _known_end(self, program: Drawn, outcome: Outcome) -> str | None:
        """The key of what ends so where the operations are that this program has, too."""
        ops, verdict = set(ops_of(program)), outcome.verdict.value
        return next((key for key, (of, known) in self._ends.items() if of == verdict and known <= ops), None)

    def _is_left_out(self, program: Drawn) -> bool:
        """Whether not to run a program: ends of the backend take long, so what ended it each time is run ever less."""
        for of in self._known_to_end(program):
            if self._to_leave_out[of]:
                self._to_leave_out[of] -= 1
                return True
        return False

    def _learn(self, program: Drawn, outcome: Outcome) -> None:
        """Learns whether what ended the backend before did so again."""
        for of in self._known_to_end(program):
            self._in_a_row[of] = self._in_a_row[of] + 1 if _is_mute(outcome) else 0
            ends = min(self._in_a_row[of], _MOST_IN_A_ROW)
            self._to_leave_out[of] = 1 << ends if ends >= _IN_A_ROW else 0

    def _known_to_end(self, program: Drawn) -> list[frozenset[str]]:
        ops = ops_of(program) if self._ends else ()
        return [of for of in {of for _, of in self._ends.values()} if of.issubset(ops)]

    def _patience(self) -> float:
        """Seconds for a program where others are known to take too long."""
        return min(self._limit, max(_LEAST_PATIENCE, _PATIENCE * self._slowest))

    def _examination(self, program: Drawn, outcome: Outcome) -> Examination:
        is_same = partial(self._is_same_failure, program, outcome)
        return Examination(self.backend, self._put_each, program, outcome, is_same, self._patience())

    def _examined(self, program: Drawn, suspect: Suspect, asked: Examination, tally: Tally) -> Finding | None:
        """What is wrong with a program, and the smallest one that shows it; None where it can't be told."""
        outcome = asked.outcome
        if outcome.verdict is Verdict.HARNESS:
            return self._finding(program, program, outcome, None, f"harness: {_plain(outcome.message)}")
        if not asked.is_steady():
            return self._unsteady(program, outcome)
        if not asked.is_of_the_other_form():
            return None
        causes = asked.reduce(suspect)
        key = _key(asked.told, asked.outcome, causes[0] if causes else None)
        if key not in self._small:
            tries = self._tries if outcome.verdict is Verdict.WRONG_VALUE else self._tries // 4  # a message says enough
            shrunk = asked.shrink(causes, tries)
            if shrunk is None:
                return self._unsteady(program, outcome)
            causes = shrunk
            key = _key(asked.told, asked.outcome, causes[0] if causes else None)
            if is_small(asked.program):
                self._small.add(key)
                tally.small.add(key)
        return replace(
            self._finding(program, asked.program, asked.outcome, causes[0] if causes else None, key),
            ops=ops_of(asked.told),
        )

    def _is_same_failure(self, program: Drawn, outcome: Outcome, smaller: Drawn, again: Outcome) -> bool:
        """Whether `smaller` is wrong as the program is."""
        if again.verdict is not outcome.verdict or self._is_shared(smaller, again):
            return False
        if outcome.verdict is Verdict.ACCEPTED:
            return told(smaller.form) == told(program.form)
        return outcome.verdict is Verdict.WRONG_VALUE or _plain(again.message) == _plain(outcome.message)

    def _unsteady(self, program: Drawn, outcome: Outcome) -> Finding:
        return self._finding(program, program, outcome, None, f"{UNSTEADY} in {_ops_text(program)}", UNSTEADY)

    def _finding(
        self, program: Drawn, smallest: Drawn, outcome: Outcome, cause: Cause | None, key: str, called: str = ""
    ) -> Finding:
        known = _known(self.address.name, smallest.form, outcome)
        said = called or (cause.name if cause else UNKNOWN if outcome.verdict is Verdict.WRONG_VALUE else "")
        plans = _bare(program.plan), _bare(smallest.plan)
        return Finding(key, outcome.verdict.value, said, ops_of(smallest), outcome.message, *plans, known)

    def _is_shared(self, program: Drawn, outcome: Outcome) -> bool:
        """Whether the other backend, if there is one, gets the program wrong in the same way."""
        return self.other is not None and are_alike(outcome, self.put(program.form, self.other))

    def forget(self) -> None:
        """Examines what looks like something that was examined before, too."""
        self._keys.clear()
        self._ends.clear()
        self._in_a_row.clear()
        self._to_leave_out.clear()
        self._small.clear()

    def close(self) -> None:
        for each in (self.backend, self.other):
            if isinstance(each, WorkerBackend):
                each.stop()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _backend(address: Address, time_limit: float) -> Backend:
    if address.is_in_process:
        return backend(address.text)
    return adapted(address, time_limit=time_limit, memory_limit=address.memory_limit or MEMORY_LIMIT)


def ops_of(program: Drawn) -> tuple[str, ...]:
    """The operations of a program, without constants and what stands in regions."""
    names = {operation.name for operation in program.form.module.function(program.form.entry).body.operations}
    return tuple(sorted(names - {"stablehlo.constant", "func.return"}))


def _ops_text(program: Drawn) -> str:
    return " and ".join(name.partition(".")[2] for name in ops_of(program)) or "a program without operations"


def _known(backend: str, form: Form, outcome: Outcome) -> tuple[str, ...]:
    """The differences on record that a program meets; of one that breaks rules, the rule's page tells."""
    if not isinstance(form, Broken):
        return tuple(each.id for each in met(backend, form.module))
    if backend != "upstream":
        return ()
    if form.telling is None:
        return tuple(id for id, said in _refusals().items() if said == _unnamed(outcome.message))
    return () if form.telling.upstream is None else (f"hlogen rule {form.telling.id}",)


@cache
def _refusals() -> dict[str, str]:
    """What upstream's verifier says of the programs that it is on record to refuse, though they are allowed."""
    rows = (row for row in differences() if row.backend == VERIFIER and row.kind == "stricter")
    return {row.id: _unnamed("; ".join(verify(row.program))) for row in rows}


def _unnamed(message: str) -> str:
    """The beginning of a message, whatever types it is about; of one about unknown sizes, whatever operation, too."""
    line = re.sub(r"'(?:(stablehlo\.\w+)|[^']*)'", r"_\1", message.partition("\n")[0])
    if "must be statically shaped" in line:
        line = re.sub(r"_stablehlo\.\w+", "_", line)
    return re.sub(r"\d+", "#", line)[:_TELLING]


def _key(program: Drawn, outcome: Outcome, cause: Cause | None) -> str:
    key = _key_alone(program, outcome, cause)
    return f"{program.plan.relation}: {key}" if isinstance(program.form, Related) else key


def _key_alone(program: Drawn, outcome: Outcome, cause: Cause | None) -> str:
    if outcome.verdict is Verdict.WRONG_VALUE:
        if cause is None:
            return f"{UNKNOWN} in {_ops_text(program)}"
        return cause.name if cause.across_operations else f"{cause.name} in {_ops_text(program)}"
    if outcome.verdict is Verdict.ACCEPTED:
        return told(program.form)
    if outcome.verdict is Verdict.REFUSED and (isinstance(program.form, Broken) or _BY_VERIFIER in outcome.message):
        who = "" if isinstance(program.form, Broken) else "its verifier "
        return f"{who}refuses what {_ops_text(program)} allows: {_plain(outcome.message)}"
    if outcome.message and not _is_mute(outcome) and outcome.verdict not in _TOLD_BY_OPERATIONS:
        return f"{outcome.verdict.value}: {_plain(outcome.message)}"
    return f"{outcome.verdict.value} in {_ops_text(program)}"


def _is_mute(outcome: Outcome) -> bool:
    """Whether nothing is said of what went wrong: the program's operations have to tell."""
    is_crash = outcome.verdict in (Verdict.COMPILE_CRASH, Verdict.RUN_CRASH)
    return outcome.verdict is Verdict.TIME_OUT or (is_crash and _MUTE.search(outcome.message) is not None)


_TENSOR = r"tensor<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>"  # with what the types in it have in angles
_MUTE = re.compile(r"died of this program \([^)]*\)$")


def _plain(message: str) -> str:
    """The first line of a message without what differs from program to program: numbers, types, names."""
    line = message.partition("\n")[0]
    line = re.sub(rf"{_TENSOR}|\(?-?:\d+:\d+\)?|%\w+|\b0x[0-9a-f]+\b", "_", line)
    line = re.sub(r"\b([a-z]{1,4}\d+|pred)\[[\d,]*\](\{[\d,]*\})?", "_", line)
    return re.sub(r"\d+", "#", line)[:160]


def _keys(suspect: Suspect) -> set[str]:
    """Those that its findings may have: what is one mistake in all operations counts only where nothing else comes
    before it, as it would hide another one."""
    causes = [each for at, each in enumerate(suspect.causes) if at == 0 or not each.across_operations]
    return {_key(suspect.program, suspect.outcome, each) for each in causes or (None,)}


def _look(program: Drawn, suspect: Suspect) -> str:
    """What programs of one cause often have in common before they are shrunk."""
    outcome = suspect.outcome
    if isinstance(program.form, Broken):
        return f"{outcome.verdict.value} {told(program.form)} {_plain(outcome.message)}"
    if outcome.verdict is not Verdict.WRONG_VALUE:
        return f"{outcome.verdict.value} {_plain(outcome.message)}"
    module = suspect.program.form.module
    types = [value.type for operation in module.walk() for value in (*operation.operands, *operation.results)]
    kinds = {_kind(type.element_type) for type in types if isinstance(type, TensorType)}
    return f"{min(_keys(suspect)) if suspect.op else program.plan.steps[0].op} {sorted(kinds)}"


def _kind(element: ElementType) -> str:
    match element:
        case IntegerType():
            return "unsigned" if element.is_unsigned and element.width > 1 else "integer"
        case FloatType():
            return "float" if element.width > 8 else "small float"
        case _:
            return type(element).__name__


def _bare(plan: Plan) -> Plan:
    """All decisions stand in it: no seed is needed any more."""
    return replace(plan, steps=tuple(replace(step, seed=None) for step in plan.steps))
