"""The rulebook of a game."""

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.django_db
def test_each_card_stands_under_its_points() -> None:
    """In Mau-Mau queens are 3, kings 4, aces 11 and jacks 20."""
    page = Client().get(reverse("rulebook", args=["crazy-eights"]), {"preset": "mau-mau"})
    groups = [
        (group[0].points, sorted({face.code[1:] for face in group}))
        for group in page.context["groups"]
    ]
    assert groups == [
        (3, ["Q"]),
        (4, ["K"]),
        (7, ["7"]),
        (8, ["8"]),
        (9, ["9"]),
        (10, ["10"]),
        (11, ["A"]),
        (20, ["J"]),
    ]
