"""Composites that nobody has a derivative for, though a rule for batches: they are what they are decomposed to."""

from helpers.derivatives import Row

import hlogen as hl

waves = hl.custom_batch(lambda x, y: (hl.sine(x) * y, x * x), name="acme.waves")
waves.def_vmap(lambda size, batched, x, y: ((hl.sine(x) * y, x * x * hl.ones_like(x * y)), True))


def composite(rng, element_type):
    size = int(rng.integers(1, 4))

    @hl.function(f"{size}x{element_type}", f"{size}x{element_type}", name="main")
    def main(x, y):
        first, second = waves(x, y)
        return first + second * y, waves(first, x)[0]

    return main, [rng.normal(size=size), rng.normal(size=size)]


ROWS = [Row("stablehlo.composite", composite)]
