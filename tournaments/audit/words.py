"""Acts as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from tournaments.audit.reads import CLUB, EVENINGS, Act
from tournaments.club.audited import ACTS
from tournaments.club.publicity import AUDIENCE_WORDS, BEFORE_PUBLICATION_WORDS, Audience, Part
from tournaments.club.reads.accounts import account_event_words
from tournaments.club.roles import REACH_WORDS, ROLE_WORDS, Reach, Role
from tournaments.evening import acts as of_evenings
from tournaments.evening.web.desk import ledger
from tournaments.league import acts as of_seasons
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
    """A pseudonym as people say it."""
    words = {"server": _("whoever runs the server"), "visitor": _("a visitor")}
    return words.get(by) or ledger.who(by, users)


def sentence(act: Act) -> str:
    """What an act was; of one of a ledger its name, as the ledger itself has the whole."""
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
    told = dict(act.values)
    if "role" in told:
        told["role"] = _(ROLE_WORDS[Role(told["role"])])
    if "reach" in told:
        told["reach"] = _(REACH_WORDS[Reach(told["reach"])])
    if "game" in told and told["game"] in GAMES:
        told["game"] = GAMES[told["game"]].name
    if act.act == "account-changed":
        told["what"] = account_event_words(told["what"])
    name = isolate(act.name) or _("somebody")
    return {**told, "player": name, "about": name}


def details(act: Act) -> list[str]:
    """What was changed, where the sentence leaves it open: what it was and what it is."""
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
    """The acts of a source in whose words a text stands."""
    wanted = text.casefold()
    if source == CLUB:
        found = {code: _(words) for code, words in ACTS.items()}
    elif source == EVENINGS:
        found = {name: _(act.title) for name, act in of_evenings.ACTS.items()}
    else:
        found = {name: _(act.title) for kind in of_seasons.ENTRIES.values() for name, act in kind.items()}
    return [code for code, words in found.items() if wanted in words.casefold()]
