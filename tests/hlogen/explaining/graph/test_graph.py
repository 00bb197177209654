"""A whole program as text and as a page: all its operations, what uses what, values, and the way of an answer."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import hlogen as hl
from hlogen.explaining.graph.model import graph_of
from hlogen.explaining.graph.page import graph_page
from hlogen.explaining.graph.text import graph_text
from hlogen.explaining.provenance import trace
from hlogen.explaining.whole import arguments_of, drawing

PROGRAM = """func.func @main(%x: tensor<4x2xf32>, %i: tensor<2x1xi32>, %n: tensor<i32>) -> tensor<2x2xf32> {
  %g = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<4x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%k = %zero, %v = %g) : tensor<i32>, tensor<2x2xf32>
    cond {
      %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %twice = func.call @double(%v) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      stablehlo.return %next, %twice : tensor<i32>, tensor<2x2xf32>
    }
  return %w#1 : tensor<2x2xf32>
}
func.func private @double(%y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %sum = stablehlo.add %y, %y : tensor<2x2xf32>
  return %sum : tensor<2x2xf32>
}
"""
ARGUMENTS = np.arange(8, dtype=np.float32).reshape(4, 2), np.array([[3], [1]], np.int32), np.int32(2)


@pytest.fixture(scope="module")
def traced():
    return trace(PROGRAM, *ARGUMENTS)


class Page(HTMLParser):
    """The ids of a page, where its links lead, and how its tags are nested."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes["href"]] if tag == "a" else []
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_text(traced):
    lines = graph_text(graph_of(PROGRAM, "main", traced)).splitlines()
    assert lines[0] == "@main(%x: tensor<4x2xf32>, %i: tensor<2x1xi32>, %n: tensor<i32>)"
    assert lines[1].startswith("  %g = stablehlo.gather(%x, %i) : tensor<2x2xf32>")
    assert lines[2] == "      = min 2.0, max 7.0, mean 4.5; [6.0, 7.0, 2.0, 3.0]"
    assert "    condition(%k = %zero: tensor<i32>, %v = %g: tensor<2x2xf32>)" in lines
    (compared,) = (line for line in lines if "stablehlo.compare" in line)
    assert compared.endswith("ran 3 times")
    assert any(line.startswith("@double(%y: ") for line in lines)


def test_without_a_run_there_are_no_values():
    text = graph_text(graph_of(PROGRAM))
    assert "=" in text
    assert not re.search(r"^ +=", text, re.M)
    assert "ran " not in text


def test_a_branch_that_is_not_taken_did_not_run():
    @hl.function("i1", "f32")
    def either(pred, x):
        return hl.if_(pred, lambda: hl.sine(x), lambda: hl.cosine(x))

    nodes = {node.op.name: node for node in graph_of(either, "main", trace(either, True, 1.0)).walk()}
    assert (nodes["stablehlo.sine"].times, nodes["stablehlo.cosine"].times) == (1, 0)
    assert nodes["stablehlo.cosine"].values == ()


def test_the_way_of_an_answer_is_marked(traced):
    graph = graph_of(PROGRAM, "main", traced, traced.provenance("result[0, 1]"))
    ways = {node.name: node.way for node in graph.walk()}
    assert {name: ways[name] for name in ("%g", "%more", "%twice", "%sum", "%next")} == {
        "%g": "data",
        "%more": "control",
        "%twice": "",  # a call is its function's operations
        "%sum": "data",
        "%next": "control",
    }
    text = graph_text(graph)
    assert text.startswith("result[0, 1] depends on\n  x[3, 1]  (data)\n  i[0, 0]  (control)\n  n  (control)\n")
    assert "●   %g = " in text
    assert "○       %more = " in text


def test_the_page_has_every_operation_and_its_links_lead_somewhere(traced):
    graph = graph_of(PROGRAM, "main", traced, traced.provenance())
    page = Page(graph_page(graph, "f.mlir", drawing(graph, "f.mlir", ["-i", "x.npy"])))
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {f"n{node.number}" for node in graph.walk()} <= set(page.ids)
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert "#@double" in page.links


def test_a_place_in_the_only_file_is_a_line_and_a_column(tmp_path):
    (tmp_path / "f.mlir").write_text(PROGRAM)
    page = graph_page(graph_of(tmp_path / "f.mlir"), "f.mlir")
    assert "<s>2:8</s>" in page
    assert "<s>f.mlir:2:8</s>" not in page


def test_names_of_a_program_are_text_in_the_page():
    name = '"<script>alert(1)</script>"'
    program = PROGRAM.replace("@double", f"@{name}")
    text = graph_page(graph_of(program), "<b>f</b>")
    assert "<script>alert" not in text
    assert "<b>f</b>" not in text


def test_operations_that_can_be_drawn_say_how():
    graph = graph_of(PROGRAM)
    command = drawing(graph, "f.mlir", ["-i", "x.npy"])
    said = {node.name: command(node) for node in graph.walk()}
    assert said["%g"] == "hlogen explain f.mlir -i x.npy --op %g"
    assert said["%w"] is None
    assert drawing(graph, "-", [])(next(graph.walk())) is None


def test_two_thousand_operations_are_less_than_a_megabyte():
    @hl.function("8x8xf32", "8x8xf32")
    def long(x, w):
        for _ in range(500):
            x = hl.tanh(x @ w) + x * 0.5
        return x

    traced = trace(long, *arguments_of(long.module, "main", ()))
    graph = graph_of(long, "main", traced, traced.provenance(0, (1, 1)))
    assert sum(1 for _ in graph.walk()) > 2000
    assert len(graph_page(graph, "long").encode()) < 1_000_000


@pytest.fixture
def opened(browser, tmp_path, traced):
    graph = graph_of(PROGRAM, "main", traced, traced.provenance("result[0, 1]"))
    place = tmp_path / "program.html"
    place.write_text(graph_page(graph, "f.mlir", drawing(graph, "f.mlir", [])), "utf-8")
    page = browser.open(place.as_uri())
    yield page
    assert page.errors == []
    page.close()


def test_in_the_browser_what_belongs_together_lights_up(opened):
    names = "[...document.querySelectorAll('.%s > .row b')].map(b => b.textContent)"
    opened.evaluate("[...document.querySelectorAll('.row b')].find(b => b.textContent === '%g').click()")
    assert opened.evaluate(names % "chosen") == ["%g"]
    assert opened.evaluate(names % "used") == ["%x", "%i"]
    assert opened.evaluate(names % "user") == ["%w", "%v", "%v"]
    assert opened.evaluate("document.querySelectorAll('#edges path').length") >= 3
    assert opened.evaluate("getComputedStyle(document.querySelector('.chosen > .row small')).display") == "block"
    opened.press("ArrowDown")
    assert opened.evaluate(names % "chosen") == ["%zero"]
    opened.press("Escape")
    assert opened.evaluate(names % "chosen") == []


def test_in_the_browser_operations_are_found_and_folded(opened):
    seen = "[...document.querySelectorAll('#listing .row b')].filter(b => b.checkVisibility()).map(b => b.textContent)"
    typed = "(field => {field.value = '%s'; field.dispatchEvent(new Event('input'))})(document.getElementById('find'))"
    opened.evaluate(typed % "compare")
    assert opened.evaluate("document.getElementById('found').textContent") == "1 found"
    assert opened.evaluate(seen) == ["%w", "%more"]
    opened.evaluate(typed % "")
    opened.evaluate("document.getElementById('fold').click()")
    assert opened.evaluate(seen) == []
    opened.evaluate("document.getElementById('unfold').click()")
    assert {"%twice", "%sum"} <= set(opened.evaluate(seen))
    opened.evaluate("document.getElementById('only').click()")
    shown = set(opened.evaluate(seen))
    assert {"%g", "%more", "%sum"} <= shown
    assert "%twice" not in shown
