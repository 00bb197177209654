"""Named axes: where they are bound, and what is said of those that aren't. Numbers are held against JAX's elsewhere."""

from typing import Any

import numpy as np
import pytest

import hlogen as hl

X = np.array([1.0, 2.0, 5.0], np.float32)


def of_one(function, *types):
    return hl.function(*(types or ("f32",)), name="f")(function)


def test_all_examples_get_the_same():
    f = of_one(lambda x: (hl.psum(x, "i"), hl.pmean(x, "i"), hl.pmax(x, "i"), hl.pmin(x, "i"), hl.psum(1, "i")))
    batch = hl.vmap(f, out_axes=None, axis_name="i")
    for _ in range(2):
        assert [float(value) for value in batch(X)] == [8, 8 / np.float32(3), 5, 1, 3]
    assert [float(value) for value in batch(X[:1])] == [1, 1, 1, 1, 1]


def test_which_example_this_is_and_what_others_have():
    f = of_one(lambda x: (hl.axis_index("i"), hl.ppermute(x, "i", [(0, 1), (2, 0)])))
    for _ in range(2):
        index, moved = hl.vmap(f, axis_name="i")(X)
        assert index.tolist() == [0, 1, 2]
        assert index.dtype == np.int32
        assert moved.tolist() == [5, 1, 0]


def test_narrow_floats_are_summed_in_f32():
    f = of_one(lambda x: (hl.psum(x, "i"), hl.pmean(x, "i")), "f16")
    ones = np.ones(4096, np.float16)
    for _ in range(2):
        total, mean = hl.vmap(f, out_axes=None, axis_name="i")(ones)
        assert total == 4096
        assert mean == 1
        assert total.dtype == mean.dtype == np.float16


def test_trees():
    f = of_one(lambda x: hl.psum({"a": x, "b": (x * 2,)}, "i"))
    for _ in range(2):
        found = hl.vmap(f, out_axes=None, axis_name="i")(X)
        assert found["a"] == 8
        assert found["b"][0] == 16


def test_derivatives_of_the_greatest_are_the_same_inside_and_outside():
    """Which JAX has none of. With equal ones: each has its share of 1 for each of three examples."""
    f = of_one(lambda x: hl.pmax(x, "i"))
    inside = hl.vmap(hl.grad(f), axis_name="i")
    batch = hl.vmap(f, axis_name="i")
    outside = hl.grad(hl.function("3xf32")(lambda x: hl.sum(batch(x))))
    for given, wanted in (([1, 2, 5], [0, 0, 3]), ([2, 1, 2], [1.5, 0, 1.5])):
        for gradient in (inside, outside):
            assert gradient(np.array(given, np.float32)).tolist() == wanted


def test_a_program_of_one_example_is_saved_as_text_and_read_again(tmp_path):
    f = of_one(lambda x: x / hl.psum(x, "my axis"))
    hl.save(f, tmp_path / "f.mlir")
    batch = hl.vmap(hl.parse(tmp_path / "f.mlir"), axis_name="my axis")
    for _ in range(2):
        assert batch(X).tolist() == [0.125, 0.25, 0.625]


def test_what_no_batch_gives_a_name_says_so_and_where():
    f = of_one(lambda x: hl.vmap(of_one(lambda y: hl.psum(y, "i")), axis_size=1, axis_name="j")(hl.reshape(x, (1,))))
    says = "hl.psum works along the axis 'i' of a batch, and no hl.vmap gives an axis that name"
    for refused in (
        lambda: f(1.0),
        lambda: hl.run(f, 1.0, backend="xla"),
        lambda: hl.to_onnx(f),
        lambda: hl.to_portable(f, "current"),
        lambda: hl.vmap(f, axis_name="k")(X),
    ):
        with pytest.raises(hl.HlogenError, match=says) as caught:
            refused()
        assert "test_axes.py:" in str(caught.value)


ANY: Any = hl


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda x: ANY.psum(x, 3), "axis_name is the name that hl.vmap is told, .* not int 3"),
        (lambda x: hl.psum(x, ""), "a non-empty text, not str ''"),
        (lambda x: hl.psum(x, []), "has no name"),
        (lambda x: hl.pmax(x, ("i", "i")), "has a name twice"),
        (lambda x: ANY.axis_index(("i",)), "axis_name is the name"),
        (lambda x: hl.psum("x", "i"), "x is a tensor"),
        (lambda x: hl.pmin(hl.complex(x, x), "i"), "complex"),
        (lambda x: ANY.ppermute(x, "i", 3), "perm is a list of pairs .* not int 3"),
        (lambda x: ANY.ppermute(x, "i", [(0, 0.5)]), r"with tuple \(0, 0.5\) in it"),
        (lambda x: hl.ppermute(x, "i", [(True, 0)]), "in it"),
        (lambda x: hl.ppermute(x, "i", [(0, 1), (0, 2)]), "perm has the source 0 twice"),
        (lambda x: hl.ppermute(x, "i", [(1, 0), (2, 0)]), "perm has the target 0 twice"),
    ],
)
def test_wrong_arguments(build, message):
    with pytest.raises(hl.UsageError, match=message):
        of_one(build)


def test_no_way_back_of_turns_that_differ():
    f = of_one(lambda x: hl.while_loop(lambda c: c < 20.0, lambda c: c + hl.psum(c, "i"), x))
    with pytest.raises(hl.UsageError, match="the examples' ways back don't meet"):
        hl.grad(f)
    batch = hl.vmap(f, axis_name="i")
    gradient = hl.grad(hl.function("3xf32")(lambda x: hl.sum(batch(x))))  # two turns: the sum is 4 * 4 times as large
    for _ in range(2):
        assert gradient(X).tolist() == [16, 16, 16]


def test_wrong_batches():
    f = of_one(lambda x: hl.ppermute(x, "i", [(0, 3)]))
    with pytest.raises(hl.UsageError, match="names the example 3 of the batch, which has 3 examples"):
        hl.vmap(f, axis_name="i")(X)
    wrong: list[Any] = [3, "", ["i"]]
    for name in wrong:
        with pytest.raises(hl.UsageError, match="axis_name is a name for the batch's axis"):
            hl.vmap(f, axis_name=name)
    folded = of_one(lambda x: hl.reduce(x, 0.0, [0], lambda a, b: a + hl.psum(b, "i")), "4xf32")
    with pytest.raises(hl.UsageError, match=r"hl.psum\(..., 'i'\) stands in what it folds with"):
        hl.vmap(folded, axis_name="i", axis_size=2)
    with pytest.raises(hl.UsageError, match="while no function is being built"):
        hl.psum(1.0, "i")
    quantized = "4x!quant.uniform<i8:f32, 0.1>"
    with pytest.raises(hl.UsageError, match=r"hl\.psum takes numbers"):
        of_one(lambda x: hl.psum(x, "i"), quantized)
