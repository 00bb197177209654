"""Functions under NumPy's and JAX's names, each a few lines on the specification's operations.

They have no rules of their own: derivatives, batches and exports come from the operations that they build. They take
dynamic dimensions wherever those operations do.
"""
