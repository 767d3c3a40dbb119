"""What tests of corrections and decisions share: hands as posted, choosing on the page of the impact."""

import re
from typing import Any

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tests.tournaments.evening.web.table.a_phone import as_posted
from tournaments.evening.models import Hand

FOR_B = as_posted(a_hand(bidder=2, couple="B"))
FOR_A = as_posted(a_hand())
WHY = {"reason": "the slip says so"}
SECOND_TABLE = (2, 1, 1)
"""The first hand of table 2 in round 1, as addresses name it: table, round, hand."""
HIDDEN = re.compile(r'<input type="hidden" name="([\w.-]+)" value="([^"]*)">')


def looked(desk: Desk, name: str, /, *args: object, **entered: Any) -> str:
    """Post a change that can be done: the page of its impact."""
    answer = desk.client.post(desk.url(name, *args), entered)
    assert answer.status_code == 200, answer.content.decode()[-3000:]
    return html(answer)


def carried(page: str) -> dict[str, Any]:
    """What the page of an impact posts besides the choice."""
    found: dict[str, Any] = {}
    for name, value in HIDDEN.findall(page):
        if name != "csrfmiddlewaretoken":
            found[name] = [*found.get(name, []), value]
    return found


def choose(desk: Desk, choice: str, name: str, /, *args: object, **entered: Any) -> str:
    """Post a change, read its impact, choose; the page it leads to."""
    page = looked(desk, name, *args, **entered)
    return desk.press(name, *args, **{**carried(page), "cut": entered.get("cut", ""), "choice": choice})


def live(desk: Desk, number: int, table: int, hand: int) -> Hand:
    assert desk.room is not None
    return Hand.objects.select_related("entry").get(
        table_round__round__evening=desk.room.evening,
        table_round__round__number=number,
        table__number=table,
        number=hand,
        live=True,
    )


def of(desk: Desk, number: int, table: int, hand: int) -> str:
    """The entry of the hand that counts, as a form carries it."""
    return str(live(desk, number, table, hand).entry.sequence)


def entry(here: Desk, **more: Any) -> dict[str, Any]:
    """A correction of the first hand of table 2 in round 1, as the form posts it: couple B won it."""
    return {"of": of(here, 1, 2, 1), **FOR_B, **WHY, **more}


def correct(here: Desk, choice: str = "apply") -> str:
    return choose(here, choice, "desk-correct", *SECOND_TABLE, **entry(here))
