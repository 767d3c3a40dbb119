"""The wall: what the room reads from ten metres, one or several screenfuls that turn by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.club.web.zones import render_for
from tournaments.evening.reads import director_alerts as room
from tournaments.evening.reads import facts, public, tempo
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.published import results_shown
from tournaments.evening.reads.rounds import GameView, RoundView, SeatView
from tournaments.evening.status import Status
from tournaments.evening.tempo import about
from tournaments.evening.web import prize_words
from tournaments.evening.web.prize_words import PrizeInWords
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.evening.web.public.words import lines
from tournaments.site.web import query_params
from tournaments.site.web.shared import now

TABLES: Final = 8
NAMES: Final = 16
STANDINGS: Final = 16
PRIZES: Final = 38
"""How high the prizes of a screen may be together, in sizes of its type."""
MOST_NAMES: Final = 24

T = TypeVar("T")
Screen = dict[str, Any]


@require_safe
def tonight(request: HttpRequest) -> HttpResponse:
    """The wall of the evening that is on: an address short enough to type into a television."""
    on = public.on_now(now())
    return redirect("web:wall", on.club.slug, on.slug) if on else redirect("web:home")


@require_safe
@evening_page
def wall(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What the room has to know now."""
    screens = _screens(evening)
    outlook = tempo.outlook_of(evening, now())
    turn = query_params.whole_number(request, "page") or 0
    context = {
        **evening_context(evening),
        "screens": [
            {**screen, "shown": place == turn % len(screens)} for place, screen in enumerate(screens)
        ],
        "next_page": (turn + 1) % len(screens),
        "round": screens[0]["seen"].number if screens[0]["kind"] == "seats" else evening.current_round,
        "bell": evening.status == Status.BELL,
        "target": facts.target_of(evening),
        "last_round": outlook.last if outlook and outlook.last_hand else None,
        "last_hand": about(outlook.last_hand) if outlook and outlook.last_hand else None,
    }
    return render_for(request, evening.club, "wall/wall.html", context)


def _screens(evening: Evening) -> list[Screen]:
    status = Status(evening.status)
    rounds = public.rounds(evening)
    last = rounds[-1] if rounds else None
    if status in public.OVER:
        return _result(evening)
    if last is None:
        return [{"kind": "doors", "people": len(public.people(evening))}]
    if status == Status.PLAYING:
        back = room.taken_back(evening)
        return [{**screen, "taken_back": back} for screen in _tables("playing", evening, last)]
    if status == Status.BELL:
        return [{"kind": "bell", "seen": last}, *_tables("bell_tables", evening, last)]
    if status in (Status.SETTLED, Status.DRAFTED):
        return [*_tables("settled", evening, last), *_standings(evening)]
    return _seats(last, partnership=facts.game_of(evening).partnership)


def _in_pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pages of at most `size`, evenly filled; one empty page for none."""
    count = max(1, -(-len(items) // size))
    each = max(1, -(-len(items) // count))
    return [items[start : start + each] for start in range(0, max(1, len(items)), each)]


def _tables(kind: str, evening: Evening, last: RoundView) -> list[Screen]:
    seen = public.with_marks(last, evening)
    return [{"kind": kind, "seen": seen, "games": page} for page in _in_pages(seen.games, TABLES)]


def _seats(seen: RoundView, *, partnership: bool) -> list[Screen]:
    """Everybody by name, so that nobody has to search the tables."""
    places = [
        {
            "name": one.name,
            "table": game.table,
            "seat": one.seat,
            "partner": _partner(game, one) if partnership else "",
        }
        for game in seen.games
        for one in game.seats
    ]
    places += [{"name": one.name, "table": None} for one in seen.sitting_out]
    places.sort(key=lambda place: str(place["name"]).casefold())
    return [{"kind": "seats", "seen": seen, "places": page} for page in _in_pages(places, NAMES)]


def _partner(game: GameView, who: SeatView) -> str:
    return next((other.short for other in game.couple(who.couple) if other != who), "")


def _standings(evening: Evening) -> list[Screen]:
    names = public.people(evening)
    rows = lines(
        public.standings(evening),
        names,
        counts=facts.plan_of(evening).counts,
        marks=results_shown(evening).marks_of_players(),
    )
    if not rows:
        return []
    return [
        {
            "kind": "standings",
            "lines": page,
            "round": evening.current_round,
            "marks": {line.mark for line in page if line.mark},
        }
        for page in _in_pages(rows, STANDINGS)
    ]


def _prizes(prizes: Sequence[PrizeInWords]) -> list[Screen]:
    """The prizes in screens: one person's name stands large, of several two go into a line."""
    pages: list[list[PrizeInWords]] = []
    room = 0.0
    for prize in prizes:
        lines = -(-prize.people // 2) if prize.people <= MOST_NAMES else 1
        height = 3.5 + 2.4 * lines if prize.people > 1 else 7.75
        if not pages or height > room:
            pages.append([])
            room = PRIZES
        pages[-1].append(prize)
        room -= height
    return [{"kind": "prizes", "prizes": page, "most_names": MOST_NAMES} for page in pages]


def _result(evening: Evening) -> list[Screen]:
    names = public.people(evening)
    prizes = prize_words.prizes_in_words(public.prizes(evening), names)
    return [*_prizes(prizes), *_standings(evening)] or [{"kind": "doors", "people": len(names)}]
