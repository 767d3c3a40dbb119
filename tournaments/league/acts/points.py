"""Points given and taken off, lots between those who are level, and withdrawing either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from scoring.derivation import Sentence, gettext_noop, ngettext_lazy
from tournaments.evening.acts.act import EntryBounds, EntryNumber
from tournaments.league.acts.act import (
    UNDER_WAY,
    Body,
    Now,
    Reader,
    SeasonAct,
    SeasonRecord,
    check_takes_part,
    counted,
)
from tournaments.league.acts.setting_up import (
    LARGEST_LOTS,
    LONGEST_KEY,
    EntrantNumber,
    PersonOrEntrant,
    PlayerKey,
)
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures.results import Lots, commitment, draw_lots
from tournaments.ranking.series.rules import MOST_POINTS
from tournaments.ranking.series.units import amount_said
from tournaments.refusals import refuse

HALVES: Final = 2
"""Match points are counted in halves."""


class _Standing(SeasonAct):
    """What stands until it is withdrawn."""

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
    """Add points to somebody's total, or take some away, with a reason.

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
    return {
        "order": list(lots.order),
        "label": lots.label,
        "seed": lots.seed,
        "commitment": lots.commitment,
        "next_commitment": commitment(seed),
    }


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
