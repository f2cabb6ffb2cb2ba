"""The versions of the product and of its values."""

__version__ = "0.3.0.dev0"

SOLVER_VERSION = 1
"""Raised whenever a change alters the values or the layout of tables."""
