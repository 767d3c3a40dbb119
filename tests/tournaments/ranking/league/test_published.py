"""Tables of real tournaments, worked out from their games and compared with what was printed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.ranking.league.cross_tables import figures, from_cross_table, from_file
from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.table import Line, TableRules, table
from tournaments.ranking.league.tie_breaks import TIE_BREAKS, Level, TieBreak, shown

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
HELD: dict[TieBreak, str] = {
    "match_points": "3½ 4 3½ 3½ 2½ 3 1½ 2½ 1½ 1 2½ 2 1½ 2 2 3½",
    "buchholz": "12½ 13 15½ 15 8½ 12 14½ 13½ 9 13 13½ 11½ 14 11 12 12½",
    "buchholz_cut_1": "11 12 13 11½ 7½ 11 12½ 12 7½ 11½ 12 9½ 12 9 11 11",
    "sonneborn_berger": "8 9½ 10½ 9¾ 4¼ 6½ 3¼ 5¼ 2¼ 1½ 5¾ 4 4¼ 4½ 3½ 7¼",
    "most_wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "progressive_score": "11 13 11 11½ 5 6 6 8½ 2½ 4 5½ 7 7 6 7 10½",
}


def worked_out(rows: dict[str, str], *chain: TieBreak) -> tuple[Line, ...]:
    return table(rows, from_cross_table(rows), TableRules(chain))


def counted(rows: dict[str, str], name: TieBreak) -> str:
    """What everybody has of one thing, in the order of the rows."""
    results = Results.of(rows, from_cross_table(rows), MatchPoints())
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
    assert counted(HELD_SWISS, name) == HELD[name]


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
