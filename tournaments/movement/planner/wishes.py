"""What cannot be planned, said to those who entered it: every fault with its field, what was entered, what may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scoring.derivation import gettext_noop
from scoring.faults import Fault, wrong

if TYPE_CHECKING:
    from tournaments.movement.planner.task import Card, Task

_TOO_FEW = gettext_noop(
    "%(entered)s players fill no table; the smallest table of the game has %(least)s seats"
)
_ROUNDS = gettext_noop(
    "%(entered)s rounds were entered; there must be at least %(least)s, those played included"
)
_LISTS = gettext_noop("%(entered)s rounds are named; there must be %(allowed)s")
_NOBODY = gettext_noop("there is no player %(entered)s; the players are 0 to %(last)s")
_TWICE = gettext_noop("player %(entered)s is named twice; everybody is named once")
_ITSELF = gettext_noop("player %(entered)s is paired with themselves; a wish is about two players")
_BOTH = gettext_noop(
    "players %(one)s and %(other)s are to be kept both together and apart; one of the two is allowed"
)
_TWO_PARTNERS = gettext_noop("player %(entered)s is to be always with %(count)s partners; one is allowed")
_CROWD = gettext_noop("%(entered)s players are to sit always together; the largest table has %(most)s seats")
_NO_PARTNERS = gettext_noop(
    "players %(one)s and %(other)s are never to be partners; this game has no partners"
)
_ONE_TABLE = gettext_noop(
    "players %(one)s and %(other)s are to be kept apart; round %(round)s has one table and nobody sits out"
)
_STAYING = gettext_noop(
    "%(entered)s players who must not move need a table each; round %(round)s has %(tables)s tables"
)


def faults_of(task: Task) -> Iterator[Fault]:
    """Yield everything that is wrong with a task; wishes are looked at once the numbers make sense."""
    numbers = [*_counts(task), *_cards(task), *_people(task)]
    yield from numbers
    if not numbers:
        yield from _together(task)
        yield from _apart(task)
        yield from _unmoved(task)


def _counts(task: Task) -> Iterator[Fault]:
    least = min(task.tables.allowed)
    if task.players < least:
        yield wrong("players", "too-few", _TOO_FEW, entered=task.players, least=least)
    if task.rounds < max(1, len(task.past)):
        yield wrong("rounds", "too-few", _ROUNDS, entered=task.rounds, least=max(1, len(task.past)))
        return
    if task.present and len(task.present) != task.coming:
        yield wrong("present", "rounds", _LISTS, entered=len(task.present), allowed=task.coming)
    if task.past_present and len(task.past_present) != len(task.past):
        yield wrong("past_present", "rounds", _LISTS, entered=len(task.past_present), allowed=len(task.past))
    if len(task.announced) > task.coming:
        yield wrong("announced", "rounds", _LISTS, entered=len(task.announced), allowed=task.coming)


def _cards(task: Task) -> Iterator[Fault]:
    for name, cards in (("past", task.past), ("announced", task.announced)):
        for number, card in enumerate(cards):
            yield from _card(task, f"{name}.{number}", card)


def _card(task: Task, field: str, card: Card) -> Iterator[Fault]:
    named: set[int] = set()
    for player in (player for table in card for player in table):
        yield from _unknown(task, field, (player,))
        if player in named:
            yield wrong(field, "twice", _TWICE, entered=player)
        named.add(player)


def _people(task: Task) -> Iterator[Fault]:
    for name, rounds in (("present", task.present), ("past_present", task.past_present)):
        for number, there in enumerate(rounds):
            yield from _unknown(task, f"{name}.{number}", sorted(there))
    for name in ("apart", "never_partners", "together"):
        for number, pair in enumerate(getattr(task, name)):
            yield from _unknown(task, f"{name}.{number}", pair)
            if pair[0] == pair[1]:
                yield wrong(f"{name}.{number}", "same-player", _ITSELF, entered=pair[0])
    yield from _unknown(task, "unmoved", task.unmoved)
    for player in sorted({player for player in task.unmoved if task.unmoved.count(player) > 1}):
        yield wrong("unmoved", "twice", _TWICE, entered=player)


def _unknown(task: Task, field: str, numbers: Iterable[int]) -> Iterator[Fault]:
    for number in numbers:
        if not 0 <= number < task.players:
            yield wrong(field, "no-such-player", _NOBODY, entered=number, last=task.players - 1)


def _groups(task: Task) -> list[set[int]]:
    """Everybody who is to sit together, pairs that share somebody taken as one."""
    groups: list[set[int]] = []
    for pair in task.together:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [group for group in groups if not group & joined] + [joined]
    return groups


def _together(task: Task) -> Iterator[Fault]:
    wished = {frozenset(pair) for pair in task.together}
    if task.tables.partnership:
        for player in range(task.players):
            count = sum(player in pair for pair in wished)
            if count > 1:
                yield wrong("together", "two-partners", _TWO_PARTNERS, entered=player, count=count)
    most = max(task.tables.allowed)
    for group in _groups(task):
        if len(group) > most:
            yield wrong("together", "too-many-together", _CROWD, entered=len(group), most=most)


def _apart(task: Task) -> Iterator[Fault]:
    groups = _groups(task)
    wished = {frozenset(pair) for pair in task.together}
    for number, (one, other) in enumerate(task.apart):
        if any({one, other} <= group for group in groups):
            yield wrong(f"apart.{number}", "together-and-apart", _BOTH, one=one, other=other)
            continue
        for at, (there, sizes) in enumerate(
            zip(task.there, task.sizes, strict=True), start=len(task.past) + 1
        ):
            if {one, other} <= there and len(sizes) == 1 and sum(sizes) == len(there):
                yield wrong(f"apart.{number}", "one-table", _ONE_TABLE, one=one, other=other, round=at)
                break
    for number, (one, other) in enumerate(task.never_partners):
        if not task.tables.partnership:
            yield wrong(f"never_partners.{number}", "no-partners", _NO_PARTNERS, one=one, other=other)
        elif {one, other} in wished:
            yield wrong(f"never_partners.{number}", "together-and-apart", _BOTH, one=one, other=other)


def _unmoved(task: Task) -> Iterator[Fault]:
    staying = set(task.unmoved)
    needed = len(staying) - sum(set(pair) <= staying for pair in {frozenset(pair) for pair in task.together})
    for number, sizes in enumerate(task.sizes, start=len(task.past) + 1):
        if needed > len(sizes):
            yield wrong(
                "unmoved", "too-few-tables", _STAYING, entered=needed, round=number, tables=len(sizes)
            )
            return
