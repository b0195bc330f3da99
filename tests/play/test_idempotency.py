"""A write under a key: sent twice it happens once, and the key stands for that request alone.

Every service that takes a key is in `CASES`, with another value for every argument it has. A
service or an argument that is added later fails here until it has a line of its own.
"""

import datetime
import inspect
from collections.abc import Callable
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from tests import factories
from tests.factories import EIGHT_O_CLOCK, FIRST_EVENING, Club
from zarleague.bots import play_hand
from zarleague.engine.games import find
from zarleague.engine.log import write
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, KeyReused, NotAllowed
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Membership, Season
from zarleague.play import services as play
from zarleague.play.models import Dispute, EveningRound, Hand, Match, MatchSeat
from zarleague.storage.sql import rows

# PostgreSQL refuses statements that SQLite lets pass.
pytestmark = pytest.mark.postgresql

LATER = EIGHT_O_CLOCK + datetime.timedelta(minutes=1)
NEXT_DAY = FIRST_EVENING + datetime.timedelta(days=1)
SCOPE = {"league", "owner"}
"""A key belongs to a league: the same key in another league, or of another founder, is another."""

Case = tuple[Callable[..., models.Model], dict[str, Any], dict[str, Any]]
"""A service, its arguments, and another value for each of them but actor and key."""


def other_season(club: Club) -> Season:
    """Another season of the league."""
    return leagues.start_season(
        club.league, name="Other", starts=FIRST_EVENING, actor=club.boss, key=factories.key()
    )


def hand(club: Club, match: Match | None = None) -> Hand:
    """A hand that Ann won before Bob and Cat."""
    return factories.hand(club, match or factories.match(club), 0, 4, 9)


def seats(match: Match) -> list[MatchSeat]:
    """The seats of a match, clockwise."""
    return list(match.seats.order_by("number"))


def log(seed: int) -> str:
    """The log of a hand that bots have played for Ann, Bob and Cat."""
    game = find("zar")
    return write(play_hand(game, game.ruleset(), ("Ann", "Bob", "Cat"), 0, Random(seed)))


def start_match(club: Club) -> Case:
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    asked = {"season": club.season, "players": [ann, bob]}
    return (
        play.start_match,
        asked,
        {
            "season": other_season(club),
            "players": [ann, cat],
            "terms": play.MatchTerms(game="uno"),
            "played_on": NEXT_DAY,
            "at": LATER,
            "anyway": False,
        },
    )


def change_rules(club: Club) -> Case:
    asked = {"match": factories.match(club), "preset": "zar-plus-plus"}
    others = {
        "preset": "zar-holland",
        "overrides": {"next-dealer": "winner"},
        "left_early": "average",
        "hands_share": 50,
        "given_up": "level",
        "reason": "Agreed",
        "at": LATER,
    }
    return play.change_rules, asked, others | {"match": factories.match(club)}


def own(club: Club, name: str) -> str:
    """A game of the league's own with one match under an older version; its key."""
    data = {"name": name, "players": [2, 4], "wins": "low", "limit": 90}
    made = leagues.declare_game(club.league, data, actor=club.boss)
    play.start_match(
        club.season,
        club.add("Ann", "Bob"),
        play.MatchTerms(game=made.game),
        actor=club.boss,
        key=factories.key(),
        anyway=True,
    )
    leagues.declare_game(club.league, data | {"limit": 95}, actor=club.boss)
    return made.game


def rescore_game(club: Club) -> Case:
    asked = {"league": club.league, "game": own(club, "One"), "reason": "Agreed"}
    return play.rescore_game, asked, {"game": own(club, "Two"), "reason": "Wrong"}


def replace_game(club: Club) -> Case:
    asked = {"league": club.league, "game": own(club, "One"), "by": "zar", "reason": "Agreed"}
    return play.replace_game, asked, {"game": own(club, "Two"), "by": "uno", "reason": "Wrong"}


def close_match(club: Club) -> Case:
    asked = {"match": factories.match(club)}
    return play.close_match, asked, {"match": factories.match(club), "at": LATER}


def reopen_match(club: Club) -> Case:
    return play.reopen_match, {"match": factories.match(club)}, {"match": factories.match(club)}


def void_match(club: Club) -> Case:
    asked = {"match": hand(club).match, "reason": "Entered twice"}
    return play.void_match, asked, {"match": hand(club).match, "reason": "Wrong", "at": LATER}


def restore_match(club: Club) -> Case:
    one, other = hand(club).match, hand(club).match
    for match in (one, other):
        play.void_match(match, reason="Wrong", actor=club.boss, key=factories.key())
    asked = {"match": one, "reason": "It was right"}
    return play.restore_match, asked, {"match": other, "reason": "Right", "at": LATER}


def move_match(club: Club) -> Case:
    asked = {"match": hand(club).match, "played_on": NEXT_DAY, "reason": "The next day"}
    others = {
        "match": hand(club).match,
        "played_on": NEXT_DAY + (NEXT_DAY - FIRST_EVENING),
        "reason": "Later",
        "season": other_season(club),
    }
    return play.move_match, asked, others


def set_attendance(club: Club) -> Case:
    asked = {"league": club.league, "day": FIRST_EVENING, "people": [("Ann", "here")]}
    return play.set_attendance, asked, {"day": NEXT_DAY, "people": [("Ann", "left")], "at": LATER}


def present(club: Club) -> dict[str, Any]:
    """Four people are here on the first evening; return the arguments that draw them."""
    people = [(player, "here") for player in club.add("Ann", "Bob", "Cat", "Dee")]
    play.set_attendance(club.league, FIRST_EVENING, people, actor=club.boss, key=factories.key())
    return {"league": club.league, "day": FIRST_EVENING, "season": club.season}


def draw_round(club: Club) -> Case:
    others = {
        "day": NEXT_DAY,
        "season": other_season(club),
        "game": "uno",
        "preset": "official",
        "size": 3,
        "way": "strength",
        "seed": 7,
    }
    return play.draw_round, present(club), others


def drawn(club: Club) -> EveningRound:
    return play.draw_round(**present(club), actor=club.boss, key=factories.key())


def seat_round(club: Club) -> Case:
    ann, bob, cat, dee = club.add("Ann", "Bob", "Cat", "Dee")
    asked = {"drawn": drawn(club), "tables": [[ann, bob], [cat, dee]]}
    another = EveningRound.objects.get()
    another.pk, another.number, another._state.adding = None, 2, True
    another.save()
    return play.seat_round, asked, {"drawn": another, "tables": [[ann, cat], [bob, dee]]}


def start_round(club: Club) -> Case:
    one = drawn(club)
    another = EveningRound.objects.get()
    another.pk, another.number, another._state.adding = None, 2, True
    another.save()
    return (
        play.start_round,
        {"drawn": one},
        {"drawn": another, "ends_earlier": True, "anyway": True, "at": LATER},
    )


def void_evening(club: Club) -> Case:
    hand(club)
    asked = {"league": club.league, "day": FIRST_EVENING, "reason": "Entered twice"}
    return play.void_evening, asked, {"day": NEXT_DAY, "reason": "Wrong", "at": LATER}


def restore_evening(club: Club) -> Case:
    asked = {"league": club.league, "day": FIRST_EVENING, "reason": "Wrong"}
    hand(club)
    play.void_evening(**asked, actor=club.boss, key=factories.key())
    return play.restore_evening, asked, {"day": NEXT_DAY, "reason": "Right", "at": LATER}


def move_evening(club: Club) -> Case:
    hand(club)
    asked = {
        "league": club.league,
        "day": FIRST_EVENING,
        "played_on": NEXT_DAY,
        "reason": "The next day",
    }
    others = {
        "day": NEXT_DAY,
        "played_on": NEXT_DAY + (NEXT_DAY - FIRST_EVENING),
        "reason": "Later",
        "season": other_season(club),
    }
    return play.move_evening, asked, others


def _planned(club: Club) -> tuple[dict[str, Any], datetime.date]:
    """Plan two evenings; return the arguments that mean the first, and the day of the second."""
    tonight = club.league.evening_of(timezone.now())
    days = [tonight, tonight + datetime.timedelta(days=1)]
    play.plan_evenings(club.league, days, actor=club.boss, key=factories.key())
    return {"league": club.league, "day": tonight}, days[1]


def cancel_evening(club: Club) -> Case:
    asked, other = _planned(club)
    return play.cancel_evening, asked | {"reason": "Closed"}, {"day": other, "reason": "Snow"}


def reinstate_evening(club: Club) -> Case:
    asked, other = _planned(club)
    for day in (asked["day"], other):
        play.cancel_evening(club.league, day, reason="Snow", actor=club.boss, key=factories.key())
    return play.reinstate_evening, asked, {"day": other}


def turn_off_answer_links(club: Club) -> Case:
    asked, other = _planned(club)
    return play.turn_off_answer_links, asked, {"day": other}


def plan_evenings(club: Club) -> Case:
    tonight = club.league.evening_of(timezone.now())
    others = {"days": [tonight, tonight + datetime.timedelta(days=1)], "title": "Cup", "place": "X"}
    others["starts_at"] = datetime.time(19, 30)
    return play.plan_evenings, {"league": club.league, "days": [tonight]}, others


def join_match(club: Club) -> Case:
    asked = {"match": factories.match(club), "who": "Dee"}
    return play.join_match, asked, {"match": factories.match(club), "who": "Eve", "number": 1}


def leave_match(club: Club) -> Case:
    first, second, _ = seats(factories.match(club))
    return play.leave_match, {"seat": first}, {"seat": second}


def substitute(club: Club) -> Case:
    first, second, _ = seats(factories.match(club))
    others = {"seat": second, "who": "Eve", "counts": "regular"}
    return play.substitute, {"seat": first, "who": "Dee"}, others


def correct_seat(club: Club) -> Case:
    match = factories.match(club)
    first, second, _ = seats(match)
    for _hand in range(2):
        hand(club, match)
    asked = {"seat": first, "who": "Dee", "from_hand": 1, "reason": "Dee sat there"}
    others = {"seat": second, "who": "Eve", "from_hand": 2, "reason": "Eve did", "at": LATER}
    return play.correct_seat, asked, others


def count_substitute(club: Club) -> Case:
    match = factories.match(club)
    first, second, _ = seats(match)
    dee, eve = (
        play.substitute(seat, who, actor=club.boss, key=factories.key())
        for seat, who in ((first, "Dee"), (second, "Eve"))
    )
    asked = {"seat": dee, "counts": "regular", "reason": "As agreed"}
    others = {"seat": eve, "counts": "both", "reason": "Both", "at": LATER}
    return play.count_substitute, asked, others


def enter_hand(club: Club) -> Case:
    match = factories.match(club)
    others = {
        "match": factories.match(club),
        "entry": factories.totals(0, 4, 10),
        "expected_number": 1,
        "seats": seats(match)[:2],
        "dealer": 2,
        "log": "zar",
        "at": LATER,
    }
    return play.enter_hand, {"match": match, "entry": factories.totals(0, 4, 9)}, others


def enter_log(club: Club) -> Case:
    match = factories.match(club)
    others = {
        "match": factories.match(club),
        "text": log(2),
        "expected_number": 1,
        "seats": seats(match)[:2],
        "dealer": 1,
        "at": LATER,
    }
    return play.enter_log, {"match": match, "text": log(1)}, others


def correct_hand(club: Club) -> Case:
    wrong = hand(club)
    entry, reason = factories.totals(0, 5, 9), "misread"
    asked = {"hand": wrong, "entry": entry, "reason": reason, "expected_version": 1}
    others = {
        "hand": hand(club),
        "entry": factories.totals(0, 6, 9),
        "reason": "misheard",
        "expected_version": 2,
        "seats": seats(wrong.match)[:2],
        "log": "zar",
        "at": LATER,
    }
    return play.correct_hand, asked, others


def correct_by_log(club: Club) -> Case:
    wrong = hand(club)
    asked = {"hand": wrong, "text": log(1), "reason": "we wrote it down", "expected_version": 1}
    others = {
        "hand": hand(club),
        "text": log(2),
        "reason": "misread",
        "expected_version": 2,
        "seats": seats(wrong.match)[:2],
        "at": LATER,
    }
    return play.correct_by_log, asked, others


def attach_log(club: Club) -> Case:
    asked = {"hand": hand(club), "text": log(1), "expected_version": 1}
    others = {"text": log(2), "expected_version": 2, "reason": "found it", "at": LATER}
    return play.attach_log, asked, others | {"hand": hand(club)}


def void_hand(club: Club) -> Case:
    asked = {"hand": hand(club), "reason": "misdeal", "expected_version": 1}
    others = {"hand": hand(club), "reason": "rain", "expected_version": 2, "at": LATER}
    return play.void_hand, asked, others


def restore_hand(club: Club) -> Case:
    taken_back = hand(club)
    play.void_hand(
        taken_back, reason="no", key=factories.key(), actor=club.boss, expected_version=1
    )
    asked = {"hand": taken_back, "number": 1, "reason": "yes", "expected_version": 2}
    others = {"number": 2, "reason": "well", "expected_version": 3, "at": LATER}
    return play.restore_hand, asked, others | {"hand": hand(club)}


def add_penalty(club: Club) -> Case:
    match = factories.match(club)
    ann, bob = club.add("Ann", "Bob")
    asked = {"season": club.season, "player": ann, "points": 5, "reason": "late"}
    others = {
        "season": other_season(club),
        "player": bob,
        "points": 6,
        "reason": "loud",
        "match": match,
        "evening": NEXT_DAY,
        "at": LATER,
    }
    return play.add_penalty, asked, others


def cancel_penalty(club: Club) -> Case:
    (ann,) = club.add("Ann")
    late, loud = (
        play.add_penalty(club.season, ann, 5, reason=reason, actor=club.boss, key=factories.key())
        for reason in ("late", "loud")
    )
    asked = {"penalty": late, "reason": "the bus"}
    return play.cancel_penalty, asked, {"penalty": loud, "reason": "rain", "at": LATER}


def open_dispute(club: Club) -> Case:
    asked = {"hand": hand(club), "text": "Bob held two"}
    others = {
        "hand": hand(club),
        "text": "Bob held three",
        "log": "zar",
        "event": 1,
        "at": LATER,
    }
    return play.open_dispute, asked, others


def disputes(club: Club) -> tuple[Dispute, Dispute]:
    first, second = (
        play.open_dispute(hand(club), text="No!", actor=club.boss, key=factories.key())
        for _ in range(2)
    )
    return first, second


def withdraw_dispute(club: Club) -> Case:
    first, second = disputes(club)
    return (
        play.withdraw_dispute,
        {"dispute": first},
        {"dispute": second, "reason": "My mistake", "at": LATER},
    )


def add_statement(club: Club) -> Case:
    first, second = disputes(club)
    asked = {"dispute": first, "text": "I saw it."}
    others = {"dispute": second, "text": "I saw nothing.", "log": "up b4", "at": LATER}
    return play.add_statement, asked, others


def rule_on_dispute(club: Club) -> Case:
    first, second = disputes(club)
    League.objects.update(arbiters_may_play=True)
    decision = play.Decision("rejected", "stands", "Was it so?", "Nobody saw it.")
    other = replace(decision, verdict="upheld")
    asked = {"dispute": first, "decision": decision, "expected_version": 1}
    others = {"dispute": second, "decision": other, "expected_version": 2, "at": LATER}
    return play.rule_on_dispute, asked, others


def appeal_ruling(club: Club) -> Case:
    first, second = disputes(club)
    League.objects.update(arbiters_may_play=True)
    decision = play.Decision("rejected", "stands", "Was it so?", "Nobody saw it.")
    for dispute in (first, second):
        play.rule_on_dispute(
            dispute, decision, actor=club.boss, key=factories.key(), expected_version=1
        )
    asked = {"dispute": first, "text": "It was so."}
    return play.appeal_ruling, asked, {"dispute": second, "text": "It was.", "at": LATER}


def merge_guest(club: Club) -> Case:
    ann, bob = club.add("Ann", "Bob")
    guest, another = club.add("Annie", "Bobby", guest=True)
    return play.merge_guest, {"guest": guest, "into": ann}, {"guest": another, "into": bob}


def undo_merge(club: Club) -> Case:
    (ann,) = club.add("Ann")
    first, second = (
        play.merge_guest(guest, ann, actor=club.boss, key=factories.key())
        for guest in club.add("Annie", "Anna", guest=True)
    )
    return play.undo_merge, {"merge": first}, {"merge": second}


def draw_lots(club: Club) -> Case:
    ann, bob = club.add("Ann", "Bob")
    asked = {"season": club.season, "players": [ann, bob], "evening": FIRST_EVENING}
    others = {
        "season": other_season(club),
        "players": [bob, ann],
        "evening": NEXT_DAY,
        "shuffle": True,
    }
    return play.draw_lots, asked, others


def set_season_rules(club: Club) -> Case:
    asked = {"season": club.season, "rules": {"preset": "hands-won", "options": {}}}
    others = {"season": other_season(club), "rules": {"preset": "total-points", "options": {}}}
    others["reason"] = "as agreed"
    return play.set_season_rules, asked, others


def create_league(club: Club) -> Case:
    asked = {"owner": club.organiser, "name": "Sunday League"}
    others = {"name": "Monday League", "slug": "monday", "first_season": "First"}
    others |= {"rules": {"preset": "hands-won", "options": {}}, "way": "api"}
    others |= {"plays_as": "Ann", "players": ["Bob"]}
    others["own_game"] = {"name": "Skyjo", "players": [2, 8], "wins": "low", "limit": 100}
    return leagues.create_league, asked, others | {"settings": {"time_zone": "UTC"}}


def start_season(club: Club) -> Case:
    asked = {"league": club.league, "name": "Summer", "starts": FIRST_EVENING}
    others = {
        "name": "Autumn",
        "starts": NEXT_DAY,
        "ends": NEXT_DAY,
        "rules": {"preset": "hands-won", "options": {}},
        "game": "uno",
        "weekday": 3,
        "like": club.season,
    }
    return leagues.start_season, asked, others


def start_final(club: Club) -> Case:
    club.add("Ann", "Bob", "Cat")
    seasons = [club.season, other_season(club)]
    for season in seasons:
        match = play.start_match(
            season,
            club.add("Ann", "Bob", "Cat"),
            play.MatchTerms(game="zar"),
            actor=club.boss,
            key=factories.key(),
            played_on=FIRST_EVENING,
            anyway=True,
        )
        factories.hand(club, match, 0, 4, 9)
        play.finish_season(season, actor=club.boss, key=factories.key())
    asked = {"season": seasons[0], "starts": FIRST_EVENING, "size": 2}
    others = {"season": seasons[1], "starts": NEXT_DAY, "size": 3, "carries": True, "name": "Cup"}
    others |= {"seats": 2, "wins": 2}
    return play.start_final, asked, others


def start_next_divisions(club: Club) -> Case:
    players = club.add("Ann", "Bob", "Cat", "Dee")
    tops = []
    for number, at in enumerate((FIRST_EVENING, NEXT_DAY)):
        pair = [club.season] if not number else []
        while len(pair) < 2:
            name = f"Division {number}{len(pair)}"
            pair.append(
                leagues.start_season(
                    club.league, name=name, starts=at, actor=club.boss, key=factories.key()
                )
            )
        leagues.set_division(pair[1], above=pair[0], actor=club.boss)
        for season, seated in zip(pair, (players[:2], players[2:]), strict=True):
            match = play.start_match(
                season,
                seated,
                play.MatchTerms(game="zar"),
                actor=club.boss,
                key=factories.key(),
                played_on=at,
                anyway=True,
            )
            factories.hand(club, match, 0, 4)
            play.finish_season(season, actor=club.boss, key=factories.key())
        tops.append(pair[0])
    asked = {"season": tops[0], "starts": NEXT_DAY, "names": ["One", "Two"]}
    others = {"season": tops[1], "starts": FIRST_EVENING, "names": ["Two", "One"]}
    others |= {"ends": NEXT_DAY, "placed": {players[0].pk: None}}
    return play.start_next_divisions, asked, others


def finish_season(club: Club) -> Case:
    others = {"season": other_season(club), "ends": NEXT_DAY}
    return play.finish_season, {"season": club.season}, others


def reopen_season(club: Club) -> Case:
    return leagues.reopen_season, {"season": club.season}, {"season": other_season(club)}


def add_player(club: Club) -> Case:
    others = {"name": "Eve", "guest": True, "user": club.outsider}
    return leagues.add_player, {"league": club.league, "name": "Dee"}, others


CASES = (
    start_match,
    change_rules,
    close_match,
    rescore_game,
    replace_game,
    reopen_match,
    void_match,
    restore_match,
    move_match,
    set_attendance,
    draw_round,
    seat_round,
    start_round,
    void_evening,
    restore_evening,
    move_evening,
    plan_evenings,
    cancel_evening,
    reinstate_evening,
    turn_off_answer_links,
    join_match,
    leave_match,
    substitute,
    correct_seat,
    count_substitute,
    enter_hand,
    enter_log,
    correct_hand,
    correct_by_log,
    attach_log,
    void_hand,
    restore_hand,
    add_penalty,
    cancel_penalty,
    open_dispute,
    withdraw_dispute,
    add_statement,
    rule_on_dispute,
    appeal_ruling,
    merge_guest,
    undo_merge,
    draw_lots,
    set_season_rules,
    create_league,
    start_season,
    start_final,
    start_next_divisions,
    finish_season,
    reopen_season,
    add_player,
)


def keyed_services() -> set[str]:
    """The names of the services that take a key."""
    return {
        service.__name__
        for module in (play, leagues)
        for _, service in inspect.getmembers(module, inspect.isfunction)
        if "key" in inspect.signature(service).parameters
    }


def test_every_service_with_a_key_has_a_case() -> None:
    assert {case.__name__ for case in CASES} == keyed_services()


def test_each_of_other_terms_is_another_match(club: Club) -> None:
    others = play.MatchTerms(
        *("uno", "zar-plus-plus", {"next-dealer": "winner"}, 1, 3, 300),
        *("average", 50, "level", "in the garden"),
    )
    asked = {"season": club.season, "players": club.add("Ann", "Bob"), "actor": club.boss}
    play.start_match(**asked, key="once")
    for name, value in asdict(others).items():
        with pytest.raises(KeyReused):
            play.start_match(**asked, terms=play.MatchTerms(**{name: value}), key="once")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_sent_twice_it_happens_once_and_anything_else_is_refused(
    club: Club, case: Callable[[Club], Case]
) -> None:
    service, asked, others = case(club)
    assert service.__name__ == case.__name__
    parameters = set(inspect.signature(service).parameters)
    assert set(others) == parameters - {"actor", "key"} - SCOPE

    def send(actor: Actor, changed: dict[str, Any]) -> models.Model:
        sent = asked | changed
        if "actor" in parameters:
            sent["actor"] = actor
        settings = sent.pop("settings", {})
        return service(**sent, **settings, key="once")

    made = send(club.boss, {})
    before = count_rows()
    assert send(club.boss, {}) == made
    assert count_rows() == before
    for name, value in others.items():
        with pytest.raises(KeyReused):
            send(club.boss, {name: value})
    if "actor" in parameters:
        colleague = factories.user("colleague")
        leagues.set_role(club.league, colleague, Membership.Role.ORGANISER, actor=club.boss)
        before = count_rows()
        with pytest.raises(KeyReused):
            send(Actor.of(colleague), {})
    assert count_rows() == before


OWN = {"create_league", "withdraw_dispute", "appeal_ruling"}
"""Services that ask for no role: of whoever founds a league, or opened a dispute."""


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.__name__ not in OWN], ids=lambda case: case.__name__
)
def test_who_may_no_longer_write_gets_no_recorded_answer(
    club: Club, case: Callable[[Club], Case]
) -> None:
    """Permission is asked for before the key, as of a token that was revoked."""
    service, asked, _others = case(club)
    service(**asked, actor=club.boss, key="once")
    Membership.objects.filter(league=club.league, user=club.organiser).delete()
    with pytest.raises(NotAllowed):
        service(**asked, actor=club.boss, key="once")


def count_rows() -> dict[str, int]:
    """How many rows each table has, in one statement."""
    tables = [model._meta.db_table for model in apps.get_models()]
    counted = " UNION ALL ".join(
        f"SELECT '{table}', COUNT(*) FROM {table}"  # noqa: S608
        for table in tables
    )
    return dict(rows(counted))


@pytest.mark.parametrize("key", ["", "k" * 65, "\0"])
def test_a_key_has_1_to_64_characters(club: Club, key: str) -> None:
    with pytest.raises(Invalid) as refused:
        leagues.add_player(club.league, "Dee", actor=club.boss, key=key)
    assert refused.value.field == "key"


def test_a_repeated_reopening_does_not_undo_a_later_closing(club: Club) -> None:
    match = factories.match(club)
    play.close_match(match, actor=club.boss, key="close")
    play.reopen_match(match, actor=club.boss, key="reopen")
    play.close_match(match, actor=club.boss, key="close again")
    play.reopen_match(match, actor=club.boss, key="reopen")
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED


def test_a_key_that_another_request_uses_meanwhile_is_refused(club: Club) -> None:
    """Two requests that lock different rows both find no receipt; the second to write one has to
    be told, not to fail."""
    first, second = (
        KeyedWrite("add-player", {"name": name, "key": "same"}) for name in ("Ann", "Bob")
    )
    assert first.made_in(club.league.pk) is None
    second.record(club.league.pk, 2)
    with pytest.raises(KeyReused), transaction.atomic():
        first.record(club.league.pk, 1)
    assert second.made_in(club.league.pk) == 2
