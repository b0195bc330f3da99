"""A season's ranking, lots among tied players, and end; its evenings, and what-ifs."""

from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import SEASON, Endpoint
from zarleague.api.fields import DayField, NumberField, PlainField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.paging import address_of, requested_position, requested_size
from zarleague.api.schema import lists, writes
from zarleague.api.seasons import SeasonShape
from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.models import MAX_REASON
from zarleague.reports import services as reports
from zarleague.reports.tasks import queue_job
from zarleague.standings.rules import RulesError, rules_from_json


class RankingInput(Input):
    """A preset, the options in which the ranking differs from it, and, of a finished season, the
    reason."""

    preset = TextField(max_length=40)
    options = serializers.DictField(child=PlainField(), default=dict)
    reason = TextField(max_length=MAX_REASON, default="", allow_blank=True)


class LotsInput(Input):
    """Players still tied, the first drawn first; with ``shuffle`` the site draws the lots."""

    players = serializers.ListField(child=NumberField(), min_length=2, max_length=50)
    shuffle = YesNoField(default=False)


class EndInput(Input):
    """The last evening of the season; by default the last that was played."""

    ends = DayField(required=False)


class PlayedEveningShape(serializers.Serializer):
    """One evening of a season."""

    date = serializers.DateField()
    matches = serializers.IntegerField()
    hands = serializers.IntegerField()


class Ranking(Endpoint):
    @writes("set_ranking", RankingInput, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Change the season's ranking rules. Organisers only."""
        season, given = self.season(slug, season_id), self.given(RankingInput)
        reason = given.pop("reason")
        try:
            rules_from_json(given)
        except (RulesError, TypeError, AttributeError, ValueError) as error:
            raise Invalid("rules", "{problem}", problem=str(error)) from error
        return play_services.set_season_rules(
            season, given, actor=self.actor, key=self.key, reason=reason
        )


class Lots(Endpoint):
    @writes("draw_lots", LotsInput, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Record lots that were drawn, or draw them. Organisers only."""
        season, given = self.season(slug, season_id), self.given(LotsInput)
        known = {one.pk: one for one in selectors.players_among(season.league, given["players"])}
        if len(known) != len(given["players"]):
            raise Invalid("players", gettext_noop("Each player must appear exactly once."))
        return play_services.draw_lots(
            season,
            [known[player] for player in given["players"]],
            actor=self.actor,
            key=self.key,
            evening=season.league.evening_of(timezone.now()),
            shuffle=given["shuffle"],
        )


class SeasonEnd(Endpoint):
    @writes("finish_season", EndInput, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Finish the season and order its report. Organisers only."""
        season, given = self.season(slug, season_id), self.given(EndInput)
        last = play.evenings(season, limit=1)
        ends = given.get("ends") or season.ends or (last[0].date if last else season.starts)
        made = play_services.finish_season(season, actor=self.actor, key=self.key, ends=ends)
        queue_job(reports.ask_for_report(made, actor=self.actor))
        return made


class SeasonReopening(Endpoint):
    @writes("reopen_season", None, SeasonShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Reopen the season. Organisers only."""
        season = self.season(slug, season_id)
        return services.reopen_season(season, actor=self.actor, key=self.key)


class Evenings(Endpoint):
    @lists("list_evenings", PlayedEveningShape)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the evenings on which matches were started, latest first."""
        season, size = self.season(slug, season_id), requested_size(request)
        behind: Any = requested_position(request)
        before = parse_date(behind[0]) if behind else None
        found = play.evenings(season, before=before, limit=size + 1)
        rows, more = found[:size], len(found) > size
        return Response(
            {
                "next": address_of(request, [rows[-1].date.isoformat()] if more else None),
                "results": PlayedEveningShape(rows, many=True).data,
            }
        )


urlpatterns = [
    Ranking.at(f"{SEASON}ranking/", "ranking"),
    Lots.at(f"{SEASON}lots/", "lots"),
    SeasonEnd.at(f"{SEASON}finish/", "finish"),
    SeasonReopening.at(f"{SEASON}reopen/", "reopen-season"),
    Evenings.at(f"{SEASON}evenings/", "evenings"),
]
