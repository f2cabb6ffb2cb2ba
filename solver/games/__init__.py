"""The rules of the games, as data."""
