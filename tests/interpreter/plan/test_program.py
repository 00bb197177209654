"""Loading programs: what can't run is said before anything runs, and what was loaded stays loaded."""

import gc
import os
import time
import weakref

import numpy as np
import pytest

import hlogen
import interpreter
from hlogen.ir import Block, FunctionType, Location, Module, Operation, Region, SymbolRef, tensor
from interpreter.plan.program import MOST_SHOWN

I32 = tensor("i32")


def function(name, *operations, arguments=(I32,), results=(I32,), visibility=None, blocks=None):
    """A function; `operations` are made from its block's arguments by functions, or given as they are."""
    attributes = {"sym_name": name, "function_type": FunctionType(tuple(arguments), tuple(results))}
    if visibility:
        attributes["sym_visibility"] = visibility
    if blocks is None:
        block = Block(arguments)
        for make in operations:
            block.operations.append(make(block))
        blocks = [block]
    return Operation("func.func", attributes=attributes, regions=[Region(blocks)], location=Location("f.mlir", 1, 1))


def op(name, **attributes):
    return lambda block: Operation(
        name, [_last(block)], [I32], attributes, location=Location("f.mlir", 2 + len(block.operations), 3)
    )


def call(name):
    return op("func.call", callee=SymbolRef((name,)))


def give(block):
    return Operation("func.return", [_last(block)])


def _last(block):
    return block.operations[-1].result if block.operations else block.arguments[0]


TWICE = """func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %a, %a : tensor<2xi32>
  return %0 : tensor<2xi32>
}
"""


@pytest.mark.parametrize("form", ["text", "bytes", "path", "path text", "module", "has module"])
def test_every_form_of_program(form, tmp_path):
    path = tmp_path / "twice.mlir"
    path.write_text(TWICE)

    class Holder:
        module = hlogen.parse(TWICE)

    program = {
        "text": TWICE,
        "bytes": TWICE.encode(),
        "path": path,
        "path text": str(path),
        "module": Holder.module,
        "has module": Holder(),
    }[form]
    (result,) = interpreter.run(program, np.array([1, 2], np.int32))
    assert result.tolist() == [2, 4]


@pytest.mark.parametrize("change", ["size", "time", "file"])
def test_a_changed_file_is_read_again(tmp_path, change):
    """Whichever alone tells: how long it is, when it was written, to the nanosecond, or which file it is."""
    path, other = tmp_path / "p.mlir", tmp_path / "other.mlir"
    path.write_text(TWICE.replace("add", "add     "))
    os.utime(path, ns=(10**18, 10**18))
    assert interpreter.run(path, [1, 2])[0].tolist() == [2, 4]
    (other if change == "file" else path).write_text(TWICE.replace("add", f"multiply{' ' * (change == 'size')}"))
    if change == "file":
        other.rename(path)
    os.utime(path, ns=(10**18, 10**18 + (change == "time")))
    assert interpreter.run(path, [3, 4])[0].tolist() == [9, 16]


def test_a_relative_path_means_the_folder_that_one_is_in(tmp_path, monkeypatch):
    for folder, op in (("a", "add     "), ("b", "multiply")):  # of the same length and time
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "p.mlir"
        path.write_text(TWICE.replace("stablehlo.add", f"stablehlo.{op}"))
        os.utime(path, ns=(10**18, 10**18))
    monkeypatch.chdir(tmp_path / "a")
    assert interpreter.run("p.mlir", [3, 4])[0].tolist() == [6, 8]
    monkeypatch.chdir(tmp_path / "b")
    assert interpreter.run("p.mlir", [3, 4])[0].tolist() == [9, 16]


@pytest.mark.parametrize("program", [None, 3, [TWICE]])
def test_what_is_no_program(program):
    with pytest.raises(interpreter.UsageError, match="a program is a module"):
        interpreter.load(program)


def test_programs_stay_loaded_and_go_with_their_module():
    assert interpreter.load(TWICE) is interpreter.load(TWICE)
    module = hlogen.parse(TWICE)
    loaded = interpreter.load(module)
    assert interpreter.load(module) is loaded
    gone = weakref.ref(module)
    del module
    gc.collect()
    assert gone() is None
    assert loaded([1, 2])[0].tolist() == [2, 4]  # an executable lives on its own


def test_entry():
    program = Module([function("f", give), function("g", give), function("main", give)])
    assert interpreter.load(program).name == "main"
    assert interpreter.load(program, entry="g").name == "g"
    with pytest.raises(interpreter.UsageError, match=r"no function @h; it has: @f, @g, @main; name one as entry"):
        interpreter.load(program, entry="h")


def test_the_only_public_function_stands_in_for_main():
    program = Module([function("helper", give, visibility="private"), function("f", give)])
    assert interpreter.load(program).name == "f"
    with pytest.raises(interpreter.UsageError, match="no function @main; it has: @f, @g"):
        interpreter.load(Module([function("f", give), function("g", give)]))
    with pytest.raises(interpreter.UsageError, match="it has: none"):
        interpreter.load(Module())


def test_unknown_operations_are_all_named_before_anything_runs():
    program = Module(
        [function("main", op("my.a"), op("my.b"), op("my.a"), give), function("unused", op("other.c"), give)]
    )
    with pytest.raises(interpreter.UnsupportedOpError) as error:
        interpreter.load(program)
    assert str(error.value) == (
        "the interpreter doesn't know these operations:\n"
        "  my.a at f.mlir:2:3, f.mlir:4:3\n"
        "  my.b at f.mlir:3:3\n"
        "  other.c at f.mlir:2:3"
    )


@pytest.mark.parametrize("reasons", [2, MOST_SHOWN + 1])
@pytest.mark.parametrize("places", [MOST_SHOWN, MOST_SHOWN + 4])
def test_of_what_can_not_run_the_first_reasons_and_places_are_said_and_the_others_counted(reasons, places):
    calls = [f"stablehlo.custom_call @nope{number}(%x) : (tensor<f32>) -> ()" for number in range(reasons)]
    text = "\n".join(["func.func @main(%x: tensor<f32>) {", *calls * places, "return", "}"])
    with pytest.raises(interpreter.UnsupportedOpError) as error:
        interpreter.load(text)
    first, *lines = str(error.value).splitlines()
    assert first == f"the program can't run, for {reasons} reasons:"
    rest = [lines.pop()] if reasons > MOST_SHOWN else []
    assert rest == ([f"  - and {reasons - MOST_SHOWN} more"] if reasons > MOST_SHOWN else [])
    assert len(lines) == 2 * min(reasons, MOST_SHOWN)
    for number, where in enumerate(lines[1::2]):
        shown = [f"stablehlo.custom_call at -:{2 + number + reasons * turn}:1" for turn in range(places)][:MOST_SHOWN]
        more = [f"{places - MOST_SHOWN} more"] if places > MOST_SHOWN else []
        assert where == f"    where: {', '.join([*shown, *more])}"


def test_all_that_can_not_run_is_said_at_once():
    program = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.custom_call @nope(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = stablehlo.custom_call @nope(%0) : (tensor<4xf32>) -> tensor<4xf32>
      %2 = stablehlo.create_token : !stablehlo.token
      %3 = "stablehlo.send"(%1, %2) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
        : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
      return %1 : tensor<4xf32>
    }"""
    with pytest.raises(interpreter.UnsupportedOpError) as error:
        interpreter.load(program)
    first, call, call_places, send, send_place = str(error.value).splitlines()
    assert first == "the program can't run, for 2 reasons:"
    assert call.startswith("  - the interpreter has no meaning for the custom call @nope; ")
    assert call_places == "    where: stablehlo.custom_call at -:2:12, stablehlo.custom_call at -:3:12"
    assert send.startswith("  - stablehlo.send between devices needs source_target_pairs")
    assert send_place == "    where: stablehlo.send at -:5:12"
    assert error.value.operation == "stablehlo.custom_call"


@pytest.mark.parametrize(
    ("operations", "message"),
    [
        ([function("main")], r"function @main \(at f.mlir:1:1\) doesn't end with a return$"),
        ([function("main", op("stablehlo.abs"))], "doesn't end with a return; its last operation is stablehlo.abs"),
        ([function("main", blocks=[])], "is only declared: it has no body to run"),
        ([function("main", blocks=[Block(), Block()])], "has 2 blocks; StableHLO's functions have one"),
        ([function("main", call("main"), give)], "call themselves.*: @main -> @main"),
        (
            [function("main", call("f"), give), function("f", call("g"), give), function("g", call("f"), give)],
            "call themselves.*: @f -> @g -> @f",
        ),
        ([function("main", call("f"), give)], "calls @f, which it doesn't have; it has: @main"),
    ],
)
def test_what_can_not_run(operations, message):
    with pytest.raises(interpreter.ExecutionError, match=message):
        interpreter.load(Module(operations))


def test_thousands_of_functions_are_planned_without_recursion():
    chain = [function(f"f{i}", call(f"f{i + 1}"), give) for i in range(3000)]
    module = Module([function("main", call("f0"), give), *chain, function("f3000", op("stablehlo.negate"), give)])
    run = interpreter.load(module)
    assert [run(5)[0].tolist() for _ in range(3)] == [-5] * 3
    assert run(5, max_steps=10_000)[0].tolist() == -5
    assert run(5, sanitize=True)[0].tolist() == -5
    assert interpreter.admissible(module, 5).contains([np.int32(-5)])


def test_calls_within_branches_and_loops_as_deep_as_they_like():
    """Each function calls the next one in a branch, or in the body of a loop of one turn."""
    depth = 900
    texts = ["func.func @main(%x: tensor<i32>) -> tensor<i32> {\n %r = call @f0(%x) : (tensor<i32>) -> tensor<i32>\n"
             " return %r : tensor<i32>\n}"]  # fmt: skip
    for i in range(depth):
        inner = f"%c = func.call @f{i + 1}(%v) : (tensor<i32>) -> tensor<i32>"
        if i % 2:
            body = f"""%p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({{
    {inner.replace("%v", "%x")}
    stablehlo.return %c : tensor<i32>
  }}, {{
    stablehlo.return %x : tensor<i32>
  }}) : (tensor<i1>) -> tensor<i32>"""
        else:
            body = f"""%t = stablehlo.constant dense<true> : tensor<i1>
  %r, %n = stablehlo.while(%v = %x, %p = %t) : tensor<i32>, tensor<i1>
  cond {{
    stablehlo.return %p : tensor<i1>
  }} do {{
    {inner}
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c, %no : tensor<i32>, tensor<i1>
  }}"""
        texts.append(
            f"func.func private @f{i}(%x: tensor<i32>) -> tensor<i32> {{\n  {body}\n  return %r : tensor<i32>\n}}"
        )
    texts.append(
        f"func.func private @f{depth}(%x: tensor<i32>) -> tensor<i32> {{\n"
        "  %r = stablehlo.negate %x : tensor<i32>\n  return %r : tensor<i32>\n}"
    )
    module = hlogen.parse("\n".join(texts))
    run = interpreter.load(module)
    assert [run(5)[0].tolist() for _ in range(3)] == [-5] * 3
    assert run(5, max_steps=10_000)[0].tolist() == -5
    assert run(5, sanitize=True)[0].tolist() == -5
    assert interpreter.admissible(module, 5).contains([np.int32(-5)])


def test_calls_a_hundred_deep():
    chain = [function(f"f{i}", call(f"f{i + 1}"), give) for i in range(100)]
    module = Module([function("main", call("f0"), give), *chain, function("f100", op("stablehlo.negate"), give)])
    assert interpreter.run(module, 5)[0].tolist() == -5


def test_calls_that_fan_out_are_planned_once_each():
    chain = [function(f"f{i}", call(f"f{i + 1}"), call(f"f{i + 1}"), give) for i in range(60)]
    module = Module([function("main", op("stablehlo.negate"), give), *chain, function("f60", give)])
    assert interpreter.run(module, 5)[0].tolist() == -5
    start = time.process_time()
    interpreter.load(module, entry="f0")  # not run: that takes 2**60 calls
    assert time.process_time() - start < 5


def test_a_result_beyond_all_memory_is_refused():
    text = f"""func.func @main(%a: tensor<f32>) -> tensor<{2**40}xf32> {{
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<{2**40}xf32>
  return %0 : tensor<{2**40}xf32>
}}
"""
    with pytest.raises(interpreter.ExecutionError, match=r"takes 4 TiB; .*are available\n  where: stablehlo.broadcast"):
        interpreter.load(text)


def test_a_constant_beyond_all_memory_can_be_used_but_not_returned():
    large = f"tensor<{2**45}xf32>"
    constant = f"%0 = stablehlo.constant dense<1.0> : {large}"
    text = f"func.func @main() -> {large} {{\n  {constant}\n  return %0 : {large}\n}}"
    said = r"take 128 TiB at once, and .* are left on this machine .*; the largest are\n  %0: tensor<351\d*xf32> \(128"
    with pytest.raises(interpreter.ExecutionError, match=said):
        interpreter.run(text)
    with pytest.raises(interpreter.ExecutionError, match=r"not enough memory for the results of @main: tensor<351"):
        interpreter.run(text, max_memory=1 << 60)
    text = f"""func.func @main() -> tensor<1xf32> {{
  {constant}
  %1 = stablehlo.slice %0 [7:8] : ({large}) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}}"""
    assert interpreter.run(text)[0].tolist() == [1]


def test_a_region_without_return():
    body = Block([])
    operation = Operation("stablehlo.map", (), [I32], {}, [Region([body])], Location("f.mlir", 7, 8))
    program = Module([function("main", lambda block: operation, give)])
    with pytest.raises(interpreter.ExecutionError, match=r"a region doesn't end with a return\n.*map at f\.mlir:7:8"):
        interpreter.load(program)


def test_invalid_text_never_runs():
    with pytest.raises((hlogen.ParseError, hlogen.VerificationError)):
        interpreter.load(TWICE.replace("stablehlo.add %a, %a", "stablehlo.add %a, %b"))


def test_a_program_that_is_not_valid():
    """One made by hand, which no verifier has seen: what goes wrong in it is said in the verifier's words."""
    x = Block([tensor("2xf32")])
    x.operations = [Operation("stablehlo.reshape", x.arguments, [tensor("3xf32")])]
    x.operations.append(Operation("func.return", x.operations[0].results))
    main = {"sym_name": "main", "function_type": FunctionType((tensor("2xf32"),), (tensor("3xf32"),))}
    reshape = Module([Operation("func.func", attributes=main, regions=[Region([x])])])
    with pytest.raises(interpreter.ExecutionError, match=r"(?s)the program isn't valid, so it can't run:\n.*number of"):
        interpreter.run(reshape, np.zeros(2, np.float32))


def test_an_operation_without_its_operands():
    missing = Module([function("main", lambda block: Operation("stablehlo.add", block.arguments, [I32]), give)])
    with pytest.raises(interpreter.ExecutionError, match="the program isn't valid, so it can't run"):
        interpreter.run(missing, 1)


def test_a_function_of_types_that_nobody_knows():
    text = "func.func @main(%x: tensor<2xf80>) -> tensor<2xf80> {\n return %x : tensor<2xf80>\n}"
    with pytest.raises(interpreter.ExecutionError, match=r"can't run @main, whose type is \(tensor<2xf80>\)"):
        interpreter.run(text, np.zeros(2))


@pytest.mark.parametrize("listeners", [5, [5], None, np.zeros((0, 3))])
def test_listeners_that_are_none(listeners):
    with pytest.raises(interpreter.UsageError, match="listeners are a list of objects with on_op"):
        interpreter.run(TWICE, np.zeros(2, np.int32), listeners=listeners)
