"""Derivatives and batching of functions: `jvp`, `vjp`, `grad`, `linearize`, `jacrev`, `hessian`, `hvp`, `vmap` and kin.

What goes in is a program, what comes out is a function of a program, so they nest to any order. They run a
program's operations again through the builder; what an operation does on the way is one row in the table of
`hlogen.autodiff.rules` or `hlogen.autodiff.batching`.
"""
