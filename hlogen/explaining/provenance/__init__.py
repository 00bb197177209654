"""Where elements come from, in whole programs: which elements of the arguments an element of a result depends on.

It is computed by running the program. `traced.py` is what is asked, `tape.py` keeps the run, `relations.py` is how
masks over a result become masks over operands, and back; `rules/` has how single operations depend on their operands.
"""

from hlogen.explaining.provenance.traced import Part, Provenance, Traced, trace

__all__ = ["Part", "Provenance", "Traced", "trace"]
