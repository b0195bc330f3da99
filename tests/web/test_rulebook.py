"""The rulebook of a game."""

import re

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.django_db
def test_each_card_stands_under_its_points() -> None:
    """In Mau-Mau queens are 3, kings 4, aces 11 and jacks 20, four of each."""
    address = reverse("rulebook", args=["crazy-eights"])
    page = Client().get(address, {"preset": "mau-mau"}).content.decode()
    deck = page[page.index('class="deck-groups"') : page.index('class="options"')]
    heads = re.findall(r"<h3>(\d+) points? each</h3>", deck)
    assert heads == ["3", "4", "7", "8", "9", "10", "11", "20"]
    assert [group.count("<li>") for group in deck.split("<h3>")[1:]] == [4] * 8


@pytest.mark.django_db
def test_a_source_names_the_answer_it_is_about_in_words() -> None:
    page = Client().get(reverse("rulebook", args=["uno"])).content.decode()
    assert "paragraph 1; “They share the place”: by the points alone" in page
    assert "level:" not in page
