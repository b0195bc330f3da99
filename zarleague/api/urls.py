"""The REST API, version 1: one list of addresses per area, beside its views."""

from django.urls import include, path, re_path

from zarleague.api import (
    disputes,
    games,
    hands,
    leagues,
    matches,
    replays,
    seasons,
    seats,
    versions,
)
from zarleague.api.base import NotHere
from zarleague.api.schema import Schema

_AREAS = (games, leagues, seasons, matches, seats, hands, versions, disputes, replays)

urlpatterns = [
    path(
        "v1/",
        include(
            [
                path("schema/", Schema.as_view(), name="api-schema"),
                *(address for area in _AREAS for address in area.urlpatterns),
            ]
        ),
    ),
    re_path(r"", NotHere.as_view()),
]
