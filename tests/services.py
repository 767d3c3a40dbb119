"""Passes the tests on PostgreSQL and Redis of its own: `./run test-services`, with pytest's arguments.

Left out, unless they are named, are the tests that no server has a part in, because they ask no database or
ask it for nothing that one answers unlike another: `./run test` passes those. What is marked for services runs
wherever it stands.

Both servers run on free ports with their files in a temporary folder, and stop at the end however it comes.
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

START_SECONDS = 60
STOP_SECONDS = 20
OWNER = "head_table"
WEB = "head_table_web"
"""The role of what answers requests, which meets the fence around each club."""
MIGRATED = "head_table_migrated"
TEMPLATE = os.environ.get("HEAD_TABLE_TEMPLATE", "template1")
"""What databases of tests are copies of: in `./run test-services` one in which every migration has been run."""
STATIC = os.environ.get("HEAD_TABLE_STATIC", "")
"""Static files that are gathered already, which houses of tests copy; in `./run test-services` there are some."""
SECRET_KEY = "of-the-tests-" * 5
NO_SERVERS = (
    "house",
    "run",
    "benchmarks",
    "scoring",
    "scripts",
    "games",
    "tournaments/movement",
    "tournaments/ranking",
    "tournaments/evening/api/test_schema.py",
    "tournaments/evening/api/test_scoring.py",
    "tournaments/evening/api/test_strict_json.py",
    # A rehearsal has a database of its own in memory, whatever the club's is.
    "tournaments/rehearsal",
    # What an act decides it decides from the record, without a database. That its rows are written and read alike on
    # PostgreSQL is told by any acts in any order, evenings of every kind, by every door and with every movement.
    "tournaments/evening/services/test_corrections.py",
    "tournaments/evening/services/test_decisions.py",
    "tournaments/evening/services/test_empty_seats.py",
    "tournaments/evening/services/test_house_rules.py",
    "tournaments/evening/services/test_moves.py",
    "tournaments/evening/services/test_other_prizes.py",
    "tournaments/evening/services/test_points_evenings.py",
    "tournaments/evening/services/test_rounds.py",
    "tournaments/evening/services/test_setting_up.py",
    "tournaments/evening/services/test_the_end.py",
    # So it is with acts of seasons, by any acts in any order and the kept seasons that are made again.
    "tournaments/league/services/test_checking.py",
    "tournaments/league/services/test_entrants.py",
    "tournaments/league/services/test_fixtures.py",
    "tournaments/league/services/test_handicaps.py",
    "tournaments/league/services/test_lots_and_points_off.py",
    "tournaments/league/services/test_merged_fixtures.py",
    "tournaments/league/services/test_promotion.py",
    # Commands that play, score or check what they are given, by those services or without a database.
    "tournaments/commands/test_at_the_terminal.py",
    "tournaments/commands/test_check_draw.py",
    "tournaments/commands/test_check_movement.py",
    "tournaments/commands/test_play_evening.py",
    "tournaments/commands/test_rehearse.py",
    "tournaments/commands/test_rescore.py",
    "tournaments/commands/test_rounds_of_scripts.py",
    "tournaments/commands/test_score.py",
    # Chromium walks every page on PostgreSQL; what walks them by itself is left in.
    "tournaments/evening/web/desk",
    "tournaments/evening/web/player",
    "tournaments/evening/web/public",
    "tournaments/evening/web/table",
    "tournaments/league/web",
    "tournaments/evening/web/test_french.py",
    "tournaments/evening/web/test_headers.py",
    "tournaments/evening/web/test_limits.py",
    "tournaments/evening/web/test_logs.py",
    "tournaments/evening/web/test_money.py",
    "tournaments/evening/web/test_names.py",
    "tournaments/evening/web/test_points_evenings.py",
    "tournaments/evening/web/test_query_params.py",
    "tournaments/evening/web/test_sealed.py",
    "tournaments/signup/web",
    # Who may see and press what is told by roles and addresses: the rows that pages ask for, they ask for as above.
    "tournaments/club/test_followed_links.py",
    "tournaments/club/test_kept_private.py",
    "tournaments/club/test_look.py",
    "tournaments/club/test_publicity.py",
    "tournaments/club/test_rights.py",
    # Forms of a club and of an account, each of which changes a row or two; its races are in faults.
    "tournaments/club/test_accounts.py",
    "tournaments/club/test_categories.py",
    "tournaments/club/test_claims.py",
    "tournaments/club/test_consents.py",
    "tournaments/club/test_photos.py",
    "tournaments/club/test_second_factor.py",
    "tournaments/club/test_settings.py",
    # Whichever statement fails, all is taken back by a savepoint. A hand has statements of its own on PostgreSQL:
    # test_any_statement_may_fail is left in.
    "tournaments/faults/test_mending_may_fail.py",
    "tournaments/faults/test_seasons_may_fail.py",
    # Files are read, or refused, before a database is asked.
    "tournaments/test_foreign_files.py",
    # Behind the fence the same tests are asked of PostgreSQL.
    "tournaments/test_foreign_ids.py",
    "tournaments/evening/api/test_club_settings.py",
    "tournaments/evening/api/test_own_access.py",
    "tournaments/league/api/test_keeping_leagues.py",
    # REST does by the same services what pages do.
    "tournaments/evening/api/test_agreeing.py",
    "tournaments/evening/api/test_mending.py",
    # What is read again from rows, or from an archive, is read alike from either.
    "tournaments/publishing/test_read_in_public.py",
    "tournaments/publishing/test_tampering.py",
    "tournaments/evening/api/test_permissions.py",
)
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium without its windows. The whole browser, told to show none, now and then draws no frame for as long as
anybody waits, and whatever waits for a frame fails then."""
WORKERS = len(os.sched_getaffinity(0)) + 1 if sys.platform == "linux" else (os.cpu_count() or 1) + 1
"""One more than there are cores: a third of the time these tests wait for a browser, a server or a worker."""
Command = list[str | Path]
LOCALE = "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8"


def postgresql_programs() -> Path | None:
    """The folder of PostgreSQL's newest programs: Debian keeps them off the PATH, one folder a version."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def pooler_program() -> str | None:
    """PgBouncer, which Debian keeps off the PATH of whoever is not root."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def chromium(*, headed: bool = False) -> str | None:
    """The path of this machine's Chromium, if it has one: of the shell where it has that and nobody is to watch."""
    names = WHOLE if headed else (*SHELL, *WHOLE)
    return next(filter(None, map(shutil.which, names)), None)


def missing_packages() -> list[str]:
    """Debian's names of the packages whose programs are not on this machine."""
    there = {
        "postgresql": postgresql_programs() is not None,
        "redis-server": shutil.which("redis-server") is not None,
        "pgbouncer": pooler_program() is not None,
        "chromium-headless-shell": chromium() is not None,
        "minisign": shutil.which("minisign") is not None,
        "nodejs": shutil.which("node") is not None,
    }
    return [name for name, found in there.items() if not found]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as visitor:
        visitor.settimeout(1)
        return visitor.connect_ex(("127.0.0.1", port)) == 0


def die_with_parent() -> Callable[[], object] | None:
    """On Linux no server outlives this process, even when it is killed."""
    if sys.platform != "linux":
        return None
    prctl, set_parent_death_signal = ctypes.CDLL(None).prctl, 1
    return lambda: prctl(set_parent_death_signal, signal.SIGINT)


def begin(command: Command, log: Path, **about: Any) -> subprocess.Popen[bytes]:
    """Start a process that writes to a log, and ends with this one at the latest."""
    with log.open("ab") as written:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509 - it calls the kernel alone
            **about,
        )


@contextmanager
def server(command: Command, folder: Path, answers: Callable[[], bool], user: str | None) -> Iterator[None]:
    """Runs a server while the block runs. SIGINT is PostgreSQL's fast stop, and Redis stops at it too."""
    process = begin(command, folder / "log", cwd=folder, user=user)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not answers():
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{Path(command[0]).name} did not start:\n{(folder / 'log').read_text()}")
            time.sleep(0.1)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def owner_of_clusters() -> str | None:
    """PostgreSQL refuses to run as root, so root runs it as `postgres`."""
    return "postgres" if os.geteuid() == 0 else None


def make_cluster(folder: Path, port: int) -> str:
    """Make a new cluster in the folder; the DATABASE_URL it will have on that port."""
    user, initdb = owner_of_clusters(), postgresql_programs() or Path()
    if user:
        shutil.chown(folder, user)
    where: Command = [initdb / "initdb", "-D", folder / "cluster"]
    how: Command = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale", LOCALE]
    subprocess.run([*where, *how], cwd=folder, user=user, check=True, stdout=subprocess.DEVNULL)
    return f"postgres://{OWNER}@127.0.0.1:{port}/{OWNER}"


def as_the_web(database_url: str) -> str:
    address = urlsplit(database_url)
    return address._replace(netloc=f"{WEB}@{address.hostname}:{address.port}").geturl()


def at_port(port: int) -> Command:
    """How PostgreSQL's programs are told of a cluster."""
    return ["-h", "127.0.0.1", "-p", str(port), "-U", OWNER]


@contextmanager
def cluster(folder: Path, port: int, *, durable: bool = False) -> Iterator[None]:
    """Runs the cluster that was made in the folder while the block runs.

    Unless it is to be durable it does without fsync, as it lives no longer than what asks it. A killed server loses
    nothing by that, only a power cut. Nothing is analysed beside it either: what counts a table while it stands empty
    between two tests makes every plan that follows a bad one.
    """
    programs = postgresql_programs() or Path()
    sync = f"fsync={'on' if durable else 'off'}"
    settings = [sync, "jit=off", "autovacuum=off", "max_connections=200", f"unix_socket_directories={folder}"]
    options = [part for setting in settings for part in ("-c", setting)]
    where: Command = ["-D", folder / "cluster", "-h", "127.0.0.1", "-p", str(port)]
    command: Command = [programs / "postgres", *where, *options]

    def answers() -> bool:
        return subprocess.run([programs / "pg_isready", "-q", *at_port(port)], check=False).returncode == 0

    with server(command, folder, answers, user=owner_of_clusters()):
        yield


def create_database(folder: Path, port: int, name: str = OWNER) -> None:
    programs = postgresql_programs() or Path()
    subprocess.run([programs / "createdb", *at_port(port), name], cwd=folder, check=True)


def make_migrated(folder: Path, database_url: str) -> None:
    """Make a database in the cluster in that folder, run every migration in it, and let the web's role use it."""
    address = urlsplit(database_url)
    create_database(folder, address.port or 0, MIGRATED)
    url = address._replace(path=f"/{MIGRATED}").geturl()
    settings = {"DATABASE_URL": url, "WEB_DATABASE_URL": as_the_web(url), "SECRET_KEY": SECRET_KEY}
    for what in ("migrate", "web_role"):
        command: Command = [sys.executable, "manage.py", what, "-v", "0"]
        subprocess.run(command, env=os.environ | settings, check=True, stdout=subprocess.DEVNULL)


def gather_static(data: Path) -> Path:
    """Gather the static files below a data folder, for all houses of the run; where they lie."""
    gather: Command = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v", "0"]
    subprocess.run(gather, env=os.environ | {"HEAD_TABLE_DATA": str(data)}, check=True)
    return data / "static"


def copy_static(data: Path) -> bool:
    if STATIC:
        shutil.copytree(STATIC, data / "static", dirs_exist_ok=True)
    return bool(STATIC)


@contextmanager
def postgresql(folder: Path, *, durable: bool = False) -> Iterator[str]:
    """A new cluster that runs while the block does; its DATABASE_URL."""
    port = free_port()
    url = make_cluster(folder, port)
    with cluster(folder, port, durable=durable):
        create_database(folder, port)
        yield url


@contextmanager
def pgbouncer(database_url: str, *, mode: str) -> Iterator[int]:
    """A PgBouncer before the server at this address while the block runs; its port."""
    port, user, address = free_port(), owner_of_clusters(), urlsplit(database_url)
    place = tempfile.TemporaryDirectory(prefix="head-table-pooler-")
    folder = Path(place.name)
    (folder / "users").write_text(f'"{OWNER}" ""\n"{WEB}" ""\n')
    lines = [
        "[databases]",
        f"* = host={address.hostname} port={address.port}",
        "[pgbouncer]",
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =",
        f"auth_type = trust\nauth_file = {folder / 'users'}\npool_mode = {mode}",
        "ignore_startup_parameters = extra_float_digits,options",
    ]
    (folder / "pgbouncer.ini").write_text("\n".join(lines) + "\n")
    if user:
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, user)
    command: Command = [pooler_program() or "pgbouncer", folder / "pgbouncer.ini"]
    with place, server(command, folder, lambda: listens(port), user):
        yield port


@contextmanager
def redis(folder: Path, *, port: int | None = None) -> Iterator[str]:
    """A new, empty Redis, on a free port unless one is given; its REDIS_URL."""
    port = port or free_port()
    command: Command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", ""]
    with server(command, folder, lambda: listens(port), user=None):
        yield f"redis://127.0.0.1:{port}/0"


def left_out() -> Iterator[str]:
    """Pytest's words for what is left out: no file in which something is marked for services."""
    for path in (Path("tests", each) for each in NO_SERVERS):
        files = path.glob("**/test_*.py") if path.is_dir() else (path,)
        yield from (f"--ignore={file}" for file in files if "mark.services" not in file.read_text())


def run_suite(environment: Mapping[str, str], arguments: list[str]) -> int:
    named = any(Path(argument.partition("::")[0]).exists() for argument in arguments)
    without = [] if named else [*left_out(), "-m", "services or database"]
    pytest = [sys.executable, "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal"]
    suite = [*pytest, *without, *arguments]
    return subprocess.run(suite, env=environment, check=False).returncode


def main(arguments: list[str]) -> int:
    missing = missing_packages()
    if missing:
        sys.exit(f"Missing here; on Debian and Ubuntu: sudo apt-get install {' '.join(missing)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="head-table-services-") as place:
        folders = [Path(place, name) for name in ("postgresql", "redis")]
        for folder in folders:
            folder.mkdir()
        Path(place).chmod(0o711)  # the user postgres must come through
        with postgresql(folders[0]) as database_url, redis(folders[1]) as redis_url:
            make_migrated(folders[0], database_url)
            static = gather_static(Path(place, "gathered"))
            urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "SECRET_KEY": SECRET_KEY}
            made = {"HEAD_TABLE_TEMPLATE": MIGRATED, "HEAD_TABLE_STATIC": str(static)}
            return run_suite(os.environ | urls | made | {"HEAD_TABLE_REQUIRE_ALL": "1"}, arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
