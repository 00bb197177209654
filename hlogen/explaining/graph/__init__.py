"""A whole program as a graph: its operations with types and places, and which of them gives what to which.

`model.py` has the graph as data, with the values of a run and the way of an answer where there are some; `text.py`
writes it as text, `page.py` as a page.
"""
