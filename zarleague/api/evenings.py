"""Evenings: who is here, the rounds drawn and started, and the evening as a whole changed."""

import datetime
from typing import Any, Final

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import (
    ClockField,
    DayField,
    GameField,
    NumberField,
    OneOfField,
    TextField,
    WhoField,
    YesNoField,
)
from zarleague.api.inputs import Input
from zarleague.api.matches import MatchReasonInput, chosen_season, with_season
from zarleague.api.operations import Scope
from zarleague.api.schema import reads, writes
from zarleague.api.seats import player_or_name
from zarleague.draws import Way
from zarleague.leagues.models import League
from zarleague.leagues.selectors import names_of
from zarleague.play import selectors, services
from zarleague.play.models import Attendance, Evening, EveningRound
from zarleague.play.services.evenings import MOST_PEOPLE, check_count
from zarleague.play.services.evenings_ahead import MOST_PLANNED
from zarleague.serving.routes import judges_logs


class AttendanceShape(serializers.Serializer):
    """Whether a player is here."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Attendance.State.choices)


class DrawnTableShape(serializers.Serializer):
    """A table of a round: the players clockwise, the first deals first; and its match, null before
    it is started."""

    number = serializers.IntegerField(help_text="From 0.")
    players = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    match = serializers.IntegerField(allow_null=True)


class RoundShape(serializers.ModelSerializer):
    """A round: its tables, and how they were drawn. The same people, seed and season give the same
    tables."""

    season = serializers.IntegerField(source="season_id")
    tables = serializers.SerializerMethodField()

    class Meta:
        model = EveningRound
        fields = (
            "id",
            "number",
            "season",
            "game",
            "preset",
            "size",
            "way",
            "seed",
            "repeats",
            "draws",
            "changed",
            "drawn_at",
            "tables",
        )

    @extend_schema_field(DrawnTableShape(many=True))
    def get_tables(self, drawn: EveningRound) -> list[DrawnTableShape]:
        shown: Any = [
            {
                "number": table.number,
                "players": [player.pk for player in table.players],
                "names": [player.name for player in table.players],
                "match": table.match and table.match.pk,
            }
            for table in selectors.tables_of(drawn)
        ]
        return shown


class EveningShape(serializers.Serializer):
    """An evening of a league: its people, its rounds, and its matches, whatever their season."""

    date = serializers.DateField()
    title = serializers.CharField()
    place = serializers.CharField()
    starts_at = ClockField(allow_null=True, help_text="In the league's time zone.")
    cancelled = serializers.BooleanField()
    cancelled_why = serializers.CharField()
    attendance = AttendanceShape(many=True)
    attended = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Players who were here or sat at a match, by id.",
    )
    rounds = RoundShape(many=True)
    matches = serializers.ListField(child=serializers.IntegerField())

    def to_representation(self, evening: tuple[League, datetime.date]) -> dict[str, Any]:
        """Return the evening of a league on a day. Who will come is for members only: the ``actor``
        of the context."""
        league, day = evening
        to_member = bool(self.context["actor"].role(league.pk))
        stored = selectors.evening_of(league, day)
        states = {
            player: state
            for player, state in selectors.states_of(stored).items()
            if to_member or state not in Attendance.ANSWERS
        }
        named = names_of(league, states)
        return super().to_representation(
            {
                "date": day,
                "title": stored.title if stored else "",
                "place": stored.place if stored else "",
                "starts_at": stored.starts_at if stored else None,
                "cancelled": stored is not None and stored.cancelled_at is not None,
                "cancelled_why": stored.cancelled_why if stored else "",
                "attendance": [
                    {"player": player, "name": named[player], "state": state}
                    for player, state in sorted(states.items())
                ],
                "attended": sorted(selectors.people_of(league, day)),
                "rounds": selectors.rounds_of(stored),
                "matches": [match.pk for match in selectors.matches_on(league, day)],
            }
        )


class PresenceInput(Input):
    """Whether somebody is here; a new name creates a guest."""

    who = WhoField()
    state = OneOfField(Attendance.State.choices, default=Attendance.State.HERE)


class AttendanceInput(Input):
    """Some people, and whether they are here."""

    people = PresenceInput(many=True, min_length=1, max_length=MOST_PEOPLE)


class DrawInput(Input):
    """How to draw those who are here; the evening's last round is drawn again unless it was
    started."""

    season = NumberField(required=False, help_text="By default the one that contains the day.")
    game = GameField(required=False)
    preset = TextField(max_length=64, default="", allow_blank=True)
    size = NumberField(default=4, min_value=2, max_value=50, help_text="Players at a table.")
    way = OneOfField([way.value for way in Way], default=Way.CHANCE.value)
    seed = NumberField(required=False, min_value=0, max_value=2**31 - 1)


class TablesInput(Input):
    """Whom each table seats, clockwise."""

    tables = serializers.ListField(
        child=serializers.ListField(child=WhoField(), max_length=50), max_length=500
    )


class StartRoundInput(Input):
    """``ends_earlier`` first closes the matches of earlier rounds; ``anyway`` starts a
    round that looks entered twice, or with somebody at two open tables."""

    ends_earlier = YesNoField(default=False)
    anyway = YesNoField(default=False)


class EveningNameInput(Input):
    """A title, a place and the time of day in the league's time zone; each may be left out."""

    title = TextField(max_length=80, default="", allow_blank=True)
    place = TextField(max_length=120, default="", allow_blank=True)
    starts_at = ClockField(default=None, allow_null=True)


class PlanInput(EveningNameInput):
    """Days on which an evening is planned, all with this title, place and time of day."""

    days = serializers.ListField(child=DayField(), min_length=1, max_length=MOST_PLANNED)


class PlannedEveningShape(serializers.ModelSerializer):
    """A planned evening."""

    starts_at = ClockField(allow_null=True, help_text="In the league's time zone.")
    cancelled = serializers.SerializerMethodField()

    class Meta:
        model = Evening
        fields = ["date", "title", "place", "starts_at", "cancelled", "cancelled_why"]

    def get_cancelled(self, evening: Evening) -> bool:
        """Return whether it is cancelled."""
        return evening.cancelled_at is not None


class PlannedEveningsShape(serializers.Serializer):
    """Planned evenings, the next first."""

    evenings = PlannedEveningShape(many=True)


class MoveEveningInput(MatchReasonInput):
    """Another day for an evening, and optionally another season for its matches."""

    played_on = DayField()
    season = NumberField(required=False, help_text="By default each match keeps its own.")


EVENING: Final = f"{LEAGUE}evenings/<str:day>/"


class EveningEndpoint(Endpoint):
    """Base of what is asked about one evening."""

    def day(self, text: str) -> datetime.date:
        """Return the date of an address; raise Http404 for anything else."""
        try:
            return datetime.date.fromisoformat(text)
        except ValueError as error:
            raise Http404 from error


class _RoundEndpoint(Endpoint):
    """Base of what is asked about one round."""

    def round(self, slug: str, round_id: int) -> EveningRound:
        """Return a round of a league; raise Http404."""
        return self.found(selectors.round_of(self.league(slug), round_id))


def _present(drawn: EveningRound) -> EveningRound:
    """Return a round as it is now."""
    return selectors.rounds_of(drawn.evening).get(pk=drawn.pk)


class EveningsAhead(Endpoint):
    @reads("list_planned_evenings", PlannedEveningsShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the planned evenings from today on."""
        league = self.league(slug)
        ahead = selectors.evenings_ahead(league, league.evening_of(timezone.now()))
        return {"evenings": [one for one, _answers in ahead]}

    @writes("plan_evenings", PlanInput, PlannedEveningsShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Plan evenings on some days from today on. One that is planned already stays as it is.
        Organisers only."""
        planned = services.plan_evenings(
            self.league(slug), actor=self.actor, key=self.key, **self.given(PlanInput)
        )
        return {"evenings": planned}


class OneEvening(EveningEndpoint):
    @reads("read_evening", EveningShape)
    def get(self, request: Request, slug: str, day: str) -> object:
        """Return who is here, the rounds and the matches of an evening."""
        return self.league(slug), self.day(day)


class EveningAttendance(EveningEndpoint):
    @writes("set_attendance", AttendanceInput, EveningShape)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Say of some people whether they are here, or will come. Players answer yes, maybe or no
        for themselves."""
        league, date = self.league(slug), self.day(day)
        people = [
            (player_or_name(league, one["who"]), one["state"])
            for one in self.given(AttendanceInput)["people"]
        ]
        services.set_attendance(league, date, people, actor=self.actor, key=self.key)
        return league, date


class EveningName(EveningEndpoint):
    @writes("name_evening", EveningNameInput, EveningShape)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Give the evening a title, a place and a time of day."""
        league, date, given = self.league(slug), self.day(day), self.given(EveningNameInput)
        self.apply_write(league, services.name_evening, league, date, **given)
        return league, date


class EveningRounds(EveningEndpoint):
    @writes("draw_round", DrawInput, RoundShape)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Draw tables for those who are here."""
        league, date, given = self.league(slug), self.day(day), self.given(DrawInput)
        season = chosen_season(league, given.pop("season", None), date)
        drawn = services.draw_round(
            league, date, season=season, actor=self.actor, key=self.key, **given
        )
        return _present(drawn)


class RoundSeats(_RoundEndpoint):
    @writes("seat_round", TablesInput, RoundShape)
    def post(self, request: Request, slug: str, round_id: int) -> object:
        """Change the tables by hand, before the first match of the round."""
        drawn, named = self.round(slug, round_id), self.given(TablesInput)["tables"]
        check_count(sum(map(len, named)))
        tables = [[player_or_name(drawn.season.league, who) for who in table] for table in named]
        services.seat_round(drawn, tables, actor=self.actor, key=self.key)
        return _present(drawn)


class RoundStart(_RoundEndpoint):
    @writes("start_round", StartRoundInput, RoundShape)
    def post(self, request: Request, slug: str, round_id: int) -> object:
        """Start the matches of all tables that have none, under the rules of the round's game; or
        under those of the round before, if all its tables were changed to the same by hand."""
        drawn, given = self.round(slug, round_id), self.given(StartRoundInput)
        services.start_round(drawn, actor=self.actor, key=self.key, **given)
        return _present(drawn)


class EveningVoid(EveningEndpoint):
    @writes("void_evening", MatchReasonInput, EveningShape)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Void all hands of the evening for one reason, and close its matches."""
        league, date, given = self.league(slug), self.day(day), self.given(MatchReasonInput)
        services.void_evening(league, date, actor=self.actor, key=self.key, **given)
        return league, date


class EveningRestore(EveningEndpoint):
    @writes("restore_evening", MatchReasonInput, EveningShape)
    @judges_logs
    def post(self, request: Request, slug: str, day: str) -> object:
        """Restore the hands of the evening that were voided together last."""
        league, date, given = self.league(slug), self.day(day), self.given(MatchReasonInput)
        services.restore_evening(league, date, actor=self.actor, key=self.key, **given)
        return league, date


class EveningCancel(EveningEndpoint):
    @writes("cancel_evening", MatchReasonInput, EveningShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Cancel the evening that is planned for this day: those who said yes or maybe are told,
        and the answers stay. Organisers only."""
        league, date, given = self.league(slug), self.day(day), self.given(MatchReasonInput)
        services.cancel_evening(league, date, actor=self.actor, key=self.key, **given)
        return league, date


class EveningReinstate(EveningEndpoint):
    @writes("reinstate_evening", None, EveningShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Let the cancelled evening of this day take place after all. Organisers only."""
        league, date = self.league(slug), self.day(day)
        services.reinstate_evening(league, date, actor=self.actor, key=self.key)
        return league, date


class EveningLinks(EveningEndpoint):
    @writes("turn_off_answer_links", None, EveningShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Turn off all links to answer for this evening; its page shows new ones. Organisers
        only."""
        league, date = self.league(slug), self.day(day)
        services.turn_off_answer_links(league, date, actor=self.actor, key=self.key)
        return league, date


class EveningMove(EveningEndpoint):
    @writes("move_evening", MoveEveningInput, EveningShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, day: str) -> object:
        """Move the evening to another day, or its matches to another season. Organisers only."""
        league, date = self.league(slug), self.day(day)
        given = with_season(league, self.given(MoveEveningInput))
        services.move_evening(league, date, actor=self.actor, key=self.key, **given)
        return league, given["played_on"]


_ROUND = f"{LEAGUE}rounds/<int:round_id>/"
urlpatterns = [
    EveningsAhead.at(f"{LEAGUE}evenings/", "evenings-ahead"),
    OneEvening.at(EVENING, "evening"),
    EveningAttendance.at(f"{EVENING}attendance/", "attendance"),
    EveningName.at(f"{EVENING}name/", "name-evening"),
    EveningRounds.at(f"{EVENING}rounds/", "rounds"),
    EveningVoid.at(f"{EVENING}void/", "void-evening"),
    EveningRestore.at(f"{EVENING}restore/", "restore-evening"),
    EveningCancel.at(f"{EVENING}cancel/", "cancel-evening"),
    EveningReinstate.at(f"{EVENING}reinstate/", "reinstate-evening"),
    EveningLinks.at(f"{EVENING}links/", "answer-links"),
    EveningMove.at(f"{EVENING}move/", "move-evening"),
    RoundSeats.at(f"{_ROUND}seats/", "seat-round"),
    RoundStart.at(f"{_ROUND}start/", "start-round"),
]
