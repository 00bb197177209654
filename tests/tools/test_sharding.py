"""The evidence of docs/sharding.md: programs over a batch on eight devices, with batching dims and without."""

from __future__ import annotations

import contextlib
import io
import re

import numpy as np
import pytest

import interpreter
from hlogen.conform.sharded import partition
from hlogen.ir import HasModule
from hlogen.transform import expand_batching_dims, raise_batching_dims
from tools import sharding
from tools.sharding_cases.batched import batched
from tools.sharding_cases.case import Case
from tools.sharding_cases.spelled import spelled


def on_devices(program: HasModule, case: Case) -> dict[str, int]:
    """The collectives of the program, whose runs on all devices give what the interpreter gives for the case."""
    split = partition(program)
    assert split.devices == 8
    for seed in range(3):
        inputs = case.inputs(seed)
        expected = interpreter.run(case.program, *inputs)
        for result, right in zip(split.run(*inputs), expected, strict=True):
            np.testing.assert_array_equal(result, right)
    return split.collectives


@pytest.mark.share(2)
@pytest.mark.parametrize("case", batched(), ids=lambda case: case.name)
def test_batching_dims_need_no_collectives(case):
    module = case.annotated()
    expanded = expand_batching_dims(module)
    assert on_devices(module, case) == {}
    on_devices(expanded, case)
    assert on_devices(raise_batching_dims(expanded), case) == {}


@pytest.mark.share(2)
@pytest.mark.parametrize("case", spelled(), ids=lambda case: case.name)
def test_spelled_without(case):
    module = case.annotated()
    raised = raise_batching_dims(module)
    before, after = on_devices(module, case), on_devices(raised, case)
    if str(raised) != str(module):
        assert after == {}
    else:
        assert after == before


def test_the_worked_example_prints_what_the_page_shows():
    page = sharding.PAGE.read_text()
    blocks = re.findall(r"^```(python|text)\n(.*?)^```$", page, re.M | re.S)
    program = "\n".join(text for kind, text in blocks if kind == "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    if sharding.is_of_this_version(page):  # the counts of a page are those of one version of XLA
        assert printed.getvalue() == "".join(text for kind, text in blocks if kind == "text")
