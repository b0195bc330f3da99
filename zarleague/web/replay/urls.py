"""The addresses of the replay board."""

from django.urls import path

from zarleague.web.replay import pages

_HAND = "l/<slug:league>/m/<int:match>/h/<int:number>/"

urlpatterns = [
    path(f"{_HAND}replay/", pages.hand_replay, name="hand-replay"),
    path("replay/", pages.any_replay, name="any-replay"),
]
