"""Mask cards that were never shown, in leagues that ask for it (`League.hides_hands`).

A log may name cards that only one player saw: hands dealt, cards drawn, cards set aside.
Organisers, scorekeepers and arbiters read the log as it was written, a player of the hand reads
what that player saw, and everybody else reads what an onlooker saw. Cards that were played or shown
stay. Hidden cards are removed from the text itself, so that nothing derived from it can reveal
them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from zarleague.engine import NotALog, Ruleset, read, write
from zarleague.engine.event import TABLE
from zarleague.engine.finding_sentences import sentence_without_cards
from zarleague.engine.replay import as_seen
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League, Player
from zarleague.play import match_access
from zarleague.play.models import Dispute, Match, Ruling
from zarleague.play.selectors.seats import ruleset_of, seats_of_hand
from zarleague.play.verdicts import judging
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.replays import jobs


def sees_all(actor: Actor, league: League, match: Match | None = None) -> bool:
    """Return whether the actor may read the unmasked logs of the league, or of that match."""
    if not league.hides_hands or access.is_arbiter(actor, league.pk):
        return True
    if match is not None:
        return match_access.can_score(actor, match)
    return access.is_scorekeeper(actor, league.pk)


def log_for(actor: Actor, match: Match, text: str, names: Sequence[str]) -> str:
    """Return the log of a hand of *match* as the actor may read it; *names* are its players'
    present ones, which replace those in the log."""
    league = match.season.league
    text = with_present_names(match, text, names)
    if not text or sees_all(actor, league, match):
        return text
    return masked(text, ruleset_of(match), names, _own_name(actor, league, names))


def prepare_dispute(actor: Actor, dispute: Dispute) -> None:
    """Mask the logs of a dispute and of the statements loaded with it, as the actor may read them.
    They are changed in place: the instances must not be saved."""
    match = dispute.hand.match
    statements = dispute.statements.all()
    if not any([dispute.log, *(statement.log for statement in statements)]):
        return
    names = [seat.player.name for seat in seats_of_hand(dispute.hand)]
    dispute.log = log_for(actor, match, dispute.log, names)
    for statement in statements:
        statement.log = log_for(actor, match, statement.log, names)


def masked(text: str, ruleset: Ruleset, names: Sequence[str], own: str = "") -> str:
    """Return a log without the cards that the player *own* ("": an onlooker) did not see, without
    comments and without lines that cannot be parsed; "" for a text that is no log."""
    try:
        log = read(text, ruleset, tuple(names))
    except NotALog:
        return ""
    seen = as_seen(log, log.seats.index(own) if own in log.seats else TABLE)
    unread = {problem.event for problem in log.problems}
    events = tuple(event for i, event in enumerate(seen.events) if i not in unread)
    # Without the line that names game and rules, which are those of the match.
    return "".join(write(replace(seen, events=events)).splitlines(keepends=True)[1:])


def ruling_for(actor: Actor, found: Ruling) -> Ruling:
    """Return a ruling masked as the actor may read it. The instance must not be saved."""
    if not sees_all(actor, found.league):
        players = found.record["players"]
        found.record = _masked_record(found.record, _own_name(actor, found.league, players))
    return found


def _own_name(actor: Actor, league: League, names: Sequence[str]) -> str:
    """Return the actor's name among the players of a hand, "" if they did not play it."""
    if actor.user is None:
        return ""
    mine = Player.objects.filter(league=league, user=actor.user).values_list("name", flat=True)
    return next((name for name in mine if name in names), "")


def _masked_record(record: Mapping[str, Any], own: str) -> dict[str, Any]:
    """Return a record of a ruling with its logs masked. The verdicts stay; a sentence keeps its
    cards only if the masked log leads to the same sentence."""
    rules = record["ruleset"]
    ruleset = Ruleset(rules["game"], rules["preset"], rules["options"])
    names = record["players"]

    def hide(text: str) -> str:
        return masked(text, ruleset, names, own) if text else ""

    log = hide(record["log"])
    recorded = record["recorded"]
    return {
        **record,
        "hides_hands": True,
        "log": log,
        "recorded": recorded and recorded | {"log": hide(recorded["log"])},
        "accounts": [one | {"log": hide(one["log"])} for one in record["accounts"]],
        "judged": record["judged"] and _masked_judgement(record["judged"], ruleset, log, names),
        "decisive": record["decisive"] and _masked_table(record["decisive"], ruleset, log, names),
    }


def _masked_judgement(
    judged: Mapping[str, Any], ruleset: Ruleset, log: str, names: Sequence[str]
) -> dict[str, Any] | None:
    """Return the judged log of a record with the lines of the masked log; None if a line could not
    be parsed, since lines and events cannot be matched then."""
    try:
        public = judging.replay_log(ruleset, log, names)
    except Refused:
        return None
    if len(public["events"]) != len(judged["events"]):
        return None
    events = []
    for row, seen in zip(judged["events"], public["events"], strict=True):
        known = {(one["template"], str(one["values"])): one for one in seen["findings"]}
        findings = [
            known.get((one["template"], str(one["values"]))) or _without_cards(one)
            for one in row["findings"]
        ]
        events.append(row | {"text": seen["text"], "findings": findings})
    return {**judged, "events": events, "problems": []}


def _without_cards(finding: Mapping[str, Any]) -> dict[str, Any]:
    """Return a finding of a record with a sentence that names no card."""
    said = sentence_without_cards(finding["code"], finding["verdict"], finding["values"])
    return {
        **finding,
        "text": str(said),
        "template": said.template,
        "values": said.values,
        "witnesses": None,
    }


def _masked_table(
    decisive: Mapping[str, Any], ruleset: Ruleset, log: str, names: Sequence[str]
) -> dict[str, Any] | None:
    """Return the decisive table of a record recomputed from the masked log."""
    try:
        table = judging.of_hand(jobs.table, ruleset, log, names, decisive["step"])
    except Refused:
        return None
    return table | {"faces": decisive["faces"], "verdict": decisive["verdict"]}
