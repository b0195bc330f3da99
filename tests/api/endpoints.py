"""Every operation of the API: its address, who may use it, and a body that it accepts."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.api.world import (
    DECISION,
    LOG,
    OWN_GAME,
    PAST,
    PIECE,
    TYPED_POINTS,
    WHO,
    World,
    change,
    entry,
)
from tests.factories import FIRST_EVENING

DAY = datetime.timedelta(days=1)
ANYBODY = set(WHO)
ACCOUNTS = {"organiser", "scorekeeper", "player", "outsider"}
INSIDERS = {"organiser", "scorekeeper", "player", "holder"}
SCORERS = {"organiser", "scorekeeper", "holder"}
MEMBERS = {"organiser", "scorekeeper", "player"}
KEEPERS = {"organiser", "scorekeeper"}
ORGANISERS = {"organiser"}


@dataclass(frozen=True)
class Endpoint:
    """One thing the API can be asked. ``body`` is None for a read; ``may`` who gets an answer;
    ``writes`` says that it needs a key."""

    path: Callable[[World], str]
    may: set[str]
    body: Callable[[World], Any] | None = None
    writes: bool = True
    method: str = "post"
    status: int = 201

    def prepare(self, world: World) -> None:
        """Make what it is asked about, so that it lasts longer than one request."""
        self.path(world)
        if self.body is not None:
            self.body(world)

    def ask(self, world: World, who: str, *, under: str | None = None) -> Any:
        caller, path = world.caller(who), self.path(world)
        if self.body is None:
            return caller.get(path)
        return caller.send(self.method, path, self.body(world), under=under)


READS: dict[str, Endpoint] = {
    "games": Endpoint(lambda w: "games/", ANYBODY),
    "game": Endpoint(lambda w: "games/zar/", ANYBODY),
    "forms": Endpoint(lambda w: "games/zar/forms/", ANYBODY),
    "leagues": Endpoint(lambda w: "leagues/", ANYBODY),
    "league": Endpoint(lambda w: w.league_path, INSIDERS),
    "players": Endpoint(lambda w: f"{w.league_path}players/", INSIDERS),
    "seasons": Endpoint(lambda w: f"{w.league_path}seasons/", INSIDERS),
    "season": Endpoint(lambda w: w.season_path, INSIDERS),
    "standings": Endpoint(lambda w: f"{w.season_path}standings/", INSIDERS),
    "matches": Endpoint(lambda w: f"{w.league_path}matches/", INSIDERS),
    "match": Endpoint(lambda w: w.match_path, INSIDERS),
    "match forms": Endpoint(lambda w: f"{w.match_path}forms/", INSIDERS),
    "seats": Endpoint(lambda w: f"{w.match_path}seats/", INSIDERS),
    "hands": Endpoint(lambda w: f"{w.match_path}hands/", INSIDERS),
    "hand": Endpoint(lambda w: w.hand_path, INSIDERS),
    "versions": Endpoint(lambda w: f"{w.hand_path}versions/", INSIDERS),
    "disputes": Endpoint(lambda w: f"{w.hand_path}disputes/", INSIDERS),
    "planned evenings": Endpoint(lambda w: f"{w.league_path}evenings/", INSIDERS),
    "evening": Endpoint(lambda w: f"{w.league_path}evenings/{w.present}/", INSIDERS),
    "dispute": Endpoint(lambda w: w.dispute_path, INSIDERS),
    "rulings": Endpoint(lambda w: f"{w.league_path}rulings/", INSIDERS),
    "ruling": Endpoint(lambda w: f"{w.league_path}rulings/{w.ruling.pk}/", INSIDERS),
}

READS |= {
    "settings": Endpoint(lambda w: f"{w.league_path}settings/", ORGANISERS),
    "house rules": Endpoint(lambda w: f"{w.league_path}rules/zar/", INSIDERS),
    "own games": Endpoint(lambda w: f"{w.league_path}own-games/", INSIDERS),
    "own game": Endpoint(lambda w: f"{w.league_path}own-games/{w.own_game}/", INSIDERS),
    "versions of a game": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/versions/", INSIDERS
    ),
    "preview scoring again": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/score-again/", ORGANISERS
    ),
    "members": Endpoint(lambda w: f"{w.league_path}members/", ORGANISERS),
    "member": Endpoint(lambda w: f"{w.league_path}members/{w.member.pk}/", ORGANISERS),
    "invitations": Endpoint(lambda w: f"{w.league_path}invitations/", ORGANISERS),
    "links": Endpoint(lambda w: f"{w.league_path}links/", ORGANISERS),
    "changes": Endpoint(lambda w: f"{w.league_path}changes/", ORGANISERS),
    "player": Endpoint(lambda w: f"{w.league_path}players/{w.players[0]}/", INSIDERS),
    "player's hands": Endpoint(lambda w: f"{w.league_path}players/{w.players[0]}/hands/", INSIDERS),
    "merges": Endpoint(lambda w: f"{w.league_path}players/{w.players[0]}/merges/", INSIDERS),
    "season's hands": Endpoint(lambda w: f"{w.season_path}players/{w.players[0]}/hands/", INSIDERS),
    "final": Endpoint(lambda w: f"{w.league_path}seasons/{w.decided.pk}/final/", INSIDERS),
    "divisions": Endpoint(lambda w: f"{w.league_path}seasons/{w.divided.pk}/divisions/", INSIDERS),
    "game-standings": Endpoint(lambda w: f"{w.season_path}standings/game/?game=zar", INSIDERS),
    "all-time": Endpoint(lambda w: f"{w.league_path}all-time/?game=zar", INSIDERS),
    "player-all-time": Endpoint(
        lambda w: f"{w.league_path}players/{w.players[0]}/all-time/", INSIDERS
    ),
    "meetings": Endpoint(lambda w: f"{w.season_path}players/{w.players[0]}/meetings/", INSIDERS),
    "evenings": Endpoint(lambda w: f"{w.season_path}evenings/", INSIDERS),
    "penalties": Endpoint(lambda w: f"{w.match_path}penalties/", INSIDERS),
    "pending disputes": Endpoint(lambda w: f"{w.league_path}disputes/", INSIDERS),
    "hand's replay": Endpoint(lambda w: f"matches/{w.own_hand.match_id}/hands/1/replay/", INSIDERS),
    "hand under other rules": Endpoint(
        lambda w: f"matches/{w.own_hand.match_id}/hands/1/other-rules/", INSIDERS
    ),
    "reports": Endpoint(lambda w: f"{w.season_path}reports/", INSIDERS),
    "report": Endpoint(lambda w: f"{w.season_path}reports/{w.report}/", INSIDERS),
    "rows of a report": Endpoint(
        lambda w: f"{w.season_path}reports/{w.report}/tables/table/", INSIDERS
    ),
    "player of a report": Endpoint(
        lambda w: f"{w.season_path}reports/{w.report}/players/{w.players[0]}/", INSIDERS
    ),
    "ratings": Endpoint(lambda w: f"{w.rated}/", INSIDERS),
    "forecast": Endpoint(
        lambda w: f"{w.rated}/forecast/?player={w.players[0]}&player={w.players[1]}", INSIDERS
    ),
    "upsets": Endpoint(lambda w: f"{w.rated}/upsets/", INSIDERS),
    "rater": Endpoint(lambda w: f"{w.league_path}ratings/method/", INSIDERS),
    "rater comparison": Endpoint(lambda w: f"{w.league_path}ratings/comparison/", INSIDERS),
    "export": Endpoint(lambda w: w.export, ORGANISERS),
    "webhooks": Endpoint(lambda w: f"{w.league_path}webhooks/", ORGANISERS),
    "webhook": Endpoint(lambda w: f"{w.league_path}webhooks/{w.webhook.pk}/", ORGANISERS),
    "deliveries": Endpoint(
        lambda w: f"{w.league_path}webhooks/{w.delivery.webhook_id}/deliveries/", ORGANISERS
    ),
    "laboratory": Endpoint(lambda w: f"{w.league_path}laboratory/", ORGANISERS),
    "experiment": Endpoint(lambda w: f"{w.league_path}laboratory/{w.experiment.pk}/", ORGANISERS),
    "hand of an experiment": Endpoint(
        lambda w: f"{w.league_path}laboratory/{w.experiment.pk}/hands/0/0/", ORGANISERS
    ),
    "engine differences": Endpoint(lambda w: f"{w.league_path}engine-differences/", ORGANISERS),
    "histories": Endpoint(lambda w: f"{w.league_path}history/", ORGANISERS),
    "history": Endpoint(lambda w: w.past, ORGANISERS),
    "league stream": Endpoint(lambda w: f"{w.league_path}stream/", INSIDERS),
    "season stream": Endpoint(lambda w: f"{w.season_path}stream/", INSIDERS),
    "match stream": Endpoint(lambda w: f"{w.match_path}stream/", INSIDERS),
}

FILES: dict[str, Endpoint] = {
    "ruling as PDF": Endpoint(
        lambda w: f"{w.league_path}rulings/{w.ruling.pk}/ruling.pdf", INSIDERS
    ),
    "report as PDF": Endpoint(lambda w: f"{w.season_path}reports/{w.report}/report.pdf", INSIDERS),
    "table of a report": Endpoint(
        lambda w: f"{w.season_path}reports/{w.report}/tables/table.csv", INSIDERS
    ),
    "report as a file": Endpoint(
        lambda w: f"{w.season_path}reports/{w.report}/report.json", INSIDERS
    ),
    "calendar": Endpoint(lambda w: f"{w.league_path}evenings.ics", INSIDERS),
    "standings as a file": Endpoint(lambda w: f"{w.season_path}table.csv", INSIDERS),
    "ratings as a file": Endpoint(lambda w: f"{w.rated}.csv", INSIDERS),
    "season for BG Stats": Endpoint(lambda w: f"{w.season_path}bgstats.bgsplay", ORGANISERS),
    "file of the league": Endpoint(lambda w: f"{w.export}file/", ORGANISERS),
}
"""Reads that answer with a file."""

CHECKS: dict[str, Endpoint] = {
    "check hand": Endpoint(
        lambda w: f"{w.match_path}hands/check/", INSIDERS, lambda w: entry(0, 4, 9), writes=False
    ),
    "check correction": Endpoint(
        lambda w: f"{w.hand_path}versions/check/", INSIDERS, lambda w: entry(0, 4, 9), writes=False
    ),
    "check void": Endpoint(
        lambda w: f"{w.hand_path}void/check/", INSIDERS, lambda w: {}, writes=False
    ),
    "check rules": Endpoint(
        lambda w: f"matches/{w.fresh.pk}/rules/check/",
        KEEPERS,
        lambda w: {"preset": "zar-clay"},
        writes=False,
    ),
    "check voiding a match": Endpoint(
        lambda w: f"{w.match_path}void/check/",
        SCORERS,
        lambda w: {"reason": "Entered twice"},
        writes=False,
    ),
    "check restoring a match": Endpoint(
        lambda w: f"matches/{w.voided.pk}/restore/check/",
        KEEPERS,
        lambda w: {"reason": "It was not"},
        writes=False,
    ),
    "check moving a match": Endpoint(
        lambda w: f"{w.match_path}move/check/",
        ORGANISERS,
        lambda w: {"reason": "A day later", "played_on": str(FIRST_EVENING + DAY)},
        writes=False,
    ),
    "check voiding an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.played_day}/void/check/",
        KEEPERS,
        lambda w: {"reason": "Entered twice"},
        writes=False,
    ),
    "check restoring an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.voided_day}/restore/check/",
        KEEPERS,
        lambda w: {"reason": "It was not"},
        writes=False,
    ),
    "check moving an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.played_day}/move/check/",
        ORGANISERS,
        lambda w: {"reason": "A day later", "played_on": str(FIRST_EVENING + DAY)},
        writes=False,
    ),
    "check a right seat": Endpoint(
        lambda w: f"{w.match_path}seats/{w.seat.pk}/correct/check/",
        SCORERS,
        lambda w: {"who": "Dee", "from_hand": 1, "reason": "Dee sat there"},
        writes=False,
    ),
    "check counting a substitute": Endpoint(
        lambda w: f"matches/{w.substitute.match_id}/seats/{w.substitute.pk}/counts/check/",
        KEEPERS,
        lambda w: {"counts": "regular", "reason": "As agreed"},
        writes=False,
    ),
    "check a game": Endpoint(
        lambda w: f"{w.league_path}own-games/check/",
        ORGANISERS,
        lambda w: {"definition": OWN_GAME, "hands": [TYPED_POINTS]},
        writes=False,
    ),
    "check ruling": Endpoint(
        lambda w: f"{w.dispute_path}rulings/check/", INSIDERS, lambda w: DECISION, writes=False
    ),
    "what if": Endpoint(
        lambda w: f"{w.season_path}what-if/",
        INSIDERS,
        lambda w: {"changes": {"zar": {"preset": "zar-clay"}}, "ranking": "hands-won"},
        writes=False,
    ),
    "replay of a match": Endpoint(
        lambda w: f"{w.match_path}replay/", INSIDERS, lambda w: {"log": LOG}, writes=False
    ),
    "replay": Endpoint(
        lambda w: "replay/",
        ANYBODY,
        lambda w: {"log": f"game zar\nseats Ann Bob Cat\n{LOG}"},
        writes=False,
    ),
    "compare": Endpoint(
        lambda w: "replay/compare/",
        ANYBODY,
        lambda w: {
            "log": f"game zar\nseats Ann Bob Cat\n{LOG}",
            "versus": [{"preset": "zar-clay"}],
        },
        writes=False,
    ),
}

WRITES: dict[str, Endpoint] = {
    "found a league": Endpoint(lambda w: "leagues/", ACCOUNTS, lambda w: {"name": "Kitchen Table"}),
    "add a player": Endpoint(
        lambda w: f"{w.league_path}players/", ORGANISERS, lambda w: {"name": "Dee"}
    ),
    "add a guest": Endpoint(
        lambda w: f"{w.league_path}players/", SCORERS, lambda w: {"name": "Dee", "guest": True}
    ),
    "say who": Endpoint(lambda w: f"{w.league_path}me/", MEMBERS, lambda w: {"player": w.guest.pk}),
    "play oneself": Endpoint(
        lambda w: f"{w.league_path}me/new/", MEMBERS, lambda w: {"name": "Mia"}
    ),
    "answer who": Endpoint(
        lambda w: f"{w.league_path}members/{w.member.pk}/claim/",
        ORGANISERS,
        lambda w: {"player": w.guest.pk, "accept": True},
    ),
    "start a season": Endpoint(
        lambda w: f"{w.league_path}seasons/",
        ORGANISERS,
        lambda w: {"name": "Autumn", "starts": "2026-09-01"},
    ),
    "start a match": Endpoint(
        lambda w: f"{w.league_path}matches/",
        KEEPERS,
        lambda w: {
            "players": [w.players[0], "Dee", w.players[1]],
            "season": w.club.season.pk,
            "played_on": FIRST_EVENING.isoformat(),
        },
    ),
    "change the rules": Endpoint(
        lambda w: f"matches/{w.fresh.pk}/rules/", KEEPERS, lambda w: {"preset": "zar-clay"}
    ),
    "close": Endpoint(lambda w: f"{w.match_path}close/", SCORERS, lambda w: {}),
    "reopen": Endpoint(lambda w: f"{w.match_path}reopen/", SCORERS, lambda w: {}),
    "void a match": Endpoint(
        lambda w: f"{w.match_path}void/", SCORERS, lambda w: {"reason": "Entered twice"}
    ),
    "restore a match": Endpoint(
        lambda w: f"matches/{w.voided.pk}/restore/", KEEPERS, lambda w: {"reason": "It was not"}
    ),
    "move a match": Endpoint(
        lambda w: f"{w.match_path}move/",
        ORGANISERS,
        lambda w: {"reason": "A day later", "played_on": str(FIRST_EVENING + DAY)},
    ),
    "say who is here": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.present}/attendance/",
        KEEPERS,
        lambda w: {"people": [{"who": "Gil"}, {"who": w.players[0], "state": "left"}]},
    ),
    "name an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.present}/name/",
        KEEPERS,
        lambda w: {"title": "Spring cup", "place": "The Swan"},
    ),
    "draw a round": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.present}/rounds/",
        KEEPERS,
        lambda w: {"season": w.club.season.pk, "size": 3, "way": "chance", "seed": 7},
    ),
    "change the tables": Endpoint(
        lambda w: f"{w.league_path}rounds/{w.drawn.pk}/seats/",
        KEEPERS,
        lambda w: {"tables": [w.players, ["Ida", "Jo"]]},
    ),
    "start a round": Endpoint(
        lambda w: f"{w.league_path}rounds/{w.drawn.pk}/start/",
        KEEPERS,
        lambda w: {"anyway": True},
    ),
    "plan evenings": Endpoint(
        lambda w: f"{w.league_path}evenings/",
        ORGANISERS,
        lambda w: {"days": [w.tomorrow], "place": "The Swan"},
    ),
    "cancel an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.planned_day}/cancel/",
        ORGANISERS,
        lambda w: {"reason": "The pub is closed"},
    ),
    "let an evening take place after all": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.cancelled_day}/reinstate/",
        ORGANISERS,
        lambda w: {},
    ),
    "turn off the links to answer": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.planned_day}/links/",
        ORGANISERS,
        lambda w: {},
    ),
    "void an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.played_day}/void/",
        KEEPERS,
        lambda w: {"reason": "Entered twice"},
    ),
    "restore an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.voided_day}/restore/",
        KEEPERS,
        lambda w: {"reason": "It was not"},
    ),
    "move an evening": Endpoint(
        lambda w: f"{w.league_path}evenings/{w.played_day}/move/",
        ORGANISERS,
        lambda w: {"reason": "A day later", "played_on": str(FIRST_EVENING + DAY)},
    ),
    "delete a match": Endpoint(
        lambda w: f"matches/{w.fresh.pk}/",
        KEEPERS,
        lambda w: {},
        method="delete",
        status=204,
    ),
    "join": Endpoint(lambda w: f"{w.match_path}seats/", SCORERS, lambda w: {"who": "Dee"}),
    "leave": Endpoint(lambda w: f"{w.match_path}seats/{w.seat.pk}/leave/", SCORERS, lambda w: {}),
    "substitute": Endpoint(
        lambda w: f"{w.match_path}seats/{w.seat.pk}/substitute/", SCORERS, lambda w: {"who": "Dee"}
    ),
    "correct a seat": Endpoint(
        lambda w: f"{w.match_path}seats/{w.seat.pk}/correct/",
        SCORERS,
        lambda w: {"who": "Dee", "from_hand": 1, "reason": "Dee sat there"},
    ),
    "count a substitute": Endpoint(
        lambda w: f"matches/{w.substitute.match_id}/seats/{w.substitute.pk}/counts/",
        KEEPERS,
        lambda w: {"counts": "regular", "reason": "As agreed"},
    ),
    "enter": Endpoint(
        lambda w: f"{w.match_path}hands/", SCORERS, lambda w: entry(0, 4, 9, number=2)
    ),
    "correct": Endpoint(
        lambda w: f"{w.hand_path}versions/", SCORERS, lambda w: entry(0, 3, 9) | change()
    ),
    "void": Endpoint(lambda w: f"{w.hand_path}void/", SCORERS, lambda w: change()),
    "restore": Endpoint(lambda w: f"{w.hand_path}restore/", SCORERS, lambda w: change(number=1)),
    "open a dispute": Endpoint(
        lambda w: f"{w.hand_path}disputes/", INSIDERS, lambda w: {"text": "Cat held two"}
    ),
    "state": Endpoint(
        lambda w: f"{w.dispute_path}statements/", INSIDERS, lambda w: {"text": "I saw it"}
    ),
    "withdraw": Endpoint(
        lambda w: f"{w.dispute_path}withdraw/", {"organiser", "player"}, lambda w: {}
    ),
    "appeal": Endpoint(
        lambda w: f"disputes/{w.ruling.dispute_id}/appeal/", SCORERS, lambda w: {"text": "No!"}
    ),
    "rule": Endpoint(
        lambda w: f"{w.dispute_path}rulings/", ORGANISERS, lambda w: DECISION | {"version": 1}
    ),
    "attach a log": Endpoint(
        lambda w: f"{w.hand_path}log/", SCORERS, lambda w: {"version": 1, "log": LOG}
    ),
}
WRITES |= {
    "change settings": Endpoint(
        lambda w: f"{w.league_path}settings/",
        ORGANISERS,
        lambda w: {"name": "Saturday League"},
        method="patch",
        status=200,
    ),
    "declare a game": Endpoint(
        lambda w: f"{w.league_path}own-games/",
        ORGANISERS,
        lambda w: {"definition": OWN_GAME},
        method="put",
        status=200,
    ),
    "rename a game": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/",
        ORGANISERS,
        lambda w: {"name": "Another name"},
        method="patch",
        status=200,
    ),
    "set a game inactive": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/inactive/",
        ORGANISERS,
        lambda w: {"inactive": True},
    ),
    "score a game again": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/score-again/",
        ORGANISERS,
        lambda w: {"reason": "Agreed"},
    ),
    "replace a game": Endpoint(
        lambda w: f"{w.league_path}own-games/{w.own_game}/replace/",
        ORGANISERS,
        lambda w: {"by": "zar", "reason": "It has an engine now"},
    ),
    "set house rules": Endpoint(
        lambda w: f"{w.league_path}rules/zar/",
        ORGANISERS,
        lambda w: {"preset": "zar-clay"},
        method="put",
        status=200,
    ),
    "change a member": Endpoint(
        lambda w: f"{w.league_path}members/{w.member.pk}/",
        ORGANISERS,
        lambda w: {"role": "scorekeeper", "arbiter": True},
        method="patch",
        status=200,
    ),
    "remove a member": Endpoint(
        lambda w: f"{w.league_path}members/{w.member.pk}/",
        ORGANISERS,
        lambda w: {},
        method="delete",
        status=204,
    ),
    "invite": Endpoint(
        lambda w: f"{w.league_path}invitations/", ORGANISERS, lambda w: {"account": "somebody"}
    ),
    "withdraw an invitation": Endpoint(
        lambda w: f"{w.league_path}invitations/{w.invitation.pk}/withdraw/",
        ORGANISERS,
        lambda w: {},
    ),
    "make a link": Endpoint(
        lambda w: f"{w.league_path}links/",
        ORGANISERS,
        lambda w: {"purpose": "score-match", "match": w.match.pk},
    ),
    "turn a link off": Endpoint(
        lambda w: f"{w.league_path}links/{w.holder.pk}/revoke/", ORGANISERS, lambda w: {}
    ),
    "rename a player": Endpoint(
        lambda w: f"{w.league_path}players/{w.players[0]}/",
        ORGANISERS,
        lambda w: {"name": "Anna"},
        method="patch",
        status=200,
    ),
    "set a player inactive": Endpoint(
        lambda w: f"{w.league_path}players/{w.players[0]}/inactive/",
        ORGANISERS,
        lambda w: {"inactive": True},
    ),
    "start a final": Endpoint(
        lambda w: f"{w.league_path}seasons/{w.over.pk}/final/",
        ORGANISERS,
        lambda w: {"starts": "2026-03-27", "size": 2},
    ),
    "withdraw from a final": Endpoint(
        lambda w: f"{w.league_path}seasons/{w.decided.pk}/final/",
        ORGANISERS,
        lambda w: {"withdrawn": [w.decided.final.qualified[0][0]]},
        method="patch",
        status=200,
    ),
    "set a division": Endpoint(
        lambda w: f"{w.season_path}divisions/",
        ORGANISERS,
        lambda w: {"above": w.over.pk, "moves": 2},
        method="patch",
        status=200,
    ),
    "start the next divisions": Endpoint(
        lambda w: f"{w.league_path}seasons/{w.divided.pk}/divisions/",
        ORGANISERS,
        lambda w: {
            "names": ["Top 2", "Bottom 2"],
            "starts": "2026-09-04",
            "placed": [{"player": w.players[0], "division": 2}],
        },
    ),
    "change a season": Endpoint(
        lambda w: w.season_path,
        ORGANISERS,
        lambda w: {"name": "Tuesdays", "game": "zar", "weekday": 1},
        method="patch",
        status=200,
    ),
    "take a name away": Endpoint(
        lambda w: f"{w.league_path}players/{w.players[0]}/depersonalise/",
        ORGANISERS,
        lambda w: {},
    ),
    "merge a guest": Endpoint(
        lambda w: f"{w.league_path}players/{w.guest.pk}/merges/",
        ORGANISERS,
        lambda w: {"into": w.players[0]},
    ),
    "undo a merge": Endpoint(
        lambda w: f"{w.league_path}players/{w.players[0]}/merges/{w.merge.pk}/undo/",
        ORGANISERS,
        lambda w: {},
    ),
    "rank otherwise": Endpoint(
        lambda w: f"{w.season_path}ranking/",
        ORGANISERS,
        lambda w: {"preset": "hands-won", "options": {}},
    ),
    "draw lots": Endpoint(
        lambda w: f"{w.season_path}lots/", ORGANISERS, lambda w: {"players": w.players}
    ),
    "finish a season": Endpoint(
        lambda w: f"{w.season_path}finish/", ORGANISERS, lambda w: {"ends": "2026-12-31"}
    ),
    "reopen a season": Endpoint(lambda w: f"{w.season_path}reopen/", ORGANISERS, lambda w: {}),
    "give a penalty": Endpoint(
        lambda w: f"{w.match_path}penalties/",
        SCORERS,
        lambda w: {"player": w.players[2], "points": 5, "reason": "Late"},
    ),
    "cancel a penalty": Endpoint(
        lambda w: f"{w.match_path}penalties/{w.penalty.pk}/cancel/",
        SCORERS,
        lambda w: {"reason": "She was not"},
    ),
    "share rulings": Endpoint(
        lambda w: f"disputes/{w.ruling.dispute_id}/publish/",
        ORGANISERS,
        lambda w: {"published": False},
    ),
    "ask for a report": Endpoint(
        lambda w: f"{w.season_path}reports/", {"organiser", "scorekeeper", "player"}, lambda w: {}
    ),
    "choose a rater": Endpoint(
        lambda w: f"{w.league_path}ratings/method/",
        ORGANISERS,
        lambda w: {"rater": "elo"},
        method="put",
        status=200,
    ),
    "compare raters": Endpoint(
        lambda w: f"{w.league_path}ratings/comparison/", ORGANISERS, lambda w: {}
    ),
    "add a webhook": Endpoint(
        lambda w: f"{w.league_path}webhooks/",
        ORGANISERS,
        lambda w: {"address": "https://other.example/hook", "events": ["hand.saved"]},
    ),
    "change a webhook": Endpoint(
        lambda w: f"{w.league_path}webhooks/{w.webhook.pk}/",
        ORGANISERS,
        lambda w: {"active": False},
        method="patch",
        status=200,
    ),
    "test a webhook": Endpoint(
        lambda w: f"{w.league_path}webhooks/{w.webhook.pk}/deliveries/", ORGANISERS, lambda w: {}
    ),
    "send again": Endpoint(
        lambda w: (
            f"{w.league_path}webhooks/{w.delivery.webhook_id}/deliveries/{w.delivery.pk}/again/"
        ),
        ORGANISERS,
        lambda w: {},
    ),
    "remove a webhook": Endpoint(
        lambda w: f"{w.league_path}webhooks/{w.webhook.pk}/",
        ORGANISERS,
        lambda w: {},
        method="delete",
        status=204,
    ),
    "compare rules": Endpoint(
        lambda w: f"{w.league_path}laboratory/",
        ORGANISERS,
        lambda w: {
            "game": "zar",
            "one": {},
            "other": {"preset": "zar-clay"},
            "players": 3,
            "hands": 500,
        },
    ),
    "stop an experiment": Endpoint(
        lambda w: f"{w.league_path}laboratory/{w.experiment.pk}/",
        ORGANISERS,
        lambda w: {},
        method="delete",
        status=204,
    ),
    "put differences aside": Endpoint(
        lambda w: f"{w.league_path}engine-differences/", ORGANISERS, lambda w: {"upto": 0}
    ),
    "begin past results": Endpoint(
        lambda w: f"{w.league_path}history/",
        ORGANISERS,
        lambda w: {"name": "2023.csv", "size": len(PAST)},
    ),
    "send past results": Endpoint(lambda w: f"{w.past}pieces/", ORGANISERS, lambda w: PIECE),
    "arrange past results": Endpoint(
        lambda w: w.past, ORGANISERS, lambda w: {"season": "Winter", "names": {"Bob": "Bobby"}}
    ),
    "confirm past results": Endpoint(lambda w: f"{w.past}confirm/", ORGANISERS, lambda w: {}),
    "begin another game": Endpoint(
        lambda w: f"{w.two_games}games/", ORGANISERS, lambda w: {"game": "Go"}
    ),
    "undo past results": Endpoint(
        lambda w: f"{w.league_path}history/undo/{w.written.pk}/",
        ORGANISERS,
        lambda w: {},
        status=204,
    ),
    "ask for the league's file": Endpoint(
        lambda w: f"{w.league_path}export/", ORGANISERS, lambda w: {}
    ),
}
PERSONAL: dict[str, Endpoint] = {
    "account": Endpoint(lambda w: "account/", ACCOUNTS),
    "own invitations": Endpoint(lambda w: "invitations/", ANYBODY),
    "accept": Endpoint(lambda w: f"invitations/{w.invitation.pk}/accept/", ACCOUNTS, lambda w: {}),
    "decline": Endpoint(
        lambda w: f"invitations/{w.invitation.pk}/decline/", ACCOUNTS, lambda w: {}
    ),
    "answer a letter": Endpoint(
        lambda w: "invitations/letter/",
        ACCOUNTS,
        lambda w: {"secret": w.letter, "accept": True},
    ),
    "begin a league's file": Endpoint(
        lambda w: "imports/", ACCOUNTS, lambda w: {"name": "league.zip", "size": 100}
    ),
    "league's file": Endpoint(lambda w: w.arriving, {"outsider"}),
    "send a league's file": Endpoint(lambda w: w.arriving, {"outsider"}, lambda w: PIECE),
    "join by a link": Endpoint(
        lambda w: "links/join/", ACCOUNTS, lambda w: {"secret": w.secrets["join"]}
    ),
    "claim by a link": Endpoint(
        lambda w: "links/claim/", ACCOUNTS, lambda w: {"secret": w.secrets["claim"]}
    ),
}
"""What depends on who asks and on no role in the league; asked by the outsider."""

EVERYTHING = READS | FILES | CHECKS | WRITES
