"""The wall: what the room reads from ten metres, one or several screenfuls that turn by themselves.

Its address may say what turns (`show=`, several) and how many seconds each stands (`every=`); without that it shows
what matters most now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.zones import render_for
from tournaments.evening.reads import director_alerts as room
from tournaments.evening.reads import facts, public, tempo
from tournaments.evening.reads.names import name_sort_key
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.published import results_shown, visible_results
from tournaments.evening.reads.rounds import GameView, RoundView, SeatView
from tournaments.evening.status import Status
from tournaments.evening.tempo import about
from tournaments.evening.web import prize_words
from tournaments.evening.web.prize_words import PrizeInWords
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.evening.web.public.wall_pages import (
    FEW,
    HEIGHT,
    LEADING,
    MOST_ROWS,
    TYPES,
    Beside,
    Layout,
    Look,
    filled,
    in_pages,
    layout,
    lines_of,
    looks,
)
from tournaments.evening.web.public.words import lines
from tournaments.movement.seating import SEATS
from tournaments.site.web import query_params
from tournaments.site.web.addresses import host_for_others
from tournaments.site.web.shared import now

LEGEND: Final = 2.5
"""How high the line below a list is that tells its marks."""
BACK: Final = 3.5
"""How high the line is that says that play goes on."""
ROUNDS_ROW: Final = 2.5
"""How high the numbers of the rounds are above the race."""
COUPLES: Final = (Beside(fixed=8, relative=4, height=5),) * 2
"""A table's number, the letters of the couples, and the points."""
ALONE: Final = (Beside(fixed=9.5, height=5),) * 2
"""A table's number and a mark, where everybody has their own points."""
PLACE: Final = (Beside(relative=6.5),) * 2
"""Place, mark and points in the standings."""
LEGS: Final = (Beside(relative=7.4),) * 2
"""The places after each round."""
MOST_LEGS: Final = 5
SEATS_BESIDE: Final = (Beside(fixed=23.5, height=4), Beside(fixed=13.5, height=4))
"""The number of the table and the seat; with the partner's name, or with that below the name of the player."""
PARTNER: Final = 1.6
"""How high a line of the partner's name is there."""
PARTNER_WIDTHS: Final = (13.0, 17.5)
"""How wide it is behind and below, in sizes of its type."""
SEAT: Final = 2.0
"""How high the seat is above a partner behind it."""
PICTURE: Final = 6.0
"""How high the picture beside a prize is, and so the prize at the least."""
LABEL: Final = 2.0
"""How high the line is that says which prize it is."""
BETWEEN: Final = 1.5
"""What lies between two prizes."""
WINNERS: Final = 69.0
"""How wide the names beside the picture may be."""
ONE_WINNER: Final = 4.0
"""How large the name of somebody is who has a prize alone."""
MOST_NAMES: Final = 24

CHOICES: Final = ("tables", "standings", "race")
"""What a director can have turn while a round is played."""
TURNS: Final = range(5, 61)
USUAL_TURN: Final = 9

T = TypeVar("T")
Screen = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turning:
    """What turns while a round is played, and how many seconds each screen stands."""

    show: tuple[str, ...]
    every: int

    @classmethod
    def of(cls, request: HttpRequest) -> Turning:
        """As the address says; what it does not say, or says wrongly, is as is usual."""
        wanted = query_params.texts(request, "show")
        show = tuple(choice for choice in CHOICES if choice in wanted) or CHOICES[:1]
        every = query_params.whole_number(request, "every", lowest=TURNS[0], highest=TURNS[-1])
        return cls(show, every or USUAL_TURN)

    @property
    def query(self) -> str:
        """The same as an address says it."""
        return urlencode({"show": self.show, "every": self.every}, doseq=True)


@require_safe
def tonight(request: HttpRequest) -> HttpResponse:
    """The wall of the evening that is on: an address short enough to type into a television."""
    on = public.on_now(visitor_of(request), now())
    return redirect("web:wall", on.club.slug, on.slug) if on else redirect("web:home")


@require_safe
@evening_page
def wall(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What the room has to know now."""
    turning = Turning.of(request)
    screens = _screens(evening, turning)
    outlook = tempo.outlook_of(evening, now())
    turn = query_params.whole_number(request, "page") or 0
    context = {
        **evening_context(evening),
        "site_host": host_for_others(request),
        "screens": [
            {**screen, "shown": place == turn % len(screens)} for place, screen in enumerate(screens)
        ],
        "next_page": (turn + 1) % len(screens),
        "turning": turning,
        "ends_at": _ends_at(screens[0]) if evening.status == Status.PLAYING else None,
        "round": screens[0]["seen"].number if screens[0]["kind"] == "seats" else evening.current_round,
        "bell": evening.status == Status.BELL,
        "target": facts.target_of(evening),
        "last_round": outlook.last if outlook and outlook.last_hand else None,
        "last_hand": about(outlook.last_hand) if outlook and outlook.last_hand else None,
    }
    return render_for(request, evening.club, "wall/wall.html", context)


def _ends_at(screen: Screen) -> datetime | None:
    """When the round in play ends by time, where it does."""
    seen: RoundView | None = screen.get("seen")
    return seen.round.ends_at if seen else None


def _screens(evening: Evening, turning: Turning) -> list[Screen]:
    status = Status(evening.status)
    rounds = public.rounds(evening)
    last = rounds[-1] if rounds else None
    if status in public.OVER:
        return _result(evening)
    if last is None:
        return [{"kind": "doors", "people": len(public.people(evening))}]
    if status != Status.BELL and not visible_results(evening).rounds:
        return _seats(last, partnership=facts.game_of(evening).partnership)
    if status == Status.PLAYING:
        return _playing(evening, last, turning)
    if status == Status.BELL:
        tables = _tables("bell_tables", evening, last) if visible_results(evening).rounds else []
        return [{"kind": "bell", "seen": last}, *tables]
    if status in (Status.SETTLED, Status.DRAFTED):
        return [*_tables("settled", evening, last), *_standings(evening), *_race(evening)]
    return _seats(last, partnership=facts.game_of(evening).partnership)


def _playing(evening: Evening, last: RoundView, turning: Turning) -> list[Screen]:
    """What was chosen to turn; before the first round is over there is nothing but the tables."""
    standings = _standings(evening) if "standings" in turning.show else []
    beside = [*standings, *(_race(evening) if "race" in turning.show else [])]
    if beside and "tables" not in turning.show:
        return beside
    back = room.taken_back(evening)
    tables = _tables("playing", evening, last, less=BACK if back else 0.0)
    return [*({**screen, "taken_back": back} for screen in tables), *beside]


def _pages(kind: str, name: str, items: Sequence[T], look: Layout, **same: Any) -> list[Screen]:
    """A screen for each page of a list, which the template knows by `name`."""
    return [
        {
            "kind": kind,
            name: page,
            "layout": look.context(page),
            "marks": {mark for one in page if (mark := getattr(one, "mark", None))},
            **same,
        }
        for page in in_pages(items, look.size)
    ]


def _tables(kind: str, evening: Evening, last: RoundView, *, less: float = 0.0) -> list[Screen]:
    seen = public.with_marks(last, evening)
    alone = any(game.by_seat for game in seen.games)
    look = layout(
        [_text(kind, game) for game in seen.games],
        looks(len(seen.games)),
        ALONE if alone else COUPLES,
        less=less + (LEGEND if seen.marks else 0.0),
    )
    return _pages(kind, "games", seen.games, look, seen=seen)


def _text(kind: str, game: GameView) -> list[list[str]]:
    """What a table says, line by line."""
    notes = [[game.decision_label]] if game.decision else []
    if kind == "bell_tables" and game.score.needs_cut:
        notes.append([""])
    if game.by_seat:
        # Between two people there is as much room as two letters take.
        return [[f"{one.seat} {one.name} {one.points}00" for one in game.own_points], *notes]
    return [*([f"{one.short} &" for one in couple] for couple in (game.couple_a, game.couple_b)), *notes]


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
    places.sort(key=lambda place: name_sort_key(str(place["name"])))
    one, two = SEATS_BESIDE
    # "with" and a space before the name take the room of seven letters in any of our languages.
    partners = [f"{place['partner']} seven" for place in places if place.get("partner")]
    behind, below = (
        max((lines_of([[partner]], width) for partner in partners), default=0) for width in PARTNER_WIDTHS
    )
    beside = (
        replace(one, height=max(one.height, SEAT + PARTNER * behind)),
        replace(two, below=PARTNER * below),
    )
    texts = [[str(place["name"]).split()] for place in places]
    return _pages("seats", "places", places, layout(texts, looks(len(seen.games)), beside), seen=seen)


def _partner(game: GameView, who: SeatView) -> str:
    return next((other.short for other in game.couple(who.couple) if other != who), "")


def _suited(people: int) -> tuple[Look, ...]:
    """The types for a list of so many people; as at as many tables of four, whoever sits out beside them."""
    return looks(max(people // SEATS, FEW // 2 + 1))


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
    texts = [[line.name.split()] for line in rows]
    look = layout(texts, _suited(len(rows)), PLACE, less=LEGEND if any(line.mark for line in rows) else 0.0)
    return _pages("standings", "lines", rows, look, round=evening.current_round)


def _race(evening: Evening) -> list[Screen]:
    """Those in front and their places after the last few rounds; nothing before two are settled."""
    runners = public.race(evening)
    if not runners or len(runners[0].legs) < 2:
        return []
    names = public.people(evening)
    shown = [
        {"name": names[runner.line.player], "place": runner.line.place, "legs": runner.legs[-MOST_LEGS:]}
        for runner in runners[:MOST_ROWS]
    ]
    texts = [[str(runner["name"]).split()] for runner in shown]
    look = layout(texts, _suited(len(runners))[:1], LEGS, less=ROUNDS_ROW)
    front = shown[: look.rows]
    first = [runner["name"] for runner in shown if runner["place"] == 1]
    return [
        {
            "kind": "race",
            "runners": front,
            "layout": {**look.context(front), "columns": 1, "rows": len(front)},
            "leader": first[0] if len(first) == 1 else "",
            "round": runners[0].legs[-1].round,
        }
    ]


def prize_screens(prizes: Sequence[PrizeInWords], people: int) -> list[Screen]:
    """The prizes of so many people in screens; one that very many share goes on from screen to screen."""
    look = _suited(people)[0]

    def fits(page: Sequence[PrizeInWords]) -> bool:
        return sum(_height(prize, look) + BETWEEN for prize in page) <= HEIGHT + BETWEEN

    parts = [part for prize in prizes for part in _parts(prize, fits)]
    return [
        {"kind": "prizes", "prizes": page, "look": look, "most_names": MOST_NAMES}
        for page in (filled(parts, fits) if parts else ())
    ]


def _parts(prize: PrizeInWords, fits: Callable[[Sequence[PrizeInWords]], bool]) -> list[PrizeInWords]:
    """The prize as often as its names need a screen, with some of them each time."""
    if prize.people > MOST_NAMES:
        return [prize]
    if prize.winners:
        won = filled(prize.winners, lambda names: fits([replace(prize, winners=tuple(names))]))
        return [replace(prize, winners=tuple(names)) for names in won]
    tied = filled(prize.tied, lambda names: fits([replace(prize, tied=tuple(names))]))
    return [replace(prize, tied=tuple(names)) for names in tied]


def _height(prize: PrizeInWords, look: Look) -> float:
    """How high a prize is with all its names."""
    size = ONE_WINNER if prize.people == 1 else TYPES[look]
    names = [f"{one.name} {one.sum}," for one in prize.winners] or ["to be cut:", *prize.tied]
    count = lines_of([names], WINNERS / size) if prize.people <= MOST_NAMES else 1
    return max(PICTURE, LABEL + count * size * LEADING)


def _result(evening: Evening) -> list[Screen]:
    names = public.people(evening)
    prizes = prize_words.prizes_in_words(public.prizes(evening), names)
    return [*prize_screens(prizes, len(names)), *_standings(evening)] or [
        {"kind": "doors", "people": facts.players_count(evening)}
    ]
