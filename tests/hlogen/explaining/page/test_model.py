"""What a page folds equals what the interpreter computes."""

import json

import ml_dtypes
import numpy as np
import pytest
from helpers.pictures import GOLDEN, golden_pictures

from hlogen.explaining.page.data import data_of
from hlogen.explaining.page.javascript import javascript
from interpreter.values.digits import digits

_GOLDENS = sorted(f"scatter/{file.stem}" for file in (GOLDEN / "scatter").glob("*.mlir"))
_BODIES = {"set", "keep", "add", "multiply", "maximum", "minimum", "and", "or", "xor"}
_FLOATS = ("f64", "f32", "f16", "bf16")


@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", "window-major"])
def test_scatters_are_folded_as_the_interpreter_does(blank, schedule):
    pictures = [(name, each) for name in _GOLDENS for each in golden_pictures(name, schedule)]
    folded = blank.evaluate(
        f"""(() => {{
          const formula = {javascript(pictures[0][1].map.formula)};
          return {json.dumps([data_of(each) for _, each in pictures])}.map((data) => {{
            const known = picture(data);
            const updates = known.panels.get(known.of);
            const {{ type }} = known.panels.get("results");
            const order = orderOf("{schedule}", updates);
            const {{ values }} = folded(known, survey(known, formula), order, order.length, false);
            return values.map((value) => (value === null ? null : write(type, value)));
          }});
        }})()"""
    )
    unknown = set()
    for (name, each), values in zip(pictures, folded, strict=True):
        panel = each.panels["results"]
        element_type = str(panel.type.element_type)
        if None in values:
            unknown.add((each.fold.body, element_type))
            continue
        assert values == [digits(value).lower() for value in panel.values.ravel()], name
    assert {body for body, _ in unknown} >= {"other"}
    assert not [each for each in unknown if each[0] in _BODIES and (each[1] in _FLOATS or each[1][0] in "iu")]


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16, np.float32], ids=["bf16", "f16", "f32"])
def test_numbers_are_rounded_to_the_nearest_of_their_type(blank, dtype, request):
    """To the even one of two that are equally near, to infinity beyond the greatest: as NumPy converts them."""
    rng = np.random.default_rng(0)
    with np.errstate(over="ignore", invalid="ignore"):
        some = rng.standard_normal(400).astype(np.float32).astype(float) * 2.0 ** rng.integers(-150, 130, 400)
        one = some.astype(dtype)
        halves = (one.astype(float) + np.nextafter(one, np.asarray(np.inf, dtype)).astype(float)) / 2
        values = [*some, *one.astype(float), *halves, 0.0, -0.0, 65519.0, 65520.0, 3.4e38, 1e39]
        values = [float(value) for value in values if np.isfinite(value)]
        expected = [float(np.asarray(value).astype(dtype)) for value in values]
    name = request.node.callspec.id
    found = blank.evaluate(f"{json.dumps(values)}.map((x) => String(rounded('{name}', x)))")
    assert [float(text.replace("Infinity", "inf")) for text in found] == expected
