"""Operations along named axes: along the batch's own they are ordinary ones, along others one for each example."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.autodiff.axes import is_bound
from hlogen.autodiff.batching.registry import Unbatched, batching, repeated
from hlogen.autodiff.site import Site
from hlogen.builder.emit import emit_constant
from hlogen.builder.functions.common import as_type, to_sum_in
from hlogen.builder.indexing.along_axis import take
from hlogen.builder.reduction import neutral_element, reduce
from hlogen.builder.shape import iota
from hlogen.builder.tensor import Tensor
from hlogen.ir import DenseElements
from hlogen.program.axes import AXIS_INDEX, PMAX, PMIN, PPERMUTE, PSUM, WAY_BACK

_WORDS = {PSUM: "add", PMAX: "max", PMIN: "min"}


@batching(PSUM, PMAX, PMIN)
def over_examples(site: Site, is_batched: Sequence[bool], size: int) -> Tensor | Unbatched:
    if not is_bound(site.operation):
        return _of_each_example(site, is_batched, size)
    _require_all(site)
    (value,) = site.operands
    word = _WORDS[site.operation.called]
    if not is_batched[0]:
        if word != "add" and size:
            return Unbatched(value)
        value = repeated(value, size)
    of = value.element_type
    inner = to_sum_in(of) if word == "add" else of
    folded = reduce(as_type(value, inner), emit_constant(neutral_element(word, inner), inner, ()), [0], word)
    return Unbatched(as_type(folded, of))


@batching(AXIS_INDEX)
def axis_index(site: Site, is_batched: Sequence[bool], size: int) -> Tensor | Unbatched:
    if not is_bound(site.operation):
        return _of_each_example(site, is_batched, size)
    return iota(site.result_types[0].batched(size), 0)


@batching(PPERMUTE)
def ppermute(site: Site, is_batched: Sequence[bool], size: int) -> Tensor | Unbatched:
    if not is_bound(site.operation):
        return _of_each_example(site, is_batched, size)
    _require_all(site)
    pairs = _pairs(site)
    beyond = [int(end) for end in pairs.flat if end >= size]
    if beyond:
        raise site.error(
            f"its perm names the example {beyond[0]} of the batch, which has {size} examples\n"
            "  fix: name those from 0 on alone, or give the batch the size that perm is for"
        )
    value = site.operands[0] if is_batched[0] else repeated(site.operands[0], size)
    sources = np.full(size, size)  # where there is none, out of bounds
    sources[pairs[:, 1]] = pairs[:, 0]
    return take(value, sources, axis=0, mode="fill", fill_value=0)


def _require_all(site: Site) -> None:
    """UsageError where not all examples get to a way back: what they all give there isn't what flows back to each."""
    said = site.attributes.get("backend_config")
    if site.mask is not None and isinstance(said, dict) and WAY_BACK in said:
        raise site.error(
            "it is on the way back of a branch that only some examples take, where they don't meet\n"
            "  fix: derive the batch (hl.grad of what hl.vmap makes), or compute it before the branch"
        )


def _of_each_example(site: Site, is_batched: Sequence[bool], size: int) -> Tensor | Unbatched:
    (type,) = site.result_types
    (result,) = site.emit(site.operands, [type.batched(size) if any(is_batched) else type])
    return result if any(is_batched) else Unbatched(result)


def _pairs(site: Site) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    said = site.attributes.get("backend_config")
    perm = said.get("perm") if isinstance(said, dict) else None
    if not isinstance(perm, DenseElements) or perm.array.ndim != 2 or perm.array.shape[1] != 2:
        raise site.error("needs perm in its backend_config, pairs of examples, to say what it computes")
    return np.asarray(perm.array, np.int64)
