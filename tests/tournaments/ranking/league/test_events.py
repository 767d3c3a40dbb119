"""Two large events with rounds not played of every kind: every tie-break beside that of FIDE's own server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.ranking.league.cross_tables import from_cross_table
from tournaments.ranking.league.results import Edition, Results
from tournaments.ranking.league.table import TableRules
from tournaments.ranking.league.tie_breaks import TIE_BREAKS, Level, TieBreak
from tournaments.ranking.league.values import Beside

ON_THE_SERVER: Sequence[TieBreak] = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median",
    "sonneborn_berger",
    "most_wins",
    "progressive_score",
    "koya",
    "average_rating",
    "average_rating_cut_1",
    "performance",
)
UNITS: Mapping[TieBreak, int] = {
    "sonneborn_berger": 4,
    "most_wins": 1,
    "average_rating": 1,
    "average_rating_cut_1": 1,
    "performance": 1,
}


@dataclass(frozen=True)
class Event:
    """A cross table: for each place what was printed, what the server has by both editions, and the games."""

    printed: Mapping[str, list[str]]
    server: Mapping[Edition, Mapping[str, list[str]]]
    rows: Mapping[str, str]
    ratings: Mapping[str, int]

    @classmethod
    def read(cls, name: str, *, rated: bool) -> Event:
        text = (Path(__file__).parent / name).read_text(encoding="utf-8")
        lines = [line.split("|") for line in text.splitlines() if not line.startswith("#")]
        printed = {own.split()[0]: own.split()[1:] for own, *_ in lines}
        return cls(
            printed,
            {
                "fide_2023": dict(zip(printed, (line[1].split() for line in lines), strict=True)),
                "fide_2026": dict(zip(printed, (line[2].split() for line in lines), strict=True)),
            },
            dict(zip(printed, (line[3] for line in lines), strict=True)),
            {place: int(own[-1]) for place, own in printed.items()} if rated else {},
        )

    def results(self, edition: Edition) -> Results:
        beside = Beside(ratings=self.ratings)
        return TableRules(edition=edition).results(self.rows, from_cross_table(self.rows), beside)


EVENTS = {
    "moscow": Event.read("moscow_open_2018.txt", rated=False),
    "warsaw": Event.read("world_blitz_2021.txt", rated=True),
}


def figure(results: Results, name: TieBreak, entrant: str) -> Fraction:
    count = TIE_BREAKS[name](Level(results, frozenset(results.matches)), entrant)
    assert count is not None
    return Fraction(count.value, UNITS.get(name, 2))


@pytest.mark.parametrize("edition", ["fide_2023", "fide_2026"])
@pytest.mark.parametrize(("name", "players"), [("moscow", 220), ("warsaw", 179)])
def test_every_figure_is_that_of_the_server_of_fide(name: str, players: int, edition: Edition) -> None:
    event = EVENTS[name]
    results = event.results(edition)
    assert len(event.rows) == players
    for entrant, row in event.server[edition].items():
        found = [figure(results, one, entrant) for one, _ in zip(ON_THE_SERVER, row, strict=False)]
        assert found == [Fraction(one) for one in row], entrant


@pytest.mark.parametrize(
    ("name", "columns", "unmoved"),
    [
        ("moscow", ("buchholz", "buchholz_cut_1", "sonneborn_berger"), 40),
        ("warsaw", ("buchholz_cut_1", "buchholz"), 33),
    ],
)
def test_what_was_printed_is_so_where_every_round_was_played(
    name: str, columns: Sequence[TieBreak], unmoved: int
) -> None:
    """Both events were placed by older rules for rounds not played; so of those who met nobody who missed any."""
    event = EVENTS[name]
    results = event.results("fide_2023")
    whole = {one for one, matches in results.matches.items() if all(match.played for match in matches)}
    among = {one for one in whole if {match.opponent for match in results.matches[one]} <= whole}
    assert len(among) == unmoved
    for entrant, row in event.printed.items():
        assert figure(results, "match_points", entrant) == Fraction(row[0]), entrant
        if entrant in among:
            assert [figure(results, one, entrant) for one in columns] == [
                Fraction(one) for one in row[1 : 1 + len(columns)]
            ], entrant


def test_the_average_rating_of_the_opponents_was_printed_in_warsaw() -> None:
    """Of all who played every round."""
    event = EVENTS["warsaw"]
    results = event.results("fide_2023")
    whole = [one for one, matches in results.matches.items() if all(match.played for match in matches)]
    assert len(whole) == 162
    for entrant in whole:
        printed = Fraction(event.printed[entrant][3])
        assert figure(results, "average_rating_cut_1", entrant) == printed, entrant
