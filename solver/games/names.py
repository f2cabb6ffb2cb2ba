"""The names by which players know the boxes, beside those that the rules here print.

Collected from printed sheets and rule pages in Swedish, Norwegian, Danish and English.
"""

from __future__ import annotations

ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "ones": ("aces", "one", "ettere", "1s", "1-or", "1-ere"),
    "twos": ("two", "2s", "2-or", "2-ere"),
    "threes": ("three", "3s", "3-or", "3-ere"),
    "fours": ("four", "4s", "4-or", "4-ere"),
    "fives": ("five", "5s", "5-or", "5-ere"),
    "sixes": ("six", "6s", "6-or", "6-ere"),
    "one-pair": ("par", "pair", "et par"),
    "two-pairs": ("two pair",),
    "three-pairs": ("three pair",),
    "three-of-a-kind": ("triss", "tress", "tre lika", "tre ens", "three kind", "three equal"),
    "four-of-a-kind": ("fyra lika", "fire ens", "four kind", "four equal"),
    "five-of-a-kind": ("fem lika", "fem ens", "five kind", "five equal"),
    "small-straight": ("liten straight", "lille straight", "lilla stegen"),
    "large-straight": ("stor straight", "stora stegen", "big straight"),
    "full-straight": ("hel stege", "hel straight", "fuld straight", "hela stegen"),
    "full-house": ("fullt hus", "fuldt hus", "full hus"),
    "villa": ("huset",),
    "tower": ("tornet", "tårnet"),
    "chance": ("chansen", "chancen", "sjansen"),
    "yatzy": ("yahtzee",),
    "yahtzee": ("yatzy",),
    "maxi-yatzy": ("maxi", "yatzy", "maxi yahtzee"),
}
"""Other names of a box, by its id.  A name stands for one box of a sheet only; a test looks."""

NUMBER_WORDS: dict[str, str] = {
    **dict.fromkeys(("one", "ett", "et"), "1"),
    **dict.fromkeys(("two", "två", "to"), "2"),
    **dict.fromkeys(("three", "tre"), "3"),
    **dict.fromkeys(("four", "fyra", "fire"), "4"),
    **dict.fromkeys(("five", "fem"), "5"),
}
"""Words that begin a name and are as often written as a digit: ``3 of a kind``, ``1 par``."""

BONUS_LINES = ("bonus", "bonusen")
"""Names of the line with the bonus."""

SUM_LINES = ("sum", "summa", "summen", "total", "totalt", "totalsumma", "subtotal", "delsumma", "delsum")
"""Names of the lines that a sheet adds up."""
