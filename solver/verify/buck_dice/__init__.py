"""Buck Dice."""

from . import brute_force, linear, published

__all__ = ["brute_force", "linear", "published"]
