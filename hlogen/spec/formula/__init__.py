"""Constraints in the notation of the specification, which is what runs: ``size(permutation) = rank(operand)``.

- `syntax.py`: a formula's text as a tree.
- `functions.py`: the functions of the specification that formulas call, such as rank, dim and is_unique.
- `evaluate.py`: a tree's value for one operation, three-valued where sizes are unknown.
- `offence.py`: what to say where it is false, with the values that make it so.
"""
