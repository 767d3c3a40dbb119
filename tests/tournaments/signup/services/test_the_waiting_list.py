"""Laws of the waiting list, whatever people do in whatever order."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club
from tournaments.signup.announcements import placed_now
from tournaments.signup.models import Announcement, SignUp

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


@given(sizes)
def test_without_a_limit_everybody_is_placed(waiting: list[int]) -> None:
    assert placed_now(waiting, None) == list(range(len(waiting)))


@pytest.mark.django_db
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
