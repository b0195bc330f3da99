"""E-mails over a real mail server: recipients, contents, and unsubscribing."""

import datetime
import email
import re
from collections.abc import Iterator
from email.message import Message
from email.policy import default
from typing import Any
from urllib.parse import quote

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Received
from allauth.account.models import EmailAddress
from django.core.mail import DNS_NAME
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import FIRST_EVENING, Club, key, sent
from tests.fixtures.shared import made_once
from tools.services import free_port
from zarleague.exchange import letters
from zarleague.exchange.letters import LETTERS
from zarleague.exchange.models import Letter
from zarleague.leagues import depersonalising, mail, mailed_invitations
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import Invitation, MailChoice
from zarleague.play import services as play
from zarleague.play.rulings.notices import NOTICES
from zarleague.reports.season_report.build import make_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Inbox(Received):
    """Keeps what arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.got: list[Message] = []

    def handle_message(self, message: Message) -> None:
        self.got.append(email.message_from_bytes(message.as_bytes(), policy=default))


@pytest.fixture
def inbox(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inbox]:
    """A real SMTP server, and the site set up to send by it."""
    kept = Inbox()
    port = free_port()
    server = Controller(kept, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.SENDS_MAIL = True
    settings.SITE_URL = "https://cards.example"
    monkeypatch.setattr(DNS_NAME, "_fqdn", "a-container", raising=False)
    mail.name_the_site()
    yield kept
    server.stop()


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    club = factories.club(name="Zoë’s Friday")
    for user in (club.organiser, club.scorekeeper, club.player):
        user.email = f"{user.username}@cards.example"
        user.save()
    factories.hand(club, factories.match(club), 0, 12, 30)
    return club


def texts(message: Message) -> tuple[str, str]:
    """Return the plain text and the HTML of a message."""
    parts = {part.get_content_type(): part for part in message.walk()}
    plain, html = parts["text/plain"], parts["text/html"]
    return plain.get_content(), html.get_content()  # type: ignore[attr-defined]


def test_a_report_in_text_and_html_with_a_way_out(club: Club, inbox: Inbox) -> None:
    make_report(club.season)
    assert sent(LETTERS) == 3
    assert sent(LETTERS) == 0
    assert {message["To"] for message in inbox.got} == {
        user.email for user in (club.organiser, club.scorekeeper, club.player)
    }
    message = inbox.got[0]
    assert message["Subject"] == f"Zoë’s Friday: {club.season.name}"
    plain, html = texts(message)
    address = f"https://cards.example/l/{club.league.slug}/seasons/{club.season.pk}/reports/"
    assert address in plain
    assert f'href="{address}"' in html
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Message-ID"].endswith("@cards.example>")


def test_out_in_one_click_without_signing_in(club: Club, inbox: Inbox) -> None:
    make_report(club.season)
    sent(LETTERS)
    (mine,) = (one for one in inbox.got if one["To"] == club.player.email)
    stop = re.fullmatch(r"<https://cards.example(/.*)>", mine["List-Unsubscribe"].strip())
    assert stop is not None
    asked = Client(enforce_csrf_checks=True)
    assert asked.get(stop[1]).status_code == 200  # looking changes nothing
    assert mail.choice_of(club.player).reports
    assert asked.post(stop[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    choice = MailChoice.objects.get()
    assert (choice.user, choice.reports, choice.disputes) == (club.player, False, True)
    assert club.player not in mail.wanting("reports", [club.player.pk, club.organiser.pk])


@pytest.mark.parametrize("token", ["x", "1.reports:x", "1.nothing"])
def test_a_way_out_that_was_made_up(db: None, token: str) -> None:
    assert Client().post(reverse("stop-mail", args=[token])).status_code == 404


def test_disputes_go_to_those_who_want_them(club: Club, inbox: Inbox) -> None:
    mail.choose(club.organiser, {"disputes": False})
    hand = club.season.matches.get().hands.get()
    play.open_dispute(hand, text="It was <11>.", actor=club.keeper, key=key())
    assert sent(NOTICES) == 0  # nobody but the organiser rules here
    mail.choose(club.organiser, {"disputes": True})
    play.open_dispute(hand, text="It was <11>.", actor=club.keeper, key=key())
    assert sent(NOTICES) == 1
    plain, html = texts(inbox.got[0])
    assert "It was <11>." in plain
    assert "It was &lt;11&gt;." in html


def test_the_digest_of_a_week_once_and_only_if_wanted(club: Club, inbox: Inbox) -> None:
    """The hand was played on Friday, 6 March 2026; its week ended on Sunday, 8 March."""
    mail.choose(club.player, {"digest": True})
    sunday, monday = (datetime.datetime(2026, 3, day, 6, tzinfo=datetime.UTC) for day in (8, 9))
    assert datetime.date(2026, 3, 6) == FIRST_EVENING
    assert letters.write_digests(sunday) == 0
    assert letters.write_digests(monday) == 1
    assert letters.write_digests(monday) == 0
    assert sent(LETTERS) == 1
    (message,) = inbox.got
    assert message["To"] == club.player.email
    plain, _ = texts(message)
    assert "1 hand was played." in plain
    assert "1  Ann  0" in plain
    assert "3  Cat  30" in plain


def test_somebody_invited_is_told_once(club: Club, inbox: Inbox) -> None:
    """Withdrawing an invitation and inviting again sends no second letter."""
    club.outsider.email = "out@cards.example"
    club.outsider.save()
    name = club.outsider.username
    for _ in range(2):
        made = leagues.invite(club.league, name, "scorekeeper", actor=club.boss)
        leagues.invite(club.league, name, "player", actor=club.boss)
        leagues.withdraw_invitation(made, actor=club.boss)
    made = leagues.invite(club.league, name, "player", actor=club.boss)
    assert sent(LETTERS) == 1
    leagues.withdraw_invitation(made, actor=club.boss)
    leagues.invite(club.league, name, "player", actor=club.boss)
    assert sent(LETTERS) == 0
    (message,) = inbox.got
    assert (message["To"], message["Subject"]) == (
        "out@cards.example",
        "Invitation to Zoë’s Friday",
    )
    plain, html = texts(message)
    said = f"{club.organiser.username} invites you to the league Zoë’s Friday."
    assert said in plain
    assert said in html
    assert "https://cards.example/\n" in plain
    assert message["List-Unsubscribe"]


def invited_by_mail(club: Club, inbox: Inbox, address: str = "new@cards.example") -> Any:
    """Invite an address; return the letter and the path of the page to answer it on."""
    leagues.invite(club.league, address, "scorekeeper", actor=club.boss)
    assert sent(LETTERS) == 1
    message = inbox.got[-1]
    found = re.search(r"https://cards.example(/invited/.*)", texts(message)[0])
    assert found is not None
    return message, found[1]


def test_an_address_without_an_account_is_invited(club: Club, inbox: Inbox, settings: Any) -> None:
    """Signing up leads back to the invitation, even where only the invited may sign up."""
    settings.SIGN_UP = "invited"
    message, page = invited_by_mail(club, inbox, "New@Cards.example")
    assert message["To"] == "new@cards.example"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    visitor = Client()
    shown = visitor.get(page).content.decode()
    assert "Create account" in shown
    assert f"invites you to {club.league.name}" in shown
    assert visitor.post(page, {"answer": "accept"}).url == f"/login/?next={quote(page)}"
    word = "another horse battery"
    form = {"name": "Dee", "password1": word, "password2": word, "next": page}
    assert visitor.post(reverse("account_signup"), form).url == page
    assert visitor.post(page, {"answer": "accept"}).status_code == 302
    assert club.league.memberships.get(user__first_name="Dee").role == "scorekeeper"
    assert visitor.get(page).status_code == 404
    assert Client().post(reverse("account_signup"), form).status_code == 200  # is over


def test_a_letter_is_declined_without_an_account(club: Club, inbox: Inbox) -> None:
    _, page = invited_by_mail(club, inbox)
    assert "You’ve declined" in Client().post(page, {"answer": "decline"}).content.decode()
    assert Invitation.objects.get().declined_at is not None
    organiser = Client()
    organiser.force_login(club.organiser)
    people = organiser.get(reverse("people", args=[club.league.slug])).content.decode()
    assert "new@cards.example" in people
    assert "declined" not in people


def test_an_address_stops_all_invitations_in_one_click(club: Club, inbox: Inbox) -> None:
    message, _ = invited_by_mail(club, inbox)
    stop = message["List-Unsubscribe"].strip(" <>").removeprefix("https://cards.example")
    asked = Client(enforce_csrf_checks=True)
    assert "new@cards.example" in asked.get(stop).content.decode()
    assert asked.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    other = factories.club(name="Other")
    leagues.invite(other.league, "new@cards.example", "player", actor=other.boss)
    assert sent(LETTERS) == 0


def test_an_account_is_found_by_the_address_it_has_confirmed(club: Club, inbox: Inbox) -> None:
    address = EmailAddress.objects.create(user=club.outsider, email="new@cards.example")
    _, page = invited_by_mail(club, inbox)
    client = Client()
    client.force_login(club.outsider)
    invitation = Invitation.objects.get()
    answer = reverse("invitation", args=[invitation.pk])
    assert "Zoë’s Friday" not in client.get("/").content.decode()
    assert client.post(answer, {"answer": "accept"}).status_code == 404
    with pytest.raises(NotAllowed):
        leagues.accept_invitation(invitation, actor=Actor.of(club.outsider), letter=page[9:] + "x")
    address.verified = True
    address.save()
    assert "Zoë’s Friday" in client.get("/").content.decode()
    assert client.post(answer, {"answer": "accept"}).status_code == 302
    assert club.league.memberships.filter(user=club.outsider).exists()


def test_an_account_that_wants_no_invitations_gets_none_by_its_address(
    club: Club, inbox: Inbox
) -> None:
    EmailAddress.objects.create(user=club.outsider, email="new@cards.example", verified=True)
    mail.choose(club.outsider, {"invitations": False})
    leagues.invite(club.league, "new@cards.example", "player", actor=club.boss)
    assert sent(LETTERS) == 0


def test_a_deleted_account_leaves_no_address(club: Club, inbox: Inbox) -> None:
    EmailAddress.objects.create(user=club.player, email="new@cards.example", verified=True)
    invited_by_mail(club, inbox)
    depersonalising.delete_account(club.player)
    invitation = Invitation.objects.get()
    assert invitation.ended_at is not None
    assert "@" not in invitation.account_name


def test_only_so_many_addresses_a_day(
    club: Club, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one account, in all its leagues; and only so many letters to one address."""
    monkeypatch.setattr(mailed_invitations, "A_DAY", 2)
    monkeypatch.setattr(letters, "TO_AN_ADDRESS", 1)
    other = leagues.create_league(owner=club.organiser, key=key(), name="Other")
    for league in (club.league, other):
        leagues.invite(league, "new@cards.example", "player", actor=club.boss)
    with pytest.raises(Invalid, match="Try again tomorrow"):
        leagues.invite(club.league, "newer@cards.example", "player", actor=club.boss)
    leagues.invite(club.league, club.outsider.username, "player", actor=club.boss)
    assert sent(LETTERS) == 1


def test_an_account_that_others_invite_gets_few_letters(
    club: Club, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its name and by its address, of all who invite it and of all leagues."""
    monkeypatch.setattr(letters, "TO_AN_ADDRESS", 2)
    club.outsider.email = "out@cards.example"
    club.outsider.save()
    others = [factories.club(name=f"Other {number}") for number in range(3)]
    for other in others:
        leagues.invite(other.league, club.outsider.username, "player", actor=other.boss)
        tagged = f"new+{other.league.pk}@cards.example"
        leagues.invite(other.league, tagged, "player", actor=other.boss)
    assert sent(LETTERS) == 4
    told = [str(message["To"]).partition("@")[0].partition("+")[0] for message in inbox.got]
    assert sorted(told) == ["new", "new", "out", "out"]


def test_people_of_one_mailbox_are_each_invited(club: Club, inbox: Inbox) -> None:
    """A club's address with their names behind a plus. Inviting one of them again, before the first
    letter has gone, sends that one the later invitation."""
    addresses = [f"club+{name}@cards.example" for name in ("anna", "bert")]
    for address in addresses:
        leagues.invite(club.league, address, "player", actor=club.boss)
    made = Invitation.objects.get(account_name=addresses[0])
    leagues.withdraw_invitation(made, actor=club.boss)
    leagues.invite(club.league, addresses[0], "player", actor=club.boss)
    assert sent(LETTERS) == 2
    assert sorted(str(message["To"]) for message in inbox.got) == addresses


@pytest.mark.usefixtures("inbox")
def test_letters_to_a_mailbox_are_found_by_the_index(club: Club) -> None:
    """However many letters and invitations a site has."""
    made = leagues.invite(club.league, "new@cards.example", "player", actor=club.boss)
    plan = letters._letters(letters._to_the_same(made)).explain()
    assert "SEARCH" in plan
    assert "SCAN" not in plan


def test_an_address_that_nobody_has_confirmed_gets_no_letters(club: Club, inbox: Inbox) -> None:
    """It may be a stranger's address: it was only typed at the sign-up."""
    typed = EmailAddress.objects.create(user=club.player, email=club.player.email, primary=True)
    members = [club.player.pk, club.organiser.pk]
    assert mail.wanting("reports", members) == [club.organiser]
    typed.verified = True
    typed.save()
    assert mail.wanting("reports", members) == [club.organiser, club.player]


def test_reports_made_without_pause_fill_no_mailbox(club: Club, inbox: Inbox) -> None:
    report = make_report(club.season)
    assert report is not None
    letters.note_report(report)
    assert Letter.objects.count() == 1  # it says of both reports that they are there
    for _ in range(4):
        sent(LETTERS)
        letters.note_report(report)
    assert Letter.objects.count() == 3
    Letter.objects.update(created_at=report.made_at - datetime.timedelta(days=1))
    letters.note_report(report)
    assert Letter.objects.count() == 4


@pytest.mark.parametrize("address", ["new@", "new@cards", "a b@cards.example", "@"])
def test_what_is_no_address(club: Club, inbox: Inbox, address: str) -> None:
    with pytest.raises(Invalid, match="isn’t an e-mail address"):
        leagues.invite(club.league, address, "player", actor=club.boss)


@pytest.mark.parametrize(("sends", "site"), [(False, "https://cards.example"), (True, "")])
def test_nobody_is_invited_by_mail_where_none_is_sent(
    club: Club, settings: Any, sends: bool, site: str
) -> None:
    settings.SENDS_MAIL, settings.SITE_URL = sends, site
    with pytest.raises(Invalid, match="Create a link"):
        leagues.invite(club.league, "new@cards.example", "player", actor=club.boss)


@pytest.mark.parametrize("end", ["withdrawn", "declined", "unwanted", "nobody"])
def test_no_letter_about_an_invitation_that_is_over(club: Club, inbox: Inbox, end: str) -> None:
    club.outsider.email = "out@cards.example"
    club.outsider.save()
    name = "nobody-1234" if end == "nobody" else club.outsider.username
    made = leagues.invite(club.league, name, "player", actor=club.boss)
    match end:
        case "withdrawn":
            leagues.withdraw_invitation(made, actor=club.boss)
        case "declined":
            leagues.decline_invitation(made, actor=Actor.of(club.outsider))
        case "unwanted":
            mail.choose(club.outsider, {"invitations": False})
    assert sent(LETTERS) == 0
    assert inbox.got == []


def test_a_mail_server_that_is_away_loses_nothing(
    club: Club, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.SENDS_MAIL = True
    make_report(club.season)
    assert sent(LETTERS) == 0
    letter = Letter.objects.get()
    assert (letter.state, letter.attempts) == (Letter.State.WAITING, 1)
    (record,) = caplog.records
    assert "Connection refused" in record.getMessage()
    assert record.exc_info is None


class Choosy(Inbox):
    """Refuses some recipients, and afterwards some contents."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, str] = {}
        self.refused_contents: dict[str, str] = {}

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        (address,) = envelope.rcpt_tos
        if address in self.refused_contents:
            return self.refused_contents[address]
        return str(await super().handle_DATA(server, session, envelope))

    def addresses(self) -> list[str]:
        return sorted(message["To"] for message in self.got)


@pytest.fixture
def choosy(inbox: Inbox, settings: Any) -> Iterator[Choosy]:
    """A mail server that refuses what a test says."""
    kept = Choosy()
    settings.EMAIL_PORT = free_port()
    server = Controller(kept, hostname="127.0.0.1", port=settings.EMAIL_PORT)
    server.start()
    yield kept
    server.stop()


def attempted() -> Letter:
    """Let the one letter be tried now, and return it."""
    Letter.objects.update(next_at=timezone.now())
    sent(LETTERS)
    return Letter.objects.get()


def addresses_of(club: Club) -> list[str]:
    return sorted(user.email for user in (club.organiser, club.scorekeeper, club.player))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_address_that_does_not_exist_costs_nobody_a_letter(
    club: Club, choosy: Choosy, place: int
) -> None:
    addresses = addresses_of(club)
    choosy.refused = {addresses.pop(place): "550 5.1.1 User unknown"}
    make_report(club.season)
    assert attempted().state == Letter.State.SENT
    assert choosy.addresses() == addresses


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("at", ["refused", "refused_contents"])
def test_an_address_that_is_greylisted_gets_its_letter_later_and_nobody_twice(
    club: Club, choosy: Choosy, place: int, at: str
) -> None:
    addresses = addresses_of(club)
    setattr(choosy, at, {addresses[place]: "451 4.7.1 Greylisted"})
    make_report(club.season)
    assert attempted().state == Letter.State.WAITING
    assert choosy.addresses() == [one for one in addresses if one != addresses[place]]
    assert attempted().state == Letter.State.WAITING
    setattr(choosy, at, {})
    assert attempted().state == Letter.State.SENT
    assert choosy.addresses() == addresses


def test_a_server_that_goes_away_between_two_addresses_repeats_no_letter(
    club: Club, choosy: Choosy
) -> None:
    first, second = club.organiser.email, club.scorekeeper.email
    choosy.refused = {second: "421 4.3.2 Shutting down"}
    make_report(club.season)
    assert attempted().state == Letter.State.WAITING
    assert choosy.addresses() == [first]
    choosy.refused = {}
    assert attempted().state == Letter.State.SENT
    assert choosy.addresses() == addresses_of(club)


def test_a_server_that_refuses_everybody_loses_no_letter(club: Club, choosy: Choosy) -> None:
    """Its settings or the site's may be wrong."""
    addresses = addresses_of(club)
    choosy.refused = dict.fromkeys(addresses, "554 5.7.1 Relay access denied")
    make_report(club.season)
    assert attempted().state == Letter.State.WAITING
    choosy.refused = {}
    assert attempted().state == Letter.State.SENT
    assert choosy.addresses() == addresses


def test_a_refusal_without_a_reason_is_final_once_others_got_the_letter(
    club: Club, choosy: Choosy
) -> None:
    addresses = addresses_of(club)
    choosy.refused = {addresses.pop(0): "550 Unrouteable address"}
    make_report(club.season)
    attempted()
    assert attempted().state == Letter.State.SENT
    assert choosy.addresses() == addresses


def test_a_letter_to_an_address_that_does_not_exist_is_given_up(club: Club, choosy: Choosy) -> None:
    choosy.refused = dict.fromkeys(addresses_of(club), "550 5.1.1 User unknown")
    make_report(club.season)
    assert attempted().state == Letter.State.GIVEN_UP
    assert choosy.got == []


def test_a_letter_is_given_up_after_two_days_without_a_mail_server(
    club: Club, inbox: Inbox
) -> None:
    make_report(club.season)
    now = timezone.now()
    hour = datetime.timedelta(hours=1)
    Letter.objects.update(created_at=now - datetime.timedelta(days=2) - hour)
    assert sent(LETTERS) == 0
    assert Letter.objects.get().state == Letter.State.GIVEN_UP
    in_time = now - datetime.timedelta(days=2) + hour
    Letter.objects.update(state=Letter.State.WAITING, next_at=now, created_at=in_time)
    assert sent(LETTERS) == 3


def test_chosen_on_the_page(club: Club, settings: Any) -> None:
    settings.SENDS_MAIL = True
    client = Client()
    client.force_login(club.player)
    client.post(reverse("choose-mail"), {"digest": "on"})
    choice = MailChoice.objects.get()
    assert (choice.disputes, choice.reports, choice.digest) == (False, False, True)
    assert "checked" in client.get(reverse("choose-mail")).content.decode()
