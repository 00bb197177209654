"""What goes in and comes out: arguments exactly or not at all, results that share memory with nothing."""

import gc
import itertools
import time
import weakref
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.one_op import program

import interpreter
from hlogen.errors import UsageError
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region, parse_type, tensor
from interpreter.values.arguments import copied, owned_results


def identity(*types):
    """A program that returns its arguments."""
    types = tuple(tensor(type) for type in types)
    block = Block(types, ["operand", "start_indices"][: len(types)])
    block.operations = [Operation("func.return", block.arguments)]
    attributes = {"sym_name": "main", "function_type": FunctionType(types, types)}
    return Module([Operation("func.func", attributes=attributes, regions=[Region([block])])])


def run(type, value):
    (result,) = interpreter.run(identity(type), value)
    return result


DEEP: list[object] = [0]
for _ in range(2000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("type", "value", "dtype"),
    [
        ("f32", 1.5, np.float32),
        ("f32", 3, np.float32),
        ("bf16", 0.1, ml_dtypes.bfloat16),  # a Python float has no width: it is rounded
        ("i4", -8, ml_dtypes.int4),
        ("ui64", 2**64 - 1, np.uint64),
        ("i1", True, np.bool_),
        ("complex<f32>", 1 + 2j, np.complex64),
        ("complex<f32>", 2, np.complex64),
        ("2x2xi32", [[1, 2], [3, 4]], np.int32),
        ("0xi32", [], np.int32),
        ("f64", np.float64(2.5), np.float64),
    ],
)
def test_python_numbers_take_the_declared_type(type, value, dtype):
    result = run(type, value)
    assert result.dtype == dtype
    assert result.tolist() == np.array(value).astype(dtype).tolist()


@pytest.mark.parametrize(("type", "step"), [("bf16", 2**-7), ("f8E4M3FN", 2**-3), ("f16", 2**-10), ("f32", 2**-23)])
def test_a_python_float_is_rounded_once(type, step):
    """To the nearer of two numbers, where its f32 is in the middle."""
    given = [1 + step / 2 + 2**-40, 1 + step / 2 - 2**-40, -1 - step / 2 - 2**-40]
    assert run(f"3x{type}", given).astype(np.float64).tolist() == [1 + step, 1, -1 - step]


@pytest.mark.parametrize(
    ("type", "value", "message"),
    [
        ("i8", 128, r"got the int 128: 128 is out of range for i8: -128 \.\. 127"),
        ("ui8", -1, r"-1 is out of range for ui8: 0 \.\. 255"),
        ("i32", 1.0, r"1\.0 is no int"),
        ("i32", True, "True is a bool"),
        ("i1", 1, "1 is no bool"),
        ("f16", 1e6, "out of range for f16"),
        ("bf16", 257, "257 has no exact bf16; give a float to have it rounded"),
        ("f64", 10**400, "is out of range for f64"),
        ("complex<f32>", 2**24 + 1, "16777217 has no exact complex<f32>"),
        ("complex<f32>", 1 + 1e300j, r"1e\+300 is out of range for complex<f32>"),
        ("f4E2M1FN", 100.0, r"100\.0 is out of range for f4E2M1FN"),
        ("f4E2M1FN", float("nan"), "nan is out of range for f4E2M1FN"),
        ("f8E4M3FN", float("inf"), "inf is out of range for f8E4M3FN"),
        ("f32", 1j, "1j is no real number"),
        ("2xi32", [1, 2, 3], r"tensor<2xi32>, got a list of 3"),
        ("2x2xi32", [[1], [2, 3]], "differ in length"),
        ("2xi32", DEEP, "nested too deeply"),
        ("2xi32", [1, "a"], "'a' is no int"),
        ("f32", None, r"tensor<f32>, got a NoneType; give a NumPy array"),
        ("2xi32", "12", r"got a str"),
        ("2xf32", np.zeros(2), r"got float64 array of shape \(2,\); convert with \.astype\(np\.float32\)"),
        ("2xbf16", np.zeros(2, np.float32), r"convert with \.astype\(ml_dtypes\.bfloat16\)"),
        ("2xi32", np.zeros(2, np.uint32), r"got uint32 array"),
        ("2xi1", np.zeros(2, np.int8), r"convert with \.astype\(np\.bool\)"),
        ("2xi32", np.zeros((2, 1), np.int32), r"got int32 array of shape \(2, 1\)$"),
        ("i32", np.int64(3), r"got a NumPy scalar of int64; convert with \.astype\(np\.int32\)"),
        ("2xf32", np.ma.array([1, 2], mask=[0, 1], dtype=np.float32), "masked array; fill it first"),
        ("?x2xf32", np.zeros((3, 3), np.float32), r"tensor<\?x2xf32>, got float32 array of shape \(3, 3\)"),
    ],
)
def test_what_does_not_fit_is_named(type, value, message):
    with pytest.raises(interpreter.UsageError, match=r"argument 0 \(operand\): expected .*" + message):
        run(type, value)


@pytest.mark.parametrize(
    ("type", "most", "beyond"),
    [
        ("f4E2M1FN", 6, 8.0),
        ("f6E2M3FN", 7.5, 8.0),
        ("f6E3M2FN", 28, 32.0),
        ("f8E4M3FN", 448, 480.0),
        ("f8E4M3FNUZ", 240, 256.0),
        ("f8E5M2FNUZ", 57344, 65536.0),
        ("f8E8M0FNU", 2.0**127, 2.0**128),
        ("f8E5M2", 57344, 65536.0),
        ("bf16", (2 - 2**-7) * 2.0**127, 2.0**128),
    ],
)
def test_a_float_beyond_the_largest_is_refused_in_every_format(type, most, beyond):
    """Whether the format goes on with infinity, with NaN or with nothing at all."""
    assert float(run(type, float(most))) == most
    for number in (beyond, 1e30 * beyond):
        with pytest.raises(interpreter.UsageError, match=f"is out of range for {type}"):
            run(type, number)


def test_the_message_names_the_argument():
    with pytest.raises(interpreter.UsageError) as error:
        interpreter.run(identity("3xf32", "2x1xi64"), np.zeros(3, np.float32), np.zeros((2, 1), np.float32))
    assert str(error.value) == (
        "argument 1 (start_indices): expected tensor<2x1xi64>, got float32 array of shape (2, 1); "
        "convert with .astype(np.int64)"
    )


def test_a_wrong_number_of_arguments():
    with pytest.raises(interpreter.UsageError, match=r"@main takes 1 arguments, got 2: operand: tensor<3xf32>"):
        interpreter.run(identity("3xf32"), 1, 2)


class WithDlpack:
    def __init__(self, array):
        self.__dlpack__ = array.__dlpack__
        self.__dlpack_device__ = array.__dlpack_device__


class WithArray:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


@pytest.mark.parametrize("wrapper", [WithDlpack, WithArray])
def test_arrays_of_other_libraries(wrapper):
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    result = run("2x3xi32", wrapper(array))
    assert result.tolist() == array.tolist()
    assert not np.may_share_memory(result, array)


class Failing:
    def __init__(self, error):
        self.error = error

    def __array__(self, dtype=None, copy=None):
        raise self.error


def test_an_object_whose_own_code_fails():
    with pytest.raises(interpreter.UsageError, match="got a Failing, which NumPy can't take: it is on another device"):
        run("2xf32", Failing(ValueError("it is on another device")))


@pytest.mark.parametrize("order", [">", "<"])
def test_either_byte_order(order):
    result = run("3xi32", np.array([1, -2, 3], f"{order}i4"))
    assert result.dtype == np.int32
    assert result.dtype.isnative
    assert result.tolist() == [1, -2, 3]


@pytest.mark.parametrize(
    "dtype",
    [">i4", np.dtype(">i4").newbyteorder("="), np.dtype(np.int32, metadata={"unit": "m"})],
    ids=["other byte order", "byte order undone", "with metadata"],
)
def test_every_bit_of_an_array_whose_dtype_is_a_variant_of_numpys_own(dtype):
    text = """func.func @main(%a: tensor<1xi32>) -> tensor<1xi64> {
  %0 = stablehlo.convert %a : (tensor<1xi32>) -> tensor<1xi64>
  return %0 : tensor<1xi64>
}
"""
    (result,) = interpreter.run(text, np.array([2**24 + 1], dtype))
    assert result.tolist() == [2**24 + 1]


def test_bounds_of_dynamic_dimensions_hold():
    bounded = "tensor<?xf32, #stablehlo.bounds<3>>"
    assert run(bounded, np.zeros(3, np.float32)).shape == (3,)
    with pytest.raises(interpreter.UsageError, match=r"bounds<3>>, got float32 array of shape \(4,\)"):
        run(bounded, np.zeros(4, np.float32))


def returning(constant, times):
    """A program that returns one constant, several times."""
    block = Block()
    op = Operation("stablehlo.constant", (), [constant.type], {"value": constant})
    block.operations = [op, Operation("func.return", op.results * times)]
    attributes = {"sym_name": "main", "function_type": FunctionType((), (constant.type,) * times)}
    return Module([Operation("func.func", attributes=attributes, regions=[Region([block])])])


@pytest.mark.parametrize("splat", [False, True])
def test_results_share_memory_with_nothing(splat):
    values = np.broadcast_to(np.int32(7), (3,)) if splat else np.array([1, 2, 3], np.int32)
    program = returning(DenseElements(tensor("3xi32"), values), 2)
    first, second = interpreter.run(program)
    wanted = values.tolist()
    first[:] = 0
    assert second.tolist() == wanted
    assert interpreter.run(program)[0].tolist() == wanted


def test_an_argument_returned_twice_gives_two_arrays():
    array = np.arange(3, dtype=np.int32)
    array.flags.writeable = False
    types = (tensor("3xi32"),)
    block = Block(types)
    block.operations = [Operation("func.return", block.arguments * 2)]
    attributes = {"sym_name": "main", "function_type": FunctionType(types, types * 2)}
    program = Module([Operation("func.func", attributes=attributes, regions=[Region([block])])])
    first, second = interpreter.run(program, array)
    first[:] = 9
    assert second.tolist() == array.tolist() == [0, 1, 2]


def test_views_inside_a_program_do_not_leak():
    text = """func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<1xi32>) {
  %0 = stablehlo.add %a, %a : tensor<4xi32>
  %1 = stablehlo.reshape %0 : (tensor<4xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %3 = stablehlo.slice %0 [3:4] : (tensor<4xi32>) -> tensor<1xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<1xi32>
}
"""
    results = interpreter.run(text, np.arange(4, dtype=np.int32))
    wanted = [[0, 2, 4, 6], [[0, 2], [4, 6]], [[0, 4], [2, 6]], [6]]
    assert [result.tolist() for result in results] == wanted
    for i, result in enumerate(results):
        result[...] = -1
        assert [other.tolist() for other in results[i + 1 :]] == wanted[i + 1 :]


def test_a_result_lives_no_longer_than_it_is_used():
    program = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    gc.disable()
    try:
        results = interpreter.run(program, np.ones(2, np.float32))
        watched = weakref.ref(results[0])
        del results
        assert watched() is None
    finally:
        gc.enable()


def test_a_result_that_shows_an_element_twice_is_copied():
    """Also where it may be written to and is as large as the array that it shows."""
    base = np.arange(6, dtype=np.float32)
    twice = np.ndarray((3, 2), np.float32, base, strides=(0, 4))
    (owned,) = owned_results([twice])
    assert twice.nbytes == base.nbytes
    assert twice.flags.writeable
    assert owned.tolist() == [[0, 1]] * 3
    assert not np.shares_memory(owned, base)


def test_a_result_that_may_be_written_to_of_an_array_that_may_not_is_copied():
    constant = np.zeros(2, np.float32)
    view = constant[:]
    constant.flags.writeable = False
    (owned,) = owned_results([view])
    assert view.flags.writeable
    assert not np.shares_memory(owned, constant)


def test_a_copy_lies_in_memory_as_what_it_is_of():
    columns = np.arange(6).reshape(2, 3).T
    assert copied((columns,))[0].strides == columns.strides


def test_the_time_for_many_results_grows_with_their_number():
    """Not with its square, though none of them may share memory with another."""
    count = 20_000
    x = np.zeros(2, np.float32)
    results = [*(np.zeros(2, np.float32) for _ in range(count)), x, x, x[::-1]]
    started = time.process_time()
    owned = owned_results(results)
    assert time.process_time() - started < 2
    assert owned[count] is x
    assert not np.shares_memory(owned[count], owned[count + 1])
    assert not any(np.shares_memory(one, owned[count + 2]) for one in owned[count : count + 2])


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2], [3]],
        [[1, 2], 3],
        [[1, 2], [[3], 4]],
        [np.zeros(2), np.zeros((2, 3))],
        [np.zeros((2, 2)), np.zeros((2, 3))],
    ],
)
def test_lists_that_differ_in_length(value):
    with pytest.raises(UsageError, match=r"expected tensor<2x2xi32>, got a list of 2[:;] its lists differ in length"):
        run("2x2xi32", value)


PAIRS = """func.func @main(%t: tuple<tensor<2xf32>, tuple<tensor<i32>>>)
    -> (tuple<tensor<2xf32>, tuple<tensor<i32>>>, tuple<tensor<2xf32>, tuple<tensor<i32>>>) {
  return %t, %t : tuple<tensor<2xf32>, tuple<tensor<i32>>>, tuple<tensor<2xf32>, tuple<tensor<i32>>>
}"""


def test_tuples_are_given_and_returned_part_by_part():
    given = np.array([1, 2], np.float32)
    results: Any = interpreter.run(PAIRS, (given, (np.int32(3),)))
    first, second = results
    for found in (first, second):
        assert (type(found), type(found[1])) == (tuple, tuple)
        assert (found[0].tolist(), found[0].dtype, found[1][0].tolist(), found[1][0].dtype) == ([1, 2], "f4", 3, "i4")
    parts = [given, first[0], second[0]]
    assert not any(np.shares_memory(a, b) for a, b in itertools.combinations(parts, 2))
    assert not np.shares_memory(first[1][0], second[1][0])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], ": expected tuple<tensor<2xf32>, tuple<tensor<i32>>>, got a list of 2; give a tuple of that length"),
        (
            ((1, 2),),
            ": expected tuple<tensor<2xf32>, tuple<tensor<i32>>>, got a tuple of 1; give a tuple of that length",
        ),
        (
            ((1, 2), (3,), 4),
            ": expected tuple<tensor<2xf32>, tuple<tensor<i32>>>, got a tuple of 3; give a tuple of that length",
        ),
        (((1, 2), 3), ", element 1: expected tuple<tensor<i32>>, got the int 3; give a tuple of that length"),
        (((1, 2, 3), (3,)), ", element 0: expected tensor<2xf32>, got a tuple of 3"),
        (((1, 2), (0.5,)), ", element 1, element 0: expected tensor<i32>, got the float 0.5: 0.5 is no int"),
    ],
)
def test_tuples_that_do_not_fit_are_named_with_their_place(value, message):
    with pytest.raises(UsageError) as error:
        interpreter.run(PAIRS, value)
    assert str(error.value) == f"argument 0 (t){message}"


def test_what_can_not_be_given_and_what_is_a_class():
    future = program("stablehlo.async_done", [parse_type("!stablehlo.future<tensor<2xf32>>")], [tensor("2xf32")])
    with pytest.raises(
        UsageError, match=r"^argument 0 \(arg0\): arguments of type !stablehlo\.future<.*> can't be given$"
    ):
        interpreter.run(future, [1, 2])
    negate = interpreter.load(program("stablehlo.negate", [tensor("2xf32")], [tensor("2xf32")]))
    with pytest.raises(UsageError, match=r"^argument 0 \(arg0\): expected tensor<2xf32>, got the class float32"):
        negate(np.float32)
    assert repr(negate) == "<executable @main: (tensor<2xf32>) -> tensor<2xf32>>"


def test_seeds_of_numpy_are_seeds():
    text = """func.func @main() -> tensor<4xf32> {
      %a = stablehlo.constant dense<0.0> : tensor<f32>
      %b = stablehlo.constant dense<1.0> : tensor<f32>
      %s = stablehlo.constant dense<[4]> : tensor<1xi64>
      %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    drawn = [interpreter.run(text, seed=seed)[0].tolist() for seed in (3, np.int32(3), 4)]
    assert drawn[0] == drawn[1] != drawn[2]
