"""Settings: what sticks, what overrides it, and what an answer says of it."""

from __future__ import annotations

import csv
import io
import json
import os
import tomllib
from pathlib import Path

import pytest

from cli_calls import ONLY_CHANCE, assert_documented, assert_refused, document_of, run, text_of
from omkast.cli.settings.defaults import locale_language
from omkast.cli.settings.file import NAMES

pytestmark = pytest.mark.usefixtures("own_cache")

NO_SETTINGS = {
    "pipe": "it is no regular file",
    "device": "it is no regular file",
    "folder": "Is a directory",
    "large": "it holds more than 64 KB",
    "nested": "cannot read the settings",
    "dotted": "cannot read the settings",
}

VALUE = ("maxi-yatzy", "value", "--card", ONLY_CHANCE)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of the test's own, in a folder that is not there yet."""
    path = tmp_path / "config" / "settings.toml"
    monkeypatch.setenv("OMKAST_SETTINGS", str(path))
    return path


def test_what_is_set_is_in_the_file_and_in_force(file: Path) -> None:
    assert (
        text_of("settings", "set", "maxi-yatzy.bonus", "tactic")
        == "maxi-yatzy.bonus: tactic (from: settings)\n"
    )
    text_of("settings", "set", "yatzy.saved-rerolls", "on")
    text_of("settings", "set", "language", "nb")
    assert tomllib.loads(file.read_text()) == {
        "language": "nb",
        "maxi-yatzy": {"bonus": "tactic"},
        "yatzy": {"saved_rerolls": True},
    }
    assert json.loads(run(*VALUE, "--json").stdout)["bonus"] == "tactic"
    assert text_of(*VALUE).startswith("poeng")
    shown = document_of("settings", "show")
    assert_documented(shown)
    found = {setting["name"]: (setting["value"], setting["from"]) for setting in shown["settings"]}
    assert tuple(found) == NAMES
    assert found["language"] == ("nb", "settings")
    assert found["yatzy.saved_rerolls"] == (True, "settings")
    assert found["yahtzee.saved_rerolls"] == (False, "default")
    assert found["tables"] == (None, "default")


def test_a_setting_goes_back_to_its_default(file: Path) -> None:
    text_of("settings", "set", "maxi-yatzy.bonus", "tactic")
    assert text_of("settings", "set", "maxi-yatzy.bonus") == "maxi-yatzy.bonus: alga (from: default)\n"
    assert document_of(*VALUE)["bonus"] == "alga"


def test_setting_keeps_the_rest_of_the_file(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('# our evenings\nlanguage = "sv"  # of course\n')
    text_of("settings", "set", "yatzy.four_equal_as_two_pairs", "on")
    assert file.read_text().startswith('# our evenings\nlanguage = "sv"  # of course\n')
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_environment_overrides_settings_and_the_command_line_both(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text_of("settings", "set", "language", "sv")
    assert text_of(*VALUE).startswith("poäng")
    monkeypatch.setenv("OMKAST_LANG", "nb")
    assert text_of(*VALUE).startswith("poeng")
    assert text_of(*VALUE, "--lang", "en").startswith("points")
    assert text_of("settings", "set", "language", "sv") == "language: nb (from: OMKAST_LANG)\n"
    monkeypatch.setenv("OMKAST_LANG", "da")
    assert_refused(run(*VALUE), ["OMKAST_LANG", "'da'", "'sv'"])


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "sv_SE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "no"}, "nb"),
        ({"LANG": "nb_NO@euro", "LC_ALL": ""}, "nb"),
        ({"LANG": "svx"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_without_any_setting_is_that_of_the_locale(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    assert locale_language() == language
    assert text_of(*VALUE) == text_of(*VALUE, "--lang", language)


def test_an_answer_that_rests_on_settings_says_which_rules_it_used(file: Path) -> None:
    note = "Rules from your settings: Maxi Yatzy --bonus tactic --saved-rerolls\n"
    text_of("settings", "set", "maxi-yatzy.bonus", "tactic")
    assert text_of(*VALUE).endswith(f"\n\n{note}")
    assert note not in text_of(*VALUE, "--bonus", "tactic")
    assert text_of(*VALUE, "--lang", "sv").endswith(
        "\nRegler enligt inställningarna: Maxi Yatzy --bonus tactic --saved-rerolls\n"
    )
    answered = run("maxi-yatzy", "table", "--card", ONLY_CHANCE, "--format", "csv")
    assert answered.stderr == note
    assert len(list(csv.DictReader(io.StringIO(answered.stdout)))) == 462


def test_rules_of_one_game_are_not_those_of_another(file: Path) -> None:
    text_of("settings", "set", "yatzy.saved_rerolls", "on")
    assert "settings" not in text_of(*VALUE)


def test_places_are_settings(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path / "tables" / "book", tmp_path / "cache"):
        folder.mkdir(parents=True)
    monkeypatch.delenv("OMKAST_CACHE")
    text_of("settings", "set", "tables", str(tmp_path / "tables"))
    text_of("settings", "set", "cache", str(tmp_path / "cache"))
    where = document_of("tables", "where")
    assert where["places"][0]["folder"] == str(tmp_path / "tables")
    assert where["sheets"]["folder"] == str(tmp_path / "cache" / "sheets")
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "other"))
    assert document_of("tables", "where")["sheets"]["folder"] == str(tmp_path / "other" / "sheets")


def test_where(file: Path) -> None:
    assert text_of("settings", "where") == f"{file}\n"
    assert document_of("settings", "where") == {"file": str(file), "exists": False}
    assert_documented(document_of("settings", "where"))


@pytest.mark.parametrize(
    ("arguments", "texts"),
    [
        (["maxi-yatzy.bonsu", "alga"], ["unknown setting 'maxi-yatzy.bonsu'; did you mean maxi-yatzy.bonus"]),
        (["colour", "red"], ["unknown setting 'colour'; 'omkast settings show' lists them"]),
        (["colour"], ["unknown setting 'colour'"]),
        (["maxi-yatzy.bonus", "algae"], ["maxi-yatzy.bonus is 'algae'; expected alga or tactic"]),
        (["yatzy.saved_rerolls", "maybe"], ["yatzy.saved_rerolls is 'maybe'; expected off or on"]),
        (["language", "on"], ["language is 'on'; expected sv or nb or en"]),
        (["tables", "/no/such/folder"], ["tables is '/no/such/folder'; expected a folder that is there"]),
        (["cache", ""], ["cache is ''; expected a folder"]),
        (["cache", __file__], [f"cache is '{__file__[:20]}", "expected a folder"]),
    ],
)
def test_what_cannot_be_set_is_refused(file: Path, arguments: list[str], texts: list[str]) -> None:
    assert_refused(run("settings", "set", *arguments), texts)
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language = ", "cannot read the settings in"),
        ('language = "da"', "language is 'da'; expected sv or nb or en"),
        ("language = 3", "language is '3'"),
        ('[maxi-yatzy]\nsaved_rerolls = "on"', "maxi-yatzy.saved_rerolls is 'on'; expected on or off"),
        ("[maxi-yatzy]\nbonus = true", "maxi-yatzy.bonus is on; expected alga or tactic"),
        ("[chess]\nbonus = 1", "unknown setting 'chess.bonus'"),
        ("maxi-yatzy = 1", "unknown setting 'maxi-yatzy'"),
    ],
)
def test_a_file_that_is_wrong_is_named_before_any_answer(file: Path, text: str, message: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    for arguments in (VALUE, ("settings", "show")):
        assert_refused(run(*arguments), [str(file), message])
    assert text_of("settings", "where") == f"{file}\n"


def test_a_file_that_cannot_be_written(file: Path) -> None:
    file.parent.parent.joinpath("config").touch()
    assert_refused(run("settings", "set", "language", "sv"), [str(file)])


@pytest.mark.parametrize("kind", NO_SETTINGS)
def test_what_is_no_file_of_settings_is_refused_at_once(kind: str, file: Path) -> None:
    file.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "folder":
        file.mkdir()
    elif kind == "large":
        with file.open("wb") as opened:
            opened.truncate(5 * 2**30)  # sparse
    else:
        file.write_text("a = " + "[" * 60_000 if kind == "nested" else ".".join("a" * 30_000) + " = 1")
    for arguments in (VALUE, ("settings", "set", "language", "sv")):
        assert_refused(run(*arguments), [NO_SETTINGS[kind], str(file)])
