"""Which evenings a season takes, the secretary's word about single ones, and who is in which category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from scoring.derivation import Sentence, gettext_noop
from tournaments.league.acts.act import (
    ALWAYS,
    NOT_OVER,
    UNDER_WAY,
    Body,
    Now,
    Reader,
    SeasonAct,
    SeasonRecord,
    Word,
    check_takes_part,
)
from tournaments.league.acts.setting_up import Category, EveningAddress, PlayerKey
from tournaments.league.acts.setting_up import Word as Choice
from tournaments.ledger.chain import Entry
from tournaments.ranking.series.units import amount_said
from tournaments.refusals import refuse

CHOICES: Final = ("", "in", "out")


class _OfEvening(SeasonAct):
    """The secretary's word about an evening, by its address `club/evening`."""

    kind = "evenings"
    moves_tables = True

    evening: EveningAddress

    @property
    def about(self) -> str:
        return self.evening

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        word = {name: value for name, value in body.items() if name in Word._fields}
        record.words[body["evening"]] = record.words.get(body["evening"], Word())._replace(**word)


class Choose(_OfEvening):
    """Take an evening in, leave it out, or let the rule of the season decide; under way that takes a reason.

    Attributes:
        evening: its address, `club/evening`.
        choice: "in", "out", or "" for the rule of the season.
    """

    name, title = "choose", gettext_noop("choose an evening")
    address, asks_reason, body_name = "choose-evening", True, "EveningChoice"
    example: ClassVar[Mapping[str, Any]] = {
        "evening": "rooster-club/friday-progressive",
        "choice": "out",
        "reason": "only a trial",
    }
    when = NOT_OVER
    empty_reason = gettext_noop("nothing was entered; an evening is chosen for a reason that all can read")

    choice: Choice

    def needs_reason_now(self, record: SeasonRecord) -> bool:
        return record.stage != "draft"

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        if self.choice not in CHOICES:
            refuse(
                "choice",
                "not-allowed",
                "“%(entered)s” was entered; allowed: in, out or nothing",
                entered=self.choice,
            )
        check_fits(record, now, self.evening)
        return {"evening": self.evening, "choice": self.choice}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        words = {
            "in": gettext_noop("The evening “%(evening)s” was taken in."),
            "out": gettext_noop("The evening “%(evening)s” was left out."),
            "": gettext_noop("The rule of the season decides about the evening “%(evening)s” again."),
        }
        return Sentence(words[body["choice"]], {"evening": reader.evening(body["evening"])})


def check_fits(record: SeasonRecord, now: Now, address: str) -> None:
    evening = now.outside.evening(address)
    if not evening.takes_part:
        refuse(
            "evening",
            "not-in-the-league",
            "“%(entered)s” is of a club that takes no part in the league",
            entered=evening.name,
        )
    games = record.columns["rules"]["games"]
    if evening.game not in games:
        refuse(
            "evening",
            "another-game",
            "“%(entered)s” was played; the season is played at %(allowed)s",
            entered=evening.game,
            allowed=", ".join(games),
        )


class DeclareVoid(_OfEvening):
    """Declare that an evening of the season counts for nobody, or take that back; with a reason.

    Attributes:
        evening: its address, `club/evening`.
        void: false takes it back.
    """

    name, title = "void", gettext_noop("declare an evening void")
    address, body_name = "declare-evening-void", "VoidEvening"
    example: ClassVar[Mapping[str, Any]] = {
        "evening": "rooster-club/friday-progressive",
        "void": True,
        "reason": "a pack was short of a card",
    }
    when = UNDER_WAY
    needs_reason = True
    empty_reason = gettext_noop("nothing was entered; an evening is void for a reason that all can read")

    void: bool

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        evening = now.outside.evening(self.evening)
        if not evening.is_taken:
            refuse("evening", "not-counted", "“%(entered)s” is not in the season", entered=evening.name)
        return {"evening": self.evening, "void": self.void}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        void = gettext_noop("The evening “%(evening)s” was declared void.")
        counts = gettext_noop("The evening “%(evening)s” counts again.")
        return Sentence(void if body["void"] else counts, {"evening": reader.evening(body["evening"])})


class _FromEvening(SeasonAct):
    """What a publication brings is taken whenever it comes: a corrected result moves a season that is over."""

    when = ALWAYS

    evening: str
    publication: int | None

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return {"evening": self.evening, "publication": self.publication}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        return Sentence(cls.sentence, {**body, "evening": reader.evening(body["evening"])})


class Take(_FromEvening):
    """An evening is taken for the first time; in a season of fixtures it gives a result."""

    name, title = "take", gettext_noop("take an evening in")
    sentence = gettext_noop("The evening “%(evening)s” was taken in as published (%(publication)s).")


class Move(_FromEvening):
    """An evening was published again, or counts no more: the table moves, by the places and totals of who `moved`."""

    name, title = "move", gettext_noop("take a corrected evening in")
    sentence = gettext_noop(
        "The evening “%(evening)s” was corrected and published again (%(publication)s): the table moved."
    )

    before: int | None
    moved: list[dict[str, object]]

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return {**super().decide(record, now), "before": self.before, "moved": self.moved}

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        sentence = super().describe(body, reader)
        gone = gettext_noop("The evening “%(evening)s” counts no more.")
        return sentence if body["publication"] is not None else Sentence(gone, sentence.values)

    @classmethod
    def tells_more(cls, body: Body, reader: Reader) -> Iterable[Sentence]:
        for moved in body.get("moved", ()):
            words = {
                "name": reader.person(moved["player"]),
                "before": _line(moved["before"], reader.unit),
                "after": _line(moved["after"], reader.unit),
            }
            yield Sentence(gettext_noop("%(name)s: %(before)s → %(after)s"), words)


def _line(line: list[Any] | None, unit: int) -> Sentence:
    if line is None:
        return Sentence(gettext_noop("no line"))
    place, total = line
    points = amount_said(total, unit)
    if place is None:
        return Sentence(gettext_noop("no place, %(points)s points"), {"points": points})
    return Sentence(gettext_noop("place %(place)s, %(points)s points"), {"place": place, "points": points})


class PutInCategory(SeasonAct):
    """Put somebody into a category that goes by person, or take them out.

    Attributes:
        player: by id.
        category: as the rules name it.
        belongs: false takes them out.
    """

    kind = "evenings"
    name, title = "category", gettext_noop("put somebody into a category")
    address = "put-in-category"
    example: ClassVar[Mapping[str, Any]] = {"player": 12, "category": "Juniors", "belongs": True}
    when = NOT_OVER
    moves_tables = True

    player: PlayerKey
    category: Category
    belongs: bool

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        names = [
            category["name"]
            for category in record.columns["rules"]["categories"]
            if category["by"] == "person"
        ]
        if self.category not in names:
            refuse(
                "category",
                "not-allowed",
                "“%(entered)s” was entered; allowed: %(allowed)s",
                entered=self.category,
                allowed=", ".join(names) or "–",
            )
        check_takes_part(now, self.player)
        if ((self.category, self.player) in record.members) == self.belongs:
            return None
        return {"player": self.player, "category": self.category, "in": self.belongs}

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        key = (body["category"], body["player"])
        record.members.pop(key, None)
        if body["in"]:
            record.members[key] = None

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        enters = gettext_noop("%(name)s is in “%(category)s”.")
        leaves = gettext_noop("%(name)s is no longer in “%(category)s”.")
        words = {"name": reader.person(body["player"]), "category": body["category"]}
        return Sentence(enters if body["in"] else leaves, words)
