"""A port that is taken is named, with what took it, and another is offered; one data folder has one owner."""

import fcntl
import http.server
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from tests.run.the_script import listener, load


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load()


@contextmanager
def web_server(page: bytes) -> Iterator[int]:
    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *told: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_a_free_port_is_taken_as_wished(script: ModuleType) -> None:
    with listener() as port:
        pass
    assert script.choose_port(port) == port


@pytest.mark.parametrize(
    ("body", "looks"),
    [
        pytest.param(b"<title>Head Table</title>", "another copy of Head Table", id="a second copy"),
        pytest.param(b"<title>Welcome to nginx!</title>", "another web server", id="some web server"),
    ],
)
def test_what_has_taken_the_port_is_told_by_its_looks(script: ModuleType, body: bytes, looks: str) -> None:
    with web_server(body) as port:
        assert script.occupant(port).startswith(looks)


def test_a_wished_port_that_is_taken_is_refused_and_a_free_one_offered(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with web_server(b"Head Table") as port:
        with pytest.raises(SystemExit) as stopped:
            script.choose_port(port)
        told = capsys.readouterr().err
        offered = int(told.rpartition("./run --port ")[2])
        assert not script.taken(offered)
    assert stopped.value.code == 2
    assert f"Port {port} is taken (by the look of it by another copy of Head Table" in told


def test_without_a_wish_it_says_so_and_starts_on_the_next_free_port(
    script: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with web_server(b"Head Table") as port:
        monkeypatch.setattr(script, "DEFAULT_PORT", port)
        chosen = script.choose_port(None)
        assert not script.taken(chosen)
    told = capsys.readouterr().err
    assert f"Port {port} is taken" in told
    assert f"Starting on port {chosen} instead" in told


def test_a_second_copy_on_the_same_data_is_told_who_has_it_and_where(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = script.own_data(tmp_path)
    os.pwrite(first, json.dumps({"process": os.getpid(), "port": 8123}).encode(), 0)
    with pytest.raises(SystemExit) as stopped:
        script.own_data(tmp_path)
    os.close(first)
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert f"process {os.getpid()} has taken port 8123, http://localhost:8123/" in told
    assert f"{tmp_path}" in told
    assert "HEAD_TABLE_DATA=second-club ./run --port " in told


def test_data_of_a_copy_that_ended_is_free_again(script: ModuleType, tmp_path: Path) -> None:
    os.close(script.own_data(tmp_path))
    os.close(script.own_data(tmp_path))


def test_data_held_by_what_is_left_of_a_killed_copy_is_waited_for(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_over = script.own_data(tmp_path)
    os.pwrite(left_over, json.dumps({"process": 2**22 + 1, "port": 8123}).encode(), 0)  # above any process id
    monkeypatch.setattr(script.time, "sleep", lambda seconds: fcntl.flock(left_over, fcntl.LOCK_UN))
    os.close(script.own_data(tmp_path))
    os.close(left_over)
