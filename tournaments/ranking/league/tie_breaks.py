"""What is compared in the table of a league, one named function each.

Every function counts one thing for one entrant and says of which matches it is made: the value is the sum of its
parts (lots have none, points given or taken off are no part, and what goes by ratings is an average of its parts).
The names and rules of chess follow the FIDE Handbook, C.07 (Tie-Break Regulations, in force from August 2023). A
round that somebody did not play counts there as one against a dummy opponent, who ends with the points that somebody
has themselves (article 16.4); from March 2026 with no more than the opponent who was to be met (16.4.1), or, where
there was none, than a draw in every round brings (16.4.2).
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
    "head_to_head_difference",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median",
    "sonneborn_berger",
    "koya",
    "average_rating",
    "average_rating_cut_1",
    "performance",
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
    """Match points, in halves, with what was given or taken off."""
    results = level.results
    parts = tuple((match.fixture, match.match_points) for match in results.matches[entrant])
    return Count(results.scores[entrant], parts)


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


def head_to_head_difference(level: Level, entrant: str) -> Count | None:
    """Games won less those lost among those who are level, in halves; nothing unless all have met equally often."""
    return _among(level, entrant, lambda match: match.games[0] - match.games[1])


def buchholz(level: Level, entrant: str) -> Count:
    """The match points of the opponents, added up, in halves (C.07, article 8.1)."""
    return _sum((match.fixture, worth) for match, worth in _opposition(level.results, entrant))


def buchholz_cut_1(level: Level, entrant: str) -> Count:
    """The same without the lowest (article 14.1), of rounds that were missed by choice the lowest (16.5)."""
    return _sum((match.fixture, worth) for match, worth in _without_lowest(level.results, entrant))


def buchholz_cut_2(level: Level, entrant: str) -> Count:
    """The same without the two lowest (article 14.1)."""
    return _sum((match.fixture, worth) for match, worth in _without_lowest(level.results, entrant, 2))


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


def koya(level: Level, entrant: str) -> Count:
    """Match points from opponents who have at least half of all there were to win, in halves (article 9.2)."""
    results = level.results
    most = results.rules.won * max((len(_met(level, other)) for other in results.matches), default=0)
    return _sum(
        (match.fixture, match.match_points)
        for match in _met(level, entrant)
        if 2 * results.scores_by_results[match.opponent or ""] >= most
    )


def average_rating(level: Level, entrant: str) -> Count | None:
    """The average rating of the opponents played, rounded (article 10.1); nothing unless everybody has a rating."""
    found = _ratings(level, entrant)
    return None if found is None else Count(_average(found), found)


def average_rating_cut_1(level: Level, entrant: str) -> Count | None:
    """The same without the lowest (article 14.1)."""
    found = _ratings(level, entrant)
    if found is None:
        return None
    left = tuple(sorted(found, key=lambda part: part[1])[1:])
    return Count(_average(left), left)


def performance(level: Level, entrant: str) -> Count | None:
    """The rating of somebody who would be expected to win what was won from these opponents (article 10.2).

    Their average, and what the table of B.02, 8.1.1 gives for the share of points won; `NO_PERFORMANCE` for who has
    played nobody.
    """
    found = _ratings(level, entrant)
    if found is None:
        return None
    if not found:
        return Count(NO_PERFORMANCE)
    endings = [match.ending for match in _met(level, entrant) if match.played]
    halves = 2 * endings.count("won") + endings.count("drawn")
    share = (100 * halves + len(endings)) // (2 * len(endings))
    more = PERFORMANCE[share - 50] if share >= 50 else -PERFORMANCE[50 - share]
    return Count(_average(found) + more, found)


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
    "head_to_head_difference": head_to_head_difference,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_cut_2": buchholz_cut_2,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "koya": koya,
    "average_rating": average_rating,
    "average_rating_cut_1": average_rating_cut_1,
    "performance": performance,
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
        "buchholz_cut_2",
        "buchholz_median",
        "sonneborn_berger",
        "koya",
        "average_rating",
        "average_rating_cut_1",
        "performance",
        "most_wins",
        "progressive_score",
    }
)
"""What is settled by who won alone, whatever the games and points were."""
AMONG_THE_LEVEL: frozenset[TieBreak] = frozenset(
    {"head_to_head", "head_to_head_games", "head_to_head_difference"}
)
"""What is counted among those who are level alone: where it leaves some of them level, among these again."""
BY_RATINGS: frozenset[TieBreak] = frozenset({"average_rating", "average_rating_cut_1", "performance"})
"""What rests on the ratings of the entrants."""
NO_PERFORMANCE = -800
"""What counts for who has played nobody: less than any performance."""
# fmt: off
PERFORMANCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)
# fmt: on
"""What a share of the points is worth above the average of the opponents, from 50 in the hundred to all (B.02)."""
_UNITS: Mapping[TieBreak, int] = {
    "match_points": 2,
    "games_won": 2,
    "head_to_head": 2,
    "head_to_head_games": 2,
    "head_to_head_difference": 2,
    "buchholz": 2,
    "buchholz_cut_1": 2,
    "buchholz_cut_2": 2,
    "koya": 2,
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
    """Each match with the match points of whom it was against; unplayed, those of the dummy opponent."""
    matches = results.matches[entrant]
    if results.all_meet:
        return [
            (match, results.scores_as_opponents[match.opponent])
            for match in matches
            if match.opponent is not None
        ]
    return [
        (
            match,
            results.scores_as_opponents[match.opponent]
            if match.played and match.opponent
            else _of_the_dummy(results, entrant, match),
        )
        for match in matches
    ]


def _of_the_dummy(results: Results, entrant: str, match: Match) -> int:
    """The match points of the dummy opponent of a round that was not played (articles 16.4, 16.4.1 and 16.4.2)."""
    own = results.scores_by_results[entrant]
    if results.edition == "fide_2023":
        return own
    if match.opponent is not None:
        return min(own, results.scores_as_opponents[match.opponent])
    return min(own, results.rules.drawn * len(results.rounds))


def _without_lowest(results: Results, entrant: str, count: int = 1) -> list[tuple[Match, int]]:
    found = _opposition(results, entrant)
    for _ in range(min(count, len(found))):
        missed = [one for one in found if one[0].absent and not results.all_meet]
        found.remove(min(missed or found, key=lambda one: one[1]))
    return found


def _ratings(level: Level, entrant: str) -> tuple[Part, ...] | None:
    """The opponents played with their ratings; None where anybody of the table has none."""
    ratings = level.results.beside.ratings
    if not all(other in ratings for other in level.results.matches):
        return None
    return tuple(
        (match.fixture, ratings[match.opponent or ""]) for match in _met(level, entrant) if match.played
    )


def _average(parts: Sequence[Part]) -> int:
    """The average of some ratings, a half rounded up; 0 of none."""
    total = sum(worth for _, worth in parts)
    return (2 * total + len(parts)) // (2 * len(parts)) if parts else 0
