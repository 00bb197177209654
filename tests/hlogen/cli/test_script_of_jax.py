"""``hlogen ... script.py:name`` where the name is a function of JAX, with example arguments beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("jax")

TRAIN = """\
import jax
import numpy as np

def loss(params, tokens):
    return (params["embed"][tokens] ** 2).sum()

@jax.jit
def step(params, tokens):
    value, gradients = jax.value_and_grad(loss)(params, tokens)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)

step_args = ({"embed": np.ones((4, 2), np.float32)}, np.array([1, 7]))
"""
OTHERS = """\
import jax
import jax.numpy as jnp
import numpy as np
import hlogen as hl

def shapes(x, *, scale):
    return {"y": x * scale}

shapes_args = (jax.ShapeDtypeStruct((2,), np.float32),)
shapes_kwargs = {"scale": 3.0}

def lazy(x):
    return x + 1

def lazy_args():
    return (np.ones(2, np.float32),)

def branching(x):
    if x > 0:
        return x

branching_args = [1.0]

def failing(x):
    return x + jnp.ones(3)

failing_args = (np.ones(2),)

def wrong(x):
    return x

wrong_args = 1.0

def named(x):
    return x

named_args, named_kwargs = (), [np.ones(2)]

@hl.function("2xf32")
def ours(x):
    return x * 2

ours_args = (np.ones(2, np.float32),)
traced = hl.from_jax(lambda x: x * 3, np.ones(2, np.float32))
"""


@pytest.fixture
def scripts(files):
    files(train_py=TRAIN, others_py=OTHERS)


def test_the_sanitizer_finds_what_a_training_step_loses_in_silence(scripts, invoke):
    for source in ("train.py:step", "train.py"):
        result = invoke("run", "--sanitize", source)
        assert result.exit_code == 1
        assert result.stdout.startswith("result 0: tensor<f32>\n4.0\nresult 1: tensor<4x2xf32>\n")
        line = f"{Path('train.py').resolve()}:5:"
        assert f"{line}12: warning: bounds.clamped in stablehlo.gather" in result.stdout
        assert f"{line}12: warning: bounds.dropped in stablehlo.scatter" in result.stdout


def test_other_commands_take_it_too(scripts, invoke):
    emitted = invoke("emit", "train.py")
    assert emitted.exit_code == 0
    assert "func.func @step(%params.embed: tensor<4x2xf32>, %tokens: tensor<2xi32>)" in emitted.stdout
    assert ":5:12: stablehlo.gather" in invoke("analyze", "train.py:step").stdout
    assert "%cotangent0" in invoke("grad", "train.py:step", "--wrt", "params.embed").stdout


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("others.py:shapes", "-i", "[1, 2]", "-i", "4"), "[4. 8.]"),
        (("others.py:lazy",), "[2. 2.]"),
        (("others.py:lazy", "-i", "[5, 6]"), "[6. 7.]"),
        (("others.py:ours",), "[2. 2.]"),
        (("others.py:traced",), "[3. 3.]"),
    ],
)
def test_what_it_runs_on(scripts, invoke, arguments, shown):
    result = invoke("run", *arguments)
    assert (result.exit_code, result.stdout) == (0, f"result 0: tensor<2xf32>\n{shown}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "train.py:loss"), "train.py:loss is traced with example arguments, and the script has none\n  fix: "),
        (("run", "train.py:step_args"), "train.py defines no program called step_args; it defines: step"),
        (("run", "others.py:shapes"), "takes 2 arguments (tensor<2xf32>, tensor<f32>), but none was given"),
        (("run", "others.py:wrong"), "wrong_args is a tuple of example arguments, not float"),
        (("run", "others.py:named"), "named_kwargs is a dict of example arguments by name, not list"),
        (("run", "others.py:branching"), "branching can't be traced: it decides by the value of an array"),
        (
            ("run", "others.py"),
            "defines 8 programs: ours, traced, shapes, lazy, branching, failing, wrong, named; choose one",
        ),
    ],
)
def test_bad_calls(scripts, invoke, arguments, message):
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_an_error_of_the_function_is_shown_as_its_own(scripts, invoke):
    result = invoke("run", "others.py:failing")
    assert result.exit_code == 2
    first, *rest = result.stderr.splitlines()
    assert first == "error: others.py fails:"
    assert rest[0].endswith('others.py", line 25, in failing')
    assert rest[-1] == "TypeError: add got incompatible shapes for broadcasting: (2,), (3,)."
    assert len(rest) <= 4
