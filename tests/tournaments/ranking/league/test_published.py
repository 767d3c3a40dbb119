"""Tables of real tournaments, worked out from their games and compared with what was printed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.ranking.league.cross_tables import (
    figures,
    from_cross_table,
    from_file,
    matches,
    places,
)
from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.table import Line, TableRules, table
from tournaments.ranking.league.tie_breaks import TIE_BREAKS, Level, TieBreak, shown
from tournaments.ranking.league.values import Beside

# World Chess Championship, Candidates Tournament, London 2013, double round robin.
LONDON_2013 = {
    "Carlsen": "4b= 2w= 5b1 6w1 7b= 3b1 8w= 4w= 2b= 5w1 6b= 7w0 8b1 3w0",
    "Kramnik": "3b= 1b= 6w= 8b= 4w= 7w= 5b= 3w1 1w= 6b1 8w1 4b1 5w= 7b0",
    "Svidler": "2w= 6b= 8w1 4b= 5w= 1w0 7b= 2b0 6w= 8b= 4w1 5b= 7w1 1b1",
    "Aronian": "1w= 5w1 7b1 3w= 2b= 8b1 6w= 1b= 5b0 7w1 3b0 2w0 6b= 8w1",
    "Gelfand": "8w= 4b0 1w0 7w= 3b= 6b= 2w= 8b1 4w1 1b0 7b= 3w= 2b= 6w=",
    "Grischuk": "7b= 3w= 2b= 1b0 8w= 5w= 4b= 7w1 3b= 2w0 1w= 8b= 4w= 5b=",
    "Ivanchuk": "6w= 8b0 4w0 5b= 1w= 2b= 3w= 6b0 8w1 4b0 5w= 1b1 3b0 2w1",
    "Radjabov": "5b= 7w1 3b0 2w= 6b= 4w0 1b= 5w0 7b0 3w= 2b0 6w= 1w0 4b0",
}
LONDON_POINTS = "8½ 8½ 8 8 6½ 6½ 6 4"

# Uzchess Cup Masters, Tashkent 2025, round robin (chess-results.com/tnr1175851.aspx).
TASHKENT_2025 = {
    "Praggnanandhaa": "10b= 8w1 7b= 3w1 5b0 6w0 9b= 4w1 2b1",
    "Abdusattorov": "8w1 3b= 6w1 4b= 10w1 7b0 5w1 9b= 1w0",
    "Sindarov": "9b1 2w= 8b= 1b0 6w1 4b= 10w1 7b= 5w=",
    "Erigaisi": "7b1 5w= 9b= 2w= 8b1 3w= 6b= 1b0 10w=",
    "Maghsoodloo": "6w= 4b= 10w= 7b1 1w1 9w= 2b0 8w0 3b=",
    "Rapport": "5b= 9w= 2b0 8w= 3b0 1b1 4w= 10b1 7w=",
    "Yakubboev": "4w0 10b1 1w= 5w0 9b= 2w1 8b= 3w= 6b=",
    "Vokhidov": "2b0 1b0 3w= 6b= 4w0 10b= 7w= 5b1 9w1",
    "Nepomniachtchi": "3w0 6b= 4w= 10b= 7w= 5b= 1w= 2w= 8b0",
    "Aravindh": "1w= 7w0 5b= 9w= 2b0 8w= 3b0 6w0 4b=",
}
TASHKENT = {
    "match_points": "5½ 5½ 5½ 5 4½ 4½ 4½ 4 3½ 2½",
    "sonneborn_berger": "25¼ 22½ 22¼ 21½ 20½ 18¾ 19½ 16½ 16 11¼",
    "most_wins": "4 4 3 2 2 2 2 2 0 0",
}

# The Swiss of IA Mario Held's paper "Exercises in Tie-Breaking" (FIDE, 2024), with rounds not played of every kind.
HELD_SWISS = {
    "Alyx": "9w1 13b= 2w= 15b1 4w=",
    "Bruno": "10b1 7w1 1b= 16w1 3b=",
    "Charline": "11w= 6b1 8w1 4b= 2w=",
    "David": "12b1 H 13w1 3w= 1b=",
    "Helene": "13w0 15b0 11w1 7b= 10w1",
    "Franck": "14b0 3w0 U 10w1 8b1",
    "Genevieve": "15w1 2b0 16b0 5w= 11b0",
    "Irina": "16b= 14w1 3b0 13w1 6w0",
    "Jessica": "1b0 10w0 H 11b- U",
    "Lais": "2w0 9b1 15w0 6b0 5b0",
    "Maria": "3b= 16w0 5b0 9w+ 7w1",
    "Nick": "4w0 U 14w+ Z Z",
    "Opal": "5b1 1w= 4b0 8b0 14w0",
    "Paul": "6w1 8b0 12b- Z 13b1",
    "Reine": "7b0 5w1 10b1 1w0 16b0",
    "Stephan": "8w= 11b1 7w1 2b0 15w1",
}
HELD_RATINGS = "2200 2150 2100 2050 2000 1950 1900 1850 1800 1750 1700 1650 1600 1550 1500 1450"
HELD: dict[TieBreak, str] = {
    "match_points": "3½ 4 3½ 3½ 2½ 3 1½ 2½ 1½ 1 2½ 2 1½ 2 2 3½",
    "buchholz": "12½ 13 15½ 15 8½ 12 14½ 13½ 9 13 13½ 11½ 14 11 12 12½",
    "buchholz_cut_1": "11 12 13 11½ 7½ 11 12½ 12 7½ 11½ 12 9½ 12 9 11 11",
    "sonneborn_berger": "8 9½ 10½ 9¾ 4¼ 6½ 3¼ 5¼ 2¼ 1½ 5¾ 4 4¼ 4½ 3½ 7¼",
    "most_wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "progressive_score": "11 13 11 11½ 5 6 6 8½ 2½ 4 5½ 7 7 6 7 10½",
    "average_rating": "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
    "performance": "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
}
# The same exercises under the edition of March 2026, as FIDE's own server (OttoMilvang/TieBreakServer) has them; "."
# is what no exercise asks.
HELD_2026: dict[TieBreak, str] = {
    "buchholz": "12½ . 15½ 14 8½ . . 13½ . . 12½ . . . . 12½",
    "buchholz_cut_1": ". . . . 7½ . . 12 . . 11 . . . . .",
    "sonneborn_berger": "8 9½ 10½ 9¼ 4¼ 6 3¼ 5¼ 2¼ 1½ 4¾ 4 4¼ 4½ 3½ 7¼",
}

# The round robin of the same paper, with a forfeit: it counts there as a game that was played.
HELD_ROUND_ROBIN = {
    "Alyx": "5w= 2w1 3b1 4w0 6b1",
    "Bruno": "6w1 1b0 5w1 3w= 4b1",
    "Charline": "4w1 6b1 1w0 2b= 5w1",
    "David": "3b0 5b0 6w= 1b1 2w0",
    "Franck": "1b= 4w1 2b0 6w- 3b0",
    "Helene": "2b0 3w0 4b= 5b+ 1w0",
}

# A Swiss of fifteen with rounds not played of every kind, some of them forfeited to the end. It is no real event; the
# figures are those FIDE's own server (OttoMilvang/TieBreakServer) has for it before and after 1 March 2026.
MANY_UNPLAYED = {
    "P1": "8b= 6w1 3b= 14w+ 5w= 2b0 9w=",
    "P2": "9w0 11b1 15w1 5b- 7b1 1w1 5b0",
    "P3": "10b+ 7b1 1w= 9b= H Z H",
    "P4": "11w- 13w- 6b- U 8w= 15b= 6w=",
    "P5": "13b1 9w= 7b= 2w+ 1b= 11w= 2w1",
    "P6": "14w= 1b0 4w+ 7w= 9b0 10w0 4b=",
    "P7": "15b1 3w0 5w= 6b= 2w0 14b0 U",
    "P8": "1w= 14b- Z Z 4b= 13w1 14b0",
    "P9": "2b1 5b= H 3w= 6w1 H 1b=",
    "P10": "3w- 15w- 13w= 15b1 14w1 6b1 11w0",
    "P11": "4b- 2w0 U 13b1 15w1 5b= 10b1",
    "P12": "H F 14b1 H Z F Z",
    "P13": "5w0 4b- 10b= 11w0 U 8b0 15w0",
    "P14": "6b= 8w+ 12w0 1b- 10b0 7w1 8w1",
    "P15": "7w0 10b+ 2b0 10w0 11b0 4w= 13b1",
}


MANY_2023: dict[TieBreak, str] = {
    "match_points": "4 4 4 2½ 5 2½ 3 2 4½ 3½ 4½ 4 1½ 3½ 2½",
    "most_wins": "2 4 2 1 3 1 2 1 2 3 4 3 1 3 2",
    "progressive_score": "18 16 19½ 7 20 11 12½ 7 19 11½ 14 18½ 5½ 12½ 8",
    "koya": "2½ 2 2 0 3½ ½ ½ ½ 2½ 1 1½ 1 ½ 0 1",
    "buchholz": "26½ 27½ 27½ 17 26½ 23½ 25 17½ 29 21½ 25½ 27½ 20½ 22½ 21½",
    "buchholz_cut_1": "24½ 23½ 23½ 14½ 25 21 22½ 15½ 24½ 18 21 23½ 19 19 20",
    "buchholz_cut_2": "22 21 19½ 12 22 18½ 20 13½ 20 14½ 19½ 19½ 17½ 17 17½",
    "buchholz_median": "19½ 18½ 19 12 20 16½ 17½ 11½ 19½ 13½ 16 19½ 14 14½ 15½",
    "sonneborn_berger": "14½ 14 15¼ 6 18½ 7 9¼ 4¾ 17¾ 9¼ 14½ 15½ 3¼ 9¾ 5¼",
}
MANY_2026 = MANY_2023 | {
    "buchholz": "26 27½ 25½ 16 25½ 23½ 25 17½ 27 20½ 22½ 24½ 20½ 21 21½",
    "buchholz_cut_1": "24 23½ 22 14½ 24 21 22½ 15½ 23½ 18 20 21 19 17½ 20",
    "buchholz_cut_2": "21½ 21 18½ 12 21 18½ 20 13½ 20 14½ 18½ 17½ 17½ 15½ 17½",
    "buchholz_median": "19 18½ 17½ 12 19½ 16½ 17½ 11½ 18½ 13½ 15 17½ 14 13 15½",
    "sonneborn_berger": "14 14 14¼ 6 17½ 7 9¼ 4¾ 16¾ 9¼ 13½ 14 3¼ 8¼ 5¼",
}

# Group C of the European championship of 2004: three level with five points and as many from each other; the goals
# among them decided, and Italy went home.
EURO_2004 = matches(
    "Denmark 0-0 Italy, Sweden 5-0 Bulgaria",
    "Bulgaria 0-2 Denmark, Italy 1-1 Sweden",
    "Italy 2-1 Bulgaria, Denmark 2-2 Sweden",
)


def worked_out(rows: dict[str, str], *chain: TieBreak) -> tuple[Line, ...]:
    return table(rows, from_cross_table(rows), TableRules(chain))


def counted(rows: dict[str, str], name: TieBreak, *, ratings: str = "", **rules: Any) -> str:
    """What everybody has of one thing, in the order of the rows."""
    beside = Beside(ratings=dict(zip(rows, map(int, ratings.split()), strict=False)))
    results = TableRules(**rules).results(rows, from_cross_table(rows), beside)
    level = Level(results, frozenset(rows))
    counts = [TIE_BREAKS[name](level, entrant) for entrant in rows]
    return " ".join(shown(name, count.value) for count in counts if count)


def test_the_candidates_of_2013_by_head_to_head_then_wins() -> None:
    """Two ties at the top: Carlsen by wins, having drawn both games; Svidler by his games against Aronian."""
    lines = worked_out(LONDON_2013, "match_points", "head_to_head", "most_wins", "sonneborn_berger")
    assert [line.entrant for line in lines] == list(LONDON_2013)
    assert [line.place for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert counted(LONDON_2013, "match_points") == LONDON_POINTS
    assert sum(line.match_points for line in lines) == 2 * 56
    assert [line.decided_by for line in lines] == [
        "",
        "most_wins",
        "match_points",
        "head_to_head",
        "match_points",
        "most_wins",
        "match_points",
        "match_points",
    ]
    assert figures(lines, "head_to_head")["Svidler"] == "1½"
    assert figures(lines, "most_wins") == {"Carlsen": "5", "Kramnik": "4", "Gelfand": "2", "Grischuk": "1"}


def test_the_uzchess_cup_of_2025_by_head_to_head_then_sonneborn_berger() -> None:
    """Three at the top: the winner beat both others, who drew."""
    lines = worked_out(TASHKENT_2025, "match_points", "head_to_head", "sonneborn_berger", "most_wins")
    assert [line.entrant for line in lines] == list(TASHKENT_2025)
    among_themselves = {"Praggnanandhaa": "2", "Abdusattorov": "½", "Sindarov": "½"}
    assert among_themselves.items() <= figures(lines, "head_to_head").items()
    assert [line.decided_by for line in lines[:3]] == ["", "head_to_head", "sonneborn_berger"]
    for name, printed in TASHKENT.items():
        assert counted(TASHKENT_2025, name) == printed  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HELD)
def test_the_exercises_of_fide_come_out_to_the_digit(name: TieBreak) -> None:
    assert counted(HELD_SWISS, name, ratings=HELD_RATINGS) == HELD[name]


@pytest.mark.parametrize("name", HELD_2026)
def test_the_exercises_of_fide_under_the_edition_of_2026(name: TieBreak) -> None:
    found = counted(HELD_SWISS, name, edition="fide_2026").split()
    asked = HELD_2026[name].split()
    assert [one if wanted != "." else "." for one, wanted in zip(found, asked, strict=True)] == asked


@pytest.mark.parametrize(
    ("name", "expected"),
    [("sonneborn_berger", "9¼ 6¼ 6¼ 4¼ 3¼ 2¼"), ("koya", "2 ½ ½ 1 ½ 0"), ("most_wins", "3 3 3 1 1 1")],
)
def test_a_round_robin_with_a_forfeit_of_the_exercises(name: TieBreak, expected: str) -> None:
    """Exercises 14, 16 and 26: the forfeit counts like a game."""
    assert counted(HELD_ROUND_ROBIN, name, all_meet=True) == expected
    rules = TableRules(("match_points", "head_to_head"), all_meet=True)
    lines = table(HELD_ROUND_ROBIN, from_cross_table(HELD_ROUND_ROBIN), rules)
    assert places(lines) == "1Alyx 2Bruno 2Charline 4Helene 5Franck 6David"


@pytest.mark.parametrize("name", MANY_2023)
def test_rounds_not_played_count_as_they_do_on_the_server_of_fide(name: TieBreak) -> None:
    """Lost forfeits of the last rounds stay lost; the rounds without an opponent there are draws."""
    assert counted(MANY_UNPLAYED, name, edition="fide_2023") == MANY_2023[name]
    assert counted(MANY_UNPLAYED, name, edition="fide_2026") == MANY_2026[name]


def test_three_level_in_their_own_games_as_at_the_european_championship_of_2004() -> None:
    points = MatchPoints(won=6, drawn=2)
    chain: tuple[TieBreak, ...] = (
        "match_points",
        "head_to_head",
        "head_to_head_difference",
        "head_to_head_games",
    )
    teams = ["Italy", "Denmark", "Sweden", "Bulgaria"]
    lines = table(teams, EURO_2004, TableRules(chain, points, all_meet=True))
    assert places(lines) == "1Sweden 2Denmark 3Italy 4Bulgaria"
    assert figures(lines, "match_points") == {"Sweden": "5", "Denmark": "5", "Italy": "5", "Bulgaria": "0"}
    assert figures(lines, "head_to_head") == dict.fromkeys(teams[:3], "2")
    assert figures(lines, "head_to_head_difference") == dict.fromkeys(teams[:3], "0")
    assert figures(lines, "head_to_head_games") == {"Sweden": "3", "Denmark": "2", "Italy": "1"}


def test_the_world_rapid_championship_of_2024_by_buchholz() -> None:
    """A Swiss of 110 over eleven rounds: every one of 440 figures, and every place."""
    fixtures, printed = from_file("world_rapid_2024.txt")
    chain: tuple[TieBreak, ...] = ("match_points", "buchholz_cut_1", "buchholz", "sonneborn_berger")
    assert (len(printed), len(fixtures)) == (110, 605)
    results = Results.of(printed, fixtures, MatchPoints())
    level = Level(results, frozenset(printed))
    for entrant, row in printed.items():
        counts = [TIE_BREAKS[name](level, entrant) for name in chain]
        units = (2, 2, 2, 4)
        found = [Fraction(count.value, unit) for count, unit in zip(counts, units, strict=True) if count]
        assert found == [Fraction(figure) for figure in row], entrant
    assert sum(results.scores.values()) == 2 * 605
    lines = table(printed, fixtures, TableRules(chain[:3]))
    keys = [tuple(map(Fraction, row[:3])) for row in printed.values()]
    expected = {entrant: 1 + keys.index(key) for entrant, key in zip(printed, keys, strict=True)}
    assert {line.entrant: line.place for line in lines} == expected
