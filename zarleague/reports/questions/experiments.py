"""The house-rule laboratory: bots play the same seeds under two rulesets.

An experiment is a row, with one row for each `PART` of its hands. Tasks take parts one by one,
several at a time, and store their counts; the last one adds them up. A part whose task was killed
is taken again. Hands are played in the processes that judge logs (`zarleague.replays`), which run
at low priority, and no lock is held meanwhile.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague import live
from zarleague.background.lease import STALE_AFTER, Lease, is_free
from zarleague.background.queueing import stale_for
from zarleague.bots import experiments as played
from zarleague.bots.experiments import ExperimentCounts
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Membership
from zarleague.leagues.services import lock_league
from zarleague.play.verdicts import rulesets
from zarleague.replays import pool
from zarleague.replays.errors import Busy, TooHeavy
from zarleague.replays.gate import as_a_task
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.background_work.stored_parts import Kind, MadePart, PartKey, StoredParts
from zarleague.reports.models import DerivedPart, Experiment

PART: Final = 10
"""Hands of a part under each ruleset: a second of work at most."""
HANDS: Final = (500, 1000, 2000, 5000)
"""Numbers of hands to choose from."""
MOST_PLAYERS: Final = 6
PARTS_AT_ONCE: Final = 4
"""Parts of one experiment that are played at a time, by as many workers."""
MOST_OPEN: Final = 4
"""Experiments that may run on the whole site; of a league only one may, and of all leagues that one
account organises."""
MOST_KEPT: Final = 20
"""Experiments kept of one league; the oldest make room."""


class LaboratoryBusy(Refused):
    """Too many experiments are running."""

    code = "laboratory-busy"


def ask(
    league: League, rules: Sequence[Ruleset], players: int, hands: int, *, actor: Actor
) -> Experiment:
    """Begin an experiment with two rulesets. Raise NotAllowed, Invalid or LaboratoryBusy."""
    access.require(access.can_organise(actor, league))
    one, other = rules
    if one.values == other.values:
        raise Invalid("rules", gettext_noop("Choose two different sets of rules."))
    if hands not in HANDS:
        raise Invalid("hands", gettext_noop("Choose how many hands to play."))
    for ruleset in rules:
        fewest, most = seats_allowed(ruleset)
        if not fewest <= players <= most:
            raise Invalid(
                "players",
                gettext_noop("This needs {fewest} to {most} players."),
                fewest=fewest,
                most=most,
            )
    with transaction.atomic():
        lock_league(league.pk)
        running = Experiment.objects.filter(state=Experiment.State.OPEN)
        if running.filter(league=league).exists():
            raise LaboratoryBusy(
                gettext_noop("Wait until the last comparison is done, or stop it.")
            )
        organised = Membership.objects.filter(user=actor.user, role=Membership.Role.ORGANISER)
        if running.filter(league__in=organised.values("league")).exists():
            raise LaboratoryBusy(
                gettext_noop("Another of your leagues is comparing rules. Wait until it is done.")
            )
        if running.count() >= MOST_OPEN:
            raise LaboratoryBusy(
                gettext_noop("Other leagues are comparing rules. Try again in a few minutes.")
            )
        made = Experiment.objects.create(
            league=league,
            game=one.game,
            players=players,
            hands=hands,
            rules=[rulesets.to_json(ruleset) for ruleset in rules],
            asked_by_name=actor.label,
        )
        numbers = range(hands // PART)
        _parts(made).store(
            MadePart(PartKey(Kind.EXPERIMENT, number), "", None) for number in numbers
        )
        old = Experiment.objects.filter(league=league).order_by("-pk")[MOST_KEPT:]
        Experiment.objects.filter(pk__in=[one.pk for one in old]).delete()
    return made


def seats_allowed(ruleset: Ruleset) -> tuple[int, int]:
    """Return the fewest and the most players of an experiment under a ruleset."""
    fewest, most = find(ruleset.game).seats(ruleset)
    return fewest, max(fewest, min(most, MOST_PLAYERS))


def cancel(experiment: Experiment, *, actor: Actor) -> None:
    """Stop an experiment and drop its results so far. Raise NotAllowed."""
    access.require(access.can_organise(actor, experiment.league))
    with transaction.atomic():
        open_one = Experiment.objects.filter(pk=experiment.pk, state=Experiment.State.OPEN)
        if open_one.update(state=Experiment.State.CANCELLED, seen_at=timezone.now()):
            _parts(experiment).delete()
    _publish(experiment)


def play_next(experiment_id: int) -> int | None:
    """Play one part of an experiment, if the processes that judge have time for it. Return after
    how many seconds to go on, None if no part is waiting."""
    experiment = Experiment.objects.select_related("league").filter(pk=experiment_id).first()
    if experiment is None:
        return None
    waiting = _parts(experiment).rows.filter(body="")
    lease = Lease.take_one(waiting)
    part: DerivedPart | None = None if lease is None else lease.held().first()
    if lease is None or part is None:  # the last may be cancelled meanwhile
        return None
    try:
        counted = _counted(experiment, part.number)
    except Busy as busy:
        lease.held().update(holder="")
        _give_sign(experiment)
        return busy.seconds
    _keep(lease, experiment, counted)
    return 0 if waiting.filter(is_free()).exists() else None


def stale_experiments() -> list[Experiment]:
    """Return the experiments whose tasks were lost: no task has worked on them for `STALE_AFTER`.
    Each is returned once in that time."""
    still = Experiment.objects.filter(stale_for(STALE_AFTER), state=Experiment.State.OPEN)
    return [one for one in still if still.filter(pk=one.pk).update(seen_at=timezone.now())]


def progress(experiment: Experiment) -> tuple[int, int]:
    """Return the number of hands played and asked for under each ruleset."""
    done = _parts(experiment).rows.exclude(body="").count()
    return done * PART, experiment.hands


def rules_of(experiment: Experiment) -> tuple[Ruleset, Ruleset]:
    one, other = (rulesets.from_json(experiment.game, data) for data in experiment.rules)
    return one, other


def tallies_of(experiment: Experiment) -> list[ExperimentCounts]:
    """Return the counts of each ruleset; [] while the experiment runs."""
    return [ExperimentCounts.of(data) for data in experiment.found]


def example(experiment: Experiment, side: int, number: int) -> tuple[str, int]:
    """Return an example hand of ruleset 0 or 1: its log, and the number of the first event at which
    the other ruleset differs, or 0. The log is empty if there is no example."""
    tallies = tallies_of(experiment)
    examples = tallies[side].examples if side < len(tallies) else []
    if number >= len(examples):
        return "", 0
    seed = examples[number][1]
    rules = [ruleset.data() for ruleset in rules_of(experiment)]
    found = json.loads(pool.run(played.example, rules, side, experiment.players, seed))
    return found["log"], found["parts_at"]


def _parts(experiment: Experiment) -> StoredParts:
    return StoredParts(experiment.league, experiment.pk, (Kind.EXPERIMENT,))


def _counted(experiment: Experiment, part: int) -> list[dict[str, Any]]:
    """Play a part and return the two tallies. A part that exceeds a limit counts no hands. Raise
    `Busy`."""
    rules = [ruleset.data() for ruleset in rules_of(experiment)]
    try:
        with as_a_task():
            found = pool.run(played.play, rules, experiment.players, part * PART, PART)
    except TooHeavy:
        return [asdict(ExperimentCounts()), asdict(ExperimentCounts())]
    tallies: list[dict[str, Any]] = json.loads(found)
    return tallies


def _keep(lease: Lease, experiment: Experiment, counted: list[dict[str, Any]]) -> None:
    """Store the counts of a part; after the last part, add everything up."""
    if not lease.held().update(body=json.dumps(counted)):
        return  # cancelled, or taken over
    _give_sign(experiment)
    if not _parts(experiment).rows.filter(body="").exists():
        _finish(experiment)
    _publish(experiment)


def _give_sign(experiment: Experiment) -> None:
    """Record that a task is at work on an experiment, or will be at once."""
    Experiment.objects.filter(pk=experiment.pk).update(seen_at=timezone.now())


def _finish(experiment: Experiment) -> None:
    sums = [ExperimentCounts(), ExperimentCounts()]
    parts = _parts(experiment)
    for _, counted in parts.figures(Kind.EXPERIMENT):
        for total, data in zip(sums, counted, strict=True):
            total.merge(ExperimentCounts.of(data))
    with transaction.atomic():
        still = Experiment.objects.filter(pk=experiment.pk, state=Experiment.State.OPEN)
        found = [asdict(total) for total in sums]
        if still.update(state=Experiment.State.DONE, found=found, seen_at=timezone.now()):
            parts.delete()


def _publish(experiment: Experiment) -> None:
    live.publish(channel(experiment.league_id), event="job", data={"experiment": experiment.pk})
