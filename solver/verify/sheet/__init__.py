"""The games with a sheet."""

from . import brute_force, invariants, published

__all__ = ["brute_force", "invariants", "published"]
