"""``omkast settings``: show, set and find the defaults that stick."""

from __future__ import annotations

import os

import click

from ..command import Group
from ..documents import print_json
from ..options import json_option
from ..render import show_columns, show_line
from .defaults import in_force
from .file import check_name, parse_value, read_settings, settings_file, value_text, write_setting


@click.group("settings", cls=Group)
def settings_group() -> None:
    """Look after defaults that stick: language, rules, places."""


@settings_group.command("show")
@json_option
def show_command(as_json: bool) -> None:
    """Show every setting that is in force, and where it comes from.

    The command line overrides the environment, and that overrides the settings file.
    """
    found = in_force(read_settings())
    if as_json:
        print_json(
            {
                "settings": [
                    {"name": name, "value": value, "from": source} for name, (value, source) in found.items()
                ]
            }
        )
        return
    rows = [
        (name, "" if value is None else value_text(value), source) for name, (value, source) in found.items()
    ]
    show_columns(("setting", "value", "from"), rows, numbers=0)


@settings_group.command("set")
@click.argument("name")
@click.argument("value", required=False)
def set_command(name: str, value: str | None) -> None:
    """Set NAME, as 'settings show' lists it, to VALUE; without a VALUE back to the default.

    As in 'settings set language sv' or 'settings set maxi-yatzy.bonus tactic'. Rules that are on
    or off are set to on or off.
    """
    game, dot, rule = name.partition(".")
    name = game + dot + rule.replace("-", "_")
    if value is None:
        check_name(name)
        write_setting(name, None)
    else:
        write_setting(name, parse_value(name, value))
    now, source = in_force(read_settings())[name]
    show_line(f"{name}: {'chosen by Omkast' if now is None else value_text(now)} (from: {source})")


@settings_group.command("where")
@json_option
def where_command(as_json: bool) -> None:
    """Show where the settings file is, which need not exist."""
    file = settings_file()
    if as_json:
        print_json({"file": str(file), "exists": os.path.isfile(file)})
    else:
        click.echo(file)
