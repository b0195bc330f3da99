"""URLs of disputes, rulings and the casebook."""

from django.urls import path

from zarleague.web.rulings import casebook, deciding, disputes, rulings

_DISPUTE = "l/<slug:slug>/disputes/<int:dispute_id>/"
_RULINGS = "l/<slug:slug>/rulings/"
_RULING = f"{_RULINGS}<int:ruling_id>/"

urlpatterns = [
    path(_DISPUTE, disputes.dispute, name="dispute"),
    path(f"{_DISPUTE}rule/", deciding.decide, name="rule-on-dispute"),
    path(_RULINGS, casebook.casebook, name="casebook"),
    path(f"{_RULINGS}engine/", casebook.differences, name="engine-differences"),
    path(_RULING, rulings.ruling, name="ruling"),
    path(f"{_RULING}picture.png", rulings.ruling_picture, name="ruling-picture"),
    path(f"{_RULING}ruling.json", rulings.as_json, name="ruling-json"),
    path(f"{_RULING}ruling.pdf", rulings.printed, name="ruling-pdf"),
]
