"""The commands of games in which dice are set aside: Qualify and Threes."""
