"""How messages repeat what was given."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from omkast.errors import ECHO_LENGTH, quoted


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
