"""The rules of the specification's operations, one file for each or for those that share theirs.

A file lists them as the specification does: inputs (I1 ..), outputs (O1 ..) and constraints (C1 ..), each with its
formula (`hlogen.spec.formula`), and the values of an example that break it. `rule.py` makes constraints of them.
"""
