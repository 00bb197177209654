"""Backends that are commands: in another language than Python, by files of elements, and by .npz files."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from hlogen.backends.adapted import Adapted
from hlogen.backends.adapters import command as command_adapter
from hlogen.backends.address import found
from hlogen.backends.errors import (
    OracleCrashed,
    OracleError,
    OracleTimeout,
    Refused,
    Unsupported,
)
from hlogen.backends.pool import adapted

# Knows one operation: the sum of its two arguments of f32 or i4; everything else is told apart by its exit code.
RUNNER = r"""
use strict;
my ($program, $signature, $arguments, $results) = @ARGV;
local $/;
sub content { open(my $file, "<:raw", $_[0]) or die "$_[0]: $!"; return <$file>; }
my $text = content($program);
my $types = content($signature);
print "garbage on standard output\n";
kill 'SEGV', $$ if $text =~ /stablehlo\.tan /;
if ($text =~ /stablehlo\.sine/) { print STDERR "no sine here\n"; exit 77; }
if ($text !~ /stablehlo\.add/) { print STDERR "I only add\n"; exit 1; }
my $letter = $types =~ /"element_type": "f32"/ ? "f<" : "c";
my @a = unpack("($letter)*", content("$arguments/0.bin"));
my @b = unpack("($letter)*", content("$arguments/1.bin"));
open(my $out, ">:raw", "$results/0.bin") or die;
print $out pack("($letter)*", map { $a[$_] + $b[$_] } 0 .. $#a);
"""
PROGRAM = """func.func @main(%a: tensor<TYPE>, %b: tensor<TYPE>) -> tensor<TYPE> {
  %0 = stablehlo.OP %a, %b : tensor<TYPE>
  return %0 : tensor<TYPE>
}"""
UNARY = """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.OP %a : tensor<f32>
  return %0 : tensor<f32>
}"""

needs_perl = pytest.mark.skipif(shutil.which("perl") is None, reason="needs perl")


@needs_perl
def test_a_runner_in_another_language(tmp_path: Path) -> None:
    (tmp_path / "runner.pl").write_text(RUNNER)
    runs = adapted(found("exec:perl runner.pl {program} {signature} {arguments} {results}", tmp_path))
    assert runs.name == "exec:perl"
    with_sum = PROGRAM.replace("OP", "add")
    a, b = np.array([[1.5, -2], [0, 1e30]], np.float32), np.full((2, 2), 0.25, np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(runs.run(with_sum.replace("TYPE", "2x2xf32"), a, b)[0], a + b)
    small = np.array([-8, 7, 3], ml_dtypes.int4)
    (total,) = runs.run(with_sum.replace("TYPE", "3xi4"), small, np.array([1, -7, 0], ml_dtypes.int4))
    assert (total.dtype, total.tolist()) == (ml_dtypes.int4, [-7, 0, 3])
    with pytest.raises(OracleError, match="exec:perl: I only add"):
        runs.run(PROGRAM.replace("OP", "multiply").replace("TYPE", "3xi4"), small, small)
    with pytest.raises(Unsupported, match="exec:perl: no sine here"):
        runs.run(UNARY.replace("OP", "sine"), 1.0)
    with pytest.raises(OracleCrashed, match=r"perl died \(signal SIGSEGV\)"):
        runs.run(UNARY.replace("OP", "tan"), 1.0)
    runs.close()


def test_a_command_that_compiles_and_one_that_runs_with_npz_files(tmp_path: Path) -> None:
    (tmp_path / "compiler.py").write_text(
        "import sys\ntext = open(sys.argv[1]).read()\n"
        "if 'stablehlo.sine' in text:\n    sys.exit('no sine')\nopen(sys.argv[2], 'w').write('compiled')\n"
    )
    (tmp_path / "runner.py").write_text(
        "import sys\nimport numpy as np\nassert open(sys.argv[1]).read() == 'compiled'\n"
        "given = np.load(sys.argv[2])\nnp.savez(sys.argv[3], **{'0': given['0'] | given['1']})\n"
    )
    (tmp_path / "it.toml").write_text(
        f'backend = "exec:{sys.executable} runner.py {{compiled}} {{arguments}} {{results}}"\n'
        '[options]\narrays = "npz"\n'
        f'compile = "{sys.executable} compiler.py {{program}} {{compiled}}"\nversion = "echo 1.2.3"\n'
    )
    runs = adapted(found(str(tmp_path / "it.toml")))
    assert runs.version() == {"version": "1.2.3"}
    for dtype, element in ((np.int32, "i32"), (ml_dtypes.bfloat16, "bf16"), (ml_dtypes.uint4, "ui4")):
        a = np.array([1, 2, 3]).astype(dtype)
        (result,) = runs.run(PROGRAM.replace("OP", "add").replace("TYPE", f"3x{element}"), a, a)
        assert (result.dtype, result.tolist()) == (a.dtype, a.tolist())
    with pytest.raises(Refused, match="no sine"):
        runs.run(UNARY.replace("OP", "sine"), 1.0)
    runs.close()


def test_a_command_has_the_environment_of_its_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the PYTHONPATH of the worker that starts it: it may be another Python, which can't use what lies there."""
    (tmp_path / "it.toml").write_text(
        'backend = "exec:true {program} {arguments} {results}"\n[options]\n'
        "version = \"sh -c 'echo $PYTHONPATH.$HLOGEN_USERS_PYTHONPATH'\"\n"
    )
    for path in ("", "/mine"):
        monkeypatch.setenv("PYTHONPATH", path)
        runs = adapted(found(str(tmp_path / "it.toml")))
        assert runs.version() == {"version": f"{path}."}
        runs.close()


TWICE = """func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  return %a, %a : tensor<3xf32>, tensor<3xf32>
}"""
COUNT = """func.func @main(%a: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}"""
NPZ, THREE = (("arrays", "npz"),), np.ones(3, np.float32)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where JAX may be, which Python mustn't fork: there commands don't look after who started them."""
    monkeypatch.setattr(command_adapter, "_end_with_parent", None)


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize(
    ("command", "options", "program", "message"),
    [
        ("true {results}", (), TWICE, "WrongResults: result 0: 0.bin can't be read: No such file"),
        ("cp {program} {results}/0.bin", (), TWICE,
         "WrongResults: result 0 has type tensor<3xf32>, so 12 bytes; 0.bin has 1"),
        ("false {results}", (), TWICE, "OracleError: exit code 1"),
        ("no-such-command {results}", (), TWICE, "CannotStartBackend: no-such-command can't be run: No such file"),
        ("true", (), TWICE, "CannotStartBackend: the command 'true' doesn't say where {results} goes"),
        ("true {result}", (), TWICE, "CannotStartBackend: the command 'true {result}': in {result} only these may "
         "stand in braces: program, signature, compiled, arguments, results"),
        ("true '{results}", (), TWICE,
         "CannotStartBackend: the command \"true '{results}\" can't be split into words: No closing quotation"),
        ("true {results}", NPZ, TWICE, r"WrongResults: the command ended with 0 and wrote no {results}"),
        ("cp {program} {results}", NPZ, TWICE, "WrongResults: {results} is no .npz file that can be read: "),
        ("cp {arguments} {results}", NPZ, TWICE, "WrongResults: {results} has no array called 1; it has 0"),
        ("cp {arguments}/0.bin {results}/0.bin", (), COUNT,
         "WrongResults: result 0 has type tensor<?xi32>, whose shape a file of elements doesn't say: use npz"),
        ("true {results}", (("compile", "true {compiled}"),), TWICE,
         "Refused: the command that compiles ended with 0 and wrote no {compiled}"),
        ("true {results}", (("arrays", "zip"),), TWICE, "CannotStartBackend: arrays is 'zip'; it is one of raw, npz"),
    ],
)  # fmt: skip
def test_a_command_that_does_not_do_its_work_is_told_so(
    command: str, options: tuple[tuple[str, str], ...], program: str, message: str
) -> None:
    address = found(f"exec:{command}")
    address = replace(address, options=(*address.options, *options))
    given = np.full(1, 3, np.int32) if program is COUNT else THREE
    with pytest.raises(OracleError) as raised:
        Adapted(address).run(program.encode(), "main", [given])
    assert f"{type(raised.value).__name__}: {raised.value}".startswith(message)


@pytest.mark.usefixtures("in_this_process")
def test_a_result_whose_shape_its_file_says() -> None:
    address = found("exec:cp {arguments} {results}")
    runs = Adapted(replace(address, options=(*address.options, *NPZ)))
    assert runs.version() == {}
    assert runs.run(COUNT.encode(), "main", [np.full(1, 3, np.int32)])[0].tolist() == [3]


def test_a_command_that_takes_too_long_is_ended() -> None:
    runs = adapted(found("exec:sh -c 'sleep 60' {results}"), time_limit=0.5)
    with pytest.raises(OracleTimeout, match=r"no result after 0\.5 s"):
        runs.run(TWICE, THREE)
    runs.close()
