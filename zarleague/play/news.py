"""Tell open pages and the rings outside what a write has changed, when it is committed."""

import functools

from django.db import transaction

from zarleague import live
from zarleague.leagues.models import Season
from zarleague.play.models import Dispute, Hand, Match
from zarleague.play.signals import season_changed


def hand_changed(match: Match, hand: Hand, version: int) -> None:
    """A hand was entered, corrected, taken back or restored."""
    data = {"match": match.pk, "hand": hand.pk, "number": hand.number, "version": version}
    for channel in _channels(match.season, match):
        live.publish(channel, "hand", data)
    results_changed(match.season)


def match_changed(match: Match) -> None:
    """A match was started or closed, or its seats or rules changed."""
    for channel in _channels(match.season, match):
        live.publish(channel, "match", {"match": match.pk})


def season_table_changed(season: Season) -> None:
    """The table changed without a hand: penalties, merges, rules, lots."""
    for channel in _channels(season):
        live.publish(channel, "season", {"season": season.pk})
    results_changed(season)


def dispute_changed(match: Match, dispute: Dispute) -> None:
    """A dispute was opened or closed."""
    for channel in _channels(match.season, match):
        live.publish(channel, "dispute", {"hand": dispute.hand_id, "dispute": dispute.pk})


def results_changed(season: Season) -> None:
    """Have what is derived beyond the totals refreshed."""
    send = functools.partial(season_changed.send_robust, Season, season_id=season.pk)
    transaction.on_commit(send, robust=True)


def _channels(season: Season, match: Match | None = None) -> list[str]:
    channels = [f"season-{season.pk}", f"league-{season.league_id}"]
    return channels if match is None else [f"match-{match.pk}", *channels]
