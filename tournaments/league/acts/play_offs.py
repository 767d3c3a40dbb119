"""The end of a season of fixtures: play-offs, and who goes up and down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from tournaments.league.acts.act import Now
from tournaments.league.acts.fixtures import PlayOff, fixtures_data
from tournaments.league.acts.record import Body, SeasonRecord
from tournaments.ranking.fixtures import divisions as up_and_down
from tournaments.ranking.fixtures.division_state import DivisionState, is_played_out
from tournaments.ranking.fixtures.divisions import Border
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.refusals import refuse


class MakePlayOffs(PlayOff):
    """Make the play-offs by the tables as they stand.

    Attributes:
        day: when all of them are, if that is known.
    """

    address = "make-play-offs"
    example: ClassVar[Mapping[str, Any]] = {"day": "2027-06-25"}

    day: date | None = None

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        """Refused where fixtures are ahead, nobody plays off, or they are made already."""
        rules, divisions = record.fixture_rules, record.divisions
        _check_over(rules, divisions)
        if any(one.play_off for one in record.fixtures):
            refuse("fixtures", "made", "the play-offs are made already")
        pairs = up_and_down.play_offs([one.finished for one in divisions], _borders(rules, divisions))
        if not pairs:
            refuse("rules.borders", "none", "by the rules of this season nobody plays off")
        return {"fixtures": fixtures_data(list(_fixtures(divisions, pairs, self.day)))}


@dataclass(frozen=True, slots=True)
class Next:
    """A division as the next season begins: its name, and its entrants by their numbers in this one, best first."""

    name: str
    entrants: tuple[int, ...]


def next_divisions(
    rules: FixtureRules, divisions: Sequence[DivisionState], play_offs: Sequence[KeptFixture]
) -> tuple[Next, ...]:
    """The divisions as the next season begins, who has withdrawn left out.

    Raises Faults where the season is not played out, or its play-offs are to be made or played.
    """
    if not rules.has_table:
        return tuple(Next(one.name, tuple(map(int, one.playing))) for one in divisions)
    _check_over(rules, divisions)
    plays_off = any(border.play_off for border in rules.borders[: len(divisions) - 1])
    if (plays_off and not play_offs) or any(one.is_ahead for one in play_offs):
        refuse("fixtures", "play-offs", "who goes up and down is not settled: the play-offs come first")
    winners = {str(won) for one in play_offs if (won := {"home": one.home, "away": one.away}.get(one.winner))}
    withdrawn = {str(number) for one in divisions for number in one.withdrawn}
    finished = [one.finished for one in divisions]
    try:
        new = up_and_down.next_season(
            finished, _borders(rules, divisions), winners=winners, withdrawn=withdrawn
        )
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "so many have withdrawn that a division is too small for what goes up and down; enter them by hand",
        )
    return tuple(Next(one.name, tuple(map(int, one.entrants))) for one in new)


def _fixtures(
    divisions: Sequence[DivisionState], pairs: Sequence[up_and_down.PlayOff], day: date | None
) -> Iterator[KeptFixture]:
    levels = {one.name: one.level for one in divisions}
    last = max(one.last_round for one in divisions)
    counts: dict[int, int] = {}
    for pair in pairs:
        level = levels[pair.division]
        counts[level] = counts.get(level, 0) + 1
        yield KeptFixture(
            code=f"{level}:P{counts[level]}",
            division=level,
            round=last + 1,
            home=int(pair.upper),
            away=int(pair.lower),
            play_off=True,
            on=day.isoformat() if day else "",
        )


def _check_over(rules: FixtureRules, divisions: Sequence[DivisionState]) -> None:
    if not rules.has_table:
        refuse("rules.format", "no-table", "a knock-out has no table: nobody goes up or down by it")
    if not is_played_out(divisions):
        refuse("fixtures", "ahead", "the season is not played out: there are fixtures without a result")
    try:
        up_and_down.play_offs([one.finished for one in divisions], _borders(rules, divisions))
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "more go up and down than a division has entrants; change the numbers in the rules",
        )


def _borders(rules: FixtureRules, divisions: Sequence[DivisionState]) -> tuple[Border, ...]:
    """A border between each two divisions; where the rules name none nobody moves, and those too many are none."""
    named, needed = rules.division_borders(), len(divisions) - 1
    return (*named[:needed], *(Border(0, 0),) * (needed - len(named)))
