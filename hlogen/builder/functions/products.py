"""Products of tensors: matmul, and einsum, which says products and sums by letters."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder import linear_algebra
from hlogen.builder.elementwise import compare, select
from hlogen.builder.emit import as_tensor, described
from hlogen.builder.functions.common import I32
from hlogen.builder.functions.reductions import sum
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.shape import transpose
from hlogen.builder.sizes import counted, sizes_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public


@public
def einsum(subscripts: str, *operands: TensorLike) -> Tensor:
    """Sums of products over the letters that the result lacks: ``hl.einsum("bij,bjk->bik", x, y)``.

    As `numpy.einsum`: a letter twice in one operand is its diagonal, ``...`` stands for any number of dimensions, the
    same in all operands that have it, and without ``->`` the result has the letters that stand once, in the order of
    the alphabet. Operands are multiplied from left to right, each pair by one dot_general.
    """
    require_scope("hl.einsum")
    if not isinstance(subscripts, str):
        raise usage_error(f"subscripts is a text such as 'ij,jk->ik', not {described(subscripts)}")
    element_type = next((value.element_type for value in operands if isinstance(value, Tensor)), None)
    values = [as_tensor(value, f"operands[{number}]", element_type) for number, value in enumerate(operands)]
    inputs, output = _parsed(subscripts, values)
    _require_sizes(subscripts, inputs, values)
    terms = [_simple(value, letters) for value, letters in zip(values, inputs, strict=True)]
    value, letters = terms[0]
    for number, (other, others) in enumerate(terms[1:], 1):
        later = {letter for _, rest in terms[number + 1 :] for letter in rest}.union(output)
        value, letters = _product(value, letters, other, others, later)
    value, letters = _without(value, letters, set(output))
    order = [letters.index(letter) for letter in output]
    return value if order == list(range(len(order))) else transpose(value, order)


@public
def matmul(x: TensorLike, y: TensorLike) -> Tensor:
    """``x @ y``, as `numpy.matmul`: products of matrices and vectors. Dimensions before the last two are batches, which
    are broadcast."""
    return linear_algebra.matrix_product(x, y)


def _product(
    left: Tensor, left_letters: list[str], right: Tensor, right_letters: list[str], later: set[str]
) -> tuple[Tensor, list[str]]:
    """The product of two, summed over what neither the result nor a later operand has."""
    left, left_letters = _without(left, left_letters, later.union(right_letters))
    right, right_letters = _without(right, right_letters, later.union(left_letters))
    common = [letter for letter in left_letters if letter in right_letters]
    batch = [letter for letter in common if letter in later]
    summed = [letter for letter in common if letter not in later]
    product = dot_general(
        left,
        right,
        lhs_batching_dimensions=[left_letters.index(letter) for letter in batch],
        rhs_batching_dimensions=[right_letters.index(letter) for letter in batch],
        lhs_contracting_dimensions=[left_letters.index(letter) for letter in summed],
        rhs_contracting_dimensions=[right_letters.index(letter) for letter in summed],
    )
    free = [letter for letters in (left_letters, right_letters) for letter in letters if letter not in common]
    return product, batch + free


def _without(value: Tensor, letters: list[str], wanted: set[str]) -> tuple[Tensor, list[str]]:
    """Summed over the letters that aren't wanted."""
    axes = [at for at, letter in enumerate(letters) if letter not in wanted]
    if not axes:
        return value, letters
    return sum(value, axes), [letter for letter in letters if letter in wanted]


def _simple(value: Tensor, letters: list[str]) -> tuple[Tensor, list[str]]:
    """Each letter once: of those that stand twice, the diagonal."""
    for letter in dict.fromkeys(letters):
        while letters.count(letter) > 1:
            first = letters.index(letter)
            second = letters.index(letter, first + 1)
            sizes = sizes_of(value)
            on_diagonal = compare(counted(sizes, first, I32), counted(sizes, second, I32), "EQ")
            value = sum(select(on_diagonal, value, 0), second)
            letters = [each for at, each in enumerate(letters) if at != second]
    return value, letters


def _parsed(subscripts: str, values: Sequence[Tensor]) -> tuple[list[list[str]], list[str]]:
    """The letters of each operand and of the result; dimensions of ``...`` are named by their place from the end."""
    text = subscripts.replace(" ", "")
    before, arrow, after = text.partition("->")
    terms = before.split(",")
    if len(terms) != len(values):
        raise usage_error(f"einsum {subscripts!r} has {len(terms)} operands, but {len(values)} are given")
    inputs = [_letters(term, value.rank, subscripts) for term, value in zip(terms, values, strict=True)]
    dots = max(([name for name in letters if name.isdigit()] for letters in inputs), key=len)
    there = {letter for letters in inputs for letter in letters}
    if not arrow:
        flat = [letter for letters in inputs for letter in letters]
        return inputs, [*dots, *sorted(letter for letter in there if letter.isalpha() and flat.count(letter) == 1)]
    output = _letters(after, None, subscripts, dots)
    for letter in output:
        if letter not in there:
            raise usage_error(f"einsum {subscripts!r}: the result has {letter}, and no operand has")
        if output.count(letter) > 1:
            raise usage_error(f"einsum {subscripts!r}: the result has {letter} twice")
    return inputs, output


def _letters(term: str, rank: int | None, subscripts: str, dots: Sequence[str] = ()) -> list[str]:
    """A term as a list of names, one per dimension of an operand of this rank, or of the result (None)."""
    head, ellipsis, tail = term.partition("...")
    if not (head + tail).isalpha() and head + tail:
        raise usage_error(f"einsum {subscripts!r}: {term!r} has something else than letters and ...")
    letters = [*head, *tail]
    if rank is not None:
        hidden = rank - len(letters)
        if hidden < 0 or (hidden and not ellipsis):
            raise usage_error(
                f"einsum {subscripts!r}: {term!r} has {len(letters)} letters for an operand of rank {rank}"
            )
        dots = [str(place) for place in range(hidden, 0, -1)]
    return [*head, *(dots if ellipsis else ()), *tail]


def _require_sizes(subscripts: str, inputs: Sequence[Sequence[str]], values: Sequence[Tensor]) -> None:
    found: dict[str, int] = {}
    for letters, value in zip(inputs, values, strict=True):
        for letter, size in zip(letters, value.shape, strict=True):
            if size is not None and found.setdefault(letter, size) != size:
                name = f"dimension -{letter} of ..." if letter.isdigit() else letter
                raise usage_error(f"einsum {subscripts!r}: {name} has the sizes {found[letter]} and {size}")
