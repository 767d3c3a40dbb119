"""The one way to do something to a season: `perform` opens its ledger, or `open_season` does for several acts.

Lock order everywhere: an evening first, then seasons, by their keys.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from scoring.derivation import gettext_noop
from tournaments import tenant_guard
from tournaments.club.models import ActOrigin, Club, Player
from tournaments.club.models.clubs import in_place_of
from tournaments.club.reads.members import ERASED, own_games
from tournaments.club.services import audit
from tournaments.evening.fold import name_commitment
from tournaments.evening.models import Evening
from tournaments.evening.reads.public import is_reopened
from tournaments.evening.services.evenings import SEED_BYTES
from tournaments.evening.services.results import new_salt
from tournaments.league import acts
from tournaments.league.acts import Now, Outside, SeasonAct, check, fold, take
from tournaments.league.acts.act import (
    Body,
    EveningGames,
    EveningSeen,
    PlayerSeen,
    SeasonRecord,
    SeasonRows,
    rows_of,
)
from tournaments.league.models import (
    BoundText,
    Entrant,
    EntrantMember,
    Federation,
    FederationClub,
    LeagueClub,
    NamedPerson,
    PersonMerge,
    RatingPoint,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.persons import (
    call_entrants,
    clubs_in,
    ever_merged,
    read_together,
    reason_commitment,
    who_is_who,
    with_names,
    without_withheld,
)
from tournaments.league.reads.ratings import Whose, evenings_of, games_of
from tournaments.league.services.ratings import check_ratings
from tournaments.league.services.rows import as_column, folded, forget_public_name, write_rows
from tournaments.ledger.records import RecordCache, check_transaction, moment_after, next_entry
from tournaments.ranking.series.units import Persons
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name, clean_reason
from tournaments.work.models import Job
from tournaments.work.outbox import FEDERATION_RATINGS, RATINGS, SEASON, enqueue


def ask_season(season: Season, *, evening: Evening | None = None, at: datetime) -> Job:
    """Ask for the tables of a season to be brought up to date: with one evening, or with all."""
    return enqueue(SEASON, season, at=at, payload={"evening": evening.pk if evening else None})


def ask_ratings(whose: Whose, game: str, *, evening: Evening | None = None, at: datetime) -> Job:
    """Ask for the ratings of a game of a club or a federation from an evening on; None: from the beginning."""
    payload = {"game": game, "evening": evening.pk if evening else None}
    topic = RATINGS if isinstance(whose, Club) else FEDERATION_RATINGS
    return enqueue(topic, whose, at=at, lane=game, payload=payload)


def ask_ratings_of(federation: Federation, *, at: datetime) -> None:
    games = evenings_of(federation).filter(published_at__isnull=False).order_by().values_list("plan__game")
    rated = federation.rating_points.order_by().values_list("game")
    for game in sorted({game for (game,) in (*games.distinct(), *rated.distinct())}):
        ask_ratings(federation, game, at=at)


def people_bound(federation: Federation, *, at: datetime) -> None:
    """Ask for all that reads people of several clubs of a federation as one: its ratings, and leagues under way."""
    ask_ratings_of(federation, at=at)
    hosts = federation.memberships.filter(agreed_at__isnull=False).values("club")
    shared = Season.objects.filter(league__club__in=hosts, league__guest_clubs__agreed_at__isnull=False)
    for season in shared.filter(stage=Season.Stage.OPEN).distinct().order_by("pk"):
        ask_season(season, at=at)


def _federations_with(clubs: Iterable[int]) -> QuerySet[Federation]:
    # Also those in which a club once was: its evenings of then still count.
    was_in = FederationClub.objects.filter(club__in=clubs, agreed_at__isnull=False)
    return Federation.objects.filter(pk__in=was_in.values("federation")).order_by("pk")


def evening_published(evening: Evening, *, at: datetime) -> None:
    rated: list[Whose] = [evening.club, *_federations_with([evening.club_id])]
    for whose in rated:
        ask_ratings(whose, evening.plan["game"], evening=evening, at=at)
    for season in seasons_for(evening):
        ask_season(season, evening=evening, at=at)


def seasons_for(evening: Evening) -> list[Season]:
    """The seasons that an evening may be in: of leagues its club takes part in, on their days, or by choice."""
    club = Q(league__club=evening.club_id) | Q(
        league__guest_clubs__club=evening.club_id, league__guest_clubs__agreed_at__isnull=False
    )
    in_time = Q(takes=Season.Takes.EVERY, starts__lte=evening.date, ends__gte=evening.date)
    chosen = Q(pk__in=SeasonEvening.objects.filter(evening=evening).values("season"))
    if evening.came_from:  # where it was played it counts already
        in_time = Q(pk__in=())
    seasons = Season.objects.filter(club & in_time | chosen, kind=Season.Kind.EVENINGS)
    return list(seasons.exclude(stage=Season.Stage.DRAFT).distinct().order_by("pk"))


def people_changed(players: Iterable[Player], *, at: datetime) -> None:
    """Ask for every season and every rating that knows one of these players.

    Seasons of fixtures have entrants, whose results come from evenings: whoever is read as one of these players
    through others may be among them.
    """
    keys = [player.pk for player in players]
    entered = Season.objects.filter(entrant_members__player__in=read_together(keys))
    for season in entered.exclude(stage=Season.Stage.DRAFT).distinct().order_by("pk"):
        ask_season(season, at=at)
    season_evenings = SeasonEvening.objects.filter(evening__tickets__player__in=keys, result__isnull=False)
    seasons = Season.objects.filter(Q(lines__player__in=keys) | Q(pk__in=season_evenings.values("season")))
    for season in seasons.filter(kind=Season.Kind.EVENINGS).distinct().order_by("pk"):
        ask_season(season, at=at)
    # Not only where they have ratings: games in which they met count for nobody while they are one person.
    played = Evening.objects.filter(tickets__player__in=keys, published_at__isnull=False)
    rated = {
        *RatingPoint.objects.filter(player__in=keys).order_by().values_list("club", "game").distinct(),
        *played.order_by().values_list("club", "plan__game").distinct(),
    }
    clubs = Club.objects.in_bulk([club for club, _ in rated])
    for club, game in sorted(rated):
        ask_ratings(clubs[club], game, at=at)
    for federation in _federations_with(clubs):
        for game in sorted({game for _, game in rated}):
            ask_ratings(federation, game, at=at)


class OutsideOf:
    def __init__(self, season: Season) -> None:
        self.season = season
        self.seed = season.seed
        self._games: dict[str, EveningGames | None] = {}

    @property
    def entries(self) -> int:
        return self.season.ledger_length

    def renew_seed(self) -> None:
        self.seed = secrets.token_hex(SEED_BYTES)

    @cached_property
    def persons(self) -> Persons:
        return who_is_who(self.season)

    def player(self, key: int) -> PlayerSeen:
        return self.players([key])[key]

    def players(self, keys: Iterable[int]) -> dict[int, PlayerSeen]:
        allowed = set(clubs_in(self.season.league).values_list("pk", flat=True))
        rows = Player.objects.filter(pk__in=set(keys)).values_list("pk", "name", "club_id")
        return {key: PlayerSeen(name, club in allowed) for key, name, club in rows}

    def ever_merged(self, players: Collection[int]) -> set[int]:
        return ever_merged(players)

    def evening(self, address: str) -> EveningSeen:
        row = evening_at(address)
        is_taken = self.season.evenings.filter(evening=row, result__isnull=False).exists()
        takes_part = clubs_in(self.season.league).filter(pk=row.club_id).exists()
        return EveningSeen(row.name, row.plan["game"], takes_part, is_taken)

    def games(self, address: str) -> EveningGames | None:
        """As `Outside.games`; raises RatingsBehindError where handicaps rest on ratings not worked out yet."""
        if address not in self._games:
            self._games[address] = self._published(address)
        return self._games[address]

    def _published(self, address: str) -> EveningGames | None:
        row = evening_at(address)
        if is_reopened(row) or not row.publications.exists():
            return None
        if rules_of(self.season).handicap is not None:
            check_ratings(row, self.season)
        return games_of(self.season, row)

    @cached_property
    def own_games(self) -> set[str]:
        return own_games(self.season.league.club)

    def has_line(self, keys: Iterable[int]) -> set[int]:
        return set(self.season.lines.filter(player__in=keys).values_list("player_id", flat=True))


def evening_at(address: str) -> Evening:
    club, _, slug = address.partition("/")
    return Evening.objects.select_related("club").get(club__slug=club, slug=slug)


class Bound(NamedTuple):
    """What the ledger is to hold of an entry, and the names of the entrants in it by their commitments."""

    body: dict[str, object]
    reason: str
    names: dict[str, str]


def bind(season: Season, body: Body, reason: str, outside: Outside) -> Bound:
    """Keep the names of entrants and the reason of an entry beside the ledger, each with its own salt."""
    new_body = dict(body)
    names: list[BoundText] = []
    people: list[NamedPerson] = []
    if "entrants" in new_body:
        players = outside.players({key for entrant in body["entrants"] for key in entrant["players"]})
        new_body["entrants"] = []
        for entrant in body["entrants"]:
            text = _bound_text(season, entrant["name"], name_commitment)
            names.append(text)
            people += [
                NamedPerson(text=text, player_id=key, called=players[key].name) for key in entrant["players"]
            ]
            rest = {name: value for name, value in entrant.items() if name != "name"}
            new_body["entrants"].append({**rest, "commitment": text.commitment})
    reasons = [_bound_text(season, reason, reason_commitment)] if reason else []
    BoundText.objects.bulk_create([*names, *reasons])
    NamedPerson.objects.bulk_create(people)
    return Bound(
        new_body, reasons[0].commitment if reasons else "", {row.commitment: row.text for row in names}
    )


def _bound_text(season: Season, text: str, commitment_of: Callable[[str, str], str]) -> BoundText:
    salt = new_salt()
    return BoundText(season=season, commitment=commitment_of(text, salt), text=text, salt=salt)


def forget(player: Player) -> None:
    """Throw an erased player's name away beside the ledgers of seasons, and the salts of what held it.

    The ledgers stay as they are. What was entered before names were bound stands in them: everybody but officers
    reads it without the name.
    """
    with tenant_guard.bypass():  # people of a club are entered in seasons of others
        mine = NamedPerson.objects.filter(player=player)
        called = {player.name, *mine.values_list("called", flat=True)}
        named = BoundText.objects.filter(people__player=player).select_related("season")
        changed = [_without(text, called) for text in named]
        changed += _reasons(player, called)
        BoundText.objects.bulk_update([text for text in changed if not text.salt], ["text", "salt"])
        mine.delete()
        for season in {text.season for text in changed}:
            _call_rows(season)
        for merge in PersonMerge.objects.filter(Q(duplicate=player) | Q(into=player)).exclude(reason=""):
            merge.reason = _said_without(merge.reason, called)
            merge.save(update_fields=["reason"])
    forget_public_name(player, called)


def _without(text: BoundText, called: Iterable[str]) -> BoundText:
    # An entrant of one person is gone with their name, whatever they were called.
    is_alone = text.season.rules.get("entrants") == "individual"
    new_text = ERASED if is_alone else without_withheld(text.text, [(name, ERASED) for name in called])
    if new_text != text.text:
        text.text, text.salt = new_text, ""
    return text


def _reasons(player: Player, called: Iterable[str]) -> list[BoundText]:
    near = Q(season__league__club=player.club_id)
    near |= Q(season__league__in=LeagueClub.objects.filter(club=player.club_id).values("league"))
    for model in (EntrantMember, SeasonLine):
        near |= Q(season__in=model._default_manager.filter(player=player).values("season"))
    holds = Q()
    for name in called:
        holds |= Q(text__contains=name)
    changed = []
    for text in BoundText.objects.filter(near & holds, people=None).select_related("season"):
        new_text = _said_without(text.text, called)
        if new_text != text.text:
            text.text, text.salt = new_text, ""
            changed.append(text)
    return changed


def _said_without(text: str, called: Iterable[str]) -> str:
    for name in sorted(called, key=len, reverse=True):
        text = in_place_of(name, ERASED, text)
    return text


def _call_rows(season: Season) -> None:
    if season.kind != Season.Kind.FIXTURES:
        return
    names = {number: entrant.name for number, entrant in folded(season).contest.entrants.items()}
    rows = [row for row in season.entrants.all() if row.name != names[row.number]]
    for row in rows:
        row.name = names[row.number]
    Entrant.objects.bulk_update(rows, ["name"])


RECORDS = RecordCache(fold)


class SeasonBook:
    """A season's ledger, open for one transaction. `season` is the locked row.

    `at` is the moment of what is entered: that of the server's clock, or just behind the `last` entry.
    """

    def __init__(self, season: Season, *, by: str, at: datetime, last: datetime | None) -> None:
        self.season = season
        self.by = by
        self.at = moment_after(last, at=at)
        self.outside = OutsideOf(season)

    def check(self, act: type[SeasonAct]) -> None:
        """Raise Faults where `act` is for another kind of season, or is not allowed as this one stands."""
        check_kind(self.season, act.kind)
        check(act, self.season.stage)

    def do(self, act: SeasonAct) -> int:
        """Do an act, with everything that follows from it: its entries, its rows, the work it brings with it.

        Returns the number of its own entry; of the last one there is, where nothing was left to do. Raises
        Faults: everything that speaks against it.
        """
        self.check(type(act))
        season = self.season
        entries = season.ledger_length
        record, outside = _record(season), self.outside
        before = rows_of(record)
        done = self._do(_tidied(act), record, Now(self.by, self.at, outside))
        if done:
            self._follow(before, rows_of(record), seed=outside.seed, entries=len(done))
        for step in done:
            self._ask_for_work(step, record)
        RECORDS.put(season, record)
        return entries + bool(done)

    def _do(self, act: SeasonAct, record: SeasonRecord, now: Now) -> list[SeasonAct]:
        act = act.resolve(record)
        check(type(act), record.stage)
        if act.needs_reason_now(record) and not act.reason:
            refuse("reason", "empty", act.empty_reason)
        body = act.decide(record, now)
        if body is None:
            return []
        self._append(act, dict(body), record)
        return [act, *(step for further in act.follow_ups(record) for step in self._do(further, record, now))]

    def _append(self, act: SeasonAct, body: dict[str, object], record: SeasonRecord) -> None:
        bound = bind(self.season, body, act.reason, self.outside)
        fields = next_entry(
            self.season, act=act.name, body=bound.body, by=self.by, at=self.at, reason=bound.reason
        )
        row = SeasonEntry.objects.create(season=self.season, **fields)
        if origin := audit.origin_of(self.season.league.club_id, row.hash, by=self.by, at=self.at):
            ActOrigin.objects.create(**origin)
        take(record, row.as_entry(), with_names(json.loads(row.body), bound.names))
        self.season.ledger_length, self.season.ledger_head = row.sequence, row.hash

    def _follow(self, before: SeasonRows, after: SeasonRows, *, seed: str, entries: int) -> None:
        season = self.season
        changed = {
            name: as_column(name, value)
            for name, value in after.season.items()
            if before.season.get(name) != value
        }
        for name, value in (changed | {"seed": seed}).items():
            setattr(season, name, value)
        season.version += entries
        season.save(update_fields=["ledger_length", "ledger_head", "version", "seed", *changed])
        write_rows(season, before, after)

    def _ask_for_work(self, act: SeasonAct, record: SeasonRecord) -> None:
        # The tables of seasons of evenings are kept; those of fixtures are worked out as they are read.
        if act.moves_tables and record.has_evenings and record.stage != "draft":
            evening = evening_at(act.about) if act.about else None
            ask_season(self.season, evening=evening, at=self.at)


def check_kind(season: Season, kind: str) -> None:
    """Raise Faults where what is for a `kind` of seasons is done to one of the other; "" is for either."""
    if kind and kind != season.kind:
        words = {
            "fixtures": gettext_noop("“%(entered)s” has evenings, no fixtures"),
            "evenings": gettext_noop("“%(entered)s” has fixtures, no evenings"),
        }
        refuse("season", "another-kind", words[kind], entered=season.name)


def record_of(season: Season) -> SeasonRecord:
    record = _record(season)
    RECORDS.put(season, record)
    return record


def _record(season: Season) -> SeasonRecord:
    # The record is handed over: nobody else has it from now on.
    record = RECORDS.pop(season)
    call_entrants(season, record.contest)
    return record


def _tidied(act: SeasonAct) -> SeasonAct:
    names: dict[str, Any] = {name: clean_name("name", getattr(act, name)) for name in act.names}
    return act.model_copy(update={**names, "reason": clean_reason(act.reason)})


def open_season(season_id: int, *, by: str, at: datetime) -> SeasonBook:
    """Lock the season and open its ledger; must be called inside a transaction."""
    check_transaction()
    rows = Season.objects.select_for_update(of=("self",), no_key=True)
    entry = SeasonEntry.objects.filter(season=OuterRef("pk"), sequence=OuterRef("ledger_length"))
    rows = rows.select_related("league__club").annotate(last=Subquery(entry.values("at")))
    season = rows.get(pk=season_id)
    return SeasonBook(season, by=by, at=at, last=season.last)


@transaction.atomic
def perform(*, season: Season, act: SeasonAct, by: str, at: datetime) -> int:
    """Do an act to a season: all of it, or nothing; returns what `SeasonBook.do` does. Raises Faults."""
    book = open_season(season.pk, by=by, at=at)
    return book.do(act)


@transaction.atomic
def draw_fixtures(*, season: Season, act: acts.Draw | acts.PlayOff, by: str, at: datetime) -> list[str]:
    """Do an act that makes fixtures, and return their codes. Raises Faults as it does."""
    entry = perform(season=season, act=act, by=by, at=at)
    body = json.loads(season.ledger.get(sequence=entry).body)
    return [fixture["code"] for fixture in body["fixtures"]]
