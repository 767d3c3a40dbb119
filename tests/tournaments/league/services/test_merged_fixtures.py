"""Results of fixtures out of an evening, and who is read as one person: they follow, come back, and wait."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import kept
from tests.tournaments.league.people import BY, a_club, a_federation, known, met, play_out, seated
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, Player
from tournaments.evening import acts
from tournaments.evening.services import results
from tournaments.league import acts as season_acts
from tournaments.league.acts import MakeFixtures, WithdrawEntrant
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.models import EntrantMember, Federation, PersonBond, PersonMerge, Season, SeasonEntry
from tournaments.league.reads.persons import bonds_in
from tournaments.league.services import bonds, entrants, ledger, seasons, tables
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.services.tables import leave_to_evening
from tournaments.league.web.fixture_words import entries_in_words
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.work import outbox
from tournaments.work.models import Job
from tournaments.work.runner import run


@dataclass
class Scene:
    """A season in which Ann has a fixture against `them`, whom "Anne" met at an evening; Ann was at none."""

    contest: AContest
    evening: AnEvening
    ann: Player
    anne: Player
    them: Player

    code: str

    @property
    def fixture(self) -> KeptFixture:
        return self.contest.seen.state.fixtures[self.code]

    @property
    def season(self) -> Season:
        return Season.objects.get(pk=self.contest.season.pk)

    def merge(self) -> PersonMerge:
        row = bonds.merge(duplicate=self.anne, into=self.ann, **BY)
        do_all_work(self.contest.at)
        return row

    def undo(self, row: PersonMerge) -> None:
        bonds.undo(merge=row, **BY)
        do_all_work(self.contest.at)

    def entries(self) -> list[SeasonEntry]:
        return list(self.contest.season.ledger.order_by("sequence"))


def scene(evening: AnEvening, anns: Club | None = None, **rules: Any) -> Scene:
    """The evening gives the fixture left to it no result; Ann is of the club `anns`, which then takes part."""
    club = evening.evening.club
    made = AContest.made(club, (0,), at=START, until="draft", **rules)
    if anns is not None:
        seasons.agree(asked=seasons.ask_club(league=made.season.league, club=anns, **BY), **BY)
    anne, them = seated(evening)[:2]
    (ann,) = known(anns or club, "Ann")
    people = [ann, them, *known(club, "Bo", "Cy")]
    made.act(entrants.enter, entries=[WantedEntrant([one]) for one in people])
    places = {number: EntrantPlace(place, 1) for number, place in {1: 1, 2: 4, 4: 2}.items()}
    made.act(season_acts.Arrange(places=places))
    made.act(season_acts.Open())
    made.act(MakeFixtures())
    mine = {"Ann", them.name}
    code = next(row.code for row in made.seen.fixtures if row.away and {row.home.name, row.away.name} == mine)
    made.act(leave_to_evening, code=code, evening=evening.evening)
    play_out(evening)
    do_all_work(made.at)
    found = Scene(made, evening, ann, anne, them, code)
    assert found.fixture.is_ahead
    return found


@pytest.fixture
def played(make_evening: Make) -> Scene:
    return kept("a scene", lambda: scene(make_evening(16, until="playing")))


def test_a_merge_gives_a_fixture_the_result_that_the_duplicate_made(played: Scene) -> None:
    before = len(played.entries())
    row = played.merge()
    assert played.fixture.status == "played"
    assert sum(played.fixture.games) >= 2
    (entry,) = played.entries()[before:]
    body = json.loads(entry.body)
    assert (entry.act, entry.by) == ("merge", "job")
    assert body["read"] == {str(played.anne.pk): str(played.ann.pk)}
    assert [one["status"] for one in body["before"]] == ["planned"]
    assert row.undone_at is None
    assert tables.check(played.season) == []
    rebuild(played.contest.season)
    assert tables.check(played.season) == []


def test_a_merge_that_is_undone_leaves_all_as_it_was_and_the_ledger_says_why(played: Scene) -> None:
    """In a season that is over, too."""
    played.contest.act(season_acts.Close())
    before, lines = played.contest.seen.state, played.contest.seen.divisions[0].lines
    row = played.merge()
    assert played.contest.seen.divisions[0].lines != lines
    told = entries_in_words(played.contest.season)[0].what
    assert told.startswith("Players are read as one person, and results of evenings follow that: ")
    assert "Ann" in told
    played.undo(row)
    told = entries_in_words(played.contest.season)[0].what
    assert told.startswith("Players are two people again, and results of evenings follow that: ")
    assert played.contest.seen.state == before
    assert played.contest.seen.divisions[0].lines == lines
    assert tables.check(played.season) == []


@pytest.mark.parametrize("last", ["the duplicate", "the one between"])
def test_whoever_is_read_as_the_entrant_through_another_counts_too(played: Scene, last: str) -> None:
    """Where Anne is Anna already, and Anna is found to be Ann, nobody names Anne."""
    (between,) = known(played.evening.evening.club, "Anna")
    merges = [(between, played.ann), (played.anne, between)]
    if last == "the one between":
        merges.reverse()
    for duplicate, into in merges:
        assert played.fixture.is_ahead
        row = bonds.merge(duplicate=duplicate, into=into, **BY)
        do_all_work(played.contest.at)
    assert played.fixture.status == "played"
    played.undo(row)
    assert played.fixture.is_ahead


@pytest.mark.parametrize("whose", ["nobody entered", "a season that is set up"])
def test_what_a_merge_does_not_touch_is_not_asked_for(played: Scene, whose: str) -> None:
    club = played.evening.evening.club
    one, other = known(club, "Pat", "Patty")
    if whose == "a season that is set up":
        days: dict[str, Any] = {"starts": date(2027, 9, 1), "ends": date(2028, 3, 1)}
        told: dict[str, Any] = {"name": "Next", "kind": "fixtures", "rules": {"games": ["chantecler"]}}
        draft = seasons.make_season(league=played.contest.season.league, **told, **days, **BY)
        entrants.enter(season=draft, entries=[WantedEntrant([one])], **BY)
    Job.objects.all().delete()
    bonds.merge(duplicate=other, into=one, **BY)
    assert not Job.objects.exists()


def test_the_next_publication_reads_them_as_one_as_well(played: Scene) -> None:
    played.merge()
    points = (0, 90) if played.fixture.winner == "home" else (90, 0)
    played.evening.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    length = len(played.entries())
    ledger.ask_season(played.contest.season, at=START)
    do_all_work(played.contest.at)
    assert len(played.entries()) == length, "what is being corrected is waited for"
    played.evening.act(results.request_publication)
    played.evening.work()
    assert played.entries()[-1].act == "move"


@pytest.fixture
def union(club: Club) -> Federation:
    return a_federation(club, [a_club("Owl Club")])


@pytest.fixture
def shared(make_evening: Make, union: Federation) -> Scene:
    """Ann of the owls has a fixture against somebody whom Anne, of the club, met at an evening."""
    return scene(make_evening(16, until="playing"), Club.objects.get(name="Owl Club"))


def bind(shared: Scene, union: Federation) -> PersonBond:
    row = bonds.ask(federation=union, one=shared.anne, other=shared.ann, **BY)
    bonds.agree(bond=row, **BY)
    do_all_work(shared.contest.at)
    return row


def test_a_fixture_follows_whoever_is_bound_and_back(shared: Scene, union: Federation) -> None:
    row = bind(shared, union)
    assert shared.fixture.status == "played"
    bonds.end(bond=row, **BY)
    do_all_work(shared.contest.at)
    assert shared.fixture.is_ahead


def test_nobody_is_bound_who_would_be_in_a_season_twice(shared: Scene, union: Federation, club: Club) -> None:
    bo = club.players.get(name="Bo")
    with refused("other both-entered"):
        bonds.ask(federation=union, one=bo, other=shared.ann, **BY)
    number = EntrantMember.objects.get(player=bo).entrant.number
    shared.contest.act(WithdrawEntrant(number=number))
    bonds.agree(bond=bonds.ask(federation=union, one=bo, other=shared.ann, **BY), **BY)
    assert bonds_in(union) == [(str(bo.pk), str(shared.ann.pk))]


CODE = "1:1.1"


@pytest.fixture
def friday(make_evening: Make) -> AnEvening:
    """An evening of four tables of couples over three rounds, published."""
    return make_evening(players=16, until="published")


def test_a_corrected_evening_turns_its_fixture_when_it_is_published(friday: AnEvening) -> None:
    """In a season that is over, too."""
    made = met(friday)
    made.act(tables.leave_to_evening, code=CODE, evening=friday.evening)
    before = made.seen.state.fixtures[CODE]
    made.act(season_acts.Close())
    length = Season.objects.get(pk=made.season.pk).ledger_length
    tables.follow_publication(friday.evening, by="job", at=made.who["at"])
    assert Season.objects.get(pk=made.season.pk).ledger_length == length
    points = (0, 90) if before.winner == "home" else (90, 0)
    friday.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    assert made.seen.state.fixtures[CODE] == before
    friday.act(results.request_publication)
    friday.work()
    assert made.seen.state.fixtures[CODE].points != before.points
    entry = made.season.ledger.latest("sequence")
    assert (entry.act, json.loads(entry.body)["publication"]) == ("move", 2)
    assert differences(made.season) == []


def test_an_evening_that_is_being_corrected_is_waited_for(friday: AnEvening) -> None:
    made = met(friday)
    friday.act(acts.AdjustGame(round=1, table=1, points=(0, 90), reason="a torn card"))
    made.act(tables.leave_to_evening, code=CODE, evening=friday.evening)
    assert made.seen.state.fixtures[CODE].is_ahead
    friday.act(results.request_publication)
    friday.work()
    assert made.seen.state.fixtures[CODE].status == "played"


HANDICAP = {"per": 2, "most": 1000, "least_games": 0}


def behind(evening: AnEvening, outcome: str) -> Job:
    asked = ledger.ask_ratings(evening.evening.club, "chantecler", at=START)
    Job.objects.filter(pk=asked.pk).update(outcome=outcome)
    return asked


@pytest.mark.parametrize("stage", ["waiting", "failed"])
def test_a_result_waits_for_the_ratings_its_handicaps_rest_on(make_evening: Make, stage: str) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening, handicap=HANDICAP)
    made.act(leave_to_evening, code=CODE, evening=evening.evening)
    asked = behind(evening, stage)
    play_out(evening)
    assert made.seen.state.fixtures[CODE].is_ahead
    mine = made.season.jobs.get()
    assert run(mine.pk, clock=lambda: made.at).outcome == "waiting"  # type: ignore[union-attr]
    assert made.seen.state.fixtures[CODE].is_ahead
    outbox.try_again(job=asked, at=made.at)
    do_all_work(made.at)
    assert made.seen.state.fixtures[CODE].status == "played"
    assert made.season.ledger.order_by("sequence").last().act == "take"  # type: ignore[union-attr]
    made.season.refresh_from_db()
    assert tables.check(made.season) == []


def test_without_handicaps_it_waits_for_nothing(make_evening: Make) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening)
    made.act(leave_to_evening, code=CODE, evening=evening.evening)
    behind(evening, "failed")
    play_out(evening)
    assert made.seen.state.fixtures[CODE].status == "played"


@pytest.mark.parametrize(("stage", "code"), [("waiting", "ratings-behind"), ("failed", "ratings-failed")])
def test_who_takes_a_result_meanwhile_is_told_to_wait(make_evening: Make, stage: str, code: str) -> None:
    evening = make_evening(players=8, until="published")
    do_all_work(START)
    made = met(evening, handicap=HANDICAP)
    behind(evening, stage)
    with refused(f"evening {code}"):
        made.act(leave_to_evening, code=CODE, evening=evening.evening)
