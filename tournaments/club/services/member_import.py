"""Members from a list: everybody on it in one go, as it was shown, or nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from tournaments.club.member_list.columns import Entered
from tournaments.club.member_list.lines import Line, Mark, fingerprint, judged
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import details_of, known_people
from tournaments.club.services import audit
from tournaments.club.services.addresses import new_addresses
from tournaments.club.services.clubs import lock
from tournaments.club.services.consents import newcomer
from tournaments.club.services.member_details import keep_details
from tournaments.refusals import refuse


@transaction.atomic
def add_listed(
    *,
    club: Club,
    entered: Iterable[Entered],
    others: Collection[str],
    leave_out: bool,
    seen: str,
    at: datetime,
    without: Collection[str] = (),
) -> Counter[Mark]:
    """Add whom the list names anew, and give those it knows the colours and details that stand there.

    Arguments:
        others: the lines, by key or row, of people who are not whoever of the club has a name like theirs, or who are
            people though they look like a title; the rest of such lines is left out.
        leave_out: whether lines that cannot be taken are left out; else they refuse the whole list.
        seen: the `fingerprint` of the lines that were shown.
        without: the lines, by key or row, that are passed over though they could be taken.

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
    lines = tuple(line for line in lines if not line.is_among(without))
    marks = Counter[Mark](_mark(line, others) for line in lines)
    if marks["refused"] and not leave_out:
        refuse(
            "leave_out",
            "bad-lines",
            "some lines cannot be added; tick the box that leaves them out, or correct the list",
        )
    new = [line for line in lines if _mark(line, others) == "new"]
    addresses = new_addresses(club, [line.name for line in new])
    added = Player.objects.bulk_create(
        Player(
            club=club,
            name=line.name,
            slug=slug,
            colour=line.colour,
            number=line.details.number,
            made_at=at,
            **newcomer(club, line.name),
        )
        for line, slug in zip(new, addresses, strict=True)
    )
    keep_details({player: line.details for player, line in zip(added, new, strict=True)})
    _change([line for line in lines if line.mark == "changed"])
    audit.note(club, "members-imported", at=at, count=len(added), changed=marks["changed"])
    return marks


def _mark(line: Line, others: Collection[str]) -> Mark:
    return "new" if line.mark in ("like", "title") and line.is_among(others) else line.mark


def _change(lines: Iterable[Line]) -> None:
    """Give those who are known what the list says otherwise of them."""
    line_of = {line.of.pk: line for line in lines if line.of is not None}
    players = list(Player.objects.filter(pk__in=line_of).select_related("details").prefetch_related("groups"))
    kept = {}
    for player in players:
        line = line_of[player.pk]
        kept[player] = replace(
            details_of(player),
            **{name: getattr(line.details, name) for name in line.changes if name != "colour"},
        )
        player.number = kept[player].number
        player.colour = line.colour if "colour" in line.changes else player.colour
    Player.objects.bulk_update(players, ["colour", "number"])
    keep_details(kept)
