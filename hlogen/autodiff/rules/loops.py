"""Loops: the derivative runs as many iterations.

The way back goes through the iterations from the last to the first: it takes what was saved of the iteration, or else
the carries that it started with, with which the body runs again, and then backwards. Where these come from:

- The number of iterations is known when the program is built (`trip_count.counted`): the loop saves what the way back
  of each iteration uses of it (`saved_turns.py`), in buffers of that length, and nothing is computed again but what is
  in checkpoints. Where that would be more than a gibibyte, and no checkpoint says that it is meant, it stores its
  carries, as the iterations start with them. Time and memory are linear in the number.
- It isn't known, and there is no buffer of unknown length (or the buffers would be too large): the loop counts its
  iterations and stores the carries of 33 of them; the others are computed again from the last one before that is
  stored. Memory doesn't grow with the number n of iterations, and there are n / 2 * log2(n) more iterations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from hlogen.analysis.sizes import changing
from hlogen.autodiff.axes import is_along_any
from hlogen.autodiff.dependence import passes_tangents, reach_loop
from hlogen.autodiff.forward import jvp_block, replay_block
from hlogen.autodiff.regions import refuse_effects, run_once
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, vjp
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.rules.saved_turns import Turn
from hlogen.autodiff.site import Site, by_value, is_token, tensor_type, zeros, zeros_like
from hlogen.builder.elementwise import add, and_, compare, convert, multiply, not_, popcnt, subtract
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.inner import begun, emit_while, finished, region
from hlogen.builder.known import integers_of
from hlogen.builder.rows import row, with_row
from hlogen.builder.sizes import constant_of_sizes, same_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import filling
from hlogen.ir import Block, ElementType, IntegerType, TensorType, Value
from hlogen.program.structure import captured_by, invariant, returned
from hlogen.program.trip_count import Counted, counted

_I32 = IntegerType(32)
_MAX_SAVED = 1 << 30  # bytes
_MAX_STORED = 1 << 31  # elements; 8 GiB of f32
_SLOTS = 33  # one for each number of trailing zeros of an i32


@jvp("stablehlo.while", computes_results=True)
def while_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    cond, body = (region.block for region in site.operation.regions)
    active = _active_carries(site, [tangent is not None for tangent in tangents])
    count = len(site.operands)
    captured = by_value(site.captured, tangents[site.at.captured])
    initial = [site.zeros(n) if (tangent := tangents[n]) is None else tangent for n in active]

    def derived(arguments: list[Tensor]) -> list[Tensor]:
        known = dict(captured)
        known.update(zip((body.arguments[number] for number in active), arguments[count:], strict=True))
        results, outgoing = jvp_block(body, _inside(site, body, arguments[:count]), known)
        return results + [_dense(outgoing[number], results[number]) for number in active]

    def condition(arguments: list[Tensor]) -> Tensor:
        return replay_block(cond, _inside(site, cond, arguments[:count]))[0]

    results = emit_while([*site.operands, *initial], condition, derived)
    outgoing: list[Tangent] = [None] * count
    for number, tangent in zip(active, results[count:], strict=True):
        outgoing[number] = tangent
    return results[:count], outgoing


@vjp("stablehlo.while")
def while_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    _require_lasting_sizes(site)
    count = counted(site.operation, integers_of)
    if count is not None and count.count == 0:
        return site.operands, lambda cotangents: [*cotangents, *(None for _ in site.captured)]
    if count is not None and (saved := _saved(site, active, count)) is not None:
        return saved
    refuse_effects(site, _way_out(site, count))
    if count is None and is_along_any(site.operation):
        raise site.error(
            "it works along a named axis, and takes a number of turns that isn't known, so that the examples' ways "
            "back don't meet\n  fix: take a known number of turns (hl.scan, hl.fori), or derive the batch: "
            "hl.grad of what hl.vmap makes"
        )
    loop: _Loop
    if count is None or _stored_size(site, count) > _MAX_STORED:
        loop = _Checkpointed(site, active)
    else:
        loop = _Stored(site, active, count)
    return loop.results, loop.pull


def _way_out(site: Site, counted: Counted | None) -> str:
    """What lets a loop save what happens once, where it would run it again."""
    if counted is None:
        return "let it run as often as the program says (hl.fori or hl.scan with constant bounds), or move it out"
    if not site.is_static:
        return "give the loop static shapes (hl.transform.refine), or move it out"
    return "move it out of the region that is computed again, or of the loop"


class _Places:
    """What a loop of a known number of iterations carries, and what of that a way back needs."""

    def __init__(self, site: Site, active: Sequence[bool], counted: Counted) -> None:
        self.body = body = site.operation.regions[1].block
        carries = _active_carries(site, active)
        # The last write of an element is the only one, so its cotangent is that of the result: no need to carry one.
        self.written = [number for number in carries if not active[number] and counted.writes_once(number)]
        self.carries = [number for number in carries if number not in self.written]
        inside = set(captured_by(body))
        flags = zip(site.captured, active[site.at.captured], strict=True)
        self.captured = [value for value, is_active in flags if is_active and value in inside]
        # What is there in each iteration: carries that stay, and those that the number of the iteration tells.
        self.fixed = invariant(site.operation)
        numbers = range(len(site.operands))
        self.lines = {n: line for n in numbers if not self.fixed[n] and (line := _line(site, counted, n)) is not None}
        self.plain = [number for number, line in self.lines.items() if line == (0, 1)]


class _Loop:
    """A loop's way back; a subclass emits the loop and knows what carries each iteration started with.

    `state` are values of its own that it has after the loop, and changes on the way back.
    """

    def __init__(self, site: Site, active: Sequence[bool]) -> None:
        self.site = site
        self.cond, self.body = (region.block for region in site.operation.regions)
        self.written: list[int] = []  # active carries whose cotangents stay, see `_Stored`
        self.carries = _active_carries(site, active)
        inside = set(captured_by(self.body))
        flags = zip(site.captured, active[site.at.captured], strict=True)
        self.captured = [value for value, is_active in flags if is_active and value in inside]
        self.results: Sequence[Tensor] = ()
        self.state: Sequence[Tensor] = ()

    def condition(self, arguments: list[Tensor]) -> Tensor:
        """Emits the loop's own condition; what comes after its carries doesn't matter."""
        carries = arguments[: len(self.site.operands)]
        return replay_block(self.cond, _inside(self.site, self.cond, carries))[0]

    def last_iteration(self) -> Tensor:
        """The number of the last iteration, an i32; -1 if there is none."""
        raise NotImplementedError

    def carries_of(self, iteration: Tensor, state: Sequence[Tensor]) -> tuple[Sequence[Tensor], Sequence[Tensor]]:
        """Emits the carries that an iteration starts with, and what becomes of the state; asked from last to first."""
        raise NotImplementedError

    def pull(self, cotangents: Tangents) -> Tangents:
        wanted = [self.body.arguments[number] for number in self.carries] + self.captured
        states = len(self.state)

        def condition(arguments: list[Tensor]) -> Tensor:
            return compare(arguments[0], 0, "GE")

        def step(arguments: list[Tensor]) -> list[Tensor]:
            iteration, incoming = arguments[0], arguments[states + 1 :]
            carries, state = self.carries_of(iteration, arguments[1 : states + 1])
            environment = _inside(self.site, self.body, carries)
            so_far = dict(zip(self.captured, incoming[len(self.carries) :], strict=True))
            _, way_back = vjp_block(self.body, environment, wanted, so_far)
            outgoing = [cotangents[n] if n in self.written else None for n in range(len(self.results))]
            for number, cotangent in zip(self.carries, incoming, strict=False):
                outgoing[number] = cotangent
            known = way_back(outgoing)
            gradients = [_dense(known.get(value), like) for value, like in zip(wanted, incoming, strict=True)]
            return [subtract(iteration, 1), *state, *gradients]

        initial = [self.site.zeros(n) if (start := cotangents[n]) is None else start for n in self.carries]
        inputs = self.site.captured_inputs
        initial += [zeros_like(inputs[value]) for value in self.captured]
        final = _lasting_while([self.last_iteration(), *self.state, *initial], condition, step)[states + 1 :]
        known = by_value(self.captured, final[len(self.carries) :])
        of_operands: list[Tangent] = [None] * len(self.site.operands)
        for number, cotangent in zip(self.carries, final, strict=False):
            of_operands[number] = cotangent
        return of_operands + [known.get(value) for value in self.site.captured]


def _saved(site: Site, active: Sequence[bool], counted: Counted) -> tuple[Sequence[Tensor], Pullback] | None:
    """The loop, and its way back by what its iterations save; None where that isn't to be."""
    if not site.is_static:
        return None
    inputs = (*site.operation.operands, *site.captured)
    types = [value.type for value in inputs]
    places = _Places(site, active, counted)
    count, carries, captured = len(site.operands), places.carries, places.captured
    scope, arguments = begun([*types[:count], TensorType((), _I32)], "body of while")
    with filling(scope):
        iteration = arguments[places.plain[0]] if places.plain else arguments[count]
        environment = _inside(site, places.body, arguments[:count])
        wanted = [places.body.arguments[number] for number in carries] + captured
        so_far: dict[Value, Tensor] = {}
        results, way_back = vjp_block(places.body, environment, wanted, so_far)

    def back(given: list[Tensor]) -> list[Tensor]:
        """From the cotangents of carries, of captured values, and of what is written once."""
        so_far.update(zip(captured, given[len(carries) :], strict=False))
        outgoing: list[Tangent] = [None] * count
        for number, cotangent in zip((*carries, *places.written), _without(given, carries, captured), strict=True):
            outgoing[number] = cotangent
        known = way_back(outgoing)
        return [_dense(known.get(value), like) for value, like in zip(wanted, given, strict=False)]

    of_back = [*carries, *(count + site.captured.index(value) for value in captured), *places.written]
    block = scope.block
    told = {block.arguments[n] for n in range(count) if places.fixed[n] or n in places.lines} | {block.arguments[count]}
    steady = {block.arguments[n] for n in range(count) if places.fixed[n]}
    turn = Turn(scope, [tensor_type(inputs[number]) for number in of_back], back, told, steady)
    is_large = turn.bytes * counted.count > _MAX_SAVED
    if turn.runs_once or (is_large and not turn.is_asked_for and run_once(site.operation) is None):
        return None
    buffers = [_rows(counted.count, Tensor(value, scope)) for value in turn.stored]
    first = len(block.arguments)
    rows = [Value(buffer.type, block, first + number) for number, buffer in enumerate(buffers)]
    block.arguments = (*block.arguments, *rows)
    scope.values.update(rows)
    with filling(scope):
        filled = [
            with_row(Tensor(at, scope), iteration, Tensor(value, scope))
            for at, value in zip(rows, turn.stored, strict=True)
        ]
        results = [*results, add(arguments[count], 1), *filled]
    body = finished(scope, results)
    cond_block = site.operation.regions[0].block

    def condition(inner: list[Tensor]) -> list[Tensor]:
        return replay_block(cond_block, _inside(site, cond_block, inner[:count]))

    operands = [*site.operands, _number(0), *buffers]
    whole_types = [operand.type for operand in operands]
    cond = region(whole_types, "cond of while", condition)
    final = emit("stablehlo.while", operands, {}, [cond, body], whole_types)
    saved = final[count + 1 :]

    def pull(cotangents: Tangents) -> Tangents:
        hoisted = turn.hoisted({block.arguments[n]: site.operands[n] for n in range(count) if places.fixed[n]})
        once = [site.zeros(n) if (given := cotangents[n]) is None else given for n in places.written]

        def step(inner: list[Tensor]) -> list[Tensor]:
            at, incoming = inner[0], inner[1:]
            known = {block.arguments[count]: at}
            for number, line in places.lines.items():
                known[block.arguments[number]] = _on_line(line, at, site.operands[number].element_type)
            known |= {value: row(buffer, at) for value, buffer in zip(turn.stored, saved, strict=True)}
            return [subtract(at, 1), *turn.emit_back(hoisted, known, [*incoming, *once])]

        initial = [site.zeros(n) if (start := cotangents[n]) is None else start for n in carries]
        inputs = site.captured_inputs
        initial += [zeros_like(inputs[value]) for value in captured]
        last = [_number(counted.count - 1), *initial]
        gradients = emit_while(last, lambda inner: compare(inner[0], 0, "GE"), step)[1:]
        found = by_value(captured, gradients[len(carries) :])
        of_operands: list[Tangent] = [None] * count
        for number, gradient in zip(carries, gradients, strict=False):
            of_operands[number] = gradient
        return of_operands + [found.get(value) for value in site.captured]

    return final[:count], pull


def _without(given: list[Tensor], carries: Sequence[int], captured: Sequence[Value]) -> list[Tensor]:
    """The cotangents of carries and of what is written, without those of captured values between them."""
    return [*given[: len(carries)], *given[len(carries) + len(captured) :]]


class _Stored(_Loop):
    """The number of iterations is known: the carries that they start with are stored."""

    def __init__(self, site: Site, active: Sequence[bool], counted: Counted) -> None:
        super().__init__(site, active)
        self.counted = counted
        places = _Places(site, active, counted)
        self.written, self.carries, self.lines = places.written, places.carries, places.lines
        count = len(site.operands)
        self.stored = [n for n in _changed(site) if n not in self.lines]
        buffers = [_rows(counted.count, site.operands[number]) for number in self.stored]

        def step(arguments: list[Tensor]) -> list[Tensor]:
            carries, iterations, filled = arguments[:count], arguments[count], arguments[count + 1 :]
            iteration = carries[places.plain[0]] if places.plain else iterations
            chosen = [carries[number] for number in self.stored]
            filled = [with_row(rows, iteration, value) for rows, value in zip(filled, chosen, strict=True)]
            return [*replay_block(self.body, _inside(site, self.body, carries)), add(iterations, 1), *filled]

        results = _lasting_while([*site.operands, _number(0), *buffers], self.condition, step)
        self.results, self.buffers = results[:count], results[count + 1 :]

    def last_iteration(self) -> Tensor:
        return _number(self.counted.count - 1)

    def carries_of(self, iteration: Tensor, state: Sequence[Tensor]) -> tuple[Sequence[Tensor], Sequence[Tensor]]:
        carries = list(self.site.operands)
        for number, line in self.lines.items():
            carries[number] = _on_line(line, iteration, carries[number].element_type)
        for number, rows in zip(self.stored, self.buffers, strict=True):
            carries[number] = row(rows, iteration)
        return carries, state


class _Checkpointed(_Loop):
    """The number of iterations isn't known: of the carries that they start with, some are stored.

    Iteration k has the slot of its number of trailing zeros, the last one of a slot stays (iteration 0, of 32, always).
    On the way back iteration k - 1 follows k. The last iteration before k that can be in the slots is k without its
    lowest bit, and it is: the ones between have fewer trailing zeros. From there the carries are computed again up to
    k - 1, and stored on the way.
    """

    def __init__(self, site: Site, active: Sequence[bool]) -> None:
        super().__init__(site, active)
        self.stored = _changed(site)
        count = len(site.operands)
        slots = [_rows(_SLOTS, site.operands[number]) for number in self.stored]

        def step(arguments: list[Tensor]) -> list[Tensor]:
            carries, iterations, slots = arguments[:count], arguments[count], arguments[count + 1 :]
            slots = self._filled(slots, iterations, carries)
            return [*replay_block(self.body, _inside(site, self.body, carries)), add(iterations, 1), *slots]

        results = _lasting_while([*site.operands, _number(0), *slots], self.condition, step)
        self.results, self.iterations, self.state = results[:count], results[count], results[count + 1 :]

    def last_iteration(self) -> Tensor:
        return subtract(self.iterations, 1)

    def carries_of(self, iteration: Tensor, state: Sequence[Tensor]) -> tuple[Sequence[Tensor], Sequence[Tensor]]:
        count = len(self.site.operands)

        def step(arguments: list[Tensor]) -> list[Tensor]:
            at, carries, slots = arguments[0], arguments[1 : count + 1], arguments[count + 1 :]
            carries = replay_block(self.body, _inside(self.site, self.body, carries))
            at = add(at, 1)
            return [at, *carries, *self._filled(slots, at, carries)]

        nearest = and_(iteration, add(iteration, 1))
        carries = list(self.site.operands)
        for number, rows in zip(self.stored, state, strict=True):
            carries[number] = row(rows, _trailing_zeros(nearest))
        operands = [nearest, *carries, *state]
        _, *results = _lasting_while(operands, lambda arguments: compare(arguments[0], iteration, "LT"), step)
        return results[:count], results[count:]

    def _filled(self, slots: Sequence[Tensor], iteration: Tensor, carries: Sequence[Tensor]) -> list[Tensor]:
        slot = _trailing_zeros(iteration)
        chosen = [carries[number] for number in self.stored]
        return [with_row(rows, slot, value) for rows, value in zip(slots, chosen, strict=True)]


def _line(site: Site, counted: Counted, number: int) -> tuple[int, int] | None:
    """The line of a carry of integers that are wide enough to compute with the number of the iteration."""
    type = site.operation.operands[number].type
    if (
        not isinstance(type, TensorType)
        or type.rank
        or not isinstance(type.element_type, IntegerType)
        or type.element_type.width < _I32.width
    ):
        return None
    return counted.line(site.operation.regions[1].block.arguments[number])


def _stored_size(site: Site, counted: Counted) -> int:
    """How many elements the buffers of `_Stored` have, but for those that turn out to be needed by nothing.

    Sizes that only the run knows count as 1.
    """
    types = [tensor_type(site.operation.operands[n]) for n in _changed(site) if not counted.writes_once(n)]
    return counted.count * sum(math.prod(filter(None, type.shape)) for type in types)


def _changed(site: Site) -> list[int]:
    """The numbers of the carries that iterations may start with other values of: not tokens, which have none."""
    fixed, operands = invariant(site.operation), site.operation.operands
    return [number for number, operand in enumerate(operands) if not fixed[number] and not is_token(operand)]


def _require_lasting_sizes(site: Site) -> None:
    """UsageError where a carry may have another size after an iteration: rows of several sizes can't be stored."""
    body = site.operation.regions[1].block
    for value, d in changing(site.operation.operands, body.arguments, returned(body)):
        raise site.error(
            f"whether dimension {d} of what it carries as {value.type} keeps its size isn't certain, and the way back "
            "stores carries, which have one size\n"
            "  fix: compute it elementwise with what the loop carries, or reshape it to sizes that are asked before "
            "the loop (hl.size(x, 0)), or make the program static with hl.transform.refine"
        )


def _lasting_while(
    operands: Sequence[Tensor], cond: Callable[[list[Tensor]], Tensor], body: Callable[[list[Tensor]], list[Tensor]]
) -> tuple[Tensor, ...]:
    """A ``while`` whose carries have the sizes that they start with; some may be tokens."""
    for operand in operands:
        if isinstance(operand, Tensor):
            sizes_of(operand)  # asked for outside

    def noted(values: Sequence[Tensor]) -> None:
        for value, operand in zip(values, operands, strict=True):
            if isinstance(operand, Tensor):
                same_sizes(value.value, operand)

    def inside(arguments: list[Tensor]) -> list[Tensor]:
        noted(arguments)
        return arguments

    results = emit_while(operands, lambda arguments: cond(inside(arguments)), lambda arguments: body(inside(arguments)))
    noted(results)
    return results


def _rows(count: int, like: Tensor) -> Tensor:
    """As many rows of zeros, each of the type of `like`."""
    if like.type.is_static:
        return zeros(like.type.with_shape((count, *like.shape)))
    return constant_of_sizes(0, like.element_type, [count, *sizes_of(like)])


def _dense(value: Tensor | None, like: Tensor) -> Tensor:
    """A tangent or cotangent of something of the type of `like`."""
    return zeros_like(like) if value is None else value


def _active_carries(site: Site, active: Sequence[bool]) -> list[int]:
    """The numbers of the carries that the active inputs reach, as they start or in some iteration."""
    inputs = (*site.operation.operands, *site.captured)
    reached = {value for value, is_active in zip(inputs, active, strict=True) if is_active}
    reach_loop(site.operation, reached, passes_tangents)
    body = site.operation.regions[1].block
    return [number for number, argument in enumerate(body.arguments) if argument in reached]


def _inside(site: Site, block: Block, arguments: Sequence[Tensor]) -> dict[Value, Tensor]:
    """The values that a region's block sees when it runs with `arguments`."""
    return {**site.environment, **dict(zip(block.arguments, arguments, strict=True))}


def _number(value: int) -> Tensor:
    return emit_constant(value, _I32, ())


def _on_line(line: tuple[int, int], iteration: Tensor, element_type: ElementType) -> Tensor:
    """``first + iteration * step`` in integers."""
    first, step = line
    passed = iteration if iteration.element_type == element_type else convert(iteration, element_type)
    if abs(step) != 1:
        passed = multiply(passed, abs(step))
    if (first, step) == (0, abs(step)):
        return passed
    start = emit_constant(first, element_type, ())
    return add(start, passed) if step > 0 else subtract(start, passed)


def _trailing_zeros(value: Tensor) -> Tensor:
    """The number of zero bits behind the last one; 32 for 0."""
    return popcnt(and_(not_(value), subtract(value, 1)))
