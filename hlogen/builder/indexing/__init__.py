"""Indexing as people write it: `x[...]`, `x.at[...]`, take, take_along_axis, in NumPy's meaning.

`parse` understands an index, `pointers` makes index vectors of it, `read` and `update` build the operations.
"""
