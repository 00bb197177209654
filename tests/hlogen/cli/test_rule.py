from __future__ import annotations

import pytest

from hlogen.cli.rule import markdown_hazard_list, markdown_hazard_page, markdown_list, markdown_page
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import CHECK, hazards

KNOWN = constraints()


def test_the_list_has_every_constraint_and_hazard(invoke):
    result = invoke("rule")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.splitlines() if line and not line.startswith("`")]
    assert listed == [*KNOWN, *hazards()]
    said = dict(line.split(maxsplit=1) for line in result.stdout.splitlines() if line and not line.startswith("`"))
    assert said == {id: constraint.title for id, constraint in KNOWN.items()} | {
        id: f"{hazard.title} ({hazard.level})" for id, hazard in hazards().items()
    }
    assert f"\n\n{next(iter(hazards()))} " in result.stdout


def test_an_op_lists_its_own(invoke):
    listed = invoke("rule", "dynamic_gather").stdout
    assert "dynamic_gather.C1 " in listed
    assert "\ngather.C1 " not in listed


@pytest.mark.parametrize("id", ["gather.C17", "GATHER.c17"])
def test_a_page(invoke, id):
    result = invoke("rule", id)
    constraint = KNOWN["gather.C17"]
    assert result.exit_code == 0
    assert result.stdout.startswith(f"gather.C17  {constraint.title}\n\n    {constraint.formula[:40]}")
    assert "a program that breaks it:" in result.stdout
    assert "    -" in result.stdout
    assert "    +" in result.stdout


@pytest.mark.parametrize("id", KNOWN)
def test_every_page_has_all_it_needs(id):
    constraint = KNOWN[id]
    page = "\n".join(markdown_page(constraint, KNOWN))
    assert page.startswith(f"# {id}: {constraint.title}\n")
    assert constraint.formula in page
    assert constraint.why in page
    if constraint.example:
        assert f"```mlir\n{constraint.example.rstrip()}\n```" in page
        assert f"error: stablehlo.{constraint.op} breaks {id}: " in page or constraint.never_alone
    if constraint.fixed:
        assert "```diff\n" in page
    assert page.count("```") % 2 == 0


@pytest.mark.parametrize("id", hazards())
def test_every_hazard_page_has_all_it_needs(invoke, id):
    hazard = hazards()[id]
    page = "\n".join(markdown_hazard_page(hazard))
    assert page.startswith(f"# {id}: {hazard.title}\n\n- level: {hazard.level}\n")
    for part in (hazard.clause, hazard.why, hazard.fix, hazard.example.rstrip()):
        assert part in page
    assert (f": {hazard.level}: {id} in stablehlo." in page) == (CHECK in hazard.seen_by)
    assert page.count("```") % 2 == 0
    text = invoke("rule", id).stdout
    assert text.startswith(f"{id}  {hazard.title}\n\nlevel: {hazard.level}\n")
    assert (f": {hazard.level}: {id} in stablehlo." in text) == (CHECK in hazard.seen_by)
    assert invoke("rule", id, "--format", "markdown").stdout == page + "\n"


def test_markdown(invoke):
    assert (
        invoke("rule", "scatter.C6", "--format", "markdown").stdout
        == "\n".join(markdown_page(KNOWN["scatter.C6"], KNOWN)) + "\n"
    )
    table = invoke("rule", "--format", "markdown").stdout
    assert (
        table == "\n".join([*markdown_list([*KNOWN.values()]), "", *markdown_hazard_list([*hazards().values()])]) + "\n"
    )
    of_constraints, of_hazards = table.split("\n\n")
    assert all(row.count("|") - row.count("\\|") == 4 for row in of_constraints.splitlines())
    assert all(row.count("|") - row.count("\\|") == 5 for row in of_hazards.splitlines())


def test_without_bindings_a_page_has_no_diagnosis(hlogen):
    code, stdout, stderr = hlogen("rule", "gather.C17", env={"HLOGEN_BINDINGS": "mlir"})
    assert (code, stderr) == (0, "")
    assert "the fix:" in stdout
    assert "hlogen check" not in stdout


@pytest.mark.parametrize(
    ("id", "near"),
    [("gather.C177", "did you mean gather.C17"), ("scater.C6", "did you mean scatter.C6"), ("?", "lists all")],
)
def test_unknown_ids(invoke, id, near):
    result = invoke("rule", id)
    assert result.exit_code == 2
    assert near in result.stderr
