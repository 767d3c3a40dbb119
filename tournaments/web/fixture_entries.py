"""The ledger of a season of fixtures in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ranking.league.record import KeptFixture
from tournaments.ranking.league.tie_breaks import shown
from tournaments.ranking.season.life import SeasonAct
from tournaments.web.fixture_words import HALVES, halves

Body = Mapping[str, Any]
Names = Mapping[str, str]
Before = Mapping[str, KeptFixture]
"""Fixtures by their codes, as they stood before an entry."""
FEW = 6
"""So many fixtures of an entry are told one by one; of more only how many there are."""


def said_of_fixtures(act: SeasonAct, body: Body, names: Names, before: Before) -> str | None:
    """What an entry says; None where it is no act on fixtures and their entrants.

    Arguments:
        act: what was done.
        body: the data of the entry.
        names: what entrants are called, by their numbers.
        before: the fixtures as the entries before it left them.
    """
    fixtures = [KeptFixture.from_data(one) for one in body.get("fixtures", ())]
    if act == SeasonAct.RESULT:
        (fixture,) = fixtures
        return f"{_of_result(fixture, before.get(fixture.code))} {_told(fixture, names, before, whence=True)}"
    say = SAY.get(act)
    if say is None:
        return None
    told = [_told(one, names, before) for one in fixtures] if len(fixtures) <= FEW else []
    return f"{say(body, names)} {'; '.join(told)}".strip()


def follow(before: dict[str, KeptFixture], body: Body) -> None:
    """Let fixtures stand as an entry leaves them."""
    for code in body.get("undone", ()):
        before.pop(code, None)
    before |= {one["code"]: KeptFixture.from_data(one) for one in body.get("fixtures", ())}


def _of_result(fixture: KeptFixture, was: KeptFixture | None) -> str:
    """Whether a result is the first, or takes the place of another, or is none any more."""
    had_one = was is not None and not was.is_ahead
    if not fixture.is_ahead:
        return _("A result was corrected:") if had_one else _("A result:")
    if had_one:
        return _("A result was taken back:")
    return _("An evening is to give a result:") if fixture.evening else _("No evening gives this result:")


def _told(fixture: KeptFixture, names: Names, before: Before, *, whence: bool = False) -> str:
    """A fixture as it is now, and how it stood before where it had ended otherwise; `whence`: by which evening."""
    sides = {"home": _name(names, fixture.home), "away": _name(names, fixture.away)}
    if fixture.away is None:
        return (_("%(home)s is left out") if fixture.winner else _("%(home)s has a bye")) % sides
    met, now = f"{sides['home']} – {sides['away']}", _ended(fixture, names, whence=whence)
    told = f"{met}{':' if fixture.status == 'played' else ','} {now}" if now else met
    was = before.get(fixture.code)
    stood = _ended(was, names, whence=whence) if was is not None and not was.is_ahead else ""
    if not stood or stood == now:
        return told
    return _("%(now)s, before that %(before)s") % {"now": told, "before": stood}


def _ended(fixture: KeptFixture, names: Names, *, whence: bool) -> str:
    """How a fixture ended, or when it is to be."""
    score = f"{halves(fixture.games[0])} : {halves(fixture.games[1])}"
    points = f" ({fixture.points[0]} : {fixture.points[1]})" if fixture.points else ""
    words = {
        "planned": "",
        "played": f"{score}{points}",
        "postponed": _("postponed"),
        "void": _("void"),
        "forfeited": _("forfeited"),
    }[fixture.status]
    if fixture.forfeit in ("home", "away"):
        gone = fixture.home if fixture.forfeit == "home" else fixture.away
        words = _("%(name)s did not play") % {"name": _name(names, gone)}
    day = "" if fixture.status == "played" or not fixture.on else date_format(date.fromisoformat(fixture.on))
    evening = _("from the evening %(evening)s") % {"evening": fixture.evening}
    return ", ".join(filter(None, (words, day, evening if whence and fixture.evening else "")))


def _name(names: Names, number: int | None) -> str:
    return names.get(str(number), f"#{number}")


def _divide(body: Body, names: Names) -> str:
    if "placed" in body:
        return _("Seeds and divisions of entrants were changed.")
    told = ", ".join(one["name"] for one in body["divisions"])
    return _("The divisions were made: %(names)s.") % {"names": told}


def _enter(body: Body, names: Names) -> str:
    told = ", ".join(one["name"] for one in body["entrants"])
    return _("Entered: %(names)s.") % {"names": told}


def _leave(body: Body, names: Names) -> str:
    if "back" in body:
        return _("%(name)s plays on.") % {"name": _name(names, body["back"])}
    if "absent" in body:
        told = {"name": _name(names, body["absent"]), "round": body["round"]}
        words = {
            "draw": _("%(name)s asked to be left out of round %(round)s, which counts as a draw."),
            "nobody": _("%(name)s asked to be left out of round %(round)s, which counts as a loss."),
            "": _("%(name)s plays in round %(round)s after all."),
        }
        return words[body["counts"]] % told
    if "left" in body:
        return _("Number %(number)s was struck off.") % {"number": body["left"]}
    return _("%(name)s has withdrawn.") % {"name": _name(names, body["withdrawn"])}


def _merge(body: Body, names: Names) -> str:
    if body["read"]:
        return _("Players are read as one person, and results of evenings follow that:")
    return _("Players are two people again, and results of evenings follow that:")


def _counted(words: Callable[[int], str]) -> Callable[[Body, Names], str]:
    def say(body: Body, names: Names) -> str:
        count = len(body.get("fixtures", ()))
        undone = len(body.get("undone", ()))
        told = [words(count) % {"count": count}] if count else []
        if undone:
            gone = ngettext("%(count)s fixture was undone.", "%(count)s fixtures were undone.", undone)
            told.append(gone % {"count": undone})
        return " ".join(told)

    return say


def _taken(words: Callable[[], str]) -> Callable[[Body, Names], str]:
    def say(body: Body, names: Names) -> str:
        told: Iterable[str] = (one["evening"] for one in body["fixtures"])
        return words() % {"evening": ", ".join(told), "publication": body["publication"]}

    return say


def _adjust(body: Body, names: Names) -> str:
    amount = abs(body["points"])
    words = words_of_given(one=amount <= HALVES, gives=body["points"] > 0)
    return words % {"name": _name(names, body["adjusted"]), "points": shown("match_points", amount)}


def words_of_given(*, one: bool, gives: bool) -> str:
    """The sentence about points given or taken off, to be filled in; `one`: a point at the most."""
    count = 1 if one else 2
    if gives:
        return ngettext("%(name)s gets %(points)s point.", "%(name)s gets %(points)s points.", count)
    return ngettext("%(name)s loses %(points)s point.", "%(name)s loses %(points)s points.", count)


def _draw(body: Body, names: Names) -> str:
    if body.get("elsewhere"):
        count = len(body["fixtures"])
        words = ngettext(
            "%(count)s fixture of a round drawn elsewhere was entered.",
            "%(count)s fixtures of a round drawn elsewhere were entered.",
            count,
        )
        return words % {"count": count}
    return _made(body, names)


_made = _counted(
    lambda count: ngettext("%(count)s fixture was made.", "%(count)s fixtures were made.", count)
)


SAY: Mapping[SeasonAct, Callable[[Body, Names], str]] = {
    SeasonAct.DIVIDE: _divide,
    SeasonAct.ENTER: _enter,
    SeasonAct.LEAVE: _leave,
    SeasonAct.MERGE: _merge,
    SeasonAct.BONUS: _adjust,
    SeasonAct.DRAW: _draw,
    SeasonAct.PLAY_OFF: _counted(
        lambda count: ngettext("%(count)s play-off was made.", "%(count)s play-offs were made.", count)
    ),
    SeasonAct.POSTPONE: _counted(
        lambda count: ngettext(
            "%(count)s fixture has another day.", "%(count)s fixtures have other days.", count
        )
    ),
    SeasonAct.TAKE: _taken(
        lambda: _("A result came from the evening %(evening)s as published (%(publication)s).")
    ),
    SeasonAct.MOVE: _taken(
        lambda: _("The evening %(evening)s was published again (%(publication)s), and a result follows it.")
    ),
}
