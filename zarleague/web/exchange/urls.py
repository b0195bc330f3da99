"""Addresses of data that goes out and comes in."""

from django.urls import path

from zarleague.web.exchange import files

urlpatterns = [
    path("l/<slug:slug>/settings/data/", files.data, name="league-data"),
    path("l/<slug:slug>/settings/data/file/", files.league_file, name="league-file"),
    path("leagues/import/", files.begin, name="import-league"),
    path("leagues/import/<str:key>/", files.arriving, name="league-import"),
    path("leagues/import/<str:key>/<int:number>/", files.piece, name="league-import-piece"),
]
