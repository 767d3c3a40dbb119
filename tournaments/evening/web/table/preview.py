"""A hand on its way from a form of an evening to the scoring, shared by the phone and the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from secrets import token_urlsafe
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from scoring.derivation import Derivation
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.rounds import GameView, SeatView, TableLink, seats_at
from tournaments.evening.services import scoresheets
from tournaments.evening.web.slips import Slip, previewed_slip
from tournaments.evening.web.table.app import table_url
from tournaments.evening.web.table.form_data import (
    OPTIONS,
    PREFIX,
    Deal,
    Values,
    posted_values,
    read_hand,
    read_options,
)
from tournaments.evening.web.table.hand_form import (
    HandForm,
    Typed,
    chosen_dealer,
    closed_tiles,
    draw,
    draw_house_rules,
    unfinished,
)
from tournaments.site.web import query_params
from tournaments.site.web.pages import Refusal, kept_form, refusals, stand_in


@dataclass(frozen=True, slots=True)
class Previewed:
    """A hand that is being tapped in, as templates/table/preview.html shows it; no `slip` while it has faults."""

    values: Values
    slip: Slip | None
    refused: tuple[Refusal, ...]
    closed: str

    @classmethod
    def of(
        cls,
        values: Values,
        hand: Mapping[str, object],
        game: Game,
        rules: Entry,
        seats: int,
        score: Callable[[], Derivation],
        title: str = "",
    ) -> Previewed:
        slip: Slip | None = None
        refused: tuple[Refusal, ...] = ()
        try:
            slip = previewed_slip(score(), game, title=title)
        except Faults as faults:
            refused = tuple(refusals(faults))
        return cls(values, slip, refused, closed_tiles(game, hand, rules, seats))

    @property
    def preview(self) -> Slip | None:
        return {**self.slip, "state": "draft"} if self.slip else None

    def unsaved(self, key: str) -> UnsavedHand:
        return UnsavedHand(Typed(self.values, self.refused), key, preview=self.preview)

    @property
    def refusals(self) -> list[Refusal]:
        """What is wrong with what is there so far; without what is only missing still."""
        return [refusal for refusal in self.refused if not unfinished(refusal, self.values)]


def entered(posted: Mapping[str, str], evening: Evening, table: int) -> tuple[Values, dict[str, object]]:
    game = facts.game_of(evening)
    return _read(posted, game, seats_of(game, evening, table))


def _read(posted: Mapping[str, str], game: Game, seats: int) -> tuple[Values, dict[str, object]]:
    values = posted_values(posted, game, seats)
    return values, read_hand(game, values, seats)


def seats_of(game: Game, evening: Evening, table: int) -> int:
    """How many play at the table; without a query where the game has one number of players."""
    only = game.seats[0] if len(game.seats) == 1 else 0
    return only or seats_at(evening, table) or game.seats[0]


def previewed(posted: Mapping[str, str], evening: Evening, table: int) -> Previewed:
    setup = facts.setup_of(evening)
    seats = seats_of(setup.game, evening, table)
    values, hand = _read(posted, setup.game, seats)
    score = partial(scoresheets.preview_hand, evening_id=evening.pk, table=table, hand=hand)
    return Previewed.of(values, hand, setup.game, setup.house_rules, seats, score)


@dataclass(frozen=True, slots=True)
class UnsavedHand:
    """A hand that was sent and not saved, with the key of its request, which is the same for every try.

    `saved_slip` is that of another hand that has its number.
    """

    typed: Typed
    key: str
    saved_slip: Slip | None = None
    preview: Slip | None = None


def next_hand_form(
    setup: Setup,
    sitters: Sequence[SeatView],
    *,
    dealer: int | None,
    round_number: int,
    number: int,
    played_at: datetime | None,
    unsaved: UnsavedHand | None,
) -> HandForm:
    """The form of hand `number` of those who sit there; an `unsaved` one is still it, unless another has its number.

    `dealer` is a seat; `played_at` when play was stopped, where the hand was played before that.
    """
    form = draw(
        setup.game,
        sitters,
        rules=setup.house_rules,
        preset=chosen_dealer(setup.game, dealer),
        round_number=round_number,
        number=number,
        key=token_urlsafe(16),
        typed=unsaved.typed if unsaved else None,
        played_at=played_at.isoformat() if played_at else "",
    )
    return form if unsaved is None or unsaved.saved_slip else replace(form, key=unsaved.key)


# --- The practice sheet: any hand of any game scored, without an evening and without keeping anything -
# Everything is in the address, so that a hand somebody argues about can be sent to somebody else.

FIRST_DEAL = {f"{PREFIX}dealer": "1"}
"""On a practice sheet seat 1 deals, until somebody says otherwise; where the deal is folded away, nobody is named."""


@dataclass(frozen=True, slots=True)
class PracticeSheet:
    game: Game
    seats: int
    rules: Entry
    refused_rules: tuple[Refusal, ...]
    parameters: Mapping[str, str]

    @property
    def has_a_hand(self) -> bool:
        return any(name.startswith(PREFIX) for name in self.parameters)

    @property
    def setting(self) -> dict[str, str]:
        rules = {name: value for name, value in self.parameters.items() if name.startswith(OPTIONS) and value}
        return {"players": str(self.seats), **rules}

    @property
    def sitters(self) -> list[SeatView]:
        names = [_("Seat %(seat)s") % {"seat": seat} for seat in range(1, self.seats + 1)]
        return [SeatView(seat, "", name, name) for seat, name in enumerate(names, start=1)]

    def scored(self) -> Previewed:
        values, hand = _read(self.parameters, self.game, self.seats)
        score = partial(self.game.score, hand, self.rules)
        return Previewed.of(values, hand, self.game, self.rules, self.seats, score, _("This hand"))


def _sheet(request: HttpRequest, slug: str) -> PracticeSheet:
    try:
        game = catalogue.find(slug)
    except Faults as unknown:
        raise Http404 from unknown
    parameters = dict(query_params.parameters(request).items())
    count = parameters.get("players", "")
    seats = int(count) if count in map(str, game.seats) else game.seats[0]
    refused: list[Refusal] = []
    try:
        rules = game.house_rules(read_options(game, parameters))
    except Faults as faults:
        rules, refused = game.house_rules({}), refusals(faults)
    return PracticeSheet(game.called(dict(rules)), seats, rules, tuple(refused), parameters)


@require_safe
def sheet(request: HttpRequest, game: str) -> HttpResponse:
    practice = _sheet(request, game)
    outcome = practice.scored() if practice.has_a_hand else None
    url = reverse("web:practice", args=[practice.game.slug])
    is_folded = any(described.name == "dealer" and described.folded for described in practice.game.form)
    context: dict[str, Any] = {
        "game": practice.game,
        "seats": practice.seats,
        "counts": [
            (count, f"{url}?{urlencode({**practice.setting, 'players': count})}")
            for count in sorted(practice.game.seats)
        ],
        "setting": practice.setting,
        "house_rules": draw_house_rules(
            practice.game, practice.rules, Typed(practice.parameters, practice.refused_rules)
        ),
        "wrong_rules": bool(practice.refused_rules),
        "another": f"{url}?{urlencode(practice.setting)}",
        "acts": {"enter": url, "preview": reverse("web:practice-preview", args=[practice.game.slug])},
        "form": draw(
            practice.game,
            practice.sitters,
            rules=practice.rules,
            typed=Typed(outcome.values, outcome.refused) if outcome else None,
            preset={} if is_folded else FIRST_DEAL,
        ),
        "slip": outcome.slip if outcome else None,
        "preview": None,
    }
    return render(request, "table/practice.html", context)


@require_safe
def preview(request: HttpRequest, game: str) -> HttpResponse:
    return render(request, "table/preview.html", {"previewed": _sheet(request, game).scored()})


# The form of a table's next hand: rendered once for all its phones, which differ by their tokens alone.

TEMPLATE: Final = "table/hand.html"


def next_hand_actions(
    request: HttpRequest, link: TableLink, phase: str, here: GameView, deal: Deal, unsaved: UnsavedHand | None
) -> str:
    setup = facts.setup_of(link.table.evening)
    played_at = here.round.stopped_at if phase == "bell" else None

    def drawn() -> HandForm:
        return next_hand_form(
            setup,
            here.seats,
            dealer=deal.seat,
            round_number=here.round.number,
            number=here.hands + 1,
            played_at=played_at,
            unsaved=unsaved,
        )

    def context(form: HandForm) -> dict[str, Any]:
        return {
            "phase": phase,
            "plan": setup.plan,
            "url": table_url(link),
            "acts": acts_of(link),
            "form": form,
            "preview": unsaved.preview if unsaved else None,
        }

    if unsaved is not None:
        return loader.render_to_string(TEMPLATE, context(drawn()), request)
    rules = setup.game.slug, setup.house_rules, setup.plan.ends
    which = phase, here.seats, deal.seat, here.round.number, here.hands, played_at
    return kept_form(
        request,
        TEMPLATE,
        (table_url(link), rules, which),
        lambda: context(replace(drawn(), key=stand_in("key"))),
        key=token_urlsafe(16),
    )


def acts_of(link: TableLink) -> dict[str, str]:
    names = ("enter", "preview", "ring", "cut", "signal")
    return {name: table_url(link, f"table-{name}") for name in names}
