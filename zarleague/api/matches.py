"""Matches: list, start, status and totals, close."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, MATCH, Endpoint
from zarleague.api.fields import (
    MOST,
    DayField,
    DigitsField,
    GameField,
    NumberField,
    OneOfField,
    TextField,
    WhoField,
    YesNoField,
)
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.replays import RulesetShape, RulesInput
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.api.seats import SeatShape, player_or_name
from zarleague.engine.report import ruleset_data
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.models.league import LEFT_EARLY, GivenUp
from zarleague.leagues.selectors import latest_change, names_of, season_for_match, season_of
from zarleague.play import selectors, services
from zarleague.play.models import Match
from zarleague.play.models.hand import MAX_REASON
from zarleague.serving.routes import judges_logs

MOST_PLAYERS = 50


class MatchRow(serializers.ModelSerializer):
    """A match; ``end_hands`` or ``end_limit`` of 0 means that it has no such end."""

    league = serializers.CharField(source="season.league.slug")
    season = serializers.IntegerField(source="season_id")
    players = serializers.SerializerMethodField(help_text="Names, clockwise.")

    class Meta:
        model = Match
        fields = (
            "id",
            "league",
            "season",
            "game",
            "rules_text",
            "played_on",
            "state",
            "players",
            "end_hands",
            "end_limit",
            "eliminates",
            "high_wins",
            "ties_by_wins",
            "left_early",
            "hands_share",
            "given_up",
            "note",
            "started_at",
            "closed_at",
        )

    def get_players(self, match: Match) -> list[str]:
        """Return the players at the table."""
        return [seat.player.name for seat in match.seats.all() if seat.until_hand is None]


class Status(serializers.Serializer):
    """The status of a match. ``hands`` are those that count, ``next_number`` counts all."""

    hands = serializers.IntegerField()
    next_number = serializers.IntegerField()
    next_dealer = serializers.IntegerField(help_text="A seat's number.")
    over = serializers.BooleanField()
    leaders = serializers.ListField(child=serializers.IntegerField())
    out = serializers.ListField(child=serializers.IntegerField())
    announcements = serializers.ListField(child=serializers.CharField())


class Total(serializers.Serializer):
    """A player's total."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()


class MatchShape(MatchRow):
    """A match with its rules, status, totals and seats."""

    rules = RulesetShape()
    status = Status()
    totals = Total(many=True)
    seats = SeatShape(many=True)
    unit = serializers.IntegerField(
        help_text="How many of the points of totals and hands make one: 1, but for a league's own "
        "game that counts in parts of a point."
    )

    class Meta:
        model = Match
        fields = (*MatchRow.Meta.fields, "rules", "status", "totals", "seats", "unit")

    def to_representation(self, match: Match) -> dict[str, Any]:
        """Return the match, its totals by player."""
        prefetch_related_objects([match], "seats__player")
        totals = selectors.match_totals(match)
        named = names_of(match.season.league, totals.points)
        return MatchRow(match).data | {
            "rules": ruleset_data(selectors.ruleset_of(match)),
            "status": Status(selectors.status(match)).data,
            "totals": [
                {"player": player, "name": named[player], "points": points}
                for player, points in totals.points.items()
            ],
            "seats": SeatShape(match.seats, many=True).data,
            "unit": match.unit,
        }


class MatchInput(Input):
    """A new match: the players clockwise, and the settings that differ from the league's
    defaults."""

    players = serializers.ListField(child=WhoField(), min_length=1, max_length=MOST_PLAYERS)
    season = NumberField(
        required=False,
        help_text="By default the running one that contains the evening; needed if there are two.",
    )
    game = GameField(required=False)
    preset = TextField(max_length=64, default="", allow_blank=True)
    overrides = serializers.DictField(child=TextField(max_length=64), required=False)
    played_on = DayField(
        required=False, help_text="By default tonight; no day to come, and one of the season."
    )
    first_dealer = NumberField(default=0, min_value=0, max_value=MOST_PLAYERS)
    end_hands = NumberField(required=False, min_value=0, max_value=32_767)
    end_limit = NumberField(required=False, min_value=0, max_value=2_147_483_647)
    left_early = OneOfField(
        LEFT_EARLY, required=False, help_text="Rank of those who leave early; the league's default."
    )
    hands_share = NumberField(
        required=False,
        min_value=1,
        max_value=100,
        help_text="Per cent of the hands that a player needs; the league's default.",
    )
    given_up = OneOfField(
        GivenUp.choices,
        required=False,
        help_text="What hands given up count for; the league's default.",
    )
    note = TextField(max_length=200, default="", allow_blank=True)
    anyway = YesNoField(
        default=True,
        help_text="With false, a match that looks started before is asked about: “start-again”.",
    )


class MatchesQuery(Input):
    """Filters for matches: by season, by evening, open or closed."""

    season = DigitsField(required=False, min_value=1, max_value=MOST)
    played_on = DayField(required=False)
    state = OneOfField(Match.State.choices, required=False)


class MatchRulesInput(RulesInput):
    """Other rules for a match: a preset and options ("": those it has), what happens to those who
    leave early and to hands given up. ``reason`` is needed once a hand counts."""

    left_early = OneOfField(LEFT_EARLY, required=False)
    hands_share = NumberField(required=False, min_value=1, max_value=100)
    given_up = OneOfField(GivenUp.choices, required=False)
    reason = TextField(max_length=MAX_REASON, default="", allow_blank=True)


class Matches(Endpoint):
    @lists("list_matches", MatchRow, MatchesQuery)
    def get(self, request: Request, slug: str) -> object:
        """Return the matches, latest first."""
        return selectors.matches_of(self.league(slug), **self.query(MatchesQuery))

    @writes("start_match", MatchInput, MatchShape)
    def post(self, request: Request, slug: str) -> object:
        """Start a match. A new name creates a guest."""
        league = self.league(slug)
        data = self.given(MatchInput)
        players = [player_or_name(league, who) for who in data.pop("players")]
        season = chosen_season(league, data.pop("season", None), data.get("played_on"), players)
        about = {name: data.pop(name) for name in ("played_on", "anyway") if name in data}
        terms = services.MatchTerms(**data)
        return services.start_match(season, players, terms, actor=self.actor, key=self.key, **about)


class OneMatch(Endpoint):
    @reads("read_match", MatchShape)
    def get(self, request: Request, match_id: int) -> Response:
        """Return the match with its rules, status, totals and seats."""
        match = self.match(match_id)
        same = self.known(latest_change(match.season.league_id), match.season.revision)
        return self.tagged(MatchShape(match).data) if same is None else same

    @changes("delete_match", None, None, 204, scope=Scope.SCORE)
    def delete(self, request: Request, match_id: int) -> None:
        """Delete a match without hands."""
        match = self.match(match_id)
        self.apply_write(match.season.league, services.delete_match, match)


class MatchClose(Endpoint):
    @writes("close_match", None, MatchShape)
    def post(self, request: Request, match_id: int) -> object:
        """Close the match: no more hands can be entered."""
        return services.close_match(self.match(match_id), actor=self.actor, key=self.key)


class MatchReopen(Endpoint):
    @writes("reopen_match", None, MatchShape)
    def post(self, request: Request, match_id: int) -> object:
        """Reopen a closed match."""
        return services.reopen_match(self.match(match_id), actor=self.actor, key=self.key)


class MatchReasonInput(Input):
    """The reason for a change, which everybody can read."""

    reason = TextField(max_length=MAX_REASON)


class MoveInput(MatchReasonInput):
    """Another evening for a match, and optionally another season."""

    played_on = DayField()
    season = NumberField(required=False, help_text="By default the present one.")


class MatchVoid(Endpoint):
    @writes("void_match", MatchReasonInput, MatchShape)
    def post(self, request: Request, match_id: int) -> object:
        """Void all hands of the match for one reason, and close it."""
        given = self.given(MatchReasonInput)
        return services.void_match(self.match(match_id), actor=self.actor, key=self.key, **given)


class MatchRestore(Endpoint):
    @writes("restore_match", MatchReasonInput, MatchShape)
    @judges_logs
    def post(self, request: Request, match_id: int) -> object:
        """Restore the hands of the match that were voided together last."""
        given = self.given(MatchReasonInput)
        return services.restore_match(self.match(match_id), actor=self.actor, key=self.key, **given)


class MatchMove(Endpoint):
    @writes("move_match", MoveInput, MatchShape, scope=Scope.ORGANISE)
    def post(self, request: Request, match_id: int) -> object:
        """Move the match to another evening, or to another season of its league. Organisers
        only."""
        match = self.match(match_id)
        given = with_season(match.season.league, self.given(MoveInput))
        return services.move_match(match, actor=self.actor, key=self.key, **given)


class MatchRules(Endpoint):
    @writes("change_rules", MatchRulesInput, MatchShape)
    @judges_logs
    def post(self, request: Request, match_id: int) -> object:
        """Change the rules of the match. Once a hand counts this needs a reason, and the hands are
        scored again, which is refused if only the points of one are known."""
        match = self.match(match_id)
        data = self.given(MatchRulesInput)
        return services.change_rules(match, actor=self.actor, key=self.key, **data)


def with_season(league: League, given: dict[str, Any]) -> dict[str, Any]:
    """Return what was given with a season of the league in place of its id. Raise Invalid."""
    season_id = given.pop("season", None)
    return (
        given if season_id is None else given | {"season": chosen_season(league, season_id, None)}
    )


def chosen_season(
    league: League,
    season_id: int | None,
    played_on: datetime.date | None,
    players: Sequence[Player | str] | None = None,
) -> Season:
    """Return the requested season of the league, by default the one for a match of that evening, of
    those players if they are known. Raise Invalid."""
    if season_id is None:
        evening = played_on or league.evening_of(timezone.now())
        return season_for_match(league, evening, players)
    named = season_of(league, season_id)
    if named is None:
        raise Invalid("season", gettext_noop("This league has no such season."))
    return named


urlpatterns = [
    Matches.at(f"{LEAGUE}matches/", "matches"),
    OneMatch.at(MATCH, "match"),
    MatchClose.at(f"{MATCH}close/", "close"),
    MatchReopen.at(f"{MATCH}reopen/", "reopen"),
    MatchVoid.at(f"{MATCH}void/", "void-match"),
    MatchRestore.at(f"{MATCH}restore/", "restore-match"),
    MatchMove.at(f"{MATCH}move/", "move-match"),
    MatchRules.at(f"{MATCH}rules/", "rules"),
]
