"""Saying that one comes: places, the waiting list, names, and what nobody can do."""

from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.conftest import START
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything, refused, said
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import ERASED
from tournaments.club.services import clubs
from tournaments.club.services.members import erase_names
from tournaments.club.services.tokens import hashed
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services.perform import perform
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import NewAnnouncement, placed_now, plan_several
from tournaments.signup.lists import listed, listed_twice
from tournaments.signup.models import Announcement, SignUp


def refusal(what: Callable[[], object]) -> list[str]:
    with pytest.raises(Faults) as caught:
        what()
    return said(caught.value)


def test_the_link_is_kept_as_its_hash_alone(club: Club) -> None:
    row, token = AList.made(club).sign_up_with_link("Ada")
    assert row.token_hash == hashed(token)
    assert len(token) >= 40
    assert token not in str(SignUp.objects.values().get())


def test_whoever_withdraws_even_twice_and_comes_back_joins_the_end_of_the_list_with_the_same_link(
    club: Club,
) -> None:
    evening = AList.made(club, places=1)
    ada = evening.sign_up("Ada")
    evening.sign_up("Bob")
    evening.sign_up("Clara")
    evening.withdraw(ada)
    before = SignUp.objects.get(pk=ada.pk).withdrawn_at
    evening.withdraw(ada)
    assert evening.names(placed=True) == ["Bob"]
    assert SignUp.objects.get(pk=ada.pk).withdrawn_at == before
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
    assert refusal(lambda: evening.add(name, companion)) == [f"{field} name-twice"]


def test_visitors_are_not_told_whether_a_name_is_listed_and_officers_are(club: Club) -> None:
    evening = AList.made(club)
    rows = [evening.sign_up(*names) for names in (("Ada",), ("Bob", "ada"), ("Clara",), ("Bob",))]
    assert all(row.placed_at for row in rows)
    assert listed_twice(listed(evening.evening)) == {row.pk for row in rows} - {rows[2].pk}
    assert refusal(lambda: evening.sign_up("Dan", "dan")) == ["companion name-twice"]


def test_a_name_is_free_again_for_whoever_withdrew(club: Club) -> None:
    evening = AList.made(club)
    evening.withdraw(evening.sign_up("Ada"))
    evening.add("Ada")
    assert evening.names(placed=True) == ["Ada"]


@pytest.mark.parametrize(
    "close",
    [
        lambda evening: evening.announce(takes_sign_ups=False),
        AList.withdraw_the_announcement,
        AList.open_doors,
        AList.call_off,
        AList.let_its_day_pass,
    ],
    ids=["by the announcement", "by withdrawing it", "by the doors", "by calling it off", "by its day"],
)
def test_nobody_signs_up_for_an_evening_that_is_closed(club: Club, close: Callable[[AList], object]) -> None:
    evening = AList.made(club)
    close(evening)
    assert refusal(lambda: evening.sign_up("Ada")) == [" closed"]


def test_an_officer_adds_people_though_visitors_cannot_sign_up_until_the_seats_are_drawn(club: Club) -> None:
    evening = AList.made(club, takes_sign_ups=False)
    assert evening.add("Ada").placed_at
    evening.open_doors()
    assert evening.add("Bob").placed_at
    type(evening.evening).objects.update(status="seated")
    assert refusal(lambda: evening.add("Clara")) == [" closed"]
    assert refusal(evening.announce) == [" too-late"]


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"places": 0}, "places out-of-range"),
        ({"places": 401}, "places out-of-range"),
        ({"note": "a" * 301}, "note too-long"),
    ],
)
def test_what_cannot_be_announced(club: Club, told: dict[str, Any], fault: str) -> None:
    assert refusal(lambda: AList.made(club, **told)) == [fault]


def test_a_list_has_an_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "MOST_LIVE", 2)
    evening = AList.made(club)
    ada = evening.sign_up("Ada")
    evening.sign_up("Bob")
    assert refusal(lambda: evening.sign_up("Clara")) == [" too-many"]
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
    assert refusal(lambda: evening.come_back(ada)) == [" too-many"]


def test_an_announcement_that_was_withdrawn_comes_back_with_its_list(club: Club) -> None:
    evening = AList.made(club)
    evening.sign_up("Ada")
    first = evening.row
    announcements.withdraw(announcement=first, at=evening.clock())
    assert Announcement.objects.filter(withdrawn_at__isnull=False).exists()
    evening.announce(places=8)
    assert Announcement.objects.get(withdrawn_at__isnull=True).pk == first.pk
    assert evening.names(placed=True) == ["Ada"]


def test_the_name_goes_from_every_list_with_the_link(club: Club) -> None:
    clubs.add_names(club=club, names=["Ada Marsh"], at=START)
    first, second = AList.made(club), AList.made(club, name="Another")
    row, _token = first.sign_up_with_link("ÁDA Marsh", "Bob")
    second.sign_up("Clara", "Ada Marsh")
    second.withdraw(second.sign_up("Dan"))
    erase_names(player=Player.objects.get(name="Ada Marsh"))
    assert "da marsh" not in str(everything()).casefold()
    row.refresh_from_db()
    assert (row.name, row.companion, row.token_hash, row.people) == (ERASED, "Bob", "", 2)
    assert lists.listed(second.evening)[0].companion == ERASED
    assert [guest.name for guest in lists.guests_of(second.evening)] == ["Clara"]


def test_two_who_are_erased_stand_in_one_list(club: Club) -> None:
    clubs.add_names(club=club, names=["Ada", "Bob"], at=START)
    evening = AList.made(club)
    for name in ("Ada", "Bob"):
        evening.sign_up(name)
    for player in Player.objects.all():
        erase_names(player=player)
    assert [row.name for row in lists.listed(evening.evening)] == [ERASED, ERASED]
    assert evening.sign_up("Ada").placed_at


def test_another_club_keeps_its_lists(club: Club, director: object) -> None:
    other = clubs.make_club(name="Other", director=director, time_zone="UTC", at=START)  # type: ignore[arg-type]
    clubs.add_names(club=club, names=["Ada"], at=START)
    evening = AList.made(other)
    evening.sign_up("Ada")
    erase_names(player=Player.objects.get(name="Ada"))
    assert evening.names(placed=True) == ["Ada"]


DAYS = [date(2027, 1, 8), date(2027, 2, 12)]
PLAN = {"game": "chantecler", "rounds": 3}


def planned(club: Club, **changes: Any) -> list[Evening]:
    told = {
        "name": "Friday",
        "days": DAYS,
        "plan": PLAN,
        "told": NewAnnouncement(starts=time(19, 30), places=8),
        **changes,
    }
    return plan_several(club=club, by="user:1", at=START, **told)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        pytest.param({"name": " "}, "name empty", id="no name"),
        pytest.param({"plan": {"game": "croquet"}}, "plan.game unknown-game", id="no game of ours"),
        pytest.param({"days": []}, "days how-many", id="no day"),
        pytest.param({"days": [date(2027, 1, 1)] * 13}, "days how-many", id="too many days"),
        pytest.param({"days": [date(2027, 3, 5), date(2027, 1, 8)]}, "days already-there", id="one is there"),
    ],
)
def test_where_one_is_refused_none_is_made(club: Club, changes: dict[str, Any], fault: str) -> None:
    planned(club, days=[date(2027, 1, 8)])
    with refused(fault):
        planned(club, **{"days": [date(2027, 2, 12)], **changes})


def test_another_takes_the_day_of_one_that_was_called_off(club: Club) -> None:
    for evening in planned(club):
        perform(evening=evening, act=acts.Abandon(reason="snow"), by="user:1", at=START)
    assert len(planned(club)) == 2


sizes = st.lists(st.integers(1, 2), max_size=12)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("alone"), st.just(0)),
        st.tuples(st.just("together"), st.just(0)),
        st.tuples(st.just("withdraw"), st.integers(0, 20)),
        st.tuples(st.just("back"), st.integers(0, 20)),
        st.tuples(st.just("places"), st.integers(0, 6)),
    ),
    max_size=14,
)


@given(sizes, st.integers(-3, 12))
def test_who_is_placed_fits_and_whoever_fits_is_placed(waiting: list[int], free: int) -> None:
    found = placed_now(waiting, free)
    assert found == sorted(set(found))
    taken = sum(waiting[place] for place in found)
    assert taken <= max(free, 0)
    left = [needed for place, needed in enumerate(waiting) if place not in found]
    assert all(needed > free - taken for needed in left)


@given(sizes, st.integers(0, 12))
def test_of_those_who_need_as_many_places_the_first_are_placed(waiting: list[int], free: int) -> None:
    found = Counter(waiting[place] for place in placed_now(waiting, free))
    for needed in (1, 2):
        alike = [place for place, size in enumerate(waiting) if size == needed]
        assert set(alike[: found[needed]]) <= set(placed_now(waiting, free))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_nobody_loses_a_place_and_none_is_given_twice(club: Club, steps: list[tuple[str, int]]) -> None:
    Announcement.objects.all().delete()
    evening = AList.made(club, places=4)
    rows: list[SignUp] = []
    back: set[int] = set()
    for count, (step, number) in enumerate(steps):
        had = set(SignUp.objects.filter(placed_at__isnull=False).values_list("pk", "placed_at"))
        if step == "places":
            evening.announce(places=number or None)
        elif step in ("alone", "together"):
            rows.append(evening.sign_up(f"P{count}", f"Q{count}" if step == "together" else ""))
        elif rows:
            chosen = rows[number % len(rows)]
            if step == "withdraw":
                evening.withdraw(chosen)
            else:
                rows.append(evening.come_back(chosen))
                back.add(rows[-1].pk)
        check(evening, had, back)


def check(evening: AList, had: set[tuple[int, datetime | None]], back: set[int]) -> None:
    """The laws, after each step; `had` is who had a place before it, and since when, `back` who comes again."""
    placed = SignUp.objects.filter(placed_at__isnull=False)
    assert had <= set(placed.values_list("pk", "placed_at")), "somebody lost a place"
    live = evening.row.sign_ups.filter(withdrawn_at__isnull=True)
    taken = sum(row.people for row in live if row.placed_at)
    waiting = [row for row in live if not row.placed_at]
    limit = evening.row.places
    assert limit is not None or not waiting
    if limit is None:
        return
    new = [row for row in live if row.placed_at and (row.pk, row.placed_at) not in had]
    assert not new or taken <= limit, "more places were given than there are"
    assert all(row.people > limit - taken for row in waiting if row.pk not in back), (
        "a place is free that somebody waits for"
    )
    for row in new:
        ahead = [other for other in waiting if other.number < row.number and other.people <= row.people]
        assert not ahead, "somebody was passed over"
