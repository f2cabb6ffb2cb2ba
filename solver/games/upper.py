"""The upper section, which the games of the family share."""

from __future__ import annotations

from .ruleset import Box, Count, box

UPPER_BOXES: tuple[Box, ...] = (
    box("ones", Count(1), "ettor", "enere", "ones"),
    box("twos", Count(2), "tvåor", "toere", "twos"),
    box("threes", Count(3), "treor", "treere", "threes"),
    box("fours", Count(4), "fyror", "firere", "fours"),
    box("fives", Count(5), "femmor", "femmere", "fives"),
    box("sixes", Count(6), "sexor", "seksere", "sixes"),
)
