"""``zarleague`` or ``python -m zarleague``: the whole league in one process on one machine.

Migrates the database, creates the demo league at the first start, prints what to do next, and
serves until interrupted. ``HOST`` and ``PORT`` choose the address. ``zarleague login`` and the
other commands of `client.command` call a site's API. Other arguments are passed to Django's command
line: ``zarleague rebuild --check``; ``--version`` prints the version, ``--help`` the commands.
"""

import contextlib
import errno
import os
import socket
import sys
from collections.abc import Sequence

import uvicorn

from zarleague import __version__, command_line
from zarleague.background import loading
from zarleague.serving import server
from zarleague.storage import disk_space, one_site, private_files

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 (on request only)
DEMO_USER = "demo"
"""The organiser of the demo league."""


def written(host: str) -> str:
    """Return a host as it is written in an address: one of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; exit with a message that says what to do if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            sys.exit(f"Cannot listen on HOST={host}, PORT={port}: {error.strerror}.")
        sys.exit(
            f"Port {port} is taken. If that is zarleague, open http://{written(host)}:{port}; "
            f"if not, choose another port: PORT={port + 1} in front of the command"
        )


def network_address() -> str:
    """Return this machine's address in its network; loopback if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def prepare() -> str:
    """Migrate the database and update derived data; return how to sign in."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import transaction

    from zarleague.exchange.tasks import catch_up as catch_up_backup
    from zarleague.play.demo.organiser import first_password
    from zarleague.reports.tasks import catch_up
    from zarleague.storage import private_files

    login = settings.DATA_DIR / "demo_password"
    call_command("migrate", verbosity=0, interactive=False)
    users = get_user_model().objects
    if not users.exists():
        print("Loading the demo league, once ...", flush=True)
        with transaction.atomic():  # if interrupted, it is rolled back; the next start repeats it
            call_command("demo", password=private_files.secret_in(login, size=9))
    if not settings.REDIS_URL:
        catch_up()
        catch_up_backup()
    demo = users.filter(username=DEMO_USER).first()
    password = first_password(demo) if demo is not None else ""
    if not password:
        return "Sign in with your account, and open a league or start one."
    return (
        f"Sign in as {DEMO_USER} with the password {password}, open the demo league and enter a "
        "hand; or start a league of your own."
    )


def main() -> None:
    """Run the command of the command line; without one, serve."""
    private_files.keep_new_files_private()
    try:
        match sys.argv[1:]:
            case []:
                serve()
            case ["--version"]:
                print(f"zarleague {__version__}")
            case arguments:
                _do(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # what reads the output, such as head, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next start goes on from here.")


def _do(arguments: Sequence[str]) -> None:
    from zarleague.client import command  # not above: serving needs none of it

    if arguments[0] in ("-h", "--help"):
        print(command.help_text(), end="")
    elif command.knows(arguments):
        command.run(arguments)
    else:
        command_line.run(sys.argv)


def serve() -> None:
    """Serve until interrupted."""
    host = os.environ.get("HOST", LOOPBACK)
    listener = listen(host, server.port())
    address = written(network_address() if host == EVERYWHERE else host)
    name = socket.gethostname()
    os.environ.setdefault(
        "ALLOWED_HOSTS", f"localhost,127.0.0.1,[::1],{address},{name},{name}.local"
    )
    loading.load_settings()
    from django.conf import settings

    if not settings.REDIS_URL:
        try:
            one_site.claim(settings.DATA_DIR)
        except one_site.FolderInUse as refused:
            sys.exit(str(refused))
    loading.load_applications()
    from django.db import OperationalError

    from zarleague.storage.releases import UnsupportedDatabase

    disk_space.use_reserve(settings.DATA_DIR)
    try:
        sign_in = prepare()
    except UnsupportedDatabase as refused:
        sys.exit(str(refused))
    except OperationalError as error:
        if not disk_space.is_short(settings.DATA_DIR):
            command_line.exit_without_a_database(error)
            raise
        sys.exit(f"The disk with {settings.DATA_DIR} is full. Make room, and start again.")
    disk_space.keep_reserve(settings.DATA_DIR)
    from zarleague.asgi import application

    print(
        f"""
zarleague is on http://{address}:{listener.getsockname()[1]}
{sign_in}
The data is in {settings.DATA_DIR}. Ctrl-C stops the league; the same command goes on with it.
""",
        flush=True,
    )
    config = uvicorn.Config(application, **server.SETTINGS)
    with contextlib.suppress(KeyboardInterrupt):  # raised again by the server
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
