"""The sentences of the answers, in the languages in which boxes have names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    """The texts of one language.

    ``more`` takes ``more`` and ``all``, ``keep`` takes ``dice``, ``fill`` takes ``box``
    and ``points``, ``strike`` takes ``box``.  ``spend`` follows a keep that a marker pays for,
    ``bank`` a box by the number of markers that filling it saves.  ``odds`` takes ``dice`` and
    ``rerolls``, ``odds_of_first_throw`` takes ``rerolls``.  The other texts are headings;
    ``decimal`` is the decimal mark.
    """

    keep: str
    keep_nothing: str
    fill: str
    strike: str
    spend: str
    bank: tuple[str, ...]
    option: str
    markers: str
    expected_total: str
    loss: str
    more: str
    rules: str
    card: str
    empty_card: str
    rerolls: str
    points: str
    value: str
    odds: str
    odds_of_first_throw: str
    box: str
    probability: str
    at_least: str
    decimal: str


TEXTS = {
    "sv": Texts(
        keep="Spara {dice}",
        keep_nothing="Spara inget",
        fill="Skriv {points} på {box}",
        strike="Stryk {box}",
        spend=" och använd en markör",
        bank=("", " och ta en markör", " och ta två markörer"),
        option="val",
        markers="markörer",
        expected_total="förväntad slutsumma",
        loss="förlust",
        more="{more} val till; --top {all} visar alla.",
        rules="regler",
        card="protokoll",
        empty_card="tomt",
        rerolls="omkast kvar",
        points="poäng",
        value="värde",
        odds="Allt på en ruta, från {dice}. Omkast kvar: {rerolls}.",
        odds_of_first_throw="Allt på en ruta, alla tärningar ännu okastade. Omkast därefter: {rerolls}.",
        box="ruta",
        probability="sannolikhet",
        at_least="Minst så många poäng:",
        decimal=",",
    ),
    "nb": Texts(
        keep="Behold {dice}",
        keep_nothing="Behold ingen",
        fill="Skriv {points} på {box}",
        strike="Stryk {box}",
        spend=" og bruk en markør",
        bank=("", " og ta en markør", " og ta to markører"),
        option="valg",
        markers="markører",
        expected_total="forventet sluttsum",
        loss="tap",
        more="{more} valg til; --top {all} viser alle.",
        rules="regler",
        card="blokk",
        empty_card="tom",
        rerolls="omkast igjen",
        points="poeng",
        value="verdi",
        odds="Alt på én rute, fra {dice}. Omkast igjen: {rerolls}.",
        odds_of_first_throw="Alt på én rute, alle terninger ennå ukastet. Omkast deretter: {rerolls}.",
        box="rute",
        probability="sannsynlighet",
        at_least="Minst så mange poeng:",
        decimal=",",
    ),
    "en": Texts(
        keep="Keep {dice}",
        keep_nothing="Keep nothing",
        fill="Fill {box} with {points}",
        strike="Strike {box}",
        spend=", spending a marker",
        bank=("", " and bank a marker", " and bank two markers"),
        option="option",
        markers="markers",
        expected_total="expected total",
        loss="loss",
        more="{more} more options; --top {all} shows them.",
        rules="rules",
        card="card",
        empty_card="empty",
        rerolls="rerolls left",
        points="points",
        value="value",
        odds="All for one box, from {dice}. Rerolls left: {rerolls}.",
        odds_of_first_throw="All for one box, all dice still to be thrown. Rerolls after that: {rerolls}.",
        box="box",
        probability="probability",
        at_least="At least so many points:",
        decimal=".",
    ),
}
