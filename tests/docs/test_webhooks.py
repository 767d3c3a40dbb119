"""What docs/webhooks.md lets a receiver do holds for what is sent."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.page import Page
from tournaments.club.services import webhooks

SECRET, BODY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", '{"type":"webhook.test"}'


@pytest.fixture
def verified() -> Callable[..., bool]:
    [code] = [block.text for block in Page("webhooks.md").blocks if block.kind == "python"]
    defined: dict[str, Any] = {}
    exec(code, defined)  # noqa: S102 - our own page
    found: Callable[..., bool] = defined["verified"]
    return found


def headers(*, age: int = 0, secret: str = SECRET) -> dict[str, str]:
    timestamp = str(int(time.time()) - age)
    signature = webhooks.signature(secret, "msg_1", timestamp, BODY)
    return {
        "webhook-id": "msg_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,another {signature}",
    }


def test_ten_lines_verify_what_is_sent_and_nothing_else(verified: Callable[..., bool]) -> None:
    assert verified(SECRET, headers(), BODY.encode())
    assert not verified(SECRET, headers(), b"another body")
    assert not verified(SECRET, headers(secret=webhooks.new_secret()), BODY.encode())
    assert not verified(SECRET, headers(age=900), BODY.encode())


def test_the_page_names_every_event_and_every_pause() -> None:
    text = Page("webhooks.md").text
    assert [event for event in (*webhooks.EVENTS, webhooks.TEST) if f"| `{event}` |" not in text] == []
    seconds = [int(pause.total_seconds()) for pause in webhooks.PAUSES]
    assert seconds == [5, *(60 * m for m in (5, 30)), *(3600 * h for h in (2, 5, 10, 14, 20, 24))]
