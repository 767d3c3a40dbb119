"""Prizes in words: what is offered, who has which, with what sum and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.derivation import Sentence
from scoring.described import described
from tournaments.evening.plan import Plan
from tournaments.ranking.offered import Offer, Prizes
from tournaments.ranking.prizes import Prize
from tournaments.site.web.money import money
from tournaments.site.web.shared import said


@dataclass(frozen=True, slots=True)
class Winner:
    """One who has a prize or a share in prizes: the ticket's code, the name, what they get, and why."""

    code: str
    name: str
    sum: str
    why: str


@dataclass(frozen=True, slots=True)
class PrizeInWords:
    """A prize, or prizes that are divided, as pages show them.

    `winners` have it; or `tied` have to cut for it; or it waits for another cut. `sum` is what it is worth.
    """

    label: str
    kind: str
    winners: tuple[Winner, ...]
    tied: tuple[str, ...]
    sum: str
    why: str

    @property
    def winner(self) -> str:
        """Who has it alone, or nobody."""
        return self.winners[0].name if len(self.winners) == 1 else ""

    @property
    def people(self) -> int:
        """How many have it or cut for it."""
        return len(self.winners or self.tied)

    @property
    def shared(self) -> bool:
        """Whether several have it."""
        return len(self.winners) > 1


def title(
    kind: str, group: str | None, first: int = 1, last: int = 1, *, about: Sentence | None = None
) -> str:
    """`Best`, `Place 2, red`, `Places 1 to 3`, `Best, half-time`: what a prize is called everywhere.

    Args:
        kind: "best" or "booby".
        group: whose prizes they are, from `group_of`; None or "" where nobody else has any.
        first: the place that it is for.
        last: the last of the places whose prizes are divided.
        about: what it is for, if not for the whole evening.
    """
    if kind == "booby":
        label = _("Booby")
    elif first < last:
        label = _("Places %(first)s to %(last)s") % {"first": first, "last": last}
    else:
        is_best = first == 1 and kind == "best"
        label = _("Best") if is_best else _("Place %(place)s") % {"place": first}
    return ", ".join(part for part in (label, said(about) if about else "", group) if part)


def group_of(colour: str | None, beside: bool) -> str:
    """Whose prizes they are, where that has to be said; `beside`: the room's stand beside those of colours."""
    return colour or (_("whole room") if beside else "")


def prizes_in_words(prizes: Sequence[Prize], names: Mapping[str, str]) -> list[PrizeInWords]:
    """Each prize once, with all who divide it."""
    groups: dict[tuple[str, int, str | None, int], list[Prize]] = {}
    for prize in prizes:
        groups.setdefault((prize.kind, prize.rank, prize.colour, prize.other), []).append(prize)
    coloured = {prize.other for prize in prizes if prize.colour}
    return [_prize_in_words(group, names, group[0].other in coloured) for group in groups.values()]


def _prize_in_words(group: Sequence[Prize], names: Mapping[str, str], beside: bool) -> PrizeInWords:
    first = group[0]
    return PrizeInWords(
        label=title(first.kind, group_of(first.colour, beside), first.rank, first.last, about=first.about),
        kind=first.kind,
        winners=tuple(
            Winner(prize.winner, names[prize.winner], money(prize.amount), said(prize.why))
            for prize in group
            if prize.winner
        ),
        tied=tuple(names[code] for code in first.tied),
        sum=money(sum(prize.amount for prize in group)),
        why=said(first.why),
    )


def offered(plan: Plan) -> Iterator[tuple[str, str]]:
    """What an evening offers, to be read: each group's prizes, and what becomes of ties."""
    prizes = plan.prizes
    if prizes.overall is not None:
        yield _("Prizes of the whole room"), _offer(prizes.overall)
    yield _("Prizes of each ticket colour") if prizes.by_colour else _("Prizes"), _offer(prizes)
    for number, other in enumerate(prizes.others, start=1):
        about = said(plan.about_others(number))
        of_each = _("%(about)s, each ticket colour") % {"about": about} if other.by_colour else about
        yield _("Prizes: %(about)s") % {"about": of_each}, _offer(other)
    if prizes.overall is not None and prizes.one_each:
        yield _("Prizes for one person"), _("one at most")
    if prizes.ties != "cut":
        yield _("Tied for a prize"), _(described(Prizes)["ties"].words[prizes.ties])
    if prizes.booby_cut != "gets":
        yield (
            _("The winner of a cut for the booby"),
            _(described(Prizes)["booby_cut"].words[prizes.booby_cut]),
        )


def _offer(offer: Offer) -> str:
    """`2 for the best (50.00, 30.00), a booby (5.00)`."""
    parts = []
    if offer.best:
        best = ngettext("%(count)s for the best", "%(count)s for the best", offer.best)
        sums = " · ".join(money(amount) or _("no money") for amount in offer.amounts)
        best %= {"count": offer.best}
        parts.append(f"{best} ({sums})" if any(offer.sums) else best)
    if offer.booby:
        booby = _("a booby")
        parts.append(f"{booby} ({money(offer.booby_sum)})" if offer.booby_sum else booby)
    return ", ".join(parts) or _("none")
