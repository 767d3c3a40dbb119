"""Published results that are being corrected: everybody sees them as published until they are published again."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import html
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.league.services import tables

Change = Callable[[AnEvening], object]
RESULTS = (
    "",
    "prizes.csv",
    "standings.csv",
    "archive.json",
    "rounds/1/",
    "rounds/1/tables/1/",
    "rounds/1/tables/2/",
)
"""Where whatever was corrected would be seen first."""
PAGES = (*RESULTS, "print/", "prizes/", "schedule/", "certificate/", "certificate.json", "wall/")
SAYS_SO = "as it was published"


def correct(room: AnEvening, table: int = 2, reason: str = "a false slip", **told: Any) -> None:
    """Hand 1 of table 2 goes to couple B, so that other people have won."""
    hand = Hand.objects.get(table__evening=room.evening, table__number=table, number=1, live=True)
    about = {"hand": a_hand(bidder=2, couple="B"), "of": hand.entry.sequence, **told}
    room.act(acts.CorrectHand(round=1, table=table, number=1, reason=reason, **about))


def make_void(room: AnEvening) -> None:
    """Hand 1 of the head table never was."""
    correct(room, table=1, reason="a misdeal", hand=None)


def take_points(room: AnEvening) -> None:
    first = room.evening.standings.order_by("place").values_list("ticket__code", flat=True)[0]
    room.act(acts.Penalty(tickets=[first], points=-50, reason="a late arrival"))


def adjust(room: AnEvening) -> None:
    room.act(acts.AdjustGame(round=1, table=2, points=(3, 90), reason="a short deck"))


def exchange(room: AnEvening) -> None:
    seats = room.round().tables.get(table__number=2).seats.order_by("seat")
    one, other = seats.values_list("ticket__code", flat=True)[:2]
    room.act(acts.ExchangeSeats(hands=[(1, 2, 1)], one=one, other=other, reason="a wrong chair"))


def bare(text: str) -> str:
    """A page without what tells one showing of it from the next, and without the word that it is being corrected."""
    text = re.sub(r'<p class="notice notice--warning">.*?</p>', "", text, flags=re.S)
    text = re.sub(r' data-version(-url)?="[^"]*"|<script type="module".*?</script>', "", text, flags=re.S)
    text = re.sub(
        r'<span class="state.*?</span></span>|<time.*?</time>|<head>.*?</head>', "", text, flags=re.S
    )
    # Where they are published, names lead to the person's page.
    text = re.sub(r'<a href="/c/[^"]*/players/[\w-]+/">([^<]*)</a>', r"\1", text)
    return re.sub(r"\s+", " ", text).replace("Results are being corrected", "Round 1 of 3")


def pages(visit: Any, room: AnEvening, paths: Sequence[str]) -> dict[str, str]:
    return {page: bare(visit(room, page).content.decode()) for page in paths}


def of_couples(make: Make) -> AnEvening:
    return make(12, until="published", prizes={"best": 2, "booby": True})


def of_points(make: Make) -> AnEvening:
    return make(8, until="published", counting="points", movement="fixed")


def with_marks(make: Make) -> AnEvening:
    room = make(12, until="bell", confirmation="needed")
    room.act(acts.Close(anyway=True))
    room.work()
    room.act(acts.Finish())
    room.act(tables.publish_tables)
    return room


def published_again(make: Make) -> AnEvening:
    room = make(12, until="published")
    for change in (make_void, adjust):
        change(room)
        room.act(tables.publish_tables)
    return room


@pytest.mark.parametrize(
    ("room", "change", "paths"),
    [
        (of_couples, correct, PAGES),
        (of_couples, adjust, RESULTS),
        (of_couples, exchange, RESULTS),
        (of_points, take_points, RESULTS),
        (with_marks, correct, RESULTS),
        (published_again, correct, RESULTS),
    ],
)
def test_every_page_and_file_stands_until_it_is_published_again(
    visit: Any, make_evening: Make, room: Callable[[Make], AnEvening], change: Change, paths: Sequence[str]
) -> None:
    evening = room(make_evening)
    before = pages(visit, evening, paths)
    assert ("not confirmed" in before[""]) is (room is with_marks)
    change(evening)
    evening.work()
    assert evening.read().status == "finished"
    during = pages(visit, evening, paths)
    for page in paths:
        assert during[page] == before[page], page
    evening.act(tables.publish_tables)
    after = pages(visit, evening, paths)
    assert after["rounds/1/"] != before["rounds/1/"] or after[""] != before[""]


def test_each_page_says_that_results_are_being_corrected(visit: Any, make_evening: Make) -> None:
    room = make_evening(12, until="published")
    told = [page for page in PAGES if (page.endswith("/") and page != "wall/") or not page]
    assert not [page for page in told if SAYS_SO in visit(room, page).content.decode()]
    correct(room)
    assert [page for page in told if visit(room, page).content.decode().count(SAYS_SO) != 1] == []


def test_the_page_of_each_player_stands_too(make_evening: Make) -> None:
    room = make_evening(12, until="published")
    holders = [Holder.scanned(room, number) for number in range(1, 13, 2)]
    for holder in holders:
        holder.look()
    before = [bare(html(holder.look())) for holder in holders]
    take_points(room)
    room.work()
    assert [bare(html(holder.look())) for holder in holders] == before
    assert SAYS_SO in html(holders[0].look())


def test_the_list_of_the_club_names_who_won_by_what_was_published(client: Client, make_evening: Make) -> None:
    room = make_evening(12, until="published")
    here = reverse("web:club", args=[room.evening.club.slug])
    before = re.findall(r"Friday player \d+", client.get(here).content.decode())
    take_points(room)
    room.work()
    assert before
    assert re.findall(r"Friday player \d+", client.get(here).content.decode()) == before
