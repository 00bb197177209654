"""The programs of docs/how-to/derivatives-at-work.md give what the same ones give in JAX."""

import re
from pathlib import Path

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl

jax = pytest.importorskip("jax")
jnp = jax.numpy

PAGE = Path(__file__).resolve().parents[4] / "docs" / "how-to" / "derivatives-at-work.md"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The names that the page's script leaves; functions stand at lines of a file, as a reader's do."""
    script = tmp_path_factory.mktemp("page") / "page.py"
    script.write_text("\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)))
    names = {}
    exec(compile(script.read_text(), script, "exec"), names)
    return names


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


def same(found, expected):
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


def test_newton(page):
    def rosenbrock(x):
        return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2

    x = np.array([-1.2, 1.0])
    same(page["curvature"](x), jax.hessian(rosenbrock)(x))
    same(page["slope"](x), jax.grad(rosenbrock)(x))


def test_implicit_layer(page):
    """JAX derives all of the iterations, whose limit is the same."""

    def implicit(w, x):
        return jnp.sum(jax.lax.fori_loop(0, 60, lambda _, z: jnp.tanh(w * z + x), jnp.zeros_like(x)) ** 2)

    w, x = page["w"], page["x"]
    same(page["implicit"](w, x), implicit(w, x))
    same((page["by_w"], page["by_x"]), jax.grad(implicit, (0, 1))(w, x))


def test_gauss_newton(page):
    t = page["t"]

    def residuals(p):
        return p[0] * jnp.exp(p[1] * t) + p[2] - (2 * np.exp(-1.5 * t) + 0.5)

    p, v = page["p"], page["v"]
    _, along = jax.jvp(residuals, (p,), (v,))
    same(page["gauss_newton_times"](p, v), jax.vjp(residuals, p)[1](along)[0])


@pytest.mark.campaign
def test_maml(page):
    def loss(params, x, y):
        return jnp.mean((jnp.tanh(x @ params["w"] + params["b"]) - y) ** 2)

    def of_a_task(params, x, y, new_x, new_y):
        step = jax.grad(loss)(params, x, y)
        return loss({name: params[name] - 0.5 * step[name] for name in params}, new_x, new_y)

    def of_all(params, *batch):
        return jnp.mean(jax.vmap(of_a_task, (None, 0, 0, 0, 0))(params, *batch))

    same(page["meta_gradient"], jax.grad(of_all)(page["params"], *page["batch"]))


@pytest.mark.campaign
def test_ray(page):
    def depth(origin, direction, radius):
        def march(_, travelled):
            return travelled + jnp.linalg.norm(origin + travelled * direction) - radius

        return jax.lax.fori_loop(0, 40, march, 0.0)

    given = page["origin"], page["direction"], 1.0
    same(hl.grad(page["depth"])(*given), jax.grad(depth, (0, 1, 2))(*given))


@pytest.mark.campaign
def test_forces(page):
    def energy(places, model):
        apart = jnp.linalg.norm(places[page["senders"]] - places[page["receivers"]], axis=1)
        messages = jnp.tanh(apart[:, None] * model["w"])
        atoms = jax.ops.segment_sum(messages, page["receivers"], 4)
        return jnp.sum(jnp.tanh(atoms) * model["a"])

    def of_forces(model):
        return jnp.mean((-jax.grad(energy)(page["places"], model) - page["measured"]) ** 2)

    same(page["gradient"], jax.grad(of_forces)(page["model"]))
