"""URLs of the league pages."""

from django.urls import path

from zarleague.web.league import (
    all_time,
    audit,
    evening,
    finding,
    home,
    links,
    own_player,
    pages,
    picture,
    settings,
)
from zarleague.web.league.season_pages import final, season, season_settings

urlpatterns = [
    path("", home.home, name="home"),
    path("picture.png", picture.home_picture, name="home-picture"),
    path("leagues/new/", home.new_league, name="new-league"),
    path("l/<slug:slug>/", pages.league, name="league"),
    path("l/<slug:slug>/picture.png", picture.league_picture, name="league-picture"),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/picture.png",
        picture.season_picture,
        name="season-picture",
    ),
    path(
        "l/<slug:slug>/players/<int:player_id>/picture.png",
        picture.player_picture,
        name="player-picture",
    ),
    path("l/<slug:slug>/all-time/", all_time.league_all_time, name="all-time"),
    path(
        "l/<slug:slug>/players/<int:player_id>/all-time/",
        all_time.player_all_time,
        name="player-all-time",
    ),
    path("l/<slug:slug>/evenings/<str:day>/", evening.evening, name="evening"),
    path("l/<slug:slug>/evenings/<str:day>/change/", evening.change, name="change-evening"),
    path("l/<slug:slug>/palette/", finding.palette, name="palette"),
    path("l/<slug:slug>/palette/found/", finding.found, name="found"),
    path("l/<slug:slug>/players/", pages.players, name="players"),
    path("l/<slug:slug>/players/new/", settings.add_player, name="add-player"),
    path("l/<slug:slug>/players/<int:player_id>/", pages.player, name="player"),
    path("l/<slug:slug>/players/<int:player_id>/edit/", settings.edit_player, name="edit-player"),
    path("l/<slug:slug>/seasons/", season.seasons, name="seasons"),
    path("l/<slug:slug>/seasons/new/", season.new_season, name="new-season"),
    path("l/<slug:slug>/seasons/<int:season_id>/", season.season, name="season"),
    path("l/<slug:slug>/seasons/<int:season_id>/final/", final.new_final, name="new-final"),
    path("l/<slug:slug>/seasons/<int:season_id>/course/", season.course, name="course"),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/settings/",
        season_settings.season_settings,
        name="season-settings",
    ),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/players/<int:player_id>/",
        season.unfold,
        name="unfold",
    ),
    path("l/<slug:slug>/settings/", settings.league_settings, name="league-settings"),
    path("l/<slug:slug>/settings/rules/<slug:key>/", settings.house_rules, name="house-rules"),
    path("l/<slug:slug>/settings/people/", settings.people, name="people"),
    path("l/<slug:slug>/settings/people/<int:member_id>/", settings.member, name="member"),
    path("l/<slug:slug>/me/", own_player.own_player, name="own-player"),
    path(
        "l/<slug:slug>/settings/people/<int:member_id>/claim/",
        own_player.answer_claim,
        name="answer-claim",
    ),
    path(
        "l/<slug:slug>/settings/people/<int:member_id>/password/",
        settings.password_link,
        name="password-link",
    ),
    path(
        "l/<slug:slug>/settings/invitations/<int:invitation_id>/withdraw/",
        settings.withdraw_invitation,
        name="withdraw-invitation",
    ),
    path("l/<slug:slug>/settings/audit/", audit.audit_log, name="audit"),
    path("l/<slug:slug>/settings/audit/file/", audit.audit_file, name="audit-file"),
    path("invitations/<int:invitation_id>/", home.invitation, name="invitation"),
    path("invited/<str:token>/", home.answer_letter, name="answer-letter"),
    path("l/<slug:slug>/settings/links/", links.league_links, name="league-links"),
    path(
        "l/<slug:slug>/settings/links/<int:link_id>/revoke/",
        links.revoke_link,
        name="revoke-link",
    ),
    path("join/<str:token>/", links.join_by_link, name="join-by-link"),
    path("claim/<str:token>/", links.claim_by_link, name="claim-by-link"),
]
