"""What a change of a whole match or evening would move in the tables.

Each takes the body of the change, and is allowed to whom the change is.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from rest_framework.request import Request

from zarleague.api.base import MATCH
from zarleague.api.evenings import EVENING, EveningEndpoint, MoveEveningInput
from zarleague.api.matches import MatchReasonInput, MatchRulesInput, MoveInput, with_season
from zarleague.api.schema import checks
from zarleague.api.seats import CountsInput, RightSeatInput, SeatChange, player_or_name
from zarleague.api.shapes import MovedTableShape
from zarleague.leagues import access
from zarleague.leagues.idempotency import new_key
from zarleague.leagues.models import League
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.reports.questions.correction_effects import MovedTable, moved_tables
from zarleague.serving.routes import adds_up, judges_logs

_Moved = Callable[[list[Match], str], Mapping[int, Any]]


def _moving(league: League, matches: list[Match], given: dict[str, Any]) -> list[MovedTable]:
    """Return who would move with matches that go where `given` says. Raise Invalid."""
    to = with_season(league, given)
    moved = services.preview_move(matches, to["played_on"], to.get("season"), to["reason"])
    return moved_tables(league, moved)


class _MatchPreview(SeatChange):
    """Base of the previews of a match."""

    def scored(self, match_id: int) -> Match:
        """Return a match that the actor may change. Raise Http404 or NotAllowed."""
        match = self.match(match_id)
        access.require(match_access.can_score(self.actor, match))
        return match

    def effect(self, match_id: int, moved: _Moved) -> list[MovedTable]:
        match = self.scored(match_id)
        reason = self.given(MatchReasonInput)["reason"]
        return moved_tables(match.season.league, moved([match], reason))

    def tried(self, match: Match, seat_id: int, service: Any, *who: Any, **given: Any) -> Any:
        """Return who moves with a change of a seat, which is tried; `who` is its player."""
        seat = self.seat(match, seat_id)
        moved = services.tried(
            match, lambda: service(seat, *who, actor=self.actor, key=new_key(), **given)
        )
        guest = "".join(one for one in who if isinstance(one, str))
        return moved_tables(match.season.league, {match.season_id: moved}, guest)


class MatchVoidCheck(_MatchPreview):
    @checks("check_void_match", MatchReasonInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, match_id: int) -> object:
        """Return who would move if the match was voided."""
        return self.effect(match_id, services.preview_void_matches)


class MatchRestoreCheck(_MatchPreview):
    @checks("check_restore_match", MatchReasonInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, match_id: int) -> object:
        """Return who would move if the match was restored."""
        return self.effect(match_id, services.preview_restore)


class MatchMoveCheck(_MatchPreview):
    @checks("check_move_match", MoveInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, match_id: int) -> object:
        """Return who would move, in each season, if the match was moved. Organisers only."""
        match = self.match(match_id)
        league = match.season.league
        access.require(access.can_organise(self.actor, league))
        return _moving(league, [match], self.given(MoveInput))


class RulesCheck(_MatchPreview):
    @checks("check_rules", MatchRulesInput, MovedTableShape(many=True), tries=True)
    @judges_logs
    def post(self, request: Request, match_id: int) -> object:
        """Return who would move if the match had these rules."""
        match = self.scored(match_id)
        moved = services.preview_rules(match, actor=self.actor, **self.given(MatchRulesInput))
        return moved_tables(match.season.league, {match.season_id: moved})


class RightSeatCheck(_MatchPreview):
    @checks("check_right_seat", RightSeatInput, MovedTableShape(many=True), tries=True)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Return who would move if somebody else had sat there."""
        match, given = self.scored(match_id), self.given(RightSeatInput)
        who = player_or_name(match.season.league, given.pop("who"))
        return self.tried(match, seat_id, services.correct_seat, who, **given)


class CountsCheck(_MatchPreview):
    @checks("check_counts", CountsInput, MovedTableShape(many=True), tries=True)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Return who would move if the hands of a substitute counted so."""
        match = self.scored(match_id)
        given = self.given(CountsInput)
        return self.tried(match, seat_id, services.count_substitute, **given)


class _EveningPreview(EveningEndpoint):
    """Base of the previews of an evening."""

    def effect(
        self, slug: str, day: str, find: Callable[[League, date], Any], moved: _Moved
    ) -> list[MovedTable]:
        league, on = self.league(slug), self.day(day)
        access.require(access.can_start(self.actor, league, on))
        reason = self.given(MatchReasonInput)["reason"]
        return moved_tables(league, moved(list(find(league, on)), reason))


class EveningVoidCheck(_EveningPreview):
    @checks("check_void_evening", MatchReasonInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, slug: str, day: str) -> object:
        """Return who would move if the evening was voided."""
        return self.effect(slug, day, selectors.matches_on, services.preview_void_matches)


class EveningRestoreCheck(_EveningPreview):
    @checks("check_restore_evening", MatchReasonInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, slug: str, day: str) -> object:
        """Return who would move if the evening was restored."""
        return self.effect(slug, day, services.voided_on, services.preview_restore)


class EveningMoveCheck(_EveningPreview):
    @checks("check_move_evening", MoveEveningInput, MovedTableShape(many=True))
    @adds_up
    def post(self, request: Request, slug: str, day: str) -> object:
        """Return who would move, in each season, if the evening was moved. Organisers only."""
        league, on = self.organised(slug), self.day(day)
        matches = list(selectors.matches_on(league, on))
        return _moving(league, matches, self.given(MoveEveningInput))


_SEAT = f"{MATCH}seats/<int:seat_id>/"
urlpatterns = [
    MatchVoidCheck.at(f"{MATCH}void/check/", "void-match-check"),
    MatchRestoreCheck.at(f"{MATCH}restore/check/", "restore-match-check"),
    MatchMoveCheck.at(f"{MATCH}move/check/", "move-match-check"),
    RulesCheck.at(f"{MATCH}rules/check/", "rules-check"),
    RightSeatCheck.at(f"{_SEAT}correct/check/", "correct-seat-check"),
    CountsCheck.at(f"{_SEAT}counts/check/", "count-substitute-check"),
    EveningVoidCheck.at(f"{EVENING}void/check/", "void-evening-check"),
    EveningRestoreCheck.at(f"{EVENING}restore/check/", "restore-evening-check"),
    EveningMoveCheck.at(f"{EVENING}move/check/", "move-evening-check"),
]
