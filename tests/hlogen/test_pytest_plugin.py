"""pytest's items for .mlir tests, in a scratch project: what is collected, what a run says, what it costs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hlogen.backends  # noqa: F401 - what a scratch run imports is forgotten behind it, and NumPy comes but once
from hlogen.pytest_plugin import _backends

pytest_plugins = ["pytester"]

ADDS = """
func.func @twice() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @thrice() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %z = stablehlo.add %y, %x : tensor<2xf32>
  check.expect_eq_const %z, dense<[3.0, 5.0]> : tensor<2xf32>
  func.return
}
"""
# A program each for the checker, without checks, for nobody but interpreters, and two of one name.
PARTS = """
// expected: add.C1
func.func @main(%x: tensor<2xf32>) -> tensor<2xi32> {
  %y = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
// -----
func.func @one() {
  func.return
}
func.func @main() {
  %x = stablehlo.constant dense<7> : tensor<ui64>
  check.expect_eq_const %x, dense<7> : tensor<ui64>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<7> : tensor<ui64>
  check.expect_eq_const %x, dense<7> : tensor<ui64>
  func.return
}
"""
# Upstream's own case of this name is known to fail so.
KNOWN = """
func.func @main() {
  %x = stablehlo.constant dense<[0.0, 0.0, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  func.return
}
"""
BROKEN = "func.func @main() {\n  %y = stablehlo.add %x, %x : tensor<2xf32>\n  func.return\n}\n"
ENDLESS = """
func.func @main() {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %c) : tensor<i1> cond { stablehlo.return %i : tensor<i1> } do {
    stablehlo.return %i : tensor<i1>
  }
  check.expect_eq %0, %c : tensor<i1>
  func.return
}
"""
SKIPPED = """// upstream interpreter isn't asked: it takes a day
func.func @main() {
  %x = stablehlo.constant dense<7> : tensor<ui64>
  check.expect_eq_const %x, dense<7> : tensor<ui64>
  func.return
}
"""


@pytest.fixture(autouse=True)
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at a prompt: pytest says more where CI runs it."""
    for name in ("CI", "BUILD_NUMBER", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)


def project(pytester: pytest.Pytester, **files: str) -> None:
    for name, text in files.items():
        path = pytester.path / f"{name}.mlir"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_case_is_an_item(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    known = "stablehlo/testdata/sort_float32_5"
    files = {"adds": ADDS, "broken": BROKEN, "day": SKIPPED, "endless": ENDLESS, "parts": PARTS, known: KNOWN}
    project(pytester, **files)
    pytester.makeconftest(
        """
        import pytest

        def pytest_collection_modifyitems(items):
            for item in items:
                if item.nodeid == "parts.mlir::@main:21":
                    item.add_marker(pytest.mark.xfail(reason="it can't", strict=True))
        """
    )
    options = ["--hlogen-timeout", "1.5", "--hlogen-backend", "interpreter", "--hlogen-backend", "upstream"]
    chosen = ["-k", "not upstream or day", "--strict-markers", "--continue-on-collection-errors"]
    done = pytester.runpytest_inprocess("-v", *options, *chosen)
    text = "\n".join(re.sub(r" +\[ *\d+%\]$", "", line) for line in done.outlines)
    text = re.sub(r"={2,}|_{2,}", "==", text[text.index("adds.mlir::") :])
    assert text.rpartition("\n== ")[0] == ITEMS.strip()


ITEMS = """
adds.mlir::@twice PASSED
adds.mlir::@thrice FAILED
day.mlir::@main PASSED
day.mlir::@main[upstream] SKIPPED (upstream isn't asked: it takes a day)
endless.mlir::@main FAILED
parts.mlir::line3 PASSED
parts.mlir::line8 SKIPPED (there are no checks in it)
parts.mlir::@main:15 PASSED
parts.mlir::@main:21 FAILED
stablehlo/testdata/sort_float32_5.mlir::@main XFAIL (the results are NaN where NaN is expected, and expect_e...)

== ERRORS ==
== ERROR collecting broken.mlir ==
broken.mlir:2:22: use of undeclared SSA value name '%x'
  2 |   %y = stablehlo.add %x, %x : tensor<2xf32>
    |                      ^
== FAILURES ==
== adds.mlir @thrice ==
check.expect_eq: 1 of 2 elements differ
  at [1]: actual 6.0, expected 5.0
  where: check.expect_eq_const at adds.mlir:13:3
== endless.mlir @main ==
running this case: it took longer than 1.5 s and was stopped
== parts.mlir @main:21 ==
[XPASS(strict)] it can't
== short test summary info ==
FAILED adds.mlir::@thrice - check.expect_eq: 1 of 2 elements differ
FAILED endless.mlir::@main - running this case: it took longer than 1.5 s and was stopped
FAILED parts.mlir::@main:21 - [XPASS(strict)] it can't
ERROR broken.mlir
"""


def test_several_processes_share_the_cases(pytester: pytest.Pytester) -> None:
    """The ini file says what the command line may say."""
    project(pytester, adds=ADDS)
    pytester.makeini("[pytest]\nhlogen = true\nhlogen_backend = interpreter\nhlogen_timeout = 60\n")
    done = pytester.runpytest_inprocess("-n", "2", "-v", "-m", "hlogen(backend='interpreter')")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*PASSED adds.mlir::@twice*"])
    done.stdout.fnmatch_lines(["FAILED adds.mlir::@thrice - check.expect_eq: 1 of 2 elements differ"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hlogen-backend", "xlaa"], "ERROR: there is no backend 'xlaa'; did you mean xla?"),
        (
            ["--hlogen", "--hlogen-timeout", "0"],
            "ERROR: hlogen_timeout is 0.0: it takes a number of seconds, more than 0",
        ),
    ],
)
def test_wrong_options_are_told(pytester: pytest.Pytester, options: list[str], said: str) -> None:
    done = pytester.runpytest_inprocess(*options)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert said in done.errlines


def test_paths_of_backends_are_relative_to_where_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the command line to where one is, in a file to its folder; the command line counts."""
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").touch()
    monkeypatch.chdir(tmp_path / "here")

    def backends(given: list[str], in_file: list[str], file: Path | None = tmp_path / "there" / "pytest.ini") -> Any:
        options = {"hlogen_backend": given, "hlogen_timeout": None}
        said = {"hlogen_backend": in_file, "hlogen_timeout": ""}
        return _backends(SimpleNamespace(getoption=options.get, getini=said.get, inipath=file))

    here, there = (str(tmp_path / folder / "mine.py") for folder in ("here", "there"))
    assert backends([], []) == {"interpreter": "interpreter"}
    assert backends(["./mine.py:Own"], ["xla"]) == {f"{here}:Own": "Own"}
    assert backends([], ["./mine.py:Own", "xla"]) == {f"{there}:Own": "Own", "xla": "xla"}
    assert backends([], ["./mine.py:Own"], file=None) == {f"{here}:Own": "Own"}


RUN = """
import sys
import pytest
code = pytest.main(sys.argv[1:])
print("imported:", *sorted(name for name in sys.modules if name.partition(".")[0] in ("hlogen", "interpreter")))
sys.exit(code)
"""


def test_whoever_does_not_ask_for_it_does_not_pay(pytester: pytest.Pytester) -> None:
    """Installed alone, the plugin takes no .mlir file and imports nothing of hlogen."""
    project(pytester, broken=BROKEN)
    pytester.makepyfile("def test_nothing(): pass")
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-c", RUN, "-p", "pytest_hlogen", "-q"]
    done = subprocess.run(command, cwd=pytester.path, env=environment, capture_output=True, text=True, check=True)
    assert "1 passed" in done.stdout
    assert done.stdout.splitlines()[-1] == "imported:"


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGINT to send")
def test_ctrl_c_ends_a_run(pytester: pytest.Pytester) -> None:
    project(pytester, a=ENDLESS)
    command = [sys.executable, "-m", "pytest", "--hlogen", "--hlogen-timeout", "100", "-v"]
    process = subprocess.Popen(command, cwd=pytester.path, stdout=subprocess.PIPE)
    assert process.stdout is not None
    shown = b""
    while b"@main" not in shown:  # it runs, and its line goes on when it has
        shown += (read := os.read(process.stdout.fileno(), 100))
        assert read, shown
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert b"KeyboardInterrupt" in rest
