"""The rule options of Buck Dice."""

from __future__ import annotations

from itertools import product

import pytest

from omkast.games.buck_dice import OVERSHOOT_LITTLE_BUCK

OPTIONS = list(product((True, False), OVERSHOOT_LITTLE_BUCK))
every_option = pytest.mark.parametrize(("ends_turn", "overshoot"), OPTIONS)
"""Both rule options, in all four combinations."""
