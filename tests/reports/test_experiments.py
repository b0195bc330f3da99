"""The house-rule laboratory: bounded, resumable, cancelled, and who may ask."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import Club
from zarleague.background import task_process
from zarleague.background.lease import STALE_AFTER
from zarleague.bots.experiments import ExperimentCounts, Sum
from zarleague.engine.games import find
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.replays.errors import Busy
from zarleague.reports import tasks
from zarleague.reports.models import DerivedPart, Experiment
from zarleague.reports.questions import experiments
from zarleague.reports.questions.experiment_figures import figures, mean, share

# Arithmetic, and words: no database changes them.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ZAR = find("zar")
RULES = (ZAR.ruleset(), ZAR.ruleset("", {"match-out": "goes-out"}))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an experiment be two parts of two hands."""
    monkeypatch.setattr(experiments, "HANDS", (4,))
    monkeypatch.setattr(experiments, "PART", 2)


def ask(club: Club) -> Experiment:
    return experiments.ask(club.league, RULES, 3, 4, actor=club.boss)


@pytest.mark.usefixtures("short")
def test_parts_are_played_one_by_one_and_added_up(club: Club) -> None:
    made = ask(club)
    assert experiments.play_next(made.pk) == 0
    assert experiments.progress(made) == (2, 4)
    assert experiments.play_next(made.pk) is None
    made.refresh_from_db()
    assert made.state == Experiment.State.DONE
    assert not DerivedPart.objects.exists()
    assert [one.hands for one in experiments.tallies_of(made)] == [4, 4]
    # Nothing is left to do; a task that comes late changes nothing.
    assert experiments.play_next(made.pk) is None


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("wrong", [-1, 1], ids=["long ago", "by a clock that was ahead"])
def test_a_part_whose_task_was_killed_is_played_by_another(club: Club, wrong: int) -> None:
    made = ask(club)
    DerivedPart.objects.filter(number=0).update(holder="killed", seen_at=timezone.now())
    assert experiments.play_next(made.pk) is None  # part 1; part 0 has a task
    assert experiments.progress(made) == (2, 4)
    lost_at = timezone.now() + wrong * 2 * STALE_AFTER
    DerivedPart.objects.filter(number=0).update(seen_at=lost_at)
    Experiment.objects.update(seen_at=lost_at)
    assert experiments.stale_experiments() == [made]
    assert experiments.stale_experiments() == []  # queued already
    experiments.play_next(made.pk)
    made.refresh_from_db()
    assert made.state == Experiment.State.DONE


@pytest.mark.usefixtures("short")
def test_parts_wait_while_the_processes_that_judge_have_no_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The part is free for the next task at once, and there is one: none is queued beside it."""
    made = ask(club)
    Experiment.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    queued: list[tuple[tuple[int], float]] = []
    monkeypatch.setattr(
        tasks.play_experiment,
        "apply_async",
        lambda args, countdown: queued.append((args, countdown)),
    )

    def busy(*_: object) -> None:
        raise Busy

    with monkeypatch.context() as patched:
        patched.setattr(experiments.pool, "run", busy)
        tasks.play_experiment(made.pk)
    assert queued == [((made.pk,), 2)]
    assert experiments.stale_experiments() == []
    tasks.play_experiment(made.pk)
    assert queued == [((made.pk,), 2), ((made.pk,), 0)]
    tasks.play_experiment(made.pk)
    made.refresh_from_db()
    assert (made.state, len(queued)) == (Experiment.State.DONE, 2)


@pytest.mark.usefixtures("short")
def test_a_cancelled_experiment_is_played_no_further(club: Club) -> None:
    made = ask(club)
    with pytest.raises(NotAllowed):
        experiments.cancel(made, actor=club.keeper)
    experiments.cancel(made, actor=club.boss)
    assert experiments.play_next(made.pk) is None
    made.refresh_from_db()
    assert (made.state, made.found) == (Experiment.State.CANCELLED, [])


@pytest.mark.usefixtures("short")
def test_a_league_has_one_at_a_time_and_a_site_a_few(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(club)
    with pytest.raises(experiments.LaboratoryBusy):
        ask(club)
    monkeypatch.setattr(experiments, "MOST_OPEN", 1)
    with pytest.raises(experiments.LaboratoryBusy):
        ask(factories.club())


@pytest.mark.usefixtures("short")
def test_of_the_leagues_of_one_account_one_may_compare(club: Club) -> None:
    """Somebody with four leagues does not keep the others out."""
    ask(club)
    second = leagues.create_league(owner=club.organiser, key=factories.key(), name="Second")
    with pytest.raises(experiments.LaboratoryBusy, match="Another of your leagues"):
        experiments.ask(second, RULES, 3, 4, actor=club.boss)
    assert ask(factories.club())


@pytest.mark.usefixtures("short")
def test_the_oldest_make_room(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "MOST_KEPT", 1)
    first = ask(club)
    experiments.cancel(first, actor=club.boss)
    second = ask(club)
    assert list(Experiment.objects.all()) == [second]


def test_what_cannot_be_asked(club: Club) -> None:
    with pytest.raises(NotAllowed):
        experiments.ask(club.league, RULES, 3, 500, actor=club.keeper)
    for rules, players, hands in (
        ((RULES[0], RULES[0]), 3, 500),
        (RULES, 1, 500),
        (RULES, 3, 1_000_000),
    ):
        with pytest.raises(Invalid):
            experiments.ask(club.league, rules, players, hands, actor=club.boss)
    assert not Experiment.objects.exists()


def test_intervals() -> None:
    # 1, 2, 3: mean 2, variance 1, standard error 1/sqrt(3) = 0.577; 1.96 of them are 1.132.
    found = mean(Sum(3, 6.0, 14.0))
    assert found is not None
    assert found == pytest.approx((2.0, 0.868, 3.132), abs=0.001)
    # Wilson for 0 of 10: 0 to z*z / (n + z*z) = 3.842 / 13.842 = 0.278.
    found = share(Sum(10, 0.0, 0.0))
    assert found == pytest.approx((0.0, 0.0, 0.278), abs=0.001)
    assert mean(Sum()) is None


def test_a_difference_is_told_from_chance() -> None:
    # Standard error of each side 1/sqrt(100) = 0.1, of both 0.141: 1.96 of them are 0.277.
    one = ExperimentCounts(turns=Sum(100, 0.0, 99.0))
    near, far = (
        ExperimentCounts(turns=Sum(100, 20.0, 103.0)),
        ExperimentCounts(turns=Sum(100, 40.0, 115.0)),
    )
    assert not figures(one, near)[0].differs
    assert figures(one, far)[0].differs


@pytest.mark.usefixtures("short")
def test_the_page_from_the_question_to_a_hand_on_the_board(
    client: Client, club: Club, django_capture_on_commit_callbacks
) -> None:
    page = reverse("laboratory", args=[club.league.slug])
    client.force_login(club.scorekeeper)
    assert client.get(page).status_code == 403
    client.force_login(club.organiser)
    assert "Our house rules" in client.get(page).content.decode()
    form = {"game": "zar", "players": "3", "hands": "4", "one-variant": "house"}
    same = client.post(page, form | {"other-variant": "house"})
    assert "Choose two different sets of rules." in same.content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(page, form | {"other-variant": "zar-plus-plus"})
    made = Experiment.objects.get()
    assert answer.url == reverse("experiment", args=[club.league.slug, made.pk])
    assert made.state == Experiment.State.DONE
    text = client.get(answer.url).content.decode()
    assert "Turns in a hand" in text
    # Three of each card or two of each: the deck decides in every hand in which the third is seen.
    made.found[0]["examples"] = [[20, 1]]
    made.save()
    hand = reverse("experiment-hand", args=[club.league.slug, made.pk, 0, 0])
    board = client.get(hand).url
    assert board.startswith(f"{reverse('any-replay')}?log=game+zar")
    # ZAR++ has three of each card instead of two: the draw pile is another from the first deal on.
    assert board.endswith("#e1")
    assert (
        client.get(reverse("experiment-hand", args=[club.league.slug, made.pk, 0, 7])).status_code
        == 404
    )


def test_another_league_does_not_see_it(client: Client, club: Club) -> None:
    made = experiments.ask(club.league, RULES, 3, 500, actor=club.boss)
    other = factories.club()
    client.force_login(other.organiser)
    assert client.get(reverse("experiment", args=[other.league.slug, made.pk])).status_code == 404
    assert client.get(reverse("experiment", args=[club.league.slug, made.pk])).status_code == 404


@pytest.mark.usefixtures("short")
def test_the_clock_takes_up_what_was_lost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ask(club)
    Experiment.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    queued: list[int] = []
    monkeypatch.setattr(tasks.play_experiment, "delay_on_commit", queued.append)
    monkeypatch.setattr(task_process, "_site", None)  # whichever test has had the site served
    tasks.take_up_lost_work()
    assert queued == [made.pk] * experiments.PARTS_AT_ONCE
