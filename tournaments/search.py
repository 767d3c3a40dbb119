"""One search over what a club has, in groups: people, evenings, hands, seasons, pages, rules, as far as one may see.

Each finder begins with a read of its feature, of one club, and gives lines with the text that they are found by.
Below them the search at the desk, whole or as the part that its palette shows, in public, and over REST.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, partial
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from games.catalogue import GAMES, game_of
from tournaments.club.api.operations import CLUB, Address, PublicClub
from tournaments.club.api.views import LONG, PublicView
from tournaments.club.reads import members
from tournaments.club.reads.access import Visitor, visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.roles import Part
from tournaments.club.web.pages import club_read, public_club, render_for
from tournaments.club.web.sign_in import count_long_look
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import EveningNamed, HandAt
from tournaments.evening.round_rules import STATUS_WORDS, Status
from tournaments.evening.web.desk import menu
from tournaments.evening.web.desk.menu import MenuEntry
from tournaments.league.reads import players, season_views
from tournaments.league.reads.seasons import League, Season
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, Example, at_most
from tournaments.site.cleaning import folded
from tournaments.site.web import query_params
from tournaments.site.web.page_help import HELP, TERMS

LONGEST: Final = 100
"""So many characters of what was typed are read."""
SHORTEST: Final = 2
WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SearchQuery:
    text: str
    words: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    table: int | None = None
    round: int | None = None
    hand: int | None = None

    @property
    def is_too_short(self) -> bool:
        return 0 < len(self.text) < SHORTEST

    @property
    def names_a_game(self) -> bool:
        return (self.table, self.round, self.hand) != (None, None, None)


def read_query(typed: str) -> SearchQuery:
    """Read what was typed; table, round and hand may be named in English or in the reader's language."""
    text = " ".join(typed.split())
    plain = folded(text)
    numbers: dict[str, int] = {}
    for name, word in (("table", _("Table")), ("round", _("Round")), ("hand", _("Hand"))):
        called = "|".join(re.escape(each) for each in {name, folded(word)})
        match = re.search(rf"\b(?:{called})\s*([0-9]{{1,3}})\b", plain)
        if match:
            numbers[name] = int(match[1])
            plain = plain.replace(match[0], " ", 1)
    return SearchQuery(text, tuple(folded(text).split()), tuple(plain.split()), **numbers)


def fits(words: tuple[str, ...], text: str) -> bool:
    """Whether all `words` stand in `text`: a number as a word of its own, anything else within one too."""
    plain = folded(text)
    numbers = {word for word in words if word.isdecimal()}
    return all(word in plain for word in words) and (not numbers or numbers <= {*WORD.findall(plain)})


def rank(words: tuple[str, ...], title: str) -> int:
    """How near a title is to `words`, the nearest first: it begins with them, a word of it does, or none."""
    plain = folded(title)
    if plain.startswith(" ".join(words)):
        return 0
    return 1 if any(part.startswith(words[0]) for part in WORD.findall(plain)) else 2


MOST: Final = 8
"""So many of a group are shown."""


class Hit(NamedTuple):
    title: str
    about: str
    url: str


class MoreLink(NamedTuple):
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    hits: tuple[Hit, ...]
    has_more: bool
    way: MoreLink | None = None


Line = tuple[str, Hit]
"""A text to be found by, and what is found by it."""


def at_the_desk(club: Club, asked: SearchQuery, evening: str = "") -> list[Group]:
    """What an officer of the club finds, without empty groups; ten queries at most."""
    if asked.is_too_short or not asked.words:
        return []
    where, group = [club.slug], partial(_group, asked)
    evenings = desk.evenings_named(club)
    people = _members(club, asked.words) if menu.may(club, "desk-member") else ()
    leagues = _leagues(club) if menu.may(club, "desk-leagues") else ()
    everybody = f"{reverse('web:desk-members', args=where)}?{urlencode({'q': asked.text})}"
    all_evenings, all_leagues = (reverse(f"web:{page}", args=where) for page in ("desk-club", "desk-leagues"))
    groups = (
        _games(club, asked, evenings, evening),
        group(_("Pages"), _pages(club, evening)),
        group(_("People"), people, _("All members"), everybody),
        group(
            _("Evenings"),
            _evenings(club, asked.words, evenings, "desk-evening"),
            _("All evenings"),
            all_evenings,
        ),
        group(_("Leagues and seasons"), leagues, _("All leagues"), all_leagues),
        group(_("Rules and words"), _rules()),
    )
    return [each for each in groups if each.hits]


def in_public(club: Club, visitor: Visitor, asked: SearchQuery) -> list[Group]:
    """What a visitor finds, without empty groups; five queries where the club shows everybody everything."""
    if asked.is_too_short or not asked.words:
        return []
    where, group = [club.slug], partial(_group, asked)
    evenings = _evenings(club, asked.words, desk.evenings_named(club, visitor), "evening")
    people = _players(club) if visitor.sees(Part.PLAYERS, club) else ()
    everybody = f"{reverse('web:players', args=where)}?{urlencode({'q': asked.text})}"
    all_evenings, all_leagues = (reverse(f"web:{page}", args=where) for page in ("club", "leagues"))
    groups = (
        group(_("Players"), people, _("All players"), everybody),
        group(_("Evenings"), evenings, _("All evenings"), all_evenings),
        group(_("Seasons"), _seasons(club, visitor), _("All leagues"), all_leagues),
        group(_("Rules and words"), _rules(), _("All words"), reverse("web:words")),
    )
    return [each for each in groups if each.hits]


def _group(asked: SearchQuery, title: str, lines: Iterable[Line], more: str = "", url: str = "") -> Group:
    hits = [hit for text, hit in lines if fits(asked.words, text)]
    hits.sort(key=lambda hit: rank(asked.words, hit.title))
    return Group(title, tuple(hits[:MOST]), len(hits) > MOST, MoreLink(more, url) if more else None)


def _members(club: Club, words: tuple[str, ...]) -> Iterator[Line]:
    people = [player for player in club.players.order_by("name", "pk") if fits(words, player.name)]
    counts = members.evenings_counts(people)
    for player in people:
        kind = _("retired") if not player.is_active else _("guest") if player.is_guest else _("member")
        about = _with(kind, _evenings_counted(counts[player.pk]))
        yield player.name, Hit(player.name, about, reverse("web:desk-member", args=[club.slug, player.pk]))


def _players(club: Club) -> Iterator[Line]:
    for player in players.listed(club):
        url = reverse("web:player", args=[club.slug, player.slug])
        yield player.name, Hit(player.name, _evenings_counted(player.evenings), url)


def _evenings_counted(count: int) -> str:
    return ngettext("%(count)s evening", "%(count)s evenings", count) % {"count": count}


def _with(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _evenings(
    club: Club, words: tuple[str, ...], evenings: Iterable[EveningNamed], page: str
) -> Iterator[Line]:
    matches = sorted(
        (row for row in evenings if fits(words, _named(row))), key=lambda row: rank(words, row.name)
    )
    for row in matches[: MOST + 1]:  # a line costs more than to see whether it fits
        about = _with(_day(row.date), _game_called(row), _(STATUS_WORDS[Status(row.status)]))
        yield _named(row), Hit(row.name, about, reverse(f"web:{page}", args=[club.slug, row.slug]))


def _named(one: EveningNamed) -> str:
    # With its date in each of the ways in which that may be typed.
    day, (weekdays, months) = one.date, _calendar(get_language())
    written = f"{weekdays[day.weekday()]} {day.day} {months[day.month]} {day.year} {day} {day:%d/%m/%Y}"
    return f"{one.name} {_game_called(one)} {written}"


@lru_cache
def _calendar(_language: str) -> tuple[dict[int, str], dict[int, str]]:
    weekdays, months = ({number: str(name) for number, name in names.items()} for names in (WEEKDAYS, MONTHS))
    return weekdays, months


def _game_called(one: EveningNamed) -> str:
    game = game_of(one.game, one.edition or "")
    return one.game_called or (_(game.name) if game else one.game)


def _day(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


def _games(club: Club, asked: SearchQuery, evenings: list[EveningNamed], here: str) -> Group:
    # Of the evenings named too, or of this one, or of the latest.
    if asked.besides:
        candidates = [evening for evening in evenings if fits(asked.besides, _named(evening))]
    else:
        candidates = [evening for evening in evenings if evening.slug == here] or evenings
    by_key = {evening.pk: evening for evening in candidates[:MOST]}
    title = pgettext("to sit at", "Tables") if asked.hand is None else _("Hands")
    if not by_key or not asked.names_a_game:
        return Group(title, (), has_more=False)
    rows = desk.hands_at(by_key, table=asked.table, round_=asked.round, hand=asked.hand, most=MOST + 1)
    return Group(title, tuple(_game(club, row, by_key) for row in rows[:MOST]), len(rows) > MOST)


def _game(club: Club, found: HandAt, evenings: dict[int, EveningNamed]) -> Hit:
    evening = evenings[found.evening]
    about = _with(evening.name, _day(evening.date))
    numbers = {"table": found.table, "round": found.round, "number": found.hand}
    where = [club.slug, evening.slug, found.table]
    if found.hand is None:
        url = f"{reverse('web:desk-table', args=where)}?round={found.round}"
        return Hit(_("Table %(table)s in round %(round)s") % numbers, about, url)
    url = reverse("web:desk-hand", args=[*where, found.round, found.hand])
    return Hit(_("Hand %(number)s of table %(table)s in round %(round)s") % numbers, about, url)


def _leagues(club: Club) -> Iterator[Line]:
    for league in season_views.leagues_at(club):
        url = reverse("web:desk-league", args=[club.slug, league.slug])
        yield league.name, Hit(league.name, _("League"), url)
        yield from (_season(club, league, season, "desk-season") for season in league.seasons.all())


def _seasons(club: Club, visitor: Visitor) -> Iterator[Line]:
    for league, seasons in season_views.public_leagues_at(club, visitor):
        yield from (_season(league.club, league, season, "season") for season in seasons)


def _season(club: Club, league: League, season: Season, page: str) -> Line:
    url = reverse(f"web:{page}", args=[club.slug, league.slug, season.slug])
    hit = Hit(season.name, _with(league.name, season.get_stage_display()), url)
    return f"{season.name} {league.name}", hit


def _pages(club: Club, slug: str) -> Iterator[Line]:
    evening = desk.evening_called(club, slug) if slug else None
    if evening is not None:
        pages = [menu.pages_of_evening(evening), menu.pages_of_hands(evening), menu.pages_behind(evening)]
        yield from map(_page, {page.name: page for group in pages for page in group}.values())
        acts = menu.menu_of_acts(evening, has_rung=desk.has_rung(evening))
        for entry in (*acts.steps, *acts.harmless, *acts.grave):
            yield str(entry.label), Hit(str(entry.label), evening.name, entry.url)
    yield from map(_page, menu.pages_of_club(club))


def _page(page: MenuEntry) -> Line:
    about = str(HELP.get(page.name, ""))
    return f"{page.label} {about}", Hit(str(page.label), about, page.url)


def _rules() -> Iterator[Line]:
    for game in GAMES.values():
        url = reverse("web:rulebook", args=[game.slug])
        name = _(game.name)
        yield name, Hit(name, _("Rules"), url)
        for paragraph in game.paragraphs:
            title = _(paragraph.title)
            yield (
                f"{title} {name}",
                Hit(title, _with(name, paragraph.number), f"{url}#{paragraph.id}"),
            )
    words = reverse("web:words")
    for term in TERMS.values():
        yield str(term.words), Hit(str(term.words), str(term.sentence), f"{words}#{term.code}")


LONGEST_ADDRESS = 80


@club_read()
@count_long_look
def show_at_desk(request: HttpRequest, club: Club) -> HttpResponse:
    typed = _typed(request)
    evening = query_params.text(request, "evening", longest=LONGEST_ADDRESS)
    context = {"club": club, "within": evening, **_context(typed, at_the_desk(club, typed, evening))}
    is_part = request.htmx  # type: ignore[attr-defined]  # set by the middleware of django-htmx
    return render(request, "search/options.html" if is_part else "search/desk.html", context)


@require_safe
@count_long_look
def show_in_public(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club)
    typed = _typed(request)
    context = _context(typed, in_public(club_row, visitor_of(request), typed))
    return render_for(request, club_row, "search/public.html", context)


def _typed(request: HttpRequest) -> SearchQuery:
    return read_query(query_params.text(request, "q", longest=LONGEST))


def _context(asked: SearchQuery, groups: list[Group]) -> dict[str, Any]:
    count = sum(len(group.hits) for group in groups)
    return {"asked": asked, "groups": groups, "count": count, "longest": LONGEST, "shortest": SHORTEST}


urlpatterns: list[URLPattern] = [
    path("c/<slug:club>/search/", show_in_public, name="search"),
    path("desk/<slug:club>/search/", show_at_desk, name="desk-search"),
]


class Words(query.Query):
    q = query.words(LONGEST, "Words, or a table, round and hand by number.")


class WordsAtTheDesk(Words):
    evening = query.words(LONGEST_ADDRESS, "The address of an evening, whose pages and hands come first.")


class FoundOne(Answer):
    """Something found: what it is called, a line about it, and the address of its page."""

    title: Annotated[str, Example("Ann Lee")]
    about: Annotated[str, Example("Member 17")]
    url: Annotated[str, Example("/desk/rooster-club/members/12/")]


class FoundGroup(Answer):
    """What was found of one kind, the nearest first; `has_more` than is told."""

    title: Annotated[str, Example("People")]
    has_more: bool
    found: Annotated[list[FoundOne], At("hits"), at_most(MOST)]


FOUND = "Everything that was found, by its kind; nothing for fewer than two letters."
FoundAll = query.listed("FoundAll", FOUND, query.EVERY, groups=FoundGroup)


@Address(f"{CLUB}search/", "club-search", view=PublicView, throttles=LONG, chapter="search").get(
    answer=FoundAll
)
def search_club(request: Request, club: PublicClub, entered: Words) -> list[Group]:
    """Players, evenings, seasons and rules, as far as the club shows them."""
    return in_public(club, visitor_of(request), read_query(entered.cleaned_data["q"]))


@Address(f"{CLUB}search/desk/", "desk-search", throttles=LONG, chapter="search").get(answer=FoundAll)
def search_desk(club: Club, entered: WordsAtTheDesk) -> list[Group]:
    """People, evenings, hands, seasons, pages of the desk and rules, as far as you may see them."""
    params = entered.cleaned_data
    return at_the_desk(club, read_query(params["q"]), params["evening"])
