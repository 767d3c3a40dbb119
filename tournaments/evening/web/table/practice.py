"""The practice sheet: any hand of any game scored, without an evening and without keeping anything.

Everything is in the address, so that a hand somebody argues about can be sent to somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.web.slips import previewed_slip
from tournaments.evening.web.table.form_data import OPTIONS, PREFIX, posted_values, read_hand, read_options
from tournaments.evening.web.table.hand_form import Typed, closed_tiles, draw, draw_house_rules
from tournaments.evening.web.table.preview import Previewed
from tournaments.site.web import query_params
from tournaments.site.web.pages import Refusal, refusals

FIRST_DEAL = {f"{PREFIX}dealer": "1"}
"""On a practice sheet seat 1 deals, until somebody says otherwise; where the deal is folded away, nobody is named."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What an address asks for: the game, how many play, the house rules, and the hand if there is one."""

    game: Game
    seats: int
    rules: Entry
    refused_rules: tuple[Refusal, ...]
    asked: Mapping[str, str]

    @property
    def has_a_hand(self) -> bool:
        """Whether a hand was entered, however faulty."""
        return any(name.startswith(PREFIX) for name in self.asked)

    @property
    def setting(self) -> dict[str, str]:
        """What stays the same from hand to hand, as it is posted."""
        rules = {name: value for name, value in self.asked.items() if name.startswith(OPTIONS) and value}
        return {"players": str(self.seats), **rules}

    @property
    def sitters(self) -> list[SeatView]:
        """Nobody in particular."""
        names = [_("Seat %(seat)s") % {"seat": seat} for seat in range(1, self.seats + 1)]
        return [SeatView(seat, "", name, name) for seat, name in enumerate(names, start=1)]

    def scored(self) -> Previewed:
        """The hand, scored."""
        values = posted_values(self.asked, self.game, self.seats)
        hand = read_hand(self.game, values, self.seats)
        tiles = closed_tiles(self.game, hand, self.rules, self.seats)
        try:
            slip = previewed_slip(self.game.score(hand, self.rules), self.game, title=_("This hand"))
        except Faults as faults:
            return Previewed(values, None, tuple(refusals(faults)), tiles)
        return Previewed(values, slip, (), tiles)


def _sheet(request: HttpRequest, slug: str) -> Sheet:
    """The sheet that the address asks for; Http404 for a game that is not played here."""
    try:
        game = catalogue.find(slug)
    except Faults as unknown:
        raise Http404 from unknown
    asked = dict(query_params.parameters(request).items())
    count = asked.get("players", "")
    seats = int(count) if count in map(str, game.seats) else game.seats[0]
    refused: list[Refusal] = []
    try:
        rules = game.house_rules(read_options(game, asked))
    except Faults as faults:
        rules, refused = game.house_rules({}), refusals(faults)
    return Sheet(game, seats, rules, tuple(refused), asked)


def _deal_is_folded(game: Game) -> bool:
    return any(described.name == "dealer" and described.folded for described in game.form)


@require_safe
def sheet(request: HttpRequest, game: str) -> HttpResponse:
    """The form, and the slip of the hand that was entered into it."""
    asked = _sheet(request, game)
    found = asked.scored() if asked.has_a_hand else None
    here = reverse("web:practice", args=[asked.game.slug])
    context: dict[str, Any] = {
        "game": asked.game,
        "seats": asked.seats,
        "counts": [
            (count, f"{here}?{urlencode({**asked.setting, 'players': count})}")
            for count in sorted(asked.game.seats)
        ],
        "setting": asked.setting,
        "house_rules": draw_house_rules(asked.game, asked.rules, Typed(asked.asked, asked.refused_rules)),
        "wrong_rules": bool(asked.refused_rules),
        "another": f"{here}?{urlencode(asked.setting)}",
        "acts": {"enter": here, "preview": reverse("web:practice-preview", args=[asked.game.slug])},
        "form": draw(
            asked.game,
            asked.sitters,
            rules=asked.rules,
            typed=Typed(found.values, found.refused) if found else None,
            preset={} if _deal_is_folded(asked.game) else FIRST_DEAL,
        ),
        "slip": found.slip if found else None,
        "preview": None,
    }
    return render(request, "table/practice.html", context)


@require_safe
def preview(request: HttpRequest, game: str) -> HttpResponse:
    """The slip of the hand that is being tapped in: a part of the page."""
    return render(request, "table/preview.html", {"previewed": _sheet(request, game).scored()})
