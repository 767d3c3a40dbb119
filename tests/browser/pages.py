"""Every page of the product, by the words in its address that the stage fills in."""

from collections.abc import Callable, Iterable
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
HIDDEN: Final = ("draft", "abandoned")
"""What visitors are not shown."""
SHOWN: Final = ("seated", "playing", "settled", "published")
"""Of whose rounds and outlook visitors are shown all pages."""

SEASON: Final = "demo/leagues/winter-league/this-winter"
"""The season of the demo club's evenings."""


class Place(NamedTuple):
    """A page: who sees it, its address, the status it answers with."""

    who: Who
    path: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.who} {self.path}"


ADDRESSES: Final[tuple[tuple[Who, str, str], ...]] = (
    ("visitor", "/", ". sign-in sign-in/a-link sign-in/forgotten sign-out wall table t words privacy"),
    ("visitor", "/", "claim/{claim} new-password/{new_password}"),
    (
        "visitor",
        "/schedule/",
        ". ?players=27&size=4&rounds=9 ?players=150&size=5&rounds=30 ?players=9&size=2&rounds=9",
    ),
    *(("visitor", f"/rules/{game}/", ". score") for game in catalogue.GAMES),
    ("visitor", "/rules/", "ascot/score/?players=4 hearts/score/?players=5 oh_hell/score/?players=7"),
    ("visitor", "/rules/", "chambery_tarot/score/?players=3 points/score/?players=8 rummy/score/?players=2"),
    ("visitor", f"/c/{CLUB}/", ". players players/{played} coming coming/{coming} coming/{coming_off}"),
    ("visitor", f"/c/{CLUB}/", "{coming} leagues embed"),
    ("visitor", "/c/nobody/", ". players leagues ratings/chantecler"),
    ("visitor", "/c/demo/", ". sheet players results coming leagues ratings/chantecler"),
    ("visitor", "/c/demo/search/", ". ?q=an ?q=a ?q=nothing+at+all"),
    *(("visitor", f"/c/{{{state}}}/", ". wall embed") for state in STATES if state not in HIDDEN),
    *(("visitor", f"/c/{{{state}}}/", "what-if who rounds rounds/1 rounds/1/tables/1") for state in SHOWN),
    *(("visitor", f"/c/{{{game}}}/", ". wall rules check rounds/1 rounds/1/tables/1") for game in POINTS),
    ("visitor", "/c/{playing}/", "rules certificate"),
    ("visitor", "/c/{published}/", "print prizes certificate report publications publications/1"),
    ("visitor", "/c/{playing}/", "stream embed/live"),
    ("visitor", "/c/{chambery_tarot}/", "certificate"),
    ("visitor", "/c/{scheduled}/", "certificate schedule"),
    ("visitor", "/my-place/", "{placed} {waiting} {withdrawn}"),
    ("visitor", "/door/{door}/", ". ?name=w ?name=wo ?name=nobody screen"),
    ("visitor", f"/c/{SEASON}/", ". evenings what-if prizes rules ledger why/{leader}"),
    ("visitor", "/c/{fixtures}/", ". fixtures what-if rules ledger why/1"),
    ("visitor", "/c/{cup}/", ". fixtures what-if rules ledger"),
    ("visitor", "/f/{federation}/", ". ratings/chantecler"),
    ("director", "/", "desk access access/account access/account/app access/data me"),
    ("director", "/desk/nobody/", ". members persons presets leagues"),
    ("director", "/desk/demo/search/", ". ?q=an ?q=a ?q=nothing+at+all"),
    (
        "director",
        f"/desk/{CLUB}/",
        ". new new/?night={night} several several/?night={night} officers fees acts webhooks",
    ),
    (
        "director",
        f"/desk/{CLUB}/",
        "fees/seasons/{season_fees} persons federation federation/people presets games",
    ),
    ("director", f"/desk/{CLUB}/house-rules/", ". chantecler ascot"),
    ("director", f"/desk/{CLUB}/games/", "euchre points"),
    ("director", f"/desk/{CLUB}/settings/", ". look public categories nights nights/{night}"),
    ("director", f"/desk/{CLUB}/members/", ". import print attendance {member}"),
    ("director", f"/desk/{CLUB}/members/{{member}}/", "photo public erase data warnings"),
    ("director", f"/desk/{CLUB}/{{coming}}/", ". door coming coming/announce coming/withdraw"),
    ("director", f"/desk/{CLUB}/{{coming}}/coming/{{signed_up}}/", "take-out tell"),
    ("director", f"/desk/{CLUB}/{{coming_door}}/", ". door door/paper"),
    ("director", f"/desk/{CLUB}/{{coming_off}}/", "coming"),
    ("director", "/desk/demo/", "federation leagues leagues/winter-league"),
    ("director", "/desk/demo/leagues/winter-league/new/", "evenings fixtures"),
    ("director", f"/desk/{SEASON}/", ". evenings people adjust rules"),
    ("director", "/desk/{fixtures}/", ". entrants entrants/1 fixtures adjust end rules"),
    ("director", "/desk/{cup}/", ". entrants entrants/1 fixtures adjust end rules"),
    *(("director", f"/desk/{{{state}}}/", ".") for state in STATES),
    ("director", "/desk/{draft}/", "plan papers clone keep rehearsal do/abandon coming coming/announce"),
    ("director", "/desk/{check_in}/", "plan papers seats/by-hand fees"),
    ("director", "/desk/{seated}/", "papers/tickets papers/cards papers/slips papers/seating do/draw-again"),
    ("director", "/desk/{playing}/", "people table/1 do/stop"),
    ("director", "/desk/{playing}/people/{code}/", "leave substitute link"),
    ("director", "/desk/{bell}/", "do/close do/take-back-bell"),
    ("director", "/desk/{level}/", "table/1 table/2 seats do/close"),
    ("director", "/desk/{drafted}/", "seats papers/all papers/seating standings"),
    ("director", "/desk/{ascot}/", ". table/1 seats plan papers/payments"),
    ("director", "/desk/{clabberjass}/", ". table/2 people"),
    ("director", "/desk/{chambery_tarot}/", ". table/1 seats papers/slips standings fees fees/settlement"),
    ("director", "/desk/{mended}/", ". people table/1 table/2 table/3"),
    ("director", "/desk/{mended}/", "disputes objections late wrong-seats decisions ledger"),
    ("director", "/desk/{mended}/table/1/round/1/hand/1/", ". correct"),
    ("director", "/desk/{mended}/table/2/round/1/", "adjust not-played"),
    ("director", "/desk/{mended}/decisions/", "penalty"),
    (
        "director",
        "/desk/{drawn_up}/",
        ". schedule papers papers/tickets papers/seating papers/guides papers/movement",
    ),
    ("director", "/desk/{failed}/", "schedule"),
    ("director", "/desk/{scheduled}/", ". schedule certificate papers/guides papers/movement"),
    ("director", "/desk/{published}/", "plan papers people seats table/1 standings jobs ledger mails"),
    ("director", "/desk/{published}/mails/", "{notice}"),
    ("visitor", "{stop_mails}", "."),
)
"""Who sees pages, below which address, and the ends of theirs; a dot is that address itself."""


def address(under: str, page: str) -> str:
    if page == ".":
        return under
    return f"{under}{page}" if "?" in page else f"{under}{page}/"


def places(rows: Iterable[tuple[Who, str, str]]) -> tuple[Place, ...]:
    """The pages of rows such as those of `ADDRESSES`."""
    return tuple(Place(who, address(under, page)) for who, under, pages in rows for page in pages.split())


EVERY: Final = (
    *places(ADDRESSES),
    *(Place("player", state) for state in (*PLACED, *POINTS)),
    *(Place("holder", state) for state in ("check_in", *PLACED, *POINTS, "mended", "scheduled")),
    *(Place("visitor", f"/c/{{{state}}}/{page}", 404) for state in HIDDEN for page in ("", "wall/")),
    *(Place("visitor", f"/{link}/never-made/", 410) for link in ("invitation", "new-password", "claim")),
    *(Place("visitor", f"/{link}/never-made/", 404) for link in ("my-place", "door")),
    *(Place("visitor", f"/{page}/", 404) for page in ("nobody/sits/here", "visit/1-never-made")),
    *(Place("visitor", f"/{page}/", 404) for page in ("t/no-such-card", "p/no-such-link")),
    *(Place("visitor", f"/c/{page}/", 404) for page in ("{drawn_up}/certificate", "{cup}/why/1")),
    Place("visitor", "/start/", 403),
    Place("director", "/admin/", 403),
    Place("director", f"/desk/{CLUB}/persons/merge/", 422),
    Place("director", f"/desk/{CLUB}/no-such-evening/", 404),
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
TABLES: Final = (
    *places(
        (
            ("visitor", "/c/{published}/", ". prizes"),
            ("visitor", "/c/", "{chambery_tarot} {level} demo/results demo/players demo/ratings/chantecler"),
            ("visitor", f"/c/{SEASON}/", ". evenings what-if ledger prizes"),
            ("visitor", "/c/{fixtures}/", ". what-if ledger why/1"),
            ("director", f"/desk/{CLUB}/", "members persons"),
            ("director", "/desk/{drafted}/", "seats standings"),
            ("director", "/desk/{drawn_up}/", "papers/seating"),
            ("director", "/desk/{mended}/", "ledger people table/1 disputes"),
            ("director", "/desk/{fixtures}/", "entrants fixtures"),
            ("director", "/desk/{scheduled}/", "schedule"),
            *(("visitor", f"/rules/{game}/", "score") for game in catalogue.GAMES),
        )
    ),
    *(Place("player", state) for state in ("playing", "bell", "ascot", "finished")),
    Place("holder", "published"),
)
"""The pages with tables."""


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
