"""The goldens of control flow, tuples and tokens, calls, composites, and random numbers: programs of several ops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tools.golden_cases.case import AnyOpCase, program
from tools.golden_cases.tensors import iota, values

MISSING = {"upstream": "upstream.missing-operations"}  # a known difference


def branches() -> Iterator[AnyOpCase]:
    text = """
        %result = "stablehlo.if"(%pred) ({
          stablehlo.return %x : tensor<i32>
        }, {
          %0 = stablehlo.negate %x : tensor<i32>
          stablehlo.return %0 : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        """
    says = "result = pred ? true_branch() : false_branch()"
    for pred, expected in ((True, 5), (False, -5)):
        name = "true" if pred else "false"
        yield program(
            "if",
            name,
            f"pred is {name}",
            text,
            {"result": values("i32", expected)},
            says=says,
            pred=values("i1", pred),
            x=values("i32", 5),
        )
    text = """
        %result0, %result1 = "stablehlo.if"(%pred) ({
          stablehlo.return %x, %y : tensor<i32>, tensor<2xf32>
        }, {
          stablehlo.return %x, %y : tensor<i32>, tensor<2xf32>
        }) : (tensor<i1>) -> (tensor<i32>, tensor<2xf32>)
        """
    yield program(
        "if",
        "two_results",
        "results of different types",
        text,
        {"result0": values("i32", 5), "result1": iota("2xf32")},
        says=says,
        pred=values("i1", True),
        x=values("i32", 5),
        y=iota("2xf32"),
    )
    text = """
        %result = "stablehlo.case"(%index) ({
          stablehlo.return %x : tensor<i32>
        }, {
          %0 = stablehlo.add %x, %x : tensor<i32>
          stablehlo.return %0 : tensor<i32>
        }, {
          %0 = stablehlo.negate %x : tensor<i32>
          stablehlo.return %0 : tensor<i32>
        }) : (tensor<i32>) -> tensor<i32>
        """
    inside, outside = "branches[index] if 0 <= index < size(branches)", "branches[-1] otherwise"
    for name, title, index, expected, says in (
        ("first", "index 0", 0, 5, inside),
        ("second", "index 1", 1, 10, inside),
        ("last", "index 2", 2, -5, inside),
        ("index_too_high", "an index that is too high takes the last branch", 7, -5, outside),
        ("index_negative", "a negative index takes the last branch", -1, -5, outside),
        ("index_extremes", "the smallest number takes the last branch", -(2**31), -5, outside),
    ):
        yield program(
            "case",
            name,
            title,
            text,
            {"result": values("i32", expected)},
            says=says,
            index=values("i32", index),
            x=values("i32", 5),
        )
    text = """
        %result = "stablehlo.case"(%index) ({
          stablehlo.return %x : tensor<i32>
        }) : (tensor<i32>) -> tensor<i32>
        """
    yield program(
        "case",
        "one_branch",
        "there is only one",
        text,
        {"result": values("i32", 5)},
        says=outside,
        index=values("i32", 3),
        x=values("i32", 5),
    )


def nested(i: int, limit: int) -> int:
    """The nested loops below, in Python."""
    while i < limit:
        j = i
        while j < 10:
            j += j
        i = j + 10
    return i


def loops() -> Iterator[AnyOpCase]:
    says = "results = operand; while (cond(*results)): results = body(*results)"
    text = """
        %i, %result = "stablehlo.while"(%zero, %one) ({
          ^bb0(%i0: tensor<i32>, %product: tensor<i32>):
            %0 = stablehlo.compare LT, %i0, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %0 : tensor<i1>
        }, {
          ^bb0(%i0: tensor<i32>, %product: tensor<i32>):
            %0 = stablehlo.add %i0, %one : tensor<i32>
            %1 = stablehlo.multiply %product, %0 : tensor<i32>
            stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
        }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
        """
    for name, title, limit, product in (
        ("counted", "as often as cond says", 5, 120),
        ("never", "cond is false at once: the operands are the results", 0, 1),
    ):
        expected = {"i": values("i32", limit), "result": values("i32", product)}
        yield program(
            "while",
            name,
            title,
            text,
            expected,
            says=says,
            zero=values("i32", 0),
            one=values("i32", 1),
            limit=values("i32", limit),
        )
    text = """
        %result = stablehlo.while(%x0 = %x) : tensor<2xf32>
        cond {
          %sum = stablehlo.reduce(%x0 init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
          %0 = stablehlo.compare LT, %sum, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
        } do {
          %0 = stablehlo.add %x0, %x0 : tensor<2xf32>
          stablehlo.return %0 : tensor<2xf32>
        }
        """
    yield program(
        "while",
        "until_a_value_is_reached",
        "how often, the values decide",
        text,
        {"result": values("2xf32", [32, 64])},
        says=says,
        x=values("2xf32", [1, 2]),
        zero=values("f32", 0),
        limit=values("f32", 50),
    )
    text = """
        %result = stablehlo.while(%i = %x) : tensor<i32>
        cond {
          %0 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %0 : tensor<i1>
        } do {
          %inner = stablehlo.while(%j = %i) : tensor<i32>
          cond {
            %0 = stablehlo.compare LT, %j, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %0 : tensor<i1>
          } do {
            %0 = stablehlo.add %j, %j : tensor<i32>
            stablehlo.return %0 : tensor<i32>
          }
          %1 = stablehlo.add %inner, %ten : tensor<i32>
          stablehlo.return %1 : tensor<i32>
        }
        """
    yield program(
        "while",
        "nested",
        "a loop in a loop",
        text,
        {"result": values("i32", nested(3, 23))},
        says=says,
        x=values("i32", 3),
        limit=values("i32", 23),
        ten=values("i32", 10),
    )


def values_together() -> Iterator[AnyOpCase]:
    x, y = iota("2xi32"), values("f32", 1.5)
    text = """
        %inner = stablehlo.tuple %y : tuple<tensor<f32>>
        %pair = stablehlo.tuple %x, %inner : tuple<tensor<2xi32>, tuple<tensor<f32>>>
        %result0 = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tensor<2xi32>
        %nested = stablehlo.get_tuple_element %pair[1]
          : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<f32>>
        %result1 = stablehlo.get_tuple_element %nested[0] : (tuple<tensor<f32>>) -> tensor<f32>
        """
    for op, says in (
        ("tuple", "Produces a result tuple from values val."),
        ("get_tuple_element", "result = operand[index]"),
    ):
        yield program(op, "nested", "a tuple in a tuple", text, {"result0": x, "result1": y}, says=says, x=x, y=y)
    text = """
        %result0, %result1 = stablehlo.optimization_barrier %x, %y : tensor<2xi32>, tensor<f32>
        """
    yield program(
        "optimization_barrier",
        "identity",
        "for every operand a result, the same",
        text,
        {"result0": x, "result1": y},
        says=(
            "Ensures that the operations that produce the operand are executed before any operations "
            "that depend on the result; an identity otherwise."
        ),
        x=x,
        y=y,
    )
    text = """
        %token0 = stablehlo.after_all : !stablehlo.token
        %token1 = stablehlo.after_all : !stablehlo.token
        %joined = stablehlo.after_all %token0, %token1 : !stablehlo.token
        %result, %token2 = stablehlo.optimization_barrier %x, %joined : tensor<2xi32>, !stablehlo.token
        """
    yield program(
        "after_all",
        "tokens_joined",
        "tokens carry no values",
        text,
        {"result": x},
        says="Execution of this operation does nothing, it only exists to establish data dependencies.",
        x=x,
    )


def functions() -> Iterator[AnyOpCase]:
    square = """
        func.func private @square(%x: tensor<3xi32>) -> tensor<3xi32> {
          %0 = stablehlo.multiply %x, %x : tensor<3xi32>
          return %0 : tensor<3xi32>
        }
        """
    x, squares = iota("3xi32"), values("3xi32", [1, 4, 9])
    text = """
        %result = stablehlo.composite "my.square" %x {decomposition = @square} : (tensor<3xi32>) -> tensor<3xi32>
        """
    says = "The composite op can be replaced with its decomposition without changing program semantics."
    yield program(
        "composite",
        "decomposition",
        "what the decomposition gives",
        text,
        {"result": squares},
        says=says,
        after=square,
        x=x,
    )
    text = """
        %result = stablehlo.composite "my.square" %x {
          composite_attributes = {power = 2 : i32}, decomposition = @square, version = 3 : i32
        } : (tensor<3xi32>) -> tensor<3xi32>
        """
    yield program(
        "composite",
        "attributes_and_version",
        "they change nothing here",
        text,
        {"result": squares},
        says=says,
        after=square,
        x=x,
    )
    text = """
        %once = func.call @square(%x) : (tensor<3xi32>) -> tensor<3xi32>
        %result = func.call @square(%once) : (tensor<3xi32>) -> tensor<3xi32>
        """
    yield program(
        "call",
        "twice",
        "a function called twice",
        text,
        {"result": values("3xi32", [1, 16, 81])},
        says="Calls a function of the module: results are what it returns.",
        after=square,
        x=x,
    )


def random() -> Iterator[AnyOpCase]:
    says = "UNIFORM: random numbers following the uniform distribution over the interval [a, b)"
    text = """
        %result = "stablehlo.rng"(%a, %b, %shape) {
          rng_distribution = #stablehlo<rng_distribution UNIFORM>
        } : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
        """
    yield program(
        "rng",
        "one_integer",
        "between 7 and 8 there is only 7",
        text,
        {"result": values("2x3xi32", [[7] * 3] * 2)},
        says=says,
        differs=MISSING,
        a=values("i32", 7),
        b=values("i32", 8),
        shape=values("2xi64", [2, 3]),
    )
    text = """
        %drawn = "stablehlo.rng"(%a, %b, %shape) {
          rng_distribution = #stablehlo<rng_distribution UNIFORM>
        } : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<100xf32>
        %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<100xf32>
        %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100xf32>
        %not_below = stablehlo.compare GE, %drawn, %low, FLOAT : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
        %below = stablehlo.compare LT, %drawn, %high, FLOAT : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
        %result = stablehlo.and %not_below, %below : tensor<100xi1>
        """
    yield program(
        "rng",
        "within_the_interval",
        "a is in the interval, b isn't",
        text,
        {"result": values("100xi1", [True] * 100)},
        says=says,
        differs=MISSING,
        a=values("f32", -1.5),
        b=values("f32", 2),
        shape=values("1xi64", [100]),
    )
    text = """
        %drawn = "stablehlo.rng"(%a, %b, %shape) {
          rng_distribution = #stablehlo<rng_distribution NORMAL>
        } : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<20xf32>
        %result = stablehlo.is_finite %drawn : (tensor<20xf32>) -> tensor<20xi1>
        """
    yield program(
        "rng",
        "normal",
        "numbers, whichever they are",
        text,
        {"result": values("20xi1", [True] * 20)},
        says="NORMAL: random numbers following the normal distribution with mean = a and standard deviation = b",
        differs=MISSING,
        a=values("f32", 0),
        b=values("f32", 1),
        shape=values("1xi64", [20]),
    )
    says = "The output is guaranteed to be deterministic function of initial_state."
    for algorithm, state in (("DEFAULT", [1, 2]), ("THREE_FRY", [1, 2]), ("PHILOX", [1, 2]), ("PHILOX", [1, 2, 3])):
        size = len(state)
        call = f"""= "stablehlo.rng_bit_generator"(%initial_state) {{
          rng_algorithm = #stablehlo<rng_algorithm {algorithm}>
        }} : (tensor<{size}xui64>) -> (tensor<{size}xui64>, tensor<2x3xui32>)"""
        text = f"""
        %output_state, %output {call}
        %output_state_again, %output_again {call}
        %same_output = stablehlo.compare EQ, %output, %output_again, UNSIGNED
          : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xi1>
        %same_state = stablehlo.compare EQ, %output_state, %output_state_again, UNSIGNED
          : (tensor<{size}xui64>, tensor<{size}xui64>) -> tensor<{size}xi1>
        """
        name = f"{algorithm.lower()}{'_with_a_state_of_3' if size == 3 else ''}"
        expected = {
            "same_output": values("2x3xi1", [[True] * 3] * 2),
            "same_state": values(f"{size}xi1", [True] * size),
        }
        yield program(
            "rng_bit_generator",
            name,
            f"{algorithm}: the same state, the same bits",
            text,
            expected,
            says=says,
            differs=MISSING,
            initial_state=values(f"{size}xui64", state),
        )


CASES: Sequence[AnyOpCase] = [*branches(), *loops(), *values_together(), *functions(), *random()]
