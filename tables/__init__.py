"""The tables that ship with Omkast: data only."""
