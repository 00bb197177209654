"""Programs with arguments beside them are cases, too."""

import numpy as np
import pytest

from hlogen.conform.corpus import cases_of, corpus
from hlogen.conform.verdicts import Verdict, judged
from hlogen.errors import UsageError
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode

PROGRAM = """// Rows twice.
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> (tensor<3xf32>, tensor<i32>) {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0, %n : tensor<3xf32>, tensor<i32>
}
"""
X = np.float32([1, -2, 1000])


@pytest.fixture
def case(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "twice.mlir").write_text(PROGRAM)
    np.savez(tmp_path / "mine" / "twice.inputs.npz", X, np.int32(7))
    return lambda: corpus([tmp_path])[0]


def test_a_program_with_its_arguments_beside_it(case, tmp_path):
    """Of what isn't known, the specification decides: x + x is exact. Of what is, what was written down."""
    assert (case().id, case().op, case().title) == ("mine/twice", "mine", "Rows twice.")
    assert list(case().forms(["constants"])) == []
    near, off = [X * 2 + np.float32(1e-3), np.int32(7)], [X * 2, np.int32(8)]
    (form,) = case().forms()
    assert form.id == "mine/twice@arguments"
    assert judged(form, (X * 2, np.int32(7)))[0] is Verdict.PASS
    assert judged(form, tuple(near))[0] is Verdict.WRONG_VALUE
    np.savez(tmp_path / "mine" / "twice.expected.npz", X * 2, np.int32(7))
    (form,) = case().forms()
    assert judged(form, (X * 2, np.int32(7)))[0] is Verdict.PASS
    assert judged(form, tuple(near))[0] is Verdict.TOLERATED
    assert judged(form, tuple(off))[0] is Verdict.WRONG_VALUE


@pytest.mark.parametrize("arrays", [(X,), (X, np.int64(7)), (X, np.float32(7))])
def test_arguments_that_do_not_fit_are_told(case, tmp_path, arrays):
    np.savez(tmp_path / "mine" / "twice.inputs.npz", *arrays)
    with pytest.raises(UsageError, match=r"twice\.inputs\.npz.* the program has"):
        list(case().forms())
    (tmp_path / "mine" / "twice.inputs.npz").write_bytes(b"PK\3\4")
    with pytest.raises(UsageError, match="can't read"):
        list(case().forms())


CHECKS = (
    "func.func @{}() {{ %c = stablehlo.constant dense<1> : tensor<i32> check.expect_eq %c, %c : tensor<i32> return }}\n"
)


def test_programs_of_one_name_are_told_apart(tmp_path):
    """By the function that checks, where it isn't @main, and else by their number in the file."""
    parts = [CHECKS.format(name) for name in ("main", "main", "other", "other", "main")]
    named = ["// one: it is\n" + parts[0], "// one: it is, too\n" + parts[1]]
    (tmp_path / "it.mlir").write_text("// -----\n".join([*parts, *named]))
    cases = corpus([tmp_path])
    assert [case.id for case in cases] == ["it", "it#2", "it#other", "it#other.2", "it#3", "it#one", "it#one.2"]
    assert [case.line for case in cases] == [1, 3, 5, 7, 9, 12, 15]
    (tmp_path / "gone.mlir").symlink_to("nowhere.mlir")
    with pytest.raises(UsageError, match=r"can't read .*gone\.mlir: No such file or directory"):
        corpus([tmp_path])


def test_a_program_that_is_named_twice_is_one_case_named_by_the_first(tmp_path):
    (tmp_path / "in" / "it").mkdir(parents=True)
    file = tmp_path / "in" / "it" / "ones.mlir"
    file.write_text(CHECKS.format("main"))
    roots = [tmp_path, tmp_path / "in", tmp_path / "in" / "it", file]
    for number, id in enumerate(("in/it/ones", "it/ones", "ones", "ones")):
        rest = [root for root in roots if root is not roots[number]]
        assert [case.id for case in corpus([roots[number], *rest])] == [id]


def test_what_jax_exported_is_in_the_corpus():
    real = [case for case in corpus() if case.op == "real"]
    assert len(real) >= 8
    (form,) = next(case for case in real if case.id == "real/kv_cache_update").forms()
    assert judged(form, form.expected())[0].is_right


def test_what_only_interpreters_run_is_in_no_corpus(tmp_path):
    """Programs with their operations, such as those of several processes."""
    assert not [case.id for case in corpus() if b"interpreter." in case.text]
    (tmp_path / "it.mlir").write_text(CHECKS.format("main") + "// -----\n" + CHECKS.format("interpreter.main"))
    assert [case.id for case in corpus([tmp_path])] == ["it"]
    (tmp_path / "it.mlir").write_text(CHECKS.format("interpreter.main"))
    with pytest.raises(UsageError, match=rf"there is no case in {tmp_path}: no program without arguments that checks$"):
        corpus([tmp_path])


CALL = "stablehlo.custom_call @check.expect_eq(%c, %c) : (tensor<i32>, tensor<i32>) -> ()"


def test_bytecode_is_a_case_and_so_is_what_can_not_be_read(tmp_path, monkeypatch):
    called = CHECKS.replace("check.expect_eq %c, %c : tensor<i32>", CALL)
    (tmp_path / "it.mlirbc").write_bytes(to_bytecode(read(called.format("other") + called.format("another"))))
    cases = corpus([tmp_path])
    assert [case.id for case in cases] == ["it#other", "it#another"]
    assert [(case.element_types, case.features, case.kinds) for case in cases] == [(("i32",), (), ("constants",))] * 2

    def damaged(*_, **__):
        raise UsageError("it is damaged")

    monkeypatch.setattr("hlogen.conform.corpus.read", damaged)
    (case,) = corpus([tmp_path])
    assert (case.id, case.element_types, case.features, case.kinds) == ("it", (), ("unreadable",), ())


@pytest.mark.parametrize(
    ("path", "ids"),
    [
        ("golden/add/it.mlir", ["add/it"]),
        ("golden/old/golden/add/it.mlir", ["add/it"]),  # a copy in another one
        ("golden/it.mlir", ["it"]),
        ("golden/invalid/it.mlir", []),
        ("goldens/add/it.mlir", []),
        ("it.mlir", []),
    ],
)
def test_the_cases_of_a_copy_of_the_goldens(tmp_path, path, ids):
    assert [case.id for case in cases_of(CHECKS.format("main").encode(), tmp_path / path)] == ids
