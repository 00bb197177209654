"""Programs in several processes at once: the specification's process grid, its groups and its channels.

`groups.py` says who works together, `grid.py` lets them meet, `run.py` starts them. The operations themselves are
kernels like any other: `kernels/distribution.py` and `kernels/channels.py`.
"""
