"""On a site of one process, long computations run in processes of their own."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.fixtures import sample_work
from tests.waiting import until
from zarleague.background import processes, task_process
from zarleague.live.hub import Message, hub

SITE = """
import sys, threading
from pathlib import Path
from tests.fixtures import sample_work
from tests.waiting import until
from zarleague.background import task_process

if __name__ == "__main__":
    with task_process.allowed():
        task_process.run(sample_work.wait, Path(sys.argv[1]))
"""


@pytest.fixture
def end_processes() -> Iterator[Callable[[], None]]:
    """Have processes started, as a site does."""
    with task_process.allowed() as end:
        yield end


def is_running(process: int) -> bool:
    """Return whether a process exists and is not only waited for."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        status = Path(f"/proc/{process}/stat").read_text()
        return status.rpartition(")")[2].split()[0] != "Z"
    return False


def test_work_is_done_elsewhere_and_after_the_pages(end_processes: object) -> None:
    process, nice = task_process.run(sample_work.process)
    assert process != os.getpid()
    assert nice == min(os.nice(0) + processes.NICE, 19)
    assert not is_running(process)


def test_where_nobody_is_held_up_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_process, "_site", None)
    assert task_process.run(sample_work.process) == (os.getpid(), os.nice(0))


def test_what_it_raises_arrives(end_processes: object) -> None:
    with pytest.raises(ValueError, match="no such hand"):
        task_process.run(sample_work.fail, "no such hand")


@pytest.mark.django_db  # so that it runs on the embedded site, whose pages are in the same process
@pytest.mark.sqlite
def test_what_it_announces_reaches_the_pages(
    end_processes: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Message] = []
    monkeypatch.setattr(hub, "deliver", heard.append)
    assert task_process.run(sample_work.announce, "season-4") == "announced"
    assert heard == [Message(("season-4",), "table", {"version": 7})]


def test_a_process_that_dies_fails_its_task_alone(end_processes: object) -> None:
    with pytest.raises(task_process.ProcessEndedError):
        task_process.run(sample_work.die)
    assert task_process.run(sample_work.process)[0] != os.getpid()


def test_when_the_site_stops_they_end_and_no_more_start(
    end_processes: Callable[[], None], tmp_path: Path
) -> None:
    said = tmp_path / "process"
    ended: list[BaseException] = []

    def work() -> None:
        try:
            task_process.run(sample_work.wait, said)
        except task_process.ProcessEndedError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    until(said.exists, "the process has begun")
    end_processes()
    thread.join(180)
    assert len(ended) == 1
    assert not is_running(int(said.read_text()))
    with pytest.raises(task_process.ProcessEndedError):
        task_process.run(sample_work.process)


def test_when_the_site_is_killed_they_end(tmp_path: Path) -> None:
    said, program = tmp_path / "process", tmp_path / "site.py"
    program.write_text(SITE)
    environment = os.environ | {"PYTHONPATH": str(settings.BASE_DIR)}
    site = subprocess.Popen([sys.executable, str(program), str(said)], env=environment)
    until(said.exists, "the process has begun")
    process = int(said.read_text())
    assert is_running(process)
    site.send_signal(signal.SIGKILL)
    site.wait(60)
    until(lambda: not is_running(process), "the process has ended")
