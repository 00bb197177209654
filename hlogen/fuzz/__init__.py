"""Random programs on a backend: what comes back wrong is made minimal, told apart by its cause, and reported.

- `grammar/`: how each operation is drawn; `program.py`: whole programs, from a seed or from a list of decisions.
- `judge.py`: programs on a backend, and what becomes of those that it gets wrong: `shrink.py`, `causes/`.
- `store.py`, `campaign.py`: what was found, by several processes, over days.
"""
