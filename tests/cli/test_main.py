"""The omkast command: help, start-up, and how results and progress are shown."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import click
import pytest

from cli_calls import ONLY_CHANCE, heavy_imports, run
from omkast.cli.main import main
from omkast.cli.progress import ProgressBar
from omkast.games.registry import GAMES

pytestmark = pytest.mark.usefixtures("own_cache")

# Help


def commands(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command and group under ``command``, with its full name."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, *path, name)


COMMANDS = dict(commands(main, "omkast"))


def test_the_command_tree() -> None:
    assert {"omkast maxi-yatzy", "omkast tables"} <= set(COMMANDS)
    for name in ("advise", "value", "table", "solve", "compare"):
        assert f"omkast maxi-yatzy {name}" in COMMANDS
    for name in ("list", "verify", "where"):
        assert f"omkast tables {name}" in COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert command.get_short_help_str(200).endswith((".", "?"))
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.opts
        else:
            assert parameter.human_readable_name.strip("[].") in command.help
    result = run(*name.split()[1:], "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage:")


def test_version() -> None:
    assert re.fullmatch(r"omkast, version \d+\.\d+\.\d+(\.dev\d+)?\n", run("--version").stdout)


def test_help_starts_without_heavy_modules() -> None:
    assert heavy_imports("maxi-yatzy", "advise", "--help") == []


def test_a_known_sheet_is_answered_without_a_compiler() -> None:
    arguments = ["maxi-yatzy", "advise", "666421", "--card", ONLY_CHANCE]
    assert run(*arguments).exit_code == 0
    assert set(heavy_imports(*arguments)) <= {"numpy"}


# How it is shown


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    with ProgressBar() as progress:
        progress.start("Solving [alga]", 15)
        for level, share in ((19, 0.05), (18, 0.1), (18, 0.25)):
            progress.update(level, share)
        progress.start("Again", 5)
        progress.update(3, 0.5)
    progress.finish()
    for text in ("Solving [alga]", "level 18 (2 of 15)", "25%", "Again", "level 3 (1 of 5)", "50%"):
        assert text in terminal.getvalue()


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_figure_of_the_progress_bar_is_cut(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", str(columns))
    with ProgressBar() as progress:
        progress.start("Solving yatzy-five-equal-as-full-house-saved", 15)
        progress.update(12, 0.25)
    assert "level 12 (1 of 15)" in terminal.getvalue()
    assert "25%" in terminal.getvalue()
    assert "…" not in terminal.getvalue()


def test_no_progress_bar_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar() as progress:
        progress.start("Solving", 20)
        progress.update(12, 0.25)
    assert capsys.readouterr() == ("", "")


def test_games_have_different_names() -> None:
    assert len({game.id for game in GAMES}) == len(GAMES)
