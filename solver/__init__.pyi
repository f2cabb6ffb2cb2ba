"""The public names of omkast and where they live: one list for Python, type checkers and people."""

__all__: list[str]

from . import games as games, notation as notation
from .buck_dice.odds import RoundOdds as RoundOdds, round_odds as round_odds
from .buck_dice.turn import TurnEnds as TurnEnds, one_turn as one_turn
from .buck_dice.turns import (
    TurnsToLeave as TurnsToLeave,
    leaving_distribution as leaving_distribution,
    leaving_quantile as leaving_quantile,
    turns_to_leave as turns_to_leave,
)
from .dice import FACES as FACES, Dice as Dice
from .distribution import Distribution as Distribution
from .errors import (
    PATH_LENGTH as PATH_LENGTH,
    Cancelled as Cancelled,
    CorruptTable as CorruptTable,
    IllegalState as IllegalState,
    LockedTable as LockedTable,
    MissingTable as MissingTable,
    NotationError as NotationError,
    OmkastError as OmkastError,
    OmkastWarning as OmkastWarning,
    StaleTable as StaleTable,
    TableError as TableError,
    TruncatedTable as TruncatedTable,
    UnreadableTable as UnreadableTable,
    UnwritableTable as UnwritableTable,
    quoted as quoted,
)
from .games.action import Action as Action, Keep as Keep, Score as Score
from .games.buck_dice import BuckDice as BuckDice
from .games.registry import (
    GAMES as GAMES,
    SHEET_GAMES as SHEET_GAMES,
    Choice as Choice,
    Game as Game,
    Switch as Switch,
    ruleset as ruleset,
)
from .games.ruleset import LANGUAGES as LANGUAGES, Bonus as Bonus, Box as Box, Ruleset as Ruleset
from .games.set_aside import SetAsideGame as SetAsideGame
from .progress import Cancel as Cancel, Progress as Progress
from .set_aside.advice import AsideOption as AsideOption, aside_options as aside_options
from .set_aside.bank import (
    MAX_DICE as MAX_DICE,
    MAX_ROTATIONS as MAX_ROTATIONS,
    Bank as Bank,
    Session as Session,
    bank_odds as bank_odds,
    session_odds as session_odds,
)
from .set_aside.objectives import mean_turn as mean_turn, reach_turn as reach_turn
from .set_aside.pot import Pot as Pot, Seat as Seat, challenge_at as challenge_at
from .set_aside.strategy import Page as Page, strategy_pages as strategy_pages
from .set_aside.turn import SolvedTurn as SolvedTurn
from .sheet.advice import Advisor as Advisor, Option as Option
from .sheet.advise import advise as advise
from .sheet.book import make_book as make_book
from .sheet.chances import BoxChances as BoxChances, Chance as Chance, box_chances as box_chances
from .sheet.complete import Solved as Solved, solve_complete as solve_complete
from .sheet.position import Position as Position
from .sheet.record import Record as Record, RecordedTurn as RecordedTurn, Throw as Throw
from .sheet.record_text import format_record as format_record, parse_record as parse_record
from .sheet.review import (
    Decision as Decision,
    PlayerReview as PlayerReview,
    TurnReview as TurnReview,
    review as review,
)
from .sheet.tables import open_named as open_named, verify_named as verify_named
from .sheet.values import Values as Values
from .store.cache import SheetCache as SheetCache
from .store.inventory import TableFacts as TableFacts, inventory as inventory
from .store.manifest import Encoding as Encoding
from .store.places import Place as Place, PlaceName as PlaceName, places as places
from .studies.compare import Comparison as Comparison, compare as compare
from .verify.finding import Finding as Finding
from .verify.proof import proof as proof
from .version import __version__ as __version__
