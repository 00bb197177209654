"""`hlogen lsp` as an editor meets it: one server for all of it, whose worker dies where a program says so."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.lsp_client import Client
from helpers.mortal_lsp import SLOW
from helpers.mortal_worker import DEADLY

ROOT = Path(__file__).parents[3]
BAD = """\
func.func @main(%x: tensor<8x4xf32>) -> tensor<3x4xf32> {
  %i = stablehlo.constant dense<[1, 3, 5]> : tensor<3xi32>
  %g = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>
  }> : (tensor<8x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  %s = stablehlo.add %g, %x : (tensor<3x4xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  return %s : tensor<3x4xf32>
}
"""
PLAIN = "".join(line for line in BAD.splitlines(True) if "%s =" not in line).replace("return %s", "return %g")
BEYOND = """\
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [1:5:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
SCOPES = """\
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r:2 = "stablehlo.if"(%p) ({
    %y = stablehlo.abs %x : tensor<i32>
    stablehlo.return %y, %x : tensor<i32>, tensor<i32>
  }, {
    %y = stablehlo.negate %x : tensor<i32>
    stablehlo.return %y, %y : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  return %r#1 : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %y = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
"""

REST = {"languageId": "mlir", "version": 1}


@pytest.fixture(scope="module")
def client():
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = [sys.executable, "-P", "-m", "helpers.mortal_lsp", "serve"]
    client = Client(command, ["utf-16"], env={**os.environ, "PYTHONPATH": paths})
    yield client
    workers = children(client.process.pid)
    assert workers
    assert client.ask("shutdown") is None
    client.tell("exit")
    assert client.close() == 0
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def children(parent):
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            if int(status.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(status.parent.name))
    return found


def rules(found):
    return [one["code"] for one in found]


def test_what_is_wrong_is_told_as_the_text_changes(client, tmp_path):
    file = tmp_path / "mit Leerzeichen, größer.mlir"
    found = client.open(file, BAD)
    assert rules(found) == ["promise.unset", "add.C1"]
    assert [one["severity"] for one in found] == [3, 1]
    assert [client.read(file, one["range"]) for one in found] == ['"stablehlo.gather"', "stablehlo.add"]
    assert found[1]["message"] == (
        "rhs is tensor<8x4xf32>, but lhs is tensor<3x4xf32>\n"
        "spec: If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result)\n"
        "fix: pass a tensor<3x4xf32> as rhs"
    )
    assert {one["source"] for one in found} == {"hlogen"}
    assert client.served["capabilities"]["positionEncoding"] == "utf-16"
    moved = BAD.replace("  %s =", '  %n = stablehlo.constant {n = "😀😀"} dense<1> : tensor<i32>   %s =')
    found = client.change(file, "func", "func.func @main(", moved)
    assert [client.read(file, one["range"]) for one in found] == ['"stablehlo.gather"', "stablehlo.add"]
    assert rules(client.change(file, BAD.replace("\n", "\r\n"))) == ["promise.unset", "add.C1"]
    assert rules(client.change(file, BAD.replace("\n", "\r"))) == ["promise.unset", "add.C1"]
    half = client.change(file, BAD[: BAD.index("> : (tensor<8x4xf32>, tensor<3xi32>)")])
    assert {*rules(half)} == {"parse"}
    assert rules(client.change(file, "\0\x0b\u2028 }}}) \ud800")) == ["parse"]
    assert client.change(file, "") == []
    assert rules(client.change(file, f"{PLAIN}// -----\n{BAD}")) == ["promise.unset", "promise.unset", "add.C1"]
    made = PLAIN.replace("tensor<3x4xf32>\n", 'tensor<3x4xf32> loc("model.py":33:1)\n', 1)
    ((place,),) = [one["relatedInformation"] for one in client.change(file, made)]
    assert place["location"]["uri"] == (tmp_path / "model.py").as_uri()
    assert place["location"]["range"]["start"] == {"line": 32, "character": 0}
    client.tell("textDocument/didClose", textDocument={"uri": file.as_uri()})
    assert client.found(file.as_uri()) == []


def test_a_project_decides_what_is_told(client, tmp_path):
    file, config = tmp_path / "m.mlir", tmp_path / "hlogen.toml"
    saved = {"textDocument": {"uri": file.as_uri()}}
    config.write_text('ignore = ["promise"]\n')
    assert rules(client.open(file, BAD)) == ["add.C1"]
    assert rules(client.change(file, BAD.replace("%s =", "// hlogen: ignore[add] so\n  %s ="))) == []
    vain = client.change(file, f"{PLAIN}// hlogen: ignore-file[add]")
    assert [(one["code"], one["tags"]) for one in vain] == [("ignore.unused", [1])]
    config.write_text('ignroe = ["promise"]\n')
    client.tell("textDocument/didSave", **saved)
    (found,) = client.found(file.as_uri())
    assert found["code"] == "not-checked"
    assert "did you mean ignore?" in found["message"]
    config.write_text('exclude = ["m.mlir"]\n')
    client.tell("textDocument/didSave", **saved)
    assert client.found(file.as_uri()) == []


def test_a_program_that_ends_or_holds_up_its_process_is_told(client, tmp_path):
    (found,) = client.open(tmp_path / "deadly.mlir", DEADLY)
    assert "upstream's parser crashed (signal SIGABRT, saying 'LLVM ERROR: this is the end')" in found["message"]
    (tmp_path / "hlogen.toml").write_text("time-limit = 0.3\n")
    (found,) = client.open(tmp_path / "slow.mlir", SLOW)
    assert "took longer than 0.3 s" in found["message"]
    (tmp_path / "hlogen.toml").unlink()
    assert rules(client.open(tmp_path / "good.mlir", PLAIN)) == ["promise.unset"]


def hovered(client, *place, **options) -> str:
    told = client.ask("textDocument/hover", **client.at(*place, **options))
    return told["contents"]["value"] if told else ""


def test_hovering_explains(client, tmp_path):
    file = tmp_path / "m.mlir"
    client.open(file, f"{BAD}// hlogen: ignore-file[gather.C9] so\n")
    assert hovered(client, file, "gather.C9", into=9).startswith("# gather.C9: a collapsed dimension has a slice size")
    value = hovered(client, file, "%i)")
    assert value.startswith("```mlir\n%i: tensor<3xi32>\n```")
    assert "- always [1, 3, 5]" in value
    assert "- grows by 2 along dimension 0" in value
    assert "- no two elements are equal" in value
    assert hovered(client, file, "%x") == "```mlir\n%x: tensor<8x4xf32>\n```"
    gather = hovered(client, file, "stablehlo.gather", into=3)
    assert "| 0 | 8 | 1 | collapsed: its window has size 1 and no dimension of result; starts at component 0" in gather
    assert "| 1 | 4 | 4 | offset: dimension 1 of result; starts at 0 |" in gather
    assert "in bounds: proved" in gather
    assert "- C9: a collapsed dimension has a slice size of at most 1" in gather
    assert "# promise.unset" in gather
    assert hovered(client, file, "@main") == f"```mlir\n{BAD[: BAD.index(' {')]}\n```"
    assert "lhs, rhs" in hovered(client, file, "stablehlo.add")
    assert hovered(client, file, "return") == ""
    pair = BAD.replace(
        "%s =", '%p:2 = "some.pair"(%x) : (tensor<8x4xf32>) -> (i1, i2)\n  %q = stablehlo.id %p#1 : i2\n  %s ='
    )
    client.change(file, pair)
    assert hovered(client, file, "%p#1") == "```mlir\n%p#1: i2\n```"
    client.change(file, BAD.replace("return %s", "retrun %s"))
    assert "- always [1, 3, 5]" in hovered(client, file, "%i)")


def test_names_lead_to_each_other_within_their_regions(client, tmp_path):
    file = tmp_path / "m.mlir"
    assert client.open(file, SCOPES) == []

    def places(words, **options):
        asked = client.at(file, words, **options)
        found = client.ask("textDocument/references", **asked, context={"includeDeclaration": True})
        defined = client.ask("textDocument/definition", **asked)
        assert (defined is None) == (not found)
        assert not found or defined["range"] == found[0]["range"]
        others = client.ask("textDocument/references", **asked, context={"includeDeclaration": False})
        assert others == found[1:]
        assert len(client.ask("textDocument/documentHighlight", **asked)) == len(found)
        return [one["range"]["start"]["line"] for one in found]

    assert places("%x : tensor<i32>\n    stablehlo") == [0, 3, 4, 6]
    assert places("%y,") == [3, 4]
    assert places("%y,", nth=1) == [6, 7, 7]
    assert places("return %y :", into=8) == [12, 13]
    assert places("%r#1") == [2, 9]
    assert places("@f(%x) :") == [0, 12]
    assert places("%x) :") == [11, 12]
    assert places("return") == []
    edit = client.ask("textDocument/rename", **client.at(file, "%r#1"), newName="both")
    assert client.edited(file, edit) == SCOPES.replace("%r", "%both")
    assert client.ask("textDocument/rename", **client.at(file, "%r#1"), newName="no name") is None
    for new in ("g", "@g", "%g"):
        edit = client.ask("textDocument/rename", **client.at(file, "@f(%x) :", into=1), newName=new)
        assert client.edited(file, edit) == SCOPES.replace("@f", "@g")
    edit = client.ask("textDocument/rename", **client.at(file, "return %y :", into=8), newName="%7")
    assert client.edited(file, edit) == SCOPES.replace("  %y = func", "  %7 = func").replace(
        "return %y :", "return %7 :"
    )
    symbols = client.ask("textDocument/documentSymbol", textDocument={"uri": file.as_uri()})
    assert [(one["name"], client.read(file, one["range"])) for one in symbols] == [
        ("f", SCOPES[: SCOPES.index("\nfunc.func @main")]),
        ("main", SCOPES[SCOPES.index("func.func @main") : -1]),
    ]
    assert [(client.read(file, one["selectionRange"]), one["kind"]) for one in symbols] == [("func.func", 12)] * 2


def test_actions_leave_nothing_to_say(client, tmp_path):
    file = tmp_path / "m.mlir"
    client.open(file, f"{PLAIN}// -----\n{BAD}")

    def asked(words, only=None, **options):
        place = client.at(file, words, **options)
        around = {"start": place["position"], "end": place["position"]}
        context = {"diagnostics": []} | ({"only": only} if only else {})
        return client.ask("textDocument/codeAction", textDocument=place["textDocument"], range=around, context=context)

    def actions(words, **options):
        return {one["title"]: one["edit"] for one in asked(words, **options)}

    fixes = actions('"stablehlo.gather', nth=1)
    fixed = client.edited(file, fixes["Fix promise.unset: indices_are_sorted = true"])
    assert rules(client.change(file, fixed)) == ["promise.unset", "add.C1"]
    kinds = [("Fix promise.unset: indices_are_sorted = true", "quickfix", ["promise.unset"]),
             ("Fix all that is certain", "source.fixAll.hlogen", []), ("Ignore promise.unset here", "quickfix",
             ["promise.unset"])]  # fmt: skip
    everywhere = asked('"stablehlo.gather')
    assert [(one["title"], one["kind"], rules(one.get("diagnostics", []))) for one in everywhere] == kinds
    assert [one["title"] for one in asked('"stablehlo.gather', only=["quickfix"])] == [kinds[0][0], kinds[2][0]]
    for only in ("source.fixAll.hlogen", "source.fixAll", "source"):  # wherever one stands
        assert [one["title"] for one in asked("stablehlo.constant", only=[only])] == ["Fix all that is certain"]
    assert asked('"stablehlo.gather', only=["refactor"]) == []
    fixed = client.edited(file, actions('"stablehlo.gather')["Fix all that is certain"])
    assert rules(client.change(file, fixed)) == ["add.C1"]
    assert [*actions("stablehlo.add")] == ["Ignore add.C1 here"]
    assert client.change(file, client.edited(file, actions("stablehlo.add")["Ignore add.C1 here"])) == []
    assert actions("stablehlo.constant") == {}
    client.change(file, BEYOND)
    guess = next(edit for title, edit in actions("stablehlo.slice").items() if title.endswith(" (a guess)"))
    assert client.change(file, client.edited(file, guess)) == []


def test_a_case_runs_where_it_stands(client, tmp_path):
    file = tmp_path / "m.mlir"
    case = """func.func @f{0}() {{
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<{0}> : tensor<i32>
  return
}}
"""
    client.open(file, f"{SCOPES}// -----\n{case.format(1)}{case.format(2)}")
    lenses = client.ask("textDocument/codeLens", textDocument={"uri": file.as_uri()})
    assert [one["range"]["start"]["line"] for one in lenses] == [16, 21]
    told = []
    for lens in lenses:
        client.ask(
            "workspace/executeCommand", command=lens["command"]["command"], arguments=lens["command"]["arguments"]
        )
        told.append(client.told("window/showMessage"))
    assert [one["type"] for one in told] == [3, 1]
    assert told[0]["message"].startswith(f"PASS  {file}:")
    assert "@f2" in told[1]["message"]


def test_what_may_be_written_is_offered(client, tmp_path):
    file = tmp_path / "m.mlir"
    client.open(
        file, SCOPES.replace("= stablehlo.negate", "= stablehlo.neg") + '  %z = "stablehlo.gather"(%x, %y) <{ sl'
    )

    def offered(words, into, **options):
        found = client.ask("textDocument/completion", **client.at(file, words, into=into, **options))
        return [one["label"] for one in found]

    (one,) = [
        one
        for one in client.ask("textDocument/completion", **client.at(file, "stablehlo.neg ", into=13))
        if one["label"] == "stablehlo.negate"
    ]
    assert (one["kind"], one["detail"], one["textEdit"]["newText"]) == (3, "operand", "stablehlo.negate")
    assert client.read(file, one["textEdit"]["range"]) == "stablehlo.neg"
    details = client.ask("textDocument/completion", **client.at(file, "<{ sl", into=5))
    assert [(one["kind"], one["detail"]) for one in details] == [
        (10, "required"),
        (10, "required"),
        (10, "default False"),
    ]
    values = client.ask("textDocument/completion", **client.at(file, "%y, %y", into=5))
    assert {(one["label"], one["kind"], one.get("detail")) for one in values} >= {("%x", 6, "tensor<i32>")}
    functions = client.ask("textDocument/completion", **client.at(file, "@f(%x)", into=2))
    assert [(one["kind"], "detail" in one) for one in functions] == [(9, False)] * 2
    assert offered("<{ sl", 5) == ["dimension_numbers = ", "slice_sizes = ", "indices_are_sorted = "]
    assert offered("%y, %y", 5) == ["%y", "%x", "%p"]
    assert offered("@f(%x)", 2) == ["@f", "@main"]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = client.ask("textDocument/inlayHint", textDocument={"uri": file.as_uri()}, range=everything)
    assert [(one["position"], one["label"], one["kind"]) for one in hints] == [
        ({"line": 2, "character": 6}, ": (tensor<i32>, tensor<i32>)", 1)
    ]
    start = {"start": {"line": 3, "character": 0}, "end": {"line": 99, "character": 0}}
    assert client.ask("textDocument/inlayHint", textDocument={"uri": file.as_uri()}, range=start) == []


def test_nonsense_is_survived(client, tmp_path):
    file = tmp_path / "m.mlir"
    client.open(file, PLAIN)
    client.send(b"{nonsense")
    client.send(b"[]")
    assert "nothing/known" in client.ask("nothing/known", asked=1)
    far = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 10**6, "character": 10**6}}
    for asked in (far, {**far, "textDocument": {"uri": "file:///not/open.mlir"}}):
        assert client.ask("textDocument/hover", **asked) is None
        assert client.ask("textDocument/definition", **asked) is None
        assert not client.ask("textDocument/completion", **asked)
    client.tell("textDocument/hover", position="nowhere")
    assert rules(client.change(file, BAD)) == ["promise.unset", "add.C1"]


def test_it_ends_with_its_editor(tmp_path):
    client = Client([sys.executable, "-m", "hlogen", "lsp"], env={**os.environ, "PYTHONPATH": str(ROOT)})
    client.tell("textDocument/didOpen", textDocument={"uri": (tmp_path / "m.mlir").as_uri(), "text": BAD * 300} | REST)
    workers = children(client.process.pid)
    assert client.close() == 0
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
