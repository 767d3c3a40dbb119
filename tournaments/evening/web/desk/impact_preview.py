"""A change that is looked at before it is done: what it would change first, then apply, keep the seats, or not.

One address serves all of it. A form posted without a choice leads to the page of the impact, which carries what
was typed along; posted with a choice, it is done, if it still changes what was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from scoring.faults import Faults
from tournaments.club.web.long_looks import too_many
from tournaments.evening import acts
from tournaments.evening.acts.games import ChangesGame, Cut, Seats
from tournaments.evening.reads import rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.replay.impact import Impact
from tournaments.evening.services.perform import perform, preview
from tournaments.evening.status import Status
from tournaments.evening.web.desk.impact_words import impact_in_words, sides_in_words
from tournaments.evening.web.desk.undo import undo_of
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.shared import Refusal, by_user, now, refusals

OWN: Final = ("csrfmiddlewaretoken", "choice", "seen", "cut")
"""What the page of the impact posts itself; everything else that was posted it carries along."""
CUTS: Final[dict[str, Cut]] = {"A": "A", "B": "B", "seed": "seed"}
NEEDS_A_CUT: Final = "level-needs-a-cut"
NEEDS_NONE: Final = "not-level"


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """A change to be weighed.

    Attributes:
        title: what it is, as the page of the impact is headed.
        act: does it; the page of the impact asks what follows from it.
        done: what is said then.
        back: where it leads then, and where "do nothing" leads.
        again: the page on which it was entered, with what was typed and these refusals.
        note: keeps it beside what counts without changing anything, where that can be; with what is said then.
        game: the round and table whose couples cut, where it is about a game.
        parts: templates above the impact, with what they show in `about`.
    """

    title: str
    act: acts.Act
    done: str
    back: str
    again: Callable[[Sequence[Refusal]], HttpResponse]
    note: tuple[acts.Act, str] | None = None
    game: tuple[int, int] | None = None
    parts: tuple[str, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a change would do: its impact, or that somebody has to say first who wins a cut."""

    cut: Cut
    needs_cut: bool = False
    impact: Impact | None = None

    @property
    def seal(self) -> str:
        """Tells this impact from any other."""
        return sha256(repr((self.cut, self.impact)).encode()).hexdigest()[:20] if self.impact else ""


def weigh(request: HttpRequest, evening: Evening, change: ProposedChange) -> HttpResponse:
    """Answer a post: the page of the impact, or the change done, or the form again."""
    choice = request.POST.get("choice", "")
    if choice == "back":
        return change.again(())
    if not choice and (answer := too_many(request)):
        return answer
    try:
        if choice == "note" and change.note:
            return _done(request, evening, change, *change.note)
        weighed = _weighed(request, evening, change, CUTS.get(request.POST.get("cut", ""), ""))
        as_seen = bool(weighed.seal) and request.POST.get("seen") == weighed.seal
        if choice not in ("apply", "keep") or not as_seen or weighed.impact is None:
            return _page(request, evening, change, weighed, meanwhile=choice in ("apply", "keep"))
        # Where nobody would be moved the seats stay: they need not be announced once more.
        seats: Seats = "follow" if choice == "apply" and weighed.impact.seats else "keep"
        return _done(request, evening, change, _following(change.act, seats, weighed.cut), change.done)
    except Faults as refused:
        return change.again(refusals(refused))


def _following(act: acts.Act, seats: Seats, cut: Cut) -> acts.Act:
    """The act with what was said of seats and cuts, where it knows either."""
    known = isinstance(act, ChangesGame)
    return act.model_copy(update={"seats": seats, "cut": cut}) if known else act


def _done(
    request: HttpRequest, evening: Evening, change: ProposedChange, act: acts.Act, words: str
) -> HttpResponse:
    written = perform(evening=evening, act=act, by=by_user(request), at=now())
    messages.success(request, words, extra_tags=undo_of(request, evening)(written))
    return HttpResponseRedirect(change.back)


def _weighed(request: HttpRequest, evening: Evening, change: ProposedChange, cut: Cut) -> Weighed:
    """What the change would do with this cut, as far as one is needed. Raises Faults."""
    act = _following(change.act, "follow", cut)
    try:
        found = preview(evening=evening, act=act, by=by_user(request), at=now())
        return Weighed(cut, bool(cut), found)
    except Faults as refused:
        codes = {fault.code for fault in refused.faults}
        if codes == {NEEDS_A_CUT}:
            return Weighed("", needs_cut=True)
        if cut and codes == {NEEDS_NONE}:
            return _weighed(request, evening, change, "")
        raise


def _page(
    request: HttpRequest, evening: Evening, change: ProposedChange, weighed: Weighed, *, meanwhile: bool
) -> HttpResponse:
    impact = weighed.impact
    game = _game(evening, change) if weighed.needs_cut else None
    context = {
        "evening": evening,
        "change": change,
        **change.about,
        "weighed": weighed,
        "impact": impact_in_words(evening, impact) if impact else None,
        "sides": sides_in_words(game) if game else {},
        # A game that was level before has cut: that is the likely answer.
        "cut": weighed.cut or (game.cut if game else ""),
        "carried": [
            (name, value) for name, values in request.POST.lists() if name not in OWN for value in values
        ],
        "meanwhile": meanwhile,
        "moves_seats": bool(impact and impact.seats),
        "was_published": evening.status == Status.PUBLISHED,
    }
    return render(request, "desk/impact.html", context, status=REFUSED if meanwhile else 200)


def _game(evening: Evening, change: ProposedChange) -> GameView | None:
    """The game that a change is about, with its couples."""
    if change.game is None:
        return None
    number, table = change.game
    return rounds.round_views(evening, [number])[number].game(table)
