"""The client: generated from the schema, and every operation of it called on a served site."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import zarleague
from tests import factories, waiting
from tests.api.test_schema import schema
from tests.api.world import DECISION, LOG, PAST, PIECE, TYPED_POINTS, World, change, entry
from zarleague.client import ApiError, Client, command
from zarleague.exchange.models import Transfer
from zarleague.exchange.tasks import take_up_transfers
from zarleague.leagues import tokens
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import User
from zarleague.play import services
from zarleague.play.models import Hand

DEALT_OUT = f"game zar\nseats Ann Bob Cat\n{LOG}"
COMPARED: Any = {
    "game": "zar",
    "one": {},
    "other": {"preset": "zar-clay"},
    "players": 3,
    "hands": 500,
}
Call = Callable[[Client, World], Any]


def token(user: User, scope: str = "organise") -> str:
    return tokens.create_token(actor=Actor.of(user), name="laptop", scope=scope, days=30)[1]


def league(world: World) -> str:
    return world.club.league.slug


def season(world: World) -> tuple[str, int]:
    return world.club.league.slug, world.club.season.pk


def hand(world: World) -> tuple[int, int]:
    return world.match.pk, 1


def new_match(world: World) -> int:
    return factories.match(world.club).pk


def open_dispute(world: World) -> int:
    hand = factories.hand(world.club, factories.match(world.club), 0, 3, 5)
    player = Actor.of(world.club.player)
    made = services.open_dispute(hand, text="No!", actor=player, key=factories.key())
    return made.pk


def until_done(read: Callable[[], Any], done: Callable[[Any], bool]) -> Any:
    """Read until it is done, taking up now and then what the worker has lost, as the clock of a
    site does."""
    made: Any = None

    def is_done() -> bool:
        nonlocal made
        made = read()
        assert "failed" not in str(made), json.dumps(made)
        if done(made):
            return True
        take_up_transfers()
        return False

    waiting.until(is_done, "it is done", pause=0.1)
    return made


def exported(client: Client, slug: str) -> bytes:
    """The league's file, once it is made."""
    until_done(lambda: client.read_export(slug), lambda made: made["state"] == "done")
    return client.read_export_file(slug)


def past(world: World) -> tuple[str, str]:
    """The league and the address of the past results that were begun."""
    found = Transfer.objects.get(direction=Transfer.Direction.PAST, name="Past.csv")
    return league(world), found.key.hex


def import_key() -> str:
    """The address of the league's file that was begun."""
    return Transfer.objects.get(direction=Transfer.Direction.IN).key.hex


def until(client: Client, world: World, stage: str) -> Any:
    """Wait until the worker has brought past results to a stage, with nothing more to do."""
    return until_done(
        lambda: client.read_history(*past(world)),
        lambda made: made["stage"] == stage and (made["file"] or {}).get("state") == "done",
    )


def sent_history(client: Client, world: World) -> Any:
    client.send_history_piece(*past(world), PIECE)
    return until(client, world, "check")


def confirmed(client: Client, world: World) -> Any:
    until(client, world, "check")
    client.confirm_history(*past(world))
    return until(client, world, "written")


def own_game(client: Client, world: World) -> str:
    client.declare_game(league(world), {"definition": OWN})
    return "Skyjo"


OWN = {"name": "Skyjo", "players": [2, 8], "wins": "low", "limit": 100}
CALLS: dict[str, Call] = {
    "read_account": lambda c, w: c.read_account(),
    "list_games": lambda c, w: c.list_games(),
    "read_game": lambda c, w: c.read_game("zar"),
    "read_forms": lambda c, w: c.read_forms("zar", override=["match-out=goes-out"]),
    "list_leagues": lambda c, w: c.list_leagues(of="mine"),
    "create_league": lambda c, w: c.create_league(
        {"name": "Kitchen", "plays_as": "Mia", "players": ["Bob"]}
    ),
    "read_league": lambda c, w: c.read_league(league(w)),
    "read_settings": lambda c, w: c.read_settings(league(w)),
    "change_settings": lambda c, w: c.change_settings(league(w), {"objection_hours": 24}),
    "read_house_rules": lambda c, w: c.read_house_rules(league(w), "zar"),
    "set_house_rules": lambda c, w: c.set_house_rules(league(w), "uno", {}),
    "list_own_games": lambda c, w: c.list_own_games(league(w)),
    "declare_game": lambda c, w: c.declare_game(league(w), {"definition": OWN}),
    "read_own_game": lambda c, w: c.read_own_game(league(w), own_game(c, w)),
    "rename_game": lambda c, w: c.rename_game(league(w), own_game(c, w), {"name": "Golf"}),
    "set_game_inactive": lambda c, w: c.set_game_inactive(
        league(w), own_game(c, w), {"inactive": True}
    ),
    "list_game_versions": lambda c, w: c.list_game_versions(league(w), own_game(c, w)),
    "check_game": lambda c, w: c.check_game(
        league(w), {"definition": OWN, "hands": [TYPED_POINTS]}
    ),
    "preview_rescoring": lambda c, w: c.preview_rescoring(league(w), own_game(c, w)),
    "rescore_game": lambda c, w: c.rescore_game(league(w), own_game(c, w), {"reason": "Agreed"}),
    "replace_game": lambda c, w: c.replace_game(
        league(w), own_game(c, w), {"by": "zar", "reason": "It has an engine"}
    ),
    "list_members": lambda c, w: c.list_members(league(w)),
    "read_member": lambda c, w: c.read_member(league(w), w.member.pk),
    "change_member": lambda c, w: c.change_member(league(w), w.member.pk, {"arbiter": True}),
    "list_invitations": lambda c, w: c.list_invitations(league(w)),
    "invite": lambda c, w: c.invite(league(w), {"account": "somebody"}),
    "withdraw_invitation": lambda c, w: c.withdraw_invitation(
        league(w), c.invite(league(w), {"account": "nobody"})["id"]
    ),
    "list_own_invitations": lambda c, w: c.list_own_invitations(),
    "list_links": lambda c, w: c.list_links(league(w)),
    "create_link": lambda c, w: c.create_link(league(w), {"purpose": "board"}),
    "revoke_link": lambda c, w: c.revoke_link(league(w), w.holder.pk),
    "join_by_link": lambda c, w: c.join_by_link({"secret": w.secrets["join"]}),
    "claim_by_link": lambda c, w: c.claim_by_link({"secret": w.secrets["claim"]}),
    "say_who": lambda c, w: c.say_who(
        league(w), {"player": c.add_player(league(w), {"name": "Mia"})["id"]}
    ),
    "add_own_player": lambda c, w: c.add_own_player(league(w), {"name": "Mia"}),
    "answer_claim": lambda c, w: c.answer_claim(
        league(w), w.member.pk, {"player": w.players[0], "accept": False}
    ),
    "list_changes": lambda c, w: c.list_changes(league(w), topic="people"),
    "list_players": lambda c, w: c.list_players(league(w)),
    "add_player": lambda c, w: c.add_player(league(w), {"name": "Dee"}),
    "read_player": lambda c, w: c.read_player(league(w), w.players[0]),
    "rename_player": lambda c, w: c.rename_player(league(w), w.players[0], {"name": "Ann"}),
    "set_inactive": lambda c, w: c.set_inactive(league(w), w.players[0], {"inactive": True}),
    "list_player_hands": lambda c, w: c.list_player_hands(league(w), w.players[0]),
    "depersonalise_player": lambda c, w: c.depersonalise_player(
        league(w), w.club.add("Nobody")[0].pk
    ),
    "list_merges": lambda c, w: c.list_merges(league(w), w.players[0]),
    "merge_guest": lambda c, w: c.merge_guest(
        league(w), w.club.add("Gustav", guest=True)[0].pk, {"into": w.players[0]}
    ),
    "undo_merge": lambda c, w: c.undo_merge(league(w), w.players[0], w.merge.pk),
    "list_seasons": lambda c, w: c.list_seasons(league(w)),
    "start_season": lambda c, w: c.start_season(
        league(w), {"name": "Autumn", "starts": "2026-09-01"}
    ),
    "change_season": lambda c, w: c.change_season(*season(w), {"name": "Tuesdays", "weekday": 1}),
    "read_final": lambda c, w: c.read_final(league(w), w.decided.pk),
    "start_final": lambda c, w: c.start_final(
        league(w), w.over.pk, {"starts": "2026-03-27", "size": 2}
    ),
    "change_final": lambda c, w: c.change_final(
        league(w),
        w.decided.pk,
        {"withdrawn": [c.read_final(league(w), w.decided.pk)["rows"][1]["player"]]},
    ),
    "read_divisions": lambda c, w: c.read_divisions(league(w), w.divided.pk),
    "set_division": lambda c, w: c.set_division(*season(w), {"above": w.over.pk, "moves": 2}),
    "start_next_divisions": lambda c, w: c.start_next_divisions(
        league(w),
        w.divided.pk,
        {
            "names": ["Top 2", "Bottom 2"],
            "starts": "2026-09-04",
            "placed": [{"player": w.players[0], "division": 2}],
        },
    ),
    "read_season": lambda c, w: c.read_season(*season(w)),
    "read_standings": lambda c, w: c.read_standings(*season(w), page_size=2),
    "set_ranking": lambda c, w: c.set_ranking(*season(w), {"preset": "hands-won"}),
    "draw_lots": lambda c, w: c.draw_lots(*season(w), {"players": w.players}),
    "list_evenings": lambda c, w: c.list_evenings(*season(w)),
    "list_season_hands": lambda c, w: c.list_season_hands(*season(w), w.players[0]),
    "list_meetings": lambda c, w: c.list_meetings(*season(w), w.players[0]),
    "read_game_standings": lambda c, w: c.read_game_standings(*season(w), game="zar"),
    "read_all_time": lambda c, w: c.read_all_time(league(w), game="zar"),
    "read_player_all_time": lambda c, w: c.read_player_all_time(league(w), w.players[0]),
    "read_standings_file": lambda c, w: c.read_standings_file(*season(w), "csv"),
    "read_bgstats_file": lambda c, w: c.read_bgstats_file(*season(w)),
    "read_calendar": lambda c, w: c.read_calendar(league(w)),
    "list_matches": lambda c, w: c.list_matches(league(w), state="open"),
    "start_match": lambda c, w: c.start_match(
        league(w), {"players": list(w.players), "season": w.club.season.pk}
    ),
    "read_match": lambda c, w: c.read_match(w.match.pk),
    "read_match_forms": lambda c, w: c.read_match_forms(w.match.pk),
    "check_rules": lambda c, w: c.check_rules(new_match(w), {"preset": "zar-clay"}),
    "change_rules": lambda c, w: c.change_rules(new_match(w), {"preset": "zar-clay"}),
    "close_match": lambda c, w: c.close_match(new_match(w)),
    "reopen_match": lambda c, w: c.reopen_match(w.match.pk),
    "check_void_match": lambda c, w: c.check_void_match(
        factories.hand(w.club, factories.match(w.club), 0, 4, 9).match_id,
        {"reason": "Entered twice"},
    ),
    "void_match": lambda c, w: c.void_match(
        factories.hand(w.club, factories.match(w.club), 0, 4, 9).match_id,
        {"reason": "Entered twice"},
    ),
    "check_restore_match": lambda c, w: c.check_restore_match(
        w.voided.pk, {"reason": "It was not"}
    ),
    "restore_match": lambda c, w: c.restore_match(w.voided.pk, {"reason": "It was not"}),
    "check_move_match": lambda c, w: c.check_move_match(
        new_match(w), {"played_on": "2026-03-30", "reason": "Later"}
    ),
    "move_match": lambda c, w: c.move_match(
        new_match(w), {"played_on": "2026-03-20", "reason": "Later"}
    ),
    "delete_match": lambda c, w: c.delete_match(new_match(w)),
    "read_evening": lambda c, w: c.read_evening(w.club.league.slug, w.present),
    "set_attendance": lambda c, w: c.set_attendance(
        w.club.league.slug, w.present, {"people": [{"who": "Zoe"}, {"who": "Max", "state": "late"}]}
    ),
    "list_planned_evenings": lambda c, w: c.list_planned_evenings(league(w)),
    "plan_evenings": lambda c, w: c.plan_evenings(league(w), {"days": [w.tomorrow]}),
    "name_evening": lambda c, w: c.name_evening(
        w.club.league.slug, w.present, {"place": "The Swan"}
    ),
    "draw_round": lambda c, w: c.draw_round(
        w.club.league.slug, w.present, {"size": 3, "seed": 7, "season": w.club.season.pk}
    ),
    "seat_round": lambda c, w: c.seat_round(
        w.club.league.slug, w.drawn.pk, {"tables": [["Ann", "Bob"], ["Cat", "Ida"]]}
    ),
    "start_round": lambda c, w: c.start_round(w.club.league.slug, w.drawn.pk, {"anyway": True}),
    "cancel_evening": lambda c, w: c.cancel_evening(
        league(w), w.planned_day, {"reason": "The pub is closed"}
    ),
    "reinstate_evening": lambda c, w: c.reinstate_evening(league(w), w.cancelled_day),
    "turn_off_answer_links": lambda c, w: c.turn_off_answer_links(league(w), w.planned_day),
    "check_void_evening": lambda c, w: c.check_void_evening(
        w.club.league.slug, w.played_day, {"reason": "Twice"}
    ),
    "void_evening": lambda c, w: c.void_evening(
        w.club.league.slug, w.played_day, {"reason": "Twice"}
    ),
    "check_restore_evening": lambda c, w: c.check_restore_evening(
        w.club.league.slug, w.voided_day, {"reason": "It was not"}
    ),
    "restore_evening": lambda c, w: c.restore_evening(
        w.club.league.slug, w.voided_day, {"reason": "It was not"}
    ),
    "check_move_evening": lambda c, w: c.check_move_evening(
        w.club.league.slug, w.played_day, {"played_on": "2026-03-30", "reason": "Later"}
    ),
    "move_evening": lambda c, w: c.move_evening(
        w.club.league.slug, w.played_day, {"played_on": "2026-03-30", "reason": "Later"}
    ),
    "list_seats": lambda c, w: c.list_seats(w.match.pk),
    "join_match": lambda c, w: c.join_match(w.match.pk, {"who": "Zoe"}),
    "leave_match": lambda c, w: c.leave_match(w.match.pk, w.seat.pk),
    "substitute": lambda c, w: c.substitute(
        (m := factories.match(w.club)).pk, m.seats.first().pk, {"who": "Max"}
    ),
    "check_right_seat": lambda c, w: c.check_right_seat(
        (m := factories.match(w.club)).pk,
        m.seats.first().pk,
        {"who": "Ida", "from_hand": 1, "reason": "Ida sat there"},
    ),
    "correct_seat": lambda c, w: c.correct_seat(
        (m := factories.match(w.club)).pk,
        m.seats.first().pk,
        {"who": "Ida", "from_hand": 1, "reason": "Ida sat there"},
    ),
    "check_counts": lambda c, w: c.check_counts(
        w.substitute.match_id, w.substitute.pk, {"counts": "regular", "reason": "As agreed"}
    ),
    "count_substitute": lambda c, w: c.count_substitute(
        w.substitute.match_id, w.substitute.pk, {"counts": "regular", "reason": "As agreed"}
    ),
    "list_penalties": lambda c, w: c.list_penalties(w.match.pk),
    "add_penalty": lambda c, w: c.add_penalty(
        w.match.pk, {"player": w.players[1], "points": 5, "reason": "Late"}
    ),
    "cancel_penalty": lambda c, w: c.cancel_penalty(
        w.match.pk, w.penalty.pk, {"reason": "She was not"}
    ),
    "list_hands": lambda c, w: c.list_hands(w.match.pk),
    "check_hand": lambda c, w: c.check_hand(w.match.pk, entry(0, 4, 9)),
    "enter_hand": lambda c, w: c.enter_hand(new_match(w), entry(0, 4, 9)),
    "read_hand": lambda c, w: c.read_hand(*hand(w)),
    "list_versions": lambda c, w: c.list_versions(*hand(w)),
    "check_correction": lambda c, w: c.check_correction(*hand(w), entry(0, 4, 9)),
    "correct_hand": lambda c, w: c.correct_hand(*hand(w), entry(0, 3, 9) | change()),
    "check_void": lambda c, w: c.check_void(*hand(w)),
    "void_hand": lambda c, w: c.void_hand(*hand(w), change(version=2)),
    "restore_hand": lambda c, w: c.restore_hand(*hand(w), change(version=3, number=1)),
    "attach_log": lambda c, w: c.attach_log(*hand(w), {"version": 4, "log": LOG}),
    "read_hand_replay": lambda c, w: c.read_hand_replay(w.own_hand.match_id, 1),
    "read_hand_other_rules": lambda c, w: c.read_hand_other_rules(w.own_hand.match_id, 1),
    "replay_match_log": lambda c, w: c.replay_match_log(new_match(w), {"log": LOG}),
    "replay_log": lambda c, w: c.replay_log({"log": DEALT_OUT}),
    "compare_log": lambda c, w: c.compare_log(
        {"log": DEALT_OUT, "versus": [{"preset": "zar-clay"}]}
    ),
    "list_disputes": lambda c, w: c.list_disputes(*hand(w)),
    "open_dispute": lambda c, w: c.open_dispute(*hand(w), {"text": "Cat held two"}),
    "list_pending_disputes": lambda c, w: c.list_pending_disputes(league(w)),
    "read_dispute": lambda c, w: c.read_dispute(open_dispute(w)),
    "add_statement": lambda c, w: c.add_statement(open_dispute(w), {"text": "I saw it"}),
    "withdraw_dispute": lambda c, w: c.withdraw_dispute(open_dispute(w), {"text": "Sorry"}),
    "check_ruling": lambda c, w: c.check_ruling(open_dispute(w), DECISION),
    "rule_on_dispute": lambda c, w: c.rule_on_dispute(open_dispute(w), DECISION | {"version": 1}),
    "appeal_ruling": lambda c, w: c.appeal_ruling(w.ruling.dispute_id, {"text": "No!"}),
    "publish_rulings": lambda c, w: c.publish_rulings(w.ruling.dispute_id, {"published": False}),
    "list_rulings": lambda c, w: c.list_rulings(league(w)),
    "read_ruling": lambda c, w: c.read_ruling(league(w), w.ruling.pk),
    "read_ruling_pdf": lambda c, w: c.read_ruling_pdf(league(w), w.ruling.pk),
    "list_reports": lambda c, w: c.list_reports(*season(w)),
    "ask_for_report": lambda c, w: c.ask_for_report(*season(w)),
    "read_report": lambda c, w: c.read_report(*season(w), w.report),
    "read_report_rows": lambda c, w: c.read_report_rows(*season(w), w.report, "table"),
    "read_report_player": lambda c, w: c.read_report_player(*season(w), w.report, w.players[0]),
    "read_report_file": lambda c, w: c.read_report_file(*season(w), w.report),
    "read_report_pdf": lambda c, w: c.read_report_pdf(*season(w), w.report),
    "read_report_table": lambda c, w: c.read_report_table(*season(w), w.report, "table", "csv"),
    "list_ratings": lambda c, w: c.list_ratings(league(w), w.rated[-3:]),
    "read_ratings_file": lambda c, w: c.read_ratings_file(league(w), "zar", "csv"),
    "read_forecast": lambda c, w: c.read_forecast(league(w), "zar", player=w.players[:2]),
    "list_upsets": lambda c, w: c.list_upsets(league(w), "zar"),
    "read_rater": lambda c, w: c.read_rater(league(w)),
    "choose_rater": lambda c, w: c.choose_rater(league(w), {"rater": "elo"}),
    "read_rater_comparison": lambda c, w: c.read_rater_comparison(league(w)),
    "compare_raters": lambda c, w: c.compare_raters(league(w)),
    "ask_for_export": lambda c, w: c.ask_for_export(league(w)),
    "read_export": lambda c, w: c.read_export(league(w)),
    "read_export_file": lambda c, w: exported(c, league(w)),
    "list_webhooks": lambda c, w: c.list_webhooks(league(w)),
    "add_webhook": lambda c, w: c.add_webhook(league(w), {"address": "https://a.example/hook"}),
    "read_webhook": lambda c, w: c.read_webhook(league(w), w.webhook.pk),
    "change_webhook": lambda c, w: c.change_webhook(
        league(w), w.webhook.pk, {"events": ["hand.ruled"]}
    ),
    "test_webhook": lambda c, w: c.test_webhook(league(w), w.webhook.pk),
    "list_deliveries": lambda c, w: c.list_deliveries(league(w), w.webhook.pk),
    "send_again": lambda c, w: c.send_again(league(w), w.webhook.pk, w.delivery.pk),
    "remove_webhook": lambda c, w: c.remove_webhook(league(w), w.webhook.pk),
    "ask_what_if": lambda c, w: c.ask_what_if(*season(w), {"ranking": "hands-won"}),
    "list_engine_differences": lambda c, w: c.list_engine_differences(league(w)),
    "put_differences_aside": lambda c, w: c.put_differences_aside(league(w), {"upto": 0}),
    "begin_history": lambda c, w: c.begin_history(
        league(w), {"name": "Past.csv", "size": len(PAST)}
    ),
    "send_history_piece": lambda c, w: sent_history(c, w),
    "read_history": lambda c, w: c.read_history(*past(w)),
    "arrange_history": lambda c, w: c.arrange_history(*past(w), {"season": "Long ago"}),
    "confirm_history": lambda c, w: confirmed(c, w),
    "begin_other_game": lambda c, w: c.begin_other_game(
        league(w), w.two_games.split("/")[-2], {"game": "Go"}
    ),
    "list_histories": lambda c, w: c.list_histories(league(w)),
    "undo_history": lambda c, w: c.undo_history(
        league(w), c.list_histories(league(w))["results"][0]["id"]
    ),
    "begin_league_import": lambda c, w: c.begin_league_import(
        {"name": "league.zip", "size": len(PAST)}
    ),
    "read_league_import": lambda c, w: c.read_league_import(import_key()),
    "send_league_piece": lambda c, w: c.send_league_piece(import_key(), PIECE),
    "list_experiments": lambda c, w: c.list_experiments(league(w)),
    "compare_rules": lambda c, w: c.compare_rules(league(w), COMPARED),
    "read_experiment": lambda c, w: c.read_experiment(league(w), w.experiment.pk),
    "read_experiment_hand": lambda c, w: c.read_experiment_hand(league(w), w.experiment.pk, 0, 0),
    "stop_experiment": lambda c, w: c.stop_experiment(
        league(w), c.list_experiments(league(w))["results"][0]["id"]
    ),
    "open_league_stream": lambda c, w: c.open_league_stream(league(w)),
    "open_season_stream": lambda c, w: c.open_season_stream(*season(w)),
    "open_match_stream": lambda c, w: c.open_match_stream(w.match.pk),
    "finish_season": lambda c, w: c.finish_season(*season(w), {"ends": "2026-12-31"}),
    "reopen_season": lambda c, w: c.reopen_season(*season(w)),
    "remove_member": lambda c, w: c.remove_member(league(w), w.member.pk),
}
"""One call of each operation, by the organiser, in an order in which each can be answered; the
comparison keeps the worker busy, so it comes after what waits for the worker."""
BY_THE_INVITED: dict[str, Call] = {
    "decline_invitation": lambda c, w: c.decline_invitation(w.invitation.pk),
    "accept_invitation": lambda c, w: c.accept_invitation(w.invitation.pk),
    "answer_letter": lambda c, w: c.answer_letter({"secret": w.letter, "accept": False}),
}


@pytest.fixture
def world(live_app: str) -> World:
    return World.made()


@pytest.mark.usefixtures("celery_worker", "underived")
def test_every_operation_is_called_by_the_client(
    live_app: str, world: World, settings: Any
) -> None:
    settings.API_PER_TOKEN = settings.API_PER_ADDRESS = 10_000
    described = {
        operation["operationId"]
        for operations in schema()["paths"].values()
        for operation in operations.values()
    }
    assert CALLS.keys() | BY_THE_INVITED.keys() == described
    with Client(live_app, token(world.club.outsider)) as invited:
        for call in BY_THE_INVITED.values():
            call(invited, world)
    refused = []
    with Client(live_app, token(world.club.organiser)) as organiser:
        assert world.report == 1
        # The worker may be making it.
        waiting.until(
            lambda: organiser.list_reports(*season(world))["results"], "there is a report"
        )
        for name, call in CALLS.items():
            try:
                call(organiser, world)
            except ApiError as error:
                refused.append((name, error.status, error.problem))
    assert refused == []


def test_a_refusal_is_an_exception_with_its_problem(live_app: str, world: World) -> None:
    with Client(live_app, token(world.club.player, "read")) as reader:
        with pytest.raises(ApiError) as refused:
            reader.enter_hand(world.match.pk, entry(0, 4, 9))
        assert (refused.value.status, refused.value.code) == (403, "scope-too-narrow")
    with Client(live_app, "zar_nothing") as nobody, pytest.raises(ApiError) as refused:
        nobody.read_account()
    assert refused.value.status == 401


def test_a_list_is_read_to_its_end(live_app: str, world: World) -> None:
    with Client(live_app, token(world.club.player, "read")) as reader:
        rows = reader.pages(reader.list_players(league(world), page_size=1))
        assert [row["name"] for row in rows] == ["Ann", "Bob", "Cat"]


@pytest.fixture
def shell(
    live_app: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> Callable[..., str]:
    """The command line, signed in as the organiser; returns what a command prints."""
    monkeypatch.setenv("ZARLEAGUE_CONFIG", str(tmp_path))

    def told(*arguments: str) -> str:
        assert command.knows(arguments)
        command.run(arguments)
        return str(capsys.readouterr().out)

    signed_in = told("login", live_app, "--token", token(world.club.organiser))
    assert signed_in == f"Signed in as {world.club.organiser}; the token may organise.\n"
    assert command.login_file().stat().st_mode & 0o077 == 0
    return told


def test_the_command_line(world: World, shell: Callable[..., str]) -> None:
    slug, match = league(world), world.match.pk
    assert shell("leagues") == (
        f"{slug}: Friday League\n  match {match}: zar, 2026-03-06, Ann, Bob, Cat\n"
    )
    assert shell("hand", "add", str(match), "Ann=4", "Bob=out", "Cat=9") == (
        "Hand 2: Ann 4, Bob 0, Cat 9\n"
    )
    made = Hand.objects.get(match=match, number=2)
    assert made.confirmed is not None
    # By total points, few are good: Bob 3 + 0, Ann 0 + 4, Cat 5 + 9.
    table = shell("standings", slug).splitlines()
    assert [line.split()[:3] for line in table[1:]] == [
        ["1", "Bob", "3"],
        ["2", "Ann", "4"],
        ["3", "Cat", "14"],
    ]
    own = world.own_hand
    assert "legal" in shell("replay", str(own.match_id), "1").splitlines()[-1]


def test_a_hand_from_the_command_line_appears_on_an_open_phone(
    world: World, shell: Callable[..., str], phone: Page, sign_in: Any
) -> None:
    """The scorepad was opened before, and nobody touches it."""
    sign_in(phone, world.club.scorekeeper)
    phone.goto(reverse("match", args=[league(world), world.match.pk]))
    pad = phone.locator("[data-live-part='pad']")
    expect(pad).to_contain_text("5")  # Cat's, of the first hand
    expect(pad).not_to_contain_text("47")
    shell("hand", "add", str(world.match.pk), "Ann=4", "Bob=out", "Cat=47")
    expect(pad).to_contain_text("47")


@pytest.mark.usefixtures("celery_worker")
def test_the_command_line_keeps_the_leagues_file(
    world: World, shell: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "LONGEST", waiting.PATIENCE)
    file = tmp_path / "league.zip"
    said = shell("export", league(world), str(file))
    content = file.read_bytes()
    assert said == f"{file}: {len(content)} bytes\n"
    assert content[:2] == b"PK"


def test_the_command_line_does_not_wait_for_ever(
    world: World, shell: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "LONGEST", 0)
    Transfer.objects.create(
        direction=Transfer.Direction.OUT,
        asked_by=world.club.organiser,
        league=world.club.league,
        state=Transfer.State.RUNNING,
    )
    file = tmp_path / "league.zip"
    with pytest.raises(SystemExit, match="still being made"):
        shell("export", league(world), str(file))
    assert not file.exists()


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        (["Eve=4"], "Not at this table: Eve. There are Ann, Bob, Cat."),
        (["Ann=x", "Bob=out", "Cat=9"], "Points are whole numbers"),
        (["Ann=out", "Bob=out", "Cat=9"], "Only one player can go out."),
    ],
)
def test_a_hand_that_cannot_be(
    world: World, shell: Callable[..., str], results: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match=sentence):
        shell("hand", "add", str(world.match.pk), *results)
    assert Hand.objects.count() == 1


def test_a_first_name_is_enough_while_nobody_else_has_it(
    world: World, shell: Callable[..., str]
) -> None:
    add = ("hand", "add")
    match = factories.match(world.club, "Ann Okafor", "Ben Ruiz", "Ben Hughes")
    first = shell(*add, str(match.pk), "Ann=3", "Ben Ruiz=out", "Ben Hughes=4")
    assert first == "Hand 1: Ann Okafor 3, Ben Ruiz 0, Ben Hughes 4\n"
    with pytest.raises(SystemExit, match="Not at this table: Ben"):
        shell(*add, str(match.pk), "Ann=3", "Ben=out", "Ben Hughes=4")


def test_without_a_login_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARLEAGUE_CONFIG", str(tmp_path))
    with pytest.raises(SystemExit, match="zarleague login"):
        command.run(["leagues"])
    (tmp_path / "login.json").write_text(json.dumps({"site": "http://127.0.0.1:9"}))
    with pytest.raises(SystemExit, match="zarleague login"):
        command.run(["leagues"])
    (tmp_path / "login.json").write_text(json.dumps({"site": "http://127.0.0.1:9", "token": "x"}))
    with pytest.raises(SystemExit, match="cannot be reached"):
        command.run(["leagues"])


@pytest.mark.parametrize("words", [["replay", "hand.log"], ["rebuild"], []])
def test_other_words_are_not_for_a_site(words: list[str]) -> None:
    assert not command.knows(words)


def test_help_names_the_commands_of_both_kinds() -> None:
    shown = command.help_text()
    folder = Path(zarleague.__file__).parent
    ours = {path.stem for path in folder.glob("*/management/commands/[!_]*.py")}
    ours -= {"demo", "backtest"}  # the site runs these by itself
    assert len(ours) == 9
    for word in (*command.WORDS, *ours):
        assert re.search(rf"^ +(.*, )?{word}\b", shown, re.MULTILINE), word
