"""The names in a log, after somebody was renamed or who sat at a seat was corrected.

A log is kept as it was written. Before it is judged or shown, the names that people of its table
had before are replaced with those they have now.
"""

from collections.abc import Sequence

from zarleague.engine.declared import is_declared
from zarleague.engine.log import renamed
from zarleague.leagues.models import AuditEntry
from zarleague.play.models import Match, MatchSeat
from zarleague.play.verdicts import rulesets


def with_present_names(match: Match, text: str, names: Sequence[str]) -> str:
    """Return the log of a hand of *match* with the present names of its players, which are
    *names*."""
    if not text or is_declared(match.game):
        return text
    former = _former_names(match, names)
    if not former:
        return text
    return renamed(text, rulesets.from_json(match.game, match.rules), former)


def _former_names(match: Match, names: Sequence[str]) -> dict[str, str]:
    """Return the present name by each former one: a name the player had before a renaming, or that
    of another player who was at the same seat. A name that somebody of these has now is theirs."""
    here = set(names)
    seats = list(MatchSeat.objects.filter(match=match).select_related("player"))
    sits = {seat.number: seat.player.name for seat in seats if seat.player.name in here}
    noted = {seat.player_id: sits.get(seat.number, "") for seat in seats}
    noted |= {seat.player_id: seat.player.name for seat in seats if seat.player.name in here}
    former = {seat.player.name: noted[seat.player_id] for seat in seats}
    renamings = AuditEntry.objects.filter(
        league=match.league_id,
        topic=AuditEntry.Topic.PEOPLE,
        action="rename_player",
        about_id__in=list(noted),
    )
    for entry in renamings.order_by("pk"):
        former[entry.before.get("name", "")] = noted[entry.about_id or 0]
    return {old: new for old, new in former.items() if new and old not in here}
