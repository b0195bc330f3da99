"""The REST API, version 1: one list of addresses per area, beside its views."""

from django.urls import include, path

from zarleague.api import hands

urlpatterns = [path("v1/", include(hands.urlpatterns))]
