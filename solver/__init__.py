"""Exact solver for dice games: rules, dice, solvers and tables.  Nothing here prints."""

SOLVER_VERSION = 1
"""Raised whenever a change alters the values or the layout of tables."""
