"""Exact best play for dice games."""
