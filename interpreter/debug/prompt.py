"""The commands of `Step`, each a method of Prompt."""

from __future__ import annotations

import cmd
import linecache
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from hlogen import placing
from hlogen.errors import HlogenError, UsageError
from hlogen.ir import Operation, Value
from interpreter.debug.elements import name_and_indices, part_of
from interpreter.debug.frames import Frame, Stack
from interpreter.debug.statistics import described
from interpreter.debug.terminal import Commands, completing
from interpreter.debug.trace import Watch, lanes_of
from interpreter.execution.names import Names, Selection, listed, place_of

_AROUND = 5  # lines, or operations, on either side of where one is
_SHOWN = 12  # names in a message
_SHORT = {
    letter: word
    for word, letters in {
        "step": ["s"],
        "next": ["n"],
        "out": ["o", "finish"],
        "continue": ["c"],
        "until": ["u"],
        "break": ["b"],
        "print": ["p"],
        "list": ["l"],
        "where": ["w", "bt"],
        "values": ["v"],
        "delete": ["d"],
        "help": ["h", "?"],
        "quit": ["q", "exit"],
    }.items()
    for letter in letters
}
_HELP = """\
step, s, enter     run one operation, into the functions and regions that it runs
next, n            run one operation, with all that it runs
out, o             run to the end of this function or of the loop, branch or call that one is in
continue, c        run to the end, or to where it has to stop
until OP, u        run to the next time that OP is about to run
break OP, b        stop whenever OP is about to run; break alone lists what was asked for
watch OP           show OP whenever it has run
delete N, d        forget a break or a watch by its number; delete alone forgets all
print %5, p        show a value, or a part of it: print %5[0, 2:4]; print alone shows the operands
save %5 FILE.npy   write a value to a new file
values, v          list the values of this function or region, and of those around it
where, w           the operation that is about to run, and what it is in
list, l            the program around it
quit, q            end the run
OP is a result (%5), an op (log, stablehlo.log) or a place (:12, model.mlir:12:8)."""


class Session(Protocol):
    """The run that is asked: a Step."""

    stops: dict[int, Selection]
    watches: dict[int, Watch]
    state: str

    @property
    def program(self) -> Names: ...

    @property
    def write(self) -> Callable[[str], object]: ...

    @property
    def stacks(self) -> Mapping[Any, Stack]: ...

    def go(self, depth: int | None = None, *, is_end: bool = False, once: Selection | None = None) -> None: ...

    def add_stop(self, selection: Selection) -> int: ...

    def add_watch(self, selection: Selection) -> int: ...

    def delete(self, number: int) -> None: ...

    def note(self, selection: Selection) -> str: ...


class Prompt(cmd.Cmd):
    """What can be asked where a run stands. A command that returns True goes on with the run."""

    def __init__(self, step: Session, stack: Stack) -> None:
        super().__init__()
        self.step = step
        self.stack = stack
        self.names = step.program
        self.ends = ""  # why there is to be no further step

    def loop(self, commands: Commands) -> str:
        """Does what is asked until the run is to go on; says why where it is not to."""
        with completing(self._completions, commands):
            while True:
                try:
                    line = next(commands)
                except StopIteration:
                    return "the commands have ended"
                except KeyboardInterrupt:
                    self.say("")
                    continue
                if not isinstance(line, str):
                    raise UsageError(f"commands are lines of text, not {line!r}")
                try:
                    if self.onecmd(line.strip()):
                        return self.ends
                except HlogenError as error:
                    self.say(str(error))

    def say(self, text: str) -> None:
        self.step.write(text)

    def emptyline(self) -> bool:
        return self.do_step("")

    def default(self, line: str) -> None:
        word = line.split()[0]
        raise UsageError(f"there is no command {word!r}; help lists them")

    def parseline(self, line: str) -> tuple[str | None, str | None, str]:
        word, _, rest = line.strip().partition(" ")
        return _SHORT.get(word, word) or None, rest.strip(), line

    def _completions(self, text: str) -> list[str]:
        """The values, or else the commands, that begin so."""
        if text.startswith("%"):
            names = {self.names.of(value) for frame in self.stack.frames for value in frame.places}
        else:
            names = {name[3:] for name in dir(self) if name.startswith("do_")}
        return sorted(name for name in names if name.startswith(text))

    # To go on

    def do_step(self, rest: str) -> bool:
        return self._go(rest)

    def do_next(self, rest: str) -> bool:
        return self._go(rest, depth=len(self.stack))

    def do_out(self, rest: str) -> bool:
        if len(self.stack) < 2 and not rest:
            return self.do_continue(rest)
        return self._go(rest, depth=len(self.stack) - 1)

    def do_continue(self, rest: str) -> bool:
        return self._go(rest, is_end=True)

    def do_until(self, rest: str) -> bool:
        selection = self._selection(rest, "until")
        return self._go("", is_end=True, once=selection)

    def do_quit(self, rest: str) -> bool:
        self.ends = "stopped"
        return True

    def _go(self, rest: str, **until: Any) -> bool:
        if rest:
            raise UsageError(f"{rest!r} is too much here; help says what each command takes")
        if self.step.state == "runs":
            self.step.go(**until)
        return True

    # Where to stop

    def do_break(self, rest: str) -> None:
        if not rest:
            self._list_stops()
            return
        selection = self._selection(rest, "break")
        number = self.step.add_stop(selection)
        self.say(f"{number}: stops before {rest}{self.step.note(selection)}")

    def do_watch(self, rest: str) -> None:
        if not rest:
            self._list_stops()
            return
        selection = self._selection(rest, "watch")
        number = self.step.add_watch(selection)
        self.say(f"{number}: shows {rest}{self.step.note(selection)}")

    def do_delete(self, rest: str) -> None:
        there = self.step.stops.keys() | self.step.watches.keys()
        numbers = set(there) if not rest else {int(word) if word.isdecimal() else -1 for word in rest.split()}
        if not numbers <= there:
            raise UsageError(f"there is no {rest}; {listed(sorted(map(str, there)))}")
        for number in numbers:
            self.step.delete(number)

    def _list_stops(self) -> None:
        lines = {number: f"{number}: stops before {' '.join(one.what)}" for number, one in self.step.stops.items()}
        lines |= {n: f"{n}: shows {' '.join(one.selection.what)}" for n, one in self.step.watches.items()}
        self.say("\n".join(lines[number] for number in sorted(lines)) or "nothing was asked for: break OP, watch OP")

    def _selection(self, rest: str, command: str) -> Selection:
        if not rest:
            raise UsageError(f"{command} takes a result (%5), an op (log) or a place (:12)")
        selection = Selection(rest.split())
        selection.require(self.names)
        return selection

    # What is there

    def do_print(self, rest: str) -> None:
        if not rest:
            op = self.stack.top.op
            values = () if op is None or self.step.state == "ended" else dict.fromkeys(op.operands)
            names = [self.names.of(value) for value in values]
            if not names:
                self.say("the operation has no operands" if self.step.state != "ended" else "print what? values lists")
            for name in names:
                self._print(name, None)
            return
        self._print(*name_and_indices(rest))

    def do_save(self, rest: str) -> None:
        name, _, file = rest.partition(" ")
        if not name.startswith("%") or not file.endswith(".npy"):
            raise UsageError("save takes a value and a new .npy file: save %5 five.npy")
        found = [(frame, value) for frame, value in self._named(name) if isinstance(self._of(frame, value), np.ndarray)]
        if len(found) != 1:
            what = "is a token or a tuple" if not found else f"has {len(found)} values: save {name}#0"
            raise UsageError(f"{name} {what}, and a file holds one array")
        path = placing.path_of(file.strip())
        try:
            array = self._of(*found[0])
            placing.write(path, lambda target: np.save(target, array, allow_pickle=False), overwrite=False)
        except FileExistsError:
            raise UsageError(f"{path} exists already and is left as it is; choose another name") from None
        except OSError as error:
            raise UsageError(f"{path} can't be written: {error.strerror or error}") from error
        self.say(f"wrote {name} to {path}")

    def do_values(self, rest: str) -> None:
        for frame in self.stack.frames:
            self.say(f"of {frame.label}:")
            known = [value for value in frame.places if self._is_there(frame, value)]
            constants = [value for value in known if _is_constant(value)]
            others = [value for value in known if not _is_constant(value)]
            lines = described_values(self.names, others, [frame.value(value) for value in others])
            if constants:
                names = ", ".join(map(self.names.of, constants[:_SHOWN]))
                rest = f" and {len(constants) - _SHOWN} more" if len(constants) > _SHOWN else ""
                lines.insert(0, f"  constants: {names}{rest}")
            self.say("\n".join(lines) or "  none yet")

    def do_where(self, rest: str) -> None:
        if self.step.state == "ended":
            self.say("the program has ended")
            return
        for number, frame in enumerate(reversed(self.stack.frames)):
            if frame.op is not None:
                self.say(f"{'in' if number else '->'} {self._line(frame.op)}, in {frame.label}")
        others = {p: stack for p, stack in self.step.stacks.items() if stack is not self.stack and stack.frames}
        for process, stack in others.items():
            if process is not None and process.has_ended:
                self.say(f"{process} has ended")
            elif stack.top.op is not None:
                self.say(f"{process}: {self._line(stack.top.op)}, in {stack.top.label}")

    def do_list(self, rest: str) -> None:
        op = self.stack.top.op
        if op is None:
            return
        lines = self._source_around(op) or self._operations_around(op)
        self.say("\n".join(lines))

    def do_help(self, arg: str) -> None:
        lines = _HELP.split("\n")
        found = [line for line in lines if arg and _SHORT.get(arg, arg) == re.split(r"[ ,]", line)[0]]
        self.say("\n".join(found or lines))

    # In words

    def tell_place(self) -> None:
        """The operation that is about to run, with its line of the program where that can be read."""
        op = self.stack.top.op
        assert op is not None, "a run stops before an operation"
        source = _source_line(op)
        self.say(f"-> {self._line(op)}" + (f"\n   {op.location and op.location.line} | {source}" if source else ""))

    def tell_frame(self) -> None:
        """What has just begun, and the values that it begins with."""
        frame = self.stack.top
        values = [value for value in frame.block.arguments if value in frame.past]
        lines = described_values(self.names, values, [frame.past[value] for value in values])
        self.say("\n".join([f"in {frame.label}", *lines]))

    def _line(self, op: Operation) -> str:
        name = self.names.of_op(op)
        using = ", ".join(map(self.names.of, op.operands))
        return f"{f'{name} = ' if name else ''}{op.name}({using}){place_of(op)}"

    def _print(self, name: str, indices: str | None) -> None:
        for frame, value in self._named(name):
            array = self._of(frame, value)
            called, type = self.names.of(value), f"{value.type}{lanes_of(value, array)}"
            if not isinstance(array, np.ndarray):
                if indices is not None:
                    raise UsageError(f"{called}: {type} is no array, so it has no elements")
                self.say(f"{called}: {type}: {described(array)}")
                continue
            if indices is not None:
                array = part_of(array, indices, name)
                called = f"{called}[{indices}] of"
            with np.printoptions(threshold=200, edgeitems=3, linewidth=100):
                elements = f"\n{array}" if array.size > 1 else ""
            self.say(f"{called}{'' if indices is not None else ':'} {type}: {described(array)}{elements}")

    def _of(self, frame: Frame, value: Value) -> Any:
        """UsageError where it isn't there."""
        try:
            return frame.value(value)
        except KeyError:
            name, owner = self.names.of(value), value.owner
            if isinstance(owner, Operation) and value not in frame.past and not self._has_run(frame, owner):
                raise UsageError(f"{name} isn't there yet; {owner.name}{place_of(owner)} gives it") from None
            raise UsageError(f"{name} was let go after its last use, as too much memory was taken") from None

    def _has_run(self, frame: Frame, op: Operation) -> bool:
        order = list(frame.steps)
        return frame.op is not None and order.index(op) < order.index(frame.op)

    def _is_there(self, frame: Frame, value: Value) -> bool:
        try:
            frame.value(value)
        except KeyError:
            return False
        return True

    def _named(self, name: str) -> list[tuple[Frame, Value]]:
        found = list(self.stack.named(name, self.names))
        if found:
            return found
        if any(name.partition("#")[0] == named.name for _, named in self.names.operations()):
            raise UsageError(f"{name} is of a function or region that doesn't run now; values lists what is there")
        there = [self.names.of(v) for frame in self.stack.frames for v in frame.places if self._is_there(frame, v)]
        raise UsageError(f"no value is called {name}; {listed(list(dict.fromkeys(there)))}")

    def _source_around(self, op: Operation) -> list[str]:
        if op.location is None or not _source_line(op):
            return []
        lines = linecache.getlines(op.location.file)
        first = max(1, op.location.line - _AROUND)
        last = min(len(lines), op.location.line + _AROUND)
        return [
            f"{'->' if n == op.location.line else '  '} {n:4} | {lines[n - 1].rstrip()}" for n in range(first, last + 1)
        ]

    def _operations_around(self, op: Operation) -> list[str]:
        ops = list(self.stack.top.steps)
        at = ops.index(op)
        near = ops[max(0, at - _AROUND) : at + _AROUND + 1]
        return [f"{'->' if one is op else '  '} {self._line(one)}" for one in near]


def described_values(names: Names, values: Sequence[Value], arrays: Sequence[Any]) -> list[str]:
    """A line for each."""
    return [
        f"  {names.of(value)}: {value.type}{lanes_of(value, array)}: {described(array)}"
        for value, array in zip(values, arrays, strict=True)
    ]


def _is_constant(value: Value) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name == "stablehlo.constant"


def _source_line(op: Operation) -> str:
    if op.location is None or not op.location.line or op.location.file == "-":
        return ""
    return linecache.getline(op.location.file, op.location.line).strip()
