"""The director's decisions beside the hands: penalties, adjusted and unplayed games, players in wrong seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Final

from scoring.derivation import Sentence, gettext_noop, ngettext_lazy
from scoring.faults import Fault, Faults
from tournaments.club.roles import Role
from tournaments.evening.acts import act
from tournaments.evening.acts.bell import TakeBackBell
from tournaments.evening.acts.games import ChangesGame, ChangesResults, check_stopped, cut_again
from tournaments.evening.acts.round import Stop
from tournaments.evening.plan import Setup
from tournaments.evening.record import Body, Decision, PenaltyRecord, Record, RoundRecord, WrongSeats
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.seating import COUPLES, SEATS
from tournaments.refusals import fault, refuse

MOST_AT_A_TABLE = 10
NOT_POSSIBLE: Final = "not-possible"
Where = tuple[int, int, int]
"""A hand: its round, its table, its number there."""


class Penalty(ChangesResults):
    """Give each of some tickets (codes) so many points, below nothing for a penalty, above for an adjustment.

    They count in the points and in the points difference; games won and lost stay.
    """

    name, title = "penalty", gettext_noop("give a penalty")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Late"),
        gettext_noop("Talked about the hand"),
        gettext_noop("Played out of turn"),
        gettext_noop("Did not follow suit"),
    )
    example = {"tickets": ["k3v9"], "points": -5, "reason": "talked about the hand"}

    tickets: Annotated[Sequence[act.Code], act.EntryBounds(max_length=act.MOST_AT_ONCE)]
    points: act.Points

    def decide(self, record: Record, now: act.Now) -> Body:
        if not self.points or abs(self.points) > act.MOST_POINTS:
            refuse(
                "points",
                "out-of-range",
                "%(entered)s was entered; from -%(most)s to %(most)s, and not 0, is allowed",
                entered=self.points,
                most=act.MOST_POINTS,
            )
        _check_tickets(record, "tickets", self.tickets)
        return {"tickets": list(self.tickets), "points": self.points, "round": record.current_round}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        points = body["points"]
        words = (
            ngettext_lazy("%(points)s point deducted: %(names)s.", "%(points)s points deducted: %(names)s.")
            if points < 0
            else ngettext_lazy(
                "%(points)s point added for %(names)s.", "%(points)s points added for %(names)s."
            )
        )
        who = act.in_a_row(act.seat_called(code, names) for code in body["tickets"])
        values = {"count": abs(points), "points": abs(points), "names": who}
        return Sentence(words.template, values, words.plural)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.penalties[entry.sequence] = PenaltyRecord(tuple(body["tickets"]), body["points"])


class ExchangeSeats(ChangesResults):
    """Record that two tickets sat in each other's seats for some hands: these count for who really played them.

    The games stay those of the couples as announced.

    Attributes:
        hands: each by its round, its table, its number there.
        one, other: ticket codes; at each of the hands' tables at least one of them is seated in that round.
    """

    name, title = "wrong_seats", gettext_noop("record that two players sat in each other’s seats")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Sat in the wrong seats"),
        gettext_noop("Changed places by mistake"),
    )

    hands: Sequence[Where]
    one: str
    other: str

    def decide(self, record: Record, now: act.Now) -> Body:
        _check_tickets(record, "one", [self.one])
        _check_tickets(record, "other", [self.other])
        if self.one == self.other:
            refuse("other", "the-same", "two different players sat in each other's seats")
        for index, hand in enumerate(self.hands):
            if not self._played(record, hand):
                refuse(
                    f"hands.{index}",
                    "no-such-hand",
                    "hand %(number)s of table %(table)s in round %(round)s was played by neither of the two",
                    round=hand[0],
                    table=hand[1],
                    number=hand[2],
                )
        if not self.hands or len(set(self.hands)) != len(self.hands):
            refuse("hands", "each-once", "choose at least one hand, and each only once")
        return {
            "hands": [dict(zip(("round", "table", "number"), hand, strict=True)) for hand in self.hands],
            "one": self.one,
            "other": self.other,
        }

    def _played(self, record: Record, hand: Where) -> bool:
        number, table, which = hand
        round_ = record.rounds.get(number)
        if round_ is None or all(hand_record.number != which for hand_record in round_.hands.get(table, ())):
            return False
        seats = round_.seating.tables[table - 1]
        return self.one in seats or self.other in seats

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        hand = gettext_noop("round %(round)s, table %(table)s, hand %(number)s")
        both = {name: act.seat_called(body[name], names) for name in ("one", "other")}
        hands = act.in_a_row(
            (Sentence(hand, place) for place in body["hands"]), gettext_noop("%(before)s; %(last)s")
        )
        template = gettext_noop("%(one)s and %(other)s sat in each other's seats: %(hands)s.")
        return Sentence(template, {**both, "hands": hands})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        hands = tuple((hand["round"], hand["table"], hand["number"]) for hand in body["hands"])
        record.wrong_seats[entry.sequence] = WrongSeats(hands, body["one"], body["other"])


class AdjustGame(ChangesGame):
    """Let a game count these points, of couples A and B or of each seat, in place of its hands."""

    name, title = "adjust_game", gettext_noop("adjust the score of a game")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Points added up wrongly"),
        gettext_noop("A faulty pack"),
        gettext_noop("A hand was not entered"),
    )
    body_name = "AdjustedGame"
    example = {"round": 1, "table": 4, "points": [12, 9], "reason": "a torn card"}

    round: act.RoundNumber
    table: act.TableNumber
    points: Annotated[Sequence[act.Points], act.EntryBounds(max_length=MOST_AT_A_TABLE)]

    def decide(self, record: Record, now: act.Now) -> Body:
        round_ = self.game(record, self.round, self.table)
        check_stopped(round_)
        allowed = len(round_.points(self.table))
        if len(self.points) != allowed or any(abs(own) > act.MOST_POINTS for own in self.points):
            refuse(
                "points",
                "out-of-range",
                "%(entered)s was entered; %(count)s numbers from -%(most)s to %(most)s are allowed",
                entered=", ".join(map(str, self.points)) or "-",
                count=allowed,
                most=act.MOST_POINTS,
            )
        cut = self.cut_at(record, round_, self.table, self.points)
        return {"round": self.round, "table": self.table, "points": list(self.points), **cut}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        template = gettext_noop(
            "Round %(round)s, table %(table)s: the director set the game's score to %(points)s."
        )
        return act.with_cut(Sentence(template, {**body, "points": act.points_said(body["points"])}), body)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        _decide(record, body, Decision(entry.sequence, "adjusted", tuple(body["points"])))


Total = tuple[int, Sequence[int]]
"""A table, and the points of its couples or seats."""


class EnterTotals(act.Act):
    """Enter a round by its totals alone: of each table the points of its couples, or of each seat.

    They count in place of hands, and a round in play stops. Those `so_far` may be some of the tables.
    """

    name, title = "enter_totals", gettext_noop("enter the totals of a round")
    least = Role.SCORER
    when = act.IN_ROUND
    rounds_on = 0
    address = "totals"

    totals: Sequence[Total]
    so_far: bool = False

    def decide(self, record: Record, now: act.Now) -> Body:
        """Refused naming each place (`totals.0.points`) that cannot be."""
        round_ = record.rounds[record.current_round]
        tables = round_.seating.numbers
        by_table: dict[int, list[int]] = {}
        faults: list[Fault] = []
        for place, (table, points) in enumerate(self.totals):
            where = f"totals.{place}"
            if table not in tables or table in by_table:
                code = "no-such-table" if table not in tables else "table-twice"
                words = _NO_SUCH_TABLE if table not in tables else _TABLE_TWICE
                faults.append(fault(f"{where}.table", code, words, entered=table, allowed=len(tables)))
                continue
            by_table[table] = _of_seats(record, round_.points(table), points)
            faults += _impossible(
                record.setup(), table, by_table[table], len(round_.points(table)), f"{where}.points"
            )
        missing = [table for table in tables if table not in by_table]
        if missing and not (self.so_far and self.totals):
            words = gettext_noop(
                "no totals were entered for these tables: %(tables)s; each table in play needs them"
            )
            faults.append(fault("totals", "missing-table", words, tables=", ".join(map(str, missing))))
        if faults:
            raise Faults(faults)
        rows = [{"table": table, "points": points} for table, points in sorted(by_table.items())]
        return {"round": round_.number, "totals": True, "tables": rows}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        template = gettext_noop("Round %(round)s was entered by its totals only: %(tables)s.")
        template_of_table = gettext_noop("table %(table)s %(points)s")
        tables = (
            Sentence(template_of_table, {"table": row["table"], "points": act.points_said(row["points"])})
            for row in body["tables"]
        )
        joint = gettext_noop("%(before)s; %(last)s")
        return Sentence(template, {"round": body["round"], "tables": act.in_a_row(tables, joint)})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        for row in body["tables"]:
            if not round_.seating.has_table(row["table"]):
                raise act.UnknownReferenceError(f"there is no table {row['table']} in round {body['round']}")
            round_.decisions[row["table"]] = Decision(entry.sequence, "totals", tuple(row["points"]))
            round_.cuts.pop(row["table"], None)
        if record.status == Status.PLAYING or round_.stopped_by is not None:
            round_.stopped_by = entry.sequence

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        if record.status == Status.PLAYING:
            yield Stop()


_NO_SUCH_TABLE: Final = gettext_noop("table %(entered)s was entered; the tables in play are 1 to %(allowed)s")
_TABLE_TWICE: Final = gettext_noop("table %(entered)s was entered twice; each table has one entry")


def _of_seats(record: Record, stands: Sequence[int], points: Sequence[int]) -> list[int]:
    # Couples may tell theirs once, where every seat counts its own.
    couples = len(stands) == SEATS and record.made_plan().tables.partnership
    return [*points, *points] if couples and len(points) == len(COUPLES) else list(points)


def _impossible(setup: Setup, table: int, points: Sequence[int], count: int, where: str) -> Iterator[Fault]:
    if len(points) != count or any(abs(own) > act.MOST_POINTS for own in points):
        yield fault(
            where,
            "out-of-range",
            "%(entered)s was entered; %(count)s numbers from -%(most)s to %(most)s are allowed",
            entered=", ".join(map(str, points)) or "-",
            count=count,
            most=act.MOST_POINTS,
        )
        return
    can_be = setup.round_of(count)
    couples = setup.plan.tables.partnership and count == SEATS
    sides = list(points[:2]) if couples else list(points)
    if can_be is None:
        return
    words = {"table": table, "entered": " : ".join(map(str, sides))}
    if can_be.together is not None and sum(sides) != can_be.together:
        yield fault(
            where,
            NOT_POSSIBLE,
            "%(entered)s was entered for table %(table)s; the points of a round make %(together)s together",
            **words,
            together=can_be.together,
        )
    elif (couples and list(points[2:]) not in ([], sides)) or not can_be.allows(sides):
        yield fault(
            where,
            NOT_POSSIBLE,
            "%(entered)s was entered for table %(table)s; in a round each side makes %(least)s to %(most)s points",
            **words,
            least=can_be.least,
            most=can_be.most,
        )


class NotPlayed(ChangesGame):
    """Record that a game was not played, or abandoned: it counts for nobody.

    Who moves as its winners is cut by the evening's seed.
    """

    name, title = "not_played", gettext_noop("record a game as not played")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Somebody fell ill"),
        gettext_noop("A player was missing"),
        gettext_noop("A faulty pack"),
        gettext_noop("There was no time"),
    )
    fixed_fields = {"cut": ""}
    body_name, example = "UnplayedGame", {"round": 1, "table": 4, "reason": "somebody fell ill"}

    round: act.RoundNumber
    table: act.TableNumber

    def decide(self, record: Record, now: act.Now) -> Body:
        round_ = self.game(record, self.round, self.table)
        check_stopped(round_)
        nothing = (0,) * len(round_.points(self.table))
        score = round_.score(self.table)
        by_seed = (
            self if not (round_.keeping.is_won or score.go_on) else self.model_copy(update={"cut": "seed"})
        )
        cut = by_seed.cut_at(record, round_, self.table, nothing, cut_now=True)
        return {"round": self.round, "table": self.table, "points": list(nothing), **cut}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        template = gettext_noop(
            "Round %(round)s, table %(table)s: the game was recorded as not played; it counts for nobody."
        )
        cut = body.get("cut")
        if not cut:
            return Sentence(template, body)
        moves = gettext_noop("Drawn at random, couple %(winner)s moves as its winner.")
        return act.and_then(Sentence(template, body), Sentence(moves, {"winner": cut["winner"]}))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        _decide(record, body, Decision(entry.sequence, "not_played", tuple(body["points"])))


class Withdraw(ChangesGame):
    """Take a decision back: a penalty, an exchange of seats, an adjusted or unplayed game.

    Attributes:
        of: the ledger sequence of the decision.
    """

    name, title = "withdraw", gettext_noop("withdraw a decision")
    needs_reason = True
    usual_reasons = (
        gettext_noop("Decided by mistake"),
        gettext_noop("It was another table"),
        gettext_noop("It was settled another way"),
    )
    body_name, example = "Withdrawal", {"of": 30, "reason": "it was another table"}
    takes_back = ("penalty", "wrong_seats", "adjust_game", "not_played", "enter_totals")

    of: act.EntryNumber

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        return cls(of=sequence, reason=reason)

    @classmethod
    def blocks_undo(cls, body: Body, later: act.LaterEntry) -> bool:
        """Totals stop the round by themselves."""
        return not ("totals" in body and later.by_itself) and super().blocks_undo(body, later)

    def decide(self, record: Record, now: act.Now) -> Body:
        if self.of in record.penalties or self.of in record.wrong_seats:
            return {"of": self.of}
        if by_totals := _round_of_totals(record, self.of):
            if by_totals.closed_at:
                refuse(
                    "of",
                    "round-closed",
                    "round %(round)s is closed, and its totals are settled; adjust the score of a table instead",
                    round=by_totals.number,
                )
            return {"of": self.of, "round": by_totals.number}
        decided = (
            (round_.number, table)
            for round_ in record.rounds.values()
            for table, decision in round_.decisions.items()
            if decision.sequence == self.of
        )
        where = next(decided, None)
        if where is None:
            refuse("of", "no-such-decision", "entry %(entered)s is not a decision in force", entered=self.of)
        round_, table = self.game(record, *where), where[1]
        totals = round_.decisions[table].totals
        cut = self.cut_at(record, round_, table, totals.points if totals else round_.hands_points(table))
        return {"round": round_.number, "table": table, "of": self.of, **cut}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        if "table" not in body:
            return Sentence(gettext_noop("The decision of entry %(of)s was withdrawn."), body)
        template = gettext_noop(
            "Round %(round)s, table %(table)s: the decision of entry %(of)s was withdrawn; the hands count again."
        )
        return act.with_cut(Sentence(template, body), body)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        withdrawn = body["of"]
        if withdrawn in record.penalties:
            del record.penalties[withdrawn]
        elif withdrawn in record.wrong_seats:
            del record.wrong_seats[withdrawn]
        elif "table" not in body:
            round_ = record.rounds[body["round"]]
            for table in [at for at, decision in round_.decisions.items() if decision.sequence == withdrawn]:
                del round_.decisions[table]
                round_.cuts.pop(table, None)
        else:
            round_ = record.rounds[body["round"]]
            if round_.decisions[body["table"]].sequence != withdrawn:
                raise ValueError("another decision stands")
            totals = round_.decisions.pop(body["table"]).totals
            if totals:
                round_.decisions[body["table"]] = totals
            cut_again(round_, body["table"], body)

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        """Play resumes where these totals had stopped it."""
        yield from super().follow_ups(record)
        round_ = record.rounds.get(record.current_round)
        if record.status == Status.BELL and round_ and round_.stopped_by == self.of:
            yield TakeBackBell(reason=self.reason)


class WithdrawCut(ChangesResults):
    """Take a cut back, of a level table or for a prize: the players are level again, or as the cut before it said.

    Attributes:
        of: the ledger sequence of the cut.
    """

    name, title = "withdraw_cut", gettext_noop("withdraw a cut")
    sentence = gettext_noop("The cut of entry %(of)s was withdrawn.")
    when = (Status.BELL, Status.FINISHED)
    needs_reason = True
    usual_reasons = (
        gettext_noop("Tapped by mistake"),
        gettext_noop("The cards were read wrongly"),
        gettext_noop("Somebody was missing at the cut"),
    )
    body_name, example = "CutWithdrawal", {"of": 41, "reason": "the wrong name was tapped"}
    takes_back = ("cut", "cut_prize")

    of: act.EntryNumber

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        stands = sequence in record.prize_cuts or sequence in record.open_cuts()
        return cls(of=sequence, reason=reason) if stands else None

    def decide(self, record: Record, now: act.Now) -> Body:
        if self.of in record.prize_cuts:
            own = record.prize_cuts[self.of]
            for entry, cut in record.prize_cuts.items():
                is_alike = (cut.colour, cut.other) == (own.colour, own.other)
                if entry > self.of and is_alike and set(cut.order) & set(own.order):
                    refuse(
                        "of",
                        "cut-again",
                        "players of this cut have cut again since; withdraw the later cut first (entry %(entry)s)",
                        entry=entry,
                    )
            return {"of": self.of}
        table = record.open_cuts().get(self.of)
        if table is None:
            refuse("of", "no-such-cut", "entry %(entered)s is not a cut in force", entered=self.of)
        return {"of": self.of, "round": record.current_round, "table": table}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        withdrawn = body["of"]
        if "table" not in body:
            del record.prize_cuts[withdrawn]
            record.prizes_cut_by_seed.discard(withdrawn)
            return
        cuts, table = record.rounds[body["round"]].cuts, body["table"]
        cut = cuts.pop(table)
        if cut.entry != withdrawn:
            raise ValueError("another cut stands")
        if cut.before:
            cuts[table] = cut.before


def _round_of_totals(record: Record, sequence: int) -> RoundRecord | None:
    return next(
        (
            round_
            for round_ in record.rounds.values()
            for decision in round_.decisions.values()
            if decision.sequence == sequence and decision.kind == "totals"
        ),
        None,
    )


def _decide(record: Record, body: Body, decision: Decision) -> None:
    round_ = record.rounds[body["round"]]
    before = round_.decisions.get(body["table"])
    totals = before if before and before.kind == "totals" else before and before.totals
    round_.decisions[body["table"]] = replace(decision, totals=totals)
    cut_again(round_, body["table"], body)


def _check_tickets(record: Record, field: str, codes: Sequence[str]) -> None:
    unknown = [code for code in codes if code not in record.tickets]
    if unknown or not codes:
        refuse(
            field,
            "unknown-ticket",
            "“%(entered)s” was entered; tickets of this evening are allowed",
            entered=", ".join(unknown) or "-",
        )
