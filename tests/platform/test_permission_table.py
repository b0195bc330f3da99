"""Who may do what at every address of the site: one table, checked against the URL configuration.

An address without a row fails; so does a cell in which the site answers otherwise. The league is
private. What the rows say is docs/domain.md's table and `leagues.access`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.api.endpoints import EVERYTHING, FILES, PERSONAL, READS
from tests.factories import key
from tests.fixtures.shared import made_once
from tests.platform.people import KINDS, People
from tests.platform.test_any_input import address, patterns
from tests.sampling import SAMPLED

pytestmark = pytest.mark.sqlite  # no database changes who may do what

Rule = dict[str, str]
"""By kind of people: ``yes``, ``login`` (sent to sign in), or the status of the refusal."""
ACCOUNTS = {"stranger", "former", "player", "scorekeeper", "arbiter", "organiser", "operator"}
INSIDERS = {"player", "scorekeeper", "arbiter", "organiser", "link", "operator"}
OUTSIDERS = {"stranger", "former"}
RUN_IT = {"organiser", "operator"}
"""A superuser is organiser everywhere."""


def page(may: set[str]) -> Rule:
    """Return the rule of a league's page: a private league looks like none to accounts that are not
    of it, visitors without an account are asked to sign in, and members are told that they may not.
    """
    answers = dict.fromkeys(KINDS, "403")
    answers |= dict.fromkeys(("anonymous", "link", "revoked"), "login")
    return answers | dict.fromkeys(OUTSIDERS, "404") | dict.fromkeys(may, "yes")


def api(may: set[str], *, writes: bool = False) -> Rule:
    """Return the rule of an address of the API, which redirects nobody."""
    answers = dict.fromkeys(KINDS, "403") | dict.fromkeys(OUTSIDERS, "404")
    answers |= dict.fromkeys(("anonymous", "revoked"), "401" if writes else "404")
    return answers | dict.fromkeys(may, "yes")


def gone(rule: Rule) -> Rule:
    """Return the rule of something there is none of: those who may see it are told so."""
    return {kind: "404" if answer == "yes" else answer for kind, answer in rule.items()}


ANYBODY = dict.fromkeys(KINDS, "yes")
NOBODY = dict.fromkeys(KINDS, "404")
NOT = dict.fromkeys(KINDS, "405")
"""The method is not taken there."""
SIGNED_IN = dict.fromkeys(KINDS, "login") | dict.fromkeys(ACCOUNTS, "yes")
NOT_TAKEN = {kind: "405" if answer == "yes" else answer for kind, answer in SIGNED_IN.items()}
"""Likewise, where one is asked to sign in first."""
FIRST = dict.fromkeys(KINDS, "login")
"""Only in the middle of signing in by another site."""
SEES = page(INSIDERS)
SCORES = page({"scorekeeper", "link"} | RUN_IT)
KEEPS = page({"scorekeeper"} | RUN_IT)
MEMBERS = page({"player", "scorekeeper", "arbiter", "organiser"})
RULES = page({"arbiter"} | RUN_IT)
ORGANISES = page(RUN_IT)
API_SEES = api(INSIDERS)
INVITED = gone(api(ACCOUNTS, writes=True)) | {"stranger": "yes"}
"""The invitation is the stranger's."""
OWN_FILE = INVITED | {"link": "404"}
API_SHOWS_ORGANISERS = api(RUN_IT)
API_SCORES = api({"scorekeeper", "link"} | RUN_IT, writes=True)
API_SHOWS_SCORERS = api({"scorekeeper", "link"} | RUN_IT)
API_SHOWS_KEEPERS = api({"scorekeeper"} | RUN_IT)
API_KEEPS = api({"scorekeeper"} | RUN_IT, writes=True)
API_SAYS = api(INSIDERS, writes=True)
API_RULES = api({"arbiter"} | RUN_IT, writes=True)
API_MEMBERS = api({"player", "scorekeeper", "arbiter", "organiser"}, writes=True)
API_ORGANISES = api(RUN_IT, writes=True)


def rows(get: Rule, post: Rule, *names: str) -> dict[str, tuple[Rule, Rule]]:
    """Return rows of addresses that are asked for alike."""
    return dict.fromkeys(names, (get, post))


TABLE = {
    # Anybody
    **rows(
        ANYBODY, NOT, "home", "rules", "rulebook", "styleguide", "scorekeeping-guide", "offline"
    ),
    **rows(ANYBODY, NOT, "home-picture", "rulebook-picture"),
    **rows(ANYBODY, NOT, "manifest", "service-worker", "ready", "account_inactive"),
    **rows(ANYBODY, NOT, "account_reset_password_done", "account_reset_password_from_key_done"),
    **rows(ANYBODY, NOT, "account_email_verification_sent", "socialaccount_login_cancelled"),
    **rows(dict.fromkeys(KINDS, "401"), NOT, "socialaccount_login_error"),
    **rows(ANYBODY, ANYBODY, "account_login", "account_logout", "account_signup"),
    **rows(ANYBODY, ANYBODY, "account_reset_password", "any-replay"),
    **rows(NOT, ANYBODY, "any-compare", "any-judged", "any-record"),
    # Only with the demo alone on the site.
    **rows(NOT, dict.fromkeys(KINDS, "403"), "try-demo", "visit-demo"),
    # Of a public league only.
    **rows(gone(SEES), NOT, "league-picture", "season-picture", "player-picture"),
    **rows(gone(SEES), NOT, "result-picture", "ruling-picture"),
    **rows(NOBODY, NOT, "any-picture", "metrics", "security", "board-by-link"),
    **rows(NOBODY, NOT, "embed", "embed-part"),
    **rows(ANYBODY, ANYBODY, "change-password"),
    **rows(NOBODY, NOBODY, "score-by-link", "nothing-in-the-api"),
    **rows(NOBODY, NOBODY, "account_reset_password_from_key", "stop-mail"),
    **rows(NOBODY, NOBODY, "answer-letter"),
    **rows(ANYBODY, NOBODY, "account_confirm_email"),
    # Whoever is signed in
    **rows(SIGNED_IN, SIGNED_IN, "account_reauthenticate", "profile", "delete-account"),
    **rows(SIGNED_IN, SIGNED_IN, "account_change_password", "account_set_password"),
    **rows(SIGNED_IN, SIGNED_IN, "account_email", "mfa_reauthenticate", "mfa_activate_totp"),
    **rows(SIGNED_IN, SIGNED_IN, "mfa_generate_recovery_codes", "mfa_add_webauthn"),
    **rows(SIGNED_IN, SIGNED_IN, "mfa_reauthenticate_webauthn", "mfa_edit_webauthn"),
    **rows(SIGNED_IN, SIGNED_IN, "mfa_remove_webauthn", "mfa_authenticate", "mfa_login_webauthn"),
    **rows(SIGNED_IN, SIGNED_IN, "usersessions_list", "socialaccount_connections", "api-tokens"),
    **rows(SIGNED_IN, SIGNED_IN, "import-league", "choose-mail"),
    **rows(ANYBODY, ANYBODY, "new-league"),
    # An account with a password has nothing to finish: it is led to its own page.
    **rows(SIGNED_IN, SIGNED_IN, "finish-account"),
    **rows(NOT_TAKEN, SIGNED_IN, "push"),
    **rows(SIGNED_IN, NOT_TAKEN, "mfa_index", "mfa_list_webauthn"),
    **rows(gone(SIGNED_IN), NOT_TAKEN, "mfa_view_recovery_codes"),
    **rows(gone(SIGNED_IN), gone(SIGNED_IN), "mfa_deactivate_totp", "mfa_download_recovery_codes"),
    **rows(SIGNED_IN, NOT, "own-data"),
    **rows(FIRST, FIRST, "socialaccount_signup"),
    **rows(NOBODY, NOBODY, "join-by-link", "claim-by-link", "answer-by-link"),
    **rows(NOT_TAKEN, gone(SIGNED_IN), "invitation", "revoke-token"),
    **rows(NOBODY, NOT, "league-import"),
    **rows(NOT, NOBODY, "league-import-piece"),
    # A league's pages
    **rows(SEES, NOT, "league", "players", "player", "seasons", "season", "course", "unfold"),
    **rows(SEES, NOT, "all-time", "player-all-time", "score-sheet"),
    **rows(SEES, ORGANISES, "table-cards"),
    **rows(SEES, NOT, "calendar", "season-table-file", "ratings", "what-if", "casebook"),
    **rows(SEES, NOT, "ruling-json", "ruling-pdf", "match-board", "palette", "found"),
    **rows(SEES, NOT, "ratings-file", "season-report", "report-player", "report-pdf"),
    **rows(SEES, NOT, "report-json"),
    **rows(gone(SEES), NOT, "report-table", "hand-replay", "hand-picture"),
    **rows(gone(SEES), NOT, "hand-compare"),
    **rows(SEES, ORGANISES, "rater-comparison", "share-match"),
    # Any member may have a report made.
    **rows(SEES, page(INSIDERS - {"link"}) | {"link": "403"}, "season-reports"),
    **rows(SEES, SEES, "dispute", "ruling", "hand"),
    **rows(SEES, SCORES, "match"),
    **rows(NOT, SEES, "match-replay", "match-record"),
    **rows(SCORES, SCORES, "match-seats", "match-rules", "change-match"),
    **rows(SCORES, NOT, "enter-hand", "correct-hand"),
    **rows(SCORES, SCORES, "match-sheet"),
    **rows(KEEPS, KEEPS, "start-match"),
    **rows(SEES, KEEPS, "evening"),
    **rows(SEES, ORGANISES, "evenings"),
    **rows(KEEPS, KEEPS, "change-evening"),
    **rows(KEEPS, NOT, "match-outlook", "enter-on-phone"),
    **rows(RULES, RULES, "rule-on-dispute"),
    **rows(ORGANISES, ORGANISES, "add-player", "edit-player", "new-season", "season-settings"),
    **rows(ORGANISES, ORGANISES, "new-final", "next-divisions"),
    **rows(ORGANISES, ORGANISES, "league-settings", "house-rules", "people", "member"),
    **rows(ORGANISES, ORGANISES, "own-games", "new-game"),
    **rows(gone(ORGANISES), gone(ORGANISES), "own-game"),
    **rows(gone(ORGANISES), NOT, "own-game-file"),
    **rows(NOT, gone(ORGANISES), "rescore-game", "replace-game", "own-game-inactive"),
    **rows(NOT, ORGANISES, "own-game-preview"),
    **rows(ORGANISES, NOT, "league-links"),
    **rows(ORGANISES, ORGANISES, "revoke-link", "choose-rater", "league-data"),
    **rows(ORGANISES, ORGANISES, "history", "laboratory", "engine-differences", "webhooks"),
    **rows(ORGANISES, NOT, "audit", "audit-file", "league-file", "bgstats-file"),
    **rows(gone(ORGANISES), NOT, "experiment-hand"),
    **rows(ORGANISES, ORGANISES, "experiment", "webhook"),
    **rows(gone(ORGANISES), gone(ORGANISES), "history-import"),
    **rows(NOT, ORGANISES, "password-link", "withdraw-invitation"),
    **rows(NOT, gone(ORGANISES), "answer-claim"),
    **rows(MEMBERS, MEMBERS, "own-player"),
    **rows(NOT, ORGANISES, "undo-history", "send-again"),
    **rows(NOT, gone(ORGANISES), "history-import-piece", "history-games"),
    # The API
    **rows(ANYBODY, NOT, "api-schema", "api-games", "api-game", "api-forms"),
    **rows(NOT, ANYBODY, "api-replay", "api-compare"),
    **rows(ANYBODY, api(ACCOUNTS, writes=True), "api-leagues"),
    **rows(API_SEES, NOT, "api-league", "api-season", "api-standings", "api-match", "api-hand"),
    **rows(API_SEES, NOT, "api-match-forms", "api-dispute", "api-rulings", "api-ruling"),
    **rows(API_SEES, NOT, "api-ruling-pdf"),
    **rows(API_SEES, API_SCORES, "api-players", "api-seats", "api-hands", "api-hand-versions"),
    **rows(API_SEES, API_KEEPS, "api-matches"),
    **rows(API_SEES, API_ORGANISES, "api-seasons"),
    **rows(API_SEES, NOT, "api-own-games", "api-own-game", "api-game-versions"),
    **rows(NOT, API_SHOWS_ORGANISERS, "api-check-game"),
    **rows(API_SHOWS_ORGANISERS, API_ORGANISES, "api-rescore-game"),
    **rows(NOT, API_ORGANISES, "api-replace-game", "api-game-inactive"),
    **rows(API_SEES, API_SAYS, "api-disputes"),
    **rows(NOT, API_SAYS, "api-statements"),
    **rows(NOT, API_SEES, "api-hand-check", "api-version-check", "api-void-check"),
    **rows(NOT, API_SEES, "api-ruling-check", "api-match-replay"),
    **rows(NOT, API_SCORES, "api-close", "api-reopen", "api-leave", "api-substitute"),
    **rows(NOT, API_SCORES, "api-correct-seat"),
    **rows(NOT, API_KEEPS, "api-count-substitute"),
    **rows(NOT, API_SCORES, "api-void-match"),
    **rows(NOT, API_ORGANISES, "api-move-match", "api-move-evening"),
    **rows(NOT, API_SHOWS_ORGANISERS, "api-move-match-check", "api-move-evening-check"),
    **rows(NOT, API_SHOWS_SCORERS, "api-void-match-check", "api-correct-seat-check"),
    **rows(NOT, API_SHOWS_KEEPERS, "api-count-substitute-check", "api-rules-check"),
    **rows(NOT, API_SHOWS_KEEPERS, "api-restore-match-check"),
    **rows(NOT, API_SHOWS_KEEPERS, "api-void-evening-check", "api-restore-evening-check"),
    **rows(API_SEES, NOT, "api-evening"),
    **rows(API_SEES, API_ORGANISES, "api-evenings-ahead"),
    **rows(NOT, API_ORGANISES, "api-cancel-evening", "api-reinstate-evening", "api-answer-links"),
    **rows(NOT, API_KEEPS, "api-attendance", "api-name-evening", "api-rounds"),
    **rows(NOT, API_KEEPS, "api-seat-round", "api-start-round"),
    **rows(NOT, API_KEEPS, "api-void-evening", "api-restore-evening"),
    # The link is for another match than the one without a hand, and the one that was voided.
    **rows(NOT, API_KEEPS, "api-rules", "api-restore-match"),
    **rows(NOT, API_SCORES, "api-void", "api-restore", "api-log", "api-appeal"),
    # It was the player who opened the dispute.
    **rows(NOT, api({"player"} | RUN_IT, writes=True), "api-withdraw"),
    **rows(NOT, API_RULES, "api-rule"),
    **rows(ANYBODY, NOT, "api-guide", "api-own-invitations"),
    **rows(NOBODY, NOT, "api-operation"),
    **rows(api(ACCOUNTS, writes=True) | {"link": "401"}, NOT, "api-account"),
    **rows(API_SEES, NOT, "api-player-hands", "api-season-hands", "api-meetings", "api-evenings"),
    **rows(API_SEES, NOT, "api-all-time", "api-player-all-time", "api-game-standings"),
    **rows(API_SEES, API_ORGANISES, "api-final", "api-divisions"),
    **rows(API_SEES, NOT, "api-pending", "api-report", "api-report-pdf", "api-report-table"),
    **rows(API_SEES, NOT, "api-report-rows", "api-report-player", "api-report-json"),
    **rows(API_SEES, NOT, "api-ratings", "api-forecast", "api-upsets", "api-calendar"),
    **rows(API_SEES, NOT, "api-hand-replay", "api-hand-other-rules", "api-standings-file"),
    **rows(API_SEES, NOT, "api-ratings-file"),
    **rows(API_SEES, NOT, "api-league-stream", "api-season-stream", "api-match-stream"),
    **rows(API_SEES, NOT, "api-player", "api-house-rules", "api-rater"),
    **rows(API_SEES, API_SCORES, "api-penalties"),
    **rows(NOT, API_SCORES, "api-cancel-penalty"),
    **rows(API_SEES, api(INSIDERS - {"link"}, writes=True), "api-reports"),
    **rows(API_SEES, API_ORGANISES, "api-merges", "api-rater-comparison"),
    **rows(
        NOT,
        API_ORGANISES,
        "api-undo-merge",
        "api-depersonalise",
        "api-inactive",
        "api-publish",
        "api-lots",
    ),
    **rows(NOT, API_ORGANISES, "api-ranking", "api-finish", "api-reopen-season"),
    **rows(API_SHOWS_ORGANISERS, NOT, "api-league-settings", "api-members", "api-member"),
    **rows(API_SHOWS_ORGANISERS, NOT, "api-changes"),
    **rows(API_SHOWS_ORGANISERS, API_ORGANISES, "api-invitations", "api-links", "api-export"),
    **rows(API_SHOWS_ORGANISERS, NOT, "api-export-file", "api-bgstats-file"),
    **rows(NOT, API_ORGANISES, "api-withdraw-invitation", "api-revoke-link"),
    **rows(NOT, INVITED, "api-accept", "api-decline"),
    **rows(API_SHOWS_ORGANISERS, API_ORGANISES, "api-webhooks", "api-deliveries"),
    **rows(API_SHOWS_ORGANISERS, API_ORGANISES, "api-laboratory", "api-engine-differences"),
    **rows(API_SHOWS_ORGANISERS, API_ORGANISES, "api-histories", "api-history"),
    **rows(API_SHOWS_ORGANISERS, NOT, "api-webhook", "api-experiment", "api-experiment-hand"),
    **rows(
        NOT,
        API_ORGANISES,
        "api-send-again",
        "api-confirm-history",
        "api-history-games",
        "api-undo-history",
    ),
    # Who began to send a file sends the rest of it.
    **rows(NOT, api({"organiser"}, writes=True), "api-history-pieces"),
    **rows(NOT, API_SEES, "api-what-if"),
    **rows(NOT, api(ACCOUNTS, writes=True), "api-imports"),
    # It is the stranger who has begun to send a file.
    **rows(gone(ANYBODY) | {"stranger": "yes"}, OWN_FILE, "api-import"),
    **rows(NOT, API_MEMBERS, "api-who", "api-own-player"),
    **rows(NOT, API_ORGANISES, "api-claim-answer"),
    **rows(NOT, api(ACCOUNTS, writes=True), "api-join", "api-claim", "api-letter"),
}
"""By the name of an address: who gets an answer to GET, and to POST with what the address takes."""
FORMS = {"share-match": {"purpose": "board"}}
"""What pages take by POST that answer 404 to an empty form."""
UNNAMED = {
    "/api/nothing/": "nothing-in-the-api",
    "/.well-known/security.txt": "security",
    "/.well-known/change-password": "change-password",
}


def addresses(people: People) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of every address, with what is there in the league."""
    for route, pattern in patterns():
        path = address(route, people.values)
        if pattern.name is None and path == "/api/":
            path = "/api/nothing/"
        yield pattern.name or UNNAMED.get(path, path), path


def bodies(people: People) -> dict[str, tuple[str, Any]]:
    """Return what each address of the API takes by POST, by its name."""
    found = {}
    for endpoint in (EVERYTHING | PERSONAL).values():
        if endpoint.body is not None and endpoint.method == "post":
            path = f"/api/v1/{endpoint.path(people.world)}"
            found[str(resolve(path).url_name)] = (path, endpoint.body(people.world))
    return found


def reads(people: People) -> dict[str, str]:
    """Return where each address of the API that is read has something to say, by its name."""
    found = {}
    for endpoint in (READS | FILES | PERSONAL).values():
        if endpoint.body is not None:
            continue
        path = f"/api/v1/{endpoint.path(people.world)}"
        found[str(resolve(path.split("?")[0]).url_name)] = path
    return found


def answer_to(client: Client, path: str, method: str, body: Any) -> str:
    """Return how somebody is answered; nothing that is written stays, nor who is signed in."""
    cookies = client.cookies.copy()
    with transaction.atomic():
        if method == "GET":
            answer = client.get(path)
        elif path.startswith("/api/"):
            headers = {"Idempotency-Key": key()}
            answer = client.post(path, body or {}, "application/json", headers=headers)
        else:
            answer = client.post(path, body or {})
        transaction.set_rollback(True)
    client.cookies = cookies
    if answer.status_code == 302 and answer.headers["Location"].startswith("/login/"):
        return "login"
    return str(answer.status_code) if answer.status_code in (401, 403, 404, 405) else "yes"


class Asked(NamedTuple):
    """The addresses, who ask, and what each address of the API is asked, by its name."""

    addresses: list[tuple[str, str]]
    clients: dict[str, Client]
    reads: dict[str, str]
    bodies: dict[str, tuple[str, Any]]

    @classmethod
    def made(cls) -> "Asked":
        people = People.made()
        sent, asked = bodies(people), reads(people)
        clients = {kind: people.client(kind) for kind in KINDS}
        return cls(list(addresses(people)), clients, asked, sent)


made_asked = made_once(lambda _: Asked.made())


@pytest.fixture
def asked(made_asked: Callable[[], Asked], db: None) -> Asked:
    return made_asked()


def test_every_address_has_a_row_and_every_row_an_address(asked: Asked) -> None:
    names = {name for name, _ in asked.addresses}
    assert sorted(names - TABLE.keys()) == [], "add a row to TABLE"
    assert sorted(TABLE.keys() - names) == [], "nothing is at these addresses any more"


def asked_of(rule: dict[str, str], row: int) -> list[str]:
    """Return who is asked: everybody, or in a sample the first and whoever has another answer than
    the kind of person before; but of those who get in only one, by turns from row to row: a whole
    answer takes much longer than a refusal."""
    if not SAMPLED:
        return list(KINDS)
    differ = [
        kind
        for kind, before in zip(KINDS, (None, *KINDS), strict=False)
        if before is None or rule[kind] != rule[before]
    ]
    refused = [kind for kind in differ if rule[kind] != "yes"]
    may = [kind for kind in KINDS if rule[kind] == "yes"]
    return [*refused, *may[row % len(may) :][:1]] if may else refused


PARTS = 8
"""Tests of the table, so that several processes share it."""


@pytest.mark.parametrize("part", range(PARTS))
def test_everybody_is_answered_as_the_table_says(asked: Asked, part: int) -> None:
    names = set(list(TABLE)[part::PARTS])
    wrong = []
    for row, (name, path) in enumerate(asked.addresses):
        if name not in names:
            continue
        for method, rule in zip(("GET", "POST"), TABLE[name], strict=True):
            at, body = asked.reads.get(name, path), None
            if method == "POST":
                at, body = asked.bodies.get(name, (path, FORMS.get(name)))
            asking = ("anonymous", "organiser") if rule is NOT else asked_of(rule, row)
            for kind in asking:
                answered = answer_to(asked.clients[kind], at, method, body)
                if answered != rule[kind]:
                    wrong.append(f"{method} {name}, {kind}: {answered} instead of {rule[kind]}")
    assert not wrong, "\n".join(wrong)
