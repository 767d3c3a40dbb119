"""What the director has decided about somebody's points, as a small note at their line of the standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.evening import acts
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.published import results_shown

Notes = Mapping[str, tuple[str, ...]]


def notes_of(evening: Evening, names: Mapping[str, str]) -> Notes:
    """The notes at each ticket's line, by its code; one query."""
    found: dict[str, list[str]] = defaultdict(list)
    for decided in results_shown(evening).decisions():
        body = decided.body
        if decided.act == acts.Penalty.name:
            for code in body["tickets"]:
                found[code].append(_because(penalty_in_words(body["points"]), decided.reason))
        elif decided.act == acts.ExchangeSeats.name:
            count = len(body["hands"])
            words = ngettext(
                "%(count)s hand played in the seat of %(name)s",
                "%(count)s hands played in the seat of %(name)s",
                count,
            )
            for code, other in ((body["one"], body["other"]), (body["other"], body["one"])):
                told = words % {"count": count, "name": names[other]}
                found[code].append(_because(told, decided.reason))
    return {code: tuple(notes) for code, notes in found.items()}


def penalty_in_words(points: int) -> str:
    """`2 points off`, `1 point added`."""
    words = (
        ngettext("%(points)s point off", "%(points)s points off", -points)
        if points < 0
        else ngettext("%(points)s point added", "%(points)s points added", points)
    )
    return words % {"points": abs(points)}


def _because(what: str, reason: str) -> str:
    return _("%(what)s: %(reason)s") % {"what": what, "reason": reason}
