"""What belongs to another club is found at no address, and no form or body makes anybody more than they are.

The addresses are those of the program: a new one is tried without being named here.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple

import pytest
from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tests.tournaments.kept_rows import an_evening, kept
from tests.tournaments.league.people import BY, a_club, a_federation
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything, unchanged, undone
from tournaments.club.models import Club, MailKind, Notice, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs, invitations, webhooks
from tournaments.evening.models import DirectorCall, PlayerRequest
from tournaments.evening.services import evenings, player_requests
from tournaments.fees import fees
from tournaments.league.models import League, Season
from tournaments.league.services import bonds, federations
from tournaments.movement.interface import Wishes
from tournaments.work.outbox import STANDINGS, enqueue

pytestmark = pytest.mark.django_db
METHODS: Final = ("get", "post", "put", "patch", "delete")
NOT_THERE: Final = {404, 405}
NUMBERED: Final = frozenset({"table", "number", "round", "hand", "entry", "sequence", "name", "kind", "game"})
"""What in an address is counted within an evening or a season, or is the same everywhere: nobody's id."""
EVERYBODYS: Final = {("clubs/<slug:club>/leagues/", "get")}
"""What everybody looks at, where officers change it."""
EXTRAS: Final = {
    "id": "1",
    "pk": "1",
    "is_superuser": "on",
    "is_staff": "on",
    "is_founder": "on",
    "is_demo": "on",
    "put_away_at": "2026-11-20",
    "user": "1",
    "owner": "1",
    "made_by": "user:999",
}


class House(NamedTuple):
    """A club with an owner and something of everything.

    `asker` is how the owner asks, with a token and signed in; `ids` are its rows, by what an address calls them."""

    club: Club
    owner: User
    evening: AnEvening
    asker: tuple[Caller, Client]
    ids: dict[str, Any]


class Route(NamedTuple):
    """An address of the program, its parameters, and the view behind it."""

    pattern: str
    names: tuple[str, ...]
    view: Any
    is_rest: bool
    name: str

    def at(self, values: dict[str, Any]) -> str:
        """The address with these values; what is not among them is 1."""
        filled = re.sub(r"<\w+:(\w+)>", lambda found: str(values.get(found[1], 1)), self.pattern)
        return f"/api/v1/{filled}" if self.is_rest else f"/{filled}"

    @property
    def methods(self) -> Iterable[str]:
        offered = (
            [method for method in METHODS if hasattr(self.view, method)] if self.is_rest else ["get", "post"]
        )
        return [method for method in offered if (self.pattern, method) not in EVERYBODYS]


def every_route() -> Iterator[Route]:
    """Every page of the program, then every operation of the REST API."""
    pages: list[Any] = get_resolver("tournaments.web_urls").url_patterns
    for found in pages:
        pattern = str(found.pattern)
        yield Route(pattern, names_of(pattern), found.callback, is_rest=False, name=found.name or "")
    for included in get_resolver("tournaments.api_urls").url_patterns:
        for found in getattr(included, "url_patterns", []):
            pattern, view = str(found.pattern), found.callback.view_class
            yield Route(pattern, names_of(pattern), view, is_rest=True, name=found.name)


def routes() -> Iterator[Route]:
    """Those that are for officers."""
    return (route for route in every_route() if getattr(route.view, "needs", None) is not None)


def names_of(pattern: str) -> tuple[str, ...]:
    return tuple(re.findall(r"<\w+:(\w+)>", pattern))


def furnished(name: str, players: int = 9) -> House:
    """A club of this name with rows of every kind that an address names, and an evening with so many players."""
    club, owner, evening, about = kept(f"furnished {name} {players}", lambda: _furnished(name, players))
    return House(club, owner, evening, (officer(owner), signed_in(owner)), about)


def _furnished(name: str, players: int) -> tuple[Club, User, AnEvening, dict[str, Any]]:
    owner = User.objects.create_user(f"owner of {name}")
    club = clubs.make_club(name=name, director=owner, time_zone="UTC", at=START)
    contest = AContest.made(club, (4,), at=START)
    evening = an_evening(
        club, players, at=START, until="playing", name=f"{name} evening", movement="scheduled"
    )
    evening.enter(1, a_hand())
    evening.act(player_requests.call, table_number=1, reason="rule", by="table:1")
    ticket = evening.evening.tickets.order_by("number")[0]
    request = player_requests.ask(ticket=ticket, kind=PlayerRequest.Kind.LEAVE, at=evening.clock())
    preset = evening.act(evenings.keep_preset, new=evenings.PresetName(name=f"{name} kind"))
    night = evenings.add_night(club=club, night=evenings.NewNight(weekday=4))
    season_fees = fees.add_season_fees(club, fees.NewSeasonFees(name="2026/27", member=500, guest=0))
    planning = evening.evening.plannings.create(
        purpose="improve", first=2, task={"wishes": Wishes().as_data()}, asked_by="user:1", asked_at=START
    )
    job = enqueue(STANDINGS, evening.evening, at=START)
    sign_up = AList.made(club).sign_up(f"{name} guest")
    one, other = evening.players[:2]
    about_a_mail = {"kind": MailKind.RESULT, "number": 1, "state": Notice.State.SENT, "made_at": START}
    notice = evening.evening.notices.create(player=one, **about_a_mail)
    warning = one.warnings.create(evening=evening.evening, reason="late", at=START)
    objection = ticket.objections.create(round=0, reason="ours", photo=b"a slip", made_at=START)
    merge = bonds.merge(duplicate=one, into=other, by="user:1", at=START)
    host = a_club(f"Host of {name}")
    a_federation(host, name=f"Another union of {name}")
    asked_in = federations.ask(host=host, club=club, **BY)
    union = a_federation(club, [a_club(f"Neighbours of {name}")], name=f"Union of {name}")
    neighbour = clubs.add_player(club=Club.objects.get(name=f"Neighbours of {name}"), name="Ann", at=START)
    bond = bonds.ask(federation=union, one=neighbour, other=one, **BY)
    new = webhooks.NewWebhook(url="https://club.example/hook", events=["round.closed"])
    webhook = webhooks.make_webhook(club, START, new)
    bea = invitations.NewInvitation(called="Bea")
    invitations.invite(club, owner, START + timedelta(seconds=1), bea)
    about = {
        "club": club.slug,
        "evening": evening.evening.slug,
        "league": contest.season.league.slug,
        "season": contest.season.slug,
        "code": ticket.code,
        "player": one.pk,
        "preset": preset.pk,
        "warning": warning.pk,
        "objection": objection.pk,
        "job": job.pk,
        "call": DirectorCall.objects.get(evening=evening.evening).pk,
        "search": planning.pk,
        "sign_up": sign_up.pk,
        "asked": request.pk,
        "night": night.pk,
        "season_fees": season_fees.pk,
        "officer": club.officers.get().pk,
        "invitation": club.invitations.get().pk,
        "merge": merge.pk,
        "bond": bond.pk,
        "federation": asked_in.federation.slug,
        "member": neighbour.club.slug,
        "webhook": webhook.pk,
        "delivery": webhooks.send_test_event(webhook, START).pk,
        "pk": {
            "coming": sign_up.pk,
            "officers/invitation": club.invitations.get().pk,
            "officers": club.officers.get().pk,
            "presets": preset.pk,
            "nights": night.pk,
            "members": one.pk,
            "players": one.pk,
            "check-in": one.pk,
            "fees": one.pk,
            "fees/seasons": season_fees.pk,
            "schedule/search": planning.pk,
            "calls": DirectorCall.objects.get(evening=evening.evening).pk,
            "evenings": evening.evening.pk,
            "mails": notice.pk,
        },
    }
    return club, owner, evening, about


def ids(house: House, route: Route) -> dict[str, Any]:
    """The rows of a house as a route names them: a bare `pk` is what the words before it say."""
    found = dict(house.ids)
    by_words: dict[str, int] = found.pop("pk")
    before = route.pattern.partition("<int:pk>")[0].rstrip("/")
    found["pk"] = next(
        (pk for words, pk in by_words.items() if before.endswith(words)), house.evening.evening.pk
    )
    return found


@pytest.fixture
def mine(db: None) -> House:
    return furnished("Mine")


@pytest.fixture
def theirs(db: None) -> House:
    """Another club; its rows have higher numbers, none of which is one of the asker's."""
    furnished("Between")
    return furnished("Theirs")


def asked(house: House, route: Route, address: str) -> Iterator[tuple[str, int]]:
    """What comes of every method of a route at this address, asked by the owner of a house."""
    caller, client = house.asker
    for method in route.methods:
        if route.is_rest:
            answer = caller.ask(method.upper(), address, None if method == "get" else {})
        else:
            answer = getattr(client, method)(address)
        yield method, answer.status_code


def found_there(house: House, tries: Iterable[tuple[Route, str]]) -> list[str]:
    """What is answered other than that there is nothing."""
    return [
        f"{method.upper()} {address}: {status}"
        for route, address in tries
        for method, status in asked(house, route, address)
        if status not in NOT_THERE
    ]


@pytest.mark.usefixtures("no_page_is_drawn")
def test_another_club_is_not_there(mine: House, theirs: House) -> None:
    tries = [(route, route.at(ids(theirs, route))) for route in routes() if "club" in route.names]
    assert len(tries) > 150
    with unchanged():
        assert found_there(mine, tries) == []


@pytest.mark.parametrize("name", ["evening", "league", "season"])
@pytest.mark.usefixtures("no_page_is_drawn")
def test_what_is_another_clubs_is_not_there_under_ones_own(mine: House, theirs: House, name: str) -> None:
    if name != "evening":
        # Leagues and seasons are called alike in both clubs: these are theirs alone.
        League.objects.filter(club=theirs.club).update(slug="their-league")
        Season.objects.filter(league__club=theirs.club).update(slug="their-season")
        theirs.ids.update(league="their-league", season="their-season")
    tries = [
        (route, route.at({**ids(mine, route), name: theirs.ids[name]}))
        for route in routes()
        if name in route.names
    ]
    assert len(tries) > 10
    with unchanged():
        assert found_there(mine, tries) == []


def of_rows(route: Route) -> list[str]:
    """What in an address is the id of a row besides those of club, evening, league and season."""
    outer = {"club", "evening", "league", "season", *NUMBERED}
    return [name for name in route.names if name not in outer]


@pytest.mark.usefixtures("no_page_is_drawn")
def test_a_row_of_another_club_is_not_there_under_ones_own(mine: House, theirs: House) -> None:
    tries = [
        (route, route.at({**ids(mine, route), name: ids(theirs, route)[name]}))
        for route in routes()
        for name in of_rows(route)
        if name in ids(theirs, route) and "fixtures" not in route.pattern
    ]
    assert len(tries) > 25
    with unchanged():
        assert found_there(mine, tries) == []


@pytest.mark.usefixtures("no_page_is_drawn")
def test_a_row_of_another_evening_is_not_there(mine: House) -> None:
    other = an_evening(mine.club, 9, at=START, until="playing", name="another").evening
    of_evening = {"code", "call", "job", "search", "sign_up", "asked"}
    sign_up = AList.made(mine.club, name="Another").sign_up("Zoe")
    tries = [
        (route, route.at({**ids(mine, route), "evening": slug}))
        for route in routes()
        for slug in (other.slug, sign_up.announcement.evening.slug)
        if ("evening" in route.names and of_evening & set(route.names))
        or re.search(r"(coming|calls|search)/<int:pk>", route.pattern)
    ]
    assert len(tries) > 10
    with unchanged():
        assert found_there(mine, tries) == []


def test_control_ones_own_rows_are_there(mine: House) -> None:
    tries = [(route, route.at(ids(mine, route))) for route in routes() if of_rows(route)]
    there = found_there(mine, tries[:31])
    assert len(there) > 15


def bodies(theirs: House) -> dict[str, Any]:
    """Bodies and forms that name rows of another club, by the ends of their addresses."""
    one, other = theirs.club.players.order_by("pk")[:2]
    return {
        "rest check-in/": {"players": [one.pk]},
        "rest arrive/": {"player": one.pk},
        "rest substitute/": {"ticket": theirs.ids["code"], "player": one.pk},
        "rest leave/": {"ticket": theirs.ids["code"]},
        "rest swap/": {"one": theirs.ids["code"], "other": theirs.ids["code"], "reason": "so"},
        "members/me/": {"player": one.pk},
        "people/arrive/": {"player": one.pk},
        "persons/merge/": {"player": one.pk, "into": other.pk},
        "officers/": {"called": "Bea", "role": "scorer", "evening": theirs.evening.evening.slug},
        "seats/swap/": {"one": theirs.ids["code"], "other": theirs.ids["code"], "reason": "so"},
    }


def test_rows_of_another_club_are_taken_from_no_body(mine: House, theirs: House) -> None:
    caller, client = mine.asker
    where = {False: f"/desk/{mine.club.slug}/", True: f"/desk/{mine.club.slug}/{mine.evening.evening.slug}/"}
    rest = f"/api/v1/clubs/{mine.club.slug}/evenings/{mine.evening.evening.slug}/"
    told = {}
    with unchanged():
        for name, body in bodies(theirs).items():
            if name.startswith("rest "):
                told[name] = caller.post(f"{rest}{name[5:]}", body).status_code
            else:
                of_evening = name.startswith(("people/", "seats/"))
                told[name] = client.post(f"{where[of_evening]}{name}", body).status_code
    assert set(told.values()) <= {400, 404, 409, 422, 302}, told


class Forms(HTMLParser):
    """The forms of a page that are posted, each with where it goes and what it sends as it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self._open, self._select = False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = told.get("method", "").lower() == "post"
            if self._open:
                self.found.append((told.get("action", ""), {}))
        elif self._open and told.get("name") and tag in ("input", "textarea", "button"):
            kept = told.get("type") in ("radio", "checkbox") and "checked" not in told
            if not kept:
                self.found[-1][1].setdefault(
                    told["name"], told.get("value", "on" if "checked" in told else "")
                )
        elif tag == "select":
            self._select = told.get("name", "")
        elif tag == "option" and self._open and self._select:
            fields = self.found[-1][1]
            if "selected" in told or self._select not in fields:
                fields[self._select] = told.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = ""


def forms_of_the_desk(house: House, client: Client, *, most: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Where each form of each page of the desk goes and what it sends as it stands, so many of a page."""
    for route in routes():
        address = route.at(ids(house, route))
        page = None if route.is_rest or "desk" not in route.pattern else client.get(address)
        if page is not None and page.status_code == 200 and "text/html" in page["Content-Type"]:
            forms = Forms()
            forms.feed(html(page))
            found = [(action or address, fields) for action, fields in forms.found if action != "/sign-out/"]
            yield from found[:most]


def privileges() -> tuple[list[Any], ...]:
    """What somebody is, and whose each row is, but for clubs that are asked into a league or a federation,
    and what they are told of that."""
    users = User.objects.order_by("pk").values_list("pk", "is_superuser", "is_staff", "is_founder")
    rows = Club.objects.order_by("pk").values_list("pk", "slug", "is_demo", "put_away_at")
    owned = [
        (model.__name__, *row)
        for model in apps.get_app_config("tournaments").get_models()
        if model.__name__ not in ("LeagueClub", "FederationClub", "AuditEntry")
        and any(field.name == "club" for field in model._meta.fields)
        for row in model._default_manager.order_by("pk").values_list("pk", "club_id")
    ]
    return list(users), list(rows), owned


def offices() -> list[tuple[Any, ...]]:
    return list(Officer.objects.order_by("pk").values_list("user_id", "club_id", "evening_id", "role"))


def test_no_form_of_the_desk_makes_anybody_more_than_they_are(mine: House, theirs: House) -> None:
    scorer = User.objects.create_user("scorer")
    Officer.objects.create(user=scorer, club=mine.club, role=Role.SECRETARY)
    client, sent, wrong = signed_in(scorer), 0, []
    extras = {**EXTRAS, "club": str(theirs.club.pk), "evening": str(theirs.evening.evening.pk), "role": "4"}
    owned, held = privileges(), offices()
    for address, fields in forms_of_the_desk(mine, client, most=6):
        with undone():
            client.post(address, {**extras, **fields})
            users, rows, after = privileges()
            moved = {of for kind, _pk, of in set(after) - set(owned[2])} - {mine.club.pk}
            if (users, rows) != owned[:2] or set(offices()) - set(held) or moved:
                wrong.append(address)
        sent += 1
    assert wrong == []
    assert sent > 60


def test_what_a_body_says_beside_it_is_refused_at_every_address(mine: House) -> None:
    caller, _client = mine.asker
    before, told = everything(), {}
    for route in routes():
        for method in route.methods if route.is_rest else ():
            if method != "get":
                address = route.at(ids(mine, route))
                told[f"{method} {address}"] = caller.ask(
                    method.upper(), address, dict(EXTRAS), **{"Idempotency-Key": "a-key-of-a-test"}
                ).status_code
    assert len(told) > 50
    assert {where: status for where, status in told.items() if not 400 <= status < 500} == {}
    assert everything() == before
