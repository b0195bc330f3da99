"""Addresses of data that goes out and comes in."""

from django.urls import path

from zarleague.web.exchange import calendar, files, tables

urlpatterns = [
    path("l/<slug:slug>/evenings.ics", calendar.evenings, name="calendar"),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/table.<str:form>",
        tables.season_table,
        name="season-table-file",
    ),
    path("l/<slug:slug>/ratings/<slug:game>.<str:form>", tables.rating_list, name="ratings-file"),
    path("l/<slug:slug>/settings/data/", files.data, name="league-data"),
    path("l/<slug:slug>/settings/data/file/", files.league_file, name="league-file"),
    path("leagues/import/", files.begin, name="import-league"),
    path("leagues/import/<str:key>/", files.arriving, name="league-import"),
    path("leagues/import/<str:key>/<int:number>/", files.piece, name="league-import-piece"),
]
