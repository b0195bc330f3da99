"""Change the rules of a match: freely while no hand counts, else by scoring its hands again."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.entry import Evidence
from zarleague.engine.game import MatchEnd
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.play import match_access, notify
from zarleague.play.errors import RulesFrozen
from zarleague.play.locks import lock_match
from zarleague.play.models import Hand, Match, MatchSeat
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seats import names_of, ruleset_of
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.matches import (
    asked_ruleset,
    check_direction,
    check_given_up,
    check_left_early,
)
from zarleague.play.services.rewriting import (
    Change,
    counted_anew,
    hands_that_count,
    has_scored,
    recorded_now,
    tried,
    until_it_fits,
)
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import RULED_FORM, HandOutcome, Submission
from zarleague.standings.series import Movement

_RULES: Final = ("rules", "end_hands", "end_limit", "left_early", "hands_share", "given_up")
"""The fields of a match's rules in the audit log."""


@dataclass(frozen=True, slots=True)
class Rescored:
    """The hands of a match scored by other rules: the outcome of each by the id of the version
    that it is made of. Empty if the rules of play stay."""

    before: Ruleset
    """The rules of the match by then."""
    ruleset: Ruleset
    outcomes: Mapping[int, HandOutcome]

    @property
    def plays_on(self) -> bool:
        """Return whether the rules of play stay."""
        return self.before == self.ruleset

    def fits(self, match: Match, hands: Sequence[Hand]) -> bool:
        """Return whether the match has the same rules, and these are the hands that were scored."""
        scored = {hand.confirmed_id for hand in hands} == set(self.outcomes)
        return self.before == ruleset_of(match) and (scored or self.plays_on)


def rescore(match: Match, preset: str, overrides: Mapping[str, str] | None = None) -> Rescored:
    """Score the hands of a match by other rules, without writing; logs may take seconds.

    Raise RulesFrozen if a hand cannot be scored again, Invalid for rules the game does not have.
    """
    before = ruleset = ruleset_of(match)
    if preset or overrides:
        ruleset = asked_ruleset(match.season.league, match.game, preset, overrides)
    if ruleset == before:
        return Rescored(before, ruleset, {})
    return Rescored(
        before,
        ruleset,
        {
            hand.confirmed.pk: _scored_again(hand, recorded, seats, ruleset)
            for hand, recorded, seats in recorded_now([match])
            if hand.confirmed is not None
        },
    )


def _scored_again(
    hand: Hand, before: HandOutcome, seats: Sequence[MatchSeat], ruleset: Ruleset
) -> HandOutcome:
    """Return the outcome of a hand by a ruleset from that by its match's own."""
    entry = before.entry
    if before.given_up:
        return before  # level under any rules
    if entry is not None and entry.form == RULED_FORM:
        raise RulesFrozen(
            gettext_noop("The points of hand {number} were set by a ruling."), number=hand.number
        )
    if entry is not None and before.evidence == Evidence.TOTALS:
        raise RulesFrozen(
            gettext_noop(
                "Only the points of hand {number} are known, so it can’t be scored by other rules. "
                "Enter its cards first, or void it."
            ),
            number=hand.number,
        )
    submission = Submission(entry, before.log)
    if entry is not None and before.evidence == Evidence.LOG:
        form = rulesets.form_by_key(ruleset_of(hand.match), entry.form)
        if form is None or form.evidence == Evidence.TOTALS:
            submission = Submission(None, before.log)  # the log says what the entry leaves out
    try:
        outcome = submission.judge(hand.match, lambda: names_of(seats), ruleset)
        outcome.check_sheets(len(before.points or ()))
    except Refused as refused:
        raise RulesFrozen(
            gettext_noop("Hand {number} doesn’t fit these rules: {problem}"),
            number=hand.number,
            problem=refused.text,
        ) from refused
    return outcome


@large_change
def change_rules(
    match: Match,
    *,
    actor: Actor,
    key: str,
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
    left_early: str = "",
    hands_share: int | None = None,
    given_up: str = "",
    reason: str = "",
    at: datetime.datetime | None = None,
) -> Match:
    """Change the rules of a match, and score the hands that count again by them, as new versions.

    Without a preset and options the rules of play stay. ``left_early`` and ``hands_share`` say how
    those are ranked who leave early, ``given_up`` what hands count for that were given up. Raise
    Invalid without a reason once a hand counts, RulesFrozen if one cannot be scored again.
    """
    write = KeyedWrite("change-rules", locals())

    def attempt() -> Match | None:
        found = Match.objects.select_related("season__league").get(pk=match.pk)
        if has_scored(found, actor, write):
            return found
        rescored = rescore(found, preset, overrides)  # without a lock: see `judging`
        with transaction.atomic():
            found = lock_match(match.pk)
            if has_scored(found, actor, write):
                return found
            if not _change(found, rescored, actor, left_early, hands_share, given_up, reason, at):
                return None
            write.record(found.league_id, found.pk)
            return found

    return until_it_fits(attempt)


def preview_rules(
    match: Match,
    *,
    actor: Actor,
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
    left_early: str = "",
    hands_share: int | None = None,
    given_up: str = "",
    reason: str = "",
) -> list[Movement]:
    """Return who would move in the season's table. Raise as `change_rules`."""
    rescored = rescore(match, preset, overrides)

    def change() -> None:
        locked = lock_match(match.pk)
        access.require(match_access.can_score(actor, locked))
        _change(locked, rescored, actor, left_early, hands_share, given_up, reason, None)

    return tried(match, change)


def _change(
    match: Match,
    rescored: Rescored,
    actor: Actor,
    left_early: str,
    hands_share: int | None,
    given_up: str,
    reason: str,
    at: datetime.datetime | None,
) -> bool:
    """Change the rules of a locked match; return False if a hand was saved since they were scored
    again."""
    hands = hands_that_count([match])
    if not rescored.fits(match, hands):
        return False
    reason, at = checked_reason(reason) if hands else reason, at or timezone.now()
    end = scored(match.game).match_end(rescored.ruleset)
    check_direction(match.season, high_wins=not end.low_wins)
    check_given_up(given_up)
    before, counted = audit.values(match, *_RULES), match.counts_given_up
    with counted_anew([match]):
        if not rescored.plays_on:
            _set_ruleset(match, rescored.ruleset, end, at)
        _set_left_early(match, left_early, hands_share)
        match.given_up = given_up or match.given_up
        match.save()
        changed = _otherwise(match, rescored, given_up=match.counts_given_up != counted)
        Change(actor, "correct_hand", at, reason).write(list(changed))
    after = audit.values(match, *_RULES)
    topic = audit.Topic.RULES
    audit.record("change_rules", match, actor, topic=topic, before=before, after=after, why=reason)
    notify.match_changed(match)
    return True


def _set_ruleset(match: Match, ruleset: Ruleset, end: MatchEnd, at: datetime.datetime) -> None:
    match.rules = rulesets.to_json(ruleset)
    match.rules_text = rulesets.text(ruleset)
    match.end_hands, match.end_limit = end.hands, end.limit
    match.eliminates, match.high_wins = end.eliminate, not end.low_wins
    match.ties_by_wins = end.ties_by_wins
    match.frozen_at = at if match.frozen_at is not None else None


def _set_left_early(match: Match, left_early: str, hands_share: int | None) -> None:
    check_left_early(left_early, hands_share)
    match.left_early = left_early or match.left_early
    match.hands_share = hands_share or match.hands_share


def _otherwise(
    match: Match, rescored: Rescored, *, given_up: bool
) -> Iterator[tuple[Hand, HandOutcome, Sequence[MatchSeat]]]:
    """Yield the hands that come out otherwise by the new rules, with outcome and seats; with
    *given_up* those too that were given up: they now have results, or no longer."""
    for hand, before, seats in recorded_now([match]):
        outcome = rescored.outcomes.get(hand.confirmed_id or 0, before)
        then = before.points, before.places, before.won
        if then != (outcome.points, outcome.places, outcome.won) or (given_up and before.given_up):
            yield hand, outcome, seats
