"""The servers of the service tests: started, named when missing, and never left behind."""

import shutil
import sys
from pathlib import Path

import pytest

from tests import services

SILENT_SERVER = (
    "import socketserver as s; s.TCPServer(('127.0.0.1', {port}), s.BaseRequestHandler).serve_forever()"
)
"""A web server would ask first what this machine is called, and wait long where nobody knows."""


@pytest.mark.parametrize(
    "ending", [pytest.param(None, id="after success"), pytest.param(ZeroDivisionError, id="after a failure")]
)
def test_a_server_runs_while_it_is_needed_and_stops_at_the_end(
    tmp_path: Path, ending: type[Exception] | None
) -> None:
    port = services.free_port()
    command: services.Command = [sys.executable, "-c", SILENT_SERVER.format(port=port)]
    try:
        with services.server(command, tmp_path, lambda: services.listens(port), user=None):
            assert services.listens(port)
            if ending:
                raise ending
    except ZeroDivisionError:
        assert ending
    assert not services.listens(port)


def test_a_server_that_does_not_start_shows_its_last_words(tmp_path: Path) -> None:
    command: services.Command = [sys.executable, "-c", "raise SystemExit('no such cluster')"]
    with (
        pytest.raises(SystemExit, match="no such cluster"),
        services.server(command, tmp_path, lambda: False, user=None),
    ):
        pass


def test_missing_programs_are_named_in_the_one_line_that_installs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    monkeypatch.setattr(services, "postgresql_programs", lambda: None)
    with pytest.raises(SystemExit) as stopped:
        services.main([])
    needed = "postgresql redis-server pgbouncer chromium-headless-shell minisign nodejs"
    assert str(stopped.value.code).endswith(f": sudo apt-get install {needed}")


def test_the_newest_postgresql_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [Path(f"/usr/lib/postgresql/{version}/bin/initdb") for version in ("9.6", "15", "17")]
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(places))
    assert services.postgresql_programs() == Path("/usr/lib/postgresql/17/bin")


def test_a_file_in_which_something_is_marked_for_services_is_not_left_out() -> None:
    words = set(services.left_out())
    assert "--ignore=tests/tournaments/league/web/desk/test_federation.py" in words
    assert "--ignore=tests/tournaments/league/web/desk/test_federation_behind_the_fence.py" not in words
