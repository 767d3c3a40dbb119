"""The archive of a season: one document, which anybody can verify, and from which it can be made again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.club.models import Club, Player
from tournaments.club.models.clubs import are_public
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import ERASED
from tournaments.evening import outcome
from tournaments.evening.fold import without_names
from tournaments.evening.models import Publication, Ticket
from tournaments.evening.reads.access import public_evenings
from tournaments.league.models import League, Season, SeasonEvening
from tournaments.league.reads.tables import persons_of
from tournaments.ledger.chain import Entry, canonical
from tournaments.ledger.records import entries_after
from tournaments.publishing import seasons, verdict


def shows_archive(season: Season, visitor: Visitor) -> bool:
    """Whether a visitor may have the archive of a season, and it can be checked; four queries at most.

    Reasons and names that the ledger holds as they were entered, from before it bound texts, are for officers alone.
    """
    results = season.evenings.filter(result__isnull=False)
    hidden = results.exclude(evening__in=public_evenings(visitor).values("pk"))
    # On another server people had other keys.
    from_elsewhere = season.ledger.filter(original__isnull=False, season__origin__isnull=True)
    if hidden.exists() or from_elsewhere.exists():
        return False
    bound = Q(reason="") | Q(reason__in=season.bound_texts.values("commitment"))
    named = Q(body__contains='"players":') & ~Q(body__contains='"commitment":')
    unbound = season.ledger.filter(~bound | named)
    return season.league.club_id in visitor.officer_in if unbound.exists() else True


def season_archive(season: Season, visitor: Visitor) -> dict[str, Any]:
    """A season as one document, which anybody can verify: what it took, its ledger, its tables.

    With an evening that the visitor may see goes its archive; a season of fixtures has the names of its entrants, and
    its results are in its ledger. One that was imported is the document it came from.
    """
    league, origin = season.league, season.origin or {}
    entries = [entry for entry, _before in entries_after(season, 0)]
    archive: dict[str, Any] = {
        "format": verdict.SEASON_FORMAT,
        "version": verdict.SEASON_VERSION,
        "club": _named(origin.get("club"), league.club),
        "league": _named(origin.get("league"), league),
        "season": {
            **{name: str(getattr(season, name)) for name in ("name", "slug", "starts", "ends")},
            "rules": _in_order(season.rules),
        },
        "people": _imported_people(season) if season.origin else _people(season, entries),
        **_contents(season, entries, visitor),
        "tables": {},
        "head": season.ledger_head,
        "ledger": [outcome.entry_data(entry, json.loads(entry.chained[0])) for entry in entries],
    }
    archive["season"]["slug"] = origin.get("slug", season.slug)
    archive["tables"] = seasons.season_tables(archive)
    return archive


def _contents(season: Season, entries: Iterable[Entry], visitor: Visitor) -> dict[str, Any]:
    if season.kind == Season.Kind.FIXTURES:
        return {"entrants": list(_entrants(season, seasons.commitments(entries)))}
    rows = list(season.evenings.filter(result__isnull=False).select_related("evening__club"))
    rows.sort(key=lambda row: int(row.origin["id"]) if row.origin else row.evening_id)
    return {"evenings": list(_evenings_in_archive(rows, visitor))}


def _named(former: Mapping[str, str] | None, row: Club | League) -> dict[str, str]:
    return (
        {"name": former["name"], "slug": former["slug"]} if former else {"name": row.name, "slug": row.slug}
    )


def _in_order(stored: Any) -> Any:
    # Databases keep the names in a document in orders of their own.
    return json.loads(canonical(stored))


def _people(season: Season, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    persons = persons_of(season)
    results = season.evenings.filter(result__isnull=False).values_list("result__lines", flat=True)
    ids = {line[0] for lines in results for line in lines} | {
        player for _, body in seasons.bodies_of(entries) for player in _players_in(body)
    }
    players = Player.objects.in_bulk([*ids, *map(int, persons.merged.values())])
    return [
        {
            "person": str(pk),
            "name": None if _is_nameless(player) else player.name,
            "categories": sorted(persons.categories.get(str(pk), ())),
            "read_as": persons.merged.get(str(pk)),
        }
        for pk, player in sorted(players.items())
    ]


def _players_in(body: Mapping[str, Any]) -> list[int]:
    return [player for entrant in body.get("entrants", ()) for player in entrant["players"]]


def _is_nameless(player: Player) -> bool:
    # As in archives of evenings: a name that is withheld or was erased is not there.
    return player.name in (ERASED, player.public_name)


def keys_there(season: Season) -> dict[str, int]:
    """Who of this server the people of an imported season are, by their keys in its archive."""
    keys: dict[str, int] = {}
    for entry in season.ledger.filter(body__contains='"players":'):
        former = json.loads(entry.as_entry().chained[0])
        keys |= dict(zip(map(str, _players_in(former)), _players_in(json.loads(entry.body)), strict=True))
    origins: dict[int, Any] = dict(
        season.evenings.filter(origin__isnull=False).values_list("evening", "origin")
    )
    tickets = Ticket.objects.filter(evening__in=origins).values_list("evening", "code", "player")
    return keys | {str(origins[evening]["players"][code]): player for evening, code, player in tickets}


def _imported_people(season: Season) -> list[dict[str, Any]]:
    keys = keys_there(season)
    players = Player.objects.in_bulk(keys.values())
    nameless = {key for key, player in keys.items() if _is_nameless(players[player])}
    return [
        {
            "person": person["person"],
            "name": None if person["person"] in nameless else person["name"],
            "categories": person["categories"],
            "read_as": person["read_as"],
        }
        for person in (season.origin or {})["people"]
    ]


def _entrants(season: Season, commitments: Collection[str]) -> Iterator[dict[str, str | None]]:
    texts = season.bound_texts.filter(commitment__in=commitments).order_by("commitment")
    for text in texts.prefetch_related("people__player"):
        is_told = text.salt and not any(_is_nameless(person.player) for person in text.people.all())
        yield {
            "commitment": text.commitment,
            "name": text.text if is_told else None,
            "salt": text.salt if is_told else None,
        }


def _evenings_in_archive(rows: Sequence[SeasonEvening], visitor: Visitor) -> Iterator[dict[str, Any]]:
    keys = [row.evening_id for row in rows]
    visible = public_evenings(visitor).filter(pk__in=keys).values("pk")
    published = Publication.objects.filter(evening__in=visible).values_list("evening", "number", "archive")
    archives = {(evening, number): text for evening, number, text in published}
    players: dict[int, dict[str, int]] = {key: {} for key in keys}
    withheld: dict[int, set[str]] = {key: set() for key in keys}
    tickets = Ticket.objects.filter(evening__in=keys).order_by("evening", "number")
    for evening, code, player, name in tickets.values_list(
        "evening", "code", "player", "player__public_name"
    ):
        players[evening][code] = player
        if name and are_public():
            withheld[evening].add(code)
    for row in rows:
        key, text = row.evening_id, archives.get((row.evening_id, row.publication or 0))
        origin = row.origin or {
            "evening": f"{row.evening.club.slug}/{row.evening.slug}",
            "id": str(key),
            "result": row.result,
            "players": players[key],
        }
        yield {
            "evening": origin["evening"],
            "id": origin["id"],
            "publication": row.publication,
            "void": row.void,
            "result": _in_order(origin["result"]),
            "players": {code: origin["players"][code] for code in players[key]},
            "archive": without_names(json.loads(text), withheld[key]) if text else None,
        }
