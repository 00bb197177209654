"""What findings name can be drawn: every operation, and every element, of every hazard that a run meets."""

from __future__ import annotations

import pytest

import interpreter
from hlogen.errors import ExecutionError
from hlogen.explaining.explanation import explain
from hlogen.explaining.maps import MAPS
from hlogen.spec.hazards import hazards
from hlogen.spec.pictures import DRAWN, explain_command, picture_command, result_element
from interpreter.sanitizer import Sanitizer

# Their examples stop the run before the operation is done, or meet it in the function of another one.
NOT_REACHED = ("undefined.read",)


def test_what_is_drawn_has_an_index_map():
    assert set(MAPS.rows()) >= DRAWN


def test_a_command():
    assert picture_command("a b.mlir", "stablehlo.gather", ":3", "1,2", ["-i", "[1, 2]"]) == (
        "hlogen explain 'a b.mlir' -i '[1, 2]' --op :3 --element 1,2"
    )
    assert picture_command("m.mlir", "stablehlo.add", ":3") is None
    assert explain_command("-", ":3") is None
    assert result_element("stablehlo.scatter", (1, 2)) == "results[1,2]"
    assert result_element("stablehlo.reverse", ()) == ""


@pytest.mark.parametrize("id", [id for id, hazard in hazards().items() if "run" in hazard.seen_by])
def test_the_element_of_a_finding_can_be_drawn(id):
    hazard, sanitizer = hazards()[id], Sanitizer([id])
    if id in NOT_REACHED:
        with pytest.raises(ExecutionError):
            interpreter.run(hazard.example, *hazard.inputs)
        return
    interpreter.run(hazard.example, *hazard.inputs, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    if finding.op in DRAWN:
        place = f":{finding.location.line}:{finding.location.column}"
        drawn = explain(hazard.example, *hazard.inputs, op=place, element=finding.drawn)
        assert drawn.picture.op == finding.op
        assert drawn.index is not None
