"""What is in force where the command line says nothing: the environment, then the settings file.

Where neither says anything, the language is that of the locale, and the rest is what the
library and the rules have as their defaults.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from omkast import GAMES, SHEET_GAMES

from .file import FOLDERS, NAMES, Settings, Value

VARIABLES = {"language": "OMKAST_LANG", "tables": "OMKAST_TABLES", "cache": "OMKAST_CACHE"}
"""The environment variables that override settings."""

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that is set names the language of messages."""

LANGUAGE_OF_LOCALE = {"sv": "sv", "nb": "nb", "no": "nb", "nn": "nb"}


SHORT_FORM_OF = SHEET_GAMES[0]
"""The game that ``omkast advise`` speaks of."""


def locale_language() -> str:
    """The language of the locale if answers have it, else English."""
    locale = next((text for name in LOCALE_VARIABLES if (text := os.environ.get(name))), "")
    return LANGUAGE_OF_LOCALE.get(re.split(r"[_.@-]", locale.casefold())[0], "en")


def in_force(settings: Settings) -> dict[str, tuple[Value | None, str]]:
    """Every setting's value and where it comes from; None is a place that the library chooses."""
    fixed: dict[str, Value | None] = {"language": locale_language(), **dict.fromkeys(FOLDERS)}
    fixed |= {f"{game.id}.{choice.name}": choice.default for game in GAMES for choice in game.choices}
    found: dict[str, tuple[Value | None, str]] = {}
    for name in NAMES:
        variable = VARIABLES.get(name, "")
        if text := os.environ.get(variable):
            found[name] = text, variable
        elif name in settings:
            found[name] = settings[name], "settings"
        else:
            found[name] = fixed[name], "locale" if name == "language" else "default"
    return found


def command_defaults(settings: Settings) -> dict[str, Any]:
    """Defaults of options for every command of every game, as click's ``default_map`` has them.

    They take second place to the environment variables that options name themselves.
    """
    by_game = {}
    language = settings.get("language", locale_language())
    for game in GAMES:
        rules = {
            choice.name: settings[f"{game.id}.{choice.name}"]
            for choice in game.choices
            if f"{game.id}.{choice.name}" in settings
        }
        by_game[game.id] = {"lang": language, **rules}
    defaults: dict[str, Any] = {game.id: dict.fromkeys(game.commands, by_game[game.id]) for game in GAMES}
    return defaults | {"advise": by_game[SHORT_FORM_OF.id], "review": {"lang": language}}


@contextmanager
def places_in_environment(settings: Settings) -> Iterator[None]:
    """Tells the library the places that are set where it looks for them, in variables that are not set."""
    told = {
        VARIABLES[name]: str(Path(str(settings[name])).expanduser())
        for name in FOLDERS
        if name in settings and not os.environ.get(VARIABLES[name])
    }
    os.environ.update(told)
    try:
        yield
    finally:
        for variable in told:
            del os.environ[variable]
