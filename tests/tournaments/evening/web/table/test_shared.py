"""What the phones of a table share, and whom a change concerns: their own table's phones, or everybody's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.the_rows import asked
from tournaments.evening import acts
from tournaments.evening.reads import live
from tournaments.evening.reads.live import Topic
from tournaments.evening.services import player_requests, results

Do = Callable[[AnEvening], object]
KEY = re.compile(r'name="key" value="([^"]+)"')


def confirmed(evening: AnEvening) -> None:
    of = evening.evening.ledger.count()
    evening.act(acts.ConfirmHand(round=1, table=2, number=1, of=of), by="table:2 seat:2")


def corrected(evening: AnEvening) -> None:
    of = evening.evening.ledger.count()
    again = acts.CorrectHand(round=1, table=2, number=1, of=of, hand=a_hand(2), reason="misheard")
    evening.act(again, by="user:1")


def called(evening: AnEvening) -> None:
    player_requests.call(evening=evening.evening, table_number=2, reason="rule", by="table:2", at=evening.at)


def renamed(evening: AnEvening) -> None:
    results.change_player(player=evening.players[0], name="Zoë", colour="", guest=False, active=True)


# What is done while play is on, and the tables whose phones are told; the third is not touched.
CONCERNS: dict[str, tuple[Do, set[int]]] = {
    "a hand": (lambda evening: evening.enter(2, a_hand()), {2}),
    "a hand in dispute": (lambda evening: evening.enter(2, a_hand(2), number=1), {2}),
    "a word on a hand": (confirmed, {2}),
    "a call": (called, {2}),
    "a correction": (corrected, {2}),
    "the bell": (lambda evening: evening.act(acts.Stop()), {1, 2, 3}),
    "another name": (renamed, {1, 2, 3}),
}


@pytest.mark.parametrize(("do", "tables"), CONCERNS.values(), ids=CONCERNS)
def test_only_those_hear_of_it_whom_it_concerns(make_evening: Any, do: Do, tables: set[int]) -> None:
    evening = make_evening(12, until="playing")
    evening.enter(2, a_hand(), by="table:2 seat:1")
    topics = [Topic(evening.evening.pk, table) for table in (0, 1, 2, 3)]
    before = live.versions(topics)
    do(evening)
    after = live.versions(topics)
    assert {topic.table for topic in topics if before[topic] != after[topic]} == {0, *tables}


def test_a_page_that_asks_gets_the_version_of_its_table(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, until="playing")
    phone = sit(evening, 3)
    page = phone.look().content.decode()
    address = re.search(r'data-version-url="([^"]+)"\s+data-version="(\d+)"', page)
    assert address is not None
    evening.enter(2, a_hand())
    known = {"If-None-Match": f'"{address[2]}"'}
    assert Client().get(address[1], headers=known).status_code == 304
    evening.enter(3, a_hand())
    assert Client().get(address[1], headers=known).status_code == 200


def test_the_phones_of_a_table_have_one_form_and_a_key_each(table: Any) -> None:
    ours, theirs = table(1), table(2)
    pages = [phone.look().content.decode() for phone in (ours, theirs)]
    keys = [KEY.findall(page) for page in pages]
    assert [len(found) for found in keys] == [1, 1]
    assert keys[0] != keys[1]
    assert ours.save(a_hand()).status_code == 303


def test_what_one_phone_has_read_another_need_not_read(table: Any) -> None:
    ours, theirs = table(1), table(2)
    ours.save(a_hand())
    ours.look()
    assert len(asked(theirs.look)) == 1


def test_a_phone_that_follows_is_sent_what_has_changed_alone(table: Any) -> None:
    phone: Phone = table(1)
    seen, live_part = phone.seen, {"HX-Target": "live"}
    assert phone.news(seen, **live_part).status_code == 204
    phone.evening.enter(2, a_hand())
    part = phone.news(seen, **live_part).content.decode()
    assert ("<html" in part, 'id="table"' in part, 'id="live"' in part) == (False, False, True)
    phone.evening.act(acts.Stop())
    whole = phone.news(seen, **live_part).content.decode()
    assert ("<html" in whole, 'id="table"' in whole, 'id="live"' in whole) == (False, True, True)


def test_nobody_sees_the_table_of_others(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, until="playing")
    pages = [sit(evening, number).text() for number in (1, 2)]
    players = {player.name for player in evening.players}
    assert not {name for name in players if all(name in page for page in pages)}
