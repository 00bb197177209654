"""Functions in LLVM's IR, as text: instructions one after the other, and loops around them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from interpreter.compiled.elements import Held, NotCompiled
from interpreter.compiled.pauses import pause
from interpreter.compiled.small_floats import SmallFloat

LOOK = "hlogen_look"  # a function of Python's that does nothing
_TURNS = 1 << 16  # of loops, behind which signals are looked for
_DEEPEST, _LONGEST = 50, 20_000  # regions and calls in each other; instructions
_ALIGNMENT = 16  # bytes, of what functions have room for
_BITS = {"float": ("i32", "<f", "<I"), "double": ("i64", "<d", "<Q")}


class Emitter:
    """Writes the body of one function. What is computed is named by strings: ``%7``, or constants such as ``3``."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._places: list[str] = []  # what the function has room for, all at its entry
        self._declared: dict[str, None] = {}
        self._data: dict[bytes, int] = {}
        self._count = 0
        self._depth = 0
        self._has_gone = False  # whether the last instruction goes elsewhere
        self._bytes: dict[tuple[str, str], str] = {}  # what small floats are stored as, by their formats
        self.polls = False  # whether it lets Python work

    def text(self, name: str, parameters: Sequence[str]) -> str:
        """The whole module, whose only function is this one."""
        stop = ["stop:", "  ret void"] if self.polls else []
        body = "\n".join(["entry:", *self._places, *self._lines, "  ret void", *stop])
        return "\n".join([*self._declared, f"define void @{name}({', '.join(parameters)}) {{", body, "}", ""])

    def let(self, instruction: str) -> str:
        """The name of what an instruction gives."""
        name = self._new()
        self._lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        self._lines.append(f"  {instruction}")

    def call(self, function: str, result: str, *arguments: str) -> str:
        """What a function of LLVM's gives of arguments such as ``float %1``."""
        types = ", ".join(argument.split()[0] for argument in arguments)
        self.declare(f"declare {result} @{function}({types})")
        return self.let(f"call {result} @{function}({', '.join(arguments)})")

    def select(self, condition: str, type: str, yes: str, no: str) -> str:
        return self.let(f"select i1 {condition}, {type} {yes}, {type} {no}")

    def constant(self, value: float, type: str) -> str:
        """A float, to the bit."""
        word, as_float, as_word = _BITS[type]
        (bits,) = struct.unpack(as_word, struct.pack(as_float, value))
        return self.let(f"bitcast {word} {bits} to {type}")

    def load(self, held: Held, pointer: str, at: str) -> str:
        """The element `at` of an array."""
        place = self.element(held.stored, pointer, at)
        return self.widened(held, self.let(f"load {held.stored}, ptr {place}"))

    def store(self, held: Held, value: str, pointer: str, at: str) -> None:
        place = self.element(held.stored, pointer, at)
        self.do(f"store {held.stored} {self.narrowed(held, value)}, ptr {place}")

    def widened(self, held: Held, stored: str) -> str:
        if held.small is not None:
            return self._widened_byte(held.small, stored)
        match held.stored, held.value:
            case "i8", "i1":
                return self.let(f"icmp ne i8 {stored}, 0")
            case "half", "float":
                return self.let(f"fpext half {stored} to float")
            case "i16", "float":
                bits = self.let(f"shl i32 {self.let(f'zext i16 {stored} to i32')}, 16")
                return self.let(f"bitcast i32 {bits} to float")
            case "i8", "i2" | "i4":
                return self.let(f"trunc i8 {stored} to {held.value}")
            case _:
                return stored

    def narrowed(self, held: Held, value: str) -> str:
        """What is stored of a value, which was rounded before."""
        if held.small is not None:
            return self._bytes.get((held.small.name, value)) or self._narrowed_to_byte(held.small, value)
        match held.stored, held.value:
            case "i8", "i1" | "i2" | "i4":
                return self.let(f"zext {held.value} {value} to i8")
            case "half", "float":
                return self.let(f"fptrunc float {value} to half")
            case "i16", "float":
                bits = self.let(f"lshr i32 {self.let(f'bitcast float {value} to i32')}, 16")
                return self.let(f"trunc i32 {bits} to i16")
            case _:
                return value

    def rounded(self, held: Held, value: str) -> str:
        """A value of f32 as the nearest of the type, ties to even; itself where the type is that wide."""
        if not held.is_rounded:
            return value
        if held.small is not None:
            return self._widened_byte(held.small, self._narrowed_to_byte(held.small, value))
        if held.stored == "half":
            return self.let(f"fpext half {self.let(f'fptrunc float {value} to half')} to float")
        bits = self.let(f"bitcast float {value} to i32")
        last = self.let(f"and i32 {self.let(f'lshr i32 {bits}, 16')}, 1")
        up = self.let(f"add i32 {self.let(f'add i32 {bits}, 32767')}, {last}")
        near = self.let(f"bitcast i32 {self.let(f'and i32 {up}, -65536')} to float")
        cut = self.let(f"and i32 {bits}, -65536")
        nan = self.let(f"bitcast i32 {self.let(f'or i32 {cut}, 4194304')} to float")
        return self.select(self.let(f"fcmp uno float {value}, {value}"), "float", nan, near)

    def _widened_byte(self, small: SmallFloat, stored: str) -> str:
        table = f"@{small.name}"
        self._declared[
            f"{table} = private constant [256 x i32] [{', '.join(f'i32 {bits}' for bits in small.wide)}]"
        ] = None
        number = self.let(f"zext i8 {stored} to i64")
        place = self.let(f"getelementptr inbounds [256 x i32], ptr {table}, i64 0, i64 {number}")
        value = self.let(f"bitcast i32 {self.let(f'load i32, ptr {place}')} to float")
        self._bytes[small.name, value] = stored
        return value

    def _narrowed_to_byte(self, small: SmallFloat, value: str) -> str:
        """To nearest, ties to even. Of what is less than normal, an addition drops the bits that are too many."""
        dropped, first = 23 - small.mantissa, 127 + small.lowest
        bits = self.let(f"bitcast float {value} to i32")
        size = self.let(f"and i32 {bits}, {0x7FFFFFFF}")
        last = self.let(f"and i32 {self.let(f'lshr i32 {size}, {dropped}')}, 1")
        up = self.let(f"add i32 {self.let(f'add i32 {size}, {(1 << dropped - 1) - 1}')}, {last}")
        normal = self.let(f"sub i32 {self.let(f'lshr i32 {up}, {dropped}')}, {first - 1 << small.mantissa}")
        far = self.constant(2.0 ** (dropped + small.lowest), "float")
        sum = self.let(f"fadd float {self.let(f'bitcast i32 {size} to float')}, {far}")
        tiny = self.let(f"sub i32 {self.let(f'bitcast float {sum} to i32')}, {dropped + first << 23}")
        code = self.select(self.let(f"icmp ult i32 {size}, {first << 23}"), "i32", tiny, normal)
        code = self.select(self.let(f"icmp ugt i32 {code}, {small.largest}"), "i32", str(small.beyond), code)
        code = self.select(self.let(f"fcmp uno float {value}, {value}"), "i32", str(small.nan), code)
        sign = self.let(f"and i32 {self.let(f'lshr i32 {bits}, 24')}, 128")
        signed = self.let(f"or i32 {code}, {sign}")
        if not small.has_minus_zero:
            signed = self.select(self.let(f"icmp eq i32 {code}, 0"), "i32", "0", signed)
        return self.let(f"trunc i32 {signed} to i8")

    def times(self, value: str, factor: int) -> str:
        return value if factor == 1 else "0" if factor == 0 else self.let(f"mul nsw i64 {value}, {factor}")

    def sum(self, terms: Sequence[str]) -> str:
        found = "0"
        for term in terms:
            if term != "0":
                found = term if found == "0" else self.let(f"add nsw i64 {found}, {term}")
        return found

    def minimum(self, one: str, other: str) -> str:
        return self.call("llvm.smin.i64", "i64", f"i64 {one}", f"i64 {other}")

    def maximum(self, one: str, other: str) -> str:
        return self.call("llvm.smax.i64", "i64", f"i64 {one}", f"i64 {other}")

    @contextmanager
    def loop(self, low: str, high: str) -> Iterator[tuple[str, Callable[[str], None]]]:
        """The instructions inside, for each number from `low` up to `high`: gives it, and what goes on to the next
        number unless a condition holds."""
        place = self.slot("i64", low)
        head, body, after, end = (self.label() for _ in range(4))
        self.begin(head)
        number = self.let(f"load i64, ptr {place}")
        self.branch(self.let(f"icmp slt i64 {number}, {high}"), body, end)
        self.begin(body)

        def only_if(condition: str) -> None:
            onward = self.label()
            self.branch(condition, onward, after)
            self.begin(onward)

        yield number, only_if
        self.begin(after)
        self.do(f"store i64 {self.let(f'add nsw i64 {number}, 1')}, ptr {place}")
        self.jump(head)
        self.begin(end)

    def slot(self, type: str, value: str) -> str:
        """The place of a variable, which holds `value` now."""
        place = self.room(type)
        self.do(f"store {type} {value}, ptr {place}")
        return place

    def room(self, type: str) -> str:
        """The place of a variable, or of an array of LLVM's, which holds nothing yet."""
        place = self._new()
        self._places.append(f"  {place} = alloca {type}, align {_ALIGNMENT}")
        return place

    def array(self, type: str, values: Sequence[str]) -> str:
        """The place of an array that holds these values now."""
        place = self.room(f"[{len(values)} x {type}]")
        for number, value in enumerate(values):
            self.do(f"store {type} {value}, ptr {self.element(type, place, str(number))}")
        return place

    def element(self, type: str, pointer: str, at: str) -> str:
        """The place of the element `at` of an array."""
        pause()
        return pointer if at == "0" else self.let(f"getelementptr inbounds {type}, ptr {pointer}, i64 {at}")

    def data(self, content: bytes) -> str:
        """Constant memory."""
        name = f"@data{self._data.setdefault(content, len(self._data))}"
        text = "".join(f"\\{byte:02X}" for byte in content)
        self.declare(f'{name} = private constant [{len(content)} x i8] c"{text}", align {_ALIGNMENT}')
        return name

    def declare(self, line: str) -> None:
        """A function from elsewhere, in LLVM's words."""
        self._declared[line] = None

    def label(self) -> str:
        pause()
        self._count += 1
        return f"b{self._count}"

    def begin(self, label: str) -> None:
        """What follows stands behind this label; what came before goes on there, unless it has gone elsewhere."""
        if not self._has_gone:
            self.jump(label)
        self._lines.append(f"{label}:")
        self._has_gone = False

    def jump(self, label: str) -> None:
        self.leave(f"br label %{label}")

    def leave(self, instruction: str) -> None:
        """An instruction that goes elsewhere."""
        self.do(instruction)
        self._has_gone = True

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.leave(f"br i1 {condition}, label %{yes}, label %{no}")

    def poll(self, work: int = 1) -> None:
        """Once in many turns of a loop, of which each is so much work, lets Python work: an exception that a signal or
        another thread raises here ends the function, and other threads have their turn."""
        self.polls = True
        counted = self._new()
        self._places.append(f"  {counted} = alloca i64\n  store i64 0, ptr {counted}")
        for declared in ("declare ptr @PyObject_CallNoArgs(ptr)", "declare void @Py_DecRef(ptr)"):
            self.declare(declared)
        self.declare(f"@{LOOK} = external global i8")
        turns = self.let(f"add i64 {self.let(f'load i64, ptr {counted}')}, {work}")
        looks, onward, goes_on = (self.label() for _ in range(3))
        self.do(f"store i64 {turns}, ptr {counted}")
        self.branch(self.let(f"icmp sge i64 {turns}, {_TURNS}"), looks, goes_on)
        self.begin(looks)
        self.do(f"store i64 0, ptr {counted}")
        found = self.let(f"call ptr @PyObject_CallNoArgs(ptr @{LOOK})")
        self.branch(self.let(f"icmp eq ptr {found}, null"), "stop", onward)
        self.begin(onward)
        self.do(f"call void @Py_DecRef(ptr {found})")
        self.begin(goes_on)

    def go_deeper(self) -> None:
        """NotCompiled where regions and calls are nested so deep, or are so long, that it wouldn't pay."""
        self._depth += 1
        if self._depth > _DEEPEST or len(self._lines) > _LONGEST:
            raise NotCompiled("functions that are so deep or long")

    def come_back(self) -> None:
        self._depth -= 1

    def _new(self) -> str:
        self._count += 1
        return f"%v{self._count}"
