"""Every game's rules as data, and the registry of all games.  Nothing here computes."""

from . import buck_dice as buck_dice, qualify as qualify, registry as registry, ruleset as ruleset
