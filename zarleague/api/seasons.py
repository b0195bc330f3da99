"""Seasons and their tables."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, SEASON, Endpoint
from zarleague.api.fields import (
    MOST,
    DayField,
    DigitsField,
    GameField,
    NumberField,
    PlainField,
    RoundedField,
    TextField,
    YesNoField,
)
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.paging import address_of, requested_size, requested_start
from zarleague.api.schema import PAGING, changes, lists, reads, writes
from zarleague.draws import Pairing
from zarleague.leagues import services
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import final_of, latest_change, names_of, season_of, seasons_of
from zarleague.leagues.services.seasons import MOST_MOVES
from zarleague.play import selectors
from zarleague.play import services as play_services
from zarleague.play.services.finals import MOST_FINALISTS, MOST_WINS
from zarleague.reports.questions import slow_questions
from zarleague.reports.tasks import answer_season
from zarleague.standings.divisions import Going
from zarleague.standings.rules import rules_from_json

MOST_PLACED: Final = 1000
"""Players of whom one request says where they are next."""


class SeasonShape(serializers.ModelSerializer):
    """A season of a league, which has one table. ``rules`` rank the table: a preset, and the
    options that differ from it. ``game`` is the one its matches are mostly of, "" for the league’s;
    ``weekday`` the day of its evenings, Monday is 0, null for any; ``final_of`` the season
    whose final it is. Where matches won decide a final, ``final_seats`` are the players at a table
    and ``final_wins`` the matches to be won there; else both are null. Of divisions ``above`` is
    the next higher one, null for the highest, ``moves`` how many go up into it at the end and as
    many down, ``follows`` the division before whose place this one took."""

    class Meta:
        model = Season
        fields = (
            "id",
            "name",
            "starts",
            "ends",
            "state",
            "rules",
            "game",
            "weekday",
            "final_of",
            "final_seats",
            "final_wins",
            "above",
            "moves",
            "follows",
        )


class SeasonNameInput(Input):
    """The name of a season, its usual game, the day of its evenings, its first and last day."""

    name = TextField(max_length=80)
    game = GameField(required=False, allow_blank=True)
    weekday = NumberField(min_value=0, max_value=6, required=False, allow_null=True)
    starts = DayField(required=False)
    ends = DayField(required=False, allow_null=True)


class SeasonInput(Input):
    """A new season. What is not given is as in the season ``like``; without one it ranks by points
    for places."""

    name = TextField(max_length=80)
    starts = DayField()
    ends = DayField(required=False, allow_null=True)
    rules = serializers.DictField(child=PlainField(), required=False)
    game = GameField(required=False, allow_blank=True)
    weekday = NumberField(min_value=0, max_value=6, required=False, allow_null=True)
    like = NumberField(required=False, help_text="The id of a season of this league.")


class StandingsQuery(Input):
    """The period of the table, from first to last evening; ``last`` alone means "as of"."""

    first = DayField(required=False)
    last = DayField(required=False)


class GameStandingsQuery(Input):
    """The game whose hands make up the table."""

    game = GameField()
    page = DigitsField(min_value=1, max_value=MOST, default=1)


UNIT: Final = (
    "How many of the points here make one: 1, or 2, 4 or 10 of a league's own game in parts of a "
    "point. Null where the matches differ, and their parts are added up as they are."
)


class ShortfallShape(serializers.Serializer):
    """A minimum that the player has not reached, which excludes them from the ranking."""

    option = serializers.CharField(help_text="``min_hands`` or ``min_evenings``.")
    has = serializers.IntegerField()
    needs = serializers.IntegerField()

    class Meta:
        ref_name = "ShortfallShape"


class StandingsRow(serializers.Serializer):
    """One player in the table; ``rank`` is null below a minimum or without a hand."""

    rank = serializers.IntegerField(source="row.rank", allow_null=True)
    player = serializers.IntegerField(source="row.player_id")
    name = serializers.CharField()
    metric = RoundedField(source="row.metric", allow_null=True)
    hands = serializers.IntegerField(source="row.hands")
    wins = serializers.IntegerField(source="row.wins")
    points = serializers.IntegerField(source="row.points")
    average = RoundedField(
        source="row.average",
        allow_null=True,
        help_text="Points per hand; none in a season of several games, whose points differ.",
    )
    place_points = RoundedField(source="row.place_points")
    penalty = serializers.IntegerField(source="row.penalty")
    lowest_hand = serializers.IntegerField(source="row.lowest_hand", allow_null=True)
    highest_hand = serializers.IntegerField(source="row.highest_hand", allow_null=True)
    shortfalls = ShortfallShape(many=True, source="row.shortfalls")
    decided_by = serializers.ListField(
        child=serializers.CharField(),
        source="row.decided_by",
        help_text="The tie-breaks that decided where this player stands.",
    )
    tied_with = serializers.ListField(child=serializers.IntegerField(), source="row.tied_with")


class Standings(serializers.Serializer):
    """The table of a season, best first."""

    season = SeasonShape()
    metric = serializers.CharField(
        help_text="What ``metric`` of a row is: ``points``, ``average``, ``wins`` or ``places``."
    )
    high_wins = serializers.BooleanField(help_text="Whether more of it is better.")
    unit = serializers.IntegerField(allow_null=True, help_text=UNIT)
    next = serializers.URLField(allow_null=True, help_text="The address of the rows that follow.")
    rows = StandingsRow(many=True)


class GameStandingsShape(serializers.Serializer):
    """The table of one game of a season. While it is ``waiting``, or the site is ``busy``, repeat
    the request later."""

    state = serializers.ChoiceField(["answered", "waiting", "busy"])
    is_current = serializers.BooleanField(help_text="Whether nothing changed since.")
    total = serializers.IntegerField(help_text="Rows of all pages.")
    unit = serializers.IntegerField(allow_null=True, help_text=UNIT)
    rows = StandingsRow(many=True)


class FinalInput(Input):
    """The final of a season: how many play it, and whether the season’s points count in it; or
    with ``seats`` how many play at a table until one has won so many matches: all of them in a best
    of, two or four in a bracket."""

    starts = DayField()
    size = NumberField(min_value=2, max_value=MOST_FINALISTS, default=4)
    carries = YesNoField(default=False)
    seats = NumberField(
        min_value=2,
        max_value=MOST_FINALISTS,
        default=None,
        allow_null=True,
        help_text="Null: the points of the final decide.",
    )
    wins = NumberField(min_value=1, max_value=MOST_WINS, default=1, help_text="With ``seats``.")
    name = TextField(max_length=80, default="", allow_blank=True)


class WithdrawnInput(Input):
    """Who does not play a final, or not to its end; all others do."""

    withdrawn = serializers.ListField(
        child=NumberField(), max_length=MOST_FINALISTS, help_text="Players of the final, by id."
    )


class FinalRowShape(serializers.Serializer):
    """A player in the final; players level with each other are ranked as in the season."""

    rank = serializers.IntegerField()
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    seed = serializers.IntegerField(help_text="The place among those qualified.")
    carried = RoundedField(help_text="Carried over from the season.")
    played = RoundedField(help_text="Reached in the final: what ranks the season, or matches won.")
    total = RoundedField()
    withdrawn = serializers.BooleanField(help_text="Whether they do not play it to its end.")


class PairingPlayerShape(serializers.Serializer):
    """A player of a pairing, and the matches they have won in it."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    wins = serializers.IntegerField()


class PairingShape(serializers.Serializer):
    """Those who meet at a table of a final until some go on, one in the last round."""

    players = PairingPlayerShape(many=True, help_text="The better seed first.")
    missing = serializers.IntegerField(help_text="How many more come from the round before.")
    through = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who goes on, by id; empty while it is open."
    )
    matches = serializers.ListField(child=serializers.IntegerField())
    absent = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Who withdrew, by id, before it was decided: the others go on without them.",
    )
    expected = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Who would be here, by id, if others had not begun before a correction.",
    )


class FinalRoundShape(serializers.Serializer):
    """A round of a final."""

    pairings = PairingShape(many=True)


class FinalShape(serializers.Serializer):
    """The table of a final, best first, and its rounds where matches won decide it."""

    final = SeasonShape()
    rows = FinalRowShape(many=True)
    rounds = FinalRoundShape(many=True)


class MoverShape(serializers.Serializer):
    """Somebody of a division, and where they go at the end as the tables stand."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    going = serializers.ChoiceField(
        [one.value for one in Going],
        help_text="``open``: level with others for a place that moves.",
    )
    to = serializers.IntegerField(
        allow_null=True, help_text="The number of the next division; null while it is open."
    )


class DivisionShape(serializers.Serializer):
    """A division, and who is in it, best first; who has no rank stays."""

    number = serializers.IntegerField(help_text="From 1, the highest.")
    season = SeasonShape()
    players = MoverShape(many=True)


class DivisionsShape(serializers.Serializer):
    """The divisions that a season is one of, the highest first; none without divisions."""

    divisions = DivisionShape(many=True)


class DivisionInput(Input):
    """Below which season of the league a division is; null: it is the highest, or no division."""

    above = NumberField(allow_null=True)
    moves = NumberField(
        min_value=1, max_value=MOST_MOVES, default=1, help_text="How many go up, and down."
    )


class PlacedInput(Input):
    """In which of the next divisions a player is, null for none."""

    player = NumberField()
    division = NumberField(min_value=1, allow_null=True)


class NextDivisionsInput(Input):
    """The next seasons of all divisions. Who is not ``placed`` goes where the tables send them;
    those who are level have to be placed, and newcomers are."""

    names = serializers.ListField(
        child=TextField(max_length=80), max_length=50, help_text="Of the highest first."
    )
    starts = DayField()
    ends = DayField(default=None, allow_null=True)
    placed = PlacedInput(many=True, max_length=MOST_PLACED, default=list)


class Seasons(Endpoint):
    @lists("list_seasons", SeasonShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the seasons, latest first."""
        return seasons_of(self.league(slug))

    @writes("start_season", SeasonInput, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Start a season. Organisers only."""
        league = self.league(slug)
        data = self.given(SeasonInput)
        if "like" in data:
            data["like"] = self.found(season_of(league, data["like"]))
        return services.start_season(league, actor=self.actor, key=self.key, **data)


class OneSeason(Endpoint):
    @reads("read_season", SeasonShape)
    def get(self, request: Request, slug: str, season_id: int) -> object:
        """Return the season."""
        return self.season(slug, season_id)

    @changes("change_season", SeasonNameInput, SeasonShape)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Rename the season; set its usual game and day, by default none. Its first and last
        day stay unless given; ``null`` is no last day. Organisers only."""
        season, given = self.season(slug, season_id), self.given(SeasonNameInput)
        self.apply_write(season.league, play_services.change_season, season, **given)
        return self.get(request, slug, season_id)


class SeasonStandings(Endpoint):
    @reads("read_standings", Standings, StandingsQuery, *PAGING)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return a page of the table: of the whole season, of a period, or as of a day."""
        season, asked = self.season(slug, season_id), self.query(StandingsQuery)
        start, size = requested_start(request), requested_size(request)
        if (same := self.known(latest_change(season.league_id), season.revision)) is not None:
            return same
        rows, named = _part(season, asked, start, size + 1)
        more, rows = len(rows) > size, rows[:size]
        rules = rules_from_json(season.rules)
        games = selectors.games_played(season)
        if len(games) > 1:
            rows = tuple(row._replace(average=None) for row in rows)
        data: dict[str, Any] = {
            "season": season,
            "next": address_of(request, [start + size] if more else None),
            "metric": rules.metric,
            "high_wins": rules.metric_high_wins,
            "unit": selectors.unit_of_points(season, games),
            "rows": [{"name": named[row.player_id], "row": row} for row in rows],
        }
        return self.tagged(Standings(data).data)


def _pairing_data(pairing: Pairing, named: Mapping[int, str]) -> dict[str, Any]:
    return {
        "players": [
            {"player": player, "name": named[player], "wins": pairing.wins[player]}
            for player in pairing.players
        ],
        "missing": pairing.missing,
        "through": pairing.through,
        "matches": pairing.matches,
        "absent": pairing.absent,
        "expected": pairing.expected,
    }


class SeasonFinal(Endpoint):
    @reads("read_final", FinalShape)
    def get(self, request: Request, slug: str, season_id: int) -> object:
        """Return the table of the season’s final. 404 without one."""
        final = self.found(final_of(self.season(slug, season_id)))
        rows = selectors.final_table(final)
        named = names_of(final.league, [row.player_id for row in rows])
        listed = [
            {**row._asdict(), "total": row.total, "name": named[row.player_id]} for row in rows
        ]
        rounds = [
            {"pairings": [_pairing_data(one, named) for one in pairings]}
            for pairings in selectors.final_rounds(final)
        ]
        return {"final": final, "rows": listed, "rounds": rounds}

    @changes("change_final", WithdrawnInput, FinalShape)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Say who does not play the season’s final, which is running. Organisers only. 404 without
        one."""
        final = self.found(final_of(self.season(slug, season_id)))
        given = self.given(WithdrawnInput)
        self.apply_write(
            final.league, play_services.set_withdrawn, final, players=given["withdrawn"]
        )
        return self.get(request, slug, season_id)

    @writes("start_final", FinalInput, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Start the final of a finished season: a season of its own, whose matches are those of the
        final. Organisers only."""
        season, given = self.season(slug, season_id), self.given(FinalInput)
        return play_services.start_final(season, actor=self.actor, key=self.key, **given)


class SeasonDivisions(Endpoint):
    @reads("read_divisions", DivisionsShape)
    def get(self, request: Request, slug: str, season_id: int) -> object:
        """Return the divisions, and who moves between them as their tables stand."""
        return _divisions(self.season(slug, season_id))

    @changes("set_division", DivisionInput, DivisionsShape)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Make the season the division below another, or the highest. Organisers only."""
        season, given = self.season(slug, season_id), self.given(DivisionInput)
        if given["above"] is not None:
            given["above"] = self.found(season_of(season.league, given["above"]))
        self.apply_write(season.league, services.set_division, season, **given)
        return self.get(request, slug, season_id)

    @writes("start_next_divisions", NextDivisionsInput, DivisionsShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Start the next season of each division, once all are over, as copies of them. Organisers
        only."""
        season, given = self.season(slug, season_id), self.given(NextDivisionsInput)
        placed = {one["player"]: one["division"] for one in given.pop("placed")}
        made = play_services.start_next_divisions(
            season, placed=placed, actor=self.actor, key=self.key, **given
        )
        return _divisions(made[0])


def _divisions(season: Season) -> dict[str, Any]:
    found = selectors.divisions(season)
    named = names_of(season.league, [one.player for each in found for one in each.movers])
    listed = [
        {
            "number": number,
            "season": each.season,
            "players": [
                {**one._asdict(), "to": one.to, "name": named[one.player]} for one in each.movers
            ],
        }
        for number, each in enumerate(found, 1)
    ]
    return {"divisions": listed}


class GameStandings(Endpoint):
    @reads("read_game_standings", GameStandingsShape, GameStandingsQuery)
    def get(self, request: Request, slug: str, season_id: int) -> object:
        """Return a page of 50 rows of the table of one game, under the season's rules.
        Penalties are left out: they belong to no game."""
        season, asked = self.season(slug, season_id), self.query(GameStandingsQuery)
        found = slow_questions.game_table_of(season, asked["game"], asked["page"] - 1)
        if isinstance(found, slow_questions.NotYet) or not found.is_current:
            answer_season.queue_once(season.pk)
        if isinstance(found, slow_questions.NotYet):
            state = "busy" if found.too_many else "waiting"
            data = {"state": state, "is_current": False, "total": 0, "rows": []}
        else:
            named = names_of(season.league, [row.player_id for row in found.rows])
            data = {
                "state": "answered",
                "is_current": found.is_current,
                "total": found.total,
                "rows": [{"name": named[row.player_id], "row": row} for row in found.rows],
            }
        data["unit"] = selectors.unit_of_points(season, [asked["game"]])
        return data


def _part(season: Season, asked: dict[str, Any], start: int, size: int) -> selectors.NamedTable:
    """Return rows of the table from an index on; for a period, all rows."""
    if not asked:
        rows, named, *_ = selectors.table_page(season, start, size)
        return selectors.NamedTable(rows, named)
    rows, named = selectors.named_table(season, **asked, limit=start + size)
    return selectors.NamedTable(rows[start:], named)


urlpatterns = [
    Seasons.at(f"{LEAGUE}seasons/", "seasons"),
    SeasonFinal.at(f"{SEASON}final/", "final"),
    SeasonDivisions.at(f"{SEASON}divisions/", "divisions"),
    OneSeason.at(SEASON, "season"),
    SeasonStandings.at(f"{SEASON}standings/", "standings"),
    GameStandings.at(f"{SEASON}standings/game/", "game-standings"),
]
