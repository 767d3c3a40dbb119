"""Publishing an evening: a job seals the standings in the ledger and keeps the archive that anyone can verify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max
from pydantic import ValidationError

from scoring.derivation import OWN, Line, Sentence
from tournaments.club.models import MailKind, Player
from tournaments.club.reads.members import ERASED
from tournaments.club.services import mails
from tournaments.club.services.signing import have_signing_key
from tournaments.evening import acts, comparison, fold, outcome
from tournaments.evening.acts.entering import ANSWERED, PhoneHand
from tournaments.evening.acts.games import OWN_KEY
from tournaments.evening.models import Evening, Hand, LedgerEntry, Publication, Round, TableRound, Ticket
from tournaments.evening.plan import Setup, read_plan
from tournaments.evening.reads.facts import schedules_of, seatings, setup_of
from tournaments.evening.record import BoundTicket, Record
from tournaments.evening.services.ledger import news_for_everybody, open_book
from tournaments.evening.services.links import end_table_links
from tournaments.evening.services.perform import perform
from tournaments.evening.services.results import bind_what_changed, heading_of, recompute_standings
from tournaments.evening.services.rows import RowWriter, evening_columns
from tournaments.ledger.chain import Entry, broken_links, canonical, instant
from tournaments.movement.draw import commitment
from tournaments.publishing.verdict import editions_of, findings
from tournaments.ranking.standings import Standing
from tournaments.site.cleaning import free_slug


def chain_of(evening: Evening) -> list[Entry]:
    return [row.as_entry() for row in evening.ledger.order_by("sequence")]


def check_rows(evening: Evening) -> list[str]:
    """Everything in which the rows, the ledger and the rules disagree; empty when all is well."""
    rows: list[Any] = list(
        evening.ledger.order_by("sequence")
        .select_related("hand_row")
        .annotate(table_of_game=F("hand_row__table_round__table"))
    )
    entries = [row.as_entry() for row in rows]
    findings = broken_links(entries, length=evening.ledger_length, head=evening.ledger_head)
    try:
        record = fold.fold(entries)
    except fold.NoEvening as refused:
        return [*findings, f"the ledger tells no evening: {refused}"]
    findings += comparison.disagreements(record)
    findings += fold.unlike_the_seed(entries)
    findings += contradictions(evening, record, rows, entries)
    try:
        findings += _differences(dict(rows_in(evening).facts()), dict(comparison.rows_of(record).facts()))
    except fold.WRONG as error:
        findings.append(f"the rows tell no evening: {type(error).__name__} {error}")
    if evening.jobs.waiting().filter(topic="standings").exists():
        return findings
    try:
        findings += _differences(standing_facts_of(evening), comparison.expected_standings(record))
    except fold.WRONG as error:
        findings.append(f"the ledger tells no standings: {type(error).__name__} {error}")
    return findings


def _differences(rows: Mapping[str, object], ledger: Mapping[str, object]) -> Iterator[str]:
    nothing = object()
    for name in dict.fromkeys((*ledger, *rows)):
        row, ledger_value = rows.get(name, nothing), ledger.get(name, nothing)
        if row is nothing:
            yield f"{name}: there is no row, the ledger says {ledger_value}"
        elif ledger_value is nothing:
            yield f"{name}: the row says {row}, the ledger nothing"
        elif row != ledger_value:
            yield f"{name}: the row says {row}, the ledger {ledger_value}"


def rows_in(evening: Evening) -> comparison.Rows:
    """Every fact of the evening but its standings, as `evening.comparison.rows_of` gives them; six queries."""
    standing, drafted = schedules_of(evening)
    rounds = {round_.pk: round_ for round_ in evening.rounds.select_related("bell_table")}
    games = TableRound.objects.filter(round__evening=evening).select_related("table")
    numbers = {
        "sequence": F("entry__sequence"),
        "round_number": F("table_round__round__number"),
        "table_number": F("table__number"),
    }
    hands: Any = Hand.objects.filter(table__evening=evening).defer("derivation", "answer").annotate(**numbers)
    return comparison.Rows(
        evening={
            "status": evening.status,
            "date": evening.date.isoformat(),
            "plan": _plan(evening.plan),
            **comparison.named_columns(evening, ("current_round", "seed", "pinned")),
            **_instants(evening, "started_at", "finished_at", "published_at"),
        },
        schedule=(standing and standing.as_data(), drafted and drafted.as_data()),
        tickets={
            ticket.code: {
                **comparison.named_columns(ticket, (*comparison.OF_TICKET, "start_order")),
                "replaces": ticket.replaces.code if ticket.replaces else None,
            }
            for ticket in evening.tickets.select_related("replaces")
        },
        rounds={
            round_.number: {
                **_instants(round_, "announced_at", "started_at", "ends_at", "stopped_at", "closed_at"),
                "bell": round_.bell_table.number if round_.bell_table else None,
                "absent": round_.absent,
            }
            for round_ in rounds.values()
        },
        seats={rounds[pk].number: seating for pk, seating in seatings(rounds.values()).items()},
        games={
            (rounds[game.round_id].number, game.table.number): {
                **comparison.named_columns(
                    game, ("points", "hands_count", "decision", "cut", "winner", "outright")
                ),
                **comparison.named_columns(game, ("go_on", "is_won_by_seat")),
            }
            for game in games
        },
        hands={
            hand.sequence: {
                **comparison.named_columns(hand, (*comparison.OF_HAND, "state")),
                "round": hand.round_number,
                "table": hand.table_number,
                "played_at": instant(hand.played_at),
            }
            for hand in hands
        },
    )


def standing_facts_of(evening: Evening) -> dict[str, object]:
    return {
        f"standing of {row.ticket.code}": comparison.standing_fact(
            Standing(
                player=row.ticket.code,
                **comparison.named_columns(row, (*outcome.OF_LINE, "game_points", "decided_by")),
            )
        )
        for row in evening.standings.select_related("ticket")
    }


def _plan(kept: dict[str, Any]) -> dict[str, Any]:
    try:
        return read_plan(kept).model_dump(mode="json")
    except ValidationError:
        return kept


def _instants(row: Evening | Round, *names: str) -> dict[str, str | None]:
    return {name: instant(at) if (at := getattr(row, name)) else None for name in names}


@transaction.atomic
def rebuild(*, evening: Evening, at: datetime) -> None:
    """Make the evening's rows again from its ledger: all that `check` compares, but hands whose row is gone.

    A hand's row holds the key of its request, which the ledger does not know. Raises NoEvening.
    """
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    record = fold.fold(chain_of(evening))
    before, after = rows_in(evening), comparison.rows_of(record)
    for name, value in evening_columns(before, after).items():
        setattr(evening, name, value)
    evening.save()
    RowWriter(evening, before, after, at).write()
    if record.closed_rounds():
        recompute_standings(evening=evening, by="rebuild", at=at)
    else:
        evening.standings.all().delete()
        # Pages that are kept in memory are those of an older version.
        news_for_everybody(Evening.objects.filter(pk=evening.pk))


@transaction.atomic
def publish(*, evening: Evening, by: str, at: datetime) -> Publication:
    """Seal the standings in the ledger, keep the archive, show the evening as published; tables' links end.

    What rests on the results follows with `league.services.tables.publish_tables`, which the job calls.
    """
    book = open_book(evening.pk, by=by, at=at)
    row, at = book.evening, book.at
    tickets = list(row.tickets.select_related("player").order_by("number"))
    before = _last_archive(row)
    guests = _guests(before, tickets)
    renamed = bind_what_changed(row, fold.fold(chain_of(row)), tickets, guests)
    perform(evening=row, act=acts.Publish(bound=renamed), by=by, at=at)
    Evening.objects.filter(pk=row.pk).update(salt=row.salt)
    row.refresh_from_db()
    have_signing_key(row.club, at=at)
    end_table_links(evening=row, at=at)
    archive = _archive(row, chain_of(row), tickets, guests)
    publication = Publication.objects.create(
        evening=row,
        number=row.publications.count() + 1,
        archive=json.dumps(archive, ensure_ascii=False, indent=1),
        ledger_head=row.ledger_head,
        published_at=at,
    )
    same = [line for line in archive["standings"] if line in before["standings"]]
    codes = {line["ticket"] for line in same}
    mails.tell(
        MailKind.RESULT if publication.number == 1 else MailKind.CORRECTION,
        row,
        [ticket.player_id for ticket in tickets if ticket.code not in codes],
        number=publication.number,
        at=at,
    )
    return publication


def _last_archive(evening: Evening) -> dict[str, Any]:
    last = evening.publications.order_by("-number").values_list("archive", flat=True).first()
    return json.loads(last) if last else {"tickets": (), "standings": ()}


def _archive(
    evening: Evening,
    ledger: list[Entry],
    tickets: Iterable[Ticket],
    guests: Mapping[str, bool],
) -> dict[str, Any]:
    record = fold.fold(ledger)
    heading = heading_of(evening)
    written_as = setup_of(evening).game.written_as
    documents = [written_as] if written_as and written_as.edition in editions_of(record) else []
    return {
        "format": outcome.FORMAT,
        "version": outcome.VERSION,
        "club": heading["club"],
        "evening": {
            **heading["evening"],
            "salt": evening.salt,
            "date": evening.date.isoformat(),
            "game": evening.plan["game"],
            "pinned": evening.pinned,
            "seed": evening.seed,
            "commitment": commitment(evening.seed),
        },
        "tickets": [
            {
                "code": ticket.code,
                "number": ticket.number,
                "name": ticket.player.name if ticket.salt else None,
                "salt": ticket.salt or None,
                "colour": ticket.colour,
                "guest": guests[ticket.code],
            }
            for ticket in tickets
        ],
        "standings": [outcome.standing_data(line) for line in outcome.standings_of(record)],
        "prizes": [outcome.prize_data(prize) for prize in outcome.prizes_of(record)],
        "head": evening.ledger_head,
        "ledger": [outcome.entry_data(entry, json.loads(entry.body)) for entry in ledger],
        # The rules of a game that is a document: whoever has the archive need not know it otherwise.
        **({"documents": {each.edition: each.data for each in documents}} if documents else {}),
    }


def _guests(before: Mapping[str, Any], tickets: Iterable[Ticket]) -> dict[str, bool]:
    # Whoever was published as a guest stays one of this evening, though a member since.
    guests = {ticket["code"]: ticket["guest"] for ticket in before["tickets"]}
    return {ticket.code: guests.get(ticket.code, ticket.player.is_guest) for ticket in tickets}


Body = dict[str, Any]
Totals = list[int]
ENTERED: dict[str, type[PhoneHand]] = {
    act.name: act for act in (acts.EnterHand, acts.EnterAgain, acts.LateHand)
}
"""The acts by which phones enter hands."""
HANDS = (*ENTERED, acts.CorrectHand.name, acts.NoteHand.name)
"""The acts that hold a hand."""


def contradictions(evening: Evening, record: Record, rows: list[Any], entries: list[Entry]) -> Iterator[str]:
    """Each row that says something else than the ledger entry it goes with; five queries at most.

    `rows` are those of the ledger, with the hand that each entered and the `table_of_game`; `entries` what they hold.
    """
    yield from _order(rows, entries)
    try:
        yield from _hands(setup_of(evening), rows, entries)
    except fold.WRONG as error:
        yield f"the hands cannot be read: {type(error).__name__} {error}"
    yield from _seats(evening)
    published = list(evening.publications.order_by("number"))
    yield from _publications(published, [row for row in rows if row.act == acts.Publish.name])
    yield from _names(evening, record, rows, published)


def _order(rows: list[LedgerEntry], entries: list[Entry]) -> Iterator[str]:
    previous = ""
    for row, entry in zip(rows, entries, strict=True):
        if row.previous_hash != previous:
            yield f"entry {entry.sequence} follows another entry than the one before it"
        if entry.chained[0] != entry.body:
            yield f"entry {entry.sequence} says something else than on the server it comes from"
        previous = entry.hash


def _hands(setup: Setup, rows: list[Any], entries: list[Entry]) -> Iterator[str]:
    record = Record()
    for entry, chained in zip(rows, entries, strict=True):
        row: Hand | None = getattr(entry, "hand_row", None)
        body, is_hand = json.loads(entry.body), entry.act in HANDS
        before = record.rounds[body["round"]].hands_before(body["table"], body["number"]) if is_hand else []
        fold.take(record, chained, body)
        if (row is not None) != is_hand:
            yield f"entry {entry.sequence}: {'a hand is kept for it' if row else 'its hand is not kept'}"
        elif row is not None:
            running = list(record.rounds[body["round"]].points(body["table"]))
            if row.table_id != entry.table_of_game:
                yield f"entry {entry.sequence}: its hand is kept at two tables"
            for finding in _hand(setup, entry, row, body, running, before):
                yield f"entry {entry.sequence}: {finding}"


def _hand(
    setup: Setup, entry: LedgerEntry, row: Hand, body: Body, running: Totals, before: list[Body]
) -> Iterator[str]:
    if row.entered_at != entry.at:
        yield f"its hand was entered at {instant(row.entered_at)}, the ledger says {instant(entry.at)}"
    slip = None if body["hand"] is None else setup.score(body["hand"], before)
    if not _is_slip(row.derivation, slip.lines if slip else ()):
        yield "its slip is not the one that the hand scores"
    if entry.act not in ENTERED or row.key.startswith(OWN_KEY):
        if row.answer:
            yield "an answer is kept for it, and nobody asked"
    elif slip:
        yield from _answer(setup, entry, row, {**body, "scores": list(slip.scores)}, running)


def _answer(setup: Setup, entry: LedgerEntry, row: Hand, said: Body, running: Totals) -> Iterator[str]:
    answer = {
        **said,
        "key": row.key,
        "target": setup.target,
        "entered_at": instant(entry.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    if state := ANSWERED.get(ENTERED[entry.act].state(said)):
        answer["state"] = state
    if '"derivation":' in row.answer:  # answers were stored whole, before sentences had codes
        answer["derivation"] = [_without(line, "sentence") for line in row.derivation]
    # Couples have their totals by name, people who count for themselves theirs by seat.
    totals = (running, dict(zip("AB", running, strict=False)))
    if not any(row.answer == canonical({**answer, "running": total}) for total in totals):
        yield "the answer kept for a retry is not the one that was given"


def _is_slip(stored: list[Body], scored: tuple[Line, ...]) -> bool:
    # How a sentence is worded may change, and a later version may tell it with further values.
    lines = [_without(line, "text") for line in stored]
    for line, now in zip(lines, scored, strict=False):
        if line == now.as_stored:
            continue
        then = Sentence.from_data(line["sentence"])
        shared = then.values.keys() & now.sentence.values.keys()
        same_words = then.code != OWN or then.template == now.sentence.template
        if (
            then.code == now.sentence.code
            and same_words
            and all(then.values[name] == now.sentence.values[name] for name in shared)
        ):
            line["sentence"] = now.as_stored["sentence"]
    return lines == [line.as_stored for line in scored]


def _without(line: Body, part: str) -> Body:
    return {name: line[name] for name in line if name != part}


def _seats(evening: Evening) -> Iterator[str]:
    # A seating is read in the order of its seats; whether one is left empty is seen here.
    games = TableRound.objects.filter(round__evening=evening).order_by("round__number", "table__number")
    seated = games.annotate(people=Count("seats"), last=Max("seats__seat"))
    for round_, table in seated.exclude(last=F("people")).values_list("round__number", "table__number"):
        yield f"round {round_}, table {table}: a seat is left empty between the others"


def _names(
    evening: Evening, record: Record, entries: list[LedgerEntry], published: list[Publication]
) -> Iterator[str]:
    # A rename alone is no finding: somebody else must have the bound name, or the salt be another.
    try:
        archive = json.loads(published[-1].archive) if published else {}
        salts = {ticket["code"]: ticket.get("salt") for ticket in archive.get("tickets", ())}
    except (*fold.WRONG, AttributeError) as error:
        yield f"the names cannot be read: {type(error).__name__} {error}"
        return
    salt = archive.get("evening", {}).get("salt")
    if salt and salt != evening.salt:
        yield "the salt of its name is not the published one"
    differ: list[tuple[Ticket, BoundTicket]] = []
    for ticket in evening.tickets.select_related("player").order_by("number"):
        name = record.bound(ticket.code)
        if ticket.player.club_id != evening.club_id:
            yield f"ticket {ticket.number}: its holder is of another club"
        if name is None or (not ticket.salt and ticket.player.name == ERASED):
            continue
        if not ticket.salt or (salts.get(ticket.code) or ticket.salt) != ticket.salt:
            yield f"ticket {ticket.number}: the salt of its name is not the one it was bound with"
        elif fold.name_commitment(ticket.player.name, ticket.salt) != name.commitment:
            differ.append((ticket, name))
    yield from _held_by_others(evening, entries, differ)


def _held_by_others(
    evening: Evening, entries: list[LedgerEntry], differ: list[tuple[Ticket, BoundTicket]]
) -> Iterator[str]:
    # Unless the holder was called so once: then the other took a name that had become free.
    people = list(Player.objects.filter(club=evening.club_id).order_by("pk")) if differ else []
    moments = {entry.sequence: entry.at for entry in entries}
    for ticket, name in differ:
        known = (player for player in people if player.made_at <= moments[name.sequence])
        other = next(
            (player for player in known if fold.name_commitment(player.name, ticket.salt) == name.commitment),
            None,
        )
        if other is not None and not _was_called(ticket.player, other.name):
            yield (
                f"ticket {ticket.number}: its holder is player {ticket.player_id}, the ledger binds the name of "
                f"player {other.pk}"
            )


def _was_called(player: Player, name: str) -> bool:
    slug = free_slug(name, (), name)
    former = player.former_addresses.values_list("slug", flat=True)
    return any(each == slug or each.startswith(f"{slug}-") for each in former)


def _publications(rows: list[Publication], entries: list[LedgerEntry]) -> Iterator[str]:
    if len(rows) != len(entries):
        yield f"{len(rows)} publications are kept, the ledger has {len(entries)}"
    if rows and not rows[-1].archive:
        yield f"publication {rows[-1].number}: its archive is missing, though none took its place"
    for number, (entry, row) in enumerate(zip(entries, rows, strict=False), start=1):
        for finding in _publication(number, entry, row):
            yield f"publication {number}: {finding}"


def _publication(number: int, entry: LedgerEntry, row: Publication) -> Iterator[str]:
    if (row.number, row.published_at, row.ledger_head) != (number, entry.at, entry.hash):
        yield "its row is not what the ledger says"
    if not row.archive and row.archive_hash:
        return  # long ago another took its place: that it was, and on which head it stood, is kept
    if row.archive_hash:
        yield "the hash of an archive that is gone stands beside one that is there"
    try:
        archive = json.loads(row.archive)
    except ValueError as error:
        yield f"its archive cannot be read: {error}"
        return
    yield from findings(archive)
    if isinstance(archive, dict) and archive.get("head") != entry.hash:
        yield "its archive ends in another entry"
