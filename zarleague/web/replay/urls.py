"""URLs of the replay board."""

from django.urls import path

from zarleague.web.replay import pages

_HAND = "l/<slug:league>/m/<int:match>/h/<int:number>/"

urlpatterns = [
    path(f"{_HAND}replay/", pages.hand_replay, name="hand-replay"),
    path(f"{_HAND}replay/picture.png", pages.hand_picture, name="hand-picture"),
    path(f"{_HAND}replay/other-rules/", pages.hand_compare, name="hand-compare"),
    path("replay/", pages.any_replay, name="any-replay"),
    path("replay/judged/", pages.any_judged, name="any-judged"),
    path("replay/record/", pages.any_record, name="any-record"),
    path("replay/picture.png", pages.any_picture, name="any-picture"),
    path("replay/other-rules/", pages.any_compare, name="any-compare"),
]
