"""A forecast in words: tables, who sits out, rounds, time, what cannot be; and how an evening goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.evening.forecast import Forecast
from tournaments.evening.tempo import MOST_ROUNDS, STEP, Outlook, Tempo, about, end_of_evening, outlook

MOST_SPELLED_OUT = 8
"""So many tables are named one by one; of more it is said how many there are of each size."""
HOUR = timedelta(hours=1)


class Line(NamedTuple):
    """One thing that is forecast."""

    label: str
    text: str


def tables_in_words(tables: Sequence[int]) -> str:
    """How many tables there are: `3 tables`, where their sizes differ `5 tables (2 of 5, 3 of 4)`."""
    sizes = Counter(tables)
    words = ngettext("%(count)s table", "%(count)s tables", sizes.total()) % {"count": sizes.total()}
    if len(sizes) == 1:
        return words
    of_each = ", ".join(
        _("%(count)s of %(size)s") % {"count": sizes[size], "size": size}
        for size in sorted(sizes, reverse=True)
    )
    return f"{words} ({of_each})"


def missing_in_words(missing: int) -> str:
    """How many more are needed for a first table."""
    words = ngettext("%(count)s more makes a table", "%(count)s more make a table", missing)
    return words % {"count": missing}


def sitting_out_in_words(out: int) -> str:
    """How many sit out each round, or that nobody does."""
    if not out:
        return _("nobody sits out")
    return ngettext("%(count)s sits out each round", "%(count)s sit out each round", out) % {"count": out}


def lines_of(seen: Forecast, tempo: Tempo, began: datetime | None, ends_about: str | None) -> Iterator[Line]:
    """What is forecast, a line for each thing.

    Arguments:
        seen: what the number of players means.
        tempo: how long the club takes.
        began: when play begins, in the time zone of the club; None where nobody can tell.
        ends_about: when it is to end by the plan, if it says so.
    """
    if not seen.tables:
        yield Line(pgettext("to sit at", "Tables"), missing_in_words(seen.missing))
        return
    yield Line(
        pgettext("to sit at", "Tables"), f"{_sizes(seen.tables)}, {sitting_out_in_words(seen.sitting_out)}"
    )
    if seen.sitting_out and seen.needed is None:
        yield Line(_("Sitting out"), _sat_out(seen))
    yield Line(_("Rounds"), "; ".join(_rounds(seen)))
    yield Line(_("Length"), _length(seen, tempo, began))
    if began is not None and ends_about is not None:
        end = end_of_evening(ends_about, began)
        most = MOST_ROUNDS if seen.needed is None else seen.rounds
        told = outlook(tempo, planned=seen.rounds, played=0, begins=began, end=end, at=began, most=most)
        if told is not None:
            yield Line(_("End"), outlook_in_words(told))


def problems_of(seen: Forecast) -> Iterator[str]:
    """What cannot be with this number of players, each with its remedy."""
    if seen.is_too_short:
        yield _(
            "A knock-out of %(players)s is decided after %(needed)s rounds, and %(rounds)s are planned: enter "
            "%(needed)s under “Rounds”."
        ) % {"players": seen.players, "needed": seen.needed, "rounds": seen.rounds}
    if seen.meets_again:
        words = ngettext(
            "Everybody can meet new people for %(apart)s round at most, and %(rounds)s are planned, so some will "
            "meet again. Plan fewer rounds, or leave it.",
            "Everybody can meet new people for %(apart)s rounds at most, and %(rounds)s are planned, so some will "
            "meet again. Plan fewer rounds, or leave it.",
            seen.apart or 0,
        )
        yield words % {"apart": seen.apart, "rounds": seen.rounds}


def outlook_in_words(seen: Outlook) -> str:
    """Which round is the last by the end that is planned, and why."""
    told = {
        "last": seen.last,
        "next": seen.last + 1,
        "ends": clock(seen.last_ends),
        "next_ends": clock(seen.next_ends),
        "end": clock(seen.end),
    }
    if seen.last_hand is None:
        words = _(
            "There is no time for another round: round %(next)s would end about %(next_ends)s, after your end at "
            "%(end)s. Finish the evening."
        )
        return words % told
    if seen.is_short:
        words = _(
            "At this pace round %(last)s ends about %(ends)s; round %(next)s would end about %(next_ends)s, "
            "after your end at %(end)s: make round %(last)s the last."
        )
        return words % told
    if seen.last_ends > seen.end:
        return (
            _("At this pace round %(last)s, the last, ends about %(ends)s, after your end at %(end)s.") % told
        )
    words = (
        _("At this pace round %(last)s, the last, ends about %(ends)s, before your end at %(end)s.") % told
    )
    if not seen.spare:
        return words
    more = ngettext(
        "There is time for %(count)s round more.", "There is time for %(count)s rounds more.", seen.spare
    )
    return f"{words} {more % {'count': seen.spare}}"


def clock(at: datetime) -> str:
    """About what time it is, in the time zone that holds."""
    return date_format(localtime(about(at)), "TIME_FORMAT")


def _sizes(tables: Sequence[int]) -> str:
    """The tables one by one, `5 + 5 + 4`, or how many there are of each size."""
    count = ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(set(tables)) == 1:
        return _("%(tables)s of %(size)s") % {"tables": count, "size": tables[0]}
    if len(tables) <= MOST_SPELLED_OUT:
        return _("%(label)s: %(text)s") % {"label": count, "text": " + ".join(map(str, tables))}
    return tables_in_words(tables)


def _sat_out(seen: Forecast) -> str:
    least, most = seen.sat_out
    if not least:
        return ngettext("nobody more than %(most)s round", "nobody more than %(most)s rounds", most) % {
            "most": most
        }
    if least == most:
        return ngettext("everybody %(most)s round", "everybody %(most)s rounds", most) % {"most": most}
    return _("everybody %(least)s or %(most)s rounds") % {"least": least, "most": most}


def _rounds(seen: Forecast) -> Iterator[str]:
    yield ngettext("%(rounds)s is planned", "%(rounds)s are planned", seen.rounds) % {"rounds": seen.rounds}
    if seen.needed is not None:
        yield _("the knock-out is decided after round %(needed)s") % {"needed": seen.needed}
    elif seen.apart is not None and not seen.meets_again:
        yield _("nobody has to meet anybody twice")


def _length(seen: Forecast, tempo: Tempo, began: datetime | None) -> str:
    whole = tempo.after(seen.rounds)
    told = {"length": _hours(whole), "pace": _pace(tempo)}
    if began is None:
        return _("about %(length)s (%(pace)s)") % told
    told |= {"began": clock(began), "last": clock(began + whole - tempo.hand)}
    return _("about %(length)s (%(pace)s): begun at %(began)s, the last hand begins about %(last)s") % told


def _pace(tempo: Tempo) -> str:
    minutes = max(1, round(tempo.round.total_seconds() / 60))
    words = {
        "tonight": _("%(minutes)s min a round so far tonight"),
        "earlier": _("%(minutes)s min a round at your earlier evenings"),
        "plan": _("reckoned with %(minutes)s min a round"),
    }
    return words[tempo.measured] % {"minutes": minutes}


def _hours(length: timedelta) -> str:
    steps = max(1, round(length / STEP)) * STEP
    hours, rest = divmod(steps, HOUR)
    minutes = int(rest.total_seconds() // 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02}"}
