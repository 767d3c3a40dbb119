"""A change that is looked at before it is done: what it would change first, then apply, keep the seats, or not.

One address serves all of it. A form posted without a choice leads to the page of the impact, which carries what
was typed along; posted with a choice, it is done, if it still changes what was shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.faults import Faults
from tournaments.club.web.sign_in import too_many_long_looks
from tournaments.evening import acts, comparison
from tournaments.evening.acts.act import Names, seat_called, signed
from tournaments.evening.acts.games import ChangesGame, Cut, Seats
from tournaments.evening.reads import desk, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import perform, preview
from tournaments.evening.web.desk.decorators import acting, undo_of
from tournaments.evening.web.desk.seating import place_in_words
from tournaments.evening.web.words import prize_title
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.pages import in_words
from tournaments.site.web.words import money

FOOT = 1_000_000
"""Below every place: whoever has no line."""


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    what: str
    before: str
    after: str
    note: str = ""

    @property
    def changes(self) -> bool:
        return self.before != self.after


def impact_in_words(evening: Evening, impact: comparison.Impact) -> dict[str, Any]:
    """The impact with the names of those it is about; at most four queries."""
    names = desk.names(evening) if not impact.nothing else {}
    lines = sorted(impact.lines, key=lambda change: (change.place[1] or FOOT, change.place[0] or FOOT))
    games = rounds.games_by_place(evening, {change.round for change in impact.games})
    return {
        "games": [_points(change, _players(games[change.round, change.table])) for change in impact.games],
        "hands": [
            _points(change, _("hand %(number)s, by the hands before it") % {"number": change.number})
            for change in impact.hands
        ],
        "winners": [
            _winner(change, games[change.round, change.table])
            for change in impact.games
            if change.winner[0] != change.winner[1]
        ],
        "cuts": [text for change in impact.games if (text := _cut(change))],
        "bells": [
            BeforeAfter(_("Bell of round %(round)s") % {"round": change.round}, *map(_table, change.table))
            for change in impact.bells
        ],
        "lines": [_line(change, names) for change in lines],
        "prizes": [_prize(change, names) for change in impact.prizes],
        "seats": [
            BeforeAfter(in_words(seat_called(change.ticket, names)), *map(place_in_words, change.seat))
            for change in impact.seats
        ],
        "announced": impact.announced,
        "nothing": impact.nothing,
    }


def where(round_: int, table: int) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": round_, "table": table}


def sides_in_words(game: rounds.GameView) -> dict[str, str]:
    """The sides of a table by their players: `A (Ann & Clara)`, or where everybody plays alone by name."""
    if game.by_seat:
        return {str(player.seat): player.short for player in game.seats}
    return {
        couple: _("%(couple)s (%(names)s)") % {"couple": couple, "names": names}
        for couple, names in (("A", game.names_a), ("B", game.names_b))
    }


def _points(change: comparison.GameChange | comparison.HandChange, note: str) -> BeforeAfter:
    before, after = (" : ".join(map(signed, points)) for points in change.points)
    return BeforeAfter(where(change.round, change.table), before, after, note)


def _players(game: rounds.GameView) -> str:
    if game.by_seat:
        return ", ".join(player.name for player in game.own_points)
    return f"{game.names_a} – {game.names_b}"


def _winner(change: comparison.GameChange, game: rounds.GameView) -> BeforeAfter:
    sides = {**sides_in_words(game), "": _("nobody")}
    return BeforeAfter(where(change.round, change.table), *(sides[winner] for winner in change.winner))


def _cut(change: comparison.GameChange) -> str:
    if change.cut_not_needed and change.level:
        words = _("%(where)s: the cut that was made is void; the table has to cut again.")
    elif change.cut_not_needed:
        words = _("%(where)s: the cut that was made is not needed any more.")
    elif change.cut_needed and change.winner[1]:
        words = _("%(where)s: level now; the cut decides.")
    elif change.cut_needed:
        words = _("%(where)s: level now; the table has to cut before the round is closed.")
    else:
        return ""
    return words % {"where": where(change.round, change.table)}


def _table(table: int | None) -> str:
    return _("table %(table)s") % {"table": table} if table else _("no table")


def _line(change: comparison.LineChange, names: Names) -> dict[str, Any]:
    before, after = change.place
    move, tone = "", ""
    if before and after and before != after:
        steps = abs(before - after)
        if after < before:
            words, tone = ngettext("rises %(steps)s place", "rises %(steps)s places", steps), "up"
        else:
            words, tone = ngettext("falls %(steps)s place", "falls %(steps)s places", steps), "down"
        move = words % {"steps": steps}
    return {
        "name": in_words(seat_called(change.ticket, names)),
        "place": BeforeAfter("", str(before or "–"), str(after or "–")),
        "won": BeforeAfter("", *map(half_games, change.won_halves)),
        "points": BeforeAfter("", *map(signed, change.points)),
        "move": move,
        "tone": tone,
    }


def _prize(change: comparison.PrizeChange, names: Names) -> BeforeAfter:
    title = prize_title(change.prize, change.colour, change.rank, change.rank, about=change.about)
    return BeforeAfter(title, *(_winners(change, when, names) for when in (0, 1)))


def _winners(change: comparison.PrizeChange, when: int, names: Names) -> str:
    # `when`: 0 before the change, 1 after it.
    tickets, amounts = change.tickets[when], change.amounts[when]
    if change.to_cut[when]:
        listed = ", ".join(in_words(seat_called(ticket, names)) for ticket in tickets)
        return _("to be cut: %(names)s") % {"names": listed} if listed else _("waits for another cut")
    pairs = zip(tickets, amounts, strict=True)
    return ", ".join(
        f"{in_words(seat_called(ticket, names))} {money(sum_)}".strip() for ticket, sum_ in pairs
    ) or _("nobody")


OWN: Final = ("csrfmiddlewaretoken", "choice", "seen", "cut")
"""What the page of the impact posts itself; everything else that was posted it carries along."""
CUTS: Final[dict[str, Cut]] = {"A": "A", "B": "B", "seed": "seed"}
NEEDS_A_CUT: Final = "level-needs-a-cut"
NEEDS_NONE: Final = "not-level"


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """A change to be weighed.

    Attributes:
        done: the message once it is applied.
        back: where it leads then, and where "do nothing" leads.
        note: the act that keeps it beside what counts without changing anything, and the message then.
        game: the round and table whose couples cut, where it is about one game.
        about: what stands above the impact: `what` is decided, the `slip` it is about, or two of them.
    """

    title: str
    act: acts.Act
    done: str
    back: str
    note: tuple[acts.Act, str] | None = None
    game: tuple[int, int] | None = None
    about: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WeighedChange:
    cut: Cut
    needs_cut: bool = False
    impact: comparison.Impact | None = None

    @property
    def seal(self) -> str:
        """A hash that changes with the impact; empty where there is none."""
        return sha256(repr((self.cut, self.impact)).encode()).hexdigest()[:20] if self.impact else ""


def weigh(request: HttpRequest, evening: Evening, change: ProposedChange) -> HttpResponse | None:
    """The impact of a change, or the change done; None where its form is to be shown again. Raises Faults."""
    choice = request.POST.get("choice", "")
    if choice == "back":
        return None
    if not choice and (answer := too_many_long_looks(request)):
        return answer
    if choice == "note" and change.note:
        return _done(request, evening, change, *change.note)
    weighed = _weighed(request, evening, change, CUTS.get(request.POST.get("cut", ""), ""))
    as_seen = bool(weighed.seal) and request.POST.get("seen") == weighed.seal
    if choice not in ("apply", "keep") or not as_seen or weighed.impact is None:
        return _page(request, evening, change, weighed, meanwhile=choice in ("apply", "keep"))
    # Where nobody would be moved the seats stay: they need not be announced once more.
    seats: Seats = "follow" if choice == "apply" and weighed.impact.seats else "keep"
    return _done(request, evening, change, _following(change.act, seats, weighed.cut), change.done)


def _following(act: acts.Act, seats: Seats, cut: Cut) -> acts.Act:
    known = isinstance(act, ChangesGame)
    return act.model_copy(update={"seats": seats, "cut": cut}) if known else act


def _done(
    request: HttpRequest, evening: Evening, change: ProposedChange, act: acts.Act, words: str
) -> HttpResponse:
    written = perform(act=act, **acting(request, evening))
    messages.success(request, words, extra_tags=undo_of(request, evening)(written))
    return HttpResponseRedirect(change.back)


def _weighed(request: HttpRequest, evening: Evening, change: ProposedChange, cut: Cut) -> WeighedChange:
    act = _following(change.act, "follow", cut)
    try:
        return WeighedChange(cut, bool(cut), preview(act=act, **acting(request, evening)))
    except Faults as refused:
        codes = {fault.code for fault in refused.faults}
        if codes == {NEEDS_A_CUT}:
            return WeighedChange("", needs_cut=True)
        if cut and codes == {NEEDS_NONE}:
            return _weighed(request, evening, change, "")
        raise


def _page(
    request: HttpRequest, evening: Evening, change: ProposedChange, weighed: WeighedChange, *, meanwhile: bool
) -> HttpResponse:
    impact = weighed.impact
    game = None
    if weighed.needs_cut and change.game:
        number, table = change.game
        game = rounds.round_views(evening, [number])[number].game(table)
    context = {
        "evening": evening,
        "change": change,
        "reason": getattr(change.act, "reason", ""),
        **change.about,
        "weighed": weighed,
        "impact": impact_in_words(evening, impact) if impact else None,
        "sides": sides_in_words(game) if game else {},
        # A game that was level before has cut: that is the likely answer.
        "cut": weighed.cut or (game.cut if game else ""),
        "carried": posted_but(request, *OWN),
        "meanwhile": meanwhile,
        "moves_seats": bool(impact and impact.seats),
        "was_published": evening.status == Status.PUBLISHED,
    }
    return render(request, "desk/impact.html", context, status=REFUSED if meanwhile else 200)


def posted_but(request: HttpRequest, *names: str) -> list[tuple[str, str]]:
    """What was posted under other names than these, for a page to carry along in hidden fields."""
    return [(name, value) for name, values in request.POST.lists() if name not in names for value in values]
