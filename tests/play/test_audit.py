"""The audit log: every service that changes something writes down who did it.

Services with an idempotency key come from `tests.play.test_idempotency`, the others from `OTHERS`.
A service that is added later fails here until it has a case.
"""

import datetime
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error, connection, transaction

from tests import factories
from tests.factories import FIRST_EVENING, Club
from tests.play.test_idempotency import CASES, Case, start_final
from zarleague.leagues import depersonalising, links
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.append_only import WrittenOnceError
from zarleague.leagues.errors import LastOrganiser, NotAllowed
from zarleague.leagues.models import AuditEntry, Membership
from zarleague.play import services as play
from zarleague.reports import services as reports
from zarleague.reports.season_ends import end_seasons

# Arithmetic, and words: no database changes them.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

WRITES_NOTHING_NEW = {
    "ask_for_backtest",  # derived figures, which can be thrown away
    "ask_for_report",
    "decline_invitation",  # the league must not learn of it
    "preview_correction",
    "preview_hand",
    "preview_rules",
    "preview_ruling",
    "preview_season_rules",
    "counts_now",
    "tried",
    "preview_void",
    "preview_move",
    "preview_rescoring",
    "preview_restore",
    "checked_definition",
    "count_samples",
    "preview_void_matches",
    "voided_on",
    "close_idle_matches",  # written down for each match
    "hands_voided_last",
    "rebuild",
    "recompute_old_ratings",
    "mark_next_evenings",
    "refresh_ratings",
    "run_backtests",
    # Parts of services:
    "check_may_have_another",
    "check_names_are_free",
    "find_link",
    "free_slug",
    "link_of",
    "answer_by_link",  # recorded under the player's name: test_evenings.py
    "live_link",
    "lock_league",
    "new_player",
    "new_players",
    "note_account",
    "note_use",  # kept as a use of the link
    "play_again",
}


def member_of(club: Club) -> Membership:
    return club.league.memberships.get(user=club.player)


def invited(club: Club) -> Any:
    return leagues.invite(club.league, club.outsider.username, "player", actor=club.boss)


def link_to(purpose: str, club: Club, **about: Any) -> Any:
    return links.create_link(club.league, purpose, actor=club.boss, **about)[0]


def disputed(club: Club) -> Any:
    hand = factories.hand(club, factories.match(club), 0, 5, 7)
    return play.open_dispute(hand, text="No!", actor=club.boss, key=factories.key())


def claim(club: Club) -> tuple[Membership, Any]:
    """Let the player say that they are Ann, who has a hand."""
    factories.hand(club, factories.match(club), 0, 5, 7)
    ann = club.players["Ann"]
    return play.say_who(club.league, ann, actor=Actor.of(club.player)), ann


def withdraw(club: Club) -> Any:
    service, asked, _ = start_final(club)
    final = service(**asked, actor=club.boss, key=factories.key())
    gone = [final.qualified[0][0]]
    return play.set_withdrawn(final, players=gone, actor=club.boss)


OWN = {"name": "Skyjo", "players": [2, 8], "wins": "low", "limit": 100}


def own_game(club: Club) -> str:
    """Return the key of a game of the league's own."""
    return leagues.declare_game(club.league, OWN, actor=club.boss).game


RECORDED_AS = {
    "add_own_player": "add_player",
    "answer_claim": "claim_guest",
    "begin_earlier": "change_season",
    "declare_main_game": "declare_game",
}
"""Services that are recorded by the name of another, which does the same for somebody else."""

OTHERS: dict[str, Callable[[Club], Any]] = {
    "accept_invitation": lambda club: leagues.accept_invitation(
        invited(club), actor=Actor.of(club.outsider)
    ),
    "add_own_player": lambda club: leagues.add_own_player(
        club.league, "Pia", actor=Actor.of(club.player)
    ),
    "answer_claim": lambda club: play.answer_claim(*claim(club), True, actor=club.boss),
    "begin_earlier": lambda club: play.begin_earlier(
        club.season, club.season.starts - datetime.timedelta(days=1), actor=club.boss
    ),
    "say_who": claim,
    "choose_rater": lambda club: reports.choose_rater(club.league, "elo", actor=club.boss),
    "claim_guest": lambda club: play.claim_guest(
        link_to("claim", club, player=club.add("Gus", guest=True)[0]), club.outsider
    ),
    "create_link": lambda club: link_to("join", club),
    "declare_game": lambda club: leagues.declare_game(club.league, OWN, actor=club.boss),
    "declare_main_game": lambda club: leagues.declare_main_game(club.league, OWN, actor=club.boss),
    "delete_match": lambda club: play.delete_match(factories.match(club), actor=club.boss),
    "delete_account": lambda club: depersonalising.delete_account(club.player),
    "depersonalise_player": lambda club: depersonalising.depersonalise_player(
        club.add("Ann")[0], actor=club.boss
    ),
    "invite": invited,
    "join": lambda club: leagues.join(link_to("join", club), club.outsider),
    "name_evening": lambda club: play.name_evening(
        club.league, FIRST_EVENING, title="Spring cup", place="The Swan", actor=club.boss
    ),
    "password_link": lambda club: leagues.password_link(member_of(club), actor=club.boss),
    "remove_member": lambda club: leagues.remove_member(member_of(club), actor=club.boss),
    "publish_rulings": lambda club: play.publish_rulings(disputed(club), False, actor=club.boss),
    "put_differences_aside": lambda club: play.put_differences_aside(
        club.league, 0, actor=club.boss
    ),
    "set_arbiter": lambda club: leagues.set_arbiter(member_of(club), True, actor=club.boss),
    "rename_game": lambda club: leagues.rename_game(
        club.league, own_game(club), "Golf", actor=club.boss
    ),
    "rename_player": lambda club: leagues.rename_player(
        club.add("Ann")[0], "Anna", actor=club.boss
    ),
    "set_division": lambda club: leagues.set_division(club.season, above=None, actor=club.boss),
    "set_game_inactive": lambda club: leagues.set_game_inactive(
        club.league, own_game(club), True, actor=club.boss
    ),
    "set_inactive": lambda club: leagues.set_inactive(club.add("Ann")[0], True, actor=club.boss),
    "change_season": lambda club: play.change_season(
        club.season, name="Tuesdays", weekday=1, actor=club.boss
    ),
    "revoke_link": lambda club: links.revoke_link(link_to("join", club), actor=club.boss),
    "set_house_rules": lambda club: leagues.set_house_rules(club.league, "zar", actor=club.boss),
    "set_withdrawn": withdraw,
    "set_role": lambda club: leagues.set_role(
        club.league, club.player, "scorekeeper", actor=club.boss
    ),
    "update_league": lambda club: leagues.update_league(club.league, name="New", actor=club.boss),
    "withdraw_invitation": lambda club: leagues.withdraw_invitation(invited(club), actor=club.boss),
}


def services() -> set[str]:
    """The names of all functions of the modules that write."""
    found = {name for name, _ in inspect.getmembers(play, inspect.isfunction)}
    for module in (leagues, depersonalising, links, reports):
        found |= {
            name
            for name, function in inspect.getmembers(module, inspect.isfunction)
            if function.__module__.startswith(module.__name__) and not name.startswith("_")
        }
    return {name for name in found if inspect.isfunction(getattr(play, name, leagues.join))}


def test_every_service_has_a_case() -> None:
    covered = {case.__name__ for case in CASES} | OTHERS.keys()
    assert services() - covered == WRITES_NOTHING_NEW


def run(case: Callable[[Club], Case], club: Club) -> str:
    service, asked, _ = case(club)
    arguments = dict(asked)
    if "actor" in inspect.signature(service).parameters:
        arguments["actor"] = club.boss
    settings = arguments.pop("settings", {})
    before = AuditEntry.objects.count()
    service(**arguments, **settings, key=factories.key())
    assert AuditEntry.objects.count() > before
    return service.__name__


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_service_with_a_key_writes_who_did_it(club: Club, case: Callable[[Club], Case]) -> None:
    name = run(case, club)
    entry = AuditEntry.objects.filter(action=name).latest("id")
    assert entry.author == club.organiser


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_services_write_who_did_it(club: Club, name: str) -> None:
    OTHERS[name](club)
    action = RECORDED_AS.get(name, name)
    entry = AuditEntry.objects.filter(league=club.league, action=action).latest("id")
    own = {"accept_invitation": "outsider", "claim_guest": "outsider", "join": "outsider"}
    own |= dict.fromkeys(("delete_account", "add_own_player", "say_who"), "player")
    assert entry.author == getattr(club, own.get(name, "organiser"))


def test_an_entry_says_what_was_before_and_after(club: Club) -> None:
    leagues.update_league(club.league, name="Saturday League", actor=club.boss)
    entry = AuditEntry.objects.get(action="update_league")
    assert entry.before == {"name": "Friday League"}
    assert entry.after == {"name": "Saturday League"}


def test_a_correction_says_both_results_and_why(club: Club) -> None:
    hand = factories.hand(club, factories.match(club), 0, 5, 7)
    play.correct_hand(
        hand,
        factories.totals(0, 5, 8),
        reason="Counted again.",
        actor=club.keeper,
        key=factories.key(),
        expected_version=1,
    )
    ann, bob, cat = (club.players[name].pk for name in ("Ann", "Bob", "Cat"))
    entry = AuditEntry.objects.get(action="correct_hand")
    assert entry.before == {"version": 1, "points": [[ann, 0], [bob, 5], [cat, 7]]}
    assert entry.after == {
        "match": hand.match_id,
        "number": 1,
        "version": 2,
        "points": [[ann, 0], [bob, 5], [cat, 8]],
    }
    assert (entry.why, entry.author) == ("Counted again.", club.scorekeeper)


def test_what_comes_by_a_link_says_which_and_the_name_given(club: Club) -> None:
    match = factories.match(club)
    link = link_to("score-match", club, match_id=match.pk, label="Table two")
    factories.hand(club, match, 0, 5, 7, actor=Actor(link=link, name="Zoe", way="page"))
    entry = AuditEntry.objects.get(action="enter_hand")
    assert (entry.author, entry.author_name, entry.link) == (None, "Zoe", link)
    assert entry.way == "page"


def test_a_refused_write_leaves_no_entry(club: Club) -> None:
    before = AuditEntry.objects.count()
    with pytest.raises(NotAllowed):
        leagues.update_league(club.league, name="Mine", actor=Actor.of(club.outsider))
    with pytest.raises(LastOrganiser):
        leagues.set_role(club.league, club.organiser, "player", actor=club.boss)
    assert AuditEntry.objects.count() == before


def test_a_write_sent_twice_is_one_entry(club: Club) -> None:
    for _ in range(2):
        leagues.add_player(club.league, "Dee", actor=club.boss, key="once")
    assert AuditEntry.objects.filter(action="add_player").count() == 1


def test_what_the_site_does_by_itself_is_written_down_too(club: Club) -> None:
    club.season.ends = club.season.starts
    club.season.save()
    end_seasons(datetime.datetime(2026, 4, 1, tzinfo=datetime.UTC))
    entry = AuditEntry.objects.get(action="finish_season")
    assert (entry.author, entry.author_name, entry.way) == (None, "", "site")


def test_entries_are_written_once(club: Club) -> None:
    entry = AuditEntry.objects.latest("id")
    entry.why = "Because."
    with pytest.raises(WrittenOnceError):
        entry.save()
    with pytest.raises(WrittenOnceError):
        AuditEntry.objects.update(why="Because.")
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE leagues_auditentry SET why = 'Because.'")
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM leagues_auditentry")
