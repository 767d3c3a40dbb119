"""Takes evenings into a season, replaces its tables, and tells its ledger what moved."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet

from scoring.derivation import coded
from tournaments import tenant_guard
from tournaments.evening import outcome
from tournaments.evening.fold import WRONG, name_commitment
from tournaments.evening.models import Evening, Publication
from tournaments.evening.round_rules import Status
from tournaments.league import acts
from tournaments.league.acts.act import exchanged
from tournaments.league.models import Season, SeasonEvening, SeasonLine
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import clubs_in, reason_commitment
from tournaments.league.reads.seasons import rules_of
from tournaments.league.reads.tables import (
    Tables,
    archive_of,
    forget,
    players_by_ticket,
    tables_of,
)
from tournaments.league.services import ledger, rows
from tournaments.league.services.ledger import SeasonBook, evening_published, open_season, perform, record_of
from tournaments.league.services.ratings import RatingsBehindError, with_handicaps
from tournaments.ledger.chain import Entry, broken_links
from tournaments.ledger.records import entries_after
from tournaments.prepared_sql import upsert
from tournaments.publishing import publish, seasons
from tournaments.ranking.fixtures.results import commitment
from tournaments.refusals import refuse
from tournaments.signup.announcements import tell_next
from tournaments.work.outbox import Done, NotYet, Result
from tournaments.work.runner import BY, Assignment


@transaction.atomic
def publish_tables(*, evening: Evening, by: str, at: datetime) -> Publication:
    publication = publish.publish(evening=evening, by=by, at=at)
    evening_published(publication.evening, at=at)
    follow_publication(publication.evening, by=by, at=at)
    tell_next(publication.evening.club, at=at)
    return publication


def publish_job(assigned: Assignment) -> Done:
    publication = publish_tables(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.published", number=publication.number))


Key = tuple[str, int]
"""A category, "" for everybody, and a player."""


class TableRow(NamedTuple):
    position: int
    place: int | None
    total: int
    attended: int
    won: int
    bonus: int
    prizes: bool
    decided_by: str
    explanation: dict[str, Any] | None


Lines = Mapping[Key, TableRow]


@transaction.atomic
def recompute(*, season: Season, by: str, at: datetime, only: Iterable[int] | None = None) -> int:
    """Take in what was published, work the tables out, write the lines that differ from before; how many did.

    Idempotent: tables are a function of what the season took. An evening that is taken for the first time, and one
    whose result was corrected, gets an entry in the season's ledger; that of a correction says who moved.
    `only`: the primary keys of the evenings that may have changed; None for all.

    Raises RatingsBehindError where handicaps rest on ratings that are still being worked out.
    """
    book = open_season(season.pk, by=by, at=at)
    if book.season.origin:  # what it took is what its archive says
        return write_tables(book.season)
    before = dict(season.evenings.values_list("pk", "publication"))
    changed = take_evenings(book, only)
    rows = _rows(book.season)
    lines, written = _write(book.season, tables_of(book.season), rows)
    # An evening taken again for another rule of handicaps has no entry: that of the rule says why.
    new_results = [row for row in changed if before.get(row.pk) != row.publication]
    for row in new_results:
        evening = address_of(row.evening)
        last = before.get(row.pk)
        if last is None:
            book.do(acts.Take(evening=evening, publication=row.publication))
        else:
            moved = _moved(rows, lines)
            book.do(acts.Move(evening=evening, publication=row.publication, before=last, moved=moved))
    if written and not new_results:
        book.season.version += 1
        book.season.save(update_fields=["version"])
    return written


def write_tables(season: Season) -> int:
    """Work the tables out from what the season took, and write the lines that differ; how many did."""
    return _write(season, tables_of(season), _rows(season))[1]


def differences(season: Season) -> list[str]:
    """Where the rows of a season of evenings differ from what was published and its rules give.

    Empty where they agree, or while work of the season waits. Explanations are not compared.
    """
    if season.jobs.waiting().exists():
        return []
    forget()  # the rows may have been changed by hand since
    return [*_other_results(season), *_other_lines(season)]


def _other_results(season: Season) -> Iterator[str]:
    season_evenings = (
        season.evenings.filter(publication__isnull=False).select_related("evening").order_by("evening")
    )
    for row in season_evenings:
        publication = row.evening.publications.filter(number=row.publication or 0).first()
        if publication is None:
            yield f"evening {row.evening.slug}: publication {row.publication} is not there"
        # Of several only the last archive is kept.
        elif publication.archive and row.result != published_result(
            season, row.evening, publication, row.result
        ):
            yield f"evening {row.evening.slug}: its result is not the one that was published"


def _other_lines(season: Season) -> Iterator[str]:
    lines, rows = _lines(tables_of(season)), _rows(season)
    for key in dict.fromkeys((*lines, *rows)):
        line, row = (
            table_row and table_row._replace(explanation=None)
            for table_row in (lines.get(key), rows.get(key))
        )
        if line != row:
            table = f" in {key[0]}" if key[0] else ""
            yield f"player {key[1]}{table}: the row says {row}, the evenings {line}"


def _rows(season: Season) -> dict[Key, TableRow]:
    rows = season.lines.order_by().values_list("category", "player_id", *TableRow._fields)
    return {(category, player): TableRow(*columns) for category, player, *columns in rows}


def _write(season: Season, tables: Tables, rows: Lines) -> tuple[dict[Key, TableRow], int]:
    lines = _lines(tables)
    fresh = [key for key, line in lines.items() if rows.get(key) != line]
    gone = rows.keys() - lines.keys()
    for category in {category for category, _ in gone}:
        people = [player for of, player in gone if of == category]
        season.lines.filter(category=category, player__in=people).delete()
    rows_now = ((season.pk, *key, *lines[key]) for key in fresh)
    upsert(SeasonLine, rows_now, key=("season", "category", "player"), names=TableRow._fields)
    return lines, len(fresh) + len(gone)


def _lines(tables: Tables) -> dict[Key, TableRow]:
    return {
        (category, int(line.person)): TableRow._make(
            [
                position,
                *(getattr(line, name) for name in TableRow._fields[1:-1]),
                line.explanation and line.explanation.as_data(),
            ]
        )
        for category, state in tables.items()
        for position, line in enumerate(state.lines, 1)
    }


def _moved(before: Lines, after: Lines) -> list[dict[str, object]]:
    moves: list[dict[str, object]] = []
    for key in sorted({*before, *after}, key=lambda key: after[key].position if key in after else 0):
        old, new = (line and [line.place, line.total] for line in (before.get(key), after.get(key)))
        if not key[0] and old != new:
            moves.append({"player": key[1], "before": old, "after": new})
    return moves


def bring_up_to_date(assigned: Assignment) -> Result:
    """Bring a season up to date; where it has to wait for ratings nothing is done, and it comes back soon."""
    jobs = assigned.line()
    evenings = [job.payload["evening"] for job in jobs]
    try:
        with transaction.atomic():
            changed = _change(
                assigned.subject, [key for key in evenings if key], None in evenings, assigned.at
            )
    except RatingsBehindError as behind:
        return NotYet(after=behind.wait)
    return Done(coded("job.lines", number=changed), also=[job.pk for job in jobs])


def _change(season: Season, evenings: list[int], everything: bool, at: datetime) -> int:
    if season.kind == Season.Kind.FIXTURES:
        return follow_evening(season=season, evenings=evenings, people=everything, by=BY, at=at)
    only = None if everything else evenings
    return recompute(season=season, by=BY, at=at, only=only)


COMMITMENT: Final = re.compile("[0-9a-f]{64}")


def check(season: Season) -> list[str]:
    """Everything in which a season's rows and ledger disagree, or the ledger with itself; empty when all is well."""
    problems = []
    try:
        problems += broken_chain(season)
        problems += _broken_promises(season)
        problems += rows.own_differences(season)
        if season.kind == Season.Kind.EVENINGS:
            return [*problems, *differences(season)]
        return [*problems, *rows.differences(season)]
    except WRONG as error:
        return [*problems, f"the rows tell no season: {type(error).__name__} {error}"]


def rebuild(season: Season, *, at: datetime) -> None:
    """Make a season's rows again: of fixtures from its ledger, of evenings the table from its evenings."""
    if season.kind == Season.Kind.EVENINGS:
        recompute(season=season, by="rebuild", at=at)
    else:
        rows.rebuild(season)


def broken_chain(season: Season) -> list[str]:
    """Where the ledger of a season is broken: its chain, or a text that it binds."""
    pairs = entries_after(season, 0)
    entries = [entry for entry, _before in pairs]
    broken = broken_links(entries, length=season.ledger_length, head=season.ledger_head)
    broken += [
        f"entry {entry.sequence} says something else than on the server it comes from"
        for entry in entries
        if entry.original and _without_keys(season, entry.body) != _without_keys(season, entry.chained[0])
    ]
    last = ""
    for entry, before in pairs:
        if before != last:
            broken.append(f"entry {entry.sequence} names another entry before it")
        last = entry.hash
    return [*broken, *_other_texts(season, entries)]


def _without_keys(season: Season, body: str) -> dict[str, Any]:
    return exchanged(json.loads(body), season.kind, lambda _: 0, lambda _: "")


def _other_texts(season: Season, entries: Iterable[Entry]) -> Iterator[str]:
    # A text without a salt was erased.
    texts = {row.commitment: row for row in season.bound_texts.all()}
    for entry in entries:
        for body in json.loads(entry.body).get("entrants", ()):
            bound = body.get("commitment")
            text = texts.get(bound)
            if bound and (text is None or (text.salt and name_commitment(text.text, text.salt) != bound)):
                yield f"entry {entry.sequence}: the name of entrant {body['number']} is not the one that was entered"
        why = texts.get(entry.reason)
        is_gone = why is None and COMMITMENT.fullmatch(entry.reason)
        if is_gone or (why and why.salt and reason_commitment(why.text, why.salt) != entry.reason):
            yield f"entry {entry.sequence}: the reason is not the one that was entered"


def _broken_promises(season: Season) -> Iterator[str]:
    broken, promised = seasons.broken_promises(entry for entry, _before in entries_after(season, 0))
    yield from broken
    if promised and not season.origin and commitment(season.seed) != promised:
        yield "the seed of the next lots is not the one that was promised"


@transaction.atomic
def leave_to_evening(
    *, season: Season, code: str, evening: Evening, by: str, at: datetime, reason: str = ""
) -> None:
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Raises Faults for an evening of a club that takes no part, of a game that is not the season's, one that is
    published and gives no result, and where handicaps rest on ratings that are not worked out.
    """
    with tenant_guard.bypass():  # it may be of a club that takes part
        evening = Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)
    act = acts.LeaveToEvening(fixture=code, evening=address_of(evening), reason=reason)
    try:
        perform(season=season, act=act, by=by, at=at)
    except RatingsBehindError as behind:
        refuse("evening", behind.code, behind.words, entered=evening.name)


def follow_publication(evening: Evening, *, by: str, at: datetime) -> None:
    """Let every fixture that rests on an evening follow what was published, now or after a correction.

    Each change is an entry of its own in its season's ledger. A season whose handicaps rest on ratings that are not
    worked out follows later.
    """
    seasons = evening.fixtures.values_list("season", flat=True).distinct().order_by("season")
    for season in list(seasons):
        book = open_season(season, by=by, at=at)
        try:
            _follow_evening(book, evening)
        except RatingsBehindError:
            ledger.ask_season(book.season, evening=evening, at=at)


@transaction.atomic
def follow_evening(*, season: Season, evenings: Iterable[int], people: bool, by: str, at: datetime) -> int:
    """Let a season follow these evenings and, with `people`, who is who; the number of entries it took.

    Raises RatingsBehindError where the season gives handicaps by ratings that are not worked out.
    """
    book = open_season(season.pk, by=by, at=at)
    before = book.season.ledger_length
    for evening in (
        Evening.objects.filter(pk__in=list(evenings)).select_related("club").order_by("date", "pk")
    ):
        _follow_evening(book, evening)
    if people:
        book.do(acts.FollowPeople())
    return book.season.ledger_length - before


def _follow_evening(book: SeasonBook, evening: Evening) -> None:
    # Each by what is so after the one before: a final may have other sides by then.
    address = address_of(evening)
    for code in [fixture.code for fixture in record_of(book.season).fixtures if fixture.evening == address]:
        book.do(acts.FollowEvening(fixture=code))


def take_evenings(book: SeasonBook, only: Iterable[int] | None = None) -> list[SeasonEvening]:
    """Bring the season's evenings up to what is published; the rows whose result is new or gone.

    What was taken stays as it is while an evening is being corrected: it is taken again when it is
    published again. `only` are the keys of the evenings to look at; None for all that there are.

    Raises RatingsBehindError where the season gives handicaps by ratings that are still being worked
    out.
    """
    season = book.season
    rows = season.evenings.all()
    evenings = _published(season)
    if only is not None:
        keys = list(only)
        rows, evenings = rows.filter(evening__in=keys), evenings.filter(pk__in=keys)
    known = {row.evening_id: row for row in rows.defer("result").select_related("evening__club")}
    numbers = _last_publications(evenings)
    clubs = frozenset(clubs_in(season.league).values_list("pk", flat=True))
    other_rule = _under_another_rule(rows, season, everything=only is None)
    changed: list[SeasonEvening] = []
    for evening in evenings:
        row, number = known.get(evening.pk), numbers[evening.pk]
        if not _is_wanted(season, evening, row.choice if row else "", clubs):
            changed += _left_out(row)
        elif row is None or row.publication != number or evening.pk in other_rule:
            changed.append(_take(season, evening, number, row))
    return changed


def _under_another_rule(rows: QuerySet[SeasonEvening], season: Season, *, everything: bool) -> frozenset[int]:
    rule = rules_of(season).handicap
    if rule is None and not everything:
        return frozenset()  # a season that loses its handicaps takes all its evenings again
    pairs = rows.filter(result__isnull=False).values_list("evening_id", "result__rule")
    expected = None if rule is None else rule.model_dump()
    return frozenset(evening for evening, old_rule in pairs if old_rule != expected)


def _published(season: Season) -> QuerySet[Evening]:
    possible = Evening.objects.filter(
        club__in=clubs_in(season.league).values("pk"),
        plan__game__in=list(rules_of(season).games),
        status__in=[Status.PUBLISHED, Status.FINISHED],
    ) | Evening.objects.filter(seasons__season=season, seasons__result__isnull=False)
    published = possible.filter(publications__isnull=False).distinct()
    return published.select_related("club").order_by("date", "pk")


def _last_publications(evenings: QuerySet[Evening]) -> dict[int, int]:
    rows = Publication.objects.filter(evening__in=evenings.order_by().values("pk"))
    return dict(rows.values("evening").annotate(last=Max("number")).values_list("evening", "last"))


def _is_wanted(season: Season, evening: Evening, choice: str, clubs: frozenset[int]) -> bool:
    if evening.club_id not in clubs or evening.plan["game"] not in rules_of(season).games:
        return False
    if choice:
        return choice == SeasonEvening.Choice.TAKEN_IN
    if evening.came_from:  # where it was played it counts already
        return False
    return season.takes == Season.Takes.EVERY and season.starts <= evening.date <= season.ends


def _left_out(row: SeasonEvening | None) -> list[SeasonEvening]:
    if row is None or row.publication is None:
        return []
    row.publication, row.result = None, None
    row.save(update_fields=["publication", "result"])
    return [row]


def _take(season: Season, evening: Evening, number: int, row: SeasonEvening | None) -> SeasonEvening:
    row = row or SeasonEvening(season=season, evening=evening)
    publication = evening.publications.get(number=number)
    row.publication, row.result = number, published_result(season, evening, publication, row.result)
    row.save()
    return row


def published_result(
    season: Season, evening: Evening, publication: Publication, before: dict[str, Any] | None
) -> dict[str, Any]:
    """What a publication gives a season; handicaps keep to the ratings in the result `before`, if any."""
    archive, players = archive_of(publication), players_by_ticket(evening)
    result, rule = outcome.season_result(archive, players), rules_of(season).handicap
    return with_handicaps(result, archive, players, evening=evening, season=season, rule=rule, kept=before)
