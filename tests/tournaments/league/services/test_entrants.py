"""Who is in a season of fixtures: divided, entered, seeded, withdrawn; each act one entry with the rows it makes."""

from __future__ import annotations

import pytest

from tests.tournaments.a_contest import NAMES, AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.services import entrants
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.rows import differences, rebuild


def draft(club: Club, divisions: tuple[int, ...] = (4,), **rules: object) -> AContest:
    return AContest.made(club, divisions, at=START, until="draft", **rules)


def people(made: AContest) -> list[tuple[int, int, str]]:
    """Everybody: level, number, name."""
    return [(one.level, row.number, row.name) for one in made.seen.divisions for row in one.entrants]


def test_a_list_of_names_enters_them_in_its_order(club: Club) -> None:
    made = draft(club)
    assert people(made) == [(1, number, name) for number, name in enumerate(NAMES[:4], 1)]
    assert Player.objects.filter(club=club).count() == 4
    assert differences(made.season) == []


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
    assert made.seen.divisions[0].beside.ratings == {"1": 1850}
    assert differences(made.season) == []
    rebuild(made.season)
    assert made.seen.entrants[1].rating == 1850
    with refused("names.0 out-of-range"):
        made.act(entrants.enter_names, lines=["Eve & Fay [0]"])


@pytest.mark.parametrize(
    ("kind", "lines", "fault"),
    [
        ("pair", ["Ann & Ben", "Cleo"], "names.1 wrong-number"),
        ("pair", ["Ann & Ann"], "names.0 the-same"),
        ("pair", ["Ann & Ben", "Ben & Cleo"], "names.1 already-entered"),
        ("individual", ["Ann", "Ann"], "names.1 already-entered"),
    ],
)
def test_what_a_line_cannot_be(club: Club, kind: str, lines: list[str], fault: str) -> None:
    made = draft(club, (0,), entrants=kind)
    with refused(fault):
        made.act(entrants.enter_names, lines=lines)


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


def test_who_has_no_fixtures_is_struck_off(club: Club) -> None:
    made = draft(club)
    made.act(acts.WithdrawEntrant(number=2))
    assert people(made) == [(1, 1, "Ann"), (1, 3, "Cleo"), (1, 4, "Dan")]


def test_somebody_has_another_name_and_other_people(club: Club) -> None:
    made = draft(club, (0,), entrants="team")
    made.act(entrants.enter_names, lines=["Owls: Ann & Ben"])
    cleo = clubs.add_player(club=club, name="Cleo", at=START)
    ann = Player.objects.get(name="Ann")
    made.act(entrants.change_entrant, number=1, entry=WantedEntrant([ann, cleo], "Hens"))
    assert people(made) == [(1, 1, "Hens")]
    assert differences(made.season) == []
