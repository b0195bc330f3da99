"""Logs are judged in separate processes, killed when a log needs too much time or memory."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.fixtures import sample_jobs
from tests.waiting import until
from zarleague.engine import find
from zarleague.replays import api as replays
from zarleague.replays import child, jobs, pool
from zarleague.replays.gate import (
    BURST,
    WAITING,
    WAITING_OF_ONE,
    Gate,
    Sender,
    as_a_task,
    network_of,
    sender,
)

PREPARE = child.prepare
"""As imported, before the tests change it."""
LOG = "game zar\nseats Ann Bob\n"
OWN_RULES = replays.RulesChoice().data()


@pytest.fixture
def ann() -> Iterator[Sender]:
    """Work for somebody's request."""
    sent_by = Sender("192.0.2.7")
    token = sender.set(sent_by)
    yield sent_by
    sender.reset(token)


def test_a_log_is_judged_elsewhere() -> None:
    assert int(pool.run(sample_jobs.process)) != os.getpid()
    assert b'"seats":["Ann","Bob"]' in replays.run(jobs.judge, LOG, "", OWN_RULES)


@pytest.mark.parametrize(
    "job", [sample_jobs.loop, sample_jobs.grow, sample_jobs.talk, sample_jobs.die]
)
def test_a_job_that_takes_too_much_is_ended(job: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.5 if job is sample_jobs.loop else 30)
    with pytest.raises(replays.TooHeavy):
        pool.run(job)  # type: ignore[arg-type]
    assert pool.run(sample_jobs.echo, "next") == b"next"


@pytest.mark.parametrize("given", [find("zar").ruleset(), ["Ann", find("zar").ruleset()]])
def test_only_plain_data_is_sent(given: object) -> None:
    """A process reads it whatever version or build of our classes it has."""
    with pytest.raises(TypeError, match="Ruleset"):
        pool.run(sample_jobs.echo, given)


@pytest.fixture
def prepared_as_served(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let processes have the priority that they have on a site; other tests leave it to them."""
    monkeypatch.setattr(child, "prepare", PREPARE)
    pool.stop()
    yield
    pool.stop()


@pytest.mark.usefixtures("prepared_as_served")
def test_logs_are_judged_when_no_page_needs_the_processor() -> None:
    assert pool.run(sample_jobs.priority) == b"19"


def test_a_text_longer_than_any_log_reaches_no_process() -> None:
    with pytest.raises(replays.TooHeavy):
        replays.run(jobs.judge, "x" * (replays.LONGEST_LOG + 1), "", OWN_RULES)


def test_what_a_job_raises_arrives() -> None:
    with pytest.raises(replays.NotALog, match="names no game"):
        replays.run(jobs.judge, "seats Ann Bob", "", OWN_RULES)
    with pytest.raises(replays.RulesetError, match="no preset"):
        replays.run(jobs.judge, LOG, "", replays.RulesChoice("poker").data())
    ruleset = find("zar").ruleset()
    with pytest.raises(replays.OtherSeats) as error:
        replays.run(jobs.judge_hand, LOG, (ruleset.data(), ("Ann", "Cat")), False)
    assert error.value.seats == ("Ann", "Bob")


def test_a_job_ends_with_its_sender(ann: Sender) -> None:
    threading.Timer(0.2, ann.gone.set).start()
    with pytest.raises(replays.Busy):
        pool.run(sample_jobs.sleep, 600)


def test_no_sender_has_all_places() -> None:
    gate = Gate(2)
    ann, bob = Sender("a"), Sender("b")
    ann.gone.set()  # she does not wait
    bob.gone.set()
    with gate.place(Sender("a")):
        with pytest.raises(replays.Busy), gate.place(ann):
            pass
        with gate.place(bob), pytest.raises(replays.Busy), gate.place(bob):
            pass
    with gate.place(ann):
        pass


def test_the_work_of_tasks_leaves_a_place_and_waits_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is queued again, and its thread does other tasks meanwhile."""
    gate = Gate(2)
    monkeypatch.setattr(gate._changed, "wait", lambda _: pytest.fail("a task waits"))
    with as_a_task():
        task = sender.get()
    assert task is not None
    assert sender.get() is None
    with gate.place(task):
        with pytest.raises(replays.Busy), gate.place(task):
            pass
        with gate.place(Sender("a")):
            pass


@pytest.mark.parametrize(("senders", "most"), [(1, WAITING_OF_ONE), (WAITING + 2, WAITING)])
def test_only_so_many_wait(senders: int, most: int) -> None:
    """The others are turned away at once, not after a while."""
    gate, done = Gate(1), threading.Event()
    outcomes: list[str] = []

    def wait(number: int) -> None:
        try:
            with gate.place(Sender(f"{number % senders}")):
                outcomes.append("judged")
        except replays.Busy:
            outcomes.append("busy")
            if outcomes.count("busy") == 2:
                done.set()

    with ThreadPoolExecutor(most + 2) as threads:
        with gate.place(Sender("somebody")):
            waiting = [threads.submit(wait, number) for number in range(most + 2)]
            assert done.wait(120)
            assert outcomes == ["busy", "busy"]
        for one in waiting:
            one.result()
    assert outcomes.count("judged") == most


def test_a_sender_has_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 seconds at once; after 40 it may go on when 10 of them are back, at half a second each
    second."""
    clock = [1000.0]
    monkeypatch.setattr("zarleague.replays.gate.monotonic", lambda: clock[0])
    gate, ann = Gate(2), Sender("a")
    with gate.place(ann):
        clock[0] += BURST + 10
    with pytest.raises(replays.TooMany) as error, gate.place(ann):
        pass
    assert error.value.seconds == 21
    with gate.place(Sender("b")):
        pass
    clock[0] += 21
    with gate.place(ann):
        pass


def test_a_process_that_had_to_be_ended_costs_its_sender_the_start_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1000.0]
    monkeypatch.setattr("zarleague.replays.gate.monotonic", lambda: clock[0])
    gate, ann = Gate(2), Sender("a")

    def end() -> None:
        with gate.place(ann):
            clock[0] += BURST
            raise replays.TooHeavy

    with pytest.raises(replays.TooHeavy):
        end()
    with pytest.raises(replays.TooMany) as error, gate.place(ann):
        pass
    assert error.value.seconds == 3  # one second too many, regained in two


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_one_household_is_one_sender(address: str, network: str) -> None:
    assert network_of(address) == network


def test_pages_are_answered_beside_an_engine_that_loops(
    live_app: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More senders than threads for pages keep a process for ten minutes. A page waits for none of
    them; and when they have gone, their process is free again.
    """
    monkeypatch.setattr(child, "SECONDS", 600.0)
    address = httpx.URL(live_app)
    body = json.dumps({"log": LOG}).encode()
    head = f"POST /api/v1/replay/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with monkeypatch.context() as engine, ExitStack() as senders:
        engine.setattr(jobs, "judge", sample_jobs.loop)
        for _ in range(4):
            sender = socket.create_connection((address.host, address.port))
            senders.enter_context(sender)
            sender.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        until(lambda: pool._gate._waiting.total() == 3, "three wait")
        assert httpx.get(f"{live_app}/login/", timeout=120).status_code == 200
        assert pool._gate._running.total() == 1
    until(lambda: not pool._gate._running.total(), "the first is given up")
    answer = httpx.post(f"{live_app}/api/v1/replay/", json={"log": LOG}, timeout=120)
    assert answer.json()["seats"] == ["Ann", "Bob"]


def test_every_sender_is_told_what_became_of_it(
    live_app: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All places are taken until those who may not even wait have been told."""
    monkeypatch.setattr(child, "SECONDS", 0.5)
    monkeypatch.setattr(jobs, "judge", sample_jobs.loop)
    address, senders = f"{live_app}/api/v1/replay/", WAITING_OF_ONE + 2
    with ThreadPoolExecutor(senders) as threads:
        with ExitStack() as taken:
            for _ in range(pool.PROCESSES):
                taken.enter_context(pool._gate.place(None))
            sent = [
                threads.submit(httpx.post, address, json={"log": LOG}, timeout=120)
                for _ in range(senders)
            ]
            until(lambda: sum(one.done() for one in sent) == 2, "two are told")
        answers = [one.result() for one in sent]
    by_status = {answer.status_code: answer for answer in answers}
    assert sorted(answer.status_code for answer in answers) == [422] * WAITING_OF_ONE + [503] * 2
    assert by_status[422].json()["code"] == "log-too-heavy"
    assert by_status[503].json()["code"] == "busy"
    assert by_status[503].headers["retry-after"] == "2"
