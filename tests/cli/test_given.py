"""What was given counts, or is refused in words that can be read: options twice, cards, echoes."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli_calls import ONLY_CHANCE, assert_refused, document, heavy_imports, run
from omkast.cli.command import Command
from omkast.cli.main import main

pytestmark = pytest.mark.usefixtures("own_cache")


def leaves(command: click.Command, *path: str) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command that is no group, with the words that call it."""
    if isinstance(command, click.Group):
        return [leaf for name, inner in command.commands.items() for leaf in leaves(inner, *path, name)]
    return [(path, command)]


LEAVES = leaves(main)
OPTIONS = [
    (path, option)
    for path, command in LEAVES
    for option in command.params
    if isinstance(option, click.Option) and not option.multiple
]


@pytest.mark.parametrize("path", [path for path, _ in LEAVES], ids=" ".join)
def test_every_command_refuses_repetition(path: tuple[str, ...]) -> None:
    assert isinstance(dict(LEAVES)[path], Command)


@pytest.mark.parametrize(
    ("path", "option"), OPTIONS, ids=[f"{' '.join(path)} {option.opts[0]}" for path, option in OPTIONS]
)
def test_an_option_given_twice_is_refused_by_name(path: tuple[str, ...], option: click.Option) -> None:
    once = option.opts[:1] if option.is_flag else [option.opts[0], "1"]
    assert_refused(run(*path, *once, *once), [option.opts[0], "is given twice; expected it once"])
    for opposite in option.secondary_opts:
        assert_refused(run(*path, *once, opposite), [opposite, "is given twice"])


def test_two_options_for_one_thing_are_refused() -> None:
    refused = run("maxi-yatzy", "table", "--format", "csv", "--json")
    assert_refused(refused, ["--format csv and --json contradict each other"])


def test_every_card_given_counts(tmp_path: Path) -> None:
    (tmp_path / "card").write_text('{"sixes": 24, "markers": 1}')
    parts = ["--card", f"@{tmp_path / 'card'}", "--card", "ones 3"]
    assert document("value", *parts) == document("value", "--card", "sixes=24 ones=3", "--markers", "1")


def test_a_card_is_refused_without_heavy_modules() -> None:
    assert heavy_imports("maxi-yatzy", "value", "--card", "sixxes=24") == []


# Cards in files


def value_of(card: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["maxi-yatzy", "value", "--card", card, "--json"], input=given)


def test_a_card_in_a_file_or_on_standard_input(tmp_path: Path) -> None:
    text = "sexor: 24\nett par 12\nmarkers=3\n"
    wanted = value_of("sixes=24 one-pair=12 markers=3")
    assert wanted.exit_code == 0
    file = tmp_path / "my card.txt"
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text(text, encoding=encoding)
        assert value_of(f"@{file}").stdout == wanted.stdout
    for standard_input in ("-", "@-"):
        assert value_of(standard_input, text.encode()).stdout == wanted.stdout


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    assert_refused(value_of(f"@{missing}"), [f"cannot read '{missing}': No such file"])
    assert_refused(value_of(f"@{tmp_path}"), [f"cannot read '{tmp_path}': ", "a directory"])
    assert_refused(value_of("@"), ["'@' names no file; expected @FILE"])
    assert_refused(value_of("@a\0b"), ["cannot read 'a\\x00b'"])
    binary = tmp_path / "card.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    assert_refused(value_of(f"@{binary}"), [f"cannot read '{binary}': it is not UTF-8 text"])
    assert_refused(value_of("-", b"\xff"), ["cannot read standard input: it is not UTF-8 text"])


def test_only_regular_files_of_a_reasonable_size_are_read(tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(5 * 2**30)  # sparse
    assert_refused(value_of(f"@{large}"), [f"'{large}' holds more than 64 KB"])
    assert_refused(value_of("-", b" " * (64 * 1024 + 1)), ["standard input holds more than 64 KB"])
    assert value_of("-", b" " * 64 * 1024).exit_code == 0
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", "/dev/zero", "/dev/null"):
        assert_refused(value_of(f"@{name}"), [f"cannot read '{name}': it is no regular file"])


def test_a_file_named_in_a_file_is_not_followed(tmp_path: Path) -> None:
    file = tmp_path / "card.txt"
    file.write_text(f"@{file}")
    assert_refused(value_of(f"@{file}"), ["cannot read '@"])


# Echoes

BAD_WORDS = ["\x1b[31mred", "\udcc3\udca8", "a\nb\rc", "x" * 5000, "=" * 5000, "‮abc"]

PLACES: list[list[str]] = [
    ["{}"],
    ["--{}"],
    ["maxi-yatzy", "{}"],
    ["maxi-yatzy", "advise", "{}"],
    ["maxi-yatzy", "advise", "666421", "--{}"],
    ["maxi-yatzy", "value", "{}"],
    ["maxi-yatzy", "value", *["{}"] * 20],
    ["maxi-yatzy", "value", "--card", "{}"],
    ["maxi-yatzy", "value", "--card", "{}=3"],
    ["maxi-yatzy", "value", "--card", "sixes={}"],
    ["maxi-yatzy", "value", "--card", '{{"{}": 3}}'],
    ["maxi-yatzy", "value", "--card", "@{}"],
    ["maxi-yatzy", "value", "--markers", "{}"],
    ["maxi-yatzy", "value", "--bonus", "{}"],
    ["maxi-yatzy", "value", "--bonus={}"],
    ["maxi-yatzy", "value", "--tables", "{}"],
    ["qualify", "advise", "66521", "--aside", "{}"],
    ["buck-dice", "odds", "--players", "2", "--scores", "{}"],
    ["tables", "book", "{}", "--into", "x"],
]


@pytest.mark.parametrize("word", BAD_WORDS, ids=["escape", "bytes", "lines", "long", "signs", "bidi"])
@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_a_refusal_can_be_read(place: list[str], word: str) -> None:
    result = run(*(part.format(word) for part in place))
    assert_refused(result, [])
    message = result.stderr[result.stderr.index("Error: ") :]
    lines = message.rstrip("\n").split("\n")
    assert all(line.isprintable() for line in lines)
    assert "\\udc" not in message
    assert len(lines) <= 2
    assert len(message) < 1500


@pytest.mark.parametrize("path", [[], ["qualify"], ["tables"]], ids=" ".join)
def test_a_group_alone_shows_its_help(path: list[str]) -> None:
    asked, alone = run(*path, "--help"), run(*path)
    assert alone.output == asked.output
    assert "Error" not in alone.output


def test_bytes_are_shown_as_they_were_typed() -> None:
    assert_refused(run("maxi-yatzy", "value", "--card", "\udcc3=3"), [r"'\xc3'"])
    assert_refused(run("maxi-yatzy", "value", "--lang", "\udcc3"), [r"'\xc3' is not one of 'sv'"])
    assert_refused(
        run("maxi-yatzy", "value", "--tables", "/\udcc3\t"), [r"Directory '/\xc3\t' does not exist"]
    )


@pytest.mark.parametrize("variable", ["OMKAST_TABLES", "OMKAST_LANG", "OMKAST_CACHE_LIMIT"])
def test_bytes_in_a_variable_are_shown_as_they_were_typed(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "/\udcc3\t")
    assert_refused(run("yatzy", "value", "--card", "sixes=24 fives=10 ones=3"), [variable, r"'/\xc3\t'"])


def test_bytes_and_control_characters_of_a_path_are_made_visible_in_errors_and_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "\udcc3\n"
    (folder / "book" / "yatzy").mkdir(parents=True)
    (folder / "file").touch()
    assert_refused(run("yatzy", "value", "--tables", str(folder)), [r"\xc3\n/book/yatzy: manifest.json"])
    monkeypatch.setenv("OMKAST_CACHE", str(folder / "file"))
    notes = run("maxi-yatzy", "value", "--card", ONLY_CHANCE).stderr
    assert notes.startswith("Note: cannot write ")
    assert r"\xc3\n/file/sheets" in notes
    assert notes.count("\n") == 1
