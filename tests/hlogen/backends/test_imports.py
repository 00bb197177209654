"""A program is run without what tests backends: generators of programs, tables of cases."""

import subprocess
import sys
from pathlib import Path

ADD = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
RUN = """
import sys
from hlogen.cli import main
try:
    main(["run", *sys.argv[1:]])
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *(name for name in sys.modules if name.startswith("hlogen.")))
"""


def loaded(*options: str) -> list[str]:
    """The modules of hlogen that `hlogen run` has imported in the end."""
    done = subprocess.run([sys.executable, "-c", RUN, *options], capture_output=True, text=True, check=True)
    last = done.stdout.splitlines()[-1]
    assert last.startswith("loaded: ")
    return last.split()[1:]


def test_a_run_imports_nothing_of_conform(tmp_path: Path) -> None:
    program = tmp_path / "add.mlir"
    program.write_text(ADD)
    modules = loaded(str(program), "-i", "[1, 2]")
    assert "hlogen.backends" in modules
    assert [name for name in modules if name.startswith("hlogen.conform")] == []


def test_a_run_on_another_backend_imports_no_generators_and_runs_no_tests(tmp_path: Path) -> None:
    """Its warnings are of known differences."""
    program = tmp_path / "add.mlir"
    program.write_text(ADD)
    modules = loaded(str(program), "-i", "[1, 2]", "--backend", "xla")
    found = [name for name in modules if name.startswith("hlogen.conform.")]
    assert "hlogen.conform.differences" in found
    assert [name for name in found if name.startswith(("hlogen.conform.generate", "hlogen.conform.checks"))] == []


def test_the_interpreter_has_what_hlogen_provides() -> None:
    script = "import interpreter; print(interpreter.compare.__module__); interpreter.contrast"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("hlogen.conform.opwise")
    assert done.stderr.strip().endswith("AttributeError: module 'interpreter' has no attribute 'contrast'")
