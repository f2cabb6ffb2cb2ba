"""Studies over whole rulesets: what play is worth under one rule and another."""
