"""Buck Dice."""

from omkast.solver.verify.chain import brute_force, published

__all__ = ["brute_force", "published"]
