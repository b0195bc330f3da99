"""The names in a log, after somebody was renamed or who sat at a seat was corrected.

A log is kept as it was written. Before it is judged or shown, the names that people of its table
had before are replaced with those they have now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from zarleague.engine.declared import is_declared
from zarleague.engine.log import renamed
from zarleague.leagues.models import AuditEntry
from zarleague.play.models import Match, MatchSeat
from zarleague.play.verdicts import rulesets


class FormerName(NamedTuple):
    """That a player was renamed."""

    player: int
    before: str
    """The name until then."""


class Seated(NamedTuple):
    """What is known of a match's players before its logs are read."""

    seats: Collection[MatchSeat]
    """With their players."""
    renamings: Iterable[FormerName]
    """Of any players, oldest first."""


def with_present_names(
    match: Match, text: str, names: Sequence[str], seated: Seated | None = None
) -> str:
    """Return the log of a hand of *match* with the present names of its players, which are
    *names*. Who reads many logs says who is ``seated``, so that it is not asked for each."""
    if not text or is_declared(match.game):
        return text
    if seated is None:
        seats = seats_by_match([match.pk]).get(match.pk, [])
        seated = Seated(seats, renamings(match.league_id, [seat.player_id for seat in seats]))
    former = _former_names(seated, names)
    if not former:
        return text
    return renamed(text, rulesets.from_json(match.game, match.rules), former)


def seats_by_match(matches: Collection[int]) -> Mapping[int, list[MatchSeat]]:
    """Return the seats of matches, by the match's id, with their players."""
    found: dict[int, list[MatchSeat]] = {}
    for seat in MatchSeat.objects.filter(match__in=matches).select_related("player"):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def renamings(league_id: int, players: Collection[int] | None = None) -> list[FormerName]:
    """Return the renamings of some players of a league, or of all, oldest first."""
    entries = AuditEntry.objects.filter(
        league=league_id, topic=AuditEntry.Topic.PEOPLE, action="rename_player"
    )
    if players is not None:
        entries = entries.filter(about_id__in=players)
    return [
        FormerName(entry.about_id or 0, entry.before.get("name", ""))
        for entry in entries.order_by("pk")
    ]


def _former_names(seated: Seated, names: Sequence[str]) -> dict[str, str]:
    """Return the present name by each former one: a name the player had before a renaming, or that
    of another player who was at the same seat. A name that somebody of these has now is theirs."""
    here = set(names)
    seats = seated.seats
    sits = {seat.number: seat.player.name for seat in seats if seat.player.name in here}
    noted = {seat.player_id: sits.get(seat.number, "") for seat in seats}
    noted |= {seat.player_id: seat.player.name for seat in seats if seat.player.name in here}
    former = {seat.player.name: noted[seat.player_id] for seat in seats}
    former |= {before: noted[player] for player, before in seated.renamings if player in noted}
    return {old: new for old, new in former.items() if new and old not in here}
