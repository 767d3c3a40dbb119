"""A season is set up, changed, opened, closed and reopened."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Final

from pydantic import ValidationError

from games.catalogue import GAMES
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.evening.acts.act import EntryBounds, and_then
from tournaments.evening.plan import plan_faults
from tournaments.league.acts.act import (
    NOT_OVER,
    SETTING_UP,
    UNDER_WAY,
    Body,
    Now,
    Reader,
    SeasonAct,
    SeasonRecord,
)
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures import rules as of_fixtures
from tournaments.ranking.fixtures.results import commitment
from tournaments.ranking.series import rules as of_evenings
from tournaments.refusals import checked_date, fault, refuse

# Field types of the acts of a season, with the bounds on what somebody may enter.
# Whether there is such a fixture, entrant or evening the act itself says, or who looks it up for it.

MOST_ENTRANTS: Final = 1000
LARGEST_KEY: Final = 2**63 - 1
LONGEST_NAME: Final = 40
"""Of a division or a category."""
LARGEST_LOTS: Final = 1000
"""Between so many at most lots are drawn."""
LONGEST_KEY: Final = 19
MOST_LINES: Final = 1000

EntrantNumber = Annotated[int, EntryBounds(ge=1, le=MOST_ENTRANTS)]
Level = Annotated[int, EntryBounds(ge=1, le=MOST_ENTRANTS)]
"""The level of a division, 1 for the highest."""
PlayerKey = Annotated[int, EntryBounds(ge=1, le=LARGEST_KEY)]
FixtureCode = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_NAME)]
EveningAddress = Annotated[str, EntryBounds(min_length=3, max_length=200)]
"""`club/evening`, as their addresses have them."""
Category = Annotated[str, EntryBounds(max_length=LONGEST_NAME)]
Word = Annotated[str, EntryBounds(max_length=20)]
PersonOrEntrant = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_KEY)]
"""The id of a player in a season of evenings, the number of an entrant in one of fixtures."""
Line = Annotated[str, EntryBounds(max_length=500)]
KINDS: Final = ("evenings", "fixtures")
TAKES: Final = ("every", "chosen")
COLUMNS: Final = ("name", "starts", "ends", "takes", "rules")


class _Settings(SeasonAct):
    """What a season is made with, or has from now on: its name, first and last day, which evenings, and its rules.

    Rules are as entered; what they leave out is as usual.
    """

    called: str
    starts: date
    ends: date
    takes: str = "every"
    rules: dict[str, Any]

    names = ("called",)

    def settings(self, kind: str, own_games: Collection[str]) -> dict[str, Any]:
        """The settings as the ledger has them. Raises Faults on a bad day or rule."""
        check_word("takes", self.takes, TAKES)
        _check_days(self.starts, self.ends)
        rules, version = checked_rules(kind, self.rules, own_games)
        return {
            "name": self.called,
            "kind": kind,
            "starts": self.starts.isoformat(),
            "ends": self.ends.isoformat(),
            "takes": self.takes,
            "rules": rules,
            "version": version,
        }

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.kind = body["kind"]
        record.columns = {name: body[name] for name in COLUMNS} | {"rules_version": body["version"]}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        version = Sentence(gettext_noop("Rules %(version)s."), {"version": body["version"][:8]})
        return and_then(Sentence(cls.sentence), version)


class Make(_Settings):
    """A new season, made of "evenings" or "fixtures"; `previous` is the address of the one it goes on from."""

    name, title = "make", gettext_noop("set the season up")
    sentence = gettext_noop("The season was set up.")
    when = SETTING_UP

    made_of: str
    previous: str | None = None

    def settings(self, kind: str, own_games: Collection[str]) -> dict[str, Any]:
        check_word("kind", kind, KINDS)
        return {**super().settings(kind, own_games), "previous": self.previous}

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return self.settings(self.made_of, now.outside.own_games)


class Change(_Settings):
    """Another name, other days or other rules; under way that takes a reason.

    The address stays. Rules that are changed under way hold for the whole season, from its first evening.
    """

    name, title = "change", gettext_noop("change the season")
    address = "change-season"
    usual_reasons = (
        gettext_noop("Decided by the members"),
        gettext_noop("Entered wrongly"),
    )
    sentence = gettext_noop("The season was changed.")
    when = NOT_OVER
    empty_reason = gettext_noop(
        "nothing was entered; a season under way is changed for a reason that all can read"
    )
    moves_tables = True

    def needs_reason_now(self, record: SeasonRecord) -> bool:
        return record.stage != "draft"

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return self.settings(record.kind, now.outside.own_games)


_WITH_A_REASON = gettext_noop("From then on, its rules change only with a reason.")
_BACK = gettext_noop("It can be reopened, with a reason that everybody can read.")


class Open(SeasonAct):
    """Visitors see the season, and evenings that are published from now on, or were before, count.

    Its entry holds the commitment to the seed of its lots.
    """

    name, title = "open", gettext_noop("open the season")
    address = "open-season"
    sentence = gettext_noop("The season was opened.")
    when, to = SETTING_UP, "open"
    label = gettext_noop("Open the season")
    warns = {
        "evenings": (
            gettext_noop("Visitors see the season, and every published evening that fits its rules counts."),
            _WITH_A_REASON,
        ),
        "fixtures": (gettext_noop("Visitors see the season, and its fixtures can be made."), _WITH_A_REASON),
    }
    moves_tables = True

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return {"commitment": commitment(now.outside.seed)}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        promise = gettext_noop("Commitment to the seed of the first lots: %(commitment)s.")
        return and_then(Sentence(cls.sentence), Sentence(promise, body))


class Close(SeasonAct):
    """The season's table is final, its prizes are won. A published evening that is corrected still moves it."""

    name, title = "close", gettext_noop("close the season")
    address = "close-season"
    sentence = gettext_noop("The season was closed.")
    when, to = UNDER_WAY, "closed"
    label = gettext_noop("Close the season")
    warns = {
        "evenings": (
            gettext_noop("The table becomes final, and the prizes are awarded."),
            gettext_noop("Its rules are fixed: no more bonuses are given and no more lots drawn."),
            gettext_noop(
                "An evening of the season that is published or corrected later still changes the table; the ledger "
                "says so."
            ),
            _BACK,
        ),
        "fixtures": (
            gettext_noop(
                "The table becomes final, and the next season can be made from it, with promotion and relegation."
            ),
            gettext_noop("No more results can be entered and no more fixtures made."),
            gettext_noop(
                "A result taken from an evening still follows corrections of that evening; the ledger says so."
            ),
            _BACK,
        ),
    }

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.closed_at = entry.at


class Reopen(SeasonAct):
    """Take the end of a season back; that takes a reason."""

    name, title = "reopen", gettext_noop("reopen the season")
    address = "reopen-season"
    usual_reasons = (
        gettext_noop("A result was wrong"),
        gettext_noop("A result came late"),
    )
    sentence = gettext_noop("The season was reopened.")
    when, to = ("closed",), "open"
    label = gettext_noop("Reopen the season")
    warns = {
        "evenings": (
            gettext_noop("The table is no longer final, and the prizes are open again."),
            gettext_noop("Bonuses can be given, lots drawn and rules changed as before."),
        ),
        "fixtures": (
            gettext_noop("The table is no longer final."),
            gettext_noop("Results can be entered and fixtures made as before."),
        ),
    }
    needs_reason = True
    empty_reason = gettext_noop("nothing was entered; a season is reopened for a reason that all can read")
    moves_tables = True

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.closed_at = None


def checked_rules(
    kind: str, entered: Mapping[str, Any], own_games: Collection[str]
) -> tuple[dict[str, Any], str]:
    """The rules of a season of that kind as they are stored, every one with its value, and their hash.

    Raises Faults with fields below `rules`.
    """
    module: Any = of_evenings if kind == "evenings" else of_fixtures
    model = of_evenings.SeasonRules if kind == "evenings" else of_fixtures.FixtureRules
    try:
        rules = model.model_validate(dict(entered))
    except ValidationError as refused:
        raise Faults(tuple(plan_faults(refused, "rules", model))) from refused
    unknown = tuple(_unknown_games(rules.games, own_games))
    if unknown:
        raise Faults(unknown)
    return rules.model_dump(mode="json"), module.version(rules)


def _unknown_games(games: tuple[str, ...], own_games: Collection[str]) -> Iterator[Fault]:
    for place, game in enumerate(games):
        if game not in GAMES and game not in own_games:
            yield fault(
                f"rules.games.{place}",
                "unknown-game",
                "“%(entered)s” is not played here; allowed: %(allowed)s",
                entered=game,
                allowed=", ".join(GAMES),
            )


def check_word(field: str, entered: str, allowed: Collection[str]) -> None:
    """Raise Faults where it is none of the words."""
    if entered not in allowed:
        refuse(
            field,
            "not-allowed",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=entered,
            allowed=", ".join(allowed) or "–",
        )


def _check_days(starts: date, ends: date) -> None:
    checked_date(starts)
    checked_date(ends)
    if ends < starts:
        refuse(
            "ends",
            "before-it-starts",
            "%(entered)s was entered; a season ends on its first day (%(first)s) or later",
            entered=ends.isoformat(),
            first=starts.isoformat(),
        )
