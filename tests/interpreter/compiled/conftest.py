"""Without the extra `fast` there is no machine code to look at."""

from importlib.util import find_spec

import pytest


@pytest.fixture(autouse=True)
def _compiler() -> None:
    if find_spec("llvmlite") is None:
        pytest.skip("llvmlite isn't installed (the extra `fast`)")
