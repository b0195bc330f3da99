"""URLs of the pages at the table. A match is found below its league: ``/l/<league>/m/<match>/``."""

from django.urls import path

from zarleague.web.table import (
    hand,
    judging,
    printed,
    pwa,
    rules,
    seats,
    share,
    starting,
    whole_match,
)
from zarleague.web.table.entry import board, entering, recording, scorepad, sheet

_MATCH = "l/<slug:league>/m/<int:match>/"
_HAND = f"{_MATCH}h/<int:number>/"

urlpatterns = [
    path("l/<slug:league>/m/new/", starting.start, name="start-match"),
    path("l/<slug:league>/m/new/enter/<str:game>/", entering.enter_on_phone, name="enter-on-phone"),
    path("l/<slug:league>/m/new/outlook/", starting.outlook, name="match-outlook"),
    path("l/<slug:slug>/score-sheet/<str:game>/", printed.score_sheet, name="score-sheet"),
    path("l/<slug:slug>/evenings/<str:day>/cards/", printed.table_cards, name="table-cards"),
    path(_MATCH, scorepad.scorepad, name="match"),
    path(f"{_MATCH}enter/", entering.enter, name="enter-hand"),
    path(f"{_MATCH}sheet/", sheet.sheet, name="match-sheet"),
    path(f"{_MATCH}rules/", rules.change, name="match-rules"),
    path(f"{_MATCH}seats/", seats.seats, name="match-seats"),
    path(f"{_MATCH}change/", whole_match.change, name="change-match"),
    path(f"{_MATCH}share/", share.share, name="share-match"),
    path(f"{_MATCH}replay/", judging.replay, name="match-replay"),
    path(f"{_MATCH}record/", recording.record, name="match-record"),
    path(f"{_MATCH}board/", board.match_board, name="match-board"),
    path(_HAND, hand.hand, name="hand"),
    path(f"{_HAND}picture.png", hand.result_picture, name="result-picture"),
    path(f"{_HAND}correct/", entering.correct, name="correct-hand"),
    path("score/<str:token>/", share.come_by_link, name="score-by-link"),
    path("board/<str:token>/", board.board_by_link, name="board-by-link"),
    path("help/scorekeeping/", pwa.guide, name="scorekeeping-guide"),
    path("offline/", pwa.offline, name="offline"),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.service_worker, name="service-worker"),
]
