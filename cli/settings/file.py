"""The settings file, in TOML: language, places of tables and cache, and the rules that each game has.

    language = "sv"

    [maxi-yatzy]
    bonus = "tactic"

In the program a setting has a name of one piece: ``language``, ``maxi-yatzy.bonus``.
"""

from __future__ import annotations

import difflib
import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs

from omkast import GAMES, LANGUAGES, OmkastError, quoted

from ..files import MOST_BYTES, read_small

FILE_VARIABLE = "OMKAST_SETTINGS"

Value = str | bool
Settings = Mapping[str, Value]
"""Values by name, only of what is set."""

FOLDERS = ("tables", "cache")

CHOICES: dict[str, tuple[Value, ...]] = {
    "language": LANGUAGES,
    **{f"{game.id}.{choice.name}": choice.values for game in GAMES for choice in game.choices},
}
"""By name, the values of the settings that are chosen from a few."""

NAMES = ("language", *FOLDERS, *(name for name in CHOICES if name != "language"))
"""Every setting, in the order in which they are shown."""


SWITCHED = {"on": True, "true": True, "off": False, "false": False}
"""How one writes that a rule is on or off."""


class BadSettings(OmkastError):
    """The settings file cannot be used or written, or a setting is none or has no such value."""


def settings_file() -> Path:
    """The user's settings file, or the one in OMKAST_SETTINGS; it need not exist."""
    variable = os.environ.get(FILE_VARIABLE)
    return (
        Path(variable).expanduser() if variable else platformdirs.user_config_path("omkast") / "settings.toml"
    )


def read_settings() -> Settings:
    """What is set; no file sets nothing.

    Raises:
        BadSettings: the file cannot be read, is not TOML, or sets something that is unknown or impossible.
    """
    settings = _flat(tomllib.loads(_checked_text()))
    try:
        for name, value in settings.items():
            check(name, value)
    except BadSettings as error:
        raise BadSettings(f"{settings_file()}: {error}") from None
    return settings


def check_name(name: str) -> None:
    """Raises BadSettings if there is no setting called ``name``."""
    if name not in NAMES:
        close = difflib.get_close_matches(name[: max(map(len, NAMES))], NAMES, n=3)
        expected = f"did you mean {' or '.join(close)}?" if close else "'omkast settings show' lists them"
        raise BadSettings(f"unknown setting {quoted(name)}; {expected}")


def check(name: str, value: Any) -> None:
    """Raises BadSettings if there is no setting called ``name``, or it cannot be ``value``."""
    check_name(name)
    if name in FOLDERS:
        if not isinstance(value, str) or not value or not _is_useful(name, value):
            expected = "a folder that is there" if name == "tables" else "a folder"
            raise BadSettings(f"{name} is {_echoed(value)}; expected {expected}")
    elif value not in CHOICES[name] or isinstance(value, bool) != isinstance(CHOICES[name][0], bool):
        raise BadSettings(
            f"{name} is {_echoed(value)}; expected {' or '.join(map(value_text, CHOICES[name]))}"
        )


def _echoed(value: Any) -> str:
    return value_text(value) if isinstance(value, bool) else quoted(str(value))


def _is_useful(name: str, folder: str) -> bool:
    path = Path(folder).expanduser()
    return os.path.isdir(path) if name == "tables" else not os.path.isfile(path)


def value_text(value: Value) -> str:
    """A value as people write it: ``on``, ``off`` or a word."""
    return value if isinstance(value, str) else "on" if value else "off"


def parse_value(name: str, text: str) -> Value:
    """The value of ``name`` that is written as ``text``, checked.

    Folders become absolute, as they are not meant from wherever one happens to be.
    """
    check_name(name)
    value: Value = text
    if name in FOLDERS and text and not text.startswith("~"):
        value = str(Path(text).absolute())
    elif isinstance(CHOICES.get(name, (text,))[0], bool):
        value = SWITCHED.get(text.casefold(), text)
    check(name, value)
    return value


def write_setting(name: str, value: Value | None) -> None:
    """Set ``name`` to a value that was checked, or back to the default; the rest of the file stays as it is.

    Raises:
        BadSettings: the file cannot be read or written, or is not TOML.
    """
    import tomlkit

    document = tomlkit.parse(_checked_text())
    *groups, key = name.split(".")
    table: Any = document
    for group in groups:
        table = table.setdefault(group, tomlkit.table())
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value
    _replace(settings_file().resolve(), tomlkit.dumps(document))


def _checked_text() -> str:
    """The text of the file, which is TOML."""
    path = settings_file()
    try:
        content = read_small(path)
        if len(content) > MOST_BYTES:
            raise ValueError(f"it holds more than {MOST_BYTES // 1024} KB")
        text = content.decode()
        _flat(tomllib.loads(text))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise BadSettings(f"cannot read the settings in {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, or nested beyond reason
        raise BadSettings(f"cannot read the settings in {path}: {error}") from None
    return text


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    """The values of a document of tables, by dotted name."""
    flat: dict[str, Any] = {}
    for name, value in document.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": each for inner, each in _flat(value).items()}
        else:
            flat[name] = value
    return flat


def _replace(path: Path, text: str) -> None:
    """Write ``path`` in one step, so that nobody finds half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".settings-", dir=path.parent) as folder:
            new = Path(folder) / path.name
            new.write_text(text, encoding="utf-8")
            os.replace(new, path)
    except OSError as error:
        raise BadSettings(f"cannot write the settings in {path}: {error.strerror}") from None
