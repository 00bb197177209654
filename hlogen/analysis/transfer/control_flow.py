"""if, case, while, optimization_barrier, tuples, calls of functions, composites, custom calls."""

from __future__ import annotations

from hlogen.analysis.calls import result_of_call
from hlogen.analysis.fact import Fact, joined, no_elements, restricted
from hlogen.analysis.loops import facts_of_loop
from hlogen.analysis.registry import transfer
from hlogen.analysis.transfer.sorting import top_k
from hlogen.analysis.view import View
from hlogen.ir import Operation, Region
from hlogen.program.structure import returned


@transfer("stablehlo.if", views=True)
def if_(view: View) -> Fact:
    chosen, (true_branch, false_branch) = view.operand(0).range.value, view.operation.regions
    if chosen is not None:
        return _of_branch(view, true_branch if chosen else false_branch)
    return joined(_of_branch(view, true_branch), _of_branch(view, false_branch))


@transfer("stablehlo.case", views=True)
def case(view: View) -> Fact:
    """An index out of range takes the last branch."""
    branches, index = view.operation.regions, view.operand(0).range
    if index.is_empty:
        return no_elements(view.shape)
    last = len(branches) - 1
    taken = [branch for number, branch in enumerate(branches) if number in index or number == last]
    if index.low >= 0 and index.high < last:
        taken.pop()
    fact = _of_branch(view, taken[0])
    for branch in taken[1:]:
        fact = joined(fact, _of_branch(view, branch))
    return fact


def _of_branch(view: View, branch: Region) -> Fact:
    return view.facts.look(returned(branch.block)[view.value.index], view.at)


@transfer("stablehlo.while", views=True)
def while_(view: View) -> Fact:
    return facts_of_loop(view.facts, view.operation).result(view.facts, view.value.index, view.at)


@transfer("stablehlo.optimization_barrier", "sdy.sharding_constraint", views=True)
def optimization_barrier(view: View) -> Fact:
    return view.operand(view.value.index, view.at)


@transfer("stablehlo.get_tuple_element", views=True)
def get_tuple_element(view: View) -> Fact:
    maker = view.operation.operands[0].owner
    if not isinstance(maker, Operation) or maker.name != "stablehlo.tuple":
        return view.unknown()
    return view.facts.look(maker.operands[view.integer("index")], view.at)


@transfer("func.call", views=True)
def call(view: View) -> Fact:
    return result_of_call(view)


@transfer("stablehlo.composite", views=True)
def composite(view: View) -> Fact:
    """What its decomposition gives; one known by name needs none."""
    if view.operation.attributes.get("name") == "chlo.top_k" and view.value.index == 1:
        return restricted(top_k(_whole(view)), view.at)
    return result_of_call(view)


@transfer("@Sharding", views=True)
def sharding(view: View) -> Fact:
    return view.operand(0, view.at) if view.operation.operands[0].type == view.value.type else view.unknown()


@transfer("@TopK", "@mhlo.topk")
def top_k_call(view: View) -> Fact:
    """The smallest ones may be meant, so that the order of values isn't known."""
    return top_k(view) if view.value.index == 1 else view.unknown()


def _whole(view: View) -> View:
    return View(view.facts, view.value, view.operation, {})
