"""Spellings of names, for the tests that read them."""

from __future__ import annotations

import re
import unicodedata


def spellings(name: str) -> set[str]:
    """Ways in which people may write a name."""
    bare = name.replace("å", "a").replace("ä", "a").replace("ö", "o").replace("ø", "o")
    digraphs = name.replace("å", "aa").replace("ä", "ae").replace("ö", "oe").replace("ø", "oe")
    basic = {name, bare, digraphs, unicodedata.normalize("NFD", name)}
    parted = {re.sub("[ -]", gap, word) for word in basic for gap in (" ", "-", "_", "", "  ")}
    return parted | {word.upper() for word in parted} | {word.title() for word in parted}
