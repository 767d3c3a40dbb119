"""Before the last rounds: who can still reach a place, whose it is already, and what must happen for somebody.

All ways the fixtures ahead can end are gone through where they are few enough, each side winning or a draw; the
answer is exact then. By how many points somebody will win nobody knows, nor what lots will be drawn: those who are
level in all that the results settle are called level. Where the ways are too many, bounds are proved (`bounds`), and
the answer says that it is a bound; so it does where too many ways end level for the tie-breaks to be asked in each.

Nobody knows who meets whom in rounds of a Swiss that are not paired yet: as long as there are any, bounds are proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from scoring.derivation import AND, OR, Sentence, gettext_noop, listed
from tournaments.ranking.league.bounds import Ahead
from tournaments.ranking.league.scenarios import Reached, Reaching, Scenarios, settled_chain
from tournaments.ranking.league.table import TableRules
from tournaments.ranking.league.values import Beside, Fixture, Winner
from tournaments.ranking.verdicts import Verdict, verdict_said

BOUND = 200_000
"""Up to so many ways are gone through: eleven fixtures with draws, seventeen without."""
MOST_WAYS = 12
"""So many sets of results that are enough are told at the most, those of fewest results first."""
LARGEST_SET = 3

_COUNTED = gettext_noop(
    "%(verdict)s Of %(all)s ways the fixtures can end, %(outright)s bring it outright and %(level)s more at least "
    "level."
)
_BOUND = gettext_noop(
    "%(verdict)s This is a bound: the %(fixtures)s fixtures ahead can end in too many ways."
)
_UNPAIRED = gettext_noop("%(verdict)s This is a bound: rounds are still to be paired.")
_RESULTS: dict[Winner, str] = {
    "home": gettext_noop("%(home)s beats %(away)s"),
    "away": gettext_noop("%(away)s beats %(home)s"),
    "draw": gettext_noop("%(home)s and %(away)s draw"),
    "nobody": gettext_noop("%(home)s and %(away)s both lose"),
}
_NEEDED = gettext_noop("It takes that %(results)s (round %(round)s).")
_ENOUGH = gettext_noop("It is enough that %(results)s.")
_NOTHING_NEEDED = gettext_noop("Nothing is needed: the place is certain, whatever happens.")
_NOTHING_HELPS = gettext_noop("Nothing helps: no result still to come can bring the place.")
_NO_SINGLE_ONE = gettext_noop("No single result is needed.")
_NOT_KNOWN = gettext_noop("What must happen for it cannot be said yet.")


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may become of one entrant.

    Arguments:
        entrant: who.
        verdict: "clinched": they reach the place whatever happens; "possible": in some ways, outright; "level": at
            best level with others; "impossible": in no way; "open": the bounds do not settle it.
        outright, level: in how many ways they reach it outright, and in how many more at least level; None where
            it is a bound.
        sentence: the same in words.
    """

    entrant: str
    verdict: Verdict
    outright: int | None
    level: int | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may become of everybody.

    Arguments:
        place: the place it is about.
        is_exact: whether all ways were gone through, with all that the results settle; else the verdicts are bounds.
        ways: how many ways there are.
        prospects: everybody, in the order in which they were named.
    """

    place: int
    is_exact: bool
    ways: int
    prospects: tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How one fixture ahead ends."""

    fixture: str
    winner: Winner


@dataclass(frozen=True, slots=True)
class Needed:
    """Results of one fixture of which one there must be.

    Arguments:
        fixture: its id.
        winners: the results with which the place can still be reached.
        sentence: the same in words.
    """

    fixture: str
    winners: tuple[Winner, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Enough:
    """Results that bring the place together, whatever else happens; of an exact answer no fewer of them do."""

    results: tuple[Result, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Must:
    """What must happen for one entrant to reach a place.

    Arguments:
        prospect: whether it can be.
        is_outright: whether the rest is about reaching it outright; else about being at least level.
        needed: the fixtures that must not end in every way.
        enough: sets of results that bring it, of up to three results, the first twelve; the smallest there are,
            unless the prospect is a bound.
        summary: what is to be said where no fixture is needed.
    """

    prospect: Prospect
    is_outright: bool
    needed: tuple[Needed, ...]
    enough: tuple[Enough, ...]
    summary: Sentence | None = None


def outlook(
    entrants: Sequence[str],
    fixtures: Sequence[Fixture],
    rules: TableRules,
    *,
    place: int = 1,
    draws: bool = True,
    unpaired: int = 0,
    bound: int = BOUND,
    beside: Beside | None = None,
) -> Outlook:
    """Say who can still reach a place.

    Arguments:
        entrants: everybody in the league.
        fixtures: all of them; those planned or postponed are ahead. A bye ahead is sure to bring what it brings.
        rules: how the league is placed; match points must come first.
        place: this one or better.
        draws: whether a fixture can end in a draw.
        unpaired: how many rounds are not paired yet.
        bound: up to so many ways are gone through.
        beside: what is known of the entrants beside their fixtures.

    Raises:
        ValueError: match points do not come first, or there is no such place.
    """
    _check(entrants, rules, place)
    scenarios = _scenarios(entrants, fixtures, rules, draws, beside)
    if scenarios.count <= bound and not unpaired:
        found = scenarios.reaching(place)
        prospects = [_prospect(entrant, place, scenarios, found) for entrant in entrants]
        return Outlook(place, found.is_settled, scenarios.count, tuple(prospects))
    ahead = Ahead.of(entrants, fixtures, rules.match_points, draws=draws, unpaired=unpaired, beside=beside)
    bounds = tuple(_bounded(ahead, entrant, place, rules) for entrant in entrants)
    return Outlook(place, False, scenarios.count, bounds)


def what_must_happen(
    entrants: Sequence[str],
    fixtures: Sequence[Fixture],
    rules: TableRules,
    entrant: str,
    *,
    place: int = 1,
    draws: bool = True,
    unpaired: int = 0,
    bound: int = BOUND,
    beside: Beside | None = None,
) -> Must:
    """Say what must happen for one entrant to reach a place, and what is enough.

    Where the ways are too many to go through, or rounds are not paired yet, only the bound is told.

    Raises:
        ValueError: as for the outlook, or they are not in the league.
    """
    _check(entrants, rules, place)
    if entrant not in entrants:
        raise ValueError(f"{entrant} is not in the league")
    scenarios = _scenarios(entrants, fixtures, rules, draws, beside)
    if scenarios.count > bound or unpaired:
        ahead = Ahead.of(
            entrants, fixtures, rules.match_points, draws=draws, unpaired=unpaired, beside=beside
        )
        prospect = _bounded(ahead, entrant, place, rules)
        return Must(prospect, True, (), (), _settled(prospect) or Sentence(_NOT_KNOWN))
    found = scenarios.reaching(place)
    prospect, reached = _prospect(entrant, place, scenarios, found), found.of[entrant]
    is_outright = bool(reached.outright) or not found.is_settled
    if settled := _settled(prospect):
        return Must(prospect, is_outright, (), (), settled)
    # Of a bound: the place is reached in none but the ways that leave them at least level, and surely in those that
    # bring it outright.
    possible = reached.outright if found.is_settled and reached.outright else reached.at_least_level
    sure = reached.outright if is_outright else reached.at_least_level
    needed = tuple(_needed(scenarios, possible))
    enough = tuple(_enough(scenarios, entrant, sure)) if sure else ()
    return Must(prospect, is_outright, needed, enough, None if needed else Sentence(_NO_SINGLE_ONE))


def _settled(prospect: Prospect) -> Sentence | None:
    """What is to be said where nothing can change the verdict any more."""
    said = {"clinched": _NOTHING_NEEDED, "impossible": _NOTHING_HELPS}.get(prospect.verdict)
    return Sentence(said) if said else None


def _check(entrants: Sequence[str], rules: TableRules, place: int) -> None:
    if rules.chain[:1] != ("match_points",):
        raise ValueError("what may still happen is asked of match points, which must come first")
    if not 1 <= place <= len(entrants):
        raise ValueError("there is no such place")


def _scenarios(
    entrants: Sequence[str],
    fixtures: Sequence[Fixture],
    rules: TableRules,
    draws: bool,
    beside: Beside | None,
) -> Scenarios:
    """Part what is over, byes included, from what is ahead."""
    byes = [fixture.ended(None) for fixture in fixtures if fixture.is_ahead and fixture.away is None]
    over = [fixture for fixture in fixtures if fixture.counts]
    ahead = [fixture for fixture in fixtures if fixture.is_ahead and fixture.away is not None]
    results: tuple[Winner, ...] = ("home", "draw", "away") if draws else ("home", "away")
    return Scenarios(tuple(entrants), [*over, *byes], ahead, rules, results, beside or Beside())


def _prospect(entrant: str, place: int, scenarios: Scenarios, found: Reaching) -> Prospect:
    reached = found.of[entrant]
    if not found.is_settled:
        return _as_bound(entrant, place, _verdict_not_settled(reached, scenarios), len(scenarios.ahead))
    outright = reached.outright.bit_count()
    level = reached.at_least_level.bit_count() - outright
    verdict: Verdict = "impossible"
    if outright:
        verdict = "clinched" if outright == scenarios.count else "possible"
    elif level:
        verdict = "level"
    said = verdict_said(verdict, place)
    values = {"verdict": said, "all": scenarios.count, "outright": outright, "level": level}
    return Prospect(entrant, verdict, outright, level, Sentence(_COUNTED, values))


def _verdict_not_settled(reached: Reached, scenarios: Scenarios) -> Verdict:
    """What holds whatever the tie-breaks would say, which were not asked."""
    if reached.outright:
        return "clinched" if reached.outright.bit_count() == scenarios.count else "possible"
    return "open" if reached.at_least_level else "impossible"


def _bounded(ahead: Ahead, entrant: str, place: int, rules: TableRules) -> Prospect:
    verdict = ahead.proved(entrant, place)
    if verdict == "level" and len(settled_chain(rules)) > 1:
        # With equal match points the results decide by tie-breaks, which no bound asks.
        verdict = "open"
    return _as_bound(entrant, place, verdict, len(ahead.fixtures), _UNPAIRED if ahead.unpaired else _BOUND)


def _as_bound(entrant: str, place: int, verdict: Verdict, fixtures: int, template: str = _BOUND) -> Prospect:
    values = {"verdict": verdict_said(verdict, place), "fixtures": fixtures}
    return Prospect(entrant, verdict, None, None, Sentence(template, values))


def _needed(scenarios: Scenarios, good: int) -> Iterator[Needed]:
    """Yield the fixtures some of whose results leave no good way."""
    for number, fixture in enumerate(scenarios.ahead):
        left = tuple(winner for winner in scenarios.results if good & scenarios.with_result(number, winner))
        if len(left) < len(scenarios.results):
            told = listed((_in_words(fixture, winner) for winner in left), OR)
            yield Needed(fixture.id, left, Sentence(_NEEDED, {"results": told, "round": fixture.round}))


def _enough(scenarios: Scenarios, entrant: str, good: int) -> Iterator[Enough]:
    """Yield the smallest sets of results all of whose ways are good, those with the entrant's own fixtures first."""
    bits = {
        (number, winner): scenarios.with_result(number, winner)
        for number in range(len(scenarios.ahead))
        for winner in scenarios.results
    }
    order = sorted(
        range(len(scenarios.ahead)), key=lambda number: entrant not in scenarios.ahead[number].sides
    )
    bad = scenarios.all & ~good
    found: list[frozenset[tuple[int, Winner]]] = []
    for size in range(1, LARGEST_SET + 1):
        for numbers in combinations(order, size):
            for winners in product(scenarios.results, repeat=size):
                results = tuple(zip(numbers, winners, strict=True))
                if any(smaller.issubset(results) for smaller in found) or _meets(bad, results, bits):
                    continue
                found.append(frozenset(results))
                yield _told(scenarios, results)
                if len(found) == MOST_WAYS:
                    return


def _meets(bad: int, results: Sequence[tuple[int, Winner]], bits: dict[tuple[int, Winner], int]) -> bool:
    """Whether some way with all of these results is among the bad ones."""
    for result in results:
        bad &= bits[result]
    return bool(bad)


def _told(scenarios: Scenarios, results: Sequence[tuple[int, Winner]]) -> Enough:
    told = listed((_in_words(scenarios.ahead[number], winner) for number, winner in results), AND)
    return Enough(
        tuple(Result(scenarios.ahead[number].id, winner) for number, winner in results),
        Sentence(_ENOUGH, {"results": told}),
    )


def _in_words(fixture: Fixture, winner: Winner) -> Sentence:
    return Sentence(_RESULTS[winner], {"home": fixture.home, "away": fixture.away})
