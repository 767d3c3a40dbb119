"""Who did what in a club, over REST."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Literal, Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from tournaments.audit import reads
from tournaments.audit.reads import SOURCES, Act, AuditFilter
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.reads.access import account_event_words
from tournaments.club.roles import (
    AUDIENCE_WORDS,
    BEFORE_PUBLICATION_WORDS,
    ROLE_WORDS,
    SCOPE_WORDS,
    Audience,
    Part,
    Role,
    TokenScope,
)
from tournaments.club.services.audit import ACTS
from tournaments.evening import acts as of_evenings
from tournaments.evening.reads.desk import Club
from tournaments.evening.web.desk import ledger
from tournaments.league import acts as of_seasons
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, By, Entered, Example
from tournaments.site.api.query import CountedPage, OffsetPage
from tournaments.site.web.pages import isolate

SOURCE_WORDS: Final = {
    "club": later("The club"),
    "evenings": later("Evenings"),
    "leagues": later("Leagues"),
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
    return words.get(by) or ledger.who(by, users)


def sentence(act: Act) -> str:
    """The sentence of an act of the club; of an act in a ledger its title, as the ledger has the whole."""
    if act.source != reads.CLUB:
        return _title(act)
    if act.act not in ACTS:
        return act.act.replace("-", " ")
    return _(ACTS[act.act]) % _values(act)


def _title(act: Act) -> str:
    known: Any = (
        of_evenings.ACTS.get(act.act)
        if act.source == reads.EVENINGS
        else of_seasons.ENTRIES[act.season_kind].get(act.act)
    )
    title = _(known.title) if known else act.act.replace("_", " ")
    return f"{title[:1].upper()}{title[1:]}"


def _values(act: Act) -> dict[str, Any]:
    values = dict(act.values)
    if "role" in values:
        values["role"] = _(ROLE_WORDS[Role(values["role"])])
    if "reach" in values:
        values["reach"] = _(SCOPE_WORDS[TokenScope(values["reach"])])
    if "game" in values and values["game"] in GAMES:
        values["game"] = _(GAMES[values["game"]].name)
    if act.act == "account-changed":
        values["what"] = account_event_words(values["what"])
    name = isolate(act.name) or _("somebody")
    return {**values, "player": name, "about": name}


def details(act: Act) -> list[str]:
    """What was changed where the sentence leaves it open: each field, with its old and its new value."""
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
    if name in {part.field for part in Part}:
        return _(AUDIENCE_WORDS[Audience(value)])
    if name == "before_publication":
        return _(BEFORE_PUBLICATION_WORDS[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(sorted(value)) or NOTHING
    return str(value) or NOTHING


def codes(source: str, text: str) -> Collection[str]:
    """The codes of the acts of a source whose words contain a text."""
    needle = text.casefold()
    if source == reads.CLUB:
        words_by_code = {code: _(words) for code, words in ACTS.items()}
    elif source == reads.EVENINGS:
        words_by_code = {name: _(act.title) for name, act in of_evenings.ACTS.items()}
    else:
        words_by_code = {
            name: _(act.title) for kind in of_seasons.ENTRIES.values() for name, act in kind.items()
        }
    return [code for code, words in words_by_code.items() if needle in words.casefold()]


LONGEST_WHO: Final = 40
LONGEST_ACT: Final = 30
LONGEST_WORDS: Final = 80


class WantedActs(OffsetPage):
    is_alone = False
    who = query.words(LONGEST_WHO, "Of whom, as `by` has it.")
    what = query.words(LONGEST_ACT, f"Of which source ({', '.join(SOURCES)}), or which act of the club.")
    since = query.day()
    until = query.day()
    q = query.words(LONGEST_WORDS, "Words of the sentence, or of what the act is about.")


class DoneInClub(Answer):
    """One act: what (`act` of a `source`, with the values that were kept), who, when, and from where."""

    at: Entered
    by: By
    who: Annotated[str, Example("Ann Lee")]
    source: Annotated[Literal["club", "evenings", "leagues"], Example("club")]
    act: Annotated[str, Example("role-changed")]
    what: Annotated[str, Example("Bea Ray was made secretary.")]
    values: Annotated[dict[str, Any], Example({"role": 3, "before": 2})]
    where: str
    network: Annotated[str, Example("192.0.2.0/24")]
    browser: Annotated[str, Example("Firefox")]

    @classmethod
    def from_view(cls, view: Act) -> Self:
        return cls.read(view, what=sentence(view))


class ActPage(CountedPage):
    """A part of the list, and the addresses of the parts before and after it."""

    results: list[DoneInClub]


ACTS_OF_CLUB = Address(f"{CLUB}acts/", "club-acts", needs=Role.OWNER)


@ACTS_OF_CLUB.get()
def list_acts(club: Club, wanted: WantedActs) -> ActPage:
    """What was done in the club, the newest first, with the acts of its ledgers; these have the whole of theirs.

    Where something was done from (`network`, a part of the address, and the browser) is kept for 90 days.
    """
    params = wanted.cleaned_data
    filters = AuditFilter(params["who"], params["what"], params["since"], params["until"], params["q"])

    def fetch(after: list[Any] | None, passed: int, count: int) -> list[reads.Place]:
        begin = reads.place_of(after) if after else None
        return list(reads.acts_of(club, filters, codes, after=begin)[passed : passed + count])

    page = wanted.fetched(fetch, lambda place: (place[0].isoformat(), *place[1:]))
    acts = [DoneInClub.from_view(act) for act in reads.read(page.rows, who)]
    return ActPage.read(page, count=reads.acts_of(club, filters, codes).count(), results=acts)
