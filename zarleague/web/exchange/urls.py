"""URLs of exports and imports."""

from django.urls import path

from zarleague.web.exchange import calendar, files, history, tables, webhooks

_LEAGUE = "l/<slug:slug>/"
_SEASON = f"{_LEAGUE}seasons/<int:season_id>/"
_HISTORY = f"{_LEAGUE}settings/history/"
_WEBHOOKS = f"{_LEAGUE}settings/webhooks/"

urlpatterns = [
    path(f"{_LEAGUE}evenings.ics", calendar.evenings, name="calendar"),
    path(f"{_SEASON}table.<str:form>", tables.season_table, name="season-table-file"),
    path(f"{_LEAGUE}ratings/<str:game>.<str:form>", tables.rating_list, name="ratings-file"),
    path(f"{_LEAGUE}settings/data/", files.data, name="league-data"),
    path(f"{_LEAGUE}settings/data/file/", files.league_file, name="league-file"),
    path(f"{_SEASON}bgstats.bgsplay", files.bgstats_file, name="bgstats-file"),
    path(_HISTORY, history.history, name="history"),
    path(f"{_HISTORY}undo/<int:import_id>/", history.undo, name="undo-history"),
    path(f"{_HISTORY}<str:key>/", history.arriving, name="history-import"),
    path(f"{_HISTORY}<str:key>/games/", history.other_games, name="history-games"),
    path(f"{_HISTORY}<str:key>/<int:number>/", history.piece, name="history-import-piece"),
    path(_WEBHOOKS, webhooks.webhooks, name="webhooks"),
    path(f"{_WEBHOOKS}<int:webhook_id>/", webhooks.webhook, name="webhook"),
    path(
        f"{_WEBHOOKS}<int:webhook_id>/<int:delivery_id>/again/", webhooks.again, name="send-again"
    ),
    path("leagues/import/", files.begin, name="import-league"),
    path("leagues/import/<str:key>/", files.arriving, name="league-import"),
    path("leagues/import/<str:key>/<int:number>/", files.piece, name="league-import-piece"),
]
