"""Why somebody stands where they do: what parted them from who stands above, and from who stands below.

It reads what the table was made by, and nothing else: each sentence is one comparison in the chain, in order, with
the numbers of both and the fixtures that add up to them; the last one decided.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.derivation import Sentence, gettext_noop, listed
from tournaments.ranking.league.table import Line, Step
from tournaments.ranking.league.tie_breaks import BY_RATINGS, Count, TieBreak, shown
from tournaments.ranking.league.values import Fixture

_COMPARED: Mapping[TieBreak, str] = {
    "match_points": gettext_noop("Match points: %(above)s to %(below)s."),
    "games_won": gettext_noop("Games won: %(above)s to %(below)s."),
    "points_difference": gettext_noop("Points difference: %(above)s to %(below)s."),
    "points_for": gettext_noop("Points scored: %(above)s to %(below)s."),
    "head_to_head": gettext_noop(
        "Match points among the %(level)s who were level: %(above)s to %(below)s (rounds: %(rounds)s)."
    ),
    "head_to_head_games": gettext_noop(
        "Games won among the %(level)s who were level: %(above)s to %(below)s (rounds: %(rounds)s)."
    ),
    "head_to_head_difference": gettext_noop(
        "Games won less games lost among the %(level)s who were level: %(above)s to %(below)s (rounds: %(rounds)s)."
    ),
    "buchholz": gettext_noop("Match points of all opponents (Buchholz): %(above)s to %(below)s."),
    "buchholz_cut_1": gettext_noop(
        "Match points of all opponents but the lowest (Buchholz, cut 1): %(above)s to %(below)s."
    ),
    "buchholz_cut_2": gettext_noop(
        "Match points of all opponents but the two lowest (Buchholz, cut 2): %(above)s to %(below)s."
    ),
    "buchholz_median": gettext_noop(
        "Match points of all opponents but the highest and the lowest (median Buchholz): "
        "%(above)s to %(below)s."
    ),
    "sonneborn_berger": gettext_noop(
        "Match points of those beaten, and half of those drawn with (Sonneborn-Berger): "
        "%(above)s to %(below)s."
    ),
    "koya": gettext_noop(
        "Match points from opponents who have at least half of all points (Koya): %(above)s to %(below)s."
    ),
    "average_rating": gettext_noop("Average rating of the opponents: %(above)s to %(below)s."),
    "average_rating_cut_1": gettext_noop(
        "Average rating of the opponents but the lowest: %(above)s to %(below)s."
    ),
    "performance": gettext_noop("Performance rating: %(above)s to %(below)s."),
    "most_wins": gettext_noop("Fixtures won: %(above)s to %(below)s."),
    "progressive_score": gettext_noop("Match points after each round, added up: %(above)s to %(below)s."),
    "drawn_lots": gettext_noop("Lots were drawn between the %(level)s who were level, and decided."),
}
_NOT_ALL_MET = gettext_noop(
    "Head to head does not count: the %(level)s who are level have not met equally often."
)
_NO_RATINGS = gettext_noop("Ratings do not count: not every entrant has one.")
_NO_LOTS = gettext_noop("No lots are drawn between the %(level)s who are level.")
_SHARED = gettext_noop("Level in everything that counts; the place is shared.")


@dataclass(frozen=True, slots=True)
class Reason:
    """One comparison of two neighbours.

    Arguments:
        name: what was compared; "shared" after the whole chain.
        sentence: the same with its numbers.
        above, below: what both have, and of which fixtures it is made; None where it could not be asked.
        rounds: the rounds in which something of either was made.
        fixtures: the ids of those fixtures.
        decided: whether this parted them.
    """

    name: TieBreak | Literal["shared"]
    sentence: Sentence
    above: Count | None = None
    below: Count | None = None
    rounds: tuple[int, ...] = ()
    fixtures: tuple[str, ...] = ()
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Why somebody stands where they do.

    Arguments:
        line: the line that is asked about.
        above, below: who stands next to it; None at the top and at the foot.
        after: the chain of comparisons with who stands above.
        before: the same with who stands below.
    """

    line: Line
    above: str | None
    below: str | None
    after: tuple[Reason, ...]
    before: tuple[Reason, ...]


def why(lines: Sequence[Line], fixtures: Iterable[Fixture], entrant: str) -> Why:
    """Say why an entrant stands where they do.

    Arguments:
        lines: the table.
        fixtures: those it was made of.
        entrant: who asks.

    Raises:
        ValueError: they have no line.
    """
    place = next((place for place, line in enumerate(lines) if line.entrant == entrant), None)
    if place is None:
        raise ValueError(f"{entrant} has no line")
    rounds = {fixture.id: fixture.round for fixture in fixtures}
    above = lines[place - 1] if place else None
    below = lines[place + 1] if place + 1 < len(lines) else None
    return Why(
        line=lines[place],
        above=above.entrant if above else None,
        below=below.entrant if below else None,
        after=tuple(compared(above, lines[place], rounds)) if above else (),
        before=tuple(compared(lines[place], below, rounds)) if below else (),
    )


def compared(above: Line, below: Line, rounds: Mapping[str, int]) -> Iterator[Reason]:
    """Yield what two neighbours were compared in, down to what parted them.

    Arguments:
        above: the one who stands first.
        below: the one next below.
        rounds: the round of each fixture, by its id.
    """
    for step in above.steps:
        if below.entrant not in step.tied:
            return
        reason = _reason(step, above.entrant, below.entrant, rounds)
        yield reason
        if reason.decided:
            return
    yield Reason("shared", Sentence(_SHARED))


def _reason(step: Step, above: str, below: str, rounds: Mapping[str, int]) -> Reason:
    level = len(step.tied)
    if not step.counts:
        missing = _NO_RATINGS if step.name in BY_RATINGS else _NOT_ALL_MET
        template = _NO_LOTS if step.name == "drawn_lots" else missing
        return Reason(step.name, Sentence(template, {"level": level}))
    mine, theirs = step.of(above), step.of(below)
    fixtures = {fixture for fixture, worth in (*mine.parts, *theirs.parts) if worth}
    ids = tuple(sorted(fixtures, key=lambda fixture: (rounds[fixture], fixture)))
    numbers = tuple(sorted({rounds[fixture] for fixture in ids}))
    values: dict[str, object] = {
        "above": shown(step.name, mine.value),
        "below": shown(step.name, theirs.value),
        "level": level,
        "rounds": listed(numbers) if numbers else "–",
    }
    sentence = Sentence(_COMPARED[step.name], values)
    return Reason(step.name, sentence, mine, theirs, numbers, ids, step.parts(above, below))
