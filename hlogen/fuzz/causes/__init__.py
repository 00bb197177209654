"""What may have gone wrong in a backend: models that compute what each mistake would give.

A model is a row of the files here. It is asked whether its mistake, made on purpose, gives exactly what the backend
gave. The first that says so names the cause; where none does, it is "unknown". A new cause is a function with a name:

    @cause("reads unsigned indices as signed", across_operations=True)
    def signed_indices(wrong: Wrong) -> Iterator[Results]: ...
"""

from hlogen.fuzz.causes.registry import UNKNOWN, Cause, cause_of

__all__ = ["UNKNOWN", "Cause", "cause_of"]
