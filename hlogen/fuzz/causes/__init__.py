"""What may have gone wrong in a backend: models that compute what each mistake would give.

A model is a row of the files here. It is asked whether its mistake, made on purpose, gives exactly what the backend
gave. Where several say so, other arguments tell them apart (`examine.py`); where none does, the cause is "unknown". A
new one is a function with a name:

    @cause("reads unsigned indices as signed", across_operations=True)
    def signed_indices(wrong: Wrong) -> Iterator[Results]: ...
"""

from hlogen.fuzz.causes.registry import UNKNOWN, Cause, causes_of, explains, may_show

__all__ = ["UNKNOWN", "Cause", "causes_of", "explains", "may_show"]
