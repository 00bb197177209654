"""The life of a repository with hlogen, from its first check to tests in CI, as its maintainer calls it."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

from helpers import report_forms, schemas

from hlogen import caching
from hlogen.lint import config

pytest_plugins = ["pytester"]

VALID = """func.func @f(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
  %0 = stablehlo.add %x, %x : tensor<{0}xf32>
  return %0 : tensor<{0}xf32>
}}
"""
INVALID = """func.func @f(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
  %0 = "stablehlo.concatenate"(%x) <{{dimension = 1 : i64}}> : (tensor<{0}xf32>) -> tensor<{0}xf32>
  return %0 : tensor<{0}xf32>
}}
"""
MENDED = """func.func @f() {{
  %0 = "stablehlo.iota"() <{{iota_dimension = 0 : i64}}> : () -> tensor<{0}xf32>
  return
}}
"""
FIXABLE = MENDED.replace("0 : i64", "0 : i32")
LATE = """import hlogen as hl

@hl.function("4xf32")
def step(x):
    return hl.dynamic_slice(x, [hl.constant(9, "i32")], [1])
"""
CASE = """func.func @{0}() {{
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<{1}> : tensor<i32>
  return
}}
"""
SPLIT = "// -----\n".join(CASE.format(*one) for one in (("first", 1), ("second", 2), ("third", 1)))
# 300 files: what each of them holds, and what is found there. `concatenate` of one dimension has no dimension 1 (C4),
# and the dimension of `iota` is si64 (I1); a slice of 4 elements doesn't begin at 9.
CONTENTS = {f"models/{number:03}.mlir": VALID for number in range(276)}
CONTENTS |= {f"models/bad/{number}.mlir": INVALID for number in range(12)}
CONTENTS |= {f"models/old/{number}.mlir": FIXABLE for number in range(9)}
FILES = {name: text.format(number + 1) for number, (name, text) in enumerate(CONTENTS.items())}
FILES |= {"third_party/broken.mlir": "nonsense", "tests/cases.mlir": SPLIT, "tests/one.mlir": CASE.format("one", 1)}
FOUND = Counter({"concatenate.C4": 12, "iota.I1": 9, "bounds.clamped": 1, "parse": 1})
REPORTS = ("json", "sarif", "junit", "gitlab", "github")


class _Git:
    """The repository that the tests' maintainer keeps."""

    def __call__(self, *args, given=""):
        done = subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a", *args], input=given, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def test_from_the_first_check_to_tests_in_ci(files, tmp_path_factory, monkeypatch, invoke, lend, request):
    git = _Git()
    for name, text in FILES.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    Path("step.py").write_text(LATE)
    kept = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(caching, "folder", lambda: kept)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "as it was")
    asked = []

    class Counting:
        """The process that is lent to all commands, and how many files it was asked about."""

        def __init__(self):
            self._lent = lend()
            self.fix = self._lent.fix

        def check(self, path, name, **options):
            asked.append(name)
            return self._lent.check(path, name, **options)

        def __enter__(self):
            return self

        def __exit__(self, *exc_info):
            pass

    monkeypatch.setattr("hlogen.lint.checker.Worker", Counting)

    def check(*options, paths=(".", "step.py")):
        """The exit code, what is said, and which files were looked at."""
        config.forget()
        asked.clear()
        result = invoke("check", *paths, "-j", "1", *options)
        assert result.stderr == ""
        return result.exit_code, result.stdout, [*asked]

    # What is there, in all forms at once; then once more, from what is known of it.
    code, first, looked = check(*(f"--format={style}=first.{style}" for style in REPORTS))
    assert (code, len(looked)) == (2, 300)
    assert first.splitlines()[-1] == (
        "checked 303 operations of 5 kinds in 301 files: 21 violations, 1 warning, "
        "1 file could not be read as a whole; 9 fixable with --fix"
    )
    assert check(*(f"--format={style}=again.{style}" for style in REPORTS)) == (2, first, [])
    texts = {style: Path(f"first.{style}").read_text() for style in REPORTS}
    assert texts == {style: Path(f"again.{style}").read_text() for style in REPORTS}
    report = json.loads(texts["json"])
    schemas.check(["check"], report)
    assert Counter(one["rule"] for one in report["findings"]) == FOUND
    report_forms.check_sarif(texts["sarif"], FOUND.total())
    fixed = {f"models/old/{number}.mlir": MENDED.format(289 + number) for number in range(9)}
    edits = {one["file"].removeprefix("./"): one["fixable"]["edits"] for one in report["findings"] if one["fixable"]}
    assert {file: report_forms.edited(FILES[file], of_file) for file, of_file in edits.items()} == fixed
    assert report_forms.mended(texts["sarif"], FILES) == fixed
    report_forms.check_gitlab(texts["gitlab"], FOUND.total())
    report_forms.check_junit(texts["junit"], tests=301, failures=21, errors=1)
    assert Counter(re.findall(r"^::\w+ file=.*?title=([\w.]+)::", texts["github"], re.M)) == FOUND
    code, said, looked = check("--statistics")
    counts = "".join(f"{number:>2}  {rule}\n" for rule, number in sorted(FOUND.items(), key=lambda one: (-one[1], one)))
    assert (code, said, looked) == (2, f"{counts}{first.splitlines()[-1]}\n", [])

    # An edit and a new name: these files are looked at.
    Path("models/000.mlir").write_text(INVALID.format(1))
    Path("models/bad/0.mlir").rename("models/bad/other.mlir")
    code, said, looked = check("-q")
    assert looked == ["./models/000.mlir", "./models/bad/other.mlir"]
    assert said.count("concatenate.C4") == 13
    assert "./models/bad/other.mlir:2:8: error: stablehlo.concatenate breaks concatenate.C4" in said
    assert "bad/0.mlir" not in said

    # A config, and a baseline of what there is: from here on what is new fails.
    Path("hlogen.toml").write_text('exclude = ["third_party"]\nerror = ["bounds"]\nbaseline = "known.json"\n')
    code, said, looked = check("--update-baseline")
    assert (code, said) == (0, f"wrote 23 findings to {Path('known.json').absolute()}\n")
    assert check()[:2] == (
        0,
        "checked 303 operations of 5 kinds in 300 files: no violations; "
        "23 findings ignored by comments or known to the baseline\n",
    )
    Path("models/001.mlir").write_text(INVALID.format(2))
    Path("models/002.mlir").write_text(FIXABLE.format(3))
    code, said, _ = check("-q")
    assert (code, re.findall(r"breaks ([\w.]+):", said)) == (1, ["concatenate.C4", "iota.I1"])

    # A comment for one of them, a fix for all that have one; what --diff shows is a patch.
    code, said, _ = check("--add-ignores", paths=["models/001.mlir"])
    assert (code, said.splitlines()[0]) == (0, "models/001.mlir: added comments for 1 finding")
    (before,) = [line for line in INVALID.format(2).splitlines() if "concatenate" in line]
    assert f"{before}  // hlogen: ignore[concatenate.C4]\n" in Path("models/001.mlir").read_text()
    git("add", ".")
    Path("known.json").unlink()
    Path("hlogen.toml").write_text('exclude = ["third_party"]\n')
    code, patch, _ = check("--diff", paths=["models"])
    assert code == 1
    patch, told = patch[patch.index("--- ") :], patch.splitlines()[-1]
    assert "; 10 fixes would be made in 10 files" in told
    git("apply", "-p0", given=patch.removesuffix(f"{told}\n"))
    fixed["models/002.mlir"] = MENDED.format(3)
    assert {*git("diff", "--name-only").splitlines()} == {*fixed, "known.json", "hlogen.toml"}
    git("checkout", "-q", "models")
    code, said, _ = check("--fix", paths=["models"])
    assert (code, said.count("fixed: iota.I1: iota_dimension = 0 : i64")) == (1, 10)
    assert {name: Path(name).read_text() for name in fixed} == fixed
    code, said, looked = check("--diff", paths=["models"])
    assert (code, "nothing to fix" in said, looked) == (1, True, [])
    code, said, looked = check("--no-cache", paths=["models/old"])
    assert (code, len(looked)) == (0, 9)
    assert (code, said, []) == check(paths=["models/old"])
    assert invoke("check", "--clear-cache").exit_code == 0
    assert [*kept.iterdir()] == []

    # The tests in it, by hlogen's own command and by pytest.
    result = invoke("test", "tests", "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)["verdicts"]) == (1, {"PASS": 3, "FAIL": 1})
    for name in ("CI", "BUILD_NUMBER", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    here = Path.cwd()
    pytester = request.getfixturevalue("pytester")  # only now, as what is imported from here on is forgotten
    monkeypatch.chdir(here)
    done = pytester.runpytest_inprocess("--hlogen", "-q", "tests")
    done.assert_outcomes(passed=3, failed=1)
    assert "FAILED tests/cases.mlir::@second - check.expect_eq: 1 of 1 elements differ" in done.outlines
