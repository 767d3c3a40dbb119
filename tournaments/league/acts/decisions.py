"""What the secretary decides beside results: evenings, categories, points given and taken off, lots, withdrawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, ClassVar, Final

from scoring.derivation import Sentence, gettext_noop, ngettext_lazy
from tournaments.evening.acts.act import EntryBounds, EntryNumber
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
    counted,
)
from tournaments.league.acts.setting_up import (
    LARGEST_LOTS,
    LONGEST_KEY,
    Category,
    EntrantNumber,
    EveningAddress,
    PersonOrEntrant,
    PlayerKey,
    check_word,
)
from tournaments.league.acts.setting_up import Word as Choice
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures.results import Lots, commitment, draw_lots
from tournaments.ranking.series.rules import MOST_POINTS
from tournaments.ranking.series.units import amount_said
from tournaments.refusals import refuse

CHOICES: Final = ("", "in", "out")


class _OfEvening(SeasonAct):
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
        check_word("category", self.category, names)
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


HALVES: Final = 2
"""Match points are counted in halves."""


class _Standing(SeasonAct):
    when = UNDER_WAY
    moves_tables = True

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.standing[entry.sequence] = body
        record.contest.take(entry.sequence, body)


class _Points(_Standing):
    """Points are given, or taken off; that takes a reason."""

    name, title = "bonus", gettext_noop("give a bonus or a penalty")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Came late"),
        gettext_noop("Unfair play"),
        gettext_noop("Decision of the club"),
    )
    empty_reason = gettext_noop(
        "nothing was entered; points are given or taken for a reason that all can read"
    )

    points: Annotated[int, EntryBounds(ge=-MOST_POINTS, le=MOST_POINTS)]

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        of_entrant = "adjusted" in body
        unit = HALVES if of_entrant else reader.unit
        name = reader.entrant(body["adjusted"]) if of_entrant else reader.person(body["player"])
        amount = abs(body["points"])
        gets = ngettext_lazy("%(name)s gets %(points)s point.", "%(name)s gets %(points)s points.")
        loses = ngettext_lazy("%(name)s loses %(points)s point.", "%(name)s loses %(points)s points.")
        words = gets if body["points"] > 0 else loses
        return counted(words, 1 if amount <= unit else 2, name=name, points=amount_said(amount, unit))


class GiveBonus(_Points):
    """Add points to somebody's total in a season of evenings, or take some away, with a reason.

    Attributes:
        player: by id.
        points: in the units of the season's rules; less than nothing takes them off.
    """

    kind = "evenings"
    address = "give-bonus"
    example: ClassVar[Mapping[str, Any]] = {"player": 12, "points": -4, "reason": "came late"}

    player: PlayerKey

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        _check_points(self.points)
        check_takes_part(now, self.player)
        return {"player": self.player, "points": self.points}


class GivePoints(_Points):
    """Give an entrant of a season of fixtures match points or, below nothing, take them off; in halves."""

    kind = "fixtures"
    address, operation, has_own_door = "points", "give_league_points", True

    entrant: EntrantNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        if not record.fixture_rules.has_table:
            refuse(
                "season", "no-table", "a knock-out has no table, so there are no points to give or take off"
            )
        _check_points(self.points)
        if self.entrant not in record.contest.entrants:
            refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=self.entrant)
        return {"adjusted": self.entrant, "points": self.points}


def _check_points(points: int) -> None:
    if not points or abs(points) > MOST_POINTS:
        refuse(
            "points",
            "out-of-range",
            "“%(entered)s” was entered; allowed: up to %(most)s, more or less than nothing",
            entered=points,
            most=MOST_POINTS,
        )


class DrawLots(_Standing):
    """Draw lots by the season's seed.

    The commitment to the seed is shown from the day the season is opened. A draw uses the seed, shows it, and puts
    a fresh one in its place, whose commitment stands in the same entry.

    Attributes:
        between: players by id in a season of evenings, entrants by number in one of fixtures.
    """

    name, title = "lots", gettext_noop("draw lots")
    address, body_name = "draw-lots", "Lots"
    example: ClassVar[Mapping[str, Any]] = {"between": ["12", "14"]}

    between: Annotated[tuple[PersonOrEntrant, ...], EntryBounds(max_length=LARGEST_LOTS)]

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        _check_each_once(record, now, self.between)
        lots = draw_lots(self.between, seed=now.outside.seed, label=f"lots:{now.outside.entries + 1}")
        now.outside.renew_seed()
        return _lots_body(lots, now.outside.seed)

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        order = ", ".join(reader.entrant(key) for key in body["order"])
        if not body["seed"]:
            return Sentence(gettext_noop("Lots drawn by hand, in this order: %(order)s."), {"order": order})
        template = gettext_noop(
            "Lots drawn by the seed %(seed)s for “%(label)s”, in this order: %(order)s. Next commitment: %(next)s."
        )
        words = {"seed": body["seed"], "label": body["label"], "next": body["next_commitment"]}
        return Sentence(template, {**words, "order": order})


class RecordLots(DrawLots):
    """Record lots that were drawn by hand, the best first."""

    address = "record-lots"

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        _check_each_once(record, now, self.between)
        return _lots_body(Lots(self.between), now.outside.seed)


def _lots_body(lots: Lots, seed: str) -> Body:
    return {**asdict(lots), "order": list(lots.order), "next_commitment": commitment(seed)}


def _check_each_once(record: SeasonRecord, now: Now, between: Sequence[str]) -> None:
    if not 2 <= len(between) <= LARGEST_LOTS or len(set(between)) != len(between):
        refuse("between", "each-once", "lots are drawn between two or more, each named once")
    keys = [int(key) for key in between if key.isascii() and key.isdigit() and len(key) < LONGEST_KEY]
    known = now.outside.has_line(keys) if record.has_evenings else set(keys) & set(record.contest.entrants)
    stranger = next((key for key in between if key not in map(str, known)), None)
    if stranger is not None:
        refuse("between", "unknown", "“%(entered)s” is nobody in this season", entered=stranger)


class Withdraw(SeasonAct):
    """Withdraw a bonus, a penalty or lots; the entry stays and says so. Takes a reason.

    Attributes:
        sequence: the number of the entry in the ledger of the season.
    """

    name, title = "withdraw", gettext_noop("withdraw an entry")
    address, body_name = "withdraw-entry", "WithdrawnEntry"
    example: ClassVar[Mapping[str, Any]] = {"sequence": 41, "reason": "it was somebody else"}
    sentence = gettext_noop("Entry %(number)s was withdrawn.")
    when = UNDER_WAY
    needs_reason = True
    empty_reason = gettext_noop("nothing was entered; an entry is withdrawn for a reason that all can read")
    moves_tables = True

    sequence: EntryNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        if self.sequence not in record.standing:
            refuse(
                "sequence",
                "no-such-entry",
                "entry %(entered)s was named; to be withdrawn: %(allowed)s",
                entered=self.sequence,
                allowed=", ".join(map(str, record.standing)) or "–",
            )
        return {"of": self.sequence}

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        record.standing.pop(body["of"], None)
        record.contest.take(entry.sequence, body)

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        return Sentence(cls.sentence, {"number": body["of"]})
