"""Results that depend on an order that the specification leaves open: of a scatter's updates, of a sort, of a sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter


def met(program, *args, **run):
    sanitizer = interpreter.Sanitizer(select="order")
    interpreter.run(program, *args, sanitize=sanitizer, **run)
    return sanitizer.findings


def ids(program, *args, **run):
    return [finding.id for finding in met(program, *args, **run)]


def scatter(element, body, n=3, window=None):
    """Updates of single elements of six; `body` is a function or the name of an op."""
    updates = f"{n}x{element}" if window is None else f"{n}x{window}x{element}"

    @hl.function(f"6x{element}", f"{n}xi32", updates)
    def program(x, i, u):
        return hl.scatter(
            x,
            i,
            u,
            body,
            update_window_dims=[] if window is None else [1],
            inserted_window_dims=[0] if window is None else [],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    return program


@pytest.mark.parametrize("shown", [0, 1, 2, 3, 4, 9])
def test_of_several_results_together_so_many_elements_are_told_as_are_asked_for(shown):
    """Three of the first result and three of the second, in this order; and how far the worst of all is apart."""

    @hl.function("3xi32", "3xi32", "6xi32", "6xi32", "6xi32", name="main")
    def program(x, y, i, u, v):
        return hl.scatter(
            [x, y],
            i,
            [u, v],
            lambda a, b, c, d: (a * 2 + c, b * 2 + d),
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    sanitizer = interpreter.Sanitizer(select="order", shown=shown)
    updates = np.array([100, 0, 5, 0, 1, 0], np.int32), np.array([3, 0, 4, 0, 9, 0], np.int32)
    interpreter.run(program, *[np.zeros(3, np.int32)] * 2, [0, 0, 1, 1, 2, 2], *updates, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    # each element is twice the first update, and in the other order that alone
    told = [(f"results[{k}][{at}]", 2 * of[2 * at], of[2 * at]) for k, of in enumerate(updates) for at in range(3)]
    assert finding.count == 6
    assert [(each.text.split(" is ")[0], *map(int, each.values)) for each in finding.elements] == told[:shown]
    assert finding.message.endswith("6 of 6, by up to 100")


ZEROS = np.zeros(6, np.float32)


@pytest.mark.parametrize("size", [6, 1_000_000])
@pytest.mark.parametrize("unique", [False, True])
def test_what_is_contested_is_named_by_its_place_in_a_table_of_any_size(size, unique):
    """Most rows of a large table are hit by nothing; that one update lands in front of the others doesn't matter."""

    @hl.function(f"{size}xf32", "4xi32", "4xf32")
    def program(x, i, u):
        return hl.scatter(
            x,
            i,
            u,
            lambda old, new: old * hl.constant(2, "f32") + new,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
            unique_indices=unique,
        )

    sanitizer = interpreter.Sanitizer(select="promise.unique" if unique else "order.value")
    last = size - 2
    interpreter.run(program, np.zeros(size, np.float32), [1, last, 3, last], [1, 2, 4, 3], sanitize=sanitizer)
    (finding,) = sanitizer.findings
    (place,) = finding.elements
    assert (finding.count, place.position) == (1, (last,))
    if not unique:
        assert f"result[{last}] is 7.0, in another order 8.0: updates[1], updates[3] land on it" in str(finding)


@pytest.mark.parametrize("op", ["add", "mul", "max", "min", "and", "or", "xor"])
def test_associative_and_commutative_bodies(op):
    rng = np.random.default_rng(0)
    for element, dtype in (("i32", np.int32), ("ui8", np.uint8), ("i1", np.bool_)):
        x, u = rng.integers(0, 2, 6).astype(dtype), rng.integers(0, 100, 3).astype(dtype)
        assert ids(scatter(element, op), x, [4, 4, 4], u) == []
    if op in ("max", "min"):
        assert ids(scatter("f32", op), ZEROS, [4, 4, 4], np.float32([-0.0, np.nan, 1])) == []


def test_sums_of_quantized_elements_stop_at_the_limits():
    """So another order of the updates gives another sum: 0 + 100 + 100 - 100 is 27, 0 - 100 + 100 + 100 is 100."""
    element, x, u = "!quant.uniform<i8:f32, 1.0>", np.zeros(6, np.int8), np.int8([100, 100, -100])
    assert ids(scatter(element, "add"), x, [4, 4, 4], u) == ["order.value"]
    assert ids(scatter(element, "max"), x, [4, 4, 4], u) == []


def test_what_is_added_may_be_computed_from_the_update():
    i32 = scatter("i32", lambda old, new: new * new - 3 + old)
    assert ids(i32, np.zeros(6, np.int32), [4, 4, 4], [1, 2, 3]) == []
    f32 = scatter("f32", lambda old, new: old - new * 0.1)
    assert ids(f32, ZEROS, [4, 4, 4], np.float32([1e8, 1, -1e8])) == ["order.rounding"]
    both = scatter("i32", lambda old, new: old + new * old)
    assert ids(both, np.ones(6, np.int32), [4, 4, 4], [1, 2, 3]) == []  # (1 + a) (1 + b) ...: the orders are tried


def test_exact_sums_and_equal_overwrites():
    assert ids(scatter("f32", "add"), ZEROS, [4, 4, 4], np.float32([1, 2, 3])) == []
    assert ids(scatter("f32", "mul"), ZEROS + 1, [4, 4, 4], np.float32([2, 4, 0.5])) == []
    assert ids(scatter("f32", lambda old, new: new), ZEROS, [4, 4, 1], np.float32([7, 7, 8])) == []
    assert ids(scatter("f32", lambda old, new: new), ZEROS, [4, 4, 1], np.float32([np.nan, np.nan, 8])) == []
    assert ids(scatter("f32", lambda old, new: new), ZEROS, [4, 4, 1], np.float32([0.0, -0.0, 8])) == ["order.value"]
    assert ids(scatter("f32", lambda old, new: old), ZEROS, [4, 4, 4], np.float32([1, 2, 3])) == []


def test_overwrites_are_judged_by_every_update():
    """Of three, the first and the last may be equal: reversing the order would show nothing."""
    (finding,) = met(scatter("i32", lambda old, new: new), np.zeros(6, np.int32), [4, 4, 4], [7, 5, 7])
    assert (finding.id, finding.count, finding.total) == ("order.value", 1, 6)
    assert finding.message == "elements of the result depend on the order of updates: 1 of 6, by up to 2"
    (element,) = finding.elements
    assert (element.position, element.values) == ((4,), (7, 5))
    assert element.text == "result[4] is 7, in another order 5: updates[0], updates[1], updates[2] land on it"


def test_only_what_lands_counts():
    program = scatter("i32", lambda old, new: new)
    assert ids(program, np.zeros(6, np.int32), [6, 6, -1], [1, 2, 3]) == []
    assert ids(program, np.zeros(6, np.int32), [0, 6, 0], [1, 2, 1]) == []


def test_elements_of_windows():
    program = scatter("i32", lambda old, new: new, window=2)
    (finding,) = met(program, np.zeros(6, np.int32), [0, 1, 4], np.array([[1, 2], [3, 4], [5, 6]], np.int32))
    assert [element.text for element in finding.elements] == [
        "result[1] is 3, in another order 2: updates[0, 1], updates[1, 0] land on it"
    ]


def test_rounding_and_value_of_one_scatter():
    """A sum that overflows in one order only differs by more than rounding."""
    program = scatter("f32", "add", n=6)
    u = np.float32([1e8, 1, -1e8, 3e38, 3e38, -3e38])
    rounding, value = sorted(met(program, ZEROS, [1, 1, 1, 2, 2, 2], u), key=lambda finding: finding.id)
    assert (rounding.id, rounding.count, rounding.elements[0].position) == ("order.rounding", 1, (1,))
    assert (value.id, value.count, value.elements[0].position) == ("order.value", 1, (2,))
    assert "some by an infinity or NaN in one order alone" in value.message
    assert rounding.message.startswith(
        "elements of the result differ in rounding by the order of updates: at least 1 of 6"
    )
    product = scatter("f32", "mul")
    assert ids(product, ZEROS + 1, [3, 3, 3], np.float32([1e-40, 1e-30, 1e30])) == ["order.value"]
    assert ids(product, ZEROS + 1, [3, 3, 3], np.float32([1.1, 1.3, 1.7])) in ([], ["order.rounding"])


def test_how_far_apart_in_words():
    overwrite, zeros = scatter("f32", lambda old, new: new), ZEROS
    (signs,) = met(overwrite, zeros, [1, 1, 2], np.float32([0.0, -0.0, 1]))
    assert signs.message.endswith(": 1 of 6, in the sign of zero alone")
    (nan,) = met(overwrite, zeros, [1, 1, 2], np.float32([np.nan, 0.1, 1]))
    assert nan.message.endswith(": 1 of 6, some by an infinity or NaN in one order alone")
    assert nan.elements[0].text.startswith("result[1] is 0.1, in another order nan: ")
    (far,) = met(scatter("i64", lambda old, new: new), np.zeros(6, np.int64), [1, 1, 2], [1 << 60, (1 << 60) + 1, 0])
    assert far.message.endswith(": 1 of 6, by up to 1")


def test_many_updates_of_any_body_are_tried_in_two_orders_at_once():
    """The reverse order shows nothing of updates that read the same backwards; a random one does."""
    n = 301
    program = scatter("f32", lambda old, new: old * 0.5 + new, n=n)
    palindrome = np.float32([*range(150), 7, *range(149, -1, -1)])
    (finding,) = met(program, ZEROS, [3] * n, palindrome)
    assert (finding.id, finding.elements[0].position) == ("order.value", (3,))
    assert met(program, ZEROS, [3] * n, np.zeros(n, np.float32)) == ()


def test_two_updates_of_any_body_are_judged_exactly():
    program = scatter("f32", lambda old, new: old * 2 + new)
    (finding,) = met(program, ZEROS, [5, 5, 1], np.float32([1, 3, 9]))
    assert finding.message == "elements of the result depend on the order of updates: 1 of 6, by up to 2"
    assert finding.elements[0].values == (5, 7)


@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", "window-major", 0, 1])
def test_whatever_the_schedule_of_the_run(schedule):
    program = scatter("f32", lambda old, new: old * 2 + new)
    args = ZEROS, [5, 5, 5], np.float32([1, 3, 9])
    (finding,) = met(program, *args, schedule=schedule)
    (result,) = interpreter.run(program, *args, schedule=schedule)
    here, there = finding.elements[0].values
    assert here == result[5] != there
    equal = scatter("i32", "add")
    assert ids(equal, np.zeros(6, np.int32), [5, 5, 5], [1, 3, 9], schedule=schedule) == []


def test_results_of_several_inputs():
    @hl.function("6xf32", "6xi32", "3xi32", "3xf32", "3xi32")
    def argmax(x, at, i, u, number):
        def body(old, old_at, new, new_at):
            is_more = new > old
            return hl.select(is_more, new, old), hl.select(is_more, new_at, old_at)

        return hl.scatter(
            [x, at], i, [u, number], body,
            update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip

    at = np.zeros(6, np.int32)
    assert ids(argmax, ZEROS, at, [2, 2, 2], np.float32([1, 3, 2]), [10, 11, 12]) == []
    (finding,) = met(argmax, ZEROS, at, [2, 2, 2], np.float32([3, 3, 2]), [10, 11, 12])
    assert (finding.id, finding.count, finding.total) == ("order.value", 1, 12)
    assert finding.elements[0].text.startswith("results[1][2] is 10, in another order 11: ")


def test_bodies_with_captured_values_and_calls():
    text = """
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<6xf32>, %i: tensor<3xi32>, %u: tensor<3xf32>, %scale: tensor<f32>) -> tensor<6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %a = func.call @twice(%old) : (tensor<f32>) -> tensor<f32>
    %b = stablehlo.multiply %new, %scale : tensor<f32>
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>} : (tensor<6xf32>, tensor<3xi32>, tensor<3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
"""
    (finding,) = met(text, ZEROS, [5, 5, 1], np.float32([1, 3, 9]), 10)
    assert finding.elements[0].values == (50, 70)
    assert ids(text, ZEROS, [5, 4, 1], np.float32([1, 3, 9]), 10) == []


def sort(direction, kind="FLOAT", element="f32", n=5):
    t = f"tensor<{n}x{element}>"
    compare = f", {kind}" if kind else ""
    return f"""
func.func @main(%x: {t}) -> {t} {{
  %0 = "stablehlo.sort"(%x) ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %c = stablehlo.compare {direction}, %a, %b{compare} : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) {{dimension = 0 : i64}} : ({t}) -> {t}
  return %0 : {t}
}}
"""


@pytest.mark.parametrize("direction", ["LT", "GT"])
def test_comparators_that_order(direction):
    assert ids(sort(direction), np.float32([3, 1, 2, 1, -0.0])) == []
    assert ids(sort(direction), np.float32([0.0, -0.0, 0.0, np.inf, -np.inf])) == []
    assert ids(sort(direction, "TOTALORDER"), np.float32([3, np.nan, 2, -np.nan, 0])) == []
    assert ids(sort(direction, "SIGNED", "i32"), np.array([3, 1, 2, 1, 0], np.int32)) == []


@pytest.mark.parametrize("direction", ["LE", "GE", "EQ", "NE"])
def test_comparators_that_do_not(direction):
    (finding,) = met(sort(direction), np.float32([3, 1, 2, 1, 0]))
    assert finding.id == "order.comparator"
    if direction != "NE":
        assert finding.message == "an element is less than itself: 5 of 5 elements"


@pytest.mark.parametrize("at", range(5))
def test_nans_are_in_no_order(at):
    x = np.float32([3, 1, 2, 4, 0])
    x[at] = np.nan
    (finding,) = met(sort("LT"), x)
    assert finding.id == "order.comparator"


def test_nans_alone_are_all_equal():
    assert ids(sort("LT"), np.full(5, np.nan, np.float32)) == []
    assert ids(sort("LT", n=1), np.float32([np.nan])) == []


def test_initial_values():
    def total(start, op="add"):
        @hl.function("3xf32")
        def program(x):
            return hl.reduce(x, start, [0], op)

        return program

    x = np.float32([1, 2, 3])
    assert ids(total(0.0), x) == []
    assert ids(total(-0.0), x) == []
    assert ids(total(np.inf), x) == []
    assert ids(total(1.0, "mul"), x) == []
    assert ids(total(2.0, "max"), x) == []
    assert ids(total(1.0), x) == ["order.initial"]
    assert ids(total(2.0, "mul"), x) == ["order.initial"]
    assert ids(total(1.0, lambda a, b: a + b * 2), x) == ["order.initial"]


@pytest.mark.parametrize(("starts", "found"), [((0, 1), []), ((3, 1), ["order.initial"]), ((0, 2), ["order.initial"])])
def test_initial_values_of_several_inputs(starts, found):
    """One that isn't neutral is enough: a sum and a product at once."""

    @hl.function("3xf32")
    def program(x):
        return hl.reduce([x, x], [float(one) for one in starts], [0], lambda a, b, c, d: (a + c, b * d))

    assert ids(program, np.float32([1, 2, 3])) == found


@pytest.fixture
def contended():
    """Many updates on few elements: what they come to by every order is known."""
    rng = np.random.default_rng(0)
    rows = rng.permutation(np.repeat(np.arange(300, dtype=np.int32), 40))
    values = rng.standard_normal(len(rows), np.float32)

    def program(body):
        @hl.function("1000xf32", f"{len(rows)}xi32", f"{len(rows)}xf32")
        def scattered(x, i, u):
            return hl.scatter(
                x, i, u, body,
                update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
            )  # fmt: skip

        return scattered

    return program, (np.zeros(1000, np.float32), rows, values)


@pytest.mark.parametrize("limit", [100, 1000, 5000, 1 << 16])
@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", 5])
def test_of_very_many_updates_a_part_is_tried(contended, monkeypatch, limit, schedule):
    program, args = contended
    monkeypatch.setattr("interpreter.sanitizer.order._MOST_REVERSED", limit)
    doubling = program(lambda old, new: old * 2 + new)
    (finding,) = met(doubling, *args, schedule=schedule)
    assert "at least" in finding.message
    assert min(limit // 40 // 3, 299) <= finding.count <= 300
    (result,) = interpreter.run(doubling, *args, schedule=schedule)
    for element in finding.elements:
        (row,) = element.position
        assert element.values[0] == result[row]
        folded = np.float32(0)
        of_row = args[2][args[1] == row]
        for update in of_row if schedule == "reverse" else of_row[::-1]:
            folded = folded * 2 + update
        if schedule != 5:
            assert element.values[1] == folded
    assert ids(program("max"), *args, schedule=schedule) == []
    assert ids(program("add"), *args, schedule=schedule) == ["order.rounding"]


@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", 7])
def test_few_contested_among_many_are_all_found(monkeypatch, schedule):
    monkeypatch.setattr("interpreter.sanitizer.order._MOST_REVERSED", 100)

    @hl.function("20000xf32", "12000xi32", "12000xf32")
    def program(x, i, u):
        return hl.scatter(
            x, i, u, lambda old, new: old * 2 + new,
            update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip

    rows = np.arange(12_000, dtype=np.int32)
    rows[5_000] = 6_000
    (finding,) = met(
        program, np.zeros(20_000, np.float32), rows, np.arange(12_000, dtype=np.float32), schedule=schedule
    )
    assert "at least" not in finding.message
    assert [element.position for element in finding.elements] == [(6_000,)]
    assert sorted(finding.elements[0].values) == [16_000, 17_000]


def test_overwrites_of_very_many_updates(contended, monkeypatch):
    program, args = contended
    overwriting = program(lambda old, new: new)
    (finding,) = met(overwriting, *args)
    assert (finding.count, "at least" in finding.message) == (300, False)
    monkeypatch.setattr("interpreter.sanitizer.overwrites._MANY", 100)
    monkeypatch.setattr("interpreter.sanitizer.overwrites._CHUNK", 64)
    (finding,) = met(overwriting, *args)
    assert 50 <= finding.count <= 300
    assert "at least" in finding.message
    (result,) = interpreter.run(overwriting, *args)
    for element in finding.elements:
        here, there = element.values
        assert here == result[element.position] != there
        assert there in args[2][args[1] == element.position[0]]


def test_nothing_is_kept_of_what_has_landed(contended):
    program, args = contended
    executable = interpreter.load(program("add"))
    executable(*args, sanitize=interpreter.Sanitizer())
    run: Any
    (run,) = [step.run for step in executable.plan.steps if step.op.name == "stablehlo.scatter"]
    assert run.observed.landed is None
