"""Text of StableHLO's versioned dialect, as frontends kept programs: read like StableHLO, valid or not."""

import re

import pytest

from hlogen.lint import check
from hlogen.mlir import provider
from hlogen.mlir.edits import Edits
from hlogen.mlir.errors import ParseError
from hlogen.mlir.lenient import disguise, true_name
from hlogen.mlir.reader import read, read_all
from hlogen.spec.catalogue import constraints, constraints_by_op

OWN = [rule.id for op in ("gather", "scatter", "dynamic_gather") for rule in constraints_by_op()[op]]
# What the versioned dialect requires itself, and attributes of a wrong type that it replaces by their defaults.
REFUSED_BY_VHLO = {"gather.I3", "gather.I9", "scatter.I4", "dynamic_gather.I4"}
MENDED_BY_VHLO = {"gather.I10", "scatter.I10", "scatter.I11", "dynamic_gather.I8"}


def vhlo_text(text):
    """The program in the versioned dialect, as upstream writes it; nothing verifies it on the way."""
    bindings = provider.find()
    ir = bindings.ir
    edits = Edits(text)
    disguise(text, edits)
    context = bindings.context()
    module = ir.Module.parse(edits.apply().text, context)
    disguised = []

    def visit(operation):
        if true_name(operation.name) != operation.name:
            disguised.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.POST_ORDER)
    with context:
        for operation in disguised:
            true = ir.Operation.create(
                true_name(operation.name),
                [result.type for result in operation.results],
                list(operation.operands),
                {name: operation.attributes[name] for name in operation.attributes.keys()},  # noqa: SIM118 - no mapping
                regions=len(operation.regions),
                ip=ir.InsertionPoint(operation),
                loc=operation.location,
            )
            for region, old in zip(true.regions, operation.regions, strict=True):
                for block in list(old.blocks):
                    block.append_to(region)
            for result, old in zip(true.results, operation.results, strict=True):
                old.replace_all_uses_with(result)
            operation.erase()
    bindings.run_passes(module, "builtin.module(stablehlo-legalize-to-vhlo)", verify=False)
    written = str(module.operation.get_asm(print_generic_op_form=True, assume_verified=True))
    assert "stablehlo." not in written
    return written


def violations(module):
    return [violation.id for violation in check(module)]


@pytest.mark.parametrize("id", sorted({*OWN} - REFUSED_BY_VHLO - MENDED_BY_VHLO))
def test_what_breaks_a_constraint_reaches_the_checker(id):
    text = vhlo_text(constraints()[id].example)
    module = read(text, name="old.mlir")
    assert violations(module) == violations(read(constraints()[id].example))
    op = constraints()[id].op
    found = check(module)
    for violation in found:
        place = violation.location
        assert place.file == "old.mlir"
        assert text.split("\n")[place.line - 1][place.column - 1 :].startswith(f'"vhlo.{op}_v')
    if any(violation.upstream is None for violation in found):  # upstream refuses it too
        with pytest.raises(ParseError):
            read(text, verify=True)


@pytest.mark.parametrize("id", sorted(REFUSED_BY_VHLO))
def test_what_is_no_program_of_the_versioned_dialect_is_refused_in_its_words(id):
    with pytest.raises(ParseError, match=r"'vhlo\.\w+' op requires attribute"):
        read(vhlo_text(constraints()[id].example))


@pytest.mark.parametrize("id", ["gather.C9", "scatter.C7", "dynamic_gather.C10"])
def test_a_valid_program_is_what_it_is_in_stablehlo(id):
    text = constraints()[id].fixed
    versioned, plain = (re.sub(r"%\w+", "%", str(read(each, verify=True))) for each in (vhlo_text(text), text))
    assert versioned == re.sub(r", \w+ = false|\w+ = false, ", "", plain)  # which are defaults


def test_names_and_places_in_a_split_file():
    text = vhlo_text(constraints()["gather.C9"].example).replace("%0", "%rows")
    first, second = read_all(f"{text}\n// -----\n{text}", name="two.mlir")
    assert violations(first) == violations(second) == ["gather.C9"]
    (one,), (other,) = check(first), check(second)
    assert other.location.line - one.location.line == text.count("\n") + 2
    (gather,) = (operation for operation in second.walk() if operation.name == "stablehlo.gather")
    assert gather.result.name == "rows"
