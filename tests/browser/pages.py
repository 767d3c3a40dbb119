"""Every page of the product, by the words in its address that the stage fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import Page, StorageState

from games import catalogue
from tests.browser.chromium import Visitors
from tests.browser.stage import CLUB, POINTS
from tournaments.evening.round_rules import Status

Who = Literal["visitor", "director", "player", "holder"]
STATES: Final = (*(status.value for status in Status), "ringing", "level")
PLACED: Final = tuple(state for state in STATES if state not in ("draft", "check_in"))


SEASON: Final = "demo/leagues/winter-league/this-winter"
"""The season of the demo club's evenings."""


class Place(NamedTuple):
    """A page: who sees it, its address, the status it answers with."""

    who: Who
    path: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.who} {self.path}"


def for_visitors() -> Iterator[Place]:
    for path in ("/", "/sign-in/", "/sign-in/a-link/", "/sign-out/", f"/c/{CLUB}/", "/c/demo/"):
        yield Place("visitor", path)
    yield Place("visitor", "/start/", 403)
    yield Place("visitor", "/invitation/never-made/", 410)
    yield Place("visitor", "/new-password/never-made/", 410)
    yield Place("visitor", "/claim/never-made/", 410)
    yield Place("visitor", "/sign-in/forgotten/")
    for game in catalogue.GAMES:
        yield Place("visitor", f"/rules/{game}/")
        yield Place("visitor", f"/rules/{game}/score/")
    for path in (
        f"/c/{CLUB}/players/",
        "/c/demo/players/",
        f"/c/{CLUB}/players/{{played}}/",
        "/c/demo/results/",
    ):
        yield Place("visitor", path)
    for query in ("", "?q=an", "?q=a", "?q=nothing+at+all"):
        yield Place("visitor", f"/c/demo/search/{query}")
    for state in STATES:
        status = 404 if state in ("draft", "abandoned") else 200
        yield Place("visitor", f"/c/{{{state}}}/", status)
        yield Place("visitor", f"/c/{{{state}}}/wall/", status)
    for state in ("seated", "playing", "settled", "published"):
        yield Place("visitor", f"/c/{{{state}}}/what-if/")
        yield Place("visitor", f"/c/{{{state}}}/rounds/")
        yield Place("visitor", f"/c/{{{state}}}/rounds/1/")
        yield Place("visitor", f"/c/{{{state}}}/rounds/1/tables/1/")
    yield Place("visitor", "/c/{published}/print/")
    yield Place("visitor", "/c/{published}/prizes/")
    yield Place("visitor", "/c/{playing}/rules/")
    for game in POINTS:
        for page in ("", "wall/", "rules/", "check/", "rounds/1/", "rounds/1/tables/1/"):
            yield Place("visitor", f"/c/{{{game}}}/{page}")
    for state in ("playing", "published", "chambery_tarot", "scheduled"):
        yield Place("visitor", f"/c/{{{state}}}/certificate/")
    yield Place("visitor", "/c/{scheduled}/schedule/")
    yield Place("visitor", "/c/{drawn_up}/certificate/", 404)
    yield Place("visitor", "/nobody/sits/here/", 404)
    yield Place("visitor", "/wall/")
    yield Place("visitor", "/table/")
    yield Place("visitor", "/visit/1-never-made/", 404)
    yield Place("visitor", "/t/no-such-card/", 404)
    yield Place("visitor", "/t/")
    yield Place("visitor", "/words/")
    yield Place("visitor", "/privacy/")
    yield Place("visitor", "/p/no-such-link/", 404)


def for_those_who_come() -> Iterator[Place]:
    """What is to come: its calendar, signing up, one's own link, and the desk of it."""
    for path in ("coming/", "coming/{coming}/", "coming/{coming_off}/", "{coming}/"):
        yield Place("visitor", f"/c/{CLUB}/{path}")
    yield Place("visitor", "/c/demo/coming/")
    for link in ("placed", "waiting", "withdrawn"):
        yield Place("visitor", f"/my-place/{{{link}}}/")
    yield Place("visitor", "/my-place/never-made/", 404)
    for page in ("", "?name=w", "?name=wo", "?name=nobody", "screen/"):
        yield Place("visitor", f"/door/{{door}}/{page}")
    yield Place("visitor", "/door/never-made/", 404)
    for page in ("", "paper/"):
        yield Place("director", f"/desk/{CLUB}/{{coming_door}}/door/{page}")
    yield Place("director", f"/desk/{CLUB}/{{coming}}/door/")
    for page in ("several/", "{coming}/", "{coming_door}/", "{coming_off}/coming/"):
        yield Place("director", f"/desk/{CLUB}/{page}")
    for page in ("", "announce/", "withdraw/", "{signed_up}/take-out/"):
        yield Place("director", f"/desk/{CLUB}/{{coming}}/coming/{page}")
    yield Place("director", "/desk/{draft}/coming/")
    yield Place("director", "/desk/{draft}/coming/announce/")


def for_visitors_of_leagues() -> Iterator[Place]:
    for path in ("/c/demo/leagues/", f"/c/{CLUB}/leagues/", "/c/demo/ratings/chantecler/"):
        yield Place("visitor", path)
    for page in ("", "evenings/", "what-if/", "prizes/", "rules/", "ledger/", "why/{leader}/"):
        yield Place("visitor", f"/c/{SEASON}/{page}")
    for season in ("fixtures", "cup"):
        for page in ("", "fixtures/", "what-if/", "rules/", "ledger/"):
            yield Place("visitor", f"/c/{{{season}}}/{page}")
    yield Place("visitor", "/c/{fixtures}/why/1/")
    yield Place("visitor", "/c/{cup}/why/1/", 404)


def for_secretaries() -> Iterator[Place]:
    for path in ("", "winter-league/", "winter-league/new/evenings/", "winter-league/new/fixtures/"):
        yield Place("director", f"/desk/demo/leagues/{path}")
    for page in ("", "evenings/", "people/", "adjust/", "rules/"):
        yield Place("director", f"/desk/{SEASON}/{page}")
    for season in ("fixtures", "cup"):
        for page in ("", "entrants/", "entrants/1/", "fixtures/", "adjust/", "end/", "rules/"):
            yield Place("director", f"/desk/{{{season}}}/{page}")


def for_players() -> Iterator[Place]:
    for state in (*PLACED, *POINTS):
        yield Place("player", state)


def for_holders() -> Iterator[Place]:
    for state in ("check_in", *PLACED, *POINTS, "mended", "scheduled"):
        yield Place("holder", state)


def for_the_director() -> Iterator[Place]:
    for page in ("", f"{CLUB}/", f"{CLUB}/new/", f"{CLUB}/members/", f"{CLUB}/members/{{member}}/"):
        yield Place("director", f"/desk/{page}")
    for query in ("", "?q=an", "?q=a", "?q=nothing+at+all"):
        yield Place("director", f"/desk/demo/search/{query}")
    for page in (
        "members/import",
        "officers",
        "settings",
        "settings/look",
        "settings/public",
        "fees",
        "acts",
    ):
        yield Place("director", f"/desk/{CLUB}/{page}/")
    for page in (
        "fees/seasons/{season_fees}/",
        "settings/categories/",
        "settings/nights/",
        "settings/nights/{night}/",
        "new/?night={night}",
        "several/?night={night}",
    ):
        yield Place("director", f"/desk/{CLUB}/{page}")
    for page in ("access/", "access/account/", "access/account/app/", "me/"):
        yield Place("director", f"/{page}")
    yield Place("director", f"/desk/{CLUB}/members/{{member}}/photo/")
    yield Place("director", f"/desk/{CLUB}/members/{{member}}/public/")
    yield Place("director", f"/desk/{CLUB}/members/{{member}}/erase/")
    yield Place("director", f"/desk/{CLUB}/members/{{member}}/data/")
    yield Place("director", "/access/data/")
    yield Place("director", f"/desk/{CLUB}/persons/")
    yield Place("director", f"/desk/{CLUB}/federation/")
    yield Place("director", "/desk/demo/federation/")
    yield Place("director", f"/desk/{CLUB}/federation/people/")
    yield Place("visitor", "/f/{federation}/")
    yield Place("visitor", "/f/{federation}/ratings/chantecler/")
    yield Place("director", "/admin/", 403)
    yield Place("director", f"/desk/{CLUB}/persons/merge/", 422)
    yield Place("director", f"/desk/{CLUB}/presets/")
    for page in ("", "chantecler/", "ascot/"):
        yield Place("director", f"/desk/{CLUB}/house-rules/{page}")
    for state in STATES:
        yield Place("director", f"/desk/{{{state}}}/")
    for state, pages in {
        "draft": ("plan", "papers", "clone", "keep", "rehearsal", "do/abandon"),
        "check_in": ("plan", "papers", "seats/by-hand", "fees"),
        "seated": ("papers/tickets", "papers/cards", "papers/slips", "papers/seating", "do/draw-again"),
        "playing": (
            "people",
            "people/{code}/leave",
            "people/{code}/substitute",
            "people/{code}/link",
            "table/1",
            "do/stop",
        ),
        "bell": ("do/close", "do/take-back-bell"),
        "level": ("table/1", "table/2", "seats", "do/close"),
        "drafted": ("seats", "papers/seating", "standings"),
        "ascot": ("", "table/1", "seats", "plan", "papers/payments"),
        "clabberjass": ("", "table/2", "people"),
        "chambery_tarot": ("", "table/1", "seats", "papers/slips", "standings"),
        "mended": (
            "",
            "table/1",
            "table/2",
            "table/3",
            "table/1/round/1/hand/1",
            "table/1/round/1/hand/1/correct",
            "table/2/round/1/adjust",
            "table/2/round/1/not-played",
            "disputes",
            "late",
            "wrong-seats",
            "decisions",
            "decisions/penalty",
            "ledger",
        ),
        "drawn_up": ("", "schedule", "papers", "papers/tickets", "papers/guides", "papers/movement"),
        "scheduled": ("", "schedule", "certificate", "papers/guides", "papers/movement"),
        "published": ("plan", "papers", "people", "seats", "table/1", "standings", "jobs", "ledger"),
    }.items():
        for page in pages:
            yield Place("director", f"/desk/{{{state}}}/{page}/".replace("//", "/"))
    yield Place("director", f"/desk/{CLUB}/no-such-evening/", 404)


EVERY: Final = (
    *for_visitors(),
    *for_those_who_come(),
    *for_visitors_of_leagues(),
    *for_players(),
    *for_holders(),
    *for_the_director(),
    *for_secretaries(),
)
MAIN: Final = (
    Place("visitor", "/"),
    Place("visitor", "/c/demo/"),
    Place("visitor", "/c/{playing}/"),
    Place("visitor", "/c/{published}/"),
    Place("visitor", "/c/{playing}/wall/"),
    Place("visitor", f"/c/{CLUB}/players/{{played}}/"),
    Place("visitor", "/c/demo/ratings/chantecler/"),
    Place("visitor", "/c/{scheduled}/certificate/"),
    Place("visitor", f"/c/{SEASON}/"),
    Place("visitor", "/c/{fixtures}/"),
    Place("player", "playing"),
    Place("player", "bell"),
    Place("player", "moved"),
    Place("player", "ascot"),
    Place("holder", "playing"),
    Place("director", f"/desk/{CLUB}/"),
    Place("director", f"/desk/{CLUB}/new/"),
    Place("director", "/desk/{check_in}/"),
    Place("director", "/desk/{playing}/"),
    Place("director", "/desk/{moved}/"),
    Place("director", "/desk/{published}/jobs/"),
    Place("director", "/desk/{mended}/table/1/"),
)
"""The pages on which most of an evening happens, and those that draw something."""


Visit = Callable[..., Page]
"""The page at a place, by the fixture `visit`."""


def visit(
    visitors: Visitors,
    stage: dict[str, Any],
    key: StorageState,
    place: Place,
    prepare: Callable[[Page], None] = lambda _page: None,
    **looks: Any,
) -> Page:
    """The page at this place, opened by whom it is for; `prepare` sees the empty page before."""
    if place.who == "director":
        looks["storage_state"] = key
    page = visitors.open("desk", **looks)
    prepare(page)
    links = {"player": "cards", "holder": "tickets"}.get(place.who)
    path = stage[links][place.path][0] if links else place.path.format(**stage)
    with ExitStack() as allowed:
        if place.status != 200:
            allowed.enter_context(visitors.watch.expecting("Failed to load resource"))
        answer = page.goto(path)
        assert answer
        assert answer.status == place.status
        page.evaluate("() => document.fonts.ready")
    return page
