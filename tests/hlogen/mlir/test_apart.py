"""Reading and writing what may end the process: a worker does it, and this process gets a program or an error."""

import os
import pickle
import threading

import pytest

import hlogen as hl
import interpreter
from hlogen.errors import HlogenError
from hlogen.ir import Operation
from hlogen.mlir import apart, provider, reader, writer
from hlogen.mlir.apart_worker import Executor
from hlogen.mlir.errors import ParseError, VerificationError
from hlogen.mlir.fatal import is_doubtful

ADD = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
RESOURCE = """func.func @main() -> tensor<1xf32> {
  %0 = stablehlo.constant dense_resource<w> : tensor<1xf32>
  return %0 : tensor<1xf32>
}
{-# dialect_resources: { builtin: { w: "0x040000000000803F"""
# The condition of a while, or the comparator of a sort, gives what is no tensor.
WHILE = """func.func @main(%n: tensor<i32>, %x: TYPE) -> tensor<i32> {
  %r = "stablehlo.while"(%n) ({
  ^bb0(%i: tensor<i32>):
    stablehlo.return %x : TYPE
  }, {
  ^bb0(%i: tensor<i32>):
    "stablehlo.return"(%i) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}"""
SORT = """func.func @main(%n: tensor<2xi32>, %x: TYPE) -> tensor<2xi32> {
  %r = "stablehlo.sort"(%n) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    "stablehlo.return"(%x) : (TYPE) -> ()
  }) {dimension = 0 : i64} : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}"""
NO_TEXT = {
    "an operation's name": 'func.func @main() { "stablehlo.a\\FFb"() : () -> ()\n return }',
    "a symbol": 'func.func @main() { func.call @"\\FF"() : () -> ()\n return }',
    "attributes": 'func.func @main() { "foo.b"() {"\\FF", "\\FF"} : () -> ()\n return }',
    "functions": 'func.func @"\\FF"() { return } func.func @"\\FF"() { return }',
    "a place": 'func.func @f(%a: tensor<f32>) { "stablehlo.add"(%a) : (tensor<f32>) -> () loc("\\FF":1:2)\n return }',
}


def foreign_bytes() -> bytes:
    """Bytecode that this process has not written, as far as it knows."""
    written = writer.to_bytecode(reader.read(ADD))
    apart._own.clear()
    return written


def refuse(*args, **kwargs):
    raise AssertionError("the worker is asked")


def test_bytecode_is_read_in_the_worker(monkeypatch):
    content = foreign_bytes()
    module = reader.read(content, name="a.mlirbc")
    assert str(module) == str(reader.read(ADD))
    assert module.source == "a.mlirbc"
    monkeypatch.setattr(apart, "call", refuse)
    with pytest.raises(AssertionError):
        reader.read(content)


def test_bytes_that_this_process_has_written_are_read_here(monkeypatch):
    monkeypatch.setattr(apart, "call", refuse)
    module = reader.read(ADD)
    for written in (writer.to_bytecode(module), writer.to_portable_artifact(module, "current")):
        assert str(reader.read(written)) == str(module)
        with pytest.raises(AssertionError):
            reader.read(written + b"\0")


def test_who_trusts_all_programs_reads_them_here(monkeypatch):
    monkeypatch.setattr(apart, "call", refuse)
    content = foreign_bytes()
    for value in ("0", "", "true"):
        monkeypatch.setenv("HLOGEN_TRUST_PROGRAMS", value)
        with pytest.raises(AssertionError):
            reader.read(content)
    monkeypatch.setenv("HLOGEN_TRUST_PROGRAMS", "1")
    assert str(reader.read(content)) == str(reader.read(ADD))


def test_a_worker_that_falls_is_replaced(monkeypatch):
    with pytest.raises(apart.Fallen, match=r"crashed on it \(signal SIGABRT\)"):
        apart.call("os:abort", size=0)
    monkeypatch.setattr(apart, "_SECONDS", 0.01)
    with pytest.raises(apart.Fallen, match="longer than 0 s and was stopped"):
        apart.call("builtins:sum", range(10**9), size=0)
    with pytest.raises(apart.Fallen, match="longer than 0 s and was stopped"):
        apart.call("time:sleep", 60, size=0)
    monkeypatch.undo()
    with pytest.raises(apart.Fallen, match="not enough memory"):
        apart.call("builtins:bytearray", 1 << 40, size=0)
    assert str(reader.read(foreign_bytes())) == str(reader.read(ADD))


def test_a_death_is_an_error_of_the_program(monkeypatch):
    call = apart.call
    monkeypatch.setattr(apart, "call", lambda *args, size: call("os:abort", size=size))
    with pytest.raises(ParseError, match=r"^a\.mlirbc: this MLIR bytecode is damaged: upstream crashed") as raised:
        reader.read(foreign_bytes(), name="a.mlirbc")
    assert raised.value.location is not None
    assert raised.value.location.file == "a.mlirbc"


def test_errors_of_the_worker_are_raised_here():
    content = foreign_bytes()
    for damaged in (content[:40], content[:4], content.replace(b"add", b"bdd")):
        with pytest.raises(ParseError, match="this MLIR bytecode can't be read"):
            reader.read(damaged)


def test_threads_wait_for_each_other():
    content, found = foreign_bytes(), []
    threads = [threading.Thread(target=lambda: found.append(str(reader.read(content)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [str(reader.read(ADD))] * 4


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning", "ignore:.*fork.*:RuntimeWarning")
def test_a_fork_has_a_worker_of_its_own():
    content = foreign_bytes()
    reader.read(content)
    child = os.fork()
    if not child:
        same = str(reader.read(content)) == str(reader.read(ADD))
        apart._worker.end()
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert str(reader.read(content)) == str(reader.read(ADD))


WHILE_WITH_COMMENT = WHILE.replace("TYPE", "none").replace("stablehlo.return %x", "stablehlo.return // c\n %x")
NO_TENSORS = {"while with a comment": WHILE_WITH_COMMENT} | {
    f"{text.split('stablehlo.')[1][:5]} of {type}": text.replace("TYPE", type)
    for text, type in ((WHILE, "none"), (WHILE, "!stablehlo.token"), (SORT, "tuple<tensor<i1>>"))
}


BOUNDED_ALIAS = "func.func private @f(tensor<?x!q, #stablehlo.bounds<4>>)"
BROADCAST = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_divide %x, %y {broadcast_dimensions = array<i64: 0xFFFFFFFFFFFFFFFF>}
    : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}"""
# A dimension of -1, in all the ways in which MLIR reads one.
NEGATIVE = ["<i64: 0xFFFFFFFFFFFFFFFF>", "<i64 : -1>", " < i64: -1>", "// c\n<i64: -1>"]
BROADCASTS = [BROADCAST.replace("<i64: 0xFFFFFFFFFFFFFFFF>", list) for list in NEGATIVE]
BROADCASTS[1] = BROADCASTS[1].replace("{broadcast_dimensions =", '{"broadcast_dimension\\73" =')
REDUCE = """func.func @main(%x: tensor<3xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = "stablehlo.reduce"(%x, %y) ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}"""
REDUCE_OF_NOTHING = REDUCE.replace('"(%x, %y)', '"(%x)').replace(
    "(tensor<3xf64>, tensor<f64>) -> tensor<f64>\n", "(tensor<3xf64>) -> tensor<f64>\n"
)
BOUNDS_OF_NOTHING = {
    f"bounds behind {type}": BOUNDED_ALIAS.replace("!q", type) for type in ("!q", "tensor", "complex<f32", "tuple<f32>")
}
OTHER_SPELLINGS = [*BROADCASTS[1:], *[*BOUNDS_OF_NOTHING.values()][1:]]


@pytest.mark.parametrize(
    "text",
    [*NO_TEXT.values(), *NO_TENSORS.values(), RESOURCE, *BOUNDS_OF_NOTHING.values(), *BROADCASTS],
    ids=[
        *NO_TEXT,
        *NO_TENSORS,
        "a resource that is cut off",
        *BOUNDS_OF_NOTHING,
        *(f"a broadcast by {list}" for list in NEGATIVE),
    ],
)
def test_text_that_may_end_the_process_is_refused(text):
    assert is_doubtful(text)
    if text not in OTHER_SPELLINGS:  # what is read first is the same for both, and each may cost a process
        with pytest.raises(ParseError):
            reader.read(text, name="a.mlir", verify=True)
    with pytest.raises(HlogenError):
        interpreter.load(reader.read(text, name="a.mlir"))


def test_bytes_in_strings_are_no_harm():
    text = ADD.replace("}", 'func.func private @f() attributes {bytes = "\\FF\\00a", text = "\\C3\\A9"}}')
    module = hl.parse("module {" + text.replace("return %0 : tensor<2xf32>\n", "return %0 : tensor<2xf32> }\n"))
    assert module.functions["f"].operation.attributes["bytes"] == "\udcff\0a"
    assert module.functions["f"].operation.attributes["text"] == "é"
    assert str(hl.parse(writer.to_text(module))) == str(module)


@pytest.mark.parametrize("text", BOUNDS_OF_NOTHING.values())
def test_bounds_may_be_called_extensions(text):
    assert is_doubtful(text.replace("stablehlo.bounds<4>", "stablehlo.type_extensions<bounds = [4]>"))


def test_an_alias_that_is_there_may_have_bounds():
    module = reader.read(f"!q = f32\n{BOUNDED_ALIAS}")
    assert str(module.functions["f"].type.inputs[0]) == "tensor<?xf32, #stablehlo.bounds<4>>"


def test_good_text_is_not_doubted():
    for text in (
        ADD,
        RESOURCE + '" } } #-}',
        'func.func private @f() attributes {text = "\\C3\\A9 \\22 \\\\"}',
        'func.func private @"\\C3\\A9"() // "\\FF',
        WHILE.replace("TYPE", "tensor<i1>"),
        BROADCAST.replace("0xFFFFFFFFFFFFFFFF", "0, 1 "),
        REDUCE,
        BOUNDED_ALIAS.replace("!q", "2xcomplex<f32>"),
        BOUNDED_ALIAS.replace("?x!q, ", "!quant.uniform<i8:f32, 0.5:3>,\n"),
        SORT.replace("TYPE", "tensor<i1>"),
    ):
        assert not is_doubtful(text)


def test_a_program_that_ends_the_verifier_is_not_written():
    module = reader.read(ADD)
    body = module.functions["main"].body
    body.operations.insert(0, Operation("func.call", (), (), {"callee": hl.ir.SymbolRef(("\udcff",))}))
    for write in (writer.to_text, writer.to_bytecode, lambda x: writer.to_portable_artifact(x, "current")):
        with pytest.raises(VerificationError, match="crashed on it"):
            write(module)


def test_whoever_asks_chooses_the_bindings_each_time(monkeypatch):
    """A worker stays, and its environment is that of its start."""
    monkeypatch.setenv(provider.VARIABLE, "of its start")
    executor = Executor.__new__(Executor)  # without bindings, which a test of these needn't load
    for bindings in ("one", "", "other"):
        answer = pickle.loads(executor.call(60, "os:getenv", pickle.dumps((provider.VARIABLE,)), bindings))
        assert answer == bindings
