"""The commands of the games with a sheet: Maxi Yatzy, Yatzy, Yahtzee."""
