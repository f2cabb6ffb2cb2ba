"""The omkast command: what it accepts and how it shows results.  No mathematics."""
