"""A phone at a table in a test: scans the card, reads the page, sends its forms."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.catalogue import find
from tests.tournaments.an_evening import AnEvening
from tournaments.evening.models import Hand, TableLink
from tournaments.evening.services.links import table_token

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def token_of(evening: AnEvening, table: int) -> str:
    """What stands in the link on the table's card."""
    link = TableLink.objects.get(table__evening=evening.evening, table__number=table, revoked_at__isnull=True)
    return table_token(link)


def as_posted(hand: dict[str, Any], game: str = "chantecler") -> dict[str, str]:
    """A hand as a browser sends it; how many play is not sent, the table knows it."""
    counted = {field.name for field in find(game).form if field.kind == "seats"}
    posted: dict[str, str] = {}
    for name, value in hand.items():
        if name in counted:
            posted |= {f"hand.{name}.times.{seat}": str(value.count(seat)) for seat in value}
        elif name != "players":
            posted |= _by_path(f"hand.{name}", value)
    return posted


def _by_path(path: str, value: Any) -> dict[str, str]:
    match value:
        case dict():
            parts = value.items()
        case list():
            parts = dict(enumerate(value)).items()
        case True:
            return {path: "true"}
        case False:
            return {}
        case _:
            return {path: "none" if value is None else str(value)}
    return {name: text for step, part in parts for name, text in _by_path(f"{path}.{step}", part).items()}


@dataclass
class Phone:
    """A browser with cookies of its own."""

    evening: AnEvening
    table: int
    client: Client = field(default_factory=Client)

    @property
    def url(self) -> str:
        """The plain address of its table."""
        found = self.evening.evening
        return f"/table/{found.club.slug}/{found.slug}/{self.table}/"

    def scan(self) -> Any:
        """Open the link on the card."""
        return self.client.get(f"/t/{token_of(self.evening, self.table)}/")

    def look(self, query: str = "", **headers: str) -> Any:
        """Read the page."""
        return self.client.get(self.url + query, headers=headers)

    def text(self, query: str = "") -> str:
        """The page as text."""
        answer = self.look(query)
        assert answer.status_code == 200
        return text_of(answer)

    def form(self) -> dict[str, str]:
        """The hidden fields of the hand form as the page has them now."""
        found = dict(HIDDEN.findall(self.look().content.decode()))
        return {name: found[name] for name in ("round", "number", "key", "played_at") if name in found}

    def save(self, hand: dict[str, Any], **form: str) -> Any:
        """Fill in the form as it stands, but for what is given, and save."""
        return self.client.post(f"{self.url}hands/", {**self.form(), **as_posted(hand), **form})

    def press(self, act: str, **form: str) -> Any:
        """Send one of the small forms and read where it leads."""
        return self.client.post(f"{self.url}{act}/", form, follow=True)


def text_of(answer: HttpResponse) -> str:
    """What a reader sees of a page: tags out, spaces single."""
    body = re.sub(r"(?s)<head>.*?</head>", " ", answer.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&amp;", "&").replace("&#x27;", "'").split())


def the_hand(number: int = 1) -> Any:
    """The hand that counts."""
    return Hand.objects.select_related("entry").get(table__number=2, live=True, number=number)


def says(phone: Phone, number: int, act: str, **form: Any) -> str:
    """Send one of the forms about a hand, and read the page that comes."""
    return text_of(phone.press(f"hands/{number}/{act}", **{name: str(value) for name, value in form.items()}))


def enter_otherwise(phone: Phone, hand: dict[str, Any], number: int = 1, key: str = "otherwise") -> str:
    """Enter a hand that is there already as this phone has it."""
    form = {**as_posted(hand), "key": key}
    answer: Any = phone.client.post(f"{phone.url}hands/{number}/other/", form, follow=True)
    return text_of(answer)


def correct(phone: Phone, number: int, hand: dict[str, Any], **form: str) -> Any:
    """Send the form of a correction."""
    of = str(the_hand(number).entry.sequence)
    return phone.press(f"hands/{number}/correct", **as_posted(hand), **{"of": of, "key": "k", **form})
