"""A contested hand of each game: logged, disputed, compared, ruled on, found in the casebook."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import key
from zarleague.play import selectors, services
from zarleague.play.models import Ruling

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@dataclass(frozen=True)
class Contested:
    """A hand, the event in dispute (from 1), the rule it is about, and the house rule under which
    it would be judged ``otherwise``."""

    game: str
    preset: str
    overrides: dict[str, str]
    names: tuple[str, ...]
    log: str
    event: int
    rule: str
    option: str
    value: str
    otherwise: str


UNO = Contested(
    # "You can only play this card when you don't have a card of the color in play" (Mattel). The
    # red 7 of Ann's next turn was in her hand: she has drawn nothing since.
    "uno",
    "uno-mattel",
    {},
    ("Ann", "Bob", "Cat"),
    "dealer Cat\ndeal Ann 7\ndeal Bob 7\ndeal Cat 7\nup r5\nAnn W4 blue\nBob draws 4\nCat b7\n"
    "Ann r7\n",
    5,
    "draw-four-when",
    "wild-draw-four",
    "any-time",
    "legal",
)
ZUITS = Contested(
    # A wild follows whatever is led, so Bob could have followed to red: he shows it later.
    "zuits",
    "zuits-hohls",
    {},
    ("Ann", "Bob", "Cat", "Dee"),
    "dealer Ann\n"
    + "".join(f"deal {name} 13\n{name} aside 2\n" for name in ("Ann", "Bob", "Cat", "Dee"))
    + "Ann rZ1\nBob bZ1\nCat rZ2\nDee rZ3\nDee bA1\nAnn bA2\nBob A0\n",
    10,
    "follow",
    "wild-follows",
    "may-slough",
    "cannot be known",
)
GOLF = Contested(
    # The skip that comes out of Bob's grid skips Cat; Ann takes it where she may not.
    "uno-golf",
    "uno-golf-mattel",
    {"take-action-from-discard": "forbidden", "action-points-confirmed": "yes"},
    ("Ann", "Bob", "Cat"),
    "dealer Ann\ndeal Ann 6\ndeal Bob 6\ndeal Cat 6\nup y6\nAnn turns 11 r5\nBob turns 11 b5\n"
    "Cat turns 11 g5\nBob draws r1\nBob puts r1 bS 12\nAnn takes bS\n",
    10,
    "take",
    "take-action-from-discard",
    "allowed",
    "legal",
)


@pytest.mark.parametrize("one", [UNO, ZUITS, GOLF], ids=lambda one: one.game)
def test_from_the_log_to_the_casebook(client: Client, one: Contested) -> None:
    club = factories.club(rules={"preset": "place-points", "options": {}})
    match = factories.match(
        club, *one.names, game=one.game, preset=one.preset, overrides=one.overrides
    )
    points = range(1, len(one.names) + 1)
    winner = 0 if one.game == "uno" else None
    entry = factories.totals(*([0, *points][: len(points)]), winner=winner)
    hand = services.enter_hand(
        match, entry, log=one.log, actor=club.boss, key=key(), at=factories.EIGHT_O_CLOCK
    )
    client.force_login(club.player)
    slug = club.league.slug

    # The board says what the rules say, and the other reading says something else.
    board = client.get(reverse("hand-replay", args=[slug, match.pk, hand.number]))
    assert verdict_of(board.content.decode(), one.event) == "illegal"
    address = reverse("hand-compare", args=[slug, match.pk, hand.number])
    page = client.get(address, {"option": one.option, "value": one.value}).content.decode()
    assert f"They first differ at move {one.event}" in page

    dispute = services.open_dispute(
        hand,
        text="That was wrong",
        event=one.event,
        actor=factories.Actor.of(club.player),
        key=key(),
    )
    decision = services.Decision(
        "upheld",
        "replayed",
        f"Was move {one.event} allowed?",
        "The rules forbid it.",
        rule=one.rule,
        rests_on="recorded",
    )
    services.rule_on_dispute(dispute, decision, actor=club.boss, key=key(), expected_version=1)
    ruling = Ruling.objects.get()
    decided = ruling.record["judged"]["events"][one.event - 1]
    assert (decided["verdict"], decided["findings"][0]["rule"]["key"]) == ("illegal", one.rule)
    # The page and its print show the table after the move in dispute.
    assert ruling.record["decisive"]["step"] == one.event
    page = client.get(reverse("ruling", args=[slug, ruling.pk])).content.decode()
    assert '<figure class="decisive"' in page
    # The print is in the language of the league, whatever its reader's is: the same bytes.
    prints = [
        client.get(
            reverse("ruling-pdf", args=[slug, ruling.pk]), headers={"accept-language": language}
        )
        for language in ("en", "de")
    ]
    assert prints[0].content == prints[1].content
    casebook = reverse("casebook", args=[slug])
    assert (
        ruling.question
        in client.get(casebook, {"game": one.game, "rule": one.rule}).content.decode()
    )
    # The hand is played again, so that nothing counts of it.
    assert not selectors.season_table(club.season)


def verdict_of(page: str, event: int) -> str:
    """Return the verdict of an event in the document of a replay page."""
    _, _, rest = page.partition('id="replay-data"')
    data: dict[str, Any] = json.JSONDecoder().raw_decode(rest[rest.index("{") :])[0]
    return str(data["events"][event - 1]["verdict"])


def test_each_account_of_a_dispute_has_its_replay(client: Client) -> None:
    club = factories.club(rules={"preset": "place-points", "options": {}})
    match = factories.match(club, *UNO.names, game=UNO.game, preset=UNO.preset)
    hand = services.enter_hand(
        match,
        factories.totals(0, 1, 2, winner=0),
        log=UNO.log,
        actor=club.boss,
        key=key(),
        at=factories.EIGHT_O_CLOCK,
    )
    boss = {"actor": club.boss, "key": key()}
    dispute = services.open_dispute(hand, text="A red 7?", event=UNO.event, **boss)
    other = UNO.log.replace("W4 blue", "r9")
    said = services.add_statement(dispute, text="", log=other, actor=club.boss, key=key())
    client.force_login(club.player)
    slug = club.league.slug
    page = client.get(reverse("dispute", args=[slug, dispute.pk])).content.decode()
    replay = reverse("hand-replay", args=[slug, match.pk, hand.number])
    verdicts = {}
    for account in ("recorded", f"statement-{said.pk}"):
        asked = f"?dispute={dispute.pk}&amp;account={account}"
        assert f"{replay}{asked}#e" in page
        board = client.get(replay + asked.replace("&amp;", "&")).content.decode()
        verdicts[account] = verdict_of(board, UNO.event)
    assert list(verdicts.values()) == ["illegal", "legal"]  # a red 9 on red is no wild draw 4
