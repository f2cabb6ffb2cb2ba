"""Qualify and Threes."""

from omkast.solver.verify.set_aside import brute_force, published

__all__ = ["brute_force", "published"]
