"""Random dimension numbers: valid ones, and the same with some parts replaced by anything."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

# How long one example takes says more about the machine than about the code.
unhurried = settings(deadline=None, suppress_health_check=list(HealthCheck))

SMALL = st.integers(-2, 6)
LISTS = st.lists(SMALL, max_size=4)


@st.composite
def gathers(draw: st.DrawFn) -> tuple[list[int], list[int], list[int], dict[str, Any]]:
    """Shapes of operand, start_indices and result, and the arguments of a valid gather."""
    operand = draw(st.lists(st.integers(0, 4), max_size=4))
    axes = draw(st.permutations(range(len(operand))))
    batching = sorted(axes[: draw(st.integers(0, len(axes)))])
    collapsed = sorted(d for d in axes if d not in batching and draw(st.booleans()))
    free = [d for d in draw(st.permutations(range(len(operand)))) if d not in batching]
    index_map = free[: draw(st.integers(0, len(free)))]
    batches = [(operand[d], d) for d in batching] + [
        (draw(st.integers(0, 3)), None) for _ in range(draw(st.integers(0, 2)))
    ]
    batches = draw(st.permutations(batches))
    shape = [size for size, _ in batches]
    vector = draw(st.integers(0, len(shape)))
    if len(index_map) != 1 or vector < len(shape) or draw(st.booleans()):
        shape.insert(vector, len(index_map))
        places = [at + (at >= vector) for at in range(len(batches))]
    else:
        places = list(range(len(batches)))
        vector = len(shape)
    indices_batching = [places[[d for _, d in batches].index(dim)] for dim in batching]
    dropped = {*batching, *collapsed}
    sizes = [draw(st.integers(0, min(size, 1) if d in dropped else size)) for d, size in enumerate(operand)]
    window = [size for d, size in enumerate(sizes) if d not in dropped]
    rank = len(batches) + len(window)
    offset = sorted(draw(st.permutations(range(rank)))[: len(window)])
    rest, windows = iter([size for size, _ in batches]), iter(window)
    result = [next(windows) if axis in offset else next(rest) for axis in range(rank)]
    return (
        operand,
        shape,
        result,
        {
            "offset_dims": offset,
            "collapsed_slice_dims": collapsed,
            "operand_batching_dims": batching,
            "start_indices_batching_dims": indices_batching,
            "start_index_map": index_map,
            "index_vector_dim": vector,
            "slice_sizes": sizes,
        },
    )


@st.composite
def broken(draw: st.DrawFn, shapes: list[list[int]], dims: dict[str, Any]) -> tuple[list[list[int]], dict[str, Any]]:
    """The same with up to three parts changed: an entry replaced, added, removed, or everything anew."""
    shapes, dims = [list(shape) for shape in shapes], dict(dims)
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from([*dims, "shape"]))
        if name == "shape":
            at = draw(st.integers(0, len(shapes) - 1))
            shapes[at] = [abs(size) for size in draw(_changed(shapes[at]))]
        elif name == "index_vector_dim":
            dims[name] = draw(SMALL)
        else:
            dims[name] = draw(_changed(dims[name]))
    return shapes, dims


@st.composite
def _changed(draw: st.DrawFn, values: list[int]) -> list[int]:
    how = draw(st.sampled_from(["replace", "add", "remove", "shuffle", "anew"]))
    values = list(values)
    if how == "anew":
        return draw(LISTS)
    if how == "shuffle":
        return list(draw(st.permutations(values)))
    if how == "add" or not values:
        values.insert(draw(st.integers(0, len(values))), draw(SMALL))
        return values
    at = draw(st.integers(0, len(values) - 1))
    if how == "remove":
        del values[at]
    else:
        values[at] = draw(SMALL)
    return values
