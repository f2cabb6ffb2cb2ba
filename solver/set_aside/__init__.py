"""Exact solution of games in which dice are set aside: integers and fractions throughout."""
