"""The effects of changing a hand: on totals of its match, the season's table and the ratings; and
who moves in the tables with a change of whole matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import names_of, seasons_of
from zarleague.play.models import Hand
from zarleague.play.selectors import hands_of_league
from zarleague.play.services.previews import CorrectionPreview
from zarleague.reports import selectors
from zarleague.standings.series import Movement

MOST_RATED: Final = 5000
"""Hands of a league up to which a preview fits the ratings, twice; it takes about 50 ms."""


@dataclass(frozen=True, slots=True)
class MovedTotal:
    """A player's total of the match, now and after the change."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A player's row of the season's table, now and after the change; None if there is none."""

    name: str
    rank_before: int | None
    rank_after: int | None
    metric_before: Fraction | None
    metric_after: Fraction | None


@dataclass(frozen=True, slots=True)
class MovedTable:
    """Who would move in the table of a season."""

    season: Season
    rows: list[MovedRow]


@dataclass(frozen=True, slots=True)
class MovedRating:
    """A player's displayed rating, now and after the change; None if there is none."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """Everything that changes."""

    totals: tuple[MovedTotal, ...]
    table: tuple[MovedRow, ...]
    ratings: tuple[MovedRating, ...]
    others_move: bool = False
    """Whether ranks of others may change, too: the table is too long to list them."""
    ratings_follow: bool = False
    """Whether the ratings are not previewed, since the league has more than `MOST_RATED` hands."""

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.totals or self.table or self.ratings)


def effect_of(hand: Hand, preview: CorrectionPreview) -> Effect:
    """Return the effects of a previewed change of a hand."""
    league, moved = hand.match.season.league, preview.moved
    changes = preview.hand.points is not None and preview.before != preview.after
    is_long = changes and hands_of_league(league) > MOST_RATED
    rated = (
        selectors.rating_changes(hand, preview.before, preview.after)
        if changes and not is_long
        else ()
    )
    players = {*preview.hand.totals, *(one.player_id for one in moved.movements)}
    named = names_of(league, players.union(one.player_id for one in rated))
    return Effect(
        totals=tuple(
            MovedTotal(named[player], before, after)
            for player, (before, after) in preview.hand.totals.items()
            if before != after
        ),
        table=tuple(_row(one, named[one.player_id]) for one in moved.movements),
        ratings=tuple(MovedRating(named[one.player_id], one.before, one.after) for one in rated),
        others_move=moved.is_cut,
        ratings_follow=is_long,
    )


def moved_rows(league: League, moved: Iterable[Movement], new: str = "") -> list[MovedRow]:
    """Return who would move in a season's table, with names; ``new`` is the name of a guest whom
    the change would add."""
    moves = list(moved)
    names = names_of(league, {one.player_id for one in moves})
    return [_row(one, names.get(one.player_id, new)) for one in moves]


def _row(one: Movement, name: str) -> MovedRow:
    return MovedRow(name, one.rank_before, one.rank_after, one.metric_before, one.metric_after)


def moved_tables(
    league: League, moved: Mapping[int, Iterable[Movement]], new: str = ""
) -> list[MovedTable]:
    """Return the seasons whose ids are given, each with who would move in its table."""
    seasons = seasons_of(league).in_bulk(moved)
    return [MovedTable(seasons[key], moved_rows(league, moved[key], new)) for key in moved]
