"""Members from a list: everybody on it in one go, as it was shown, or nobody."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from tournaments.club.member_list.columns import Entered
from tournaments.club.member_list.lines import Line, Mark, fingerprint, judged
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import known_people
from tournaments.club.services.addresses import new_addresses
from tournaments.club.services.clubs import lock
from tournaments.refusals import refuse


@transaction.atomic
def add_listed(
    *,
    club: Club,
    entered: Iterable[Entered],
    others: Collection[int],
    leave_out: bool,
    seen: str,
    at: datetime,
) -> Counter[Mark]:
    """Add whom the list names anew, and give those it knows their colours.

    Arguments:
        others: the rows of people who are not whoever of the club has a name like theirs; the rest of such rows is
            left out.
        leave_out: whether lines that cannot be taken are left out; else they refuse the whole list.
        seen: the `fingerprint` of the lines that were shown.

    Returns how many lines came to what; those added are `new`, whatever they were like. Raises Faults where the list
    would come to something else now (`list-changed`), and where lines cannot be taken (`bad-lines`).
    """
    lock(club)
    lines = judged(entered, known_people(club))
    if fingerprint(lines) != seen:
        refuse(
            "kept",
            "list-changed",
            "members or columns have changed since the preview; check the new preview, then add the members",
        )
    marks = Counter[Mark](_mark(line, others) for line in lines)
    if marks["refused"] and not leave_out:
        refuse(
            "leave_out",
            "bad-lines",
            "some lines cannot be added; tick the box that leaves them out, or correct the list",
        )
    new = [line for line in lines if _mark(line, others) == "new"]
    addresses = new_addresses(club, [line.name for line in new])
    Player.objects.bulk_create(
        Player(club=club, name=line.name, slug=slug, colour=line.colour, made_at=at)
        for line, slug in zip(new, addresses, strict=True)
    )
    _recolour(line for line in lines if line.mark == "recoloured")
    return marks


def _mark(line: Line, others: Collection[int]) -> Mark:
    return "new" if line.mark == "like" and line.row in others else line.mark


def _recolour(lines: Iterable[Line]) -> None:
    of_colour = defaultdict[str, list[int]](list)
    for line in lines:
        if line.of is not None:
            of_colour[line.colour].append(line.of.pk)
    for colour, people in of_colour.items():
        Player.objects.filter(pk__in=people).update(colour=colour)
