from __future__ import annotations

import json

import pytest

from hlogen.lint.rule_pages import markdown_op_page, markdown_page, page_of
from hlogen.spec.catalogue import constraints, constraints_by_op
from hlogen.spec.hazards import CHECK, hazards

KNOWN = constraints()


def test_the_list_has_every_op_and_hazard(invoke):
    result = invoke("rule")
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line and not line.startswith("`")]
    said = dict(line.split(maxsplit=1) for line in lines)
    ops = {op: f"{len(rules)} rule{'s'[: len(rules) != 1]}" for op, rules in sorted(constraints_by_op().items())}
    of_hazards = {id: f"{hazard.title} ({hazard.level})" for id, hazard in hazards().items()}
    assert said.pop("upstream").startswith("what upstream's verifier refuses")
    assert said.pop("program").startswith("what is wrong with a program as a whole")
    assert said == {**ops, **of_hazards}
    assert [*said] == [*ops, *of_hazards]
    assert f"\n\n{next(iter(hazards()))} " in result.stdout


@pytest.mark.parametrize("op", ["dynamic_gather", "add", "quantized_element_type"])
def test_an_op_lists_its_own(invoke, op):
    listed = invoke("rule", op).stdout
    lines = dict(line.split(maxsplit=1) for line in listed.partition("\n\n")[0].splitlines())
    assert lines == {rule.id: " ".join(rule.title.split()) for rule in constraints_by_op()[op]}
    assert f"`hlogen rule {next(iter(lines))}` explains one." in listed
    assert invoke("rule", op, "-q").stdout == f"{listed.partition(chr(10) * 2)[0]}\n"


@pytest.mark.parametrize("id", ["gather.C17", "GATHER.c17"])
def test_a_page(invoke, id):
    result = invoke("rule", id)
    constraint = KNOWN["gather.C17"]
    assert result.exit_code == 0
    assert result.stdout.startswith(f"gather.C17  {constraint.title}\n\n    {constraint.formula[:40]}")
    assert f"judged where these hold: {', '.join(constraint.needs)}\n" in result.stdout
    assert "a program that breaks it:" in result.stdout
    assert "    -" in result.stdout
    assert "    +" in result.stdout


def test_a_page_whose_title_is_the_formula(invoke):
    said = invoke("rule", "reverse.C1").stdout
    assert said.startswith("reverse.C1\n\n    type(operand) = type(result)\n\n")
    assert "error: stablehlo.reverse breaks reverse.C1: " in said


def test_what_is_never_broken_alone_has_no_program(invoke):
    id = "quantized_element_type.C1"
    said = invoke("rule", id).stdout
    assert f"never broken alone: {KNOWN[id].never_alone}" in said
    assert "fix" not in said


@pytest.mark.parametrize("id", hazards())
def test_every_hazard_page_has_all_it_needs(invoke, id):
    hazard = hazards()[id]
    page = "\n".join(markdown_page(page_of(hazard)))
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
    def markdown(*arguments):
        return invoke("rule", *arguments, "--format", "markdown").stdout

    constraint = KNOWN["scatter.C6"]
    page = markdown("scatter.C6")
    assert page.startswith(
        f"# scatter.C6: {constraint.title}\n\n```text\n{constraint.formula}\n```\n\n{constraint.why}"
    )
    assert f"```mlir\n{constraint.example.rstrip()}\n```" in page
    assert "error: stablehlo.scatter breaks scatter.C6: " in page
    assert "```diff\n" in page
    needs = ", ".join(f"[{id}](scatter.md#{id.partition('.')[2].lower()})" for id in constraint.needs)
    assert f"- judged where these hold: {needs}\n" in page
    assert markdown("add") == "\n".join(markdown_op_page("add")) + "\n"
    of_ops, _, of_hazards = markdown().split("\n\n")
    assert f"| [add](add.md) | {len(constraints_by_op()['add'])} |" in of_ops
    assert all(row.count("|") == 5 for row in of_hazards.splitlines())
    found = markdown("--search", "sorted promised")
    assert "| [promise.sorted](promise.sorted.md) |" in found
    both = markdown("--search", "sorted").split("\n\n")  # a table of constraints, and one of hazards
    assert [part.splitlines()[1].count("|") for part in both] == [4, 5]
    assert "| [scatter.C7](scatter.md#c7) | update_window_dims is sorted" in markdown("scatter.C", "--search", "sorted")


@pytest.mark.parametrize("words", ["slice_sizes", "QUANTIZATION_dimension size", "clamp operand"])
def test_what_has_all_words_is_found(invoke, words):
    listed = invoke("rule", "--search", words).stdout.splitlines()
    texts = {id: f"{id} {rule.title} {rule.formula} {rule.why}".lower() for id, rule in KNOWN.items()}
    texts |= {id: f"{id} {hazard.title} {hazard.clause} {hazard.why}".lower() for id, hazard in hazards().items()}
    expected = [id for id, text in texts.items() if all(word in text for word in words.lower().split())]
    assert len(expected) > 1
    assert [line.split()[0] for line in listed[:-1] if line] == expected


def test_a_search_without_a_hit_says_so(invoke):
    result = invoke("rule", "gather", "--search", "zebra")
    assert (result.exit_code, result.stdout) == (0, "no constraint or hazard has all these words\n")


def test_json(invoke):
    def answer(*arguments):
        return json.loads(invoke("rule", *arguments, "--format", "json").stdout)

    rule = KNOWN["scatter.C6"]
    said = answer("scatter.C6")
    assert said == {
        "id": rule.id, "op": "scatter", "label": "C6", "title": rule.title, "formula": rule.formula, "why": rule.why,
        "needs": [*rule.needs], "upstream": rule.upstream, "example": rule.example, "fixed": rule.fixed,
        "says": said["says"],
    }  # fmt: skip
    assert said["says"].startswith("example.mlir:2:13: error: stablehlo.scatter breaks scatter.C6: ")
    hazard = answer("bounds.clamped")
    assert (hazard["group"], hazard["level"], hazard["seen_by"]) == ("bounds", "warning", ["check", "run"])
    assert [entry["id"] for entry in answer("add")] == [rule.id for rule in constraints_by_op()["add"]]
    assert [entry["id"] for entry in answer("--search", "clamp operand")] == [
        line.split()[0] for line in invoke("rule", "--search", "clamp operand").stdout.splitlines()[:-1] if line
    ]
    assert answer("add.C1", "--search", "zebra") == []


@pytest.mark.parametrize("id", ["upstream", "upstream.add"])
def test_what_upstream_alone_refuses_is_explained(invoke, id):
    said = invoke("rule", id).stdout
    assert said.startswith("upstream  what upstream's verifier refuses although no rule explains it\n")
    assert "error: upstream.chlo.erf: upstream's verifier refuses it: " in said
    assert invoke("rule", id, "--format", "markdown").stdout.startswith("# upstream: ")
    assert json.loads(invoke("rule", id, "--format", "json").stdout)["id"] == "upstream"


def test_a_label_that_no_rule_judges_has_its_reason(invoke):
    result = invoke("rule", "Dynamic_Pad.c3")
    assert result.exit_code == 0
    assert result.stdout == "dynamic_pad.C3 isn't judged: it is about the values of an operand, which a run knows\n"
    assert (
        "\n## Not judged\n\n- C3: it is about the values"
        in invoke("rule", "dynamic_pad", "--format", "markdown").stdout
    )


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


def test_names_as_programs_and_findings_have_them(invoke):
    assert invoke("rule", "stablehlo.add.C1").stdout == invoke("rule", "add.C1").stdout
    assert invoke("rule", "func.call").stdout == invoke("rule", "upstream").stdout
    for id in ("parse", "program", "program.order"):
        result = invoke("rule", id)
        assert (result.exit_code, result.stdout) == (0, invoke("rule", "program").stdout)
    assert (
        "example.mlir:2:22: error: program.order: %0 is used before it is defined, at example.mlir:3:3" in result.stdout
    )
    assert "program.end" in json.loads(invoke("rule", "program", "--format", "json").stdout)["rules"]
    assert "did you mean program.order" in invoke("rule", "program.ordr").stderr
