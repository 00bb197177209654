"""Where backends differ from the specification: who, in which versions, which clause, why, and the smallest program.

Each is a file of `golden/differences/`, `table.py` reads them. `on_modules.py` recognises the programs that meet one,
`on_cases.py` generated ones. A test runs every program on its backend: as soon as a difference no longer shows, or
shows otherwise, the test fails and the file gets another line of versions.
"""

from hlogen.conform.differences.on_modules import met
from hlogen.conform.differences.table import KnownDifference, differences, installed

__all__ = ["KnownDifference", "differences", "installed", "met"]
