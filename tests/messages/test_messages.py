"""What is said about the example of every constraint and hazard stands in docs/rules: read differences as a user."""

from tools import docs, generated


def test_the_pages_say_what_is_said_now() -> None:
    assert generated.check(docs.rule_pages(), docs.RULES.iterdir(), "make pages")
