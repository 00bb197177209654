"""Rules of people's own: `hl.custom_vjp`, `hl.custom_jvp`, `hl.custom_batch` for functions, `hl.custom_rules` by name.

A call of such a function is a ``stablehlo.composite``, which is decomposed to the function as it is written; what its
derivatives and batches are is looked up by its name (`hlogen.custom`). So the rules hold for programs that were read,
too, and for composites and custom calls that come from elsewhere. `call.py` is what a rule is told, `staged.py` runs
it, on batches as well; where it is asked is in `hlogen.autodiff.rules.custom` and `hlogen.autodiff.batching.custom`.
"""
