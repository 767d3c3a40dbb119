"""A phone at a table in a test: scans the card, reads the page, sends its forms."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.catalogue import find
from tests.tournaments.an_evening import AnEvening
from tournaments.evening.models import Hand, Seat, TableLink
from tournaments.evening.services.links import link_token

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def token_of(evening: AnEvening, table: int) -> str:
    link = TableLink.objects.get(table__evening=evening.evening, table__number=table, revoked_at__isnull=True)
    return link_token(link)


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
    evening: AnEvening
    table: int
    client: Client = field(default_factory=Client)

    @classmethod
    def scanned(cls, evening: AnEvening, table: int = 1) -> Phone:
        """A phone that has scanned the card of that table."""
        phone = cls(evening, table)
        phone.scan()
        return phone

    @property
    def url(self) -> str:
        found = self.evening.evening
        return f"/table/{found.club.slug}/{found.slug}/{self.table}/"

    def scan(self) -> Any:
        return self.client.get(f"/t/{token_of(self.evening, self.table)}/")

    def look(self, query: str = "", **headers: str) -> Any:
        return self.client.get(self.url + query, headers=headers)

    def text(self, query: str = "") -> str:
        answer = self.look(query)
        assert answer.status_code == 200
        return text_of(answer)

    @property
    def seen(self) -> str:
        """What its page says it shows, when it asks for news."""
        page: str = self.look().content.decode()
        return page.split("?seen=")[1].split('"')[0].split("&amp;")[0]

    def news(self, seen: str, **headers: str) -> Any:
        """What the open page that shows `seen` is answered."""
        return self.look(f"?seen={seen}", HX_Request="true", **headers)

    def sit(self, seat: int) -> Any:
        """Say that whoever sits there in the round in play holds it."""
        return self.press("seat", ticket=code_at(self.evening, self.table, seat))

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


def code_at(evening: AnEvening, table: int, seat: int, round_number: int = 1) -> str:
    seats = Seat.objects.filter(round__evening=evening.evening, round__number=round_number, seat=seat)
    return str(seats.get(table_round__table__number=table).ticket.code)


def text_of(answer: HttpResponse) -> str:
    """What a reader sees of a page: tags out, spaces single."""
    body = re.sub(r"(?s)<head>.*?</head>", " ", answer.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&amp;", "&").replace("&#x27;", "'").split())


def the_hand(number: int = 1) -> Any:
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
    of = str(the_hand(number).entry.sequence)
    return phone.press(f"hands/{number}/correct", **as_posted(hand), **{"of": of, "key": "k", **form})
