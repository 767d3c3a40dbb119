"""Before the last round of an evening of couples: who can still come first, and what must happen at the tables.

Each table is won by its head couple or by its side couple, whatever happens at the others. So the ways in which
somebody comes first are the ways of each table multiplied, and nothing has to be gone through. Games won are all that
is looked at: what parts those who are level in them depends on points nobody knows yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from scoring.derivation import Sentence, gettext_noop
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
        ways: in how many ways the tables can end.
    """

    person: str
    verdict: Verdict
    outright: int
    level: int
    ways: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Needed:
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
class Case:
    """What must happen with one result of one's own.

    Arguments:
        has_won: whether they win their game; None for whoever sits out.
        ways: in how many ways it happens then; 0 where it cannot.
        needed: what must not happen at other tables.
    """

    has_won: bool | None
    ways: int
    needed: tuple[Needed, ...]
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
    cases: tuple[Case, ...]


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
        people = [*(person for seats in self.tables for person in seats), *self.sitting_out]
        if len(set(people)) != len(people):
            raise ValueError("everybody has one place in the round")
        if not self.halves.keys() >= set(people):
            raise ValueError("whoever has a place in the round has a line")

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

    def _case(self, person: str, won: bool | None, *, level: bool) -> Case:
        ways = self._ways(person, won, level=level)
        values: dict[str, object] = {"person": self._name(person)}
        if won is not None:
            values["table"] = self._seats[person][0] + 1
        if not ways:
            return Case(won, 0, (), Sentence(_OUT[won], values))
        needed = tuple(self._needed(person, self._total(person, won), level=level))
        return Case(won, ways, needed, Sentence((_IF if needed else _ENOUGH)[won], values))

    def _needed(self, person: str, total: int, *, level: bool) -> Iterator[Needed]:
        own = self._seats[person][0] if person in self._seats else None
        for table, tops in enumerate(self._tops):
            for couple, top in enumerate(tops):
                if table == own or top <= total - (not level):
                    continue
                first, other = self.tables[table][couple::2]
                values = {"table": table + 1, "one": self._name(first), "other": self._name(other)}
                template = (_NOT_LEVEL if top == total else _NOT)[couple]
                yield Needed(table + 1, couple, top == total, Sentence(template, values))

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
