"""The prizes of a season: for the best and the last, of everybody and of each category, and how ties are paid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.rules import SeasonPrizes, Split, TablePrizes
from tournaments.ranking.series.shares import divided
from tournaments.ranking.series.table import SeasonLine


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """What one person has of one prize or of several that people who are level divide.

    Arguments:
        kind: the best or the booby.
        category: whose table; None for that of everybody.
        person: who has it.
        first: the best of the prizes divided, 1 for the first; 1 for the booby.
        last: the last of them.
        among: how many divide them.
        amount: in the smallest unit of money; 0 for prizes that are no money.
        why: the same in words.
    """

    kind: Literal["best", "booby"]
    category: str | None
    person: str
    first: int
    last: int
    among: int
    amount: int
    why: Sentence


def season_prizes(
    rules: SeasonPrizes, tables: Mapping[str | None, Sequence[SeasonLine]]
) -> tuple[PrizeShare, ...]:
    """Work out who has which prizes.

    The booby goes to whoever stands last and has no prize for the best in the same table. All prizes are given
    while there are people for them; what a table pays out is the sum of those given.

    Arguments:
        rules: of the season.
        tables: that of everybody under None, those of the categories by name in the order of the rules.
    """
    found: list[PrizeShare] = []
    for category, lines in tables.items():
        prizes = rules.overall if category is None else rules.by_category
        out = {share.person for share in found} if rules.one_each else set()
        found += _of_table(prizes, rules.ties, category, [line for line in lines if line.prizes], out)
    return tuple(found)


def _of_table(
    prizes: TablePrizes,
    ties: Split,
    category: str | None,
    lines: Sequence[SeasonLine],
    out: Collection[str],
) -> Iterator[PrizeShare]:
    lines = [line for line in lines if line.place is not None and line.person not in out]
    best = list(_best(prizes.best, ties, category, lines))
    yield from best
    if prizes.booby is None:
        return
    winners = {share.person for share in best}
    left = [line for line in lines if line.person not in winners]
    if left:
        yield from _booby(prizes.booby, ties, category, left)


def _levels(lines: Sequence[SeasonLine], ties: Split) -> list[list[SeasonLine]]:
    """Those who divide prizes with each other: by place, or whatever the tie-breaks say by points."""
    levels: list[list[SeasonLine]] = []
    for line in lines:
        last = levels[-1][-1] if levels else None
        level = last and (last.place == line.place if ties == "shared" else last.total == line.total)
        if level:
            levels[-1].append(line)
        else:
            levels.append([line])
    return levels


def _best(
    amounts: Sequence[int], ties: Split, category: str | None, lines: Sequence[SeasonLine]
) -> Iterator[PrizeShare]:
    rank = 0
    for level in _levels(lines, ties):
        own = amounts[rank : rank + len(level)]
        if not own:
            return
        shares = divided(own, [line.place or 0 for line in level], ties)
        for line, amount in zip(level, shares, strict=True):
            yield _share("best", category, line.person, (rank + 1, rank + len(own)), len(level), amount, ties)
        rank += len(level)


def _booby(
    amount: int, ties: Split, category: str | None, lines: Sequence[SeasonLine]
) -> Iterator[PrizeShare]:
    """The last level, the last of it first: the booby is theirs."""
    level = _levels(lines, ties)[-1][::-1]
    shares = divided([amount], [line.place or 0 for line in level], ties)
    for line, own in zip(level, shares, strict=True):
        yield _share("booby", category, line.person, (1, 1), len(level), own, ties)


_ALONE: Final = gettext_noop("Prize %(first)s.")
_SHARED: Final = gettext_noop("Prize %(first)s, shared by the %(among)s players in that place.")
_EQUAL: Final = gettext_noop("Prize %(first)s, divided equally among %(among)s players level in points.")
_HORT: Final = gettext_noop(
    "Prize %(first)s, half of it by place and half divided among %(among)s players level in points."
)
_SHARED_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, shared by the %(among)s players in that place."
)
_EQUAL_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, divided equally among %(among)s players level in points."
)
_HORT_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players level in points."
)
_BOOBY: Final = gettext_noop("The booby prize.")
_BOOBY_SHARED: Final = gettext_noop("The booby prize, shared by %(among)s.")


def _share(
    kind: Literal["best", "booby"],
    category: str | None,
    person: str,
    ranks: tuple[int, int],
    among: int,
    amount: int,
    ties: Split,
) -> PrizeShare:
    first, last = ranks
    if kind == "booby":
        template = _BOOBY if among == 1 else _BOOBY_SHARED
    elif among == 1:
        template = _ALONE
    elif first == last:
        template = {"shared": _SHARED, "equal": _EQUAL, "hort": _HORT}[ties]
    else:
        template = {"shared": _SHARED_MORE, "equal": _EQUAL_MORE, "hort": _HORT_MORE}[ties]
    why = Sentence(template, {"first": first, "last": last, "among": among})
    return PrizeShare(kind, category, person, first, last, among, amount, why)
