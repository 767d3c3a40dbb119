"""The one writer of an evening's rows: brings them from what they were to what the ledger says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import F

from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.comparison import Columns, Game, Rows
from tournaments.evening.models import Evening, Hand, Round, Schedule, Seat, Table, TableRound, Ticket
from tournaments.evening.record import HandState
from tournaments.evening.services.ledger import points_columns
from tournaments.evening.services.links import give_links, give_player_links

ASIDE = 16384
"""Above every number in use: where rows change numbers, all of them first make room here."""


def evening_columns(before: Rows, after: Rows) -> Columns:
    return _as_model(_changed(before.evening, after.evening))


class Concerned(NamedTuple):
    everybody: bool
    tables: frozenset[int]


def concerns(before: Rows, after: Rows) -> Concerned:
    """Whose pages show how the rows differ; whoever looks at the whole evening sees it in any case."""
    games = {game for game, columns in after.games.items() if before.games.get(game) != columns}
    hands = (hand for entry, hand in after.hands.items() if before.hands.get(entry) != hand)
    games |= {(hand["round"], hand["table"]) for hand in hands}
    in_play = {table for number, table in games if number == after.evening["current_round"]}
    one_plays = len(games) == len(in_play) == 1 and after.evening["status"] in IN_ROUND
    others = ("evening", "schedule", "tickets", "rounds", "seats")
    everybody = not one_plays or any(getattr(before, of) != getattr(after, of) for of in others)
    return Concerned(everybody, frozenset(in_play))


def tables_up_to(evening: Evening, count: int, *, at: datetime) -> list[Table]:
    """The evening's tables 1 to `count`, the missing ones put up, each with its link."""
    tables = list(evening.tables.filter(number__lte=count).order_by("number"))
    missing = range(len(tables) + 1, count + 1)
    if missing:
        Table.objects.bulk_create([Table(evening=evening, number=number) for number in missing])
        fresh = list(evening.tables.filter(number__in=missing).order_by("number"))
        give_links(fresh, at=at)
        tables += fresh
    return tables


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Columns:
    nothing = object()
    return {name: value for name, value in after.items() if before.get(name, nothing) != value}


def _as_model(columns: Columns) -> Columns:
    values = {
        name: datetime.fromisoformat(value) if value and name.endswith("_at") else value
        for name, value in columns.items()
    }
    return {**values, "date": date.fromisoformat(columns["date"])} if "date" in columns else values


@dataclass
class RowWriter:
    """Writes how `after` differs from `before`, but for the evening's own row; what a phone enters stands there."""

    evening: Evening
    before: Rows
    after: Rows
    at: datetime

    def write(self) -> None:
        gone = [number for number in self.before.rounds if number not in self.after.rounds]
        if gone:
            self.evening.rounds.filter(number__in=gone).delete()
        if self.before.schedule != self.after.schedule:
            self._schedule()
        self._tickets()
        self._rounds()
        self._games()
        self._seats()
        self._hands()

    def _schedule(self) -> None:
        announced, drafted = self.after.schedule
        if announced is None and drafted is None:
            Schedule.objects.filter(evening=self.evening).delete()
            return
        defaults = {"announced": announced, "drafted": drafted}
        Schedule.objects.update_or_create(evening=self.evening, defaults=defaults)

    def _tickets(self) -> None:
        before, after = self.before.tickets, self.after.tickets
        gone = [code for code in before if code not in after]
        if gone:
            self.evening.tickets.filter(code__in=gone).delete()
        changed = {code for code in before if code in after and before[code] != after[code]}
        if changed:
            self._change_tickets(changed)
        fresh = [code for code in after if code not in before and code in self.after.holders]
        if fresh:
            # A substitute finds the ticket that it replaces written.
            own = [code for code in fresh if not after[code]["replaces"]]
            tickets = Ticket.objects.bulk_create(map(self._new_ticket, own))
            tickets += [self._saved_ticket(code) for code in fresh if code not in own]
            give_player_links(tickets, at=self.at)

    def _new_ticket(self, code: str) -> Ticket:
        holder, columns = self.after.holders[code], dict(self.after.tickets[code])
        replaced = columns.pop("replaces")
        replaces = self.evening.tickets.get(code=replaced) if replaced else None
        return Ticket(
            evening=self.evening,
            player_id=holder.player,
            code=code,
            salt=holder.salt,
            replaces=replaces,
            **columns,
        )

    def _saved_ticket(self, code: str) -> Ticket:
        ticket = self._new_ticket(code)
        ticket.save(force_insert=True)
        return ticket

    def _change_tickets(self, codes: Iterable[str]) -> None:
        before, after = self.before.tickets, self.after.tickets
        changes = {code: _changed(before[code], after[code]) for code in codes}
        rows = {ticket.code: ticket for ticket in self.evening.tickets.filter(code__in=changes)}
        unique = ("number", "start_order", "replaces")
        if any(
            name in changes[code] and before[code][name] is not None for code in changes for name in unique
        ):
            self.evening.tickets.filter(code__in=changes).update(
                number=F("number") + ASIDE, start_order=None, replaces=None
            )
            changes = {code: after[code] for code in changes}
        names = {name for changed in changes.values() for name in changed}
        replaced = self._ticket_ids if "replaces" in names else {}
        for code, row in rows.items():
            for name in names:
                value = after[code][name]
                if name == "replaces":
                    row.replaces_id = replaced[value] if value else None
                else:
                    setattr(row, name, value)
        Ticket.objects.bulk_update(rows.values(), sorted(names))

    def _rounds(self) -> None:
        for number, columns in self.after.rounds.items():
            is_new = number not in self.before.rounds
            changes = columns if is_new else _changed(self.before.rounds[number], columns)
            values = _as_model({name: value for name, value in changes.items() if name != "bell"})
            if "bell" in changes:
                values["bell_table"] = self._tables[changes["bell"] - 1] if changes["bell"] else None
            reasons = self.after.reasons.get(number)
            if reasons is not None and reasons is not self.before.reasons.get(number):
                values["reasons"] = reasons
            if is_new:
                Round.objects.create(evening=self.evening, number=number, **values)
            elif values:
                self.evening.rounds.filter(number=number).update(**values)

    @cached_property
    def _tables(self) -> list[Table]:
        most = max((len(seating.tables) for seating in self.after.seats.values()), default=0)
        return tables_up_to(self.evening, most, at=self.at)

    @cached_property
    def _round_ids(self) -> dict[int, int]:
        # Only once all rounds are there.
        return dict(self.evening.rounds.values_list("number", "pk"))

    @property
    def _ticket_ids(self) -> dict[str, int]:
        return dict(self.evening.tickets.values_list("code", "pk"))

    def _game_rows(self, games: Iterable[Game]) -> dict[Game, TableRound]:
        rows = TableRound.objects.filter(
            round__evening=self.evening, round__number__in={number for number, _ in games}
        ).select_related("round", "table")
        return {(row.round.number, row.table.number): row for row in rows}

    def _games(self) -> None:
        before, after = self.before.games, self.after.games
        gone = [game for game in before if game not in after and game[0] in self.after.rounds]
        changed = [game for game in after if game in before and before[game] != after[game]]
        rows = self._game_rows([*gone, *changed]) if gone or changed else {}
        if gone:
            TableRound.objects.filter(pk__in=[rows[game].pk for game in gone]).delete()
        for game in changed:
            for name, value in self._game_columns(game).items():
                setattr(rows[game], name, value)
        if changed:
            names = list(self._game_columns(changed[0]))
            TableRound.objects.bulk_update([rows[game] for game in changed], names)
        fresh = [game for game in after if game not in before]
        if fresh:
            TableRound.objects.bulk_create(
                TableRound(
                    round_id=self._round_ids[number],
                    table=self._tables[table - 1],
                    **self._game_columns((number, table)),
                )
                for number, table in fresh
            )

    def _game_columns(self, game: Game) -> Columns:
        columns = dict(self.after.games[game])
        return points_columns(columns.pop("points"), by_seat=self.after.by_seat) | columns

    def _seats(self) -> None:
        changed = [
            number
            for number, seating in self.after.seats.items()
            if number not in self.before.seats or self.before.seats[number] != seating
        ]
        if not changed:
            return
        if seated := [number for number in changed if number in self.before.seats]:
            Seat.objects.filter(round__evening=self.evening, round__number__in=seated).delete()
        rounds = {number: self._round_ids[number] for number in changed}
        games = {
            (round_id, table): pk
            for pk, round_id, table in TableRound.objects.filter(round__in=rounds.values()).values_list(
                "pk", "round_id", "table__number"
            )
        }
        tickets, seats = self._ticket_ids, []
        for number in changed:
            round_id, seating = rounds[number], self.after.seats[number]
            seats += [
                Seat(
                    round_id=round_id,
                    ticket_id=tickets[code],
                    table_round_id=games[round_id, table],
                    seat=seat,
                )
                for table, codes in enumerate(seating.tables, start=1)
                for seat, code in enumerate(codes, start=1)
            ]
            seats += [
                Seat(round_id=round_id, ticket_id=tickets[code], sit_out_order=order)
                for order, code in enumerate(seating.sitting_out)
            ]
        Seat.objects.bulk_create(seats)

    def _hands(self) -> None:
        before, after = self.before.hands, self.after.hands
        # What counts no longer makes room before anything new counts under its number.
        self._change_hands(before, after)
        fresh = [entry for entry in after if entry not in before and entry in self.after.new_hands]
        if fresh:
            entries = self.evening.ledger.filter(sequence__in=fresh).values_list("sequence", "pk")
            Hand.objects.bulk_create(self._new_hand(sequence, pk) for sequence, pk in entries)

    def _new_hand(self, sequence: int, entry_id: int) -> Hand:
        columns, new_row = self.after.hands[sequence], self.after.new_hands[sequence]
        return Hand(
            entry_id=entry_id,
            derivation=new_row.derivation,
            key=new_row.key,
            entered_at=datetime.fromisoformat(new_row.entered_at),
            phone_id=new_row.phone or None,
            **self._hand_columns(columns, columns),
        )

    def _change_hands(self, before: Mapping[int, Columns], after: Mapping[int, Columns]) -> None:
        changes = {
            entry: _changed(before[entry], columns)
            for entry, columns in after.items()
            if entry in before and before[entry] != columns
        }
        if not changes:
            return
        rows = {
            row.entry.sequence: row
            for row in Hand.objects.filter(
                entry__evening=self.evening, entry__sequence__in=changes
            ).select_related("entry")
        }
        if any("number" in changed for changed in changes.values()):
            pks = [row.pk for row in rows.values()]
            Hand.objects.filter(pk__in=pks).update(number=F("number") + ASIDE)
        for entry, row in rows.items():
            for name, value in self._hand_columns(after[entry], changes[entry]).items():
                setattr(row, name, value)
        names = sorted({name for entry in rows for name in self._hand_columns(after[entry], changes[entry])})
        # Of two that change places under one number the one that counts no longer makes room first.
        for counts in (False, True):
            some = [row for row in rows.values() if (row.state == HandState.COUNTS) is counts]
            if some:
                Hand.objects.bulk_update(some, names)

    def _hand_columns(self, columns: Columns, changed: Columns) -> Columns:
        values = dict(changed)
        if values.keys() & {"round", "table"}:
            where = (columns["round"], columns["table"])
            game = self._game_rows([where])[where]
            values = {name: value for name, value in values.items() if name not in ("round", "table")}
            values |= {"table_round_id": game.pk, "table_id": game.table_id}
        if "points" in values:
            values |= points_columns(values.pop("points"), by_seat=self.after.by_seat)
        if "played_at" in values:
            values["played_at"] = datetime.fromisoformat(values["played_at"])
        return values
