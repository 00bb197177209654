"""Modules of PyTorch as programs: what they give is PyTorch's, their weights and their places are the user's."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

from helpers.torch_models import Branching, Classifier, Numbers, Unknown, Windows  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of PyTorch, about itself


HERE = Classifier.forward.__code__.co_filename


def classifier() -> tuple[Any, tuple[Any, ...]]:
    torch.manual_seed(0)
    return Classifier().eval(), (torch.tensor([1, 2, 3]), {"x": torch.randn(3, 4)})


def require_close(got: Any, want: Any) -> None:
    assert got.keys() == want.keys()
    for name, value in want.items():
        np.testing.assert_allclose(got[name], value.detach().numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("weights", ["constants", "arguments"])
def test_a_module_is_a_program(weights):
    module, args = classifier()
    program = hl.from_torch(module, *args, weights=weights)
    names = [value.name for value in program.module.function("Classifier").arguments]
    held = ["table.weight", "layer.weight", "layer.bias"] if weights == "arguments" else []
    assert names == [*held, "tokens", "batch.x"]
    require_close(program(*args), module(*args))
    require_close(program(), module(*args))
    require_close(program(args[0].numpy(), {"x": args[1]["x"].numpy()}), module(*args))
    hl.to_onnx(program)


def test_derivatives_go_through_weights():
    module, args = classifier()
    program = hl.from_torch(module, *args, weights="arguments")
    backward = hl.vjp(program, wrt=["table.weight", "layer.bias"])
    weights = [value.detach().numpy() for value in module.parameters()]
    arrays = (args[0].numpy(), {"x": args[1]["x"].numpy()})
    *_, table, bias = backward(*weights, *arrays, np.ones((3, 3), np.float32))
    module(*args)["scores"].sum().backward()
    np.testing.assert_allclose(table, module.table.weight.grad, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(bias, module.layer.bias.grad, rtol=1e-5, atol=1e-6)


def test_operations_stand_in_the_users_lines():
    module, args = classifier()
    program = hl.from_torch(module, *args)
    line = Classifier.forward.__code__.co_firstlineno + 1
    sanitizer = interpreter.Sanitizer("bounds")
    interpreter.run(program, np.array([1, 2, 30]), args[1]["x"].numpy(), sanitize=sanitizer)
    assert [(one.id, one.location.file, one.location.line) for one in sanitizer.findings] == [
        ("bounds.clamped", HERE, line)
    ]
    assert {operation.location.file for operation in program.module.walk()} == {HERE}


@pytest.mark.parametrize(
    ("module", "what", "has_place"),
    [
        (
            Unknown(),
            "can't be lowered to StableHLO by torch-mlir: failed to legalize operation torch.aten._linalg",
            True,
        ),
        (Windows(), r"legalize operation 'torch.constant.int', of one of aten.unfold.default, aten.mul.Tensor", False),
        (Branching(), "can't be exported by PyTorch: Could not guard on data-dependent expression", True),
        (torch.nn.BatchNorm1d(4), r"changes its buffers \(running_mean, .*\)(.|\n)*module.eval\(\)", False),
        (Numbers(), "returns 3 as result 1, and a program returns tensors", False),
        (torch.sin, "module is a torch.nn.Module, not", False),
    ],
    ids=["unknown", "windows", "branching", "training", "numbers", "function"],
)
def test_what_is_refused(module, what, has_place, capfd):
    with pytest.raises(hl.UsageError, match=what) as raised:
        hl.from_torch(module, torch.ones(4, 4))
    if has_place:
        line = type(module).forward.__code__.co_firstlineno + 1
        assert f"where: {HERE}:{line}" in str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_arguments_that_do_not_fit():
    module, args = classifier()
    with pytest.raises(hl.UsageError, match=re.escape("example argument args[1] of Classifier is float 1.0")):
        hl.from_torch(module, args[0], 1.0)
    program = hl.from_torch(module, *args)
    with pytest.raises(hl.UsageError, match="Classifier takes 2 tensors, not 1"):
        program(args[0])
    with pytest.raises(hl.UsageError, match="takes 2 tensors, not as many in other containers"):
        program(*args[:1], args[1]["x"])
    with pytest.raises(hl.UsageError, match=r"batch.x of Classifier is tensor<3x4xf32>, but a tensor of 3 int64 is"):
        program(args[0], {"x": args[0]})


def test_the_command_line_takes_a_module(tmp_path, monkeypatch):
    from click.testing import CliRunner

    from hlogen.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(
        "import torch\n"
        "class Net(torch.nn.Module):\n"
        "    def forward(self, table, i):\n"
        "        return table[i]\n"
        "net = Net()\n"
        "net_args = (torch.ones(4, 2), torch.tensor([1, 9]))\n"
    )
    result = CliRunner().invoke(main, ["run", "--sanitize", "net.py"])
    assert result.exit_code == 1
    assert f"{tmp_path}/net.py:4: warning: bounds.clamped in stablehlo.gather" in result.stdout
