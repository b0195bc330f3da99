"""URLs of disputes, rulings and the casebook."""

from django.urls import path

from zarleague.web.rulings import casebook, deciding, disputes, rulings

urlpatterns = [
    path("l/<slug:slug>/disputes/<int:dispute_id>/", disputes.dispute, name="dispute"),
    path("l/<slug:slug>/disputes/<int:dispute_id>/rule/", deciding.decide, name="rule-on-dispute"),
    path("l/<slug:slug>/rulings/", casebook.casebook, name="casebook"),
    path("l/<slug:slug>/rulings/engine/", casebook.differences, name="engine-differences"),
    path("l/<slug:slug>/rulings/<int:ruling_id>/", rulings.ruling, name="ruling"),
    path(
        "l/<slug:slug>/rulings/<int:ruling_id>/picture.png",
        rulings.ruling_picture,
        name="ruling-picture",
    ),
    path("l/<slug:slug>/rulings/<int:ruling_id>/ruling.json", rulings.as_json, name="ruling-json"),
    path("l/<slug:slug>/rulings/<int:ruling_id>/ruling.pdf", rulings.printed, name="ruling-pdf"),
]
