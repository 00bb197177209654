"""Checkpoints: what is computed again has the derivative of what is computed once."""

from helpers.derivatives import Row

import hlogen as hl


def checkpoint(rng, element_type):
    size = int(rng.integers(1, 4))
    layer = hl.checkpoint(lambda x, y: hl.sine(x * y) * hl.checkpoint_name(x * x, "kept"), policy=["kept"])

    @hl.function(f"{size}x{element_type}", f"{size}x{element_type}", name="main")
    def main(x, y):
        return layer(layer(x, y), y)

    return main, [rng.normal(size=size), rng.normal(size=size)]


def name(rng, element_type):
    size = int(rng.integers(1, 4))

    @hl.function(f"{size}x{element_type}", name="main")
    def main(x):
        return hl.sine(hl.checkpoint_name(x * x, "kept"))

    return main, [rng.normal(size=size)]


ROWS = [Row("hlogen.checkpoint", checkpoint), Row("hlogen.checkpoint_name", name)]
