"""What is compared in the table of a league, one named function each.

Every function counts one thing for one entrant and says of which matches it is made: the value is the sum of its
parts (lots alone have none). The names and rules of chess follow the FIDE Handbook, C.07 (Tie-Break Regulations, in
force from August 2023); a round that somebody did not play counts there as one against an opponent who ends with
the points that somebody has themselves (article 16.4).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from tournaments.ranking.league.lots import Lots
from tournaments.ranking.league.results import Match, Results

TieBreak = Literal[
    "match_points",
    "games_won",
    "points_difference",
    "points_for",
    "head_to_head",
    "head_to_head_games",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "most_wins",
    "progressive_score",
    "drawn_lots",
]
Part = tuple[str, int]
"""The id of a fixture, and what it adds."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one entrant has of one thing.

    Arguments:
        value: the more the better.
        parts: the fixtures that make it up, by rounds, and what each adds.
    """

    value: int
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Level:
    """Those who are level so far, and all that may part them.

    Arguments:
        results: of the whole league.
        tied: who is level.
        lots: the lots recorded.
    """

    results: Results
    tied: frozenset[str]
    lots: Sequence[Lots] = ()

    @cached_property
    def have_met_equally_often(self) -> bool:
        """Whether each two of those who are level have met, and all pairs as often."""
        often: set[int] = set()
        for entrant in self.tied:
            met = Counter(match.opponent for match in self.results.matches[entrant])
            often.update(met[other] for other in self.tied if other != entrant)
            if len(often) != 1 or 0 in often:
                return False
        return True


def match_points(level: Level, entrant: str) -> Count:
    """Match points, in halves."""
    return _sum((match.fixture, match.match_points) for match in level.results.matches[entrant])


def games_won(level: Level, entrant: str) -> Count:
    """Games won within the fixtures, in half games."""
    return _sum((match.fixture, match.games[0]) for match in _met(level, entrant))


def points_difference(level: Level, entrant: str) -> Count:
    """Points made less points of the other sides."""
    return _sum((match.fixture, match.scored[0] - match.scored[1]) for match in _met(level, entrant))


def points_for(level: Level, entrant: str) -> Count:
    """Points made."""
    return _sum((match.fixture, match.scored[0]) for match in _met(level, entrant))


def head_to_head(level: Level, entrant: str) -> Count | None:
    """Match points among those who are level, in halves; nothing unless all of them have met equally often."""
    return _among(level, entrant, lambda match: match.match_points)


def head_to_head_games(level: Level, entrant: str) -> Count | None:
    """Games won among those who are level, in half games; nothing unless all have met equally often."""
    return _among(level, entrant, lambda match: match.games[0])


def buchholz(level: Level, entrant: str) -> Count:
    """The match points of the opponents, added up, in halves (C.07, article 8.1)."""
    return _sum((match.fixture, worth) for match, worth in _opposition(level.results, entrant))


def buchholz_cut_1(level: Level, entrant: str) -> Count:
    """The same without the lowest (article 14.1), of rounds that were missed by choice the lowest (16.5)."""
    return _sum((match.fixture, worth) for match, worth in _without_lowest(level.results, entrant))


def buchholz_median(level: Level, entrant: str) -> Count:
    """The same without the lowest and the highest (article 14.2)."""
    found = _without_lowest(level.results, entrant)
    if found:
        found.remove(max(found, key=lambda one: one[1]))
    return _sum((match.fixture, worth) for match, worth in found)


def sonneborn_berger(level: Level, entrant: str) -> Count:
    """The match points of each opponent times what was won from them, in quarters (article 9.1)."""
    return _sum(
        (match.fixture, worth * match.match_points) for match, worth in _opposition(level.results, entrant)
    )


def most_wins(level: Level, entrant: str) -> Count:
    """Rounds that brought what a win does, with or without playing (article 7.1)."""
    won = level.results.rules.won
    return _sum((match.fixture, 1) for match in level.results.matches[entrant] if match.match_points == won)


def progressive_score(level: Level, entrant: str) -> Count:
    """The match points after each round, added up, in halves (article 7.5): early ones count oftener."""
    rounds = level.results.rounds
    left = {number: len(rounds) - place for place, number in enumerate(rounds)}
    return _sum(
        (match.fixture, match.match_points * left[match.round]) for match in level.results.matches[entrant]
    )


def drawn_lots(level: Level, entrant: str) -> Count | None:
    """The place in the first lots recorded that all who are level drew, the last being 1; nothing without."""
    for lots in level.lots:
        if level.tied.issubset(lots.order):
            order = [one for one in lots.order if one in level.tied]
            return Count(len(order) - order.index(entrant))
    return None


TIE_BREAKS: Mapping[TieBreak, Callable[[Level, str], Count | None]] = {
    "match_points": match_points,
    "games_won": games_won,
    "points_difference": points_difference,
    "points_for": points_for,
    "head_to_head": head_to_head,
    "head_to_head_games": head_to_head_games,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "most_wins": most_wins,
    "progressive_score": progressive_score,
    "drawn_lots": drawn_lots,
}
BY_RESULTS: frozenset[TieBreak] = frozenset(
    {
        "match_points",
        "head_to_head",
        "buchholz",
        "buchholz_cut_1",
        "buchholz_median",
        "sonneborn_berger",
        "most_wins",
        "progressive_score",
    }
)
"""What is settled by who won alone, whatever the games and points were."""
_UNITS: Mapping[TieBreak, int] = {
    "match_points": 2,
    "games_won": 2,
    "head_to_head": 2,
    "head_to_head_games": 2,
    "buchholz": 2,
    "buchholz_cut_1": 2,
    "buchholz_median": 2,
    "sonneborn_berger": 4,
    "progressive_score": 2,
}


def shown(name: TieBreak, value: int) -> str:
    """Write a value as people read it: halves and quarters as such, `17` match points "8½"."""
    whole = Fraction(abs(value), _UNITS.get(name, 1))
    rest = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(whole % 1, "")
    told = f"{int(whole)}{rest}" if int(whole) or not rest else rest
    return f"−{told}" if value < 0 else told


def _sum(parts: Iterable[Part]) -> Count:
    found = tuple(parts)
    return Count(sum(worth for _, worth in found), found)


def _met(level: Level, entrant: str) -> list[Match]:
    return [match for match in level.results.matches[entrant] if match.opponent is not None]


def _among(level: Level, entrant: str, worth: Callable[[Match], int]) -> Count | None:
    if not level.have_met_equally_often:
        return None
    return _sum(
        (match.fixture, worth(match)) for match in _met(level, entrant) if match.opponent in level.tied
    )


def _opposition(results: Results, entrant: str) -> list[tuple[Match, int]]:
    """Each match with the match points of whom it was against; unplayed, those of the entrant themselves."""
    own = results.scores[entrant]
    return [
        (match, results.scores_as_opponents[match.opponent] if match.played and match.opponent else own)
        for match in results.matches[entrant]
    ]


def _without_lowest(results: Results, entrant: str) -> list[tuple[Match, int]]:
    found = _opposition(results, entrant)
    if found:
        missed = [one for one in found if one[0].absent]
        found.remove(min(missed or found, key=lambda one: one[1]))
    return found
