"""How messages repeat what was given."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from omkast.errors import ECHO_LENGTH, OmkastError, OmkastWarning, legible, quoted


@given(st.text() | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Cn"]), max_size=200))
def test_a_quoted_text_is_one_line_that_can_be_printed(text: str) -> None:
    shown = quoted(text)
    assert shown.isprintable()
    assert len(shown) <= ECHO_LENGTH + 2
    assert shown[0] == shown[-1]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sixes", "'sixes'"),
        ("a\n\t\x1b[31m", r"'a\n\t\x1b[31m'"),
        (b"\xc3six".decode("utf-8", "surrogateescape"), r"'\xc3six'"),
        (r"\udcc3", r"'\\udcc3'"),
        ("‮", r"'\u202e'"),
        ("x" * 61, "'" + "x" * 57 + "...'"),
        ("\0" * 61, "'" + r"\x00" * 14 + "...'"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert quoted(text) == shown


@given(st.text() | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Cn"]), max_size=200))
def test_the_text_of_an_error_can_be_printed_and_plain_text_stays(text: str) -> None:
    for told in (OmkastError(text), OmkastWarning(text)):
        assert str(told).isprintable()
        assert str(told) == text or not text.isprintable()


def test_a_path_in_an_error_keeps_its_backslashes() -> None:
    assert legible("C:\\udcc3\udcc3\n") == r"C:\udcc3\xc3\n"
