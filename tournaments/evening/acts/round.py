"""A round from the signal to the settled games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

from pydantic import Field

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, wordings
from scoring.faults import Fault, Faults
from tournaments.club.roles import Role
from tournaments.evening.acts import act
from tournaments.evening.outcome import Unsettled, unsettled_hands
from tournaments.evening.record import Body, Record, RoundRecord, TableCut
from tournaments.evening.round_rules import GoesOn, Status, TableScore, order_by_seed
from tournaments.ledger.chain import Entry, instant
from tournaments.movement.seating import COUPLES, MOST_SEATS
from tournaments.ranking.standings import HEAD_TABLE
from tournaments.refusals import refuse

wordings(
    {
        "round.disputed": gettext_noop(
            "hand %(number)s of table %(table)s is disputed; settle it, or close anyway"
        ),
        "round.not-confirmed": gettext_noop(
            "hand %(number)s of table %(table)s is not confirmed by the other side; "
            "let them confirm it, or close anyway"
        ),
        "round.has-left": gettext_noop(
            "ticket %(number)s has left, and seat %(seat)s of table %(table)s is empty; "
            "let somebody take it, or start anyway"
        ),
        "round.level": gettext_noop("table %(table)s is level at %(points)s; it has to cut"),
    }
)


_PACES: Final[Mapping[GoesOn, str]] = {
    "off": gettext_noop("Rounds follow each other step by step from now on."),
    "ask": gettext_noop("Rounds follow each other by one press from now on."),
    "on": gettext_noop("Rounds follow each other by themselves from now on."),
}
_WON_THE_CUT: Final = {
    (True, False): gettext_noop("Round %(round)s, table %(table)s: couple %(winner)s won the cut."),
    (True, True): gettext_noop(
        "Round %(round)s, table %(table)s: couple %(winner)s won the cut, drawn at random."
    ),
    (False, False): gettext_noop("Round %(round)s, table %(table)s: seat %(winner)s won the cut."),
    (False, True): gettext_noop(
        "Round %(round)s, table %(table)s: seat %(winner)s won the cut, drawn at random."
    ),
}


class Start(act.Act):
    """Give the signal for the round whose seats are announced, or, for the first, drawn.

    The first start pins the game, its house rules and the rulebook's version, and fixes the start order. With
    `anyway` also where somebody who has a seat has left; whoever has left has neither played nor sat out.
    """

    name, title = "start", gettext_noop("start the round")
    sentence = gettext_noop("Round %(round)s started.")
    when, to = (Status.SEATED, Status.MOVED), Status.PLAYING
    rounds_on = 1
    example = {"anyway": True}
    buttons = (
        act.Button(
            gettext_noop("Start the round"),
            gettext_noop("The round has started."),
            (gettext_noop("The tables play, and hands can be entered."),),
            menu=act.never,
        ),
    )

    anyway: bool = False

    def decide(self, record: Record, now: act.Now) -> Body:
        """Refused naming each table (`tables.N`) with the empty seat of somebody who has left."""
        plan, number = record.made_plan(), record.current_round + 1
        seats = record.rounds[number]
        empty = tuple(_empty_seats(record, seats))
        if empty and not self.anyway:
            raise Faults(empty)
        body: Body = {"round": number}
        absent = [code for code in seats.seating.players() if record.tickets[code].left_in is not None]
        if absent:
            body["absent"] = absent
        if number == 1:
            game = record.setup().game
            body["pinned"] = {
                "game": game.slug,
                "house_rules": plan.house_rules,
                "rulebook": game.version,
                **({"edition": game.edition} if game.edition else {}),
                **({"document": game.written_as.edition} if game.written_as else {}),
            }
        minutes = plan.minutes
        if minutes:
            body["ends_at"] = instant(now.clock + timedelta(minutes=minutes))
        return body

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.current_round = body["round"]
        round_ = record.rounds[record.current_round]
        round_.going_on = record.going_on(record.current_round)
        round_.announced_at = round_.announced_at or entry.at
        round_.started_at = entry.at
        round_.ends_at = body.get("ends_at")
        round_.absent = tuple(body.get("absent", ()))
        if "pinned" in body:
            record.pinned = body["pinned"]
            record.started_at = entry.at
            record.start_order = list(round_.seating.players())


class SetPace(act.Act):
    """Let rounds follow each other step by step ("off"), by one press ("ask") or by themselves ("on")."""

    name, title = "set_pace", gettext_noop("say how rounds follow each other")
    when = (Status.SEATED, *act.RUNNING)
    example = {"goes_on": "ask"}
    buttons = (
        act.Button(
            gettext_noop("Wait for me each round"),
            gettext_noop("Each round waits for you now; one press starts it."),
            (gettext_noop("The next round waits until you press. You can let it go on by itself again."),),
            name="pace-ask",
            gives={"goes_on": "ask"},
            menu=lambda button, board: button.label if board.goes_on == "on" else "",
        ),
        act.Button(
            gettext_noop("Go on by itself"),
            gettext_noop("Rounds follow each other by themselves now."),
            (
                gettext_noop(
                    "Rounds are closed, the next seats announced and started after the plan's pause."
                ),
                gettext_noop("Whatever is open stops it: a dispute, a cut, an empty seat."),
            ),
            name="pace-on",
            gives={"goes_on": "on"},
            menu=lambda button, board: "" if board.goes_on == "on" or board.is_last_round else button.label,
        ),
    )

    goes_on: GoesOn

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"goes_on": self.goes_on}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        return Sentence(_PACES[body["goes_on"]])

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.plan = record.made_plan().model_copy(update={"goes_on": body["goes_on"]})


class SetTables(act.Act):
    """Play the coming rounds at one table fewer, or at one more again: a table is out of use, or back.

    `fewer` does without the highest number, `out` without that of `table`, which `back` brings back. `as_before`
    takes the last such change back.
    """

    name, title = "set_tables", gettext_noop("change the number of tables")
    when = (Status.PLAYING, Status.BELL, Status.SETTLED)
    example = {"tables": "fewer"}
    takes_back = ("set_tables",)
    buttons = (
        act.Button(
            gettext_noop("One table fewer"),
            gettext_noop("There is one table fewer from the next round on."),
            (
                gettext_noop(
                    "This round is played to its end. From the next one on the others sit out in turn."
                ),
                gettext_noop(
                    "The highest number is not used any more. If it is another table that is out of use, say so on "
                    "the page of that table."
                ),
            ),
            name="tables-fewer",
            gives={"tables": "fewer"},
            menu=act.never,
        ),
        act.Button(
            gettext_noop("One table more"),
            gettext_noop("There is one table more from the next round on."),
            (gettext_noop("From the next round on fewer sit out."),),
            name="tables-more",
            gives={"tables": "more"},
            menu=act.never,
        ),
    )

    tables: Literal["fewer", "more", "out", "back", "as_before"]
    table: act.TableNumber | None = None

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        return cls(tables="as_before", reason=reason)

    def decide(self, record: Record, now: act.Now) -> Body:
        if self.tables == "as_before":
            if not record.tables_before:
                refuse("tables", "not-changed", "the number of tables has not been changed")
            return {"most": record.tables_before[-1][0], "as_before": True}
        plan, numbers = record.made_plan(), record.rounds[record.current_round].seating.numbers
        most, count, out = plan.options.most_tables, len(numbers), record.tables_out
        if plan.has_bracket:
            refuse("tables", "everybody-is-in-it", "a knock-out seats everybody who is in it")
        if self.tables == "more" and most is None:
            refuse("tables", "no-limit", "there is no limit tonight: as many tables are used as people fill")
        is_less = self.tables in ("fewer", "out")
        if is_less and min(most or count, count) < 2:
            refuse("tables", "last-table", "one table is left; stop the evening instead")
        body: Body = {"most": min(most or count, count) - 1 if is_less else (most or 0) + 1}
        if self.tables in ("fewer", "more"):
            return body
        if self.table is None or self.table not in (numbers if is_less else out):
            refuse("table", "unknown-table", "table %(entered)s is not in play", entered=self.table or "-")
        if self.table == HEAD_TABLE:
            refuse("table", "head-table", "table 1 is always in use: give its number to another table")
        return {**body, "out": sorted(out ^ {self.table})}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        if body.get("out"):
            template = gettext_noop("Out of use from the next round on: table %(tables)s.")
            return Sentence(template, {"tables": ", ".join(map(str, body["out"]))})
        if body["most"] is None:
            return Sentence(
                gettext_noop("From the next round on there are as many tables as people fill."), {}
            )
        words = ngettext_lazy(
            "From the next round on there is %(count)s table.",
            "From the next round on there are %(count)s tables.",
        )
        return Sentence(words.template, {"count": body["most"]}, words.plural)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        plan = record.made_plan()
        if body.get("as_before"):
            _most, record.tables_out = record.tables_before.pop()
        else:
            record.tables_before.append((plan.options.most_tables, record.tables_out))
            record.tables_out = frozenset(body.get("out", record.tables_out))
        options = plan.options.model_copy(update={"most_tables": body["most"]})
        record.plan = plan.model_copy(update={"movement_options": options})
        if record.schedule:  # the coming rounds are planned again, with as many tables
            past = record.schedule.rounds[: max(0, record.current_round + 1 - record.schedule.first)]
            record.schedule = replace(record.schedule, rounds=past)


class Stop(act.Act):
    """End the round by time or by the director's word, without a bell from a table."""

    name, title = "stop", gettext_noop("stop the round")
    sentence = gettext_noop("Round %(round)s was stopped without a bell.")
    when, to = (Status.PLAYING,), Status.BELL
    rounds_on = 0
    buttons = (
        act.Button(
            gettext_noop("Stop the round"),
            gettext_noop("The round is stopped."),
            (
                gettext_noop("Play stops at every table, on every phone and on the wall."),
                gettext_noop(
                    "Hands finished before now still count, even if they come in later; a hand in play does not."
                ),
                gettext_noop("Where a game is won, the side with more points wins it; level tables cut."),
            ),
            "bell",
            menu=act.never,
        ),
    )

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"round": record.current_round, "stopped_at": instant(now.at)}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        round_.stopped_at = body["stopped_at"]
        round_.bell = body.get("table")
        if round_.bell is not None:
            round_.rang.add(round_.bell)


class Cut(act.Act):
    """Record the cut of a level table: with cards, or by the evening's seed, which anybody can draw again.

    Attributes:
        winner: the couple that won it, or the number of the seat.
        order: all of those who cut, the winner first, where several were level and the whole order was cut.
        cards: what each of them cut, in the order of the cut, where somebody says so: "K♠".
    """

    name, title = "cut", gettext_noop("record a cut")
    when = (Status.BELL,)
    rounds_on = 0
    address = "cuts"

    table: act.TableNumber
    how: Literal["cards", "seed"] = "cards"
    winner: str = ""
    order: tuple[str, ...] = Field(default=(), max_length=MOST_SEATS)
    cards: tuple[act.CutCard, ...] = Field(default=(), max_length=MOST_SEATS)

    def decide(self, record: Record, now: act.Now) -> Body:
        round_ = record.rounds[record.current_round]
        act.check_table(round_, self.table)
        score = round_.score(self.table)
        if not (round_.keeping.is_won or score.go_on):
            refuse(
                "table", "no-cut", "everybody counts their own points tonight; there is nothing to cut for"
            )
        if not score.is_level:
            refuse(
                "table",
                "not-level",
                "table %(table)s ended %(points)s; only level tables cut",
                table=self.table,
                points=" : ".join(map(str, score.points)),
            )
        return {"round": round_.number, "table": self.table} | self._cut(record, score)

    def _cut(self, record: Record, score: TableScore) -> Body:
        # Where one cut is not enough, the next goes on from it; a cut after all of them begins again.
        if self.how == "seed":
            drawn = order_by_seed(score, record.seed, record.current_round, self.table)
            return {"winner": drawn[0], "how": self.how, **act.whole(drawn)}
        before = score.cut if score.needs_cut else ""
        score = score._replace(cut=before)
        level = score.level
        winner = self.winner or next(iter(self.order), "")
        act.check_cut_by(winner, level, field="winner")
        if self.order and (self.order[0] != winner or not _is_order(score, self.order)):
            refuse(
                "order",
                "not-the-order",
                "the order of a cut names everybody who is level once, the winner first: %(allowed)s",
                allowed=", ".join(level),
            )
        if self.cards and len(self.cards) != len(self.order or level):
            refuse(
                "cards",
                "other-number-of-cards",
                "%(entered)s cards were entered; one for each who cut is needed: %(allowed)s",
                entered=len(self.cards),
                allowed=len(self.order or level),
            )
        cards: Body = {"cards": list(self.cards)} if self.cards else {}
        if before:
            order = [*before, *(self.order or [winner])]
            return {"winner": before[0], "how": self.how, "order": order, **cards}
        return {"winner": winner, "how": self.how, **act.whole(self.order), **cards}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        by_seed, couple = body.get("how") == "seed", body["winner"] in COUPLES
        won = Sentence(_WON_THE_CUT[couple, by_seed], body)
        if "order" not in body:
            return won
        order = Sentence(
            gettext_noop("The order of the cut: %(order)s."), {"order": ", ".join(body["order"])}
        )
        return act.and_then(won, order)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_, table = record.rounds[body["round"]], body["table"]
        act.check_cut(body, round_.score(table).sides)
        round_.cuts[table] = TableCut(
            act.order_of(body), body["how"] == "seed", entry.sequence, round_.cuts.get(table)
        )


def _is_order(score: TableScore, order: Sequence[str]) -> bool:
    # First those who are level for the game, then those who are level for going on.
    while order:
        level = score.level
        if not level or sorted(order[: len(level)]) != sorted(level):
            return False
        score = score._replace(cut=score.cut + "".join(order[: len(level)]))
        order = order[len(level) :]
    return True


class Close(act.Act):
    """Settle every game of the round; the next seats and the standings are worked out in the background.

    With `anyway` also where hands are disputed, or not confirmed where that is needed; the entry names their tables.
    """

    name, title = "close", gettext_noop("close the round")
    when, to = (Status.BELL,), Status.SETTLED
    rounds_on = 0
    example = {"anyway": True}
    buttons = (
        act.Button(
            gettext_noop("Close the round"),
            gettext_noop("The round is closed."),
            (gettext_noop("The games are settled; a hand that comes in after this waits in the late tray."),),
            menu=act.never,
        ),
    )

    anyway: bool = False

    def decide(self, record: Record, now: act.Now) -> Body:
        """Refused naming each table (`tables.N`) that is level, in a dispute, or has to confirm."""
        round_ = record.rounds[record.current_round]
        unsettled = unsettled_hands(record, round_)
        if unsettled and not self.anyway:
            raise Faults(map(_unsettled, unsettled))
        level = tuple(_level_tables(round_))
        if level:
            raise Faults(level)
        body: Body = {"round": round_.number}
        if unsettled:
            body["anyway"] = sorted({hand.table for hand in unsettled})
        return body

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        if "anyway" not in body:
            return Sentence(gettext_noop("Round %(round)s was closed."), body)
        template = gettext_noop(
            "Round %(round)s was closed although hands of these tables were not settled: %(tables)s."
        )
        return Sentence(template, {"round": body["round"], "tables": ", ".join(map(str, body["anyway"]))})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.rounds[body["round"]].closed_at = entry.at

    def work(self, record: Record) -> Sequence[act.Work]:
        return after_closing(record)


def after_closing(record: Record) -> Sequence[act.Work]:
    more = record.current_round < record.made_plan().rounds
    return ("standings", "draft_move") if more else ("standings",)


class ReopenRound(act.Act):
    """Go back to the bell of the round just closed: its games are open again, and drafted next seats fall away."""

    name, title = "reopen_round", gettext_noop("open a closed round again")
    sentence = gettext_noop("Round %(round)s was opened again; its games are not settled.")
    when, to = (Status.SETTLED, Status.DRAFTED), Status.BELL
    rounds_on = 0
    address = None
    takes_back = ("close",)

    @classmethod
    def blocks_undo(cls, body: Body, later: act.LaterEntry) -> bool:
        """By anything that somebody did since: it was done to a closed round."""
        return not later.by_itself

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.rounds[body["round"]].closed_at = None
        record.drop_next_seats()

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",)


def _unsettled(found: Unsettled) -> Fault:
    field, values = f"tables.{found.table}", {"table": found.table, "number": found.number}
    if found.disputed:
        return Fault(field, "disputed", coded("round.disputed", **values))
    return Fault(field, "not-confirmed", coded("round.not-confirmed", **values))


def _empty_seats(record: Record, round_: RoundRecord) -> Iterable[Fault]:
    for table, seat, ticket in record.gone_from(round_):
        message = coded("round.has-left", number=ticket.number, table=table, seat=seat)
        yield Fault(f"tables.{table}", "has-left", message)


def _level_tables(round_: RoundRecord) -> Iterable[Fault]:
    for table in round_.seating.numbers:
        score = round_.score(table)
        if score.needs_cut:
            level = coded("round.level", table=table, points=score.level_at)
            yield Fault(f"tables.{table}", "level-needs-a-cut", level)


class Look(act.Act):
    """Record that a director who plays tonight looks at the hands of another table in play."""

    name, title = "look", gettext_noop("look at the hands of a table in play")
    least = Role.SCORER
    sentence = gettext_noop(
        "A director who plays tonight looked at the hands of table %(table)s in round %(round)s."
    )
    when = act.IN_ROUND
    body_name, example = "OneTable", {"table": 4}

    table: act.TableNumber

    def decide(self, record: Record, now: act.Now) -> Body:
        act.check_table(record.rounds[record.current_round], self.table)
        return {"round": record.current_round, "table": self.table}
