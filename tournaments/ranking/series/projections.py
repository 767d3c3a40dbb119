"""A season before its last evenings: what everybody can still end with, and what follows from that for a place.

Beside the bounds there is one case that is exact: one evening left, and points by places. Places that are not shared
are taken by one person each; who can pass somebody together is then a matter of who takes which.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import neg
from typing import Final

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.prizes import NEWCOMER, Ends, each_evening, evenings_ahead
from tournaments.ranking.series.rules import PlacePoints
from tournaments.ranking.series.table import TableState
from tournaments.ranking.series.units import evenings_said, points_said
from tournaments.ranking.totals import Verdict, verdict_said


@dataclass(frozen=True, slots=True)
class SeriesProspect:
    """What may become of one person.

    Arguments:
        verdict: "clinched", "possible", "level", "impossible"; "open" where nobody knows what an
            evening can give.
        least, most: what they can still end with, in units; None where it is not known.
    """

    person: str
    verdict: Verdict
    least: int
    most: int | None
    sentence: Sentence


@dataclass(frozen=True)
class Ahead:
    """A season before its last evenings.

    Arguments:
        left: how many evenings are left.
        ends: how it can end for everybody, the newcomer among them where there may be one.
    """

    state: TableState
    place: int
    left: int
    ends: dict[str, Ends] = field(repr=False)

    @classmethod
    def of(
        cls,
        state: TableState,
        place: int,
        evenings_left: int | None,
        per_evening: tuple[int, int | None],
        *,
        newcomers: bool,
    ) -> Ahead:
        if place < 1:
            raise ValueError("there is no such place")
        left = evenings_ahead(state, evenings_left)
        low, high = each_evening(state, *per_evening)
        people = list(state.accounts)
        if newcomers and left:
            people += [*(state.bonuses.keys() - state.accounts.keys()), NEWCOMER]
        ends = {person: Ends(person, state, left, low, high) for person in people}
        return cls(
            state, place, left, {who: outcome for who, outcome in ends.items() if outcome.can_have_a_place}
        )

    @property
    def is_exact(self) -> bool:
        return self.left == 0 or self.is_last

    @property
    def is_last(self) -> bool:
        return self.left == 1 and isinstance(self.state.rules.points, PlacePoints)

    @property
    def shares(self) -> bool:
        """Whether nothing is compared after the points: who are level share the place then."""
        return not self.state.rules.tie_breaks

    @cached_property
    def _leasts(self) -> Sequence[int]:
        return sorted(outcome.least for outcome in self.ends.values() if outcome.has_a_place)

    @cached_property
    def _mosts(self) -> Sequence[int]:
        return sorted(outcome.most for outcome in self.ends.values() if outcome.most is not None)

    def prospect(self, person: str) -> SeriesProspect:
        outcome = self.ends.get(person)
        if outcome is None:
            out = Ends(person, self.state, self.left, *each_evening(self.state))
            too_few = Sentence(_TOO_FEW, {"minimum": self.state.rules.minimum})
            return SeriesProspect(person, "impossible", out.least, out.most, too_few)
        verdict = self._verdict(outcome)
        return SeriesProspect(person, verdict, outcome.least, outcome.most, self._sentence(outcome, verdict))

    def _verdict(self, one: Ends) -> Verdict:
        if self.left == 0:
            own = next(line.place for line in self.state.lines if line.person == one.person)
            return "clinched" if own is not None and own <= self.place else "impossible"
        if one.most is None:
            return "open"
        others = [least for least in self._leasts if least >= one.most]
        if one.has_a_place and one.least >= one.most:
            others.remove(one.least)
        if sum(least > one.most for least in others) >= self.place:
            return "impossible"
        if not self.shares and len(others) >= self.place:
            return "level"
        return "clinched" if one.has_a_place and self._can_pass(one) < self.place else "possible"

    def _can_pass(self, one: Ends) -> int:
        if self.is_last:
            return seated(self._limits(one))
        passing = bisect_right if self.shares else bisect_left
        ahead = len(self._mosts) - passing(self._mosts, one.least)
        if one.most is not None and (one.most > one.least or not self.shares):
            ahead -= 1
        newcomer = self.ends.get(NEWCOMER)
        is_new = newcomer and newcomer.most is not None and self._passes(newcomer.most, one.least)
        return self.place if is_new else ahead

    def _passes(self, theirs: int, own: int) -> bool:
        return theirs > own if self.shares else theirs >= own

    def _limits(self, one: Ends) -> Iterator[int | None]:
        for other, totals in self.at_places.items():
            if other != one.person:
                limit = totals.limit(one.least, level=not self.shares)
                yield from [limit] * (self.place if other == NEWCOMER else 1)

    @cached_property
    def at_places(self) -> dict[str, LastEvening]:
        """Everybody's totals by their place at the last evening; empty where points do not go by places."""
        rule, unit = self.state.rules.points, self.state.rules.unit
        if not isinstance(rule, PlacePoints):
            return {}
        place_points = [points * unit for points in (*rule.table, rule.beyond)]
        return {who: _last_evening(outcome, place_points) for who, outcome in self.ends.items()}

    def _sentence(self, one: Ends, verdict: Verdict) -> Sentence:
        values: dict[str, object] = {"verdict": verdict_said(verdict, self.place)}
        if self.left == 0:
            return Sentence(_OVER, values)
        values["evenings"] = evenings_said(self.left)
        if one.most is None:
            return Sentence(_OPEN, {"place": self.place, "evenings": values["evenings"]})
        unit = self.state.rules.unit
        values |= {"least": points_said(one.least, unit), "most": points_said(one.most, unit)}
        if self.is_last:
            return Sentence(_LAST, values)
        if isinstance(self.state.rules.points, PlacePoints):
            return Sentence(_BOUND, values)
        values |= {"low": points_said(one.low, unit), "high": points_said(one.high or 0, unit)}
        return Sentence(_BOUND_GIVEN, values)


@dataclass(frozen=True, slots=True)
class LastEvening:
    """The totals of one person by what they do at the last evening.

    Arguments:
        places: with the first place, the second and so on; the last is any place after the table of points.
        away: without coming; None where there is no place in the table then.
    """

    places: tuple[int, ...]
    away: int | None

    def limit(self, total: int, *, level: bool) -> int | None:
        """The last place that passes a total; 0 if none is enough, None if any is, or even staying away.

        Arguments:
            level: whether it is enough to come level with it.
        """
        free = self.places[-1] if self.away is None else max(self.places[-1], self.away)
        if free > total or (level and free == total):
            return None
        return (bisect_right if level else bisect_left)(self.places, -total, key=neg)


def _last_evening(one: Ends, given: Sequence[int]) -> LastEvening:
    by_points = {points: one.total([points]) for points in set(given)}
    away = one.total(()) if one.has_a_place else None
    return LastEvening(tuple(by_points[points] for points in given), away)


def seated(limits: Iterable[int | None]) -> int:
    """How many can do at once what is required of them.

    Arguments:
        limits: for each the last place that will do, which only one of them can have; None where
            any will, or none.
    """
    all_limits = list(limits)
    places = 0
    for limit in sorted(limit for limit in all_limits if limit is not None):
        places += limit > places
    return all_limits.count(None) + places


_TOO_FEW: Final = gettext_noop(
    "No place can be reached any more: a place takes %(minimum)s evenings, and too few are left."
)
_OVER: Final = gettext_noop("%(verdict)s No evening is left.")
_OPEN: Final = gettext_noop(
    "Whether place %(place)s can be reached is open: with %(evenings)s left nobody knows how much an evening"
    " can give."
)
_LAST: Final = gettext_noop(
    "%(verdict)s The total can still become %(least)s to %(most)s, with %(evenings)s left, assuming that no place is "
    "shared there."
)
_BOUND: Final = gettext_noop(
    "%(verdict)s The total can still become %(least)s to %(most)s, with %(evenings)s left. Not everything that each "
    "player can reach is possible at once."
)
_BOUND_GIVEN: Final = gettext_noop(
    "%(verdict)s The total can still become %(least)s to %(most)s, with %(evenings)s left, if one of them gives "
    "%(low)s to %(high)s. Not everything that each player can reach is possible at once."
)
