"""Past results over the API: what a file leaves open is answered bit by bit."""

from typing import Any

from tests.api.world import World
from zarleague.exchange import transfers
from zarleague.exchange.history import services

FILE = b"Date,Ann,Bob\n3/4/2025,2,4\n5/4/2025,3,1\n"
"""March or April? Points, or hands won?"""


def test_each_answer_is_kept_and_must_be_one_of_the_choices(world: World) -> None:
    transfer = world.sent("Small.csv", FILE).transfer
    assert transfer is not None
    organiser = world.caller("organiser")
    path = f"{world.league_path}history/{transfer.key.hex}/"

    def arrange(**change: Any) -> Any:
        answer = organiser.post(path, change)
        transfers.carry_out(transfer.pk)
        return answer

    def answers() -> dict[str, str]:
        asked = organiser.get(path).json()["questions"]
        return {one["key"]: one["answer"] for one in asked}

    assert answers() == {"days": "", "wins": ""}
    refused = arrange(answers={"days": "ymd"})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "“ymd” is no answer to “days”. Choose one of: dmy, mdy."
    refused = arrange(answers={"dyas": "dmy"}).json()["errors"]["answers"]["dyas"]
    assert refused == ["There is no such field here. There are: days, wins."]
    refused = arrange(names={"Ana": "Anna"}).json()["errors"]["names"]["Ana"]
    assert refused == ["There is no such field here. There are: Ann, Bob."]
    assert arrange(answers={"days": "dmy"}, names={"Ann": "Anna"}).status_code == 201
    assert arrange(answers={"wins": "points"}, names={"Bob": "Bobby"}).status_code == 201
    assert answers() == {"days": "dmy", "wins": "points", "direction": ""}
    assert arrange(answers={"direction": "rules"}).status_code == 201
    assert answers() == {"days": "dmy", "wins": "points", "direction": "rules"}
    assert organiser.get(path).json()["names"] == {"Ann": "Anna", "Bob": "Bobby"}
    assert arrange(layout={"game": "Zar"}).status_code == 201  # a part of the layout
    refused = arrange(layout={"uses": ["day", "player"]})
    assert refused.json()["detail"] == "Send a use for each of the 3 columns."
    assert arrange(layout={"day_first": False}).status_code == 201
    assert answers()["days"] == "mdy"
    refused = arrange(layout={"day_first": False}, answers={"days": "dmy"})
    assert refused.json()["detail"] == (
        "“day_first” in the layout says mdy, the answer to “days” says dmy. Send one of them."
    )
    refused = arrange(leave_out=["pionts"]).json()["errors"]["leave_out"]["0"]
    assert refused[0].startswith("“pionts” is none of these: again, date, future, ")
    assert organiser.post(f"{path}confirm/").status_code == 201


def test_a_file_that_is_not_read_yet_says_what_is_missing(world: World) -> None:
    begun = services.begin(
        world.club.league, actor=world.club.boss, name="Small.csv", size=len(FILE)
    )
    organiser = world.caller("organiser")
    path = f"{world.league_path}history/{begun.key.hex}/confirm/"
    assert "Only part of this file has arrived." in organiser.post(path).json()["detail"]
    transfers.add_piece(begun, 0, FILE, actor=world.club.boss)
    assert "still reading this file" in organiser.post(path).json()["detail"]
