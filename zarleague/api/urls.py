"""URLs of the REST API, version 1; each area has its own list beside its views."""

from django.urls import include, path, re_path

from zarleague.api import (
    accounts,
    all_time,
    disputes,
    evenings,
    files,
    games,
    guide,
    hands,
    imports,
    league_settings,
    leagues,
    links,
    matches,
    own_games,
    penalties,
    people,
    players,
    previews,
    ratings,
    replays,
    reports,
    season_settings,
    seasons,
    seats,
    streams,
    trials,
    versions,
    webhooks,
)
from zarleague.api.base import NotHere

_AREAS = (
    accounts,
    games,
    leagues,
    league_settings,
    own_games,
    people,
    links,
    players,
    all_time,
    seasons,
    season_settings,
    evenings,
    files,  # before ratings, whose patterns would match its paths
    ratings,
    reports,
    matches,
    seats,
    previews,
    hands,
    imports,
    trials,
    versions,
    webhooks,
    penalties,
    disputes,
    replays,
    streams,
)

urlpatterns = [
    *guide.urlpatterns,
    path(
        "v1/",
        include(
            [
                path("schema/", guide.schema, name="api-schema"),
                *(address for area in _AREAS for address in area.urlpatterns),
            ]
        ),
    ),
    re_path(r"", NotHere.as_view()),
]
