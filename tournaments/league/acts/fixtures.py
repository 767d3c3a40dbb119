"""Divisions, entrants and fixtures of a season: each entry holds what is so after it (`ranking.fixtures.record`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar, Final

from scoring.derivation import Sentence, Wording, gettext_noop, ngettext_lazy
from tournaments.evening.acts.act import and_then, in_a_row
from tournaments.league.acts import decisions
from tournaments.league.acts.act import (
    ALWAYS,
    NOT_OVER,
    SETTING_UP,
    UNDER_WAY,
    Body,
    Now,
    Reader,
    SeasonAct,
    SeasonRecord,
    counted,
)
from tournaments.league.acts.setting_up import FixtureCode
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures.record import KeptFixture, knock_out_steps
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.refusals import checked_date, refuse

FEW: Final = 6
"""So many fixtures of an entry are told one by one; of more only how many there are."""


class _OfFixtures(SeasonAct):
    """An act on a season of fixtures: its entry is what is so from now on, in the parts of an entry."""

    kind = "fixtures"

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.contest.take(entry.sequence, body)

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        fixtures = [KeptFixture.from_data(row) for row in body.get("fixtures", ())]
        first = cls.opening(body, reader)
        if not 0 < len(fixtures) <= FEW:
            return first
        return and_then(
            first,
            in_a_row([met(fixture, reader) for fixture in fixtures], gettext_noop("%(before)s; %(last)s")),
        )

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        """The sentence that stands before the fixtures."""
        return Sentence(cls.sentence)


class Divide(_OfFixtures):
    name, title = "divide", gettext_noop("make the divisions")
    when = SETTING_UP

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        if "placed" in body:
            return Sentence(gettext_noop("Seeds and divisions of entrants were changed."))
        names = ", ".join(division["name"] for division in body["divisions"])
        return Sentence(gettext_noop("The divisions were made: %(names)s."), {"names": names})


class Enter(_OfFixtures):
    """Enter somebody, or change who is entered under a number."""

    name, title = "enter", gettext_noop("enter somebody")
    when = NOT_OVER

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        names = ", ".join(entrant["name"] for entrant in body["entrants"])
        return Sentence(gettext_noop("Entered: %(names)s."), {"names": names})


class Leave(_OfFixtures):
    """An entrant plays no more, plays on, or is left out of a round of a Swiss."""

    name, title = "leave", gettext_noop("withdraw an entrant")
    asks_reason = True
    usual_reasons = (
        gettext_noop("Illness"),
        gettext_noop("Moved away"),
        gettext_noop("No time"),
    )
    when = NOT_OVER

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.contest.take(entry.sequence, body)
        if "withdrawn" in body:
            record.withdrawn_at[body["withdrawn"]] = entry.at
            record.withdrawals[body["withdrawn"]] = body
        record.withdrawn_at.pop(body.get("back", 0), None)

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        if "back" in body:
            return Sentence(gettext_noop("%(name)s plays on."), {"name": reader.entrant(body["back"])})
        if "absent" in body:
            words = {
                "draw": gettext_noop(
                    "%(name)s asked to be left out of round %(round)s, which counts as a draw."
                ),
                "nobody": gettext_noop(
                    "%(name)s asked to be left out of round %(round)s, which counts as a loss."
                ),
                "": gettext_noop("%(name)s plays in round %(round)s after all."),
            }
            who = {"name": reader.entrant(body["absent"]), "round": body["round"]}
            return Sentence(words[body["counts"]], who)
        if "left" in body:
            return Sentence(gettext_noop("Number %(number)s was struck off."), {"number": body["left"]})
        return Sentence(gettext_noop("%(name)s has withdrawn."), {"name": reader.entrant(body["withdrawn"])})


class _Counted(_OfFixtures):
    number: ClassVar[Wording]

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        sentences = []
        if body.get("fixtures"):
            sentences.append(counted(cls.number, len(body["fixtures"])))
        if body.get("undone"):
            gone = ngettext_lazy("%(count)s fixture was undone.", "%(count)s fixtures were undone.")
            sentences.append(counted(gone, len(body["undone"])))
        return in_a_row(sentences, "%(before)s %(last)s") if sentences else Sentence("")


class Draw(_Counted):
    name, title = "draw", gettext_noop("make fixtures")
    when = UNDER_WAY
    number = ngettext_lazy("%(count)s fixture was made.", "%(count)s fixtures were made.")

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        if not body.get("elsewhere"):
            return super().opening(body, reader)
        elsewhere = ngettext_lazy(
            "%(count)s fixture of a round drawn elsewhere was entered.",
            "%(count)s fixtures of a round drawn elsewhere were entered.",
        )
        return counted(elsewhere, len(body["fixtures"]))


class FollowKnockOut(Draw):
    """Bring every knock-out of the season on: fixtures whose sides are known are made, others are undone.

    `where_free`: what rests on a fixture that would be undone stays as it is, and is left to the secretary.
    """

    where_free: bool = False

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        if record.fixture_rules.has_table:
            return None
        steps = [knock_out_steps(division) for division in record.divisions if division.fixtures]
        new_fixtures = [fixture for new, _ in steps for fixture in new]
        undone = [fixture for _, gone in steps for fixture in gone]
        played = next(
            (fixture for fixture in undone if not fixture.is_ahead and fixture.status != "void"), None
        )
        if played is not None and not self.where_free:
            refuse(
                "fixture",
                "played-since",
                "%(home)s and %(away)s have a result that rests on this one; take that back first",
                home=record.name_of(played.home),
                away=record.name_of(played.away),
            )
        if played is not None or not (new_fixtures or undone):
            return None
        return {"fixtures": fixtures_data(new_fixtures), "undone": [fixture.code for fixture in undone]}


class PlayOff(_Counted):
    name, title = "play_off", gettext_noop("make play-offs")
    when = UNDER_WAY
    number = ngettext_lazy("%(count)s play-off was made.", "%(count)s play-offs were made.")


class Postpone(_Counted):
    name, title = "postpone", gettext_noop("postpone a fixture")
    asks_reason = True
    usual_reasons = (
        gettext_noop("Illness"),
        gettext_noop("Bad weather"),
        gettext_noop("No room that day"),
    )
    when = UNDER_WAY
    number = ngettext_lazy("%(count)s fixture has another day.", "%(count)s fixtures have other days.")


class Result(_OfFixtures):
    """How a fixture ended; or that it is ahead again."""

    name, title = "result", gettext_noop("enter a result")
    asks_reason = True
    when = UNDER_WAY

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        (fixture,) = [KeptFixture.from_data(row) for row in body["fixtures"]]
        first = _of_result(fixture, reader.before.get(fixture.code))
        return and_then(Sentence(first), met(fixture, reader, whence=True))


class Merge(_OfFixtures):
    """Results that evenings gave follow who is read as one person."""

    kind = ""
    name, title = "merge", gettext_noop("read two players as one person")
    when = ALWAYS

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        """Keeps what each fixture was before, for when they are two people again."""
        record.contest.take(entry.sequence, body)
        for then, since in zip(body.get("before", ()), body.get("fixtures", ()), strict=False):
            record.before_merges[since["code"]] = KeptFixture.from_data(then), KeptFixture.from_data(since)

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        if "read" not in body:
            template = gettext_noop("Two players are read as one person.")
        elif body["read"]:
            template = gettext_noop("Players are read as one person, and results of evenings follow that:")
        else:
            template = gettext_noop("Players are two people again, and results of evenings follow that:")
        return Sentence(template)


class TakeResult(_OfFixtures):
    """An evening was published, and gives fixtures their result."""

    name, title, when = decisions.Take.name, decisions.Take.title, decisions.Take.when
    sentence = gettext_noop("A result came from the evening “%(evening)s” as published (%(publication)s).")

    @classmethod
    def opening(cls, body: Body, reader: Reader) -> Sentence:
        # A final that follows has none.
        evening = next(row["evening"] for row in body["fixtures"] if row["evening"])
        return Sentence(
            cls.sentence, {"evening": reader.evening(evening), "publication": body["publication"]}
        )


class MoveResult(TakeResult):
    """An evening was published again, and a result follows it."""

    name, title, when = decisions.Move.name, decisions.Move.title, decisions.Move.when
    sentence = gettext_noop(
        "The evening “%(evening)s” was published again (%(publication)s), and a result follows it."
    )


def fixtures_data(fixtures: Sequence[KeptFixture]) -> list[dict[str, object]]:
    return [fixture.as_data() for fixture in fixtures]


def follow(before: dict[str, KeptFixture], body: Body) -> None:
    """Bring `before`, the fixtures by code, to what they are after an entry."""
    for code in body.get("undone", ()):
        before.pop(code, None)
    before |= {row["code"]: KeptFixture.from_data(row) for row in body.get("fixtures", ())}


def _of_result(fixture: KeptFixture, was: KeptFixture | None) -> str:
    had_one = was is not None and not was.is_ahead
    if not fixture.is_ahead:
        return gettext_noop("A result was corrected:") if had_one else gettext_noop("A result:")
    if had_one:
        return gettext_noop("A result was taken back:")
    if fixture.evening:
        return gettext_noop("An evening is to give a result:")
    return gettext_noop("No evening gives this result:")


def met(fixture: KeptFixture, reader: Reader, *, whence: bool = False) -> Sentence:
    """A fixture now, and how it ended before if otherwise; `whence`: with the evening of the result."""
    sides = {"home": reader.entrant(fixture.home), "away": reader.entrant(fixture.away)}
    if fixture.away is None:
        left_out, bye = gettext_noop("%(home)s is left out"), gettext_noop("%(home)s has a bye")
        return Sentence(left_out if fixture.winner else bye, sides)
    met, now = Sentence("%(home)s – %(away)s", sides), _ended(fixture, reader, whence=whence)
    if now:
        joint = gettext_noop("%(before)s: %(last)s") if fixture.status == "played" else "%(before)s, %(last)s"
        met = in_a_row((met, in_a_row(now)), joint)
    was = reader.before.get(fixture.code)
    stood = _ended(was, reader, whence=whence) if was is not None and not was.is_ahead else []
    if not stood or stood == now:
        return met
    words = {"now": met, "before": in_a_row(stood)}
    return Sentence(gettext_noop("%(now)s, before that %(before)s"), words)


_STATES: Final[Mapping[str, str]] = {
    "postponed": gettext_noop("postponed"),
    "void": gettext_noop("void"),
    "forfeited": gettext_noop("forfeited"),
}


def _ended(fixture: KeptFixture, reader: Reader, *, whence: bool) -> list[Sentence | str]:
    parts: list[Sentence | str] = []
    if fixture.forfeit in ("home", "away"):
        gone = fixture.home if fixture.forfeit == "home" else fixture.away
        parts.append(Sentence(gettext_noop("%(name)s did not play"), {"name": reader.entrant(gone)}))
    elif fixture.status == "played":
        points = f" ({fixture.points[0]} : {fixture.points[1]})" if fixture.points else ""
        own, theirs = (tie_break_text("games_won", games) for games in fixture.games)
        parts.append(f"{own} : {theirs}{points}")
    elif fixture.status in _STATES:
        parts.append(Sentence(_STATES[fixture.status]))
    if fixture.status != "played" and fixture.on:
        parts.append(reader.day(fixture.on))
    if whence and fixture.evening:
        parts.append(
            Sentence(
                gettext_noop("from the evening “%(evening)s”"), {"evening": reader.evening(fixture.evening)}
            )
        )
    return parts


def fixture_of(record: SeasonRecord, code: str) -> KeptFixture:
    """The fixture with this code. Raises Faults where there is none, and for a bye."""
    fixture = record.contest.fixtures.get(code)
    if fixture is None:
        refuse("fixture", "unknown", "there is no fixture %(entered)s", entered=code)
    if fixture.away is None:
        refuse("fixture", "a-bye", "%(name)s has nobody to meet", name=record.name_of(fixture.home))
    return fixture


class PostponeFixture(Postpone):
    """A fixture ahead is played later, on another day if that is known.

    Attributes:
        fixture: its code.
        day: the day; None where it is not known yet.
    """

    address = "postpone-fixture"
    example: ClassVar[Mapping[str, Any]] = {"fixture": "2:3.1", "day": "2026-12-04", "reason": "illness"}

    fixture: FixtureCode
    day: date | None = None

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        fixture = fixture_of(record, self.fixture)
        if not fixture.is_ahead:
            refuse("fixture", "has-a-result", "it has a result already; take that back first")
        later = replace(fixture, status="postponed", on=_written(self.day))
        return {"fixtures": fixtures_data([later])}


class SetDays(Postpone):
    """Give rounds their days, by their numbers; a fixture that was postponed keeps its own. None takes a day away."""

    address = "set-days"

    days: Mapping[int, date | None]

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        days = {number: _written(day) for number, day in self.days.items()}
        changed = [
            replace(fixture, on=days[fixture.round])
            for fixture in record.fixtures
            if fixture.status == "planned" and fixture.on != days.get(fixture.round, fixture.on)
        ]
        return {"fixtures": fixtures_data(changed)} if changed else None


def _written(day: date | None) -> str:
    return "" if day is None else checked_date(day).isoformat()
