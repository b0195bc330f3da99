"""One player: show, rename, merge with a guest, anonymise; and the player's hands."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import PLAYER, SEASON, Endpoint
from zarleague.api.fields import DayField, NumberField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.leagues import PlayerShape
from zarleague.api.operations import Scope
from zarleague.api.paging import address_of, requested_position, requested_size
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.api.shapes import HOW_KNOWN, EvidenceField
from zarleague.leagues import selectors, services
from zarleague.leagues.depersonalising import depersonalise_player
from zarleague.leagues.models import League, Player, PlayerMerge, Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services


class NameInput(Input):
    """The player's new name."""

    name = TextField(max_length=60)


class InactiveInput(Input):
    """Whether the player no longer plays."""

    inactive = YesNoField()


class MergeInput(Input):
    """The id of the player for whom the guest's results will count."""

    into = NumberField()


class MergeShape(serializers.ModelSerializer):
    """A guest merged into a player."""

    name = serializers.CharField(source="guest.name")

    class Meta:
        model = PlayerMerge
        fields = ("id", "guest", "name", "into", "merged_at", "undone_at")


class PeriodQuery(Input):
    """The period of evenings to include, from first to last."""

    first = DayField(required=False)
    last = DayField(required=False)


class PlayedShape(serializers.Serializer):
    """One hand of a player."""

    hand = serializers.IntegerField()
    match = serializers.IntegerField()
    season = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    played_on = serializers.DateField()
    points = serializers.IntegerField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()
    evidence = EvidenceField(read_only=True, help_text=HOW_KNOWN)

    class Meta:
        ref_name = "PlayedHand"


class MeetingShape(serializers.Serializer):
    """A player's hands with one opponent in a season: how many of them each player finished ahead
    in."""

    player = serializers.IntegerField(source="other")
    name = serializers.CharField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    level = serializers.IntegerField()
    points = serializers.IntegerField()
    other_points = serializers.IntegerField()


class _PlayerEndpoint(Endpoint):
    """Base of the views of one player."""

    def player(self, league: League, player_id: int) -> Player:
        """Return a player of the league, merged or not. Raise Http404."""
        return self.found(selectors.player_of(league, player_id))


class OnePlayer(_PlayerEndpoint):
    @reads("read_player", PlayerShape)
    def get(self, request: Request, slug: str, player_id: int) -> object:
        """Return the player."""
        return self.player(self.league(slug), player_id)

    @changes("rename_player", NameInput, PlayerShape)
    def patch(self, request: Request, slug: str, player_id: int) -> Response:
        """Rename the player. 409 if the name is taken. Organisers only."""
        league = self.league(slug)
        player, given = self.player(league, player_id), self.given(NameInput)
        self.apply_write(league, services.rename_player, player, **given)
        return self.get(request, slug, player_id)


class Inactivity(_PlayerEndpoint):
    @writes("set_inactive", InactiveInput, PlayerShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, player_id: int) -> object:
        """Say that the player no longer plays, or plays again. Organisers only."""
        league = self.league(slug)
        player, given = self.player(league, player_id), self.given(InactiveInput)
        self.apply_write(league, services.set_inactive, player, **given)
        return self.player(league, player_id)


class Depersonalisation(_PlayerEndpoint):
    @writes("depersonalise_player", None, PlayerShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, player_id: int) -> object:
        """Replace the player's name with a neutral one; the results stay. Organisers and the player
        only."""
        league = self.league(slug)
        self.apply_write(league, depersonalise_player, self.player(league, player_id))
        return self.player(league, player_id)


class Merges(_PlayerEndpoint):
    @lists("list_merges", MergeShape)
    def get(self, request: Request, slug: str, player_id: int) -> object:
        """Return the guests merged into the player."""
        player = self.player(self.league(slug), player_id)
        return selectors.merges_into(player)

    @writes("merge_guest", MergeInput, MergeShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, player_id: int) -> object:
        """Merge this guest into another player. Organisers only."""
        league = self.league(slug)
        into = self.player(league, self.given(MergeInput)["into"])
        guest = self.player(league, player_id)
        return play_services.merge_guest(guest, into, actor=self.actor, key=self.key)


class MergeEnd(_PlayerEndpoint):
    @writes("undo_merge", None, PlayerShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, player_id: int, merge_id: int) -> object:
        """Undo a merge: the guest's results count for the guest again. Organisers only."""
        player = self.player(self.league(slug), player_id)
        merge = self.found(selectors.merge_into(player, merge_id))
        return play_services.undo_merge(merge, actor=self.actor, key=self.key)


class PlayerHands(_PlayerEndpoint):
    @lists("list_player_hands", PlayedShape, PeriodQuery)
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        """Return the player's hands, latest first."""
        return self.hands(self.league(slug), player_id)

    def hands(self, league: League, player_id: int, season: Season | None = None) -> Response:
        """Return a page of a player's hands."""
        counted = selectors.aliases(league.pk).get(player_id, player_id)
        player = self.player(league, counted)
        size, behind = requested_size(self.request), requested_position(self.request)
        found = play.player_history(
            player,
            season=season,
            period=play.Period(**{"first": None, "last": None} | self.query(PeriodQuery)),
            after=play.HandPosition(*behind) if behind else None,
            limit=size + 1,
        )
        rows, more = found[:size], len(found) > size
        values = [rows[-1].match, rows[-1].number] if more else None
        return Response(
            {
                "next": address_of(self.request, values),
                "results": PlayedShape(rows, many=True).data,
            }
        )


class SeasonPlayerHands(PlayerHands):
    @lists("list_season_hands", PlayedShape, PeriodQuery)
    def get(self, request: Request, slug: str, season_id: int, player_id: int) -> Response:
        """Return the player's hands of the season, latest first."""
        season = self.season(slug, season_id)
        return self.hands(season.league, player_id, season)


class SeasonMeetings(_PlayerEndpoint):
    @reads("list_meetings", MeetingShape(many=True))
    def get(self, request: Request, slug: str, season_id: int, player_id: int) -> object:
        """Return the opponents met in the most hands of the season, at most 200."""
        season = self.season(slug, season_id)
        player = self.player(season.league, player_id)
        return play.meetings(season, player, 200)


_IN_SEASON = f"{SEASON}players/<int:player_id>/"

urlpatterns = [
    OnePlayer.at(PLAYER, "player"),
    PlayerHands.at(f"{PLAYER}hands/", "player-hands"),
    Inactivity.at(f"{PLAYER}inactive/", "inactive"),
    Depersonalisation.at(f"{PLAYER}depersonalise/", "depersonalise"),
    Merges.at(f"{PLAYER}merges/", "merges"),
    MergeEnd.at(f"{PLAYER}merges/<int:merge_id>/undo/", "undo-merge"),
    SeasonPlayerHands.at(f"{_IN_SEASON}hands/", "season-hands"),
    SeasonMeetings.at(f"{_IN_SEASON}meetings/", "meetings"),
]
