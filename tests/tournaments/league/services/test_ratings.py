"""Ratings follow the published evenings of a club or of a federation, however they were worked out."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.people import BY, a_club, a_federation
from tests.tournaments.league.services.test_tables import turn_round
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.reads.access import Visitor
from tournaments.club.roles import Audience
from tournaments.league.models import Federation, FederationClub, FederationRatingPoint, RatingPoint
from tournaments.league.reads.ratings import RatedPerson, people_rated
from tournaments.league.services import bonds, federations, ledger, ratings
from tournaments.operations import health
from tournaments.work import runner
from tournaments.work.models import Job

DAYS = [date(2026, 10, day) for day in (2, 9, 16, 23)]


def played(club: Club, day: date, players: int = 8, **settings: object) -> AnEvening:
    at = START.replace(year=day.year, month=day.month, day=day.day)
    return an_evening(club, players, at=at, until="published", rounds=1, **settings)


def points(of: Any = RatingPoint) -> list[tuple[object, ...]]:
    columns = ("game", "player", "evening", "mu", "sigma", "games")
    return list(of.objects.order_by("date", "evening", "game", "player").values_list(*columns))


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


def test_slices_of_any_size_give_the_same_numbers(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in DAYS:
        played(club, day)
    do_all_work(START)
    told = points()
    for size in (1, 3, 10):
        RatingPoint.objects.all().delete()
        monkeypatch.setattr(ratings, "SLICE", size)
        asked = ledger.ask_ratings(club, "chantecler", at=START)
        progress = []
        while Job.objects.waiting().filter(pk=asked.pk).exists():
            runner.run(asked.pk, clock=lambda: START)
            asked.refresh_from_db()
            progress.append((asked.done, asked.total))
        assert points() == told, size
        assert progress == [(min(size * step, 4), 4) for step in range(1, -(-4 // size) + 1)]


def test_what_is_asked_for_from_later_on_is_done_on_the_way(club: Club) -> None:
    evenings = [played(club, day).evening for day in DAYS]
    do_all_work(START)
    told = points()
    Job.objects.all().delete()
    asked = [ledger.ask_ratings(club, "chantecler", evening=evenings[n], at=START) for n in (1, 2, 1, 3)]
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
    turn_round(evenings[1])
    evenings[1].step_to("published")
    do_all_work(START)
    after = {row.evening_id: row.pk for row in RatingPoint.objects.all()}
    first, second, third = (evening.evening.pk for evening in evenings)
    assert after[first] == before[first]
    assert after[second] != before[second]
    assert after[third] != before[third]


def test_people_who_met_in_every_game_have_their_ratings_again_when_they_are_two(club: Club) -> None:
    players = played(club, DAYS[0], 4).players
    do_all_work(START)
    told = points()
    merge = bonds.merge(duplicate=players[0], into=players[1], reason="a slip", **BY)
    do_all_work(START)
    assert points() == [], "a game against or beside oneself counts for nobody"
    bonds.undo(merge=merge, **BY)
    do_all_work(START)
    assert points() == told


@pytest.fixture
def owls() -> Club:
    return a_club("Owl Club")


def rated(federation: Federation) -> dict[str, RatedPerson]:
    do_all_work(START)
    found = people_rated(federation, "chantecler", Visitor(AnonymousUser()))
    return {", ".join(f"{one.name} {one.club.name}" for one in person.players): person for person in found}


def clubs_in(found: dict[str, RatedPerson]) -> set[str]:
    return {player.club.name for person in found.values() for player in person.players}


def test_evenings_of_all_clubs_count_also_those_of_before_they_came_in(club: Club, owls: Club) -> None:
    played(club, DAYS[0])
    made = a_federation(club, [owls])
    played(owls, date(2026, 10, 9))
    played(a_club("Elsewhere"), DAYS[0])
    assert clubs_in(rated(made)) == {"Rooster Club", "Owl Club"}
    assert FederationRatingPoint.objects.count() == 16


def test_people_of_two_clubs_are_two_until_both_clubs_say_otherwise(club: Club, owls: Club) -> None:
    here, there = played(club, DAYS[0]), played(owls, date(2026, 10, 9))
    one, other = here.players[0], there.players[0]
    made = a_federation(club, [owls])
    before = rated(made)
    assert before[f"{one.name} Rooster Club"].rating.games == 1
    bond = bonds.ask(federation=made, one=one, other=other, **BY)
    assert rated(made).keys() == before.keys()
    bonds.agree(bond=bond, **BY)
    after = rated(made)
    assert after[f"{one.name} Rooster Club, {other.name} Owl Club"].rating.games == 2
    assert f"{other.name} Owl Club" not in after
    bonds.end(bond=bond, **BY)
    assert rated(made) == before
    assert RatingPoint.objects.filter(games__gt=1).count() == 0, "the clubs' own ratings know no bonds"


def test_who_is_merged_in_a_club_is_one_here_too(club: Club, owls: Club) -> None:
    here = played(club, DAYS[0])
    made = a_federation(club, [owls])
    one, other = here.players[:2]
    assert f"{other.name} Rooster Club" in rated(made)
    bonds.merge(duplicate=other, into=one, **BY)
    assert f"{other.name} Rooster Club" not in rated(made)


def test_only_people_whom_a_club_shows_are_listed(club: Club, owls: Club) -> None:
    here, there = played(club, DAYS[0]), played(owls, date(2026, 10, 9))
    made = a_federation(club, [owls])
    bond = bonds.ask(federation=made, one=here.players[0], other=there.players[0], **BY)
    bonds.agree(bond=bond, **BY)
    Club.objects.filter(pk=owls.pk).update(players_for=Audience.NOBODY)
    found = rated(made)
    assert clubs_in(found) == {"Rooster Club"}
    assert found[f"{here.players[0].name} Rooster Club"].rating.games == 2


def test_a_club_that_has_left_is_not_listed_but_its_evenings_count(club: Club, owls: Club) -> None:
    played(club, DAYS[0]), played(owls, date(2026, 10, 9))
    made = a_federation(club, [owls])
    rated(made)
    before = points(FederationRatingPoint)
    end = START + timedelta(days=1)
    federations.end(row=FederationClub.objects.get(club=owls), by="user:1", at=end)
    assert clubs_in(rated(made)) == {"Rooster Club"}
    assert points(FederationRatingPoint) == before
    played(owls, date(2026, 12, 4))
    do_all_work(START)
    assert points(FederationRatingPoint) == before


def test_the_list_asks_equally_often_however_many_there_are(club: Club, owls: Club) -> None:
    made = a_federation(club, [owls])
    counts = []
    for where, day in ((club, 2), (owls, 9)):
        played(where, date(2026, 10, day))
        do_all_work(START)
        counts.append(len(asked(lambda: people_rated(made, "chantecler", Visitor(AnonymousUser())))))
    assert counts == [6, 6]


@pytest.mark.parametrize(
    ("seconds", "is_done", "told"),
    [(30, False, False), (90, False, True), (90, True, False)],
    ids=["asked for just now", "left lying", "done"],
)
def test_work_waits(
    club: Club, seconds: int, monkeypatch: pytest.MonkeyPatch, *, is_done: bool, told: bool
) -> None:
    monkeypatch.setattr(health, "has_settled", lambda: True)
    asked = ledger.ask_ratings(club, "chantecler", at=START)
    if is_done:
        runner.run(asked.pk, clock=lambda: START)
    found = health.troubles(at=START + timedelta(seconds=seconds))
    assert bool(found) is told
