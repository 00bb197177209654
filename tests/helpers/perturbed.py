"""What depends on what, found out by trying: an element of the arguments is changed, and results are looked at."""

from contextlib import suppress

import ml_dtypes
import numpy as np

import interpreter
from hlogen.errors import HlogenError
from interpreter.values.same import is_same

STEPS = 5000


def changes(form, rng, most=6):
    """Argument, index, and for each result a mask of the elements that came out otherwise once that one was changed.

    None instead of a mask where the result has got another shape. Elements whose change stops the run are left out.
    """
    arguments = [np.asarray(array) for array in form.arguments]
    before = leaves(interpreter.run(form.module, *form.arguments, entry=form.entry, max_steps=STEPS))
    places = [(i, at) for i, array in enumerate(arguments) for at in range(array.size)]
    for chosen in rng.permutation(len(places))[:most]:
        i, at = places[chosen]
        index = np.unravel_index(at, arguments[i].shape)
        changed = arguments[i].copy()
        changed[index] = other(changed[index], changed.dtype, rng)
        given = [*form.arguments[:i], changed, *form.arguments[i + 1 :]]
        with suppress(HlogenError):
            after = leaves(interpreter.run(form.module, *given, entry=form.entry, max_steps=STEPS))
            yield i, index, [~is_same(x, y) if x.shape == y.shape else None for x, y in zip(before, after, strict=True)]


def all_others_changed(form, masks, rng):
    """The results where every element of the arguments that no mask marks is another one; None where the run stops."""
    given = []
    for array, mask in zip(form.arguments, masks, strict=True):
        changed = np.array(array)
        for index in map(tuple, np.argwhere(~mask)):
            changed[index] = other(changed[index], changed.dtype, rng)
        given.append(changed)
    try:
        return leaves(interpreter.run(form.module, *given, entry=form.entry, max_steps=STEPS))
    except HlogenError:
        return None


def other(value, dtype, rng):
    """Another value of the same type."""
    if dtype.kind == "b":
        return not value
    if dtype.kind in "iu" or dtype in (ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2):
        near = (int(value) + int(rng.choice([-2, -1, 1, 2])), int(rng.integers(0, 4)), int(rng.integers(0, 100)))
        info = ml_dtypes.iinfo(dtype)
        fits = [x for x in near if info.min <= x <= info.max and x != int(value)]
        return fits[rng.integers(len(fits))] if fits else info.min if value != info.min else info.max
    with np.errstate(all="ignore"):
        drawn = np.array([1, -3, 0, np.nan, np.inf, -float(np.real(value)), float(np.real(value)) * 1.5 + 0.25]).astype(
            dtype
        )
    differs = drawn[~is_same(drawn, np.full(len(drawn), value, dtype))]
    return differs[rng.integers(len(differs))]


def leaves(values):
    """The arrays among values, those of tuples one by one; tokens are left out."""
    found = []
    for value in values:
        found += leaves(value) if isinstance(value, tuple) else [] if value is None else [np.asarray(value)]
    return found
