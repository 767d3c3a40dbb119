"""The acts of a club, the newest first, from all places that keep any, and as sentences in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import F, Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from tournaments.club import roles
from tournaments.club.models import ActOrigin, AuditEntry, Club, User
from tournaments.club.reads import members
from tournaments.club.reads.access import account_event_words
from tournaments.club.services.audit import ACTS
from tournaments.evening import acts as of_evenings
from tournaments.evening.models import LedgerEntry
from tournaments.evening.web import words as evening_words
from tournaments.league import acts as of_seasons
from tournaments.league.models import Season, SeasonEntry
from tournaments.site.web.pages import isolate

CLUB, EVENINGS, LEAGUES = "club", "evenings", "leagues"
SOURCES: Final = (CLUB, EVENINGS, LEAGUES)
"""Where acts are kept: for the club alone, and in the ledgers of its evenings and of its seasons."""
MOST_EXPORTED: Final = 10_000
"""So many lines are in a file; more are in one of fewer days."""
Place = tuple[datetime, int, str]
"""Where an act stands: its moment, the key of its row, and the source that it is a row of."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """A filter of acts; "" and None match any. `what` is a source or an act of the club, days are in its zone."""

    who: str = ""
    what: str = ""
    since: date | None = None
    until: date | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """One act.

    Attributes:
        source: of `SOURCES`; `act` is its code there.
        where: what the evening or the season, with its league, is called, "" for an act of the club.
        place: the words of the evening's or season's address.
        name: who it is about, an officer or a person; "" for nobody.
        season_kind: of a season, which kind of ledger it has.
    """

    at: datetime
    by: str
    who: str
    source: str
    act: str
    values: dict[str, Any]
    where: str = ""
    place: tuple[str, ...] = ()
    name: str = ""
    season_kind: str = ""
    network: str = ""
    browser: str = ""


@dataclass(frozen=True, slots=True)
class Acts:
    """The places of the acts that match, newest first (only those after a place), to be paged through by `read`."""

    club: Club
    wanted: AuditFilter
    after: Place | None = None

    def count(self) -> int:
        rows = _rows(self.club, self.wanted)
        if self.wanted != AuditFilter():
            return sum(each.count() for each in rows.values())
        ledgers = (self.club.evenings.all(), Season.objects.filter(league__club=self.club))
        return rows[CLUB].count() + sum(
            length for each in ledgers for length in each.order_by().values_list("ledger_length", flat=True)
        )

    def __getitem__(self, part: slice) -> list[Place]:
        rows = _rows(self.club, self.wanted)
        if self.wanted == AuditFilter() and self.after is None:
            rows[EVENINGS] = rows[EVENINGS].filter(evening__in=_last_changed(self.club, part.stop))
        places = [
            (at, pk, source)
            for source, each in rows.items()
            for at, pk in each.filter(_is_after(self.after, source))
            .order_by("-at", "-pk")
            .values_list("at", "pk")[: part.stop]
        ]
        # Of one moment and key the first source comes first: the order of SOURCES.
        return sorted(places, key=lambda place: place[:2], reverse=True)[part]


def _last_changed(club: Club, count: int) -> QuerySet[Any, Any]:
    # The newest so many acts are those of the evenings whose last act is among the newest so many last ones.
    last = LedgerEntry.objects.filter(evening__club=club, sequence=F("evening__ledger_length"))
    return last.order_by("-at", "-pk").values("evening")[:count]


def place_of(told: Sequence[Any]) -> Place:
    at, pk, source = told
    return datetime.fromisoformat(at), pk, source


def _is_after(after: Place | None, source: str) -> Q:
    if after is None:
        return Q()
    at, pk, of = after
    return Q(at__lt=at) | (Q(at=at) & (Q(pk__lte=pk) if source > of else Q(pk__lt=pk)))


def _rows(club: Club, wanted: AuditFilter) -> dict[str, QuerySet[Any]]:
    rows: dict[str, QuerySet[Any]] = {
        CLUB: AuditEntry.objects.filter(club=club),
        EVENINGS: LedgerEntry.objects.filter(evening__club=club),
        LEAGUES: SeasonEntry.objects.filter(season__league__club=club),
    }
    if wanted.what in SOURCES:
        rows = {wanted.what: rows[wanted.what]}
    elif wanted.what:
        rows = {CLUB: rows[CLUB].filter(act=wanted.what)}
    return {source: queryset.filter(_is_wanted(club, source, wanted)) for source, queryset in rows.items()}


def _is_wanted(club: Club, source: str, wanted: AuditFilter) -> Q:
    zone = ZoneInfo(club.time_zone)
    condition = Q(by=wanted.who) if wanted.who else Q()
    if wanted.since:
        condition &= Q(at__gte=datetime.combine(wanted.since, time.min, zone).astimezone(UTC))
    if wanted.until:
        condition &= Q(
            at__lt=datetime.combine(wanted.until + timedelta(days=1), time.min, zone).astimezone(UTC)
        )
    if not wanted.text:
        return condition
    holds = Q(act__in=_codes(source, wanted.text))
    if source == CLUB:
        officers = User.objects.filter(
            Q(first_name__icontains=wanted.text) | Q(username__icontains=wanted.text), offices__club=club
        )
        about = [f"user:{pk}" for pk in officers.values_list("pk", flat=True)]
        named = Q(player__name__icontains=wanted.text) | Q(body__icontains=wanted.text)
        return condition & (holds | named | Q(about__in=about))
    if source == EVENINGS:
        return condition & (holds | Q(evening__name__icontains=wanted.text))
    called = Q(season__name__icontains=wanted.text) | Q(season__league__name__icontains=wanted.text)
    return condition & (holds | called)


def read(found: Sequence[Place]) -> list[Act]:
    """Load these acts, in order: a query for each source, one for origins, one for names."""
    keys: dict[str, list[int]] = {source: [] for source in SOURCES}
    for _at, pk, source in found:
        keys[source].append(pk)
    rows: dict[tuple[str, int], Any] = {}
    for source, model in ((CLUB, AuditEntry), (EVENINGS, LedgerEntry), (LEAGUES, SeasonEntry)):
        rows |= {(source, row.pk): row for row in _whole(model, keys[source])}
    entries = [rows[source, pk] for _at, pk, source in found]
    pseudonyms = {text for row in entries for text in (row.by, getattr(row, "about", ""))}
    names = members.user_names(
        int(text[5:]) for text in pseudonyms if text.startswith("user:") and text[5:].isdecimal()
    )
    hashes = [row.hash for row in entries if not isinstance(row, AuditEntry)]
    # A club that was moved and the one it comes from have entries of the same hashes.
    origins = {
        (origin.club_id, origin.entry_hash): origin
        for origin in ActOrigin.objects.filter(entry_hash__in=hashes)
    }
    return [_act(row, source, names, origins) for row, (_at, _pk, source) in zip(entries, found, strict=True)]


def _whole(model: type[Model], keys: list[int]) -> QuerySet[Any]:
    near = {AuditEntry: ("player",), LedgerEntry: ("evening",), SeasonEntry: ("season__league",)}
    return model._default_manager.filter(pk__in=keys).select_related(*near[model])


def _act(
    row: Any,
    source: str,
    names: dict[int, str],
    origins: dict[tuple[int, str], ActOrigin],
) -> Act:
    origin = row if source == CLUB else origins.get((_club_of(row, source), row.hash))
    act = Act(row.at, row.by, who(row.by, names), source, row.act, {})
    if origin:
        act = replace(act, network=origin.network, browser=origin.browser)
    if source == EVENINGS:
        return replace(act, where=row.evening.name, place=(row.evening.slug,))
    if source == LEAGUES:
        season = row.season
        place = (season.league.slug, season.slug)
        called = f"{season.league.name} · {season.name}"
        return replace(act, where=called, place=place, season_kind=season.kind)
    name = row.player.name if row.player else who(row.about, names) if row.about else ""
    return replace(act, values=json.loads(row.body), name=name)


def _club_of(row: Any, source: str) -> int:
    club: int = row.evening.club_id if source == EVENINGS else row.season.league.club_id
    return club


def askers(club: Club) -> list[str]:
    """The pseudonyms of those who are an officer of the club or have done something to it."""
    acted = AuditEntry.objects.filter(club=club).order_by().values_list("by", flat=True).distinct()
    office = club.officers.order_by().annotate(by=F("user_id")).values_list("by", flat=True).distinct()
    return sorted({*acted, *(f"user:{pk}" for pk in office)})


SOURCE_WORDS: Final = {
    CLUB: later("The club"),
    EVENINGS: later("Evenings"),
    LEAGUES: later("Leagues"),
}
"""Where acts are kept, as the page's filter calls it."""
FIELDS: Final[Mapping[str, str | Promise]] = {
    "name": later("Name"),
    "time_zone": later("Time zone"),
    "language": later("Language"),
    "place": later("Place"),
    "postal_address": later("Postal address"),
    "usual_game": later("Usual game"),
    "confirms_requests": later("Requests of players are confirmed"),
    "objection_hours": later("Hours in which players can object to results"),
    "colour": later("Colour"),
    "categories": later("Categories"),
    "results_for": later("Evenings and their results"),
    "before_publication": later("New evenings show before they are published"),
    "seasons_for": later("League tables"),
    "players_for": later("Players' pages and ratings"),
    "coming_for": later("Coming evenings"),
    "is_guest": later("Guest"),
    "is_active": later("Active"),
    "number": later("Member number"),
    "details": later("What the club keeps for itself"),
}
"""What was changed, as people call it."""
NOTHING: Final = "–"


def who(by: str, users: Mapping[int, str]) -> str:
    words = {"server": _("whoever runs the server"), "visitor": _("a visitor")}
    return words.get(by) or evening_words.who(by, users)


def sentence(act: Act) -> str:
    """The sentence of an act of the club; of an act in a ledger its title, as the ledger has the whole."""
    if act.source != CLUB:
        return _title(act)
    if act.act not in ACTS:
        return act.act.replace("-", " ")
    return _(ACTS[act.act]) % _values(act)


def _title(act: Act) -> str:
    known: Any = (
        of_evenings.ACTS.get(act.act)
        if act.source == EVENINGS
        else of_seasons.ENTRIES[act.season_kind].get(act.act)
    )
    title = _(known.title) if known else act.act.replace("_", " ")
    return f"{title[:1].upper()}{title[1:]}"


def _values(act: Act) -> dict[str, Any]:
    values = dict(act.values)
    if "role" in values:
        values["role"] = _(roles.ROLE_WORDS[roles.Role(values["role"])])
    if "reach" in values:
        values["reach"] = _(roles.SCOPE_WORDS[roles.TokenScope(values["reach"])])
    if "game" in values and values["game"] in GAMES:
        values["game"] = _(GAMES[values["game"]].name)
    if act.act == "account-changed":
        values["what"] = account_event_words(values["what"])
    name = isolate(act.name) or _("somebody")
    return {**values, "player": name, "about": name}


def details(act: Act) -> list[str]:
    changes = act.values.get("changes", {})
    changed = [
        _("%(label)s: %(text)s")
        % {"label": _field(name), "text": f"{_value(name, was)} → {_value(name, now)}"}
        for name, (was, now) in changes.items()
    ]
    return [*changed, *(_field(name) for name in act.values.get("fields", ()))]


def _field(name: str) -> str:
    return str(FIELDS.get(name, name))


def _value(name: str, value: Any) -> str:
    if name in {part.field for part in roles.Part}:
        return _(roles.AUDIENCE_WORDS[roles.Audience(value)])
    if name == "before_publication":
        return _(roles.BEFORE_PUBLICATION_WORDS[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(sorted(value)) or NOTHING
    return str(value) or NOTHING


def _codes(source: str, text: str) -> Collection[str]:
    # Of the acts of a source whose words contain a text.
    needle = text.casefold()
    if source == CLUB:
        words_by_code = {code: _(words) for code, words in ACTS.items()}
    elif source == EVENINGS:
        words_by_code = {name: _(act.title) for name, act in of_evenings.ACTS.items()}
    else:
        words_by_code = {
            name: _(act.title) for kind in of_seasons.ENTRIES.values() for name, act in kind.items()
        }
    return [code for code, words in words_by_code.items() if needle in words.casefold()]
