"""What a club shows to whom: enforced at every public address, over REST, in lists, searches, feeds and caches."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from tests.tournaments.a_season import ASeason
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import Club
from tournaments.club.models.clubs import redacted_name
from tournaments.club.reads.access import link_of
from tournaments.club.roles import Audience, Part
from tournaments.club.services import clubs
from tournaments.club.services.clubs import PublicParts
from tournaments.club.services.tokens import make_api_token
from tournaments.evening.services.links import link_token

EVERYBODY, WITH_LINK, NOBODY = Audience

OF_ALL = {"club", "club-embed", "search", "club-logo", "club-colours", "club-sheet", "club-map"}
"""The home of the club, its look and its search are always there, and hold what the visitor may see."""
BESIDE = {
    "evening-embed",
    "evening-embed-live",
    "me",
    "me-table",
    "me-ask",
    "me-ask-not",
    "me-come",
    "me-mails",
    "mails-stop",
    "me-objections",
    "own-ticket",
    "own-come",
    "own-mails",
    "version",
}
"""For phones, by links and keys of their own; for frames, what everybody sees."""
PARTS: dict[Part, str] = {
    Part.RESULTS: "results evening round round-table evening-race evening-rules evening-check evening-print prizes "
    "prizes-csv wall evening-what-if standings-csv evening-picture archive schedule certificate certificate-file "
    "evening-who evening-report results-feed standings-xlsx rounds-csv rounds-xlsx by-round-csv by-round-xlsx "
    "bridgewebs evening-line stream archive-signature checkpoint publications publication publication-archive",
    Part.SEASONS: "leagues season season-csv season-xlsx season-picture season-why-by-number season-why "
    "season-evenings season-fixtures season-what-if season-rules season-prizes season-ledger season-entries "
    "season-long-csv season-long-xlsx season-wide-csv season-wide-xlsx season-trf season-archive "
    "season-archive-signature",
    Part.PLAYERS: "players player-by-number player player-picture player-photo ratings",
    Part.COMING: "coming coming-file coming-evening",
}
OF_PART = {name: part for part, names in PARTS.items() for name in names.split()}
REST: dict[Part, tuple[str, ...]] = {
    Part.RESULTS: (
        *("evenings/{evening}/archive/", "evenings/{evening}/texts/"),
        *(f"evenings/{{evening}}/publications/{each}" for each in ("", "1/")),
        *("results/{evening}/", "results/{evening}/rounds/1/"),
    ),
    Part.SEASONS: (
        "leagues/",
        *(f"leagues/{{season}}/{each}/" for each in ("standings", "why/{pk}", "rules")),
    ),
    Part.PLAYERS: ("ratings/chantecler/",),
    Part.COMING: (),
}


class Shown:
    """A club with something of everything, and the addresses at which that is."""

    def __init__(self, club: Club) -> None:
        self.club, self.season = club, ASeason.made(club)
        self.evening = self.season.play()
        self.season.play(date(2026, 10, 9))
        self.coming = AList.made(club, day=timezone.now().date() + timedelta(7))
        self.person = self.evening.evening.tickets.get(number=1).player

    def values(self, name: str) -> dict[str, Any]:
        season, evening = self.season.season, self.evening.evening
        there = self.coming.evening if name == "coming-evening" else evening
        return {
            "club": self.club.slug,
            "evening": there.slug,
            "number": 1,
            "table": 1,
            "game": "chantecler",
            "league": season.league.slug,
            "season": season.slug,
            "address": self.person.slug,
            "pk": self.person.pk,
            "division": 1,
        }

    def pages(self) -> Iterator[tuple[Part, str]]:
        """Every public address of a part of the club, at which there is something."""
        for pattern in public_patterns():
            if pattern.name in OF_PART:
                values, wanted = self.values(pattern.name), pattern.pattern.converters
                url = reverse(f"web:{pattern.name}", kwargs={each: values[each] for each in wanted})
                if not gone(url, Client()):
                    yield OF_PART[pattern.name], url
        season, evening = self.season.season, self.evening.evening
        for part, urls in REST.items():
            for url in urls:
                path = url.format(
                    season=f"{season.league.slug}/{season.slug}", evening=evening.slug, pk=self.person.pk
                )
                yield part, f"/api/v1/clubs/{self.club.slug}/{path}"

    def show(self, **audiences: Audience) -> None:
        named = {who: name for name, who in clubs.AUDIENCES.items()}
        parts: Any = {part: named[who] for part, who in audiences.items()}
        clubs.change_public_parts(self.club, PublicParts(**parts))


def public_patterns() -> list[URLPattern]:
    """The addresses of the web below that of a club."""
    found = get_resolver("tournaments.web_urls").url_patterns
    return [one for one in found if isinstance(one, URLPattern) and str(one.pattern).startswith("c/")]


def through_the_link(club: Club) -> Client:
    client = Client()
    assert client.get(f"/visit/{link_of(club)}/")["Location"] == f"/c/{club.slug}/"
    return client


@pytest.fixture
def shown(club: Club) -> Shown:
    return Shown(club)


def test_every_public_address_says_of_which_part_it_is() -> None:
    """A new one is entered here, and finds its club by `public_club`, `evening_page` or `public_season`."""
    assert {one.name for one in public_patterns()} - {None} - OF_PART.keys() <= OF_ALL | BESIDE


@pytest.mark.usefixtures("no_page_is_drawn")
def test_what_is_not_public_is_there_for_officers_alone(shown: Shown, desk: Desk) -> None:
    pages = list(shown.pages())
    assert {part for part, _url in pages} == set(Part)
    visitor, linked = Client(), through_the_link(shown.club)
    for part in Part:
        shown.show(**{part: WITH_LINK})
        assert [url for own, url in pages if gone(url, visitor) != needs(own, url, part)] == [], part
        shown.show(**{part: NOBODY})
        assert [
            url for own, url in pages for who in (visitor, linked) if gone(url, who) != needs(own, url, part)
        ] == []
        shown.show(**{part: EVERYBODY})
    shown.show(**dict.fromkeys(Part, WITH_LINK))
    assert [url for _own, url in pages if gone(url, linked)] == []
    shown.show(**dict.fromkeys(Part, NOBODY))
    assert [url for _own, url in pages if gone(url, desk.client)] == []
    shown.show(**dict.fromkeys(Part, EVERYBODY))
    assert [url for _own, url in pages if gone(url, visitor)] == []


def needs(own: Part, url: str, part: Part) -> bool:
    """Whether a page is of that part; the archive of a season holds results, too."""
    return own == part or (part == Part.RESULTS and "/leagues/" in url and "archive.json" in url)


def gone(url: str, client: Client) -> bool:
    """Whether there is no such page; one that is there is not made anew for somebody who says they have it."""
    return client.get(url, headers={"if-none-match": "*"}).status_code == 404


FRAMED = {"club-embed", "evening-embed", "evening-embed-live"}


def test_pages_for_frames_alone_may_be_framed(shown: Shown, desk: Desk) -> None:
    desk.client.cookies["django_language"] = "fr"
    for pattern in public_patterns():
        values = shown.values(pattern.name or "")
        if pattern.name and values.keys() >= pattern.pattern.converters.keys():
            url = reverse(
                f"web:{pattern.name}", kwargs={each: values[each] for each in pattern.pattern.converters}
            )
            answer = desk.client.get(url)
            policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
            found = (policy.pop("frame-ancestors"), answer.get("X-Frame-Options"))
            assert found == (("*", None) if pattern.name in FRAMED else ("'none'", "DENY")), url
            assert policy["default-src"] == "'none'"


@pytest.mark.parametrize("name", sorted(FRAMED))
def test_a_frame_shows_what_everybody_sees_whoever_looks(shown: Shown, desk: Desk, name: str) -> None:
    values = {"club": shown.club.slug, "evening": shown.evening.evening.slug}
    url = reverse(f"web:{name}", kwargs={each: values[each] for each in ("club", name.partition("-")[0])})
    link = {"links": link_of(shown.club)}
    page = Client().get(url)
    assert (page.status_code, shown.evening.evening.name in html(page)) == (200, True)
    assert ("<script" in html(page)) is name.endswith("live")
    links = re.findall("<a [^>]*>", html(page))
    assert [each for each in links if 'rel="noopener" target="_blank"' not in each] == []
    assert (desk.client.get(url).content, desk.client.get(url).cookies) == (page.content, {})
    report = reverse("web:evening-report", kwargs=values)
    assert "&lt;iframe" in html(desk.client.get(report))
    for audience in (WITH_LINK, NOBODY):
        shown.show(results=audience, coming=audience)
        assert "&lt;iframe" not in html(desk.client.get(report))
        for client in (desk.client, through_the_link(shown.club)):
            assert shown.evening.evening.name not in html(client.get(url, link))


def test_what_is_not_public_answers_as_what_is_not_there(shown: Shown) -> None:
    shown.show(**dict.fromkeys(Part, NOBODY))
    for _part, url in shown.pages():
        there, not_there = Client().get(url), Client().get(url.replace(shown.club.slug, "no-such-club"))
        assert there.content.replace(b"rooster-club", b"") == not_there.content.replace(b"no-such-club", b"")


def test_an_officer_sees_it_over_rest(shown: Shown, desk: Desk) -> None:
    shown.show(**dict.fromkeys(Part, NOBODY))
    token = make_api_token(user=shown.club.officers.get().user, name="x", at=timezone.now())
    for part, url in shown.pages():
        if url.startswith("/api/"):
            assert Client().get(url).status_code == 404, part
            assert Client(headers={"authorization": f"Bearer {token}"}).get(url).status_code == 200, part


@pytest.mark.parametrize("hidden", [*Part, None], ids=str)
def test_no_page_leads_to_what_is_hidden(shown: Shown, hidden: Part | None) -> None:
    shown.show(**(dict.fromkeys(Part, NOBODY) if hidden is None else {hidden: NOBODY}))
    visitor, told = Client(), everything()
    seen: dict[str, int] = {}
    todo = [f"/c/{shown.club.slug}/", "/"]
    while todo:
        url = todo.pop()
        answer = visitor.get(url)
        seen[url] = answer.status_code
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            found = {
                link.partition("#")[0] for link in re.findall(r'(?:href|hx-get)="(/c/[^"]*)"', html(answer))
            }
            todo += [link.replace("&amp;", "&") for link in found - seen.keys() - {*todo}]
    assert {url: status for url, status in seen.items() if status >= 400} == {}
    assert everything() == told


def test_lists_and_searches_leave_it_out(shown: Shown) -> None:
    club, person = shown.club, shown.person.name
    home, search = f"/c/{club.slug}/", f"/c/{club.slug}/search/"
    found: tuple[tuple[str, dict[str, str], str, Part], ...] = (
        (home, {}, shown.season.season.league.name, Part.SEASONS),
        (home, {}, shown.coming.evening.name, Part.COMING),
        ("/", {}, shown.evening.evening.name, Part.RESULTS),
        (search, {"q": person}, f"/players/{shown.person.slug}/", Part.PLAYERS),
        (search, {"q": shown.season.season.name}, shown.season.season.league.name, Part.SEASONS),
    )
    clubs.make_club(name="Another", director=None, time_zone="UTC", at=timezone.now())
    for url, query, text, part in found:
        shown.show(**{part: EVERYBODY})
        assert text in html(Client().get(url, query)), (url, part)
        shown.show(**{part: NOBODY})
        assert text not in html(Client().get(url, query)), (url, part)


def test_a_page_that_stays_loses_its_links_at_once(shown: Shown) -> None:
    """It is kept, under what its club shows; nothing of the evening itself has changed."""
    page, link = f"/c/{shown.club.slug}/{shown.evening.evening.slug}/", f"/players/{shown.person.slug}/"
    first = Client().get(page)
    shown.show(players=NOBODY)
    again = Client().get(page, headers={"if-none-match": first["ETag"]})
    assert (link in html(first), link in html(again)) == (True, False)


def test_who_is_shown_no_evening_is_not_told_that_there_is_none(shown: Shown) -> None:
    front = f"/c/{shown.club.slug}/"
    shown.show(results=WITH_LINK)
    assert "only to its officers, or to people with its link" in html(Client().get(front))
    assert "No evening yet" not in html(Client().get(front))
    assert "people with its link" not in html(through_the_link(shown.club).get(front))


def test_a_new_link_shuts_out_who_has_the_old_one(shown: Shown, desk: Desk) -> None:
    shown.show(results=WITH_LINK)
    page, before = f"/c/{shown.club.slug}/results/", through_the_link(shown.club)
    assert before.get(page).status_code == 200
    desk.client.post(f"/desk/{shown.club.slug}/settings/public/link/")
    shown.club.refresh_from_db()
    assert before.get(page).status_code == 404
    assert through_the_link(shown.club).get(page).status_code == 200


NO_LINKS = ("", "1", "1-", "x-1", "1-" + "0" * 32, "9" * 40 + "-1", "²-1", "1-\u00e9", ".....", "." * 9999)


@pytest.mark.parametrize("made_up", NO_LINKS)
def test_a_link_that_was_made_up_opens_nothing(club: Club, made_up: str) -> None:
    clubs.change_public_parts(club, PublicParts(results="with-link"))
    visitor = Client()
    visitor.cookies["links"] = made_up
    assert visitor.get(f"/c/{club.slug}/results/").status_code == 404
    assert Client().get(f"/c/{club.slug}/results/", {"links": made_up}).status_code == 404
    if made_up.strip("."):
        assert Client().get(reverse("web:visit", args=[made_up])).status_code == 404


def test_links_of_several_clubs_are_kept_and_each_opens_its_own(club: Club) -> None:
    other = clubs.make_club(name="Another", director=None, time_zone="UTC", at=timezone.now())
    clubs.change_public_parts(club, PublicParts(results="with-link"))
    clubs.change_public_parts(other, PublicParts(results="with-link"))
    visitor = through_the_link(club)
    assert visitor.get(f"/c/{other.slug}/results/").status_code == 404
    visitor.get(f"/visit/{link_of(other)}/")
    assert [visitor.get(f"/c/{one.slug}/results/").status_code for one in (club, other)] == [200, 200]


def test_a_calendar_subscribes_with_the_link(shown: Shown) -> None:
    shown.show(coming=WITH_LINK)
    page = html(through_the_link(shown.club).get(f"/c/{shown.club.slug}/coming/"))
    address = re.search(r"<code[^>]*>https?://testserver(/[^<]*\.ics\?[^<]*)</code>", page)
    assert address is not None
    assert shown.coming.evening.name in Client().get(address[1]).content.decode()


def test_phones_go_on_hearing_and_lead_nowhere_hidden(make_evening: Callable[..., Any]) -> None:
    evening = make_evening(8, until="playing").evening
    nobody: Any = dict.fromkeys(Part, "nobody")
    clubs.change_public_parts(evening.club, PublicParts(**nobody))
    hints = f"/c/{evening.club.slug}/{evening.slug}/version"
    assert Client().get(hints).status_code == 404
    assert Client().get(hints, {"key": "0" * 32}).status_code == 404
    at_table = f"/t/{link_token(evening.tables.get(number=1).links.get(revoked_at=None))}/"
    own = f"/p/{link_token(evening.tickets.first().links.get(revoked_at=None))}/"
    for link in (at_table, own):
        phone = Client()
        page = html(phone.get(link, follow=True))
        asks = re.search(r'data-version-url="([^"]*)"', page)
        assert asks is not None
        assert phone.get(asks[1].replace("&amp;", "&")).status_code == 200
        public = {to for to in re.findall(r'href="(/c/[^"]*)"', page) if "/me/" not in to}
        assert public <= {f"/c/{evening.club.slug}/"}


def test_the_owner_chooses_at_the_desk(shown: Shown, desk: Desk) -> None:
    page = f"/desk/{shown.club.slug}/settings/public/"
    entered: dict[str, Any] = {"results": "everybody", "seasons": "with-link", "players": "nobody"}
    entered |= {"coming": "everybody", "asks_consent": 1, "before_publication": "rounds"}
    said = html(desk.client.post(page, entered, follow=True))
    assert "The change applies at once" in said
    assert re.search(r'name="players" value="nobody"[^>]*checked', said)
    shown.club.refresh_from_db()
    assert (shown.club.seasons_for, shown.club.players_for) == (WITH_LINK, NOBODY)
    assert (shown.club.before_publication, shown.club.asks_consent) == ("rounds", True)
    shown.person.refresh_from_db()
    assert shown.person.public_name == redacted_name(shown.person.name)
    unsaid = {part: who for part, who in entered.items() if part != "asks_consent"}
    for bad in ({**entered, "results": "friends"}, {**entered, "before_publication": "x"}, unsaid, {}):
        with unchanged():
            answer = desk.client.post(page, bad)
        assert answer.status_code == 422
        assert "field--error" in html(answer)
