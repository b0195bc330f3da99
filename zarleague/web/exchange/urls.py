"""URLs of exports and imports."""

from django.urls import path

from zarleague.web.exchange import calendar, files, history, tables, webhooks

urlpatterns = [
    path("l/<slug:slug>/evenings.ics", calendar.evenings, name="calendar"),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/table.<str:form>",
        tables.season_table,
        name="season-table-file",
    ),
    path("l/<slug:slug>/ratings/<str:game>.<str:form>", tables.rating_list, name="ratings-file"),
    path("l/<slug:slug>/settings/data/", files.data, name="league-data"),
    path("l/<slug:slug>/settings/data/file/", files.league_file, name="league-file"),
    path(
        "l/<slug:slug>/seasons/<int:season_id>/bgstats.bgsplay",
        files.bgstats_file,
        name="bgstats-file",
    ),
    path("l/<slug:slug>/settings/history/", history.history, name="history"),
    path("l/<slug:slug>/settings/history/undo/<int:import_id>/", history.undo, name="undo-history"),
    path("l/<slug:slug>/settings/history/<str:key>/", history.arriving, name="history-import"),
    path(
        "l/<slug:slug>/settings/history/<str:key>/games/", history.other_games, name="history-games"
    ),
    path(
        "l/<slug:slug>/settings/history/<str:key>/<int:number>/",
        history.piece,
        name="history-import-piece",
    ),
    path("l/<slug:slug>/settings/webhooks/", webhooks.webhooks, name="webhooks"),
    path("l/<slug:slug>/settings/webhooks/<int:webhook_id>/", webhooks.webhook, name="webhook"),
    path(
        "l/<slug:slug>/settings/webhooks/<int:webhook_id>/<int:delivery_id>/again/",
        webhooks.again,
        name="send-again",
    ),
    path("leagues/import/", files.begin, name="import-league"),
    path("leagues/import/<str:key>/", files.arriving, name="league-import"),
    path("leagues/import/<str:key>/<int:number>/", files.piece, name="league-import-piece"),
]
