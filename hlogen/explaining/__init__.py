"""What operations and programs do, as pictures: `hl.explain`.

Index maps say which element of a result comes from where, and where each update lands: `maps/` has a function for each
operation whose essence is an index map, the specification's formula with the specification's names. `formula.py` runs
such a function and keeps its steps; pages (`page/`) run the same function, translated. `provenance/` traces elements
through a whole program, `graph/` shows it.
"""
