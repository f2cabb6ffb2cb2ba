"""What a notation must do with any text, for the tests of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omkast.errors import NotationError


def refused(*parts: str) -> pytest.RaisesExc[NotationError]:
    """A text is refused with a message in which every one of ``parts`` occurs."""
    return pytest.raises(NotationError, check=lambda error: all(part in str(error) for part in parts))


def read_or_refused(read: Callable[[str], Any], text: str) -> Any:
    """What ``read`` makes of any text; None if it refuses it as it should."""
    try:
        return read(text)
    except NotationError as error:
        assert error.text == text
        assert 0 <= error.at <= len(text)
        assert error.expected
        message = str(error)
        assert message.isprintable()
        assert error.expected in message
        assert len(message) < 400
        return None
