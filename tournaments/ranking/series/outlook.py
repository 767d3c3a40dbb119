"""A season before its last evenings: who can still win it, or reach another place, and what must happen for that.

For everybody the most and the least they can still end with are worked out, evenings missed and the best so many
taken into account; from these follows what is certain and what is out of reach. That is a bound: not all of it need
be possible together. Before the last evening of a season whose points go by places it is exact, places that are not
shared being taken by one person each. What decides between those who are level is not looked at.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import neg
from typing import Final

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.accounts import Account, count
from tournaments.ranking.series.rules import PlacePoints
from tournaments.ranking.series.table import TableState, each_evening, evenings_ahead
from tournaments.ranking.series.units import evenings_said, points_said
from tournaments.ranking.totals import Verdict, verdict_said

NEWCOMER = ""
"""Stands for anybody who has not been there yet."""


# Whoever may come to an evening may stay away too; and whoever comes may do as well or as badly as an evening
# allows. Totals never fall as an evening gets better, so that the best and the worst of each number of evenings
# attended are all there is to look at.


@dataclass(frozen=True)
class Ends:
    """How the season can end for one person.

    Arguments:
        person: `NEWCOMER` for anybody who comes for the first time.
        low, high: what an evening attended gives at the least and at the most, in units; `high`
            None where that is not known.
    """

    person: str
    state: TableState
    left: int
    low: int
    high: int | None

    @property
    def account(self) -> Account | None:
        return self.state.accounts.get(self.person)

    @property
    def attended(self) -> int:
        return self.account.attended if self.account else 0

    @property
    def _needed(self) -> int:
        rules = self.state.rules
        minimum = rules.minimum if rules.minimum_for == "place" else 0
        return max(1, minimum) - self.attended

    @property
    def can_have_a_place(self) -> bool:
        return self._needed <= self.left

    @property
    def has_a_place(self) -> bool:
        return self._needed <= 0

    def total(self, added: Sequence[int]) -> int:
        """The total if evenings left give `added`, in units; not empty where none was attended so far."""
        points = self.account.points[:] if self.account else array("q")
        for gain in added:
            insort(points, gain)
        account = Account((), points, (self.account.sum if self.account else 0) + sum(added), 0, 0)
        counted = count(account, self.state.rules, len(self.state.evenings) + self.left)
        return counted.total + self.state.bonuses.get(self.person, 0)

    @cached_property
    def least(self) -> int:
        return min(self._totals(0, self.low))

    @cached_property
    def most(self) -> int | None:
        """The highest total possible with a place, if there can be one; None where that is not known."""
        if self.left == 0:
            return self.total(())
        if self.high is None:
            return None
        return max(self._totals(self._needed if self.can_have_a_place else 0, self.high))

    def _totals(self, fewest: int, each: int) -> Iterator[int]:
        for attended in range(max(fewest, 0 if self.account else 1), self.left + 1):
            yield self.total([each] * attended)


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
class Outlook:
    """A season before its last evenings, and who can still reach a place of it.

    Arguments:
        place: this one or better.
        evenings_left: None where the rules say how many evenings there are to be.
        least_per_evening, most_per_evening: what an evening attended can give, in units, where points do not go by
            places. Without a most the verdicts are open.
        newcomers: whether somebody may come who has not been there yet.

    Raises:
        ValueError: there is no such place, or nobody knows how many evenings are left.
    """

    state: TableState
    place: int = 1
    evenings_left: int | None = None
    least_per_evening: int = 0
    most_per_evening: int | None = None
    newcomers: bool = True

    def __post_init__(self) -> None:
        if self.place < 1:
            raise ValueError("there is no such place")
        evenings_ahead(self.state, self.evenings_left)
        each_evening(self.state, self.least_per_evening, self.most_per_evening)

    @cached_property
    def left(self) -> int:
        return evenings_ahead(self.state, self.evenings_left)

    @cached_property
    def ends(self) -> dict[str, Ends]:
        low, high = each_evening(self.state, self.least_per_evening, self.most_per_evening)
        people = list(self.state.accounts)
        if self.newcomers and self.left:
            people += [*(self.state.bonuses.keys() - self.state.accounts.keys()), NEWCOMER]
        ends = {person: Ends(person, self.state, self.left, low, high) for person in people}
        return {who: outcome for who, outcome in ends.items() if outcome.can_have_a_place}

    @cached_property
    def prospects(self) -> tuple[SeriesProspect, ...]:
        """Those of everybody with a line, in the order of the table."""
        return tuple(self.prospect(line.person) for line in self.state.lines)

    def what_must_happen(self, person: str, names: Mapping[str, str] | None = None) -> SeriesNeeds:
        """Say what must happen at the last evening for somebody to reach the place.

        There are cases where one evening is left and points go by places; no two are taken to share a place there.

        Arguments:
            names: by id; the id itself is shown where there is no name.

        Raises:
            ValueError: they have no line.
        """
        if person not in self.state.accounts:
            raise ValueError(f"{person} has no line in the table")
        prospect = self.prospect(person)
        if not self.is_last or prospect.verdict in ("clinched", "impossible"):
            return SeriesNeeds(prospect, ())
        return SeriesNeeds(prospect, tuple(_Cases(self, person, names or {}).cases()))

    @property
    def is_exact(self) -> bool:
        """Whether a verdict is more than a bound."""
        return self.left == 0 or self.is_last

    @property
    def is_last(self) -> bool:
        return self.left == 1 and isinstance(self.state.rules.points, PlacePoints)

    @property
    def shares(self) -> bool:
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
            return Sentence(gettext_noop("%(verdict)s No evening is left."), values)
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


@dataclass(frozen=True, slots=True)
class Condition:
    """What one other person must do at the last evening.

    Arguments:
        rival: `NEWCOMER` for everybody who comes for the first time.
        not_better_than: the best place they may take; None where any place left will do.
        must_stay_away: every place would take them past.
        must_come: staying away would take them past.
        sentences: the same in words, and where they are level what decides.
    """

    rival: str
    not_better_than: int | None
    must_stay_away: bool
    must_come: bool
    sentences: tuple[Sentence, ...]

    @property
    def asks(self) -> bool:
        """Whether anything is required; else the condition only says who may be level."""
        return self.not_better_than is not None or self.must_stay_away or self.must_come


@dataclass(frozen=True, slots=True)
class Case:
    """What must happen if somebody does one thing at the last evening.

    Arguments:
        place: the place they take there; the place after the last in the table of points stands for
            all from there on. None where they stay away.
        total: what they end with, in units.
        may_fail: for how many other people the conditions may fail.
        conditions: empty where nothing is required.
    """

    place: int | None
    total: int
    may_fail: int
    conditions: tuple[Condition, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class SeriesNeeds:
    """What must happen for somebody to reach a place.

    Arguments:
        cases: what they can do at the last evening that leaves it possible, the best first; empty
            where it is certain, out of reach, or not the last evening.
    """

    prospect: SeriesProspect
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class _Cases:
    ahead: Outlook
    person: str
    names: Mapping[str, str]

    def cases(self) -> Iterator[Case]:
        own = self.ahead.at_places[self.person]
        for place, total in enumerate(own.places, 1):
            if case := self._case(place, total):
                yield case
        if own.away is not None and (case := self._case(None, own.away)):
            yield case

    def _case(self, place: int | None, total: int) -> Case | None:
        # None where that total is not enough whatever happens.
        places = len(self.ahead.at_places[self.person].places)
        own_place = place if place is not None and place < places else None
        others = {who: totals for who, totals in self._others() if who != self.person}
        sure = sum(_passes_anyhow(totals, total) for who, totals in others.items() if who != NEWCOMER)
        may_fail = self.ahead.place - 1 - sure
        if may_fail < 0:
            return None
        conditions: tuple[Condition, ...] = ()
        if self._can_pass(others, total, own_place) > self.ahead.place - 1:
            conditions = tuple(
                condition
                for who, totals in others.items()
                if who == NEWCOMER or not _passes_anyhow(totals, total)
                if (condition := self._condition(who, totals, total, own_place))
            )
        return Case(place, total, may_fail, conditions, tuple(self._sentences(place, may_fail, conditions)))

    def _others(self) -> Iterator[tuple[str, LastEvening]]:
        at_places = self.ahead.at_places
        standing = [line.person for line in self.ahead.state.lines if line.person in at_places]
        for who in dict.fromkeys([*standing, *sorted(at_places.keys() - {NEWCOMER})]):
            yield who, at_places[who]
        if NEWCOMER in at_places:
            yield NEWCOMER, at_places[NEWCOMER]

    def _can_pass(self, others: Mapping[str, LastEvening], total: int, taken: int | None) -> int:
        limits: list[int | None] = []
        for who, totals in others.items():
            limit = totals.limit(total, level=not self.ahead.shares)
            if limit is not None and taken is not None and taken <= limit:
                limit -= 1
            limits += [limit] * (self.ahead.place if who == NEWCOMER else 1)
        return seated(limits)

    def _condition(self, who: str, totals: LastEvening, total: int, taken: int | None) -> Condition | None:
        left = [(place, own) for place, own in enumerate(totals.places, 1) if place != taken]
        good = [place for place, own in left if own <= total]
        level = [] if self.ahead.shares else [place for place, own in left if own == total]
        best = good[0] if good and len(good) < len(left) else None
        comes = totals.away is not None and totals.away > total
        sentences = list(_requirements(best, stays_away=not good, comes=comes))
        sentences += _level(level, len(totals.places), away=not self.ahead.shares and totals.away == total)
        if not sentences:
            return None
        name: object = Sentence(gettext_noop("A newcomer")) if who == NEWCOMER else self.names.get(who, who)
        rival_sentences = tuple(
            Sentence(sentence.template, {**sentence.values, "rival": name}) for sentence in sentences
        )
        return Condition(who, best, not good, comes, rival_sentences)

    def _sentences(
        self, place: int | None, may_fail: int, conditions: Sequence[Condition]
    ) -> Iterator[Sentence]:
        values = {"person": self.names.get(self.person, self.person), "place": place}
        places = len(self.ahead.at_places[self.person].places)
        if place is None:
            yield Sentence(gettext_noop("If %(person)s stays away:"), values)
        elif place < places:
            yield Sentence(gettext_noop("If %(person)s takes place %(place)s:"), values)
        else:
            yield Sentence(_IF_FURTHER, {**values, "place": places - 1})
        if not conditions:
            yield Sentence(gettext_noop("Nothing else has to happen."))
        elif may_fail:
            yield Sentence(gettext_noop("Up to %(count)s of these may do otherwise."), {"count": may_fail})


def _passes_anyhow(totals: LastEvening, total: int) -> bool:
    return totals.away is not None and min(totals.away, totals.places[-1]) > total


def _requirements(best: int | None, *, stays_away: bool, comes: bool) -> Iterator[Sentence]:
    if stays_away:
        yield Sentence(gettext_noop("%(rival)s must stay away."))
    elif best is not None:
        yield Sentence(gettext_noop("%(rival)s must not come better than place %(place)s."), {"place": best})
    if comes:
        yield Sentence(gettext_noop("%(rival)s must come: staying away is enough to stay ahead."))


def _level(places: Sequence[int], last: int, *, away: bool) -> Iterator[Sentence]:
    if places:
        values = {"first": places[0], "last": places[-1]}
        if places[-1] == last:
            yield Sentence(_LEVEL_FROM, values)
        else:
            yield Sentence(_LEVEL_AT if len(places) == 1 else _LEVEL_TO, values)
    if away:
        yield Sentence(gettext_noop("%(rival)s is level by staying away, and the tie-breaks decide."))


_IF_FURTHER: Final = gettext_noop("If %(person)s comes and is further down than place %(place)s:")
_LEVEL_AT: Final = gettext_noop("%(rival)s is level with place %(first)s, and the tie-breaks decide.")
_LEVEL_TO: Final = gettext_noop(
    "%(rival)s is level with places %(first)s to %(last)s, and the tie-breaks decide."
)
_LEVEL_FROM: Final = gettext_noop("%(rival)s is level from place %(first)s down, and the tie-breaks decide.")
