"""Before the last round of an evening: who can still come first, and what must happen at the tables.

In an evening of couples each table is won by its head couple or by its side couple, whatever happens at the others.
So the ways in which somebody comes first are the ways of each table multiplied, and nothing has to be gone through.
Games won are all that is looked at: what parts those who are level in them depends on points nobody knows yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final

from scoring.bounds import Bounds
from scoring.derivation import Sentence, gettext_noop, points_phrase
from tournaments.ranking.totals import Verdict, verdict_said

Seats = tuple[str, str, str, str]
"""The players at a table, seat 1 first: the head couple has seats 1 and 3, the side couple 2 and 4."""
GAME: Final = 2
"""A game won, in half games."""
MOST_TOLD: Final = 30
"""Of more tables the ways are not told in words: the numbers say nothing to anybody."""


@dataclass(frozen=True, slots=True)
class PersonProspect:
    """Whether one person can still come first.

    Arguments:
        outright: in how many ways they come first alone.
        level: in how many more they are level with others at the top.
    """

    person: str
    verdict: Verdict
    outright: int
    level: int
    ways: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class TableCondition:
    """What must not happen at one table.

    Arguments:
        loser: the couple that must not win, 0 the head couple and 1 the side couple.
        is_level: whether somebody there would only come level if it won.
    """

    table: int
    loser: int
    is_level: bool
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class ResultCase:
    """What must happen with one result of one's own.

    Arguments:
        has_won: whether they win their game; None for whoever sits out.
        ways: in how many ways it happens then; 0 where it cannot.
        needed: what must not happen at other tables.
    """

    has_won: bool | None
    ways: int
    needed: tuple[TableCondition, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class PersonNeeds:
    """What must happen for somebody to come first.

    Arguments:
        is_outright: whether it is about coming first alone; else about being level at the top.
        cases: by their own result; empty where first place is certain or out of reach.
    """

    prospect: PersonProspect
    is_outright: bool
    cases: tuple[ResultCase, ...]


def _check(people: Sequence[str], lines: Mapping[str, int]) -> None:
    if len(set(people)) != len(people):
        raise ValueError("everybody has one place in the round")
    if not lines.keys() >= set(people):
        raise ValueError("whoever has a place in the round has a line")


@dataclass(frozen=True)
class LastRound:
    """An evening before its last round.

    Arguments:
        halves: the games won so far by everybody with a line, in half games.
        sitting_out: who sits out, and what that brings in half games.
        names: what people are called, by id; the id where there is no name.

    Raises:
        ValueError: somebody has two places in the round, or one and no line.
    """

    halves: Mapping[str, int]
    tables: Sequence[Seats]
    sitting_out: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check([*chain.from_iterable(self.tables), *self.sitting_out], self.halves)

    @property
    def ways(self) -> int:
        return 1 << len(self.tables)

    def prospects(self) -> tuple[PersonProspect, ...]:
        return tuple(map(self.prospect, self.halves))

    def prospect(self, person: str) -> PersonProspect:
        """Whether somebody can still come first; KeyError where they have no line."""
        outright = sum(self._ways(person, won, level=False) for won in self._results(person))
        level = sum(self._ways(person, won, level=True) for won in self._results(person)) - outright
        verdict: Verdict = "level" if level else "impossible"
        if outright:
            verdict = "clinched" if outright == self.ways else "possible"
        values = {"verdict": verdict_said(verdict, 1), "all": self.ways, "outright": outright, "level": level}
        template = _COUNTED if len(self.tables) <= MOST_TOLD else _MANY
        return PersonProspect(person, verdict, outright, level, self.ways, Sentence(template, values))

    def what_must_happen(self, person: str) -> PersonNeeds:
        """What must happen for somebody to come first: alone if they can, else level with others."""
        prospect = self.prospect(person)
        if prospect.verdict in ("clinched", "impossible"):
            return PersonNeeds(prospect, bool(prospect.outright), ())
        level = not prospect.outright
        cases = (self._case(person, won, level=level) for won in self._results(person))
        return PersonNeeds(prospect, not level, tuple(cases))

    @cached_property
    def _seats(self) -> Mapping[str, tuple[int, int]]:
        # The table, from 0, and the couple.
        return {
            person: (table, seat % 2)
            for table, seats in enumerate(self.tables)
            for seat, person in enumerate(seats)
        }

    @cached_property
    def _tops(self) -> Sequence[tuple[int, int]]:
        # The most that anybody ends with if the head couple wins, and if the side couple does.
        return [(self._top(seats, 0), self._top(seats, 1)) for seats in self.tables]

    def _top(self, seats: Seats, winner: int, but: str | None = None) -> int:
        return max(
            self.halves[person] + GAME * (seat % 2 == winner)
            for seat, person in enumerate(seats)
            if person != but
        )

    @cached_property
    def _settled(self) -> Sequence[tuple[int, str]]:
        # Two are enough: one of them may be the person the question is about.
        idle = [person for person in self.halves if person not in self._seats]
        return sorted(((self._idle(person), person) for person in idle), reverse=True)[:2]

    def _idle(self, person: str) -> int:
        return self.halves[person] + self.sitting_out.get(person, 0)

    @cached_property
    def _free(self) -> dict[int, tuple[list[int], int, int]]:
        return {}

    def _open(self, limit: int) -> tuple[list[int], int, int]:
        # The ways each table can end with nobody above a limit; how many have both, and how many none.
        if limit not in self._free:
            open_ = [(a <= limit) + (b <= limit) for a, b in self._tops]
            self._free[limit] = open_, open_.count(2), open_.count(0)
        return self._free[limit]

    def _results(self, person: str) -> tuple[bool | None, ...]:
        return (True, False) if person in self._seats else (None,)

    def _total(self, person: str, won: bool | None) -> int:
        return self._idle(person) if won is None else self.halves[person] + GAME * won

    def _ways(self, person: str, won: bool | None, *, level: bool) -> int:
        # With `level` at least a share in the first place, else the first place alone.
        limit = self._total(person, won) - (not level)
        if any(total > limit for total, other in self._settled if other != person):
            return 0
        open_, both, none = self._open(limit)
        if won is not None:
            table, couple = self._seats[person]
            if self._top(self.tables[table], couple if won else 1 - couple, but=person) > limit:
                return 0
            both -= open_[table] == 2
            none -= open_[table] == 0
        return 0 if none else 1 << both

    def _case(self, person: str, won: bool | None, *, level: bool) -> ResultCase:
        ways = self._ways(person, won, level=level)
        values: dict[str, object] = {"person": self._name(person)}
        if won is not None:
            values["table"] = self._seats[person][0] + 1
        if not ways:
            return ResultCase(won, 0, (), Sentence(_OUT[won], values))
        needed = tuple(self._needed(person, self._total(person, won), level=level))
        return ResultCase(won, ways, needed, Sentence((_IF if needed else _ENOUGH)[won], values))

    def _needed(self, person: str, total: int, *, level: bool) -> Iterator[TableCondition]:
        own = self._seats[person][0] if person in self._seats else None
        for table, tops in enumerate(self._tops):
            for couple, top in enumerate(tops):
                if table == own or top <= total - (not level):
                    continue
                first, other = self.tables[table][couple::2]
                values = {"table": table + 1, "one": self._name(first), "other": self._name(other)}
                template = (_NOT_LEVEL if top == total else _NOT)[couple]
                yield TableCondition(table + 1, couple, top == total, Sentence(template, values))

    def _name(self, person: str) -> str:
        return self.names.get(person, person)


_COUNTED: Final = gettext_noop(
    "%(verdict)s Of %(all)s possible outcomes at the tables, %(outright)s give it outright and %(level)s more at "
    "least level. Ties are settled by the tie-breaks, which are not considered here."
)
_MANY: Final = gettext_noop("%(verdict)s Ties are settled by the tie-breaks, which are not considered here.")
_IF: Final[Mapping[bool | None, str]] = {
    True: gettext_noop("If %(person)s wins at table %(table)s:"),
    False: gettext_noop("If %(person)s loses at table %(table)s:"),
    None: gettext_noop("While %(person)s sits out:"),
}
_ENOUGH: Final[Mapping[bool | None, str]] = {
    True: gettext_noop("If %(person)s wins at table %(table)s nothing else has to happen."),
    False: gettext_noop("If %(person)s loses at table %(table)s nothing else has to happen."),
    None: gettext_noop("Nothing else has to happen."),
}
_OUT: Final[Mapping[bool | None, str]] = {
    True: gettext_noop("If %(person)s wins at table %(table)s it is out of reach."),
    False: gettext_noop("If %(person)s loses at table %(table)s it is out of reach."),
    None: gettext_noop("It is out of reach."),
}
_NOT: Final = (
    gettext_noop("At table %(table)s the head couple, %(one)s and %(other)s, must not win."),
    gettext_noop("At table %(table)s the side couple, %(one)s and %(other)s, must not win."),
)
_NOT_LEVEL: Final = (
    gettext_noop(
        "At table %(table)s the head couple, %(one)s and %(other)s, must not win, or the tie-breaks decide."
    ),
    gettext_noop(
        "At table %(table)s the side couple, %(one)s and %(other)s, must not win, or the tie-breaks decide."
    ),
)


# --- An evening of points: who can still come first, and what they must make more than whom ------------
#
# Nobody knows what the hands will bring, but where their number is set and the rules bound each of them, everything
# lies between bounds; a table may also play fewer hands, or none. Somebody is sure of first place or out only where
# that is so for all between them, and can come first only where hands are named that bring it; else it is open.


@dataclass(frozen=True, slots=True)
class PointsTable:
    sides: tuple[tuple[str, ...], ...]
    hands: int
    bounds: Bounds

    @property
    def low(self) -> int:
        return self.hands * min(0, self.bounds.least)

    @property
    def high(self) -> int:
        return self.hands * max(0, self.bounds.most)

    @property
    def apart(self) -> int:
        return self.hands * self.bounds.apart

    @property
    def low_together(self) -> int:
        return self.hands * min(0, self.bounds.least_together)

    def may_stay(self, room: Sequence[int]) -> bool:
        """Whether the bounds allow that no side makes more than its room; if negative, what it must lose."""
        if self.bounds.loses_alone:
            return self.can_stay(room)
        enough = sum(min(self.high, own) for own in room) >= self.low_together
        return enough and all(own >= self.low for own in room)

    def can_stay(self, room: Sequence[int]) -> bool:
        """Whether hands are known with which no side makes more than the room it has.

        Where sides lose one at a time each of them needs hands of its own for it.
        """
        lost = [-own for own in room if own < 0]
        if not lost:
            return True
        each = -self.bounds.least
        return self.bounds.loses_alone and each > 0 and sum(-(-own // each) for own in lost) <= self.hands


@dataclass(frozen=True, slots=True)
class PointsProspect:
    """Whether one person can still come first.

    Arguments:
        verdict: "clinched", "possible", "level", "impossible", or "open" where the bounds do not
            settle it.
    """

    person: str
    verdict: Verdict
    least: int
    most: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class RequiredMargin:
    """What somebody must make more than somebody else.

    Arguments:
        more: how many points more than the other they must make in the round; if negative, by how
            many the other may outscore them.
    """

    other: str
    more: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class PointsNeeds:
    """What must happen for somebody to come first.

    Arguments:
        is_outright: whether it is about coming first alone; else about being level at the top.
        needed: all that must happen, the hardest first; empty where first place is certain or out
            of reach.
    """

    prospect: PointsProspect
    is_outright: bool
    needed: tuple[RequiredMargin, ...]


@dataclass(frozen=True)
class LastRoundOfPoints:
    """An evening of points before its last round.

    Arguments:
        points: those of everybody with a line so far.
        sitting_out: who sits out, and the points that brings.
        names: by id; the id itself is shown where there is no name.

    Raises:
        ValueError: somebody has two places in the round, or one and no line.
    """

    points: Mapping[str, int]
    tables: Sequence[PointsTable]
    sitting_out: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        playing = (person for table in self.tables for side in table.sides for person in side)
        _check([*playing, *self.sitting_out], self.points)

    def prospects(self) -> tuple[PointsProspect, ...]:
        return tuple(map(self.prospect, self.points))

    def prospect(self, person: str) -> PointsProspect:
        verdict, least, most = self._verdict(person), self._least(person), self._most(person)
        values = {"verdict": verdict_said(verdict, 1), "least": least, "most": points_phrase(most)}
        template = _ENDS_WITH if least == most else _BETWEEN
        return PointsProspect(person, verdict, least, most, Sentence(template, values))

    def what_must_happen(self, person: str) -> PointsNeeds:
        """What must happen for somebody to come first: alone if that is possible, else level with others."""
        prospect = self.prospect(person)
        if prospect.verdict in ("clinched", "impossible"):
            return PointsNeeds(prospect, prospect.verdict == "clinched", ())
        outright = self._may(person, self._most(person) - 1)
        leads = (self._ahead(person, other, outright=outright) for other in self.points if other != person)
        needed = sorted((lead for lead in leads if lead), key=lambda lead: -lead.more)
        return PointsNeeds(prospect, outright, tuple(needed))

    def _verdict(self, person: str) -> Verdict:
        most = self._most(person)
        if all(self._margin(person, other) > 0 for other in self.points if other != person):
            return "clinched"
        if self._may(person, most - 1):
            return "possible" if self._can(person, most - 1) else "open"
        if self._may(person, most):
            return "level" if self._can(person, most) else "open"
        return "impossible"

    @cached_property
    def _seats(self) -> Mapping[str, tuple[int, int]]:
        # The table and the side of each player, both from 0.
        return {
            person: (table, place)
            for table, own in enumerate(self.tables)
            for place, side in enumerate(own.sides)
            for person in side
        }

    @cached_property
    def _tops(self) -> Sequence[tuple[int, ...]]:
        return [
            tuple(max(self.points[person] for person in side) for side in table.sides)
            for table in self.tables
        ]

    def _table(self, person: str) -> PointsTable | None:
        return self.tables[self._seats[person][0]] if person in self._seats else None

    def _least(self, person: str) -> int:
        table = self._table(person)
        return self.points[person] + (table.low if table else self.sitting_out.get(person, 0))

    def _most(self, person: str) -> int:
        table = self._table(person)
        return self.points[person] + (table.high if table else self.sitting_out.get(person, 0))

    def _margin(self, person: str, other: str) -> int:
        # At the worst; negative when behind.
        table = self._table(person)
        if table is None or table is not self._table(other):
            return self._least(person) - self._most(other)
        together = self._seats[person] == self._seats[other]
        return self.points[person] - self.points[other] - (0 if together else table.apart)

    def _may(self, person: str, limit: int) -> bool:
        return self._own_table_stays(person, limit) and all(
            table.may_stay([limit - top for top in tops]) for table, tops in self._elsewhere(person)
        )

    def _can(self, person: str, limit: int) -> bool:
        return self._own_table_stays(person, limit) and all(
            table.can_stay([limit - top for top in tops]) for table, tops in self._elsewhere(person)
        )

    def _own_table_stays(self, person: str, limit: int) -> bool:
        # Where one side makes the most, the others make as much less as there can be between them.
        table = self._table(person)
        for other in self.points:
            if other == person:
                continue
            if other not in self._seats:
                ends = self._most(other)
            elif table is not None and table is self._table(other):
                together = self._seats[person] == self._seats[other]
                ends = self._most(other) - (0 if together else table.apart)
            else:
                continue
            if ends > limit:
                return False
        return True

    def _elsewhere(self, person: str) -> Iterator[tuple[PointsTable, tuple[int, ...]]]:
        own = self._seats[person][0] if person in self._seats else None
        for place, table in enumerate(self.tables):
            if place != own:
                yield table, self._tops[place]

    def _ahead(self, person: str, other: str, *, outright: bool) -> RequiredMargin | None:
        if self._margin(person, other) >= outright:
            return None
        credit = self.sitting_out.get(other, 0) - self.sitting_out.get(person, 0)
        more = self.points[other] + credit - self.points[person] + outright
        values = {
            "person": self.names.get(person, person),
            "other": self.names.get(other, other),
            "points": points_phrase(abs(more)),
        }
        return RequiredMargin(other, more, Sentence(self._template(person, other, more), values))

    def _template(self, person: str, other: str, more: int) -> str:
        if person not in self._seats:
            return _MUST_LOSE if more > 0 else _MAY_MAKE
        if other not in self._seats:
            return _MUST_MAKE if more > 0 else _MAY_LOSE
        return _NO_FEWER if more == 0 else _MUST_MAKE_MORE if more > 0 else _MAY_MAKE_MORE


_BETWEEN: Final = gettext_noop(
    "%(verdict)s They end with %(least)s to %(most)s. Ties are settled by the tie-breaks, which are not considered "
    "here."
)
_ENDS_WITH: Final = gettext_noop(
    "%(verdict)s They end with %(most)s. Ties are settled by the tie-breaks, which are not considered here."
)
_MUST_MAKE_MORE: Final = gettext_noop("%(person)s must make at least %(points)s more than %(other)s.")
_MAY_MAKE_MORE: Final = gettext_noop("%(other)s may make at most %(points)s more than %(person)s.")
_NO_FEWER: Final = gettext_noop("%(other)s must not make more points than %(person)s.")
_MUST_MAKE: Final = gettext_noop("%(person)s must make at least %(points)s, for %(other)s does not play.")
_MAY_LOSE: Final = gettext_noop("%(person)s may lose at most %(points)s, for %(other)s does not play.")
_MAY_MAKE: Final = gettext_noop("%(other)s may make at most %(points)s.")
_MUST_LOSE: Final = gettext_noop("%(other)s must lose at least %(points)s.")
