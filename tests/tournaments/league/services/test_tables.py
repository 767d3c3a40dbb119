"""The tables of a season follow the evenings that are published, and nothing else."""

import json
from datetime import date, timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest

from scoring.derivation import coded
from tests.tournaments.a_season import FIRST_DAY, LAST_DAY, RULES, ASeason, places_of
from tests.tournaments.an_evening import BY, AnEvening, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.league.people import a_club, a_federation, joined
from tests.tournaments.the_rows import asked, refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.league import acts as season_acts
from tournaments.league.models import Federation, FederationClub, PersonBond, SeasonEvening
from tournaments.league.reads import persons, season_views
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.tables import forget
from tournaments.league.services import bonds, federations, ledger, seasons, tables
from tournaments.work import runner
from tournaments.work.models import Job

FIRST, SECOND = date(2026, 10, 2), date(2026, 10, 9)


def test_an_evening_that_is_published_gives_its_points(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(FIRST)
    places = places_of(evening.evening)
    # Four share the first place and four the fifth: in halves, the averages of 10 8 6 5 and of 4 3 2 1.
    assert season.totals() == {name: {1: 15, 5: 5}[place] for name, place in places.items()}
    assert season.acts() == ["make", "open", "take"]


def test_what_was_published_before_the_season_was_opened_counts_too(club: Club) -> None:
    draft = ASeason.made(club, until="draft")
    draft.play(FIRST)
    assert draft.lines() == []
    draft.act(season_acts.Open())
    draft.work()
    assert len(draft.lines()) == 8


def test_evenings_taken(club: Club) -> None:
    """Of its game and published, from its first day to its last."""
    season, one_day = ASeason.made(club), timedelta(days=1)
    for day in (FIRST_DAY - one_day, FIRST_DAY, LAST_DAY, LAST_DAY + one_day):
        season.play(day, 4, name=f"{day}")
    season.play(FIRST, 4, name="Ascot", game="ascot", movement="fixed", counting="points")
    season.play(FIRST, 4, name="Open", until="finished")
    taken = SeasonEvening.objects.filter(result__isnull=False)
    assert set(taken.values_list("evening__date", flat=True)) == {FIRST_DAY, LAST_DAY}
    assert {line.attended for line in season.lines()} == {1}
    assert len(season.lines()) == 8


def test_a_correction_moves_the_season_with_an_entry_that_says_who_moved(club: Club) -> None:
    season = ASeason.made(club)
    first = season.play(FIRST)
    season.play(SECOND)
    before = season.totals()
    turn_round(first)
    assert season.work() == []
    assert season.totals() == before, "what was published stays until it is published again"
    first.step_to("published")
    season.work()
    assert season.totals() != before
    entry = season.season.ledger.latest("sequence")
    body = json.loads(entry.body)
    assert (entry.act, body["before"], body["publication"]) == ("move", 1, 2)
    moved = {line["player"] for line in body["moved"]}
    names = {line.player_id: line.player.name for line in season.lines()}
    after = season.totals()
    assert {names[key] for key in moved} >= {name for name in after if after[name] != before[name]}


def turn_round(evening: AnEvening) -> None:
    """Correct a hand so that the other couple has won at the second table; the results are open then."""
    hand = Hand.objects.filter(table__evening=evening.evening, table__number=2, live=True).earliest("pk")
    evening.act(
        acts.CorrectHand(
            round=1,
            table=2,
            number=hand.number,
            of=hand.entry.sequence,
            hand=a_hand(couple="B", bidder=2),
            seats="keep",
            reason="misread",
        )
    )


def test_who_publishes_again_what_was_not_changed_moves_nobody(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(FIRST)
    written = season.season.jobs.latest("pk")
    ledger.evening_published(evening.evening, at=season.clock())
    season.work()
    assert season.acts() == ["make", "open", "take"]
    assert season.season.jobs.latest("pk").remark == coded("job.lines", number=0).as_data()
    assert written.remark == coded("job.lines", number=8).as_data()


def test_the_secretary_chooses_evenings(club: Club) -> None:
    season = ASeason.made(club, takes="chosen")
    evening = address_of(season.play(FIRST).evening)
    assert season.lines() == []
    for choice, counts in (("in", True), ("out", False), ("in", True), ("", False)):
        season.act(season_acts.Choose(evening=evening, choice=choice, reason="as was agreed"))
        season.work()
        assert bool(season.lines()) is counts, choice


def test_an_evening_is_void_for_a_reason_until_that_is_taken_back(club: Club) -> None:
    season = ASeason.made(club)
    evening = address_of(season.play(FIRST).evening)
    before = season.totals()
    with refused("reason empty"):
        season.act(season_acts.Choose(evening=evening, choice="out", reason=" "))
    for void, totals in ((True, {}), (False, before)):
        season.act(season_acts.DeclareVoid(evening=evening, void=void, reason="a card was missing"))
        season.work()
        assert season.totals() == totals


def test_only_what_an_evening_touches_is_worked_out_again(club: Club) -> None:
    friday = ASeason.made(club)
    other = ASeason.made(club, league="Another game", rules={"games": ["ascot"]})
    later = ASeason.made(club, league="Next year", starts=date(2028, 1, 1), ends=date(2028, 2, 1))
    Job.objects.all().delete()
    friday.play(FIRST)
    asked = set(Job.objects.filter(subject="season").values_list("subject_key", flat=True))
    assert friday.season.pk in asked
    assert later.season.pk not in asked
    assert other.lines() == []


def test_two_workers_with_one_season_do_its_work_once(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(FIRST)
    waiting = [ledger.ask_season(season.season, evening=evening.evening, at=season.clock()) for _ in range(3)]
    done = [runner.run(one.pk, clock=season.clock) for one in waiting]
    assert [one is None for one in done] == [False, True, True]


def test_tables_worked_out_again_from_nothing_are_the_same(club: Club) -> None:
    season = ASeason.made(club, rules={"best": 1, "missed": {"gives": "own_average"}})
    for day in (SECOND, FIRST, date(2026, 10, 16)):
        season.play(day, players=8 if day != FIRST else 12)
    kept = [(line.player_id, line.place, line.total, line.explanation) for line in season.lines()]
    season.season.lines.all().delete()
    forget()
    tables.recompute(season=season.season, by=BY, at=season.clock())
    assert [(line.player_id, line.place, line.total, line.explanation) for line in season.lines()] == kept


def test_one_evening_more_takes_as_many_statements_however_many_there_are(club: Club) -> None:
    season, counts = ASeason.made(club), []
    for day in (FIRST, SECOND, date(2026, 10, 16)):
        evening = AnEvening.made(club, 8, at=season.at.replace(month=10, day=day.day), rounds=1)
        evening.bring_to("published")
        one = partial(tables.recompute, season=season.season, by=BY, at=season.clock())
        counts.append(len(asked(partial(one, only=[evening.evening.pk]))))
    assert counts[1] == counts[2]


def test_rules_changed_under_way_hold_from_the_first_evening(club: Club) -> None:
    season = ASeason.made(club)
    season.play(FIRST)
    rules = {**RULES, "points": {"by": "games_won"}}
    told: dict[str, Any] = {"called": "Season 1", "starts": FIRST_DAY, "ends": LAST_DAY, "rules": rules}
    version = season.season.rules_version
    season.act(season_acts.Change(**told, reason="by the general meeting"))
    season.work()
    assert season.season.rules_version != version
    assert set(season.totals().values()) == {0, 2}


def test_clubs_of_a_federation_count_from_when_they_agree(club: Club) -> None:
    season = ASeason.made(club)
    guest = clubs.make_club(name="Owls", director=None, time_zone="Europe/Paris", at=season.at)
    season.play(FIRST, club=guest)
    asked = seasons.ask_club(league=season.season.league, club=guest, by=BY, at=season.clock())
    season.work()
    assert season.lines() == []
    seasons.agree(asked=asked, by="user:2", at=season.clock())
    season.work()
    assert len(season.lines()) == 8
    seasons.part(asked=asked, at=season.clock())
    season.work()
    assert season.lines() == []


class Scene(NamedTuple):
    """A season in which evenings of two clubs count, one of each played, and somebody of each."""

    season: ASeason
    union: Federation
    one: Player
    other: Player

    def bound(self, at: Any) -> PersonBond:
        row = bonds.ask(federation=self.union, one=self.one, other=self.other, by="user:1", at=at)
        bonds.agree(bond=row, by="user:1", at=at)
        self.season.work()
        return row

    @property
    def attended(self) -> dict[int, int]:
        lines = self.season.lines()
        return {row.player_id: row.attended for row in lines if row.player_id in (self.one.pk, self.other.pk)}


@pytest.fixture
def scene(club: Club) -> Scene:
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    season = ASeason.made(club)
    asked = seasons.ask_club(league=season.season.league, club=owls, by=BY, at=START)
    seasons.agree(asked=asked, by=BY, at=START)
    here = season.play(date(2026, 10, 2))
    there = season.play(date(2026, 10, 9), club=owls)
    return Scene(season, union, here.players[0], there.players[0])


def test_evenings_of_the_other_club_count_and_its_people_are_shown_with_it(scene: Scene) -> None:
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}
    names = {line.name for line in season_views.tables_shown(scene.season.season)[""]}
    assert {f"{scene.one.name} (Rooster Club)", f"{scene.other.name} (Owl Club)"} <= names


def test_two_who_are_bound_are_one_line_until_it_is_ended(scene: Scene) -> None:
    row = scene.bound(scene.season.clock())
    assert scene.attended == {scene.one.pk: 2}
    bonds.end(bond=row, by="user:1", at=scene.season.clock())
    scene.season.work()
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}


def test_a_league_of_a_club_outside_the_federation_reads_them_as_two(scene: Scene) -> None:
    scene.bound(scene.season.clock())
    hens = a_club("Hen Club")
    clubs = [hens.pk, scene.one.club_id, scene.other.club_id]
    league = seasons.make_league(club=hens, new=seasons.NewLeague(name="Hens"), at=scene.season.clock())
    assert persons.bonds_among(clubs, league, until=None) == []
    joined(scene.one.club, hens)
    assert persons.bonds_among(clubs, league, until=None) == [(str(scene.one.pk), str(scene.other.pk))]
    assert persons.bonds_among(clubs[:2], league, until=None) == []
    assert persons.bonds_among(clubs, league, until=scene.season.season.made_at) == []


def test_a_season_that_is_over_stays_as_it_was_when_a_club_leaves(scene: Scene) -> None:
    scene.bound(scene.season.clock())
    scene.season.act(season_acts.Close())
    row = FederationClub.objects.get(club=scene.other.club)
    federations.end(row=row, by="user:1", at=scene.season.clock())
    scene.season.work()
    assert scene.attended == {scene.one.pk: 2}
    scene.season.act(season_acts.Reopen(reason="a mistake"))
    scene.season.work()
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}
