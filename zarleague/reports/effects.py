"""The effects of a change of a hand: totals of its match, rows of the season's table, ratings."""

from dataclasses import dataclass
from fractions import Fraction

from zarleague.leagues.selectors import names
from zarleague.play.models import Hand
from zarleague.play.services.previews import CorrectionPreview
from zarleague.reports.selectors import rating_changes


@dataclass(frozen=True, slots=True)
class MovedTotal:
    """A player's total of the match, as it is and as it would be."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A player's row of the season's table, as it is and as it would be; None for none."""

    name: str
    rank_before: int | None
    rank_after: int | None
    metric_before: Fraction | None
    metric_after: Fraction | None


@dataclass(frozen=True, slots=True)
class MovedRating:
    """A player's rating, as it is and as it would be, as shown; None for none."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """Everything that moves; rows that stay are left out."""

    totals: tuple[MovedTotal, ...]
    table: tuple[MovedRow, ...]
    ratings: tuple[MovedRating, ...]

    def __bool__(self) -> bool:
        """Return whether anything moves."""
        return bool(self.totals or self.table or self.ratings)


def effect_of(hand: Hand, preview: CorrectionPreview) -> Effect:
    """Return what a previewed change of the hand moves."""
    named = names(hand.match.season.league)
    changes = preview.hand.points is not None and preview.before != preview.after
    rated = rating_changes(hand, preview.before, preview.after) if changes else ()
    return Effect(
        totals=tuple(
            MovedTotal(named[player], before, after)
            for player, (before, after) in preview.hand.totals.items()
            if before != after
        ),
        table=tuple(
            MovedRow(
                named[row.player_id],
                row.rank_before,
                row.rank_after,
                row.metric_before,
                row.metric_after,
            )
            for row in preview.movements
        ),
        ratings=tuple(MovedRating(named[one.player_id], one.before, one.after) for one in rated),
    )
