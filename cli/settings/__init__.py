"""Defaults that stick: a file of settings, and the commands that look after it."""
