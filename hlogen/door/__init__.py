"""What stands before everything public: a call with wrong arguments ends in a UsageError that names the argument.

::

    @public
    def gather(operand: TensorLike, start_indices: TensorLike, *, offset_dims: Iterable[int], ...

Functions say what is wrong with their arguments themselves, in the terms of what they do. The door is for what they
don't expect: where a call fails with an error of Python's own, it holds the arguments against the annotations of the
signature. As long as nothing fails it does nothing. Of a function that keeps its arguments for later, so that they
would fail elsewhere, or that would take anything, those of a call that has gone well are looked at as well: it is
`strict`.

An error that the arguments don't explain stays what it is, as that is a mistake of ours; and so does one that came up
in the caller's own code, in a function that was given as an argument.
"""

from hlogen.door.described import described
from hlogen.door.guard import explain, public, strict

__all__ = ["described", "explain", "public", "strict"]
