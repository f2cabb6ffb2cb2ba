"""Exact solution of the Yatzy family: any number of dice, boxes, bonus and markers."""
