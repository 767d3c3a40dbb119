"""The wall: what the room reads from ten metres, one or several screenfuls that turn by themselves.

Its address may say what turns (`show=`, several) and how many seconds each stands (`every=`); without that it shows
what matters most now.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal, TypeVar
from unicodedata import east_asian_width
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import visitor_of
from tournaments.evening.forecast import about
from tournaments.evening.reads import director_alerts, facts, live, public
from tournaments.evening.reads.public import Evening, results_shown, visible_results
from tournaments.evening.reads.rounds import GameView, RoundView
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import goes_on_at
from tournaments.evening.web import words
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.standings_lines import in_couples, lines
from tournaments.evening.web.words import PrizeInWords
from tournaments.movement.seating import SEATS
from tournaments.site.web import query_params
from tournaments.site.web.pages import host_for_others, now

# How a list is laid out on the wall: in how large a type, in how many columns, and on how many pages.
# A wall has no scroll bar and nobody to press a button, and without scripts nothing can measure it. So it
# is reckoned here how much goes on a screen of 16 : 9, as televisions have. Lengths are in sizes of the
# wall's type, of which such a screen is 80 wide and 45 high (screens.css, Wall).

Look = Literal["huge", "large", "middle", "small"]
Text = Sequence[Sequence[str]]
"""Lines of pieces: those that do not fit side by side go below each other, and are broken only if one is too long."""

TYPES: Final[dict[Look, float]] = {"huge": 4.6, "large": 3.3, "middle": 2.3, "small": 1.7}
"""How large the names are. The large ones are a fourteenth of the screen's height: they are read from ten metres."""
WIDTH: Final = 76.5
"""What is between the margins."""
GAP: Final = 3.0
"""What is between two columns."""
HEIGHT: Final = 32.1
"""What is left for a list below the head and the heading and above the foot."""
LEADING: Final = 1.15
"""From line to line, in sizes of their type."""
RULE: Final = 0.3
"""What lies between two rows."""
FEW: Final = 6
"""So many tables, and all who sit at them, are shown in the large type."""
MOST_ROWS: Final = 9
THIN: Final = frozenset("fijlrtI.,:;'’()-1 ")
BROAD: Final = frozenset("mwMWQO@&%")


@dataclass(frozen=True, slots=True)
class BesideTables:
    """What stands in a row beside its text, or makes it higher; lengths are in sizes of the wall's type.

    Attributes:
        relative: width beside `fixed`, in sizes of the text's own type.
        below: how high the small line is that stands below the text.
        alike: so many of the text's lines, from the first, are as high as the highest of them.
    """

    fixed: float = 0.0
    relative: float = 0.0
    below: float = 0.0
    height: float = 0.0
    alike: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list stands on each of its pages: its type, its columns, and the most rows of a column."""

    look: Look
    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows

    def pages(self, count: int) -> int:
        return max(1, math.ceil(count / self.size))

    def context(self, page: Sequence[Any]) -> dict[str, Any]:
        """The context of a page: its columns are equally high, or the last is a row lower."""
        return {
            "look": self.look,
            "columns": self.columns,
            "rows": max(1, math.ceil(len(page) / self.columns)),
        }


def looks(tables: int) -> tuple[Look, ...]:
    if tables <= FEW:
        return ("huge", "large") if tables <= FEW // 2 else ("large",)
    return ("middle", "small")


def layout(
    texts: Sequence[Text],
    suited: Sequence[Look],
    beside: tuple[BesideTables, BesideTables],
    *,
    less: float = 0.0,
) -> Layout:
    """The layout in which all of these rows are read best.

    It has the largest type that takes at most a quarter more pages than the smallest, in as few pages as can be.

    Arguments:
        suited: the types that come into question, the largest first.
        beside: what else is in a row, where there is one column and where there are two.
        less: what is missing of the height of the page.
    """
    best = [candidate for look in suited if (candidate := _best(texts, look, beside, less))]
    if not best:
        return Layout(suited[-1], 1, 1)
    least = best[-1].pages(len(texts))
    return next(choice for choice in best if 4 * choice.pages(len(texts)) <= 5 * least)


def _best(
    texts: Sequence[Text], look: Look, beside: tuple[BesideTables, BesideTables], less: float
) -> Layout | None:
    # The fewest pages in this type; None where not even one row goes on a page.
    size, layouts = TYPES[look], []
    for columns, extra in enumerate(beside, start=1):
        width = ((WIDTH - (columns - 1) * GAP) / columns - extra.fixed) / size - extra.relative
        lines = max((lines_of(text, width, alike=extra.alike) for text in texts), default=1)
        row = max(lines * size * LEADING + extra.below, extra.height) + RULE
        layouts.append(Layout(look, columns, min(MOST_ROWS, int((HEIGHT - less) / row))))
    fitting = [candidate for candidate in layouts if candidate.rows]
    return min(fitting, key=lambda candidate: (candidate.pages(len(texts)), candidate.columns), default=None)


def lines_of(text: Text, width: float, *, alike: int = 0) -> int:
    """How many lines a text takes at this width in sizes of its type; the first `alike` are equally high."""
    lines = [_lines_of_pieces([width_of(piece) for piece in line], width) for line in text]
    return max(lines[:alike], default=0) * len(lines[:alike]) + sum(lines[alike:])


def _lines_of_pieces(pieces: Sequence[float], width: float) -> int:
    lines, left = 1, width
    for place, piece in enumerate(pieces):
        if place and piece > left:
            lines, left = lines + 1, width
        # What is broken leaves the end of each line empty.
        broken = math.ceil(piece / max(width - 1, 1)) - 1 if piece > width else 0
        lines, left = lines + broken, left - piece + broken * width
    return lines


@lru_cache(maxsize=1024)
def width_of(text: str) -> float:
    """About how wide a text is, in sizes of its type; rather too wide than too narrow."""
    return sum(map(_width_of_letter, text)) + 0.3


def _width_of_letter(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in THIN:
        return 0.38
    if letter in BROAD:
        return 0.92
    return 0.7 if letter.isupper() else 0.6


def in_pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items in as few pages of at most `most` as can be, as even as can be; one empty page for none.

    Where one item would be left over, the last page shows the one before once more beside it.
    """
    count = max(1, math.ceil(len(items) / most))
    each, longer = divmod(len(items), count)
    ends = [each * page + min(page, longer) for page in range(count + 1)]
    pages = [items[start:end] for start, end in pairwise(ends)]
    if count > 1 and most > 1 and len(pages[-1]) == 1:
        pages[-1] = items[-2:]
    return pages


def filled_columns(items: Sequence[T], fits: Callable[[Sequence[T]], bool]) -> list[Sequence[T]]:
    """The items in as few even pages as can be that fit; each alone on a page where nothing else does."""
    tried = (in_pages(items, most) for most in range(len(items), 1, -1))
    return next((pages for pages in tried if all(map(fits, pages))), in_pages(items, 1))


LEGEND: Final = 2.5
"""How high the line below a list is that tells its marks."""
BACK: Final = 3.5
"""How high the line is that says that play goes on."""
ROUNDS_ROW: Final = 2.5
"""How high the numbers of the rounds are above the race."""
COUPLES: Final = (BesideTables(fixed=8, relative=4, height=5, alike=2),) * 2
"""A table's number, the letters of the couples, and the points: each couple has as much room as the other."""
ALONE: Final = (BesideTables(fixed=9.5, height=5),) * 2
"""A table's number and a mark, where everybody has their own points."""
PLACE: Final = (BesideTables(relative=6.5),) * 2
"""Place, mark and points in the standings."""
LEGS: Final = (BesideTables(relative=7.4),) * 2
"""The places after each round."""
MOST_LEGS: Final = 5
SEATS_BESIDE: Final = (BesideTables(fixed=23.5, height=4), BesideTables(fixed=13.5, height=4))
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
    show: tuple[str, ...]
    every: int

    @classmethod
    def of(cls, request: HttpRequest) -> Turning:
        """What the address says; what it leaves out or says wrongly is as usual."""
        choices = query_params.texts(request, "show")
        show = tuple(choice for choice in CHOICES if choice in choices) or CHOICES[:1]
        every = query_params.whole_number(request, "every", lowest=TURNS[0], highest=TURNS[-1])
        return cls(show, every or USUAL_TURN)

    @property
    def query(self) -> str:
        return urlencode({"show": self.show, "every": self.every}, doseq=True)


@require_safe
def tonight(request: HttpRequest) -> HttpResponse:
    """Redirect to the wall of the evening that is on: an address short enough to type into a television."""
    on = public.on_now(visitor_of(request), now())
    return redirect("web:wall", on.club.slug, on.slug) if on else redirect("web:home")


def _wall(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    turning = Turning.of(request)
    screens = _screens(evening, turning)
    outlook = live.outlook_of(evening, now())
    turn = query_params.whole_number(request, "page") or 0
    first: RoundView | None = screens[0].get("seen")
    return {
        "site_host": host_for_others(request),
        "screens": [
            {**screen, "shown": place == turn % len(screens)} for place, screen in enumerate(screens)
        ],
        "next_page": (turn + 1) % len(screens),
        "turning": turning,
        "ends_at": first.round.ends_at if first and evening.status == Status.PLAYING else None,
        "round": screens[0]["seen"].number if screens[0]["kind"] == "seats" else evening.current_round,
        "bell": evening.status == Status.BELL,
        "trumps": words.trumps_of(evening) if first else None,
        "goes_on_at": goes_on_at(evening),
        "target": facts.target_of(evening),
        "last_round": outlook.last if outlook and outlook.last_hand else None,
        "last_hand": about(outlook.last_hand) if outlook and outlook.last_hand else None,
    }


wall = evening_page("wall/wall.html")(_wall)
stream = evening_page("wall/stream.html")(_wall)


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
        settled = _tables("settled", evening, last)
        return [*settled, *_prizes(evening), *_standings(evening), *_race(evening)]
    return [*_seats(last, partnership=facts.game_of(evening).partnership), *_prizes(evening)]


def _playing(evening: Evening, last: RoundView, turning: Turning) -> list[Screen]:
    # Before the first round is over there is nothing but the tables.
    standings = _standings(evening) if "standings" in turning.show else []
    others = [*standings, *(_race(evening) if "race" in turning.show else [])]
    if others and "tables" not in turning.show:
        return others
    back = director_alerts.taken_back(evening)
    tables = _tables("playing", evening, last, less=BACK if back else 0.0)
    return [*({**screen, "taken_back": back} for screen in tables), *others]


def _pages(kind: str, name: str, items: Sequence[T], look: Layout, **same: Any) -> list[Screen]:
    return [
        {
            "kind": kind,
            name: page,
            "layout": look.context(page),
            "marks": {mark for entry in page if (mark := getattr(entry, "mark", None))},
            **same,
        }
        for page in in_pages(items, look.size)
    ]


def _tables(kind: str, evening: Evening, last: RoundView, *, less: float = 0.0) -> list[Screen]:
    view = public.with_marks(last, evening)
    alone = not view.in_couples and any(game.by_seat for game in view.games)
    look = layout(
        [_text(kind, game, alone=alone) for game in view.games],
        looks(len(view.games)),
        ALONE if alone else COUPLES,
        less=less + (LEGEND if view.marks else 0.0),
    )
    return _pages(kind, "games", view.games, look, seen=view, alone=alone)


def _text(kind: str, game: GameView, *, alone: bool) -> list[list[str]]:
    notes = [[game.decision_label]] if game.is_ruled else []
    if kind == "bell_tables" and game.score.needs_cut:
        notes.append([""])
    if alone:
        # Between two people there is as much room as two letters take.
        return [[f"{player.seat} {player.name} {player.points}00" for player in game.own_points], *notes]
    return [
        *([f"{player.short} &" for player in couple] for couple in (game.couple_a, game.couple_b)),
        *notes,
    ]


def _seats(seen: RoundView, *, partnership: bool) -> list[Screen]:
    # By name, so that nobody has to search the tables.
    places = [
        {
            "name": person.name,
            "table": game.table,
            "seat": person.seat,
            "partner": next(
                (other.short for other in game.couple(person.couple) if partnership and other != person), ""
            ),
        }
        for game in seen.games
        for person in game.seats
    ]
    places += [{"name": person.name, "table": None} for person in seen.sitting_out]
    places.sort(key=lambda place: facts.name_sort_key(str(place["name"])))
    one_column, two = SEATS_BESIDE
    # "with" and a space before the name take the room of seven letters in any of our languages.
    partners = [f"{place['partner']} seven" for place in places if place.get("partner")]
    behind, below = (
        max((lines_of([[partner]], width) for partner in partners), default=0) for width in PARTNER_WIDTHS
    )
    extras = (
        replace(one_column, height=max(one_column.height, SEAT + PARTNER * behind)),
        replace(two, below=PARTNER * below),
    )
    texts = [[str(place["name"]).split()] for place in places]
    return _pages("seats", "places", places, layout(texts, looks(len(seen.games)), extras), seen=seen)


def _suited(people: int) -> tuple[Look, ...]:
    return looks(max(people // SEATS, FEW // 2 + 1))


def _standings(evening: Evening) -> list[Screen]:
    names = public.people(evening)
    results = results_shown(evening)
    counts, marks = facts.plan_of(evening).counts, results.marks_of_players()
    rows = in_couples(evening, lines(results.standings(), names, counts=counts, marks=marks))
    if not rows:
        return []
    texts = [[line.names.split()] for line in rows]
    look = layout(texts, _suited(len(rows)), PLACE, less=LEGEND if any(line.mark for line in rows) else 0.0)
    return _pages("standings", "lines", rows, look, round=evening.current_round)


def _race(evening: Evening) -> list[Screen]:
    runners = public.race(evening)
    if not runners or len(runners[0].legs) < 2:
        return []
    names = public.people(evening)
    rows = [
        {"name": names[runner.line.player], "place": runner.line.place, "legs": runner.legs[-MOST_LEGS:]}
        for runner in runners[:MOST_ROWS]
    ]
    texts = [[str(runner["name"]).split()] for runner in rows]
    look = layout(texts, _suited(len(runners))[:1], LEGS, less=ROUNDS_ROW)
    front = rows[: look.rows]
    first = [runner["name"] for runner in rows if runner["place"] == 1]
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
    look = _suited(people)[0]

    def fits(page: Sequence[PrizeInWords]) -> bool:
        return sum(_height(prize, look) + BETWEEN for prize in page) <= HEIGHT + BETWEEN

    parts = [part for prize in prizes for part in _parts(prize, fits)]
    return [
        {"kind": "prizes", "prizes": page, "look": look, "most_names": MOST_NAMES}
        for page in (filled_columns(parts, fits) if parts else ())
    ]


def _parts(prize: PrizeInWords, fits: Callable[[Sequence[PrizeInWords]], bool]) -> list[PrizeInWords]:
    if prize.people > MOST_NAMES:
        return [prize]
    if prize.winners:
        won = filled_columns(prize.winners, lambda names: fits([replace(prize, winners=tuple(names))]))
        return [replace(prize, winners=tuple(names)) for names in won]
    tied = filled_columns(prize.tied, lambda names: fits([replace(prize, tied=tuple(names))]))
    return [replace(prize, tied=tuple(names)) for names in tied]


def _height(prize: PrizeInWords, look: Look) -> float:
    size = ONE_WINNER if prize.people == 1 else TYPES[look]
    names = [f"{winner.name} {winner.sum}," for winner in prize.winners] or ["to be cut:", *prize.tied]
    count = lines_of([names], WINNERS / size) if prize.people <= MOST_NAMES else 1
    return max(PICTURE, LABEL + count * size * LEADING)


def _result(evening: Evening) -> list[Screen]:
    return [*_prizes(evening), *_standings(evening)] or [
        {"kind": "doors", "people": facts.players_count(evening)}
    ]


def _prizes(evening: Evening) -> list[Screen]:
    won = public.results_shown(evening).prizes()
    names = public.people(evening) if won else {}
    return prize_screens(words.prizes_in_words(won, names), len(names))
