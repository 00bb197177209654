"""Finding bindings: which ones, what they say about themselves, and what is said where there are none."""

import importlib
import importlib.metadata
import importlib.util
import subprocess
import sys
import threading

import pytest

from hlogen.mlir import provider
from hlogen.mlir.errors import BindingsError, ParseError
from hlogen.mlir.reader import read


@pytest.fixture(autouse=True)
def no_choice(monkeypatch):
    monkeypatch.delenv(provider.VARIABLE, raising=False)


def test_jaxlib_comes_first():
    bindings = provider.find()
    assert bindings.package == "jaxlib.mlir"
    assert bindings.distribution == "jaxlib"
    assert bindings.version == importlib.metadata.version("jaxlib")
    assert bindings is provider.find()
    assert bindings.minimum_stablehlo_version == "0.9.0"


def test_a_context_knows_the_dialects_around_stablehlo():
    bindings = provider.find()
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2xf32>) {
  %0 = chlo.broadcast_add %b, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "unknown.operation"() : () -> ()
  return
}"""
    assert bindings.ir.Module.parse(text, bindings.context()).operation.verify()


def test_contexts_are_independent():
    bindings = provider.find()
    assert bindings.context() is not bindings.context()


def test_contexts_from_many_threads():
    failures = []

    def work():
        try:
            for _ in range(5):
                provider.find().context()
        except BaseException as error:  # noqa: BLE001  # whatever goes wrong in the thread is to fail the test
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_variable_decides(monkeypatch):
    monkeypatch.setenv(provider.VARIABLE, "jaxlib")
    assert provider.find().package == "jaxlib.mlir"
    monkeypatch.setenv(provider.VARIABLE, "nonsense")
    with pytest.raises(BindingsError, match="must be one of jaxlib, mlir, torch_mlir"):
        provider.find()
    if importlib.util.find_spec("mlir") is None:
        monkeypatch.setenv(provider.VARIABLE, "mlir")
        with pytest.raises(BindingsError, match=r"HLOGEN_BINDINGS asks for mlir, but mlir is not installed"):
            provider.find()


def test_the_description_covers_every_known_package():
    report = provider.describe()
    assert list(report) == ["jaxlib", "mlir", "torch_mlir"]
    assert report["jaxlib"] == {
        "package": "jaxlib.mlir",
        "status": "used",
        "version": importlib.metadata.version("jaxlib"),
        "stablehlo": provider.find().stablehlo_version,
    }


WITHOUT_BINDINGS = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("jaxlib", "mlir", "torch_mlir"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
import importlib.util
importlib.util.find_spec = lambda name: None
from hlogen.mlir.errors import BindingsError
from hlogen.mlir.reader import read
from hlogen.mlir import provider
try:
    read("module {}")
except BindingsError as error:
    print(error)
print(provider.describe()["jaxlib"]["status"])
"""


def test_without_bindings_the_error_says_what_to_install():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_BINDINGS], capture_output=True, text=True, timeout=60, check=True
    )
    first, second = done.stdout.splitlines()
    assert first.startswith("no MLIR bindings with the StableHLO dialect are installed: jaxlib.mlir is not installed")
    assert 'pip install "jaxlib>=0.10"' in first
    assert second == "jaxlib.mlir is not installed"


def test_importing_the_door_does_not_open_it():
    code = "import sys, hlogen.mlir.reader, hlogen.mlir.writer; print(any(m.startswith('jaxlib') for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


def test_small_programs_share_a_context_for_a_while():
    bindings = provider.find()
    first = bindings.context_for("module {}")
    assert bindings.context_for("module {}") is first
    assert bindings.context_for(" " * 1_000_000) is not first  # large ones would keep it large
    assert bindings.context_for("dense_resource<blob>") is not first  # whose name would stay taken
    assert any(bindings.context_for(" " * 100_000) is not first for _ in range(20))


def test_what_types_became_is_kept_as_long_as_their_context():
    bindings = provider.find()
    context = bindings.context_for("module {}")
    converted = bindings.converted_in(context)
    assert bindings.converted_in(context) is converted
    assert bindings.converted_in(bindings.context()) is not converted
    while bindings.context_for(" " * 100_000) is context:
        pass
    assert bindings.converted_in(context) is not converted
    assert bindings.converted_in(bindings.context_for("module {}")) is not converted


def test_threads_share_no_context():
    bindings = provider.find()
    found = []
    thread = threading.Thread(target=lambda: found.append(bindings.context_for("module {}")))
    thread.start()
    thread.join()
    assert found[0] is not bindings.context_for("module {}")


def test_what_was_parsed_and_refused_leaves_nothing_behind():
    refused = "func.func @main() { %0 = stablehlo.nothing }"
    text = "func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> { return %a : tensor<3xf32> }"
    for _ in range(3):
        with pytest.raises(ParseError, match=r"stablehlo\.nothing"):
            read(refused)
        assert str(read(text).function("main").type.inputs[0]) == "tensor<3xf32>"


def test_bindings_may_come_in_one_of_several_distributions():
    """Which one is installed is told, with its version."""
    assert provider._distribution(("no-such-distribution", "numpy")) == ("numpy", importlib.metadata.version("numpy"))
    assert provider._distribution(("no-such-distribution", "nor-this")) == ("no-such-distribution", "unknown")
