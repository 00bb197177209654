"""Everything public stands behind the door, and has a call that its wrong arguments are drawn from."""

import inspect

from helpers.public_calls import WITHOUT, calls, needing_calls, public_names, with_arguments

import hlogen as hl

_IN_THEM = {"interpreter.run", "interpreter.Executable.__call__", "interpreter.Executable.run"}  # by hand, for speed


def test_everything_public_has_a_call_or_a_reason() -> None:
    named = {call.name for call in calls() if call.target is None}
    assert needing_calls() - named == set()
    assert named - set(public_names()) == set()
    assert set(WITHOUT) - set(public_names()) == set()


def test_everything_public_is_behind_the_door() -> None:
    for name in needing_calls() - _IN_THEM:
        function = public_names()[name]
        if isinstance(function, type):
            function = function.__init__
        assert inspect.isfunction(function), name
        assert function.__code__.co_filename.endswith("hlogen/door/guard.py"), name


def test_the_calls_fit() -> None:
    """Otherwise nothing would be found out by replacing an argument."""
    made = 0
    for call in calls():

        def make(arguments, options, call=call):
            nonlocal made
            returned = call.function(*arguments, **options)
            if call.then is not None:
                call.then(returned)
            made += 1

        try:
            with_arguments(call, make)
        except hl.HlogenError as error:
            raise AssertionError(call.name) from error
    assert made == len(calls())
