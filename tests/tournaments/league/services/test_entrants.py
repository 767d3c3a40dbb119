"""Who is in a season of fixtures: divided, entered, seeded, withdrawn; each act one entry with the rows it makes."""

from __future__ import annotations

import pytest

from tests.tournaments.a_contest import NAMES, AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.services import entrants
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import perform
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
    found = entrants.enter_names(season=made.season, lines=lines, **made.who)
    assert [one.name for one in found] == expected
    assert differences(made.season) == []


def test_a_line_may_end_with_a_rating(club: Club) -> None:
    made = draft(club, (0,), entrants="pair")
    entrants.enter_names(season=made.season, lines=["Ann & Ben [1850]", "Owls: Cleo & Dan"], **made.who)
    found = {one.name: one.rating for one in made.seen.entrants.values()}
    assert found == {"Ann & Ben": 1850, "Owls": None}
    assert made.seen.divisions[0].beside.ratings == {"1": 1850}
    assert differences(made.season) == []
    rebuild(made.season)
    assert made.seen.entrants[1].rating == 1850
    with refused("names.0 out-of-range"):
        entrants.enter_names(season=made.season, lines=["Eve & Fay [0]"], **made.who)


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
        entrants.enter_names(season=made.season, lines=lines, **made.who)


def test_people_of_clubs_that_take_no_part_are_not_entered(club: Club) -> None:
    made = draft(club)
    elsewhere = clubs.make_club(name="Elsewhere", director=None, time_zone="UTC", at=START)
    zoe = clubs.add_player(club=elsewhere, name="Zoë", at=START)
    with refused("entries.0 another-club"):
        entrants.enter(season=made.season, entries=[WantedEntrant([zoe])], **made.who)


def test_divisions_change_their_order_and_take_everybody_with_them(club: Club) -> None:
    made = draft(club, (2, 2))
    entrants.divide(season=made.season, divisions=[(2, "Top"), (1, "Foot"), (None, "New")], **made.who)
    assert [one.name for one in made.seen.divisions] == ["Top", "Foot", "New"]
    assert people(made) == [(1, 3, "Cleo"), (1, 4, "Dan"), (2, 1, "Ann"), (2, 2, "Ben")]
    assert differences(made.season) == []


@pytest.mark.parametrize(
    ("divisions", "fault"),
    [
        ([(1, "One")], "divisions not-empty"),
        ([(1, "One"), (2, "One")], "divisions.1 not-allowed"),
        ([(1, "One"), (2, " ")], "divisions.1 empty"),
        ([(1, "One"), (1, "Two"), (2, "Three")], "divisions not-allowed"),
        ([(1, "One"), (7, "Two")], "divisions not-allowed"),
        ([], "divisions not-allowed"),
    ],
)
def test_what_divisions_cannot_be(club: Club, divisions: list[tuple[int | None, str]], fault: str) -> None:
    made = draft(club, (2, 2))
    with refused(fault):
        entrants.divide(season=made.season, divisions=divisions, **made.who)


def test_seeds_are_exchanged_and_divisions_changed_at_once(club: Club) -> None:
    made = draft(club, (2, 2))
    perform(
        season=made.season,
        act=acts.Arrange(places={1: EntrantPlace(3, 2), 3: EntrantPlace(1, 1)}),
        **made.who,
    )
    assert people(made) == [(1, 1, "Cleo"), (1, 2, "Ben"), (2, 3, "Ann"), (2, 4, "Dan")]
    assert differences(made.season) == []
    with refused("places the-same"):
        perform(season=made.season, act=acts.Arrange(places={1: EntrantPlace(2, 1)}), **made.who)


def test_who_has_no_fixtures_is_struck_off(club: Club) -> None:
    made = draft(club)
    perform(season=made.season, act=acts.WithdrawEntrant(number=2), **made.who)
    assert people(made) == [(1, 1, "Ann"), (1, 3, "Cleo"), (1, 4, "Dan")]


@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        ("forfeit", {"played": 1, "forfeited": 2}),
        ("void", {"played": 1, "void": 2}),
        ("void_all", {"void": 3}),
    ],
)
def test_who_withdraws_leaves_fixtures_behind(club: Club, ahead: str, expected: dict[str, int]) -> None:
    made = AContest.made(club, (4,), at=START)
    mine = [row for row in made.seen.fixtures if 1 in (row.home.number, row.away and row.away.number)]
    made.result(mine[0].code, 2, 1)
    before = made.seen.state.fixtures
    perform(season=made.season, act=acts.WithdrawEntrant(number=1, ahead=ahead), **made.who)  # type: ignore[arg-type]
    now = made.seen.state.fixtures
    states = [now[row.code].status for row in mine]
    assert {state: states.count(state) for state in states} == expected
    assert differences(made.season) == []
    entrants.bring_back(season=made.season, number=1, **made.who)
    assert made.seen.state.fixtures == before
    assert differences(made.season) == []


def test_what_is_told_otherwise_since_stays_when_somebody_comes_back(club: Club) -> None:
    made = AContest.made(club, (2,), at=START)
    perform(season=made.season, act=acts.WithdrawEntrant(number=1), **made.who)
    made.result("1:1.1", 3, 1)
    entrants.bring_back(season=made.season, number=1, **made.who)
    assert made.seen.state.fixtures["1:1.1"].status == "played"


def test_in_a_swiss_somebody_may_come_late_and_in_a_round_robin_nobody(club: Club) -> None:
    swiss = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    entrants.enter_names(season=swiss.season, lines=["Zoë"], **swiss.who)
    robin = AContest.made(club, (4,), at=START)
    with refused("division fixtures-made"):
        entrants.enter_names(season=robin.season, lines=["Zoë"], **robin.who)


def test_somebody_has_another_name_and_other_people(club: Club) -> None:
    made = draft(club, (0,), entrants="team")
    entrants.enter_names(season=made.season, lines=["Owls: Ann & Ben"], **made.who)
    cleo = clubs.add_player(club=club, name="Cleo", at=START)
    ann = Player.objects.get(name="Ann")
    entrants.change_entrant(
        season=made.season, number=1, entry=WantedEntrant([ann, cleo], "Hens"), **made.who
    )
    assert people(made) == [(1, 1, "Hens")]
    assert differences(made.season) == []
