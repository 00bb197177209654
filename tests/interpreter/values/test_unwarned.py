"""NumPy's warnings, off and on again."""

import numpy as np
import pytest

from interpreter.values import unwarned


@pytest.mark.parametrize("asked", [unwarned._ASKED, None], ids=["seen", "not seen"])
def test_off_and_on_again(asked, monkeypatch):
    monkeypatch.setattr(unwarned, "_ASKED", asked)
    with np.errstate(divide="raise", over="warn"):
        outer = np.geterr()
        begun = unwarned.begin()
        assert set(np.geterr().values()) == {"ignore"}
        assert np.divide(np.float32(1), np.float32(0)) == np.inf
        unwarned.end(begun)
        assert np.geterr() == outer
        with pytest.raises(FloatingPointError):
            np.divide(np.float32(1), np.float32(0))


def test_it_is_seen_what_numpy_is_asked():
    assert unwarned._ASKED is not None
