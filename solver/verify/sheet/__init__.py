"""The games with a sheet."""

from omkast.solver.verify.sheet import brute_force, invariants, published

__all__ = ["brute_force", "invariants", "published"]
