"""What editors and help() show: names, signatures, docstrings, and types, which mypy looks at here."""

from __future__ import annotations

import inspect
import pydoc
from typing import Any, assert_type

import hlogen as hl

NAMES = vars(hl)["__all__"]
ROWS = hl.GatherDimensionNumbers((1,), (0,), (), (), (0,), 1)


@hl.function("4x3xf32", "2x1xi32", "2x3xf32")
def typed(x: hl.Tensor, i: hl.Tensor, u: hl.Tensor) -> hl.Tensor:
    """Of types."""
    row = assert_type(hl.gather(x, i, dimension_numbers=ROWS, slice_sizes=[1, 3], mode="clip"), hl.Tensor)
    both = hl.gather(x, i, dimension_numbers=ROWS, slice_sizes=[1, 3], mode="error")
    assert_type(both, tuple[hl.Tensor, hl.Tensor])
    assert_type(hl.gather(x, i, dimension_numbers=ROWS, slice_sizes=[1, 3], mode=["clip"]), Any)
    assert_type(hl.take(x, [0], axis=0, mode="fill"), hl.Tensor)
    assert_type(hl.take(x, [0], axis=0, mode="error"), tuple[hl.Tensor, hl.Tensor])
    assert_type(hl.take_along_axis(x, i, 0), hl.Tensor)
    assert_type(hl.put_along_axis(x, i, 0, 0), hl.Tensor)
    assert_type(x.at[0].get(), hl.Tensor)
    assert_type(x.at[0].get(mode="error"), tuple[hl.Tensor, hl.Tensor])
    assert_type(x[0], hl.Tensor)
    assert_type(x.at[0].set(1.0), hl.Tensor)
    assert_type(x.at[0].add(1.0, mode="clip", unique_indices=True), hl.Tensor)
    assert_type(x.at[0].max(1.0, mode="error"), tuple[hl.Tensor, hl.Tensor])
    mode: str = ["drop"][0]
    assert_type(x.at[0].subtract(1.0, mode=mode), Any)
    assert_type(x.at[0].apply(hl.exponential), hl.Tensor)
    assert_type(x.at[0].apply(hl.add, 1.0, mode="error"), tuple[hl.Tensor, hl.Tensor])
    into = {"update_window_dims": [1], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
    numbers = hl.ScatterDimensionNumbers(**{name: tuple(dims) for name, dims in into.items()}, index_vector_dim=1)
    assert_type(hl.scatter(x, i, u, "add", dimension_numbers=numbers), hl.Tensor)
    assert_type(hl.scatter([x], i, [u], "add", dimension_numbers=numbers), tuple[hl.Tensor, ...])
    return row


assert_type(typed, hl.Function)
assert_type(hl.module(typed), hl.Program)


def test_a_function_keeps_what_is_known_of_the_python_function() -> None:
    assert (typed.__name__, typed.__doc__, typed.__module__) == ("typed", "Of types.", __name__)
    assert list(inspect.signature(typed).parameters) == ["x", "i", "u"]
    assert "def typed(x: hl.Tensor" in inspect.getsource(typed)
    renamed = hl.function("f32", name="other")(lambda x: x)
    assert (renamed.__name__, renamed.__qualname__.rpartition(".")[2]) == ("other", "<lambda>")


def test_public_functions_say_what_they_are() -> None:
    for name in NAMES:
        value = getattr(hl, name)
        assert value.__doc__, name
        if inspect.isfunction(value):
            assert value.__name__ == name or (name, value.__name__) == ("parse", "read")
            assert all(not parameter.startswith("_") for parameter in inspect.signature(value).parameters), name
            assert name in pydoc.render_doc(value) or name == "parse"


def test_the_names_of_the_package_are_the_public_ones() -> None:
    assert set(NAMES) <= set(dir(hl))
    assert [name for name in dir(hl) if name not in NAMES and not name.startswith("__")] == []
    assert list(inspect.signature(hl.gather).parameters)[:4] == [
        "operand",
        "start_indices",
        "dimension_numbers",
        "offset_dims",
    ]
