"""The contents of embeds: a few rows under a title."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from zarleague.leagues import selectors
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import League
from zarleague.play import selectors as play
from zarleague.reports import selectors as reports
from zarleague.reports.words.leading import leaders
from zarleague.web.arriving.requests import tonight
from zarleague.web.league.season_pages.table import row_figures
from zarleague.web.table.players import columns_of

MOST_ROWS = 12
FIGURES = 4
"""Figures of a player's season."""


@dataclass(frozen=True)
class Card:
    """A title, a subtitle, and rows under headings; the last column holds the figure that ranks."""

    title: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def season_card(league: League) -> Card:
    """Return the top of the table of the current season, else of the last one."""
    season = selectors.current_season(league, tonight(league)) or selectors.latest_season(league)
    if season is None:
        return Card(league.name, _("No season yet."), (), ())
    first = leaders(season, MOST_ROWS)
    note = f"{season.name} · {first.order}"
    if season.final_of_id is not None:
        heads = ("#", _("Player"), first.measure)
        places = tuple((one.rank, one.name, one.figure) for one in first.lines)
        return Card(league.name, note, heads, places)
    return Card(
        league.name,
        note,
        ("#", _("Player"), _("Hands"), first.measure),
        tuple((one.rank, one.name, one.hands, one.figure) for one in first.lines),
    )


def player_card(league: League, player_id: int) -> Card | None:
    """Return a player's season and ratings; None if the player does not exist."""
    counted = selectors.aliases(league.pk).get(player_id, player_id)
    player = selectors.player_of(league, counted)
    if player is None:
        return None
    season = selectors.current_season(league, tonight(league)) or selectors.latest_season(league)
    row = play.row_of(season, player.pk) if season else None
    rows = row_figures(season, row)[:FIGURES] if season and row else []
    rows += [
        (
            f"{_('Rating')}, {selectors.game_title(league, rating.game)}",
            str(round(rating.history[-1][1].rating)),
        )
        for rating in reports.ratings_of(player)
        if rating.history
    ]
    return Card(
        player.name, f"{league.name} · {season.name}" if season else league.name, (), tuple(rows)
    )


def match_card(league: League) -> Card:
    """Return the current match, else the last one."""
    match = play.open_matches([league]).first() or play.latest_match(league)
    if match is None:
        return Card(league.name, _("No match yet."), (), ())
    columns = columns_of(match, play.match_totals(match))
    shown = sorted(columns, key=lambda column: column.place or len(columns) + 1)[:MOST_ROWS]
    state = _("final score") if match.state == "closed" else _("playing now")
    return Card(
        selectors.game_title(league, match.game),
        f"{league.name} · {state}",
        ("#", _("Player"), _("Points")),
        tuple(
            (str(one.place or "–"), one.name, points_text(one.total or 0, match.unit))
            for one in shown
        ),
    )
