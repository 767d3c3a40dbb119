"""Ratings follow the published evenings of a club, and are the same however they were worked out."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import an_evening
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.services.perform import perform
from tournaments.league.models import RatingPoint
from tournaments.league.services import bonds, ledger, ratings
from tournaments.work import runner
from tournaments.work.models import Job

pytestmark = pytest.mark.django_db

DAYS = [date(2026, 10, day) for day in (2, 9, 16, 23)]


def played(club: Club, day: date, players: int = 8, **settings: object) -> AnEvening:
    at = START.replace(year=day.year, month=day.month, day=day.day)
    return an_evening(club, players, at=at, until="published", rounds=1, **settings)


def points() -> list[tuple[object, ...]]:
    columns = ("game", "player", "evening", "mu", "sigma", "games")
    return list(RatingPoint.objects.order_by("date", "evening", "game", "player").values_list(*columns))


def test_everybody_who_played_has_a_rating_after_the_evening(club: Club) -> None:
    evening = played(club, DAYS[0])
    do_all_work(START)
    winners = set(evening.evening.standings.filter(won_halves=2).values_list("ticket__player", flat=True))
    above = set(RatingPoint.objects.filter(mu__gt=25).values_list("player", flat=True))
    assert RatingPoint.objects.count() == 8
    assert above == winners


def test_each_game_has_ratings_of_its_own(club: Club) -> None:
    played(club, DAYS[0])
    played(club, DAYS[1], 4, game="ascot", movement="fixed", counting="points", name="Friday")
    do_all_work(START)
    assert {game for game, *_ in points()} == {"chantecler", "ascot"}


def test_the_order_in_which_evenings_are_published_changes_nothing(club: Club) -> None:
    for day in (DAYS[2], DAYS[0], DAYS[3], DAYS[1]):
        played(club, day)
        do_all_work(START)
    told = points()
    RatingPoint.objects.all().delete()
    ledger.ask_ratings(club, "chantecler", at=START)
    do_all_work(START)
    assert points() == told


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_slices_of_any_size_give_the_same_numbers_and_progress(
    club: Club, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    for day in DAYS:
        played(club, day)
    do_all_work(START)
    told = points()
    RatingPoint.objects.all().delete()
    monkeypatch.setattr(ratings, "SLICE", size)
    asked = ledger.ask_ratings(club, "chantecler", at=START)
    progress = []
    while Job.objects.waiting().filter(pk=asked.pk).exists():
        runner.run(asked.pk, clock=lambda: START)
        asked.refresh_from_db()
        progress.append((asked.done, asked.total))
    assert points() == told
    assert progress == [(min(size * step, 4), 4) for step in range(1, -(-4 // size) + 1)]


def test_what_is_asked_for_from_later_on_is_done_on_the_way(club: Club) -> None:
    evenings = [played(club, day).evening for day in DAYS]
    do_all_work(START)
    told = points()
    Job.objects.all().delete()
    asked = [
        ledger.ask_ratings(club, "chantecler", evening=evenings[place], at=START) for place in (1, 2, 1, 3)
    ]
    runner.run(asked[0].pk, clock=lambda: START)
    assert set(Job.objects.values_list("outcome", flat=True)) == {"done"}
    later = ledger.ask_ratings(club, "chantecler", evening=evenings[3], at=START)
    earlier = ledger.ask_ratings(club, "chantecler", evening=evenings[0], at=START)
    assert runner.run(earlier.pk, clock=lambda: START) is None, "it was asked for later"
    runner.run(later.pk, clock=lambda: START)
    earlier.refresh_from_db()
    assert earlier.outcome == "waiting", "who begins later does not do the work of who begins earlier"
    do_all_work(START)
    assert points() == told


def test_a_correction_leaves_what_was_before_it_alone(club: Club) -> None:
    evenings = [played(club, day) for day in DAYS[:3]]
    do_all_work(START)
    before = {row.evening_id: row.pk for row in RatingPoint.objects.all()}
    evenings[1].act(evenings_reopened)
    evenings[1].step_to("published")
    do_all_work(START)
    after = {row.evening_id: row.pk for row in RatingPoint.objects.all()}
    first, second, third = (evening.evening.pk for evening in evenings)
    assert after[first] == before[first]
    assert after[second] != before[second]
    assert after[third] != before[third]


def evenings_reopened(*, evening: Any, by: str, at: datetime) -> None:
    hand = evening.tables.get(number=2).hands.filter(live=True).earliest("pk")
    perform(
        evening=evening,
        act=acts.CorrectHand(
            round=1,
            table=2,
            number=hand.number,
            of=hand.entry.sequence,
            hand=None,
            seats="keep",
            cut="B",
            reason="a misdeal",
        ),
        by=by,
        at=at,
    )


def test_people_who_met_in_every_game_have_their_ratings_again_when_they_are_two(club: Club) -> None:
    players = played(club, DAYS[0], 4).players
    do_all_work(START)
    told = points()
    merge = bonds.merge(duplicate=players[0], into=players[1], by="user:1", at=START, reason="a slip")
    do_all_work(START)
    assert points() == [], "a game against or beside oneself counts for nobody"
    bonds.undo(merge=merge, by="user:1", at=START)
    do_all_work(START)
    assert points() == told


def test_two_players_who_are_one_person_have_one_rating_and_two_again_when_that_is_undone(club: Club) -> None:
    first = played(club, DAYS[0])
    other = played(club, DAYS[1], name="Other")
    do_all_work(START)
    told = points()
    merge = bonds.merge(
        duplicate=other.players[0], into=first.players[0], by="user:1", at=START, reason="married"
    )
    do_all_work(START)
    assert not RatingPoint.objects.filter(player=other.players[0]).exists()
    assert RatingPoint.objects.filter(player=first.players[0]).count() == 2
    bonds.undo(merge=merge, by="user:1", at=START)
    do_all_work(START)
    assert points() == told
