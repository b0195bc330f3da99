"""URLs of the league pages."""

from django.urls import path

from zarleague.web.league import (
    all_time,
    audit,
    evening,
    evenings,
    finding,
    home,
    links,
    own_games,
    own_player,
    pages,
    people,
    picture,
    settings,
)
from zarleague.web.league.season_pages import divisions, final, season, season_settings

_LEAGUE = "l/<slug:slug>/"
_PLAYER = f"{_LEAGUE}players/<int:player_id>/"
_SEASON = f"{_LEAGUE}seasons/<int:season_id>/"
_SETTINGS = f"{_LEAGUE}settings/"
_MEMBER = f"{_SETTINGS}people/<int:member_id>/"
_OWN_GAME = f"{_SETTINGS}games/of/<str:name>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("picture.png", picture.home_picture, name="home-picture"),
    path("leagues/new/", home.new_league, name="new-league"),
    path(_LEAGUE, pages.league, name="league"),
    path(f"{_LEAGUE}picture.png", picture.league_picture, name="league-picture"),
    path(f"{_SEASON}picture.png", picture.season_picture, name="season-picture"),
    path(f"{_PLAYER}picture.png", picture.player_picture, name="player-picture"),
    path(f"{_LEAGUE}all-time/", all_time.league_all_time, name="all-time"),
    path(f"{_PLAYER}all-time/", all_time.player_all_time, name="player-all-time"),
    path(f"{_LEAGUE}evenings/", evenings.evenings, name="evenings"),
    path(f"{_LEAGUE}evenings/<str:day>/", evening.evening, name="evening"),
    path(f"{_LEAGUE}evenings/<str:day>/change/", evening.change, name="change-evening"),
    path(f"{_LEAGUE}palette/", finding.palette, name="palette"),
    path(f"{_LEAGUE}palette/found/", finding.found, name="found"),
    path(f"{_LEAGUE}players/", pages.players, name="players"),
    path(f"{_LEAGUE}players/new/", settings.add_player, name="add-player"),
    path(_PLAYER, pages.player, name="player"),
    path(f"{_PLAYER}edit/", settings.edit_player, name="edit-player"),
    path(f"{_LEAGUE}seasons/", season.seasons, name="seasons"),
    path(f"{_LEAGUE}seasons/new/", season.new_season, name="new-season"),
    path(_SEASON, season.season, name="season"),
    path(f"{_SEASON}final/", final.new_final, name="new-final"),
    path(f"{_SEASON}divisions/", divisions.next_divisions, name="next-divisions"),
    path(f"{_SEASON}course/", season.course, name="course"),
    path(f"{_SEASON}settings/", season_settings.season_settings, name="season-settings"),
    path(f"{_SEASON}players/<int:player_id>/", season.unfold, name="unfold"),
    path(_SETTINGS, settings.league_settings, name="league-settings"),
    path(f"{_SETTINGS}rules/<slug:key>/", settings.house_rules, name="house-rules"),
    path(f"{_SETTINGS}games/", own_games.own_games, name="own-games"),
    path(f"{_SETTINGS}games/new/", own_games.new_game, name="new-game"),
    path(f"{_SETTINGS}games/preview/", own_games.preview, name="own-game-preview"),
    path(_OWN_GAME, own_games.own_game, name="own-game"),
    path(f"{_OWN_GAME}file/", own_games.game_file, name="own-game-file"),
    path(f"{_OWN_GAME}inactive/", own_games.set_inactive, name="own-game-inactive"),
    path(f"{_OWN_GAME}score-again/", own_games.rescore, name="rescore-game"),
    path(f"{_OWN_GAME}replace/", own_games.replace, name="replace-game"),
    path(f"{_SETTINGS}people/", people.people, name="people"),
    path(_MEMBER, people.member, name="member"),
    path(f"{_LEAGUE}me/", own_player.own_player, name="own-player"),
    path(f"{_MEMBER}claim/", own_player.answer_claim, name="answer-claim"),
    path(f"{_MEMBER}password/", people.password_link, name="password-link"),
    path(
        f"{_SETTINGS}invitations/<int:invitation_id>/withdraw/",
        people.withdraw_invitation,
        name="withdraw-invitation",
    ),
    path(f"{_SETTINGS}audit/", audit.audit_log, name="audit"),
    path(f"{_SETTINGS}audit/file/", audit.audit_file, name="audit-file"),
    path("invitations/<int:invitation_id>/", home.invitation, name="invitation"),
    path("invited/<str:token>/", home.answer_letter, name="answer-letter"),
    path(f"{_SETTINGS}links/", people.league_links, name="league-links"),
    path(f"{_SETTINGS}links/<int:link_id>/revoke/", people.revoke_link, name="revoke-link"),
    path("join/<str:token>/", links.join_by_link, name="join-by-link"),
    path("come/<str:token>/", evening.answer_by_link, name="answer-by-link"),
    path("claim/<str:token>/", links.claim_by_link, name="claim-by-link"),
]
