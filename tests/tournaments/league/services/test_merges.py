"""Two players read as one person, and as two again; nobody is ever read in a circle."""

import random
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.conftest import START
from tests.tournaments.league.people import BY, known
from tests.tournaments.the_rows import asked, everything, refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league.models import League, LeagueClub, PersonMerge
from tournaments.league.reads import persons as games
from tournaments.league.services import bonds, ledger

Told = list[tuple[str, ...]]
WALKS, STEPS = 6, 40


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Whom the work behind leagues was told of."""
    heard: Told = []

    def hear(players: list[Player], *, at: Any) -> None:
        heard.append(tuple(sorted(player.name for player in players)))

    monkeypatch.setattr(ledger, "people_changed", hear)
    return heard


@pytest.fixture
def owls(db: None) -> Club:
    return clubs.make_club(name="Owl Club", director=None, time_zone="UTC", at=START)


@pytest.fixture
def league(club: Club, owls: Club) -> League:
    made = League.objects.create(club=club, name="Two clubs", slug="two-clubs", made_at=START)
    LeagueClub.objects.create(league=made, club=owls, asked_by="user:1", asked_at=START, agreed_at=START)
    return made


def real(club: Club, player: Player, league: League | None = None) -> str:
    found = games.merges_of(club, league).real(str(player.pk))
    return Player.objects.get(pk=int(found)).name


def test_a_merge_says_who_when_and_why_and_changes_no_other_row(club: Club, told: Told) -> None:
    ann, anne = known(club, "Ann Lee", "Anne Lee")
    before = everything()
    row = bonds.merge(duplicate=anne, into=ann, reason=" one  and the same ", **BY)
    assert (row.duplicate, row.into, row.merged_by, row.merged_at, row.reason) == (
        anne,
        ann,
        "user:1",
        START,
        "one and the same",
    )
    after = {**everything(), "PersonMerge": [], "AuditEntry": before["AuditEntry"]}
    assert after == before
    assert real(club, anne) == real(club, ann) == "Ann Lee"
    assert told == [("Ann Lee", "Anne Lee")]


def test_a_merge_that_is_undone_leaves_everything_read_as_it_was(club: Club, told: Told) -> None:
    ann, anne = known(club, "Ann Lee", "Anne Lee")
    before = games.merges_of(club)
    row = bonds.merge(duplicate=anne, into=ann, **BY)
    bonds.undo(merge=row, **BY)
    row.refresh_from_db()
    assert (row.undone_by, row.undone_at) == ("user:1", START)
    assert games.merges_of(club) == before
    assert told == [("Ann Lee", "Anne Lee")] * 2
    with refused("merge not-now"):
        bonds.undo(merge=row, **BY)
    bonds.merge(duplicate=anne, into=ann, **BY)
    assert real(club, anne) == "Ann Lee"


def test_whoever_is_merged_into_somebody_merged_is_read_as_the_last_of_them(club: Club) -> None:
    ann, anne, anna = known(club, "Ann", "Anne", "Anna")
    bonds.merge(duplicate=anna, into=anne, **BY)
    first = bonds.merge(duplicate=anne, into=ann, **BY)
    assert [real(club, player) for player in (ann, anne, anna)] == ["Ann"] * 3
    bonds.undo(merge=first, **BY)
    assert [real(club, player) for player in (ann, anne, anna)] == ["Ann", "Anne", "Anne"]


def test_what_cannot_be_merged(club: Club, owls: Club) -> None:
    people = (*known(club, "Ann", "Bo", "Cleo"), *known(owls, "Olga"))
    by_name = {player.name: player for player in people}
    bonds.merge(duplicate=by_name["Bo"], into=by_name["Ann"], **BY)
    bonds.merge(duplicate=by_name["Cleo"], into=by_name["Bo"], **BY)
    for duplicate, into, faults in (
        ("Ann", "Ann", ["into same-player"]),
        ("Bo", "Ann", ["duplicate merged-already"]),
        ("Ann", "Bo", ["into circle"]),
        ("Ann", "Cleo", ["into circle"]),
        ("Ann", "Olga", ["into other-club"]),
        ("Bo", "Olga", ["into other-club", "duplicate merged-already"]),
    ):
        with refused(*faults):
            bonds.merge(duplicate=by_name[duplicate], into=by_name[into], **BY)


def test_players_of_two_clubs_are_one_in_a_league_of_both(club: Club, owls: Club, league: League) -> None:
    (ann,), (annette,) = known(club, "Ann"), known(owls, "Annette")
    bonds.merge(duplicate=annette, into=ann, league=league, **BY)
    assert real(club, annette, league) == "Ann"
    assert real(owls, annette) == "Annette"


def test_a_league_takes_nobody_from_elsewhere(club: Club, league: League) -> None:
    (ann,) = known(club, "Ann")
    other = clubs.make_club(name="Wrens", director=None, time_zone="UTC", at=START)
    (wren,) = known(other, "Jenny")
    with refused("duplicate not-in-league"):
        bonds.merge(duplicate=wren, into=ann, league=league, **BY)
    with refused("into not-in-league"):
        bonds.merge(duplicate=ann, into=wren, league=league, **BY)


def test_merges_of_club_and_league_make_no_circle(club: Club, owls: Club, league: League) -> None:
    (ann, anna), (olga, oleg) = known(club, "Ann", "Anna"), known(owls, "Olga", "Oleg")
    bonds.merge(duplicate=ann, into=olga, league=league, **BY)
    bonds.merge(duplicate=oleg, into=anna, league=league, **BY)
    bonds.merge(duplicate=anna, into=ann, **BY)
    with refused("into circle"):
        bonds.merge(duplicate=olga, into=oleg, **BY)


def test_a_merge_of_a_league_that_keeps_a_circle_out_is_not_undone(club: Club, league: League) -> None:
    ann, bo, cleo = known(club, "Ann", "Bo", "Cleo")
    bonds.merge(duplicate=ann, into=bo, **BY)
    kept = bonds.merge(duplicate=ann, into=cleo, league=league, **BY)
    bonds.merge(duplicate=bo, into=ann, league=league, **BY)
    with refused("merge circle"):
        bonds.undo(merge=kept, **BY)


@pytest.mark.parametrize("seed", range(WALKS))
def test_undoing_all_merges_undoes_all(club: Club, owls: Club, league: League, seed: int) -> None:
    dice = random.Random(seed)
    everybody = [*known(club, *"abcd"), *known(owls, *"wxyz")]
    for _ in range(STEPS):
        live = list(PersonMerge.objects.filter(undone_at__isnull=True))
        with suppress(Faults):
            if live and dice.random() < 0.3:
                bonds.undo(merge=dice.choice(live), **BY)
            else:
                duplicate, into = dice.choice(everybody), dice.choice(everybody)
                bonds.merge(duplicate=duplicate, into=into, league=dice.choice([None, league]), **BY)
        # Reading who is who fails where anybody is read in a circle.
        for where, its_league in ((club, None), (owls, None), (club, league)):
            games.merges_of(where, its_league)
    for row in PersonMerge.objects.filter(undone_at__isnull=True).order_by("-pk"):
        bonds.undo(merge=row, **BY)
    assert games.merges_of(club, league).merged == {}


def test_what_a_merge_asks_of_the_database_does_not_grow_with_the_club(club: Club) -> None:
    counts = []
    for number in (2, 60):
        there = known(club, *(f"{number} {place}" for place in range(number)))
        for one, other in pairwise(there[2:]):
            bonds.merge(duplicate=one, into=other, **BY)
        counts.append(len(asked(lambda there=there: bonds.merge(duplicate=there[0], into=there[1], **BY))))  # type: ignore[misc]
    assert counts[0] == counts[1] <= 6
