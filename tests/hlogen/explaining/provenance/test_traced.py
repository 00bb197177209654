"""What elements depend on: held against what changes when an element does, and against what is plain to see."""

import numpy as np
import pytest
from helpers.perturbed import all_others_changed, changes, leaves
from helpers.random_control_flow import RandomProgram

import hlogen as hl
import interpreter
from hlogen.conform.corpus import GOLDEN, corpus
from hlogen.conform.forms import Form
from hlogen.errors import ExecutionError, HlogenError, UsageError
from hlogen.explaining.provenance import trace
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.program import drawn, planned
from interpreter.values.same import is_same

MOVING = (
    "broadcast_in_dim", "concatenate", "dynamic_gather", "dynamic_slice", "dynamic_update_slice", "gather", "pad",
    "reshape", "reverse", "slice", "transpose", "dynamic_pad", "dynamic_broadcast_in_dim", "select",
)  # fmt: skip
GOLDENS = (
    "batch_norm_training", "bitcast_convert", "case", "clamp", "composite", "convolution", "dot_general", "fft",
    "get_tuple_element", "if", "reduce", "reduce_window", "scatter", "select_and_scatter", "sort", "triangular_solve",
    "while",
)  # fmt: skip


def forms(folder, every=1):
    for case in corpus([GOLDEN / folder])[::every]:
        yield from case.forms(["arguments"])


def require_sound(form, seed=0, most=6):
    """Whatever changes is said to depend on what was changed."""
    traced = trace(form.module, *form.arguments, entry=form.entry)
    for argument, index, masks in changes(form, np.random.default_rng(seed), most):
        parts = traced.reaches(argument, index).parts
        for part, mask in zip(parts, masks, strict=True):
            missing = not part.mask.any() if mask is None else (mask & ~part.mask).any()
            assert not missing, f"{form.id}: argument {argument}{list(index)} changes more of {part.name}"


@pytest.mark.parametrize("op", sorted(GRAMMAR.rows()))
def test_random_programs_depend_on_what_changes_them(op):
    for seed in range(2):
        try:
            form = drawn(planned(op, seed, 3)).form
            interpreter.run(form.module, *form.arguments, entry=form.entry, max_steps=1000)
        except HlogenError:
            continue  # it is meant to fail
        require_sound(form, seed)
        require_rest_is_indifferent(form, seed)


def require_rest_is_indifferent(form, seed=0):
    """An element of each result stays the same, whatever the elements become that it isn't said to depend on."""
    rng = np.random.default_rng(seed)
    traced = trace(form.module, *form.arguments, entry=form.entry)
    for number, result in enumerate(leaves(interpreter.run(form.module, *form.arguments, entry=form.entry))):
        if result.size:
            index = np.unravel_index(rng.integers(result.size), result.shape)
            masks = [part.mask for part in traced.provenance(number, index).parts]
            after = all_others_changed(form, masks, rng)
            if after is not None:
                assert after[number].shape == result.shape
                assert is_same(result, after[number])[index], f"{form.id}: result {number}{list(index)}"


@pytest.mark.parametrize("folder", GOLDENS)
def test_goldens_depend_on_what_changes_them(folder):
    for form in forms(folder, every=3):
        require_sound(form)
        require_rest_is_indifferent(form)


@pytest.mark.parametrize("folder", MOVING)
def test_what_only_moves_elements_is_traced_exactly(folder):
    for form in forms(folder, every=2):
        traced = trace(form.module, *form.arguments, entry=form.entry)
        for argument, index, masks in changes(form, np.random.default_rng(0)):
            for part, mask in zip(traced.reaches(argument, index).parts, masks, strict=True):
                if mask is not None and not part.control.any():
                    np.testing.assert_array_equal(part.data, mask, form.id)


def test_control_flow_depends_on_what_changes_it():
    for seed in range(12):
        program = RandomProgram(seed)
        arguments = tuple(map(np.asarray, program.inputs()))
        require_sound(Form(f"control flow {seed}", program.make().module, "main", arguments, ()), seed)


@pytest.mark.parametrize("op", ["stablehlo.scatter", "stablehlo.convolution", "stablehlo.sort", "stablehlo.while"])
def test_back_and_forth_say_the_same(op):
    form = drawn(planned(op, 1, 4)).form
    traced = trace(form.module, *form.arguments, entry=form.entry)
    rng = np.random.default_rng(0)
    for number, (name, node) in enumerate(traced.results.items()):
        for position in rng.permutation(int(np.prod(node.shape)))[:4]:
            index = np.unravel_index(position, node.shape)
            answer = traced.provenance(number, index)
            for i, part in enumerate(answer.parts):
                for at in np.ndindex(*part.mask.shape):
                    reached = traced.reaches(i, at)[name]
                    assert (part.data[at], part.control[at]) == (reached.data[index], reached.control[index])


@hl.function({"embed": "10x4xf32", "w": "4x2xf32"}, "3xi32")
def lookup(params, tokens):
    hidden = hl.tanh(params["embed"][tokens] @ params["w"])
    return hidden, hl.mean(hidden)


VALUES = np.ones((10, 4), np.float32), np.ones((4, 2), np.float32), np.array([1, 5, 5], np.int32)


def test_an_answer_in_words():
    traced = trace(lookup, *VALUES)
    assert str(traced.provenance("result 0[1, 1]")) == (
        "result 0[1, 1] depends on\n  params.embed[5, :]  (data)\n  params.w[:, 1]  (data)\n  tokens[1]  (control)"
    )
    assert str(traced.reaches("params.embed[5, 0:2]")) == (
        "params.embed[5, 0:2] reaches\n  result 0[1:3, :]  (data)\n  result 1  (data)"
    )
    assert str(traced.reaches("params.embed", (7,))) == "params.embed[7, :] reaches no result"


def test_names_numbers_and_slices_mean_the_same():
    traced = trace(lookup, *VALUES)
    by_name = traced.provenance("result 0[1]")
    for again in (traced.provenance(0, 1), traced.provenance("0[1, :]"), traced.provenance(0, (1, slice(None)))):
        assert str(again) == str(by_name)
    assert by_name["tokens"] is by_name[2]
    assert [op.name for op in by_name.operations][-2:] == ["stablehlo.dot_general", "stablehlo.tanh"]


def test_parts_of_a_tuple_are_asked_one_by_one():
    program = """func.func @main(%x: tensor<2xf32>, %y: tensor<f32>) -> tuple<tensor<2xf32>, tensor<f32>> {
      %t = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<f32>>
      return %t : tuple<tensor<2xf32>, tensor<f32>>
    }"""
    traced = trace(program, [1.0, 2.0], 3.0)
    assert str(traced.provenance("result.0[1]")) == "result.0[1] depends on\n  x[1]  (data)"
    assert str(traced.reaches("y")) == "y reaches\n  result.1  (data)"
    with pytest.raises(UsageError, match=r"there are result\.0, result\.1"):
        traced.provenance("result")


def test_what_has_no_elements_is_refused():
    program = """func.func @main(%x: tensor<0x3xf32>, %t: !stablehlo.token) -> (tensor<0x3xf32>, !stablehlo.token) {
      return %x, %t : tensor<0x3xf32>, !stablehlo.token
    }"""
    traced = trace(program, np.zeros((0, 3), np.float32), None)
    for number, said in enumerate(("has no elements: its shape is [0, 3]", "is a token, which has no elements")):
        with pytest.raises(UsageError) as error:
            traced.provenance(number)
        assert str(error.value) == f"result {number} {said}"


def test_what_no_map_is_known_of_is_said():
    @hl.function("2xui64", "3xf32")
    def noisy(state, x):
        _, bits = hl.rng_bit_generator(state, "3xui32", rng_algorithm="THREE_FRY")
        return hl.convert(bits, "f32") * x

    answer = trace(noisy, np.array([1, 2], np.uint64), [1.0, 2.0, 3.0]).provenance(0, 1)
    assert str(answer).splitlines()[1:] == [
        "  state[:]  (data)",
        "  x[1]  (data)",
        "  (no map is known of stablehlo.rng_bit_generator: all of each operand counts)",
    ]


def test_a_collective_of_one_process_gives_what_it_was_given():
    program = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %r = "stablehlo.all_reduce"(%x) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf32>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    }"""
    assert trace(program, [1.0, 2.0, 3.0]).provenance(0, 1)[0].data.tolist() == [False, True, False]


def test_of_nothing_the_initial_value_is_the_result():
    program = """func.func @main(%x: tensor<0xui8>, %init: tensor<ui8>) -> tensor<ui8> {
      %one = stablehlo.constant dense<1> : tensor<ui8>
      %r = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<0xui8>, tensor<ui8>) -> tensor<ui8>
        reducer(%a: tensor<ui8>, %b: tensor<ui8>) { stablehlo.return %one : tensor<ui8> }
      return %r : tensor<ui8>
    }"""
    assert trace(program, [], 8).provenance()["init"].data.all()


def test_what_becomes_of_the_arguments_later_does_not_matter():
    tokens = VALUES[2].copy()
    traced = trace(lookup, *VALUES[:2], tokens)
    tokens[:] = 9
    assert str(traced.provenance("result 0[1, 1]")).splitlines()[1] == "  params.embed[5, :]  (data)"


def test_the_branch_taken_is_data_and_the_predicate_control():
    @hl.function("i1", "f32", "f32")
    def either(pred, x, y):
        return hl.if_(pred, lambda: x * 2, lambda: y)

    answer = trace(either, True, 1.0, 2.0).provenance()
    assert str(answer) == "result depends on\n  pred  (control)\n  x  (data)"


@pytest.mark.parametrize(
    ("i", "is_data"), [(0, [True, False, False]), (1, [False, True, False]), (2, [False, False, True])]
)
def test_the_bound_that_an_element_is_clamped_to_goes_in(i, is_data):
    program = """func.func @main(%low: tensor<f32>, %x: tensor<3xf32>, %high: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
    traced = trace(hl.parse(program), np.float32(0), np.array([-1, 0.5, 2], np.float32), np.float32(1))
    said = str(traced.provenance(0, i)).splitlines()[1:]
    assert ["(data" in line for line in said] == is_data
    assert all("control)" in line for line in said)


def test_what_a_loop_never_changes_does_not_depend_on_its_turns():
    @hl.function("i32", "f32")
    def turned(n, x):
        return hl.while_loop(lambda state: state[0] < n, lambda state: (state[0] + 1, state[1]), (n * 0, x))

    traced = trace(turned, 3, 1.0)
    assert str(traced.provenance(1)) == "result 1 depends on\n  x  (data)"
    assert str(traced.provenance(0)) == "result 0 depends on\n  n  (data and control)"


def test_of_updates_that_set_the_last_one_counts():
    @hl.function("4xf32", "3xi32", "3xf32")
    def written(x, at, values):
        return x.at[at].set(values)

    traced = trace(written, np.zeros(4, np.float32), [1, 2, 1], [5.0, 6.0, 7.0])
    answer = traced.provenance(0, 1)
    assert np.flatnonzero(answer["values"].data).tolist() == [2]
    assert not answer["x"].data.any()
    assert traced.provenance(0, 0)["x"].data.tolist() == [True, False, False, False]


def test_a_program_without_results_or_arguments():
    traced = trace(hl.parse("func.func @main() {\n  return\n}"))
    with pytest.raises(UsageError, match="no result is 'result'; there are none"):
        traced.provenance("result[9]")
    with pytest.raises(UsageError, match="no argument is 'x'; there are none"):
        traced.reaches("x[0]")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("nothing",), "no result is 'nothing'; there are result 0, result 1"),
        ((2,), "no result is 2"),
        ((True,), "no result is True"),
        ((0, (3, 0)), "result 0, dimension 0: index 3 isn't in 0 .. 2"),
        ((0, (0, 0, 0)), "result 0 is indexed by 3 numbers, but 3x2 has 2 dimensions"),
        (("result 0[-1]",), "as in 1,2 or 5,: or 2:4, not '-1'"),
        (("result 0[2:9]",), "2:9 is no range within 0:3"),
        (("result 0[1",), "name an element of a result as in result 0[1, 2]"),
        ((0, "1.5"), "indexed by numbers and ranges"),
        ((0, 1.5), "indexed by numbers and slices, not 1.5"),
        ((1, 0), "a scalar has none"),
    ],
)
def test_what_is_not_there_is_said(asked, said):
    with pytest.raises(UsageError) as error:
        trace(lookup, *VALUES).provenance(*asked)
    assert said in str(error.value)


def test_more_values_than_memory_are_refused():
    with pytest.raises(ExecutionError, match="max_memory"):
        trace(lookup, *VALUES, max_memory=1000)


def test_values_of_many_operations_are_more_than_those_of_one():
    """Each takes 4000 bytes; what is refused says after how many."""

    @hl.function("1000xf32")
    def chain(x):
        for _ in range(20):
            x = -x
        return x

    x = np.zeros(1000, np.float32)
    with pytest.raises(ExecutionError, match=r"the values of the [5-8] operations that ran take .* \(max_memory\)"):
        trace(chain, x, max_memory=30_000)
    trace(chain, x, max_memory=300_000)
