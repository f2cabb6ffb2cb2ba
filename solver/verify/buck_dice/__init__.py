"""Buck Dice."""

from . import brute_force, published

__all__ = ["brute_force", "published"]
