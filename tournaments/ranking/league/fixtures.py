"""Who meets whom: round robins once and twice over, and the rounds of a Swiss.

How rounds are made is the movement's matter. This module is handed the cards of a round robin (the Berger tables,
`schedules.berger`) and what pairs people by their scores (`by_result.pairing.pair_up`), and makes
fixtures of them: with rounds, ids, and who is at home.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.values import Beside, Fixture, LeftOut, Outcome

MOST_APART = 2
"""So much oftener at home than away, or away than at home, somebody is in a Swiss at the most where it can be."""
_MEETING = 3
"""How much worse it is to meet again than to be at home, or away, once more than that."""

Cards = Sequence[Sequence[Sequence[int]]]
"""Rounds of a round robin: tables of two, numbered from 0, the one at home first."""


class Pairing(Protocol):
    """Who plays whom in a Swiss round."""

    @property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """The pairs from the top, in each the one with the higher place first."""

    @property
    def bye(self) -> str | None:
        """Who plays nobody."""


class PairUp(Protocol):
    """What pairs people by their scores, like with like and nobody twice where that can be avoided."""

    def __call__(
        self,
        scores: Mapping[str, int],
        met: Mapping[str, Mapping[str, int]],
        *,
        byes: Mapping[str, int] | None = None,
        no_bye: Collection[str] = (),
    ) -> Pairing:
        """Pair them; equal scores stand in the order in which they come."""


def round_robin(
    entrants: Sequence[str], cards: Cards, *, division: str = "", first_round: int = 1
) -> tuple[Fixture, ...]:
    """Everybody meets everybody once, over all the rounds; some of them may be made alone.

    With the Berger tables nobody is at home oftener than away by more than one, and of an even number all but two
    have one break, two games at home or away running: fewer there cannot be (de Werra, Scheduling in Sports, 1981).
    Of an odd number nobody has any.

    Arguments:
        entrants: as they are numbered in the tables.
        cards: the rounds, or some of them.
        division: the division they are in.
        first_round: the number of the first round.

    Returns:
        The fixtures by rounds; who rests in a round has a bye.

    Raises:
        ValueError: somebody is named twice, or the cards are for another number of entrants.
    """
    if len(set(entrants)) != len(entrants):
        raise ValueError("everybody is in a round robin once")
    if not all(_is_round_of(len(entrants), card) for card in cards):
        raise ValueError(f"these are not the rounds of {len(entrants)} entrants")
    found: list[Fixture] = []
    for number, card in enumerate(cards, start=first_round):
        pairs = [(entrants[home], entrants[away]) for home, away in card]
        found += _of_round(number, division, pairs, _resting(entrants, pairs))
    return tuple(found)


def _is_round_of(entrants: int, card: Sequence[Sequence[int]]) -> bool:
    """Whether a card is a round of so many: everybody is in it once, of an odd number all but one."""
    there = {number for pair in card for number in pair}
    return len(there) == 2 * len(card) == entrants - entrants % 2 and there <= set(range(entrants))


def double_round_robin(
    entrants: Sequence[str], cards: Cards, *, division: str = "", first_round: int = 1
) -> tuple[Fixture, ...]:
    """Everybody meets everybody at home and away.

    The second half is the first with home and away exchanged: in the same order, or with its first round last,
    whichever has fewer breaks. Nobody meets anybody again before all but two of the rounds of a half are between.

    Raises:
        ValueError: as for a round robin.
    """
    back = [[tuple(reversed(pair)) for pair in card] for card in cards]
    halves = ([*cards, *back], [*cards, *back[1:], *back[:1]])
    ways = [round_robin(entrants, half, division=division, first_round=first_round) for half in halves]
    return min(ways, key=breaks)


def breaks(fixtures: Iterable[Fixture]) -> int:
    """Count how often somebody is at home, or away, twice running; a bye between two games is passed over."""
    turns: dict[str, list[bool]] = {}
    for fixture in sorted(fixtures, key=lambda fixture: fixture.round):
        if fixture.away is not None:
            turns.setdefault(fixture.home, []).append(True)
            turns.setdefault(fixture.away, []).append(False)
    return sum(one == other for had in turns.values() for one, other in pairwise(had))


def swiss_round(
    ranked: Sequence[str],
    fixtures: Sequence[Fixture],
    pair_up: PairUp,
    *,
    number: int,
    rules: MatchPoints | None = None,
    division: str = "",
    no_bye: Collection[str] = (),
    left_out: Mapping[str, LeftOut] | None = None,
    beside: Beside | None = None,
) -> tuple[Fixture, ...]:
    """Pair one round of a Swiss by the match points so far.

    Two have met who played, or are still to play. A fixture that was forfeited or is void is no meeting; who won by
    it without playing is the less likely to have the bye (FIDE Handbook C.04.1, b and d). At home is who has been
    at home less often than away, by comparison; then who was away last; then who stands first. Two who have both been
    at home oftener than away by two, or both away, do not meet where that can be avoided, so that nobody is further
    out than that (the absolute preference of C.04.1, f): only a second meeting is worse. Whoever was left out of a
    round at their own wish has rested as by a bye, and is the less likely to have another.

    Arguments:
        ranked: who is in the round, as they stand; those with equal match points are taken in this order.
        fixtures: of the league so far, in any order.
        pair_up: what pairs them.
        number: the number of the round.
        rules: what a fixture brings.
        division: the division they are in.
        no_bye: who must not have the bye.
        left_out: who asked to be left out of the round, whether they are among the ranked or not, and what it counts
            as for them.
        beside: what is known of the entrants beside their fixtures.

    Raises:
        ValueError: somebody is named twice, or they are odd in number and nobody may have the bye.
    """
    absent = left_out or {}
    known = {entrant for fixture in fixtures for entrant in fixture.sides}
    everybody = dict.fromkeys([*ranked, *known])
    scores = Results.of(everybody, fixtures, rules or MatchPoints(), beside=beside).scores
    if len(set(ranked)) != len(ranked):
        raise ValueError("everybody is in a round once")
    ranked = [entrant for entrant in ranked if entrant not in absent]
    homes = _homes(fixtures)
    found = pair_up(
        {entrant: scores[entrant] for entrant in ranked},
        _kept_apart(meetings(fixtures), ranked, homes),
        byes=_unearned(fixtures),
        no_bye=no_bye,
    )
    pairs = [_at_home_first(one, other, homes) for one, other in found.pairs]
    resting = [found.bye, *absent] if found.bye is not None else [*absent]
    return tuple(
        fixture.ended(Outcome(absent[fixture.home])) if fixture.home in absent else fixture
        for fixture in _of_round(number, division, pairs, resting)
    )


def _of_round(
    number: int, division: str, pairs: Iterable[tuple[str, str]], resting: Iterable[str]
) -> Iterator[Fixture]:
    prefix = f"{division}:{number}" if division else f"{number}"
    table = 0
    for table, (home, away) in enumerate(pairs, start=1):
        yield Fixture(f"{prefix}.{table}", number, home, away, division)
    for place, entrant in enumerate(resting, start=table + 1):
        yield Fixture(f"{prefix}.{place}", number, entrant, None, division)


def _resting(entrants: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[str]:
    playing = {entrant for pair in pairs for entrant in pair}
    return [entrant for entrant in entrants if entrant not in playing]


def meetings(fixtures: Iterable[Fixture]) -> dict[str, Counter[str]]:
    """How often each has met, or is to meet, each other; what was forfeited or is void is no meeting."""
    found: dict[str, Counter[str]] = {}
    for fixture in fixtures:
        if fixture.away is not None and fixture.status not in ("void", "forfeited"):
            found.setdefault(fixture.home, Counter())[fixture.away] += 1
            found.setdefault(fixture.away, Counter())[fixture.home] += 1
    return found


def _kept_apart(
    met: Mapping[str, Counter[str]], ranked: Sequence[str], homes: Mapping[str, tuple[int, int]]
) -> dict[str, Counter[str]]:
    """Who has met whom, and as something lighter than a meeting who must both be at home next, or both away."""
    found = {who: Counter({other: _MEETING * times for other, times in met[who].items()}) for who in met}
    for must_be in (-1, 1):
        both = [who for who in ranked if must_be * homes.get(who, (0, 0))[0] <= -MOST_APART]
        for who in both:
            found.setdefault(who, Counter()).update(other for other in both if other != who)
    return found


def _unearned(fixtures: Iterable[Fixture]) -> Counter[str]:
    """How often each has had match points without playing for them."""
    found: Counter[str] = Counter()
    for fixture in fixtures:
        if fixture.status == "void":
            continue
        if fixture.away is None:
            found[fixture.home] += 1
        elif fixture.outcome is not None and fixture.outcome.forfeit:
            winner = {"home": fixture.home, "away": fixture.away}.get(fixture.outcome.winner)
            if winner:
                found[winner] += 1
    return found


def home_surplus(fixtures: Iterable[Fixture]) -> dict[str, int]:
    """How much oftener each has been at home than away; who has played nobody is left out."""
    return {entrant: surplus for entrant, (surplus, _) in _homes(fixtures).items()}


def _homes(fixtures: Iterable[Fixture]) -> dict[str, tuple[int, int]]:
    """How much oftener each was at home than away, and last 1 at home or -1 away."""
    found: dict[str, tuple[int, int]] = {}
    for fixture in sorted(fixtures, key=lambda fixture: (fixture.round, fixture.id)):
        if fixture.away is not None and fixture.status not in ("void", "forfeited"):
            for entrant, turn in ((fixture.home, 1), (fixture.away, -1)):
                found[entrant] = (found.get(entrant, (0, 0))[0] + turn, turn)
    return found


def _at_home_first(one: str, other: str, homes: Mapping[str, tuple[int, int]]) -> tuple[str, str]:
    return (one, other) if homes.get(one, (0, 0)) <= homes.get(other, (0, 0)) else (other, one)
