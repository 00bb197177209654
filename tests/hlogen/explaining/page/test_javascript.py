"""Formulas give in the browser what they give in Python: the same steps, the same elements."""

import builtins
import itertools
import json
from typing import Any

import numpy as np
import pytest
from helpers.pictures import GOLDEN, golden_pictures

from hlogen.explaining.explanation import explain
from hlogen.explaining.formula import FUNCTIONS, Formula, Index, Tensor, Touched
from hlogen.explaining.maps import MAPS
from hlogen.explaining.page.data import data_of
from hlogen.explaining.page.javascript import PYTHONS, javascript

_COLLECTIVE = ("all_", "collective_", "reduce_scatter")
_TENSOR = {"shape": (2, 3), "values": [1 << 62, -5, 0, 7, -(1 << 63), (1 << 64) - 1]}
_CALLS: dict[str, list[list[Any]]] = {
    "shape": [[_TENSOR]],
    "element": [[_TENSOR, [0, 0]], [_TENSOR, [1, 1]], [_TENSOR, [1, 2]]],
    "clamp": [[0, 3, 5], [0, -1, 5], [0, 9, 5], [0, 1, -2], [0, (1 << 63) - 1, (1 << 62) + 1]],
    "inserted": [[[4, 5], 0, 9], [[4, 5], 1, 9], [[4, 5], 2, 9], [[], 0, 1]],
    "placed": [[[7, 8], [2, 0], 4], [[], [], 2]],
    "others": [[[0, 2], 4], [[], 2], [[0, 1], 2]],
    "added": [[[1, 2], [10, -20]], [[1], [2], [3]], [[], []]],
    "in_bounds": [[[0, 1], [1, 2]], [[0, 2], [1, 2]], [[-1], [1]], [[], []]],
    "replaced": [[[1, 2, 3], 0, 9], [[1, 2, 3], 2, 9]],
    "divided": [[[7, -7, 6], [2, 2, 3]], [[], []]],
    "divisible": [[[6, -4], [3, 2]], [[6, -3], [3, 2]], [[], []]],
    "index_space": [[[2, 3]], [[]], [[2, 0]]],
    "position": [[[1, 2], [2, 3]], [[], []]],
    "index_at": [[5, [2, 3]], [0, []]],
    "nth": [["inputs", 3]],
    "alternating": [[[["a", [1]], ["a", [2]]], [["b", [3]], ["b", [4]]]]],
    "group_of": [[[[0, 2], [1, 3]], 3], [[[0, 2]], 1]],
    "place_in": [[[4, 6, 8], 6]],
    "len": [[[1, 2]], [[]]],
    "range": [[3], [1, 4], [4, 0, -2], [0]],
    "min": [[[3, 1, 2]], [2, 1]],
    "max": [[[3, 1, 2]], [2, 1, 7]],
    "sum": [[[1, 2, 3]], [[]]],
    "enumerate": [[[5, 6]], [[]]],
    "abs": [[-3], [3]],
    "all": [[[True, True]], [[True, False]], [[]], [[1, 0]]],
    "any": [[[False, True]], [[False]], [[]], [[[], [0]]]],
    "sorted": [[[10, 9, 1, -2]]],
    "reversed": [[[1, 2, 3]]],
}


def _ops():
    return [op for name in MAPS.rows() if (GOLDEN / (op := name.removeprefix("stablehlo."))).is_dir() and op != "real"]


def _pictures(op):
    """Of gather and scatter those of all goldens, of others those of three."""
    files = sorted((GOLDEN / op).glob("*.mlir"))
    if op.startswith(_COLLECTIVE):
        return [explain(str(each), op=op).picture for each in files[:3]]
    chosen = files if op in ("gather", "scatter") else files[:: len(files) // 3 or 1][:3]
    return list(itertools.chain.from_iterable(golden_pictures(f"{op}/{each.stem}")[:3] for each in chosen))


@pytest.mark.parametrize("op", _ops())
def test_pages_compute_the_ways_of_goldens_as_hlogen_does(blank, op):
    pictures = _pictures(op)
    computed = json.loads(
        blank.evaluate(
            f"""(() => {{
              const formula = {javascript(pictures[0].map.formula)};
              const plain = (value) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${{v}}` : v));
              return plain({json.dumps([data_of(each) for each in pictures])}.map((data) => {{
                const known = picture(data);
                const size = known.panels.get(known.of).size;
                return Array.from({{ length: size }}, (_, i) => {{
                  const {{ steps, touched }} = way(known, formula, i, true);
                  return [steps.map((step) => [step.name, step.value]), touched.map((one) => [one.panel, one.index])];
                }});
              }}));
            }})()"""
        )
    )
    for each, ways in zip(pictures, computed, strict=True):
        indices = list(np.ndindex(*each.panels[each.map.of].shape))
        assert len(ways) == len(indices)
        for index, (steps, touched) in zip(indices, ways, strict=True):
            expected, reads = each.way(index)
            assert steps == [[step.name, _plain(step.value)] for step in expected]
            assert touched == [[panel, list(read)] for panel, read in reads]


def _plain(value):
    """A value as the browser tells it: integers as texts, as JSON's numbers aren't exact."""
    if isinstance(value, (list, tuple, range)):
        return [_plain(each) for each in value]
    return value if isinstance(value, (bool, str)) else str(value)


@pytest.mark.parametrize("name", [*FUNCTIONS, *sorted(PYTHONS)])
def test_what_formulas_call_gives_what_it_gives_in_python(blank, name):
    calls = _CALLS[name]
    found = blank.evaluate(
        f"""(() => {{
          const known = (value) => {{
            if (typeof value === "string" && /^-?\\d+$/.test(value)) return BigInt(value);
            if (Array.isArray(value)) return value.map(known);
            return value?.shape ? {{ shape: known(value.shape), values: known(value.values) }} : value;
          }};
          const given = {json.dumps([[_sent(each) for each in call] for call in calls])};
          const called = given.map((call) => {name}(...known(call)));
          return JSON.stringify(called, (_, v) => (typeof v === "bigint" ? `${{v}}` : v));
        }})()"""
    )
    function = FUNCTIONS.get(name) or getattr(builtins, name)
    expected = [function(*map(_tensor, call)) for call in calls]
    assert json.loads(found) == [_plain(list(each) if name in ("enumerate", "reversed") else each) for each in expected]


def _sent(value):
    return {key: _plain(each) for key, each in value.items()} if isinstance(value, dict) else _plain(value)


def _tensor(value):
    if not isinstance(value, dict):
        return value
    return Tensor(value["shape"], np.array(value["values"], object).reshape(value["shape"]))


def _everything(new: Index, var: Index) -> Touched:
    """Names that JavaScript keeps for itself, and what it has other operators for."""
    quotients = [(i - 7) // 3 for i in new] + [(i - 7) % 3 for i in new] + [-i for i in var]
    told = [
        new == var,
        new != [1],
        [1] in [[1], new],
        2 not in new,
        not new,
        (new == new and var != var) or len(var) > 9,
    ]
    if 0 <= len(new) < 9 and var:
        some = new[1:] + var[::-1] + new[-2:] + var[:-1] + [new[-1], new.index(2)] + [0, 1] * 2
    else:
        some = []
    pairs = [[i, j] for i in new if i > 0 for j in range(i, 0, -2) if j != 2]
    best = [min(new), max(3, len(new)), sum(i for i in new), abs(-4), min(1, 2, 0)]
    nested = [[i + j + n for j in var] for i, (n, k) in zip(new, enumerate(new), strict=True) if k > 2]
    name = f"a{len(new)}`${{"
    return [(name, [*quotients, *some, *best]), ("all", pairs + nested), ("told", told)]


def test_all_that_formulas_may_say_means_what_it_means_in_python(blank):
    formula = Formula(_everything)
    new, var = [5, 2, 9], [4, 1]
    steps, touched = formula(new, {"var": var})
    found = blank.evaluate(
        f"""(() => {{
          const steps = [];
          const step = (name, value, words) => {{ words(); steps.push([name, value]); return value; }};
          const touched = ({javascript(formula)})(step, [5n, 2n, 9n], {{ var: [4n, 1n] }});
          return JSON.stringify([steps, touched], (_, v) => (typeof v === "bigint" ? `${{v}}` : v));
        }})()"""
    )
    assert json.loads(found) == [[[step.name, _plain(step.value)] for step in steps], _plain(touched)]


def _loop(index: Index) -> Touched:
    for i in index:
        print(i)
    return []


def _unknown_function(index: Index) -> Touched:
    index = sorted(index, key=abs)
    return []


def test_what_no_formula_may_say_is_refused_with_its_place():
    here = __file__.replace("\\", "\\\\")
    with pytest.raises(ValueError, match=rf"{here}:\d+: a page can't compute `for i in index"):
        javascript(Formula(_loop))
    with pytest.raises(ValueError, match=r"a page can't compute `sorted\(index, key=abs\)`, which no formula may say"):
        javascript(Formula(_unknown_function))
