"""Every hazard of the catalogue that a run meets: its example meets it and nothing else, its neighbour nothing."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter
from hlogen.ir import dtype_of
from hlogen.spec.hazards import RUN, hazards

HAZARDS = list(hazards().values())


def findings(text, inputs):
    executable = interpreter.load(text)
    args = [np.array(x, dtype_of(t.element_type)) for x, t in zip(inputs, executable.type.inputs, strict=True)]
    sanitizer = interpreter.Sanitizer()
    try:
        executable(*args, sanitize=sanitizer)
    except interpreter.ExecutionError:
        assert [finding.id for finding in sanitizer.findings] == ["undefined.read"]
    return sanitizer.findings


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.id)
def test_the_example_meets_it_alone(hazard):
    found = findings(hazard.example, hazard.inputs)
    if RUN not in hazard.seen_by:
        assert not found
        return
    (finding,) = found
    assert (finding.id, finding.level, finding.fix) == (hazard.id, hazard.level, hazard.fix)
    assert 0 < finding.count <= finding.total
    assert finding.executions == 1
    assert finding.elements
    assert finding.location is not None
    assert f"{finding.location}: {hazard.level}: {hazard.id} in {finding.op}: " in str(finding)


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.id)
def test_the_neighbour_meets_nothing(hazard):
    assert findings(hazard.fixed, hazard.fixed_inputs) == ()
