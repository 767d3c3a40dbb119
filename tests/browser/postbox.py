"""The mail server of the club in the browser tests, and what it is given."""

import email
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from tests.browser.house import wait_for
from tests.services import free_port


def path_of(link: str) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", link)
    assert found, link
    return found[1]


class Postbox(Message):
    """Keeps every mail that the server is given: to whom, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[tuple[str, str]] = []

    def handle_message(self, message: Any) -> None:
        told = email.message_from_bytes(message.as_bytes(), policy=policy.default)
        self.mails.append((str(told["To"]), told.get_content()))

    def next_to(self, address: str) -> str:
        """The path of the link in the next mail, which goes to this address."""
        wait_for(lambda: bool(self.mails), lambda: f"a mail to {address}")
        to, text = self.mails.pop(0)
        assert to == address
        return path_of(text)


@contextmanager
def running_postbox() -> Iterator[tuple[Postbox, dict[str, str]]]:
    """A server that runs while the block does, and the settings of a house that sends by it."""
    box, port = Postbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    try:
        yield (
            box,
            {
                "EMAIL_HOST": "127.0.0.1",
                "EMAIL_PORT": str(port),
                "DEFAULT_FROM_EMAIL": "cards@club.example",
                "SITE_ADDRESS": "https://club.example",
            },
        )
    finally:
        server.stop()
