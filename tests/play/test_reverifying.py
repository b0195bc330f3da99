"""Stored logs judged again by another engine: what changed is listed, nothing else moves."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests import factories
from tests.factories import Club, key
from zarleague.play import services, tasks
from zarleague.play.errors import ReplaysBusy
from zarleague.play.models import EngineDifference, Hand, JudgedLog, Match, Ruling
from zarleague.play.verdicts import engine_version, reverifying

LOG = "dealer Cat\ndeal Ann 7\ndeal Bob 7\ndeal Cat 7\nup b4\nAnn b2\nBob y5\n"
"""Six events. All are legal but the last: a yellow 5 fits no blue 2."""


@pytest.fixture
def hand(club: Club, match: Match) -> Hand:
    entry = factories.totals(0, 4, 9)
    return services.enter_hand(match, entry, log=LOG, actor=club.boss, key=key())


@pytest.fixture
def ruling(club: Club, hand: Hand) -> Ruling:
    dispute = services.open_dispute(hand, text="No!", actor=club.keeper, key=key())
    decision = services.Decision("rejected", "stands", "Was it so?", "It was.", rests_on="recorded")
    return services.rule_on_dispute(
        dispute, decision, actor=club.boss, key=key(), expected_version=1
    )


def judge_all() -> int:
    return reverifying.judge_again(reverifying.next_chunk())


def let_an_earlier_engine_have_said(verdicts: str) -> None:
    JudgedLog.objects.update(engine="e" * 64, verdicts=verdicts)


def test_a_new_log_is_judged_once(hand: Hand) -> None:
    assert reverifying.progress() == reverifying.Coverage(0, 1)
    assert judge_all() == 0
    log = JudgedLog.objects.get()
    assert (log.verdicts, log.points, log.engine) == (
        "llllli",
        [None, None, None],
        engine_version.digest(),
    )
    assert reverifying.progress() == reverifying.Coverage(1, 1)
    assert not reverifying.behind().exists()


def test_what_another_engine_says_is_listed_and_the_hand_stays(club: Club, hand: Hand) -> None:
    judge_all()
    let_an_earlier_engine_have_said("lllluu")
    assert judge_all() == 1
    found = EngineDifference.objects.get()
    assert (found.league, found.version, found.before) == (club.league, hand.confirmed, "e" * 64)
    told = [(c["event"], c["text"], c["before"], c["after"]) for c in found.changes]
    assert told == [(5, "Ann b2", "u", "l"), (6, "Bob y5", "u", "i")]
    hand.refresh_from_db()
    assert hand.confirmed is not None
    assert hand.confirmed.number == 1
    # Once more changes nothing.
    assert judge_all() == 0
    assert EngineDifference.objects.count() == 1


def test_a_ruling_keeps_what_was_ruled(ruling: Ruling, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        not JudgedLog.objects.filter(ruling=ruling).exclude(engine=engine_version.digest()).exists()
    )
    digest = ruling.digest
    monkeypatch.setattr(engine_version, "digest", lambda: "f" * 64)
    assert judge_all() == 0
    # As if the engine of that day had not known whether the last event was legal.
    monkeypatch.setattr(engine_version, "digest", lambda: "g" * 64)
    recorded = reverifying.StoredVerdicts("lllllu", [], [None, None, None])
    monkeypatch.setattr(reverifying, "_before", lambda log: log.ruling and recorded)
    assert judge_all() == 1
    found = EngineDifference.objects.get()
    assert found.ruling == ruling
    assert Ruling.objects.get().digest == digest


def test_the_command_goes_on_where_it_was_stopped(hand: Hand, ruling: Ruling) -> None:
    def told(*options: str) -> str:
        out = StringIO()
        call_command("reverify", "--here", *options, stdout=out, stderr=StringIO())
        return out.getvalue()

    assert "0 logs are judged otherwise." in told()
    let_an_earlier_engine_have_said("lllluu")
    text = told()
    assert "event 5 (Ann b2): cannot be known → legal" in text
    assert "event 6 (Bob y5): cannot be known → illegal" in text
    assert "1 logs are judged otherwise." in text
    assert told() == text  # nothing is judged anew, and what is not put aside is listed again
    assert reverifying.progress() == reverifying.Coverage(2, 2)
    told("--again")
    assert EngineDifference.objects.count() == 1


def log_of(club: Club) -> JudgedLog:
    entered = services.enter_hand(
        factories.match(club), factories.totals(0, 4, 9), log=LOG, actor=club.boss, key=key()
    )
    return JudgedLog.objects.get(version=entered.confirmed)


def test_a_league_with_many_logs_does_not_hold_up_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One log of it is judged, then another league has its turn, though its log came later."""
    monkeypatch.setattr(reverifying, "SLICE", 0)
    monkeypatch.setattr(reverifying, "_LOOKED_AT", 1)
    many = [log_of(club).pk for _ in range(3)]
    other = factories.club()
    late = log_of(other).pk
    assert reverifying.by_league() == {club.league.pk: many[:1], other.league.pk: [late]}
    queued: list[int] = []
    monkeypatch.setattr(tasks.judge_logs_of, "queue_once", lambda pk, **_: queued.append(pk))
    tasks.queue_logs()
    tasks.judge_logs_of(queued.pop(0))
    assert list(reverifying.behind().values_list("pk", flat=True)) == [*many[1:], late]
    assert queued == [other.league.pk, club.league.pk]
    while queued:
        tasks.judge_logs_of(queued.pop(0))
    assert not reverifying.behind().exists()


def test_logs_wait_while_the_processes_that_judge_have_no_time(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise ReplaysBusy(2)

    monkeypatch.setattr(reverifying.judging, "replay_log", busy)
    queued: list[tuple[int, float]] = []
    monkeypatch.setattr(
        tasks.judge_logs_of, "queue_once", lambda pk, countdown: queued.append((pk, countdown))
    )
    tasks.judge_logs_of(hand.league_id)
    assert queued == [(hand.league_id, reverifying.AGAIN_AFTER)]
    assert reverifying.behind().exists()


@pytest.mark.parametrize(("limit", "of"), [("CHUNK", 1), ("SLICE", 0)])
def test_after_logs_that_fail_it_is_the_turn_of_those_behind_them(
    club: Club, limit: str, of: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two only the first is read, or takes all the time, and it fails. Then it is the second's
    turn, and then the first's again."""
    monkeypatch.setattr(reverifying, limit, of)
    first, second = (log_of(club) for _ in range(2))
    tried: list[JudgedLog] = []
    judged = reverifying._judged

    def fail(log: JudgedLog) -> Any:
        tried.append(log)
        if log == first:
            raise RuntimeError
        return judged(log)

    monkeypatch.setattr(reverifying, "_judged", fail)
    answers = [reverifying.judge_next(club.league.pk) for _ in range(3)]
    assert tried == [first, second, first]
    assert answers == [None, 0, None]
    assert list(reverifying.behind()) == [first]


def test_a_log_whose_judging_fails_holds_up_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is tried again when the clock asks, not at once; that it failed is logged once a day."""
    first, _second = (log_of(club) for _ in range(2))
    judged = reverifying._judged

    def fail(log: JudgedLog) -> Any:
        if log == first:
            raise RuntimeError
        return judged(log)

    monkeypatch.setattr(reverifying, "_judged", fail)
    assert reverifying.judge_next(club.league.pk) == 0
    assert list(reverifying.behind()) == [first]
    assert reverifying.judge_next(club.league.pk) is None
    assert [record.getMessage() for record in caplog.records] == [
        f"The stored log {first.pk} could not be judged."
    ]
    monkeypatch.undo()
    assert reverifying.judge_next(club.league.pk) == 0
    assert not reverifying.behind().exists()
    assert reverifying.judge_next(club.league.pk) is None
