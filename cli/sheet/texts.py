"""The sentences of the answers, in the languages in which boxes have names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    """The texts of one language.

    ``more`` takes ``more`` and ``all``, ``keep`` takes ``dice``, ``fill`` takes ``box``
    and ``points``, ``strike`` takes ``box``; the other texts are headings.  ``decimal`` is the decimal mark.
    """

    keep: str
    keep_nothing: str
    fill: str
    strike: str
    option: str
    expected_total: str
    loss: str
    more: str
    points: str
    value: str
    decimal: str


TEXTS = {
    "sv": Texts(
        keep="Spara {dice}",
        keep_nothing="Spara inget",
        fill="Skriv {points} på {box}",
        strike="Stryk {box}",
        option="val",
        expected_total="förväntad slutsumma",
        loss="förlust",
        more="{more} val till; --top {all} visar alla.",
        points="poäng",
        value="värde",
        decimal=",",
    ),
    "nb": Texts(
        keep="Behold {dice}",
        keep_nothing="Behold ingen",
        fill="Skriv {points} på {box}",
        strike="Stryk {box}",
        option="valg",
        expected_total="forventet sluttsum",
        loss="tap",
        more="{more} valg til; --top {all} viser alle.",
        points="poeng",
        value="verdi",
        decimal=",",
    ),
    "en": Texts(
        keep="Keep {dice}",
        keep_nothing="Keep nothing",
        fill="Fill {box} with {points}",
        strike="Strike {box}",
        option="option",
        expected_total="expected total",
        loss="loss",
        more="{more} more options; --top {all} shows them.",
        points="points",
        value="value",
        decimal=".",
    ),
}
