"""Who is in a season of fixtures: divided, entered, seeded, withdrawn; each act one entry with the rows it makes."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.league.people import BY, known
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts import MakeFixtures
from tournaments.league.models import League, LeagueClub
from tournaments.league.services import bonds, entrants, seasons
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.services.seasons import make_next_season


def draft(club: Club, divisions: tuple[int, ...] = (4,), **rules: object) -> AContest:
    return AContest.made(club, divisions, at=START, until="draft", **rules)


def people(made: AContest) -> list[tuple[int, int, str]]:
    return [(one.level, row.number, row.name) for one in made.seen.divisions for row in one.entrants]


@pytest.mark.parametrize(
    ("kind", "lines", "expected"),
    [
        ("pair", ["Ann & Ben", "", "  Cleo&Dan "], ["Ann & Ben", "Cleo & Dan"]),
        ("team", ["Owls: Ann & Ben & Cleo", "Dan & Eve"], ["Owls", "Dan & Eve"]),
        ("individual", ["Ann", "Zoë"], ["Ann", "Zoë"]),
        ("individual", ["Brighton & Hove Albion"], ["Brighton & Hove Albion"]),
        ("individual", ["Ann Lee, Bo Day [1700]", "3. Marsh, John"], ["Ann Lee", "Bo Day", "John Marsh"]),
        ("pair", ["1. Marsh, John & Ann Lee"], ["John Marsh & Ann Lee"]),
        ("team", ["Brighton & Hove Albion", "B & H: Ann & Ben"], ["Brighton & Hove Albion", "B & H"]),
    ],
)
def test_a_line_is_an_entrant(club: Club, kind: str, lines: list[str], expected: list[str]) -> None:
    made = draft(club, (0,), entrants=kind)
    found = made.act(entrants.enter_names, lines=lines)
    assert [one.name for one in found] == expected
    assert differences(made.season) == []


def test_a_line_may_end_with_a_rating(club: Club) -> None:
    made = draft(club, (0,), entrants="pair")
    made.act(entrants.enter_names, lines=["Ann & Ben [1850]", "Owls: Cleo & Dan"])
    found = {one.name: one.rating for one in made.seen.entrants.values()}
    assert found == {"Ann & Ben": 1850, "Owls": None}
    assert made.seen.divisions[0].facts.ratings == {"1": 1850}
    assert differences(made.season) == []
    rebuild(made.season)
    assert made.seen.entrants[1].rating == 1850
    with refused("names.0 out-of-range"):
        made.act(entrants.enter_names, lines=["Eve & Fay [0]"])


def test_nobody_is_named_twice_in_a_line(club: Club) -> None:
    made = draft(club, (0,), entrants="pair")
    with refused("names.0 the-same"):
        made.act(entrants.enter_names, lines=["Ann & Ann"])


def test_people_of_clubs_that_take_no_part_are_not_entered(club: Club) -> None:
    made = draft(club)
    elsewhere = clubs.make_club(name="Elsewhere", director=None, time_zone="UTC", at=START)
    zoe = clubs.add_player(club=elsewhere, name="Zoë", at=START)
    with refused("entries.0 another-club"):
        made.act(entrants.enter, entries=[WantedEntrant([zoe])])


def test_divisions_change_their_order_and_take_everybody_with_them(club: Club) -> None:
    made = draft(club, (2, 2))
    made.act(entrants.divide, divisions=[(2, "Top"), (1, "Foot"), (None, "New")])
    assert [one.name for one in made.seen.divisions] == ["Top", "Foot", "New"]
    assert people(made) == [(1, 3, "Cleo"), (1, 4, "Dan"), (2, 1, "Ann"), (2, 2, "Ben")]
    assert differences(made.season) == []
    with refused("divisions.1 empty"):
        made.act(entrants.divide, divisions=[(1, "One"), (2, " ")])


@dataclass
class Listed:
    """A season, and Ann, who is in the club's list as Anne too."""

    contest: AContest
    ann: Player
    anne: Player
    others: list[Player]

    def enter(self, *people: list[Player]) -> None:
        self.contest.act(entrants.enter, entries=[WantedEntrant(some) for some in people])

    def merge(self) -> None:
        bonds.merge(duplicate=self.anne, into=self.ann, **BY)


def listed(club: Club, kind: str = "individual", *, until: str = "draft", **rules: Any) -> Listed:
    contest = AContest.made(club, (0,), at=START, until=until, entrants=kind, **rules)
    ann, anne, *others = known(club, "Ann", "Anne", "Bo", "Cleo", "Dan")
    return Listed(contest, ann, anne, others)


def test_two_listings_of_one_person_are_no_pair(club: Club) -> None:
    it = listed(club, "pair")
    it.merge()
    with pytest.raises(Faults, match="“Anne” and “Ann” count as one person; one of them is enough"):
        it.enter([it.ann, it.anne])


def test_in_a_list_of_names_the_line_is_named(club: Club) -> None:
    it = listed(club)
    it.merge()
    with refused("names.2 one-person"):
        it.contest.act(entrants.enter_names, lines=["Ann", "", "Anne"])


def test_a_merge_of_one_league_counts_there_alone(club: Club) -> None:
    it = listed(club)
    other = seasons.make_league(club=club, new=seasons.NewLeague(name="Summer League"), at=START)
    bonds.merge(duplicate=it.anne, into=it.ann, league=other, **BY)
    it.enter([it.ann], [it.anne])
    assert len(it.contest.seen.names) == 2


@pytest.mark.parametrize("until", ["draft", "open"])
def test_two_who_are_entered_in_a_season_are_not_read_as_one(club: Club, until: str) -> None:
    it = listed(club)
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]])
    if until != "draft":
        it.contest.act(acts.Open())
    with pytest.raises(Faults) as refusal:
        it.merge()
    (fault,) = refusal.value.faults
    assert (fault.field, fault.code) == ("into", "both-entered")
    assert str(fault.message) == (
        "“Ann” and “Anne” are both entered in “Winter League, 2026”; withdraw one of them there first"
    )


def test_nor_through_others(club: Club) -> None:
    it = listed(club)
    it.enter([it.ann], [it.others[0]])
    bonds.merge(duplicate=it.others[0], into=it.anne, **BY)
    with refused("into both-entered"):
        it.merge()


def test_once_one_of_them_has_withdrawn_they_are(club: Club) -> None:
    it = listed(club, until="open")
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]])
    it.contest.act(MakeFixtures())
    it.contest.act(acts.WithdrawEntrant(number=2, ahead="void"))
    it.merge()
    with refused("entrant one-person"):
        it.contest.act(entrants.bring_back, number=2)


def test_a_season_that_is_over_holds_no_merge_up_but_no_two_go_on_from_it(club: Club) -> None:
    it = listed(club, until="open")
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]])
    it.contest.act(MakeFixtures())
    it.contest.play_out()
    it.contest.act(acts.Close())
    it.merge()
    new: dict[str, Any] = {"name": "2027", "starts": date(2027, 9, 1), "ends": date(2028, 5, 1)}
    with refused("entrants one-person"):
        it.contest.act(make_next_season, **new)
    it.contest.act(acts.Reopen(reason="Anne is Ann"))
    it.contest.act(acts.WithdrawEntrant(number=2))
    it.contest.act(acts.Close())
    made = it.contest.act(make_next_season, **new)
    assert sorted(one.name for one in made.entrants.all()) == ["Ann", "Bo", "Cleo"]


def test_two_of_a_team_may_be_one(club: Club) -> None:
    it = listed(club, "team")
    it.enter([it.ann, it.anne, it.others[0]])
    it.merge()


def test_but_not_the_two_of_a_pair(club: Club) -> None:
    it = listed(club, "pair")
    it.enter([it.ann, it.anne])
    with refused("into a-pair"):
        it.merge()


def test_undoing_a_merge_of_a_league_does_not_let_the_clubs_own_make_two_one(club: Club) -> None:
    owls = clubs.make_club(name="Owl Club", director=None, time_zone="UTC", at=START)
    it = listed(club)
    league: League = it.contest.season.league
    LeagueClub.objects.create(league=league, club=owls, asked_by="x", asked_at=START, agreed_at=START)
    own = bonds.merge(duplicate=it.anne, into=it.others[2], league=league, **BY)
    it.merge()
    it.enter([it.ann], [it.anne])
    with refused("merge both-entered"):
        bonds.undo(merge=own, **BY)
