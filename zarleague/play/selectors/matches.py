"""A match in the form of the scorepad: hands as rows, players as columns."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from zarleague.leagues.selectors import aliases
from zarleague.play.match_access import Stage, stage_of
from zarleague.play.models import Dispute, Hand, HandResult, HandVersion, Match, Penalty
from zarleague.play.selectors.seats import held
from zarleague.play.verdicts.judging import is_given_up


@dataclass(frozen=True, slots=True)
class HandCell:
    """One player in one hand; ``total`` is the match total after it."""

    points: int
    place: int
    won: bool
    total: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of a match. ``version`` is the number of the confirmed one, ``dealer`` a seat's
    number; ``cells`` are by player id, without players who sat out. ``held`` are the points
    that players held when the hand was given up, by id, as far as they are known."""

    hand_id: int
    number: int
    dealer: int
    version: int
    evidence: int | None
    voided: bool
    given_up: bool
    disputed: bool
    has_log: bool
    stage: Stage
    created_at: datetime.datetime
    author: str
    reason: str
    cells: Mapping[int, HandCell]
    held: Mapping[int, int]


def hand_rows(match: Match) -> list[HandRow]:
    """Return the hands of a match in order, including voided ones."""
    now = timezone.now()
    into = aliases(match.season.league_id)
    results: dict[int, list[HandResult]] = {}
    for result in HandResult.objects.filter(version__confirmed_for__match=match):
        results.setdefault(result.version_id, []).append(result)
    disputed = dict(
        Dispute.objects.filter(hand__match=match, state__in=Dispute.PENDING)
        .values_list("hand")
        .annotate(Count("pk"))
    )
    totals: dict[int, int] = {}
    rows: list[HandRow] = []
    for hand in Hand.objects.filter(match=match).select_related("confirmed").order_by("number"):
        hand.match = match
        version = hand.confirmed
        if version is None:
            continue
        cells: dict[int, HandCell] = {}
        for result in results.get(version.pk, ()):
            player = into.get(result.player_id, result.player_id)
            totals[player] = totals.get(player, 0) + result.points
            cells[player] = HandCell(result.points, result.place, result.won, totals[player])
        rows.append(
            HandRow(
                hand_id=hand.pk,
                number=hand.number,
                dealer=hand.dealer,
                version=version.number,
                evidence=version.evidence,
                voided=version.kind == HandVersion.Kind.VOID,
                given_up=is_given_up(version.entry),
                disputed=hand.pk in disputed,
                has_log=bool(version.log),
                stage=stage_of(match.season, version.created_at, now, disputed=hand.pk in disputed),
                created_at=version.created_at,
                author=version.author_name,
                reason=version.reason,
                cells=cells,
                held={
                    into.get(seat.scores_for, seat.scores_for): points
                    for seat, points in held(hand, version)
                    if points is not None
                },
            )
        )
    return rows


def match_penalties(match: Match) -> list[Penalty]:
    """Return the penalties of a match, including cancelled ones, oldest first."""
    return list(Penalty.objects.filter(match=match).select_related("player"))
