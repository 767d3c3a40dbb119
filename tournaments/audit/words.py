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
    words = {"server": _("whoever runs the server"), "visitor": _("a visitor")}
    return words.get(by) or ledger.who(by, users)


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
        values["role"] = _(ROLE_WORDS[Role(values["role"])])
    if "reach" in values:
        values["reach"] = _(REACH_WORDS[Reach(values["reach"])])
    if "game" in values and values["game"] in GAMES:
        values["game"] = GAMES[values["game"]].name
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
    if source == CLUB:
        words_by_code = {code: _(words) for code, words in ACTS.items()}
    elif source == EVENINGS:
        words_by_code = {name: _(act.title) for name, act in of_evenings.ACTS.items()}
    else:
        words_by_code = {
            name: _(act.title) for kind in of_seasons.ENTRIES.values() for name, act in kind.items()
        }
    return [code for code, words in words_by_code.items() if needle in words.casefold()]
