"""URLs of the pages of derived data."""

from django.urls import path

from zarleague.web.reports import laboratory, ratings, season_reports, what_if

_LABORATORY = "l/<slug:slug>/settings/laboratory/"
_SEASON = "l/<slug:slug>/seasons/<int:season_id>/"
_REPORT = f"{_SEASON}reports/<int:number>/"

urlpatterns = [
    path("l/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("l/<slug:slug>/ratings/rater/", ratings.choose_rater, name="choose-rater"),
    path("l/<slug:slug>/ratings/comparison/", ratings.comparison, name="rater-comparison"),
    path(_LABORATORY, laboratory.laboratory, name="laboratory"),
    path(f"{_LABORATORY}<int:experiment_id>/", laboratory.experiment, name="experiment"),
    path(
        f"{_LABORATORY}<int:experiment_id>/hands/<int:side>/<int:number>/",
        laboratory.example,
        name="experiment-hand",
    ),
    path(f"{_SEASON}what-if/", what_if.what_if, name="what-if"),
    path(f"{_SEASON}reports/", season_reports.reports, name="season-reports"),
    path(_REPORT, season_reports.report, name="season-report"),
    path(f"{_REPORT}players/<int:player_id>/", season_reports.player, name="report-player"),
    path(f"{_REPORT}report.pdf", season_reports.printed, name="report-pdf"),
    path(f"{_REPORT}report.json", season_reports.as_json, name="report-json"),
    path(f"{_REPORT}tables/<str:key>.<str:form>", season_reports.table_file, name="report-table"),
]
