"""After commit, notify open pages (`live`) and the apps that derive from results (a signal)."""

import functools
from collections.abc import Collection

from django.db import transaction
from django.dispatch import Signal

from zarleague import live
from zarleague.leagues.models import Season
from zarleague.play.models import Dispute, Hand, Match
from zarleague.storage import sql

season_changed = Signal()
"""Sent after commit with ``season_id`` when a season's confirmed results have changed."""


def hand_changed(match: Match, hand: Hand, version: int) -> None:
    """Announce that a hand was entered, corrected, voided or restored."""
    data = {"match": match.pk, "hand": hand.pk, "number": hand.number, "version": version}
    live.publish(*_channels(match.season, match), event="hand", data=data)
    results_changed(match.season)


def match_changed(match: Match) -> None:
    """Announce that a match was started or closed, or that its seats or rules changed."""
    live.publish(*_channels(match.season, match), event="match", data={"match": match.pk})


def matches_changed(matches: Collection[Match]) -> None:
    """Announce that matches changed, by one event on the channels of all."""
    channels = [channel for match in matches for channel in _channels(match.season, match)]
    if channels:
        live.publish(*dict.fromkeys(channels), event="match")


def season_table_changed(season: Season) -> None:
    """Announce that the table changed without a hand: by penalties, merges, rules or lots."""
    live.publish(*_channels(season), event="season", data={"season": season.pk})
    results_changed(season)


def dispute_changed(match: Match, dispute: Dispute) -> None:
    """Announce that a dispute was opened or closed."""
    data = {"hand": dispute.hand_id, "dispute": dispute.pk}
    live.publish(*_channels(match.season, match), event="dispute", data=data)


def results_changed(season: Season) -> None:
    """Record that the season's results changed; send `season_changed` after commit.

    The signal's receivers recompute ranks, ratings and reports at once. If it is lost, the season's
    revision, written in the transaction of the change itself, shows what is still to be derived.
    """
    sql.run("UPDATE leagues_season SET revision = revision + 1 WHERE id = %s", season.pk)
    send = functools.partial(season_changed.send_robust, Season, season_id=season.pk)
    transaction.on_commit(send, robust=True)


def _channels(season: Season, match: Match | None = None) -> list[str]:
    channels = [f"season-{season.pk}", f"league-{season.league_id}"]
    return channels if match is None else [f"match-{match.pk}", *channels]
