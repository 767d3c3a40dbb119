"""Codes that are typed: what they open, and how often one may guess."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, WrongGuesses
from tournaments.club.services import throttle
from tournaments.evening.models import TableLink
from tournaments.evening.services.links import link_code, renew_player_link, renew_table_link
from tournaments.signup import links
from tournaments.signup.sign_ups import close_door, door_code, door_token, open_door

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, 0, 15, tzinfo=UTC)
WRONG = "BBBBB-BBBBB"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time for the page, which stands still until a test moves it."""
    at = [NOON]
    monkeypatch.setattr("tournaments.signup.links.now", lambda: at[0])
    return at


def typed(code: str, client: Client | None = None, address: str = "192.0.2.1") -> Any:
    return (client or Client()).post("/t/", {"code": code}, REMOTE_ADDR=address)


def code_of_table(evening: AnEvening, number: int) -> str:
    links = TableLink.objects.filter(revoked_at__isnull=True)
    return link_code(links.get(table__evening=evening.evening, table__number=number))


def test_the_code_of_a_card_opens_its_table(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    phone = Phone(evening, 2)
    answer = typed(f" {code_of_table(evening, 2).lower()} ", phone.client)
    assert (answer.status_code, answer["Location"]) == (302, phone.url)
    assert answer["Cache-Control"] == "no-store"
    assert phone.look().status_code == 200


def test_the_code_of_a_ticket_opens_its_page(make_evening: Make) -> None:
    holder = Holder(make_evening(8, until="playing"), 2)
    assert typed(holder.code, holder.client)["Location"] == holder.url
    assert holder.look().status_code == 200


@pytest.mark.parametrize("ends", ["replaced", "ended", "the club is put away"])
def test_the_code_of_a_door_opens_what_its_pattern_opens_and_ends_with_it(club: Club, ends: str) -> None:
    doors = AList.made(club)
    code = open_door(evening=doors.evening, by="user:1", at=doors.clock())
    answer = typed(door_code(code).lower())
    assert (answer.status_code, answer["Location"]) == (302, f"/door/{door_token(code)}/")
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert not WrongGuesses.objects.exists()
    if ends == "replaced":
        new = open_door(evening=doors.evening, by="user:1", at=doors.clock())
        assert typed(door_code(new)).status_code == 302
    elif ends == "ended":
        close_door(evening=doors.evening, at=doors.clock())
    else:
        Club.objects.update(is_demo=True, put_away_at=NOON)
    assert typed(door_code(code)).status_code == 422
    assert WrongGuesses.objects.exists(), "what opens nothing any more is a wrong guess like others"


def test_a_code_that_was_replaced_opens_nothing_and_the_new_one_does(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder(evening)
    old = [holder.code, code_of_table(evening, 1)]
    renew_player_link(ticket=holder.ticket, at=evening.clock())
    renew_table_link(table=evening.evening.tables.get(number=1), at=evening.clock())
    assert [typed(code).status_code for code in old] == [422, 422]
    assert [typed(code).status_code for code in (holder.code, code_of_table(evening, 1))] == [302, 302]


@pytest.mark.parametrize("entered", ["", "ÄÄÄÄÄ-ÄÄÄÄÄ", "x" * 61, "\0" * 10])
def test_what_is_no_code_is_told_kept_and_not_counted(entered: str) -> None:
    answer = typed(entered)
    assert answer.status_code == 422
    assert "field__error" in answer.content.decode()
    assert not WrongGuesses.objects.exists()


def test_a_wrong_code_is_kept_in_the_form_and_counted_without_the_address() -> None:
    answer = typed(WRONG)
    assert answer.status_code == 422
    assert f'value="{WRONG}"' in answer.content.decode()
    assert sorted(WrongGuesses.objects.values_list("count", flat=True)) == [1, 1]
    assert not WrongGuesses.objects.filter(sender__contains=".").exists()


def test_the_form_can_be_looked_at_without_being_counted() -> None:
    answer = Client().get("/t/")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "strict-origin", "else a browser sends the form from origin null"
    assert not WrongGuesses.objects.exists()


def answers(count: int, **sent: Any) -> list[int]:
    """The statuses of so many wrong guesses."""
    return [typed(WRONG, **sent).status_code for _ in range(count)]


def test_after_thirty_wrong_codes_a_device_has_to_wait_for_the_next_minute(clock: list[datetime]) -> None:
    assert answers(31) == [422] * 30 + [429]
    with CaptureQueriesContext(connection) as asked:
        refused = typed(WRONG)
    assert not [one["sql"] for one in asked if not one["sql"].startswith("SELECT")], "it writes nothing"
    assert (refused.status_code, refused["Retry-After"]) == (429, "45")
    assert "in 45 seconds" in refused.content.decode()
    clock[0] += timedelta(seconds=45)
    assert typed(WRONG).status_code == 422


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """So many wrong codes a device may type here."""
    monkeypatch.setattr(links, "OF_A_DEVICE", 3)
    return 3


def test_a_right_code_opens_however_many_wrong_ones_came_from_its_address(
    make_evening: Make, few: int
) -> None:
    evening = make_evening(8, until="playing")
    guesser = Client()
    guesser.get("/t/", REMOTE_ADDR="192.0.2.1")
    assert answers(few + 1, client=guesser)[-1] == 429
    for sender in (Client(), guesser):
        assert typed(code_of_table(evening, 1), sender).status_code == 302


def test_each_device_of_a_room_has_wrong_codes_of_its_own(few: int) -> None:
    first, second = Client(), Client()
    for device in (first, second):
        device.get("/t/")
    assert answers(few + 1, client=first)[-1] == 429
    assert answers(few, client=second) == [422] * few


def test_guesses_from_many_devices_are_stopped(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "OF_AN_ADDRESS", 5)
    code = code_of_table(make_evening(8, until="playing"), 1)
    honest = Client()
    honest.get("/t/", REMOTE_ADDR="192.0.2.1")
    forged = [Client() for _ in range(7)]
    for number, device in enumerate(forged):
        device.cookies["typist"] = f"forged-{number}"
    assert [typed(WRONG, device).status_code for device in forged] == [422] * 5 + [429] * 2
    assert typed(code).status_code == 429, "whoever sends no form is not looked at"
    assert typed(code, honest).status_code == 302, "a device with wrong codes of its own left is"
    assert typed(code, address="192.0.2.2").status_code == 302, "and others are"


def test_a_room_behind_one_address_that_types_right_is_never_counted(make_evening: Make, few: int) -> None:
    code = code_of_table(make_evening(8, until="playing"), 1)
    assert {typed(code).status_code for _ in range(few + 2)} == {302}
    assert not WrongGuesses.objects.exists()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("2001:db8::1", "2001:db8::ffff:2", True, id="one house of IPv6"),
        pytest.param("2001:db8::1", "2001:db8:1::1", False, id="two houses of IPv6"),
        pytest.param("::ffff:192.0.2.1", "192.0.2.1", True, id="IPv4 told as IPv6"),
        pytest.param("::ffff:192.0.2.1", "::ffff:192.0.2.2", False, id="two of IPv4 told as IPv6"),
        pytest.param("", "192.0.2.1", False, id="no address"),
    ],
)
def test_addresses_that_one_person_can_choose_among_count_as_one(one: str, other: str, same: bool) -> None:
    senders = {throttle.address_of({"REMOTE_ADDR": address}) for address in (one, other)}
    assert len(senders) == (1 if same else 2)


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_tells(settings: Any) -> None:
    settings.BEHIND_PROXY = True
    for told in ("192.0.2.9", "10.0.0.1, 192.0.2.9", "192.0.2.8"):
        Client().post("/t/", {"code": WRONG}, headers={"X-Forwarded-For": told})
    assert sorted(WrongGuesses.objects.values_list("count", flat=True)) == [1, 1, 2, 2]


def test_where_the_proxy_tells_none_it_is_the_one_that_is_connected(settings: Any) -> None:
    settings.BEHIND_PROXY = True
    assert throttle.address_of({"REMOTE_ADDR": "192.0.2.7"}) == "192.0.2.7"


def test_old_counts_are_swept_away(clock: list[datetime]) -> None:
    typed(WRONG)
    clock[0] += timedelta(hours=2)
    typed(WRONG)
    assert WrongGuesses.objects.count() == 2
