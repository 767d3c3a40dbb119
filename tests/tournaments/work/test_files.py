"""The queue of plain files: a worker finds a message when all of it is there, and in the order of sending."""

import os
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config import celery_app, files

QUEUE = "celery"


@pytest.fixture
def channel(tmp_path: Path) -> Any:
    assert celery_app  # it names the transport
    where = {name: str(tmp_path) for name in ("data_folder_in", "data_folder_out", "control_folder")}
    line = Connection(
        "filesystem://", transport_options={**where, "processed_folder": str(tmp_path / "done")}
    )
    assert isinstance(line.transport, files.Transport)
    return line.channel()


def test_messages_come_in_the_order_of_sending(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter((1.001, 1.002, 1.003))
    monkeypatch.setattr("config.files.monotonic", lambda: next(moments))
    for number in (1, 2, 3):
        channel._put(QUEUE, {"number": number})
    assert [channel._get(QUEUE)["number"] for _ in range(3)] == [1, 2, 3]


def test_a_message_is_found_once_it_is_whole(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, looked = os.replace, []

    def look_before(draft: Path, name: Path) -> None:
        with pytest.raises(Empty):
            channel._get(QUEUE)
        looked.append(draft.read_text())
        replace(draft, name)

    monkeypatch.setattr("config.files.os.replace", look_before)
    channel._put(QUEUE, {"whole": True})
    assert looked == ['{"whole": true}']
    assert channel._get(QUEUE) == {"whole": True}
