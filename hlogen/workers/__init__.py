"""Processes for foreign code, which ends the process that it runs in on some inputs: they have limits, and may fall.

- `process.py`: one process, seen by whoever asks it. It ends with that one, and says what it died of.
- `worker.py`: the same, seen from inside. It sets the limits, keeps what libraries print apart from answers, and calls
  an executor.
- `limits.py`: what a worker may take of memory and time.
- `wire.py`: what the two say to each other.
"""
