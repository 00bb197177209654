from __future__ import annotations

import gc
import itertools
import re
import tracemalloc

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.program.unused import drop_unused
from interpreter.memory import available, limits


@pytest.fixture(scope="module", autouse=True)
def what_other_tests_have_left() -> None:
    """Is put where the collector doesn't look: it is asked here before each of hundreds of measurements."""
    gc.collect()
    gc.freeze()


X = np.ones((100, 1000), np.float32)
SIZE = X.nbytes


@hl.function("i64", name="main")
def count(n):
    return hl.while_(hl.constant(0, "i64"), lambda i: i < n, lambda i: i + 1)


def test_steps_are_counted_in_every_turn():
    # 2 constants, and the loop: n times compare, constant and add, and once more compare
    taken = 1 + 5 * 3 + 1 + 1
    assert interpreter.run(count, 5, max_steps=taken)[0] == 5
    with pytest.raises(interpreter.ExecutionError) as error:
        interpreter.run(count, 5, max_steps=taken - 1)
    assert str(error.value).startswith(f"the run isn't at its end after {taken - 1} steps, and may take no more; most")


@pytest.mark.parametrize(
    "call",
    [
        interpreter.run,
        interpreter.load(count),
        interpreter.admissible,
        interpreter.compare,
        lambda program, n, **limits: interpreter.run_parallel(program, [[n], [n]], 2, **limits),
    ],
)
def test_a_run_may_take_so_many_seconds(call):
    arguments = [1 << 60] if isinstance(call, interpreter.Executable) else [count, 1 << 60]
    with pytest.raises(
        interpreter.ExecutionError, match=r"isn't at its end after 0\.01 s, and may take no more time\n"
    ):
        call(*arguments, time_limit=0.01)
    arguments[-1] = 3
    for limit in (1000, 1e300, np.float32(1000)):
        call(*arguments, time_limit=limit)


PADDED = """func.func @main(%x: tensor<4xf64>, %init: tensor<f64>) -> tensor<1xf64> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {window_dimensions = array<i64: 1099511627776>, padding = dense<[[0, 1099511627772]]> : tensor<1x2xi64>}
    : (tensor<4xf64>, tensor<f64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}"""


def test_a_window_of_endless_padding_is_left_when_the_time_is_over():
    """It takes next to no memory, and each turn of its fold is another number."""
    x = np.zeros(4)
    assert interpreter.run(PADDED, x, np.float64(0), time_limit=1000)[0] == 0
    with pytest.raises(
        interpreter.ExecutionError, match=r"isn't at its end after 0\.01 s, and may take no more time\n"
    ):
        interpreter.run(PADDED, x, np.float64(1), time_limit=0.01)


@pytest.mark.parametrize(
    ("window", "padding", "counts"),
    [(9, (0, 0), 12), (20, (19, 0), 20), (20, (0, 19), 20), (1 << 30, (1 << 29, (1 << 29) - 20), 1)],
    ids=["window", "running from low", "running from high", "mostly padding"],
)
@pytest.mark.parametrize("name", ["add", "maximum"])
def test_every_turn_over_windows_is_within_the_time(window, padding, counts, name, monkeypatch):
    """By a clock that goes on by a second whenever somebody looks: of one operation, before it and behind it."""
    program = f"""func.func @main(%x: tensor<20xf32>, %init: tensor<f32>) -> tensor<{counts}xf32> {{
      %0 = "stablehlo.reduce_window"(%x, %init) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.{name} %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}) {{window_dimensions = array<i64: {window}>, padding = dense<[{list(padding)}]> : tensor<1x2xi64>}}
        : (tensor<20xf32>, tensor<f32>) -> tensor<{counts}xf32>
      return %0 : tensor<{counts}xf32>
    }}"""
    clock = itertools.count()
    monkeypatch.setattr(limits, "monotonic", lambda: next(clock))
    args = np.ones(20, np.float32), np.float32(0)
    assert interpreter.run(program, *args, time_limit=1e6)[0].shape == (counts,)
    with pytest.raises(interpreter.ExecutionError, match=r"after 7 s, and may take no more time\n  where: .*_window"):
        interpreter.run(program, *args, time_limit=7)


@pytest.mark.parametrize("wrong", [0, -1.0, float("nan"), "1s", True, [1]])
def test_a_time_limit_is_a_number_of_seconds(wrong):
    with pytest.raises(interpreter.UsageError, match="a number of seconds above 0"):
        interpreter.run(count, 5, time_limit=wrong)


def test_of_what_runs_once_there_is_no_list():
    with pytest.raises(interpreter.ExecutionError) as error:
        interpreter.run(
            "func.func @main() -> tensor<f32> {\n%0 = stablehlo.constant dense<1.0> : tensor<f32>\n"
            "return %0 : tensor<f32>\n}",
            max_steps=0,
        )
    said, where = str(error.value).splitlines()
    assert said == "the run isn't at its end after 0 steps, and may take no more; nothing has run more than once"
    assert where == "  where: stablehlo.constant at -:2:6"


def test_a_loop_that_never_ends_is_stopped_and_named():
    with pytest.raises(interpreter.ExecutionError, match=r"stablehlo\.compare at \S+: 334 times\n"):
        interpreter.run(count, 1 << 60, max_steps=1001)
    with pytest.raises(interpreter.ExecutionError, match=r"nothing has run more than once"):
        interpreter.run(count, 1 << 60, max_steps=4)  # the fifth would be the second compare


@pytest.mark.parametrize("in_lanes", [False, True])
def test_a_loop_without_operations_is_stopped_too(in_lanes):
    loop = """
  %0 = stablehlo.while(%i = %c) : tensor<i1>
    cond { stablehlo.return %i : tensor<i1> } do { stablehlo.return %i : tensor<i1> }"""
    if in_lanes:
        text = f"""func.func @main() -> tensor<2xi1> {{
  %x = stablehlo.constant dense<true> : tensor<2xi1>
  %1 = "stablehlo.map"(%x) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%c: tensor<i1>):{loop}
    stablehlo.return %0 : tensor<i1>
  }}) : (tensor<2xi1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}}"""
    else:
        text = f"""func.func @main() -> tensor<i1> {{
  %c = stablehlo.constant dense<true> : tensor<i1>{loop}
  return %0 : tensor<i1>
}}"""
    with pytest.raises(interpreter.ExecutionError, match=r"(?s)after 1000 steps.*where: stablehlo\.while at -:"):
        interpreter.run(text, max_steps=1000)


def body(x):
    y = x + x
    z = y * x
    return z - y * y


@hl.function("100x1000xf32", name="main")
def plain(x):
    return body(x)


@hl.function("100x1000xf32", "i64", name="main")
def loop(x, n):
    return hl.while_((x, n), lambda s, i: i > 0, lambda s, i: (body(s), i - 1))


@hl.function("100x1000xf32", name="main")
def views(x):
    y = hl.transpose(hl.reshape(x, [1000, 100]), permutation=[1, 0])
    z = hl.broadcast_in_dim(hl.reshape(y, [100, 1000]), [100, 1000], broadcast_dimensions=[0, 1])
    return z + 1.0


@hl.function("100x1000xf32", "i1", name="main")
def branch(x, p):
    return hl.if_(p, lambda: body(x), lambda: x)


def taken_by(run, *args):
    """The most bytes that a run holds, its argument X included, once what is kept for the next ones is there."""
    run(*args)
    run(*args)
    gc.collect()
    tracemalloc.start()
    run(*args)
    _, taken = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken + SIZE


@pytest.mark.parametrize(
    ("program", "args", "least"),
    [(plain, (X,), 4), (views, (X,), 2), (loop, (X, 3), 5), (branch, (X, True), 4)],
    ids=["plain", "views", "loop", "branch"],
)
def test_the_estimate_is_what_numpy_takes(program, args, least):
    run = interpreter.load(program)
    taken = taken_by(run, *args)
    assert run.memory.is_complete
    assert run.memory.bytes <= 1.5 * taken
    assert run.memory.bytes >= 0.75 * taken
    assert run.memory.bytes >= least * SIZE


def test_views_that_cannot_stay_views_are_not_forgotten():
    """Of random views, sums and constants of one value: never less than is taken."""
    moves = [
        lambda x: x + x,
        lambda x: x + x,
        lambda x: hl.constant(np.float32(1), x.type),
        lambda x: hl.transpose(x, permutation=[*range(len(x.shape))][::-1]),
        lambda x: hl.reverse(x, dimensions=[0]),
        *(lambda x, shape=shape: hl.reshape(x, shape) for shape in ([100_000], [1000, 100], [100, 1000])),
    ]
    for seed in range(80):
        rng = np.random.default_rng(seed)

        @hl.function("100x1000xf32", name="main")
        def moved(x, rng=rng, seed=seed):
            values = [x]
            for _ in range(6):
                values.append(moves[rng.integers(len(moves))](values[-int(rng.integers(1, min(len(values), 3) + 1))]))
            if seed % 2:
                return hl.slice(hl.reshape(values[-1], [100_000]), start_indices=[0], limit_indices=[1], strides=[1])
            return values[-1], values[-2], values[-1]

        drop_unused(moved.module.function("main").body)  # what nobody uses is let go of a step later
        run = interpreter.load(moved)
        taken = taken_by(run, X)
        assert taken - SIZE // 4 <= run.memory.bytes <= 3 * taken, str(moved)  # NumPy has buffers of its own


def test_what_takes_too_much_is_refused_with_its_largest_values():
    assert interpreter.run(plain, X, max_memory=5 * SIZE)
    with pytest.raises(interpreter.ExecutionError) as error:
        interpreter.run(plain, X, max_memory=2 * SIZE)
    first, *rest = str(error.value).splitlines()
    assert first == "the values of this program take 1.526 MiB at once, and 781.2 KiB are allowed; the largest are"
    assert len(rest) == 4
    assert rest[0] == "  %x: tensor<100x1000xf32> (390.6 KiB)"
    assert all("tensor<100x1000xf32> (390.6 KiB) at " in line for line in rest[1:])


def test_dynamic_shapes_count_nothing_until_there_are_arguments():
    program = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
    found = interpreter.load(program).memory
    assert (found.bytes, found.is_complete) == (0, False)
    with pytest.raises(interpreter.ExecutionError, match=r"take 7\.812 KiB at once"):
        interpreter.run(program, X[0], max_memory=0)


@pytest.mark.parametrize("wrong", [-1, 1.5, "2GiB", True])
def test_limits_are_numbers(wrong):
    with pytest.raises(interpreter.UsageError, match="from 0 on, not "):
        interpreter.run(plain, X, max_memory=wrong)
    with pytest.raises(interpreter.UsageError, match="from 0 on, not "):
        interpreter.run(plain, X, max_steps=wrong)


# Programs of which only a run knows how much it takes: the size comes in as %n.
OF_SIZE = {
    "dynamic_iota": """func.func @main(%n: tensor<1xi64>) -> tensor<?xi64> {
        %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
        return %0 : tensor<?xi64>
    }""",
    "dynamic_broadcast_in_dim": """func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {
        %x = stablehlo.constant dense<1.0> : tensor<f32>
        %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
        %1 = stablehlo.add %0, %0 : tensor<?xf32>
        return %1 : tensor<?xf32>
    }""",
    "dynamic_pad": """func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {
        %x = stablehlo.constant dense<1.0> : tensor<4xf32>
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %s = stablehlo.constant dense<0> : tensor<1xi64>
        %0 = stablehlo.dynamic_pad %x, %z, %n, %s, %s
          : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
        return %0 : tensor<?xf32>
    }""",
    "rng": """func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %o = stablehlo.constant dense<1.0> : tensor<f32>
        %0 = stablehlo.rng %z, %o, %n, distribution = UNIFORM
          : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
        return %0 : tensor<?xf32>
    }""",
}


def doubling(times):
    """A loop that joins a tensor with itself, so many times."""
    return f"""func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {{
        %x = stablehlo.constant dense<1.0> : tensor<4xf32>
        %c = stablehlo.constant dense<4> : tensor<1xi64>
        %x0 = stablehlo.dynamic_reshape %x, %c : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
        %i = stablehlo.constant dense<0> : tensor<i64>
        %m = stablehlo.constant dense<{times}> : tensor<i64>
        %one = stablehlo.constant dense<1> : tensor<i64>
        %r:2 = stablehlo.while(%a = %i, %b = %x0) : tensor<i64>, tensor<?xf32>
          cond {{ %p = stablehlo.compare LT, %a, %m : (tensor<i64>, tensor<i64>) -> tensor<i1>
                 stablehlo.return %p : tensor<i1> }}
          do {{ %d = stablehlo.concatenate %b, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
               %e = stablehlo.add %a, %one : tensor<i64>
               stablehlo.return %e, %d : tensor<i64>, tensor<?xf32> }}
        return %r#1 : tensor<?xf32>
    }}"""


def taken(run):
    """What NumPy takes at most while `run` runs, and whether it came to its end."""
    gc.collect()
    tracemalloc.start()
    try:
        run()
    except interpreter.ExecutionError as error:
        return tracemalloc.get_traced_memory()[1], str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak, ""


@pytest.mark.parametrize("call", [interpreter.run, interpreter.admissible])
@pytest.mark.parametrize("name", OF_SIZE)
def test_sizes_that_only_the_run_knows_are_asked_for(name, call):
    program, limit = OF_SIZE[name], 4 << 20
    call(program, [1000], max_memory=limit)
    call(program, [1000])
    peak, said = taken(lambda: call(program, [1 << 28], max_memory=limit))
    assert re.search(r" takes [12] GiB as 268435\d{3}; .*4 MiB are allowed\n  where: stablehlo\.", said)
    assert peak < limit
    peak, said = taken(lambda: call(program, [1 << 45]))
    assert re.search(r" takes .*TiB as 3518\d{10}; .*iB of memory are available\n  where: stablehlo\.", said)
    assert peak < limit


@pytest.mark.parametrize("call", [interpreter.run, interpreter.admissible])
def test_a_loop_whose_values_grow_is_stopped(call):
    limit = 16 << 20
    peak, said = taken(lambda: call(doubling(40), [0], max_memory=limit))
    assert re.search(r"what it makes takes .* MiB; .* are taken already, and 16 MiB are allowed\n  where: .*:11:", said)
    assert peak < 1.5 * limit
    assert taken(lambda: call(doubling(18), [0], max_memory=limit))[1] == ""


def test_what_was_let_go_counts_no_more():
    """Ten times half of what is allowed, one after the other."""
    step = """%s{0} = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
      %r{0} = stablehlo.reduce(%s{0} init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<?xi64>, tensor<i64>) -> tensor<i64>"""
    steps = "\n".join(step.format(number) for number in range(10))
    program = f"""func.func @main(%n: tensor<1xi64>) -> tensor<i64> {{
      %z = stablehlo.constant dense<0> : tensor<i64>
      {steps}
      return %r9 : tensor<i64>
    }}"""
    count = 1 << 18  # 2 MiB
    for _ in range(2):
        (result,) = interpreter.run(program, [count], max_memory=5 << 20)
        assert result == count * (count - 1) // 2


@pytest.mark.parametrize("call", [interpreter.admissible, interpreter.compare])
def test_what_any_order_gives_and_comparisons_end_as_runs_do(call):
    with pytest.raises(interpreter.ExecutionError, match="isn't at its end after 1000 steps"):
        call(count, 1 << 60, max_steps=1000)
    with pytest.raises(interpreter.ExecutionError, match="100 bytes are allowed"):
        call(hl.function("1000xf32", name="main")(lambda x: x + x), np.ones(1000, np.float32), max_memory=100)
    call(count, 5, max_steps=1000, max_memory=1 << 20)


def test_an_argument_that_is_handed_on_counts_once():
    program = """func.func @main(%x: tensor<1048576xf32>, %n: tensor<1xi64>) -> tensor<?xi64> {
      %0 = stablehlo.optimization_barrier %x : tensor<1048576xf32>
      %1 = stablehlo.optimization_barrier %0 : tensor<1048576xf32>
      %2 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
      return %2 : tensor<?xi64>
    }"""
    x = np.ones(1 << 20, np.float32)  # 4 MiB
    assert interpreter.run(program, x, [1 << 18], max_memory=7 << 20)[0].shape == (1 << 18,)
    with pytest.raises(interpreter.ExecutionError, match="4 MiB are taken already, and 5 MiB are allowed"):
        interpreter.run(program, x, [1 << 18], max_memory=5 << 20)


def test_what_only_the_run_tells_is_held_against_the_limit(monkeypatch):
    """A sort that turns out to merge, and what a function of the user's gives."""
    text = """func.func @main(%n: tensor<1xi32>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      %1 = stablehlo.divide %0, %0 : tensor<?xf32>
      %2 = "stablehlo.sort"(%1) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<?xf32>) -> tensor<?xf32>
      return %2 : tensor<?xf32>
    }"""
    said = (
        r"^a sort of NaNs takes .* more than was estimated; 1\.144 MiB are taken already, and 3\.815 MiB are allowed\n"
    )
    with pytest.raises(interpreter.ExecutionError, match=said):
        interpreter.run(text, [300_000], max_memory=4_000_000)
    interpreter.register_custom_call("test.zeros", lambda op, n: np.zeros(int(n), np.float32))
    text = """func.func @main(%n: tensor<i32>) -> tensor<?xf32> {
      %0 = stablehlo.custom_call @test.zeros(%n) : (tensor<i32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    assert interpreter.run(text, 1_000_000, max_memory=9_000_000)[0].shape == (1_000_000,)
    said = r"^the values of this program take 3\.815 MiB here, and 1\.907 MiB are allowed\n"
    with pytest.raises(interpreter.ExecutionError, match=said):
        interpreter.run(text, 1_000_000, max_memory=2_000_000)


def test_what_only_the_run_tells_is_held_against_what_there_is(monkeypatch):
    monkeypatch.setattr(available, "_SMALL", 0)
    monkeypatch.setattr(available, "available_bytes", lambda: 1000)
    text = """func.func @main(%n: tensor<1xi32>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    assert interpreter.run(text, [250])[0].shape == (250,)
    with pytest.raises(
        interpreter.ExecutionError, match=r"takes 1004 bytes as 251; 1000 bytes of memory are available\n"
    ):
        interpreter.run(text, [251])
