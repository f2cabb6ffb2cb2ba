"""Qualify and Threes."""

from . import brute_force, published

__all__ = ["brute_force", "published"]
