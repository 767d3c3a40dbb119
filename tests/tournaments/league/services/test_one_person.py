"""Nobody is in a season of fixtures twice, whatever names they are listed under."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts import MakeFixtures
from tournaments.league.models import League, LeagueClub
from tournaments.league.services import bonds, entrants, seasons
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import perform
from tournaments.league.services.seasons import make_next_season

BY: dict[str, Any] = {"by": "user:1", "at": START}


@dataclass
class Listed:
    """A season, and Ann, who is in the club's list as Anne too."""

    contest: AContest
    ann: Player
    anne: Player
    others: list[Player]

    def enter(self, *people: list[Player], merged: bool = True) -> None:
        """Read the two as one, and enter some."""
        if merged:
            bonds.merge(duplicate=self.anne, into=self.ann, **BY)
        entrants.enter(
            season=self.contest.season, entries=[WantedEntrant(some) for some in people], **self.contest.who
        )

    def merge(self) -> None:
        """Read the two as one."""
        bonds.merge(duplicate=self.anne, into=self.ann, **BY)


def listed(club: Club, kind: str = "individual", *, until: str = "draft", **rules: Any) -> Listed:
    contest = AContest.made(club, (0,), at=START, until=until, entrants=kind, **rules)
    ann, anne, *others = (
        clubs.add_player(club=club, name=name, at=START) for name in ("Ann", "Anne", "Bo", "Cleo", "Dan")
    )
    return Listed(contest, ann, anne, others)


def told(refusal: Any) -> str:
    """What the secretary reads."""
    return str(refusal.value.faults[0].message)


# --- entering ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("until", ["draft", "open"])
def test_two_listings_of_one_person_are_not_entered_as_two(club: Club, until: str) -> None:
    it = listed(club, until=until)
    it.enter([it.ann], [it.others[0]])
    with pytest.raises(Faults) as refusal:
        it.enter([it.others[1]], [it.anne], merged=False)
    (fault,) = refusal.value.faults
    assert (fault.field, fault.code) == ("entries.1", "one-person")
    assert told(refusal) == "“Anne” and “Ann” count as one person, who is entered already"


def test_nor_both_at_once(club: Club) -> None:
    it = listed(club)
    it.merge()
    with refused("entries.1 one-person"):
        it.enter([it.anne], [it.ann], merged=False)


def test_nor_for_two_sides(club: Club) -> None:
    it = listed(club, "team")
    it.enter([it.ann, it.others[0]])
    with refused("entries.0 one-person"):
        it.enter([it.anne, it.others[1]], merged=False)


def test_nor_twice_in_one_side(club: Club) -> None:
    it = listed(club, "pair")
    with pytest.raises(Faults) as refusal:
        it.enter([it.ann, it.anne])
    assert told(refusal) == "“Anne” and “Ann” count as one person; one of them is enough"


def test_in_a_list_of_names_the_line_is_named(club: Club) -> None:
    it = listed(club)
    it.merge()
    with refused("names.2 one-person"):
        entrants.enter_names(season=it.contest.season, lines=["Ann", "", "Anne"], **it.contest.who)


def test_an_entrant_may_be_told_anew_under_the_other_listing(club: Club) -> None:
    it = listed(club)
    it.enter([it.ann], [it.others[0]])
    change: dict[str, Any] = {"season": it.contest.season, "entry": WantedEntrant([it.anne])}
    entrants.change_entrant(number=1, **change, **it.contest.who)
    assert it.contest.seen.names["1"] == "Anne"
    with refused("entries.0 one-person"):
        entrants.change_entrant(
            season=it.contest.season, number=2, entry=WantedEntrant([it.ann]), **it.contest.who
        )


def test_two_who_are_two_again_are_entered_as_two(club: Club) -> None:
    it = listed(club)
    bonds.undo(merge=bonds.merge(duplicate=it.anne, into=it.ann, **BY), **BY)
    it.enter([it.ann], [it.anne], merged=False)
    assert list(it.contest.seen.names.values()) == ["Ann", "Anne"]


def test_a_merge_of_one_league_counts_there_alone(club: Club) -> None:
    it = listed(club)
    other = seasons.make_league(club=club, name="Summer League", at=START)
    bonds.merge(duplicate=it.anne, into=it.ann, league=other, **BY)
    it.enter([it.ann], [it.anne], merged=False)
    assert len(it.contest.seen.names) == 2


# --- merging -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("until", ["draft", "open", "drawn"])
def test_two_who_are_entered_in_a_season_are_not_read_as_one(club: Club, until: str) -> None:
    it = listed(club)
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]], merged=False)
    if until != "draft":
        perform(season=it.contest.season, act=acts.Open(), **it.contest.who)
    with pytest.raises(Faults) as refusal:
        it.merge()
    (fault,) = refusal.value.faults
    assert (fault.field, fault.code) == ("into", "both-entered")
    assert told(refusal) == (
        "“Ann” and “Anne” are both entered in “Winter League, 2026”; withdraw one of them there first"
    )


def test_nor_through_others(club: Club) -> None:
    it = listed(club)
    it.enter([it.ann], [it.others[0]], merged=False)
    bonds.merge(duplicate=it.others[0], into=it.anne, **BY)
    with refused("into both-entered"):
        it.merge()


def test_once_one_of_them_has_withdrawn_they_are(club: Club) -> None:
    it = listed(club, until="open")
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]], merged=False)
    perform(season=it.contest.season, act=MakeFixtures(), **it.contest.who)
    perform(season=it.contest.season, act=acts.WithdrawEntrant(number=2, ahead="void"), **it.contest.who)
    it.merge()
    with refused("entrant one-person"):
        entrants.bring_back(season=it.contest.season, number=2, **it.contest.who)


def test_a_season_that_is_over_holds_no_merge_up_but_no_two_go_on_from_it(club: Club) -> None:
    it = listed(club, until="open")
    it.enter([it.ann], [it.anne], [it.others[0]], [it.others[1]], merged=False)
    perform(season=it.contest.season, act=MakeFixtures(), **it.contest.who)
    it.contest.play_out()
    perform(season=it.contest.season, act=acts.Close(), **it.contest.who)
    it.merge()
    new: dict[str, Any] = {"name": "2027", "starts": date(2027, 9, 1), "ends": date(2028, 5, 1)}
    with refused("entrants one-person"):
        make_next_season(season=it.contest.season, **new, **it.contest.who)
    perform(season=it.contest.season, act=acts.Reopen(reason="Anne is Ann"), **it.contest.who)
    perform(season=it.contest.season, act=acts.WithdrawEntrant(number=2), **it.contest.who)
    perform(season=it.contest.season, act=acts.Close(), **it.contest.who)
    made = make_next_season(season=it.contest.season, **new, **it.contest.who)
    assert sorted(one.name for one in made.entrants.all()) == ["Ann", "Bo", "Cleo"]


def test_two_of_a_team_may_be_one(club: Club) -> None:
    it = listed(club, "team")
    it.enter([it.ann, it.anne, it.others[0]], merged=False)
    it.merge()


def test_but_not_the_two_of_a_pair(club: Club) -> None:
    it = listed(club, "pair")
    it.enter([it.ann, it.anne], merged=False)
    with refused("into a-pair"):
        it.merge()


def test_undoing_a_merge_of_a_league_does_not_let_the_clubs_own_make_two_one(club: Club) -> None:
    owls = clubs.make_club(name="Owl Club", director=None, time_zone="UTC", at=START)
    it = listed(club)
    league: League = it.contest.season.league
    LeagueClub.objects.create(league=league, club=owls, asked_by="x", asked_at=START, agreed_at=START)
    own = bonds.merge(duplicate=it.anne, into=it.others[2], league=league, **BY)
    it.merge()
    it.enter([it.ann], [it.anne], merged=False)
    with refused("merge both-entered"):
        bonds.undo(merge=own, **BY)
