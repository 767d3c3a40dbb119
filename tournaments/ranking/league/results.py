"""What each entrant of a league has done, fixture by fixture, and the match points that brings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tournaments.ranking.league.values import Beside, Fixture, Outcome, Winner

Ending = Literal["won", "drawn", "lost"]
Edition = Literal["fide_2023", "fide_2026"]
"""The edition of the FIDE Tie-Break Regulations (Handbook C.07) by which rounds count that were not played."""
_ENDING: Mapping[Winner, tuple[Ending, Ending]] = {
    "home": ("won", "lost"),
    "away": ("lost", "won"),
    "draw": ("drawn", "drawn"),
    "nobody": ("lost", "lost"),
}


@dataclass(frozen=True)
class MatchPoints:
    """What a fixture brings, in half points: 2 is one point.

    Arguments:
        won: to who won, at the table or because the other side did not play.
        drawn: to both of a draw.
        lost: to who lost.
        bye: to who had nobody to meet.
        missing: to who did not play.
    """

    won: int = 2
    drawn: int = 1
    lost: int = 0
    bye: int = 2
    missing: int = 0

    def of(self, ending: Ending) -> int:
        """What an ending brings who played."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost}[ending]


@dataclass(frozen=True, slots=True)
class Match:
    """One fixture as one of its sides sees it.

    Arguments:
        fixture: its id.
        round: its number.
        opponent: the other side; None for a bye.
        ending: how it ended for this side; a bye that counts is won.
        match_points: what it brought, in halves.
        played: whether it was played at all.
        absent: whether this side is who did not play, or asked to be left out of the round.
        games: own games and those of the other side, in halves.
        points: own points and those of the other side; None where nobody has entered any.
    """

    fixture: str
    round: int
    opponent: str | None
    ending: Ending
    match_points: int
    played: bool
    absent: bool
    games: tuple[int, int]
    points: tuple[int, int] | None

    @property
    def scored(self) -> tuple[int, int]:
        """The points as they add up: none at all where nobody has entered any."""
        return self.points or (0, 0)


@dataclass(frozen=True)
class Results:
    """All that counts in a table.

    Arguments:
        matches: for each entrant their matches, by rounds.
        rules: what a fixture brings.
        edition: by which rules rounds count that were not played.
        all_meet: whether who meets whom was settled from the start, as in a round robin: a fixture that was
            forfeited then counts like one that was played, and a bye for nothing; the articles of C.07 about
            rounds not played are those of a Swiss.
        beside: what is known of the entrants beside their fixtures.
    """

    matches: Mapping[str, Sequence[Match]]
    rules: MatchPoints = field(default_factory=MatchPoints)
    edition: Edition = "fide_2023"
    all_meet: bool = False
    beside: Beside = field(default_factory=Beside)

    @classmethod
    def of(
        cls,
        entrants: Iterable[str],
        fixtures: Iterable[Fixture],
        rules: MatchPoints,
        *,
        edition: Edition = "fide_2023",
        all_meet: bool = False,
        beside: Beside | None = None,
    ) -> "Results":
        """Gather what counts.

        Arguments:
            entrants: everybody who is to have a line.
            fixtures: of the league, in any order; those that do not count are passed over.
            rules: what a fixture brings.
            edition, all_meet, beside: as above.

        Raises:
            ValueError: somebody is named twice, or has played and is not in the league.
        """
        found: dict[str, list[Match]] = {}
        for entrant in entrants:
            if entrant in found:
                raise ValueError(f"{entrant} is named twice")
            found[entrant] = []
        for fixture in sorted(fixtures, key=lambda fixture: (fixture.round, fixture.id)):
            if not fixture.counts:
                continue
            for side, entrant in enumerate(fixture.sides):
                if entrant not in found:
                    raise ValueError(f"{entrant} has played and is not in the league")
                found[entrant].append(_match(fixture, side, rules))
        return cls(found, rules, edition, all_meet, beside or Beside())

    @cached_property
    def scores(self) -> Mapping[str, int]:
        """The match points of everybody, in halves, with what was given or taken off."""
        adjusted = self.beside.adjusted
        return {entrant: won + adjusted.get(entrant, 0) for entrant, won in self.scores_by_results.items()}

    @cached_property
    def scores_by_results(self) -> Mapping[str, int]:
        """The match points of everybody out of their fixtures alone, in halves.

        Points taken off somebody are theirs alone: they make nobody's opponents worth less.
        """
        return {
            entrant: sum(match.match_points for match in matches) for entrant, matches in self.matches.items()
        }

    @cached_property
    def scores_as_opponents(self) -> Mapping[str, int]:
        """The same as they count for those who met them: whoever stayed away to the end drew the rest.

        So that nobody's opponents are worth less because one of them went home early (FIDE Handbook C.07, article
        16.3). Only rounds without an opponent become draws: a fixture that was forfeited stays lost.
        """
        found: dict[str, int] = {}
        for entrant, matches in self.matches.items():
            score = self.scores_by_results[entrant]
            for match in reversed(matches):
                if not match.absent or self.all_meet:
                    break
                if match.opponent is None:
                    score += self.rules.drawn - match.match_points
            found[entrant] = score
        return found

    @cached_property
    def rounds(self) -> Sequence[int]:
        """The rounds in which something counts, in order."""
        return sorted({match.round for matches in self.matches.values() for match in matches})


def _match(fixture: Fixture, side: int, rules: MatchPoints) -> Match:
    """Return a fixture as one side sees it, 0 the home side."""
    outcome, opponent = fixture.outcome, fixture.sides[1 - side] if fixture.away is not None else None
    if opponent is None:
        ending = _of_a_bye(outcome)
        worth = rules.of(ending) if outcome else rules.bye
        return Match(fixture.id, fixture.round, None, ending, worth, False, outcome is not None, (0, 0), None)
    if outcome is None:
        raise ValueError(f"{fixture.id} is over and has no outcome")
    ending = _ENDING[outcome.winner][side]
    absent = outcome.forfeit in ("both", ("home", "away")[side])
    return Match(
        fixture=fixture.id,
        round=fixture.round,
        opponent=opponent,
        ending=ending,
        match_points=rules.missing if absent else rules.of(ending),
        played=not outcome.forfeit,
        absent=absent,
        games=(outcome.games[side], outcome.games[1 - side]),
        points=outcome.points and (outcome.points[side], outcome.points[1 - side]),
    )


def _of_a_bye(outcome: Outcome | None) -> Ending:
    if outcome is None:
        return "won"
    return "drawn" if outcome.winner == "draw" else "lost"
