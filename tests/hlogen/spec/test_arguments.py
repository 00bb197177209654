"""What callers may pass, and what they are told when they pass something else."""

import numpy as np
import pytest

from hlogen.errors import UsageError
from hlogen.ir import UnrankedTensorType, tensor
from hlogen.spec.arguments import flag, integer, integers, optional_location, optional_region, some_type, some_types


def test_numpy_integers_are_integers() -> None:
    assert integers("dims", np.array([1, 2], np.uint8)) == (1, 2)
    assert integers("dims", (np.int64(3), 4)) == (3, 4)
    assert type(integer("dim", np.int8(-1))) is int
    assert integers("dims", range(3)) == (0, 1, 2)
    assert integers("dims", [10**30, -(10**30)]) == (10**30, -(10**30))


@pytest.mark.parametrize(
    "value",
    [None, 1, "01", b"01", {0: 1}, {0}, [True], [1.0], [None], ["1"], [[0]], np.array(1), np.array([1.5]), [np.True_]],
)
def test_what_is_no_list_of_integers_is_refused_by_name(value: object) -> None:
    with pytest.raises(UsageError, match=r"^offset_dims"):
        integers("offset_dims", value)


@pytest.mark.parametrize("value", [None, True, 1.0, "1", [1], np.float32(1), np.False_])
def test_what_is_no_integer_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match=r"^index_vector_dim takes an integer"):
        integer("index_vector_dim", value)


def test_an_integer_of_no_size_is_refused_rather_than_printed() -> None:
    with pytest.raises(UsageError, match="index_vector_dim is an integer of 33220 bits"):
        integer("index_vector_dim", 10**10_000)


def test_flags() -> None:
    assert flag("f", True) is True
    assert flag("f", np.False_) is False
    for value in (0, 1, None, "true"):
        with pytest.raises(UsageError, match=r"^f takes True or False"):
            flag("f", value)


def test_types_are_types_or_their_text() -> None:
    assert some_type("t", "2x3xi32") == some_type("t", "tensor<2x3xi32>") == some_type("t", tensor("2x3xi32"))
    assert isinstance(some_type("t", "tensor<*xf32>"), UnrankedTensorType)
    assert str(some_type("t", "!stablehlo.token")) == "!stablehlo.token"
    assert some_types("t", "2xi32") == some_types("t", ["2xi32"]) == (tensor("2xi32"),)
    assert some_types("t", []) == ()
    for value in (None, 3, np.zeros(3), np.float32, "2x3xq32", "tensor<2x3xi32", ""):
        with pytest.raises(UsageError):
            some_type("t", value)
    for values in (None, 3, {"2xi32": 1}, [None], b"2xi32"):
        with pytest.raises(UsageError):
            some_types("t", values)


def test_what_is_no_location_or_region_is_refused() -> None:
    assert optional_location(None) is None
    assert optional_region("r", None) is None
    with pytest.raises(UsageError, match=r"location takes a hlogen\.ir\.Location or None, not str 'x:1:2'"):
        optional_location("x:1:2")
    with pytest.raises(UsageError, match="update_computation takes"):
        optional_region("update_computation", lambda a, b: a)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(UsageError) as error:
        integer("dim", "x" * 1000)
    assert len(str(error.value)) < 150
