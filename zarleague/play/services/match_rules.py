"""Change the rules of a match: freely while no hand counts, else by scoring its hands again."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.entry import GIVEN_UP, Evidence
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
from zarleague.play.models import Hand, Match
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seats import names_of, ruleset_of
from zarleague.play.services.matches import (
    asked_ruleset,
    check_direction,
    check_given_up,
    check_left_early,
)
from zarleague.play.services.rewriting import Change, counted_anew, hands_that_count, tried
from zarleague.play.services.versions import recorded_outcome
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import RULED_FORM, HandOutcome, Submission, entry_from_json
from zarleague.standings.series import Movement

_RULES: Final = ("rules", "end_hands", "end_limit", "left_early", "hands_share", "given_up")
"""The fields of a match's rules in the audit log."""


@dataclass(frozen=True, slots=True)
class Rescored:
    """The hands of a match scored by other rules: the outcome of each by the id of the version
    that it is made of. Empty if the rules of play stay."""

    ruleset: Ruleset
    outcomes: Mapping[int, HandOutcome]

    def fits(self, match: Match, hands: Sequence[Hand]) -> bool:
        """Return whether these are the hands that were scored."""
        scored = {hand.confirmed_id for hand in hands} == set(self.outcomes)
        return scored or self.ruleset == ruleset_of(match)


def rescore(match: Match, preset: str, overrides: Mapping[str, str] | None = None) -> Rescored:
    """Score the hands of a match by other rules, without writing; logs may take seconds.

    Raise RulesFrozen if a hand cannot be scored again, Invalid for rules the game does not have.
    """
    now = ruleset_of(match)
    ruleset = now
    if preset or overrides:
        ruleset = asked_ruleset(match.season.league, match.game, preset, overrides)
    if ruleset == now:
        return Rescored(now, {})
    return Rescored(
        ruleset,
        {
            hand.confirmed.pk: _scored_again(hand, ruleset)
            for hand in hands_that_count([match])
            if hand.confirmed is not None
        },
    )


def _scored_again(hand: Hand, ruleset: Ruleset) -> HandOutcome:
    version = hand.confirmed
    assert version is not None  # the hand counts
    entry = entry_from_json(version.entry) if version.entry else None
    if entry is not None and entry.form == GIVEN_UP:
        return recorded_outcome(hand, version)[0]  # level under any rules
    if entry is not None and entry.form == RULED_FORM:
        raise RulesFrozen(
            gettext_noop("The points of hand {number} were set by a ruling."), number=hand.number
        )
    if entry is not None and version.evidence == Evidence.TOTALS:
        raise RulesFrozen(
            gettext_noop(
                "Only the points of hand {number} are known, so it can’t be scored by other rules. "
                "Enter its cards first, or void it."
            ),
            number=hand.number,
        )
    before, seats = recorded_outcome(hand, version)
    submission = Submission(entry, version.log)
    if entry is not None and version.evidence == Evidence.LOG:
        form = rulesets.form_by_key(ruleset_of(hand.match), entry.form)
        if form is None or form.evidence == Evidence.TOTALS:
            submission = Submission(None, version.log)  # the log says what the entry leaves out
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
    while True:
        rescored = rescore(match, preset, overrides)  # without a lock: see `judging`
        with transaction.atomic():
            match = lock_match(match.pk)
            access.require(match_access.can_score(actor, match))
            if write.made_in(match.league_id) is not None:
                return match
            if _change(match, rescored, actor, left_early, hands_share, given_up, reason, at):
                write.record(match.league_id, match.pk)
                return match


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
    plays_on = rescored.ruleset == ruleset_of(match)
    end = scored(match.game).match_end(rescored.ruleset)
    check_direction(match.season, high_wins=not end.low_wins)
    check_given_up(given_up)
    before, counted = audit.values(match, *_RULES), match.counts_given_up
    change = Change(actor, "correct_hand", at, reason)
    with counted_anew(match):
        if not plays_on:
            _set_ruleset(match, rescored.ruleset, end, at)
        _set_left_early(match, left_early, hands_share)
        match.given_up = given_up or match.given_up
        match.save()
        for hand in hands:
            if not plays_on:
                _write_again(hand, rescored, change)
            if match.counts_given_up != counted:
                _count_given_up(hand, change)
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


def _count_given_up(hand: Hand, change: Change) -> None:
    """Write another version of a hand if it was given up: it now has results, or no longer."""
    outcome, seats = recorded_outcome(hand, hand.confirmed)
    if outcome.given_up:
        change.check(hand)
        change.write(hand, outcome, seats)


def _write_again(hand: Hand, rescored: Rescored, change: Change) -> None:
    """Write a hand by the new rules; hands that come out the same get no version."""
    assert hand.confirmed is not None  # the hand counts
    outcome = rescored.outcomes[hand.confirmed.pk]
    before, seats = recorded_outcome(hand, hand.confirmed)
    if (before.points, before.places, before.won) == (outcome.points, outcome.places, outcome.won):
        return
    change.check(hand)
    change.write(hand, outcome, seats)
