"""Saying that one comes: places, the waiting list, names, and what nobody can do."""

from __future__ import annotations

import pytest

from scoring.faults import Faults
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import said
from tournaments.club.models import Club
from tournaments.club.services.tokens import hashed
from tournaments.evening import acts
from tournaments.evening.services.perform import perform
from tournaments.signup import announcements, sign_ups
from tournaments.signup.lists import listed, listed_twice
from tournaments.signup.models import Announcement, SignUp

pytestmark = pytest.mark.django_db


def refused(what: object) -> list[str]:
    with pytest.raises(Faults) as caught:
        what()  # type: ignore[operator]
    return said(caught.value)


def test_whoever_signs_up_has_a_place_as_long_as_there_is_one(club: Club) -> None:
    evening = AList.made(club, places=3)
    evening.sign_up("Ada", "Bob")
    evening.sign_up("Clara")
    evening.sign_up("Dan")
    assert evening.names(placed=True) == ["Ada", "Clara"]
    assert evening.names(placed=False) == ["Dan"]


def test_without_a_limit_everybody_has_a_place(club: Club) -> None:
    evening = AList.made(club)
    for name in ("Ada", "Bob", "Clara"):
        evening.sign_up(name, f"{name}'s friend")
    assert evening.names(placed=True) == ["Ada", "Bob", "Clara"]


def test_the_link_is_kept_as_its_hash_alone(club: Club) -> None:
    row, token = AList.made(club).sign_up_with_link("Ada")
    assert row.token_hash == hashed(token)
    assert len(token) >= 40
    assert token not in str(SignUp.objects.values().get())


def test_a_place_given_back_goes_to_the_first_waiting_who_fit(club: Club) -> None:
    evening = AList.made(club, places=2)
    ada = evening.sign_up("Ada")
    evening.sign_up("Bob")
    evening.sign_up("Clara", "Dan")
    evening.sign_up("Eve")
    evening.withdraw(ada)
    assert evening.names(placed=True) == ["Bob", "Eve"]
    assert evening.names(placed=False) == ["Clara"]


def test_more_places_go_to_those_who_wait_in_order(club: Club) -> None:
    evening = AList.made(club, places=1)
    for name in ("Ada", "Bob", "Clara", "Dan"):
        evening.sign_up(name)
    evening.announce(places=3)
    assert evening.names(placed=True) == ["Ada", "Bob", "Clara"]
    evening.announce(places=None)
    assert evening.names(placed=False) == []


def test_fewer_places_take_nobodys_place_and_give_none_until_there_is_room(club: Club) -> None:
    evening = AList.made(club, places=3)
    rows = [evening.sign_up(name) for name in ("Ada", "Bob", "Clara", "Dan")]
    evening.announce(places=1)
    assert evening.names(placed=True) == ["Ada", "Bob", "Clara"]
    evening.withdraw(rows[0])
    evening.withdraw(rows[1])
    assert evening.names(placed=True) == ["Clara"]
    evening.withdraw(rows[2])
    assert evening.names(placed=True) == ["Dan"]


def test_to_withdraw_twice_is_no_error_and_gives_no_second_place_away(club: Club) -> None:
    evening = AList.made(club, places=1)
    ada = evening.sign_up("Ada")
    for name in ("Bob", "Clara"):
        evening.sign_up(name)
    evening.withdraw(ada)
    before = SignUp.objects.get(pk=ada.pk).withdrawn_at
    evening.withdraw(ada)
    assert evening.names(placed=True) == ["Bob"]
    assert SignUp.objects.get(pk=ada.pk).withdrawn_at == before


def test_whoever_comes_back_joins_the_end_of_the_list_with_the_same_link(club: Club) -> None:
    evening = AList.made(club, places=1)
    ada = evening.sign_up("Ada")
    evening.sign_up("Bob")
    evening.sign_up("Clara")
    evening.withdraw(ada)
    again = evening.come_back(ada)
    assert evening.names(placed=True) == ["Bob"]
    assert evening.names(placed=False) == ["Clara", "Ada"]
    assert again.token_hash == ada.token_hash
    assert evening.come_back(ada).pk == again.pk, "twice is once"
    assert SignUp.objects.count() == 4, "no row goes"


def test_whoever_comes_back_does_not_pass_two_who_wait_for_a_second_place(club: Club) -> None:
    evening = AList.made(club, places=2)
    ada = evening.sign_up("Ada")
    bob = evening.sign_up("Bob")
    evening.sign_up("Clara", "Dan")
    evening.withdraw(ada)
    evening.come_back(ada)
    assert evening.names(placed=False) == ["Clara", "Ada"]
    evening.sign_up("Eve")
    assert evening.names(placed=True) == ["Bob", "Ada"], "the next who fits"
    evening.withdraw(bob)
    assert evening.names(placed=True) == ["Ada", "Eve"]


def test_whoever_brings_somebody_looks_for_no_partner(club: Club) -> None:
    evening = AList.made(club)
    assert evening.sign_up("Ada", seeks_partner=True).seeks_partner
    assert not evening.sign_up("Bob", "Clara", seeks_partner=True).seeks_partner


@pytest.mark.parametrize(
    ("name", "companion", "field"),
    [
        pytest.param("ada  MARSH", "", "name", id="case and spaces aside"),
        pytest.param("Bob", "", "name", id="who was brought"),
        pytest.param("Clara", "Ada Marsh", "companion", id="to bring who comes"),
        pytest.param("Clara", "clara", "companion", id="to bring oneself"),
    ],
)
def test_officers_add_a_name_once(club: Club, name: str, companion: str, field: str) -> None:
    evening = AList.made(club)
    evening.sign_up("Ada Marsh", "Bob")
    assert refused(lambda: evening.add(name, companion)) == [f"{field} name-twice"]


def test_visitors_are_not_told_whether_a_name_is_listed_and_officers_are(club: Club) -> None:
    evening = AList.made(club)
    rows = [evening.sign_up(*names) for names in (("Ada",), ("Bob", "ada"), ("Clara",), ("Bob",))]
    assert all(row.placed_at for row in rows)
    assert listed_twice(listed(evening.evening)) == {row.pk for row in rows} - {rows[2].pk}
    assert refused(lambda: evening.sign_up("Dan", "dan")) == ["companion name-twice"]


def test_a_name_is_free_again_for_whoever_withdrew(club: Club) -> None:
    evening = AList.made(club)
    evening.withdraw(evening.sign_up("Ada"))
    evening.sign_up("Ada")
    assert evening.names(placed=True) == ["Ada"]


def closed_by_the_announcement(evening: AList) -> None:
    evening.announce(takes_sign_ups=False)


def closed_by_withdrawing(evening: AList) -> None:
    announcements.withdraw(announcement=evening.row, at=evening.clock())


def closed_by_the_doors(evening: AList) -> None:
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())


def closed_by_calling_off(evening: AList) -> None:
    perform(evening=evening.evening, act=acts.Abandon(reason="snow"), by="user:1", at=evening.clock())


def closed_by_the_calendar(evening: AList) -> None:
    type(evening.evening).objects.update(date=evening.at.date().replace(day=1))


@pytest.mark.parametrize(
    "close",
    [
        closed_by_the_announcement,
        closed_by_withdrawing,
        closed_by_the_doors,
        closed_by_calling_off,
        closed_by_the_calendar,
    ],
)
def test_nobody_signs_up_for_an_evening_that_takes_nobody(club: Club, close: object) -> None:
    evening = AList.made(club)
    close(evening)  # type: ignore[operator]
    assert refused(lambda: evening.sign_up("Ada")) == [" closed"]


def test_an_officer_adds_people_though_visitors_cannot_sign_up_until_the_seats_are_drawn(club: Club) -> None:
    evening = AList.made(club, takes_sign_ups=False)
    assert evening.add("Ada").placed_at
    closed_by_the_doors(evening)
    assert evening.add("Bob").placed_at
    type(evening.evening).objects.update(status="seated")
    assert refused(lambda: evening.add("Clara")) == [" closed"]


def test_an_evening_whose_seats_are_drawn_is_not_announced(club: Club) -> None:
    evening = AList.made(club)
    type(evening.evening).objects.update(status="seated")
    assert refused(evening.announce) == [" too-late"]


@pytest.mark.parametrize("places", [0, 401])
def test_no_room_has_so_many_places(club: Club, places: int) -> None:
    assert refused(lambda: AList.made(club, places=places)) == ["places out-of-range"]


def test_a_note_has_an_end(club: Club) -> None:
    assert refused(lambda: AList.made(club, note="a" * 301)) == ["note too-long"]


def test_a_list_has_an_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "MOST_LIVE", 2)
    evening = AList.made(club)
    ada = evening.sign_up("Ada")
    evening.sign_up("Bob")
    assert refused(lambda: evening.sign_up("Clara")) == [" too-many"]
    evening.withdraw(ada)
    evening.sign_up("Clara")


def test_coming_and_going_has_an_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "MOST_ROWS", 3)
    evening = AList.made(club)
    ada = evening.sign_up("Ada")
    for _ in "ab":
        evening.withdraw(ada)
        ada = evening.come_back(ada)
    evening.withdraw(ada)
    assert refused(lambda: evening.come_back(ada)) == [" too-many"]


def test_an_announcement_that_was_withdrawn_comes_back_with_its_list(club: Club) -> None:
    evening = AList.made(club)
    evening.sign_up("Ada")
    first = evening.row
    announcements.withdraw(announcement=first, at=evening.clock())
    assert Announcement.objects.filter(withdrawn_at__isnull=False).exists()
    evening.announce(places=8)
    assert Announcement.objects.get(withdrawn_at__isnull=True).pk == first.pk
    assert evening.names(placed=True) == ["Ada"]
