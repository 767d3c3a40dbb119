"""Who has signed up: the officers' list, and what somebody's own link shows. No visitor reads it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from tournaments.club.models import Club, MailKind, Notice, Player
from tournaments.club.models.clubs import in_public, redacted_name
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import ERASED, Namesakes
from tournaments.evening.models import Evening, Standing, Ticket
from tournaments.evening.reads import desk, public
from tournaments.evening.round_rules import Status
from tournaments.ranking.people import alike
from tournaments.signup import announcements
from tournaments.signup.announcements import Coming
from tournaments.signup.models import LONGEST_KEY, Announcement, DoorCode, SignUp
from tournaments.site.arguments import provides
from tournaments.site.cleaning import folded

__all__ = ["Announcement", "DoorCode", "DoorEvening", "Player", "SignUp", "Somebody"]


@dataclass(frozen=True, slots=True)
class Place:
    """What somebody's link shows: their sign-up, and which they are of those who wait (None for who does not)."""

    sign_up: SignUp
    waits_as: int | None

    @property
    def has_place(self) -> bool:
        return self.sign_up.state == "placed"

    @property
    def has_withdrawn(self) -> bool:
        return self.sign_up.state == "withdrawn"

    def stands_at(self, evening: Evening) -> bool:
        return self.sign_up.announcement.evening_id == evening.pk and not self.has_withdrawn


@dataclass(frozen=True, slots=True)
class OwnComing:
    """An evening to come for one of the club's people: their place, None where they are not in its list.

    Only who `is_known` by their whole `name` alone is told that, and signs up by a press: nobody else has it. Once
    the doors are open, it `has_door_code` where people check themselves in; who is in has no place to give back.
    """

    coming: Coming
    name: str
    place: Place | None
    is_known: bool
    has_door_code: bool


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has signed up, or whom they bring, as the door sees them.

    `players` are the club's people of this name, case and accents aside. Who they are `is_unclear` where several have
    the name, or somebody has its words in another order; then only the desk can tell. Who `is_in` has a ticket.
    """

    name: str
    sign_up: SignUp
    players: tuple[Player, ...]
    is_unclear: bool
    is_in: bool


def place_of(token_hash: str) -> Place | None:
    """The last sign-up that was made with a link; two queries, None for no such link."""
    rows = SignUp.objects.filter(token_hash=token_hash).select_related("announcement__evening__club")
    row = rows.exclude(token_hash="").order_by("number").last()
    return None if row is None else place_in_list(row)


def place_in_list(row: SignUp) -> Place:
    if row.placed_at is not None or row.withdrawn_at is not None:
        return Place(row, None)
    ahead = SignUp.objects.filter(
        announcement=row.announcement_id,
        withdrawn_at__isnull=True,
        placed_at__isnull=True,
        number__lt=row.number,
    )
    return Place(row, ahead.count() + 1)


def own_coming(player: Player, coming: Coming) -> OwnComing:
    """What an evening to come is to one of the club's people; eight queries at the most."""
    name = whole_name(player)
    with in_public(is_so=False):
        guests = (guest for guest in guests_of(coming.evening) if guest.players == (player,))
        row = next((guest.sign_up for guest in guests if not guest.is_in), None)
        is_known = row is not None or Namesakes(player.club_id).called(name) == [player]
    has_door_code = not coming.is_before_doors and live_code(coming.evening) is not None
    place = None if row is None else place_in_list(row)
    return OwnComing(coming, name, place, is_known, has_door_code)


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An evening of one of the club's people: their place in its list; their line, once its result is published."""

    coming: Coming
    place: Place | None
    standing: Standing | None


def own_evenings(player: Player, *, since: date) -> list[OwnEvening]:
    """The evenings for which somebody is in the list or has a ticket, the earliest first.

    Five queries, and one for each evening at which they wait. Whose name others have too is in no list for sure.
    """
    tickets = Ticket.objects.filter(player=player, evening__date__gte=since)
    lines = {
        ticket.evening: getattr(ticket, "standing", None)
        if ticket.evening.status == Status.PUBLISHED
        else None
        for ticket in tickets.select_related("evening__club", "standing").order_by("-number")
    }
    name = whole_name(player)
    named = Q(key=key_of(name)) | Q(companion_key=key_of(name))
    of_club = SignUp.objects.filter(named, announcement__evening__club=player.club_id, withdrawn_at=None)
    rows = of_club.filter(announcement__evening__date__gte=since, announcement__withdrawn_at=None)
    with in_public(is_so=False):
        is_known = Namesakes(player.club_id).called(name) == [player]
    places = {
        row.announcement.evening: place_in_list(row)
        for row in rows.select_related("announcement__evening__club")
        if is_known and row.announcement.evening.status not in public.OVER
    }
    announced = announcements.told_of([*lines, *places])
    evenings = dict.fromkeys([*lines, *places])
    own = [
        OwnEvening(
            announced.get(evening.pk, Coming(evening)),
            None if evening in lines else places.get(evening),
            lines.get(evening),
        )
        for evening in evenings
    ]
    return sorted(own, key=lambda one: one.coming.order)


class MailsOfKind(NamedTuple):
    """Who was told by mails of a kind about an evening, by what became of each; who of its people asks for none."""

    kind: MailKind
    by_state: dict[str, list[Notice]]
    unasked: list[Player]


def mails_of(evening: Evening) -> list[MailsOfKind]:
    """Its people are those with a ticket; of the whole club, as long as nobody has one. Four queries."""
    notices = list(evening.notices.select_related("player__club").order_by("player__name", "pk"))
    people = evening.club.players.prefetch_related("mail_wishes").order_by("name", "pk")
    has_tickets = evening.tickets.exists()
    people = people.filter(tickets__evening=evening) if has_tickets else people.filter(is_active=True)
    wishes = {player: {wish.kind for wish in player.mail_wishes.all()} for player in people.distinct()}
    by_kind = []
    for kind in MailKind:
        by_state: dict[str, list[Notice]] = defaultdict(list)
        for notice in notices:
            if notice.kind == kind:
                by_state[notice.get_state_display()].append(notice)
        unasked = [player for player, kinds in wishes.items() if kind not in kinds]
        by_kind.append(MailsOfKind(kind, dict(by_state), unasked))
    return by_kind


def notice_at(evening: Evening, pk: int) -> Notice:
    return get_object_or_404(evening.notices.select_related("player", "evening__club"), pk=pk)


def key_of(name: str) -> str:
    """What names of a list are compared by."""
    return (folded(name) or name)[:LONGEST_KEY]


def whole_name(player: Player) -> str:
    """Their name for themselves, also where it is withheld from others."""
    with in_public(is_so=False):
        return Player.objects.values_list("name", flat=True).get(pk=player.pk)


MOST_COMING: Final = 3


def coming_for(player: Player, visitor: Visitor, at: datetime) -> list[OwnComing]:
    """The next evenings of a club for one of its people, but for those at which they have checked in."""
    since = announcements.today_at(player.club, at)
    evenings = announcements.still_to_come(announcements.calendar_of(player.club, visitor, since=since))
    inside = set(Ticket.objects.filter(player=player).values_list("evening", flat=True))
    others = [coming for coming in evenings if coming.evening.pk not in inside]
    return [own_coming(player, coming) for coming in others[:MOST_COMING]]


def announcement_of(evening: Evening) -> Announcement | None:
    return Announcement.objects.filter(evening=evening).first()


@provides
def announcement_at(evening: Evening) -> Announcement:
    return get_object_or_404(Announcement, evening=evening)


def usual_start(club: Club, day: date) -> time | None:
    """When the club's night of this day begins, else the evening that it announced last; two queries at most."""
    if (starts := desk.start_on(club, day)) is not None:
        return starts
    rows = Announcement.objects.filter(evening__club=club).order_by("-made_at", "-pk")
    return rows.values_list("starts", flat=True).first()


def evenings_on(club: Club, days: Iterable[date]) -> dict[date, list[str]]:
    names_by_day: dict[date, list[str]] = defaultdict(list)
    evenings = club.evenings.filter(date__in=list(days)).exclude(status=Status.ABANDONED)
    for day, name in evenings.order_by("pk").values_list("date", "name"):
        names_by_day[day].append(name)
    return names_by_day


def listed(evening: Evening) -> list[SignUp]:
    return list(in_state(evening, "").order_by("number"))


def listed_twice(rows: Iterable[SignUp]) -> set[int]:
    """The keys of sign-ups of which a name is in the list twice: a visitor is not told that it is."""
    keys = [(key, row.pk) for row in rows for key in (row.key, row.companion_key) if key]
    times = Counter(key for key, _ in keys)
    return {pk for key, pk in keys if times[key] > 1}


def similar(evening: Evening, rows: Iterable[SignUp]) -> dict[int, list[str]]:
    """Names like those of the list that the club does not know: of its people and of others in the list, by key.

    For officers alone: a visitor is told nothing of who is a member or who comes. One query.
    """
    club = evening.club.players.values_list("name", "is_active")
    known = {folded(name) for name, _ in club}
    names = {f"club {place}": name for place, (name, is_active) in enumerate(club) if is_active}
    listed_by = dict[str, int]()
    for row in rows:
        for part, name in enumerate((row.name, row.companion)):
            if name not in ("", ERASED):
                listed_by[f"list {row.pk} {part}"] = row.pk
                names[f"list {row.pk} {part}"] = name
    similar_names: dict[int, list[str]] = defaultdict(list)
    for pair in alike(names) if listed_by else ():
        for mine, other in ((pair.first, pair.other), (pair.other, pair.first)):
            pk, key = listed_by.get(mine), folded(names[mine])
            is_new = key not in known and key != folded(names[other])
            if (
                pk is not None
                and is_new
                and listed_by.get(other) != pk
                and names[other] not in similar_names[pk]
            ):
                similar_names[pk].append(names[other])
    return dict(similar_names)


def in_state(evening: Evening, state: str) -> QuerySet[SignUp]:
    """Those of the list who are `placed`, `waiting` or `withdrawn`; with "" who comes or waits."""
    rows = SignUp.objects.filter(announcement__evening=evening, withdrawn_at__isnull=state != "withdrawn")
    return rows if state in ("", "withdrawn") else rows.filter(placed_at__isnull=state == "waiting")


@provides
def one_listed(evening: Evening, sign_up: int) -> SignUp:
    rows = SignUp.objects.filter(announcement__evening=evening, pk=sign_up)
    return get_object_or_404(rows.select_related("announcement"))


def guests_of(evening: Evening) -> list[Guest]:
    """Everybody who has signed up, in order, each with whom of the club their name means; three queries.

    Nobody is asked for where nobody has signed up.
    """
    rows = listed(evening)
    if not rows:
        return []
    inside = set(evening.tickets.values_list("player_id", flat=True))
    known = Namesakes(evening.club_id)
    return [
        _guest(name, row, known, inside)
        for row in rows
        for name in (row.name, row.companion)
        if name not in ("", ERASED)
    ]


def _guest(name: str, row: SignUp, known: Namesakes, inside: Collection[int]) -> Guest:
    players = known.called(name)
    unclear = len(players) > 1 or (not players and bool(known.alike(name)))
    return Guest(name, row, tuple(players), unclear, any(player.pk in inside for player in players))


# Who may check themselves in at the door: looked for by name, a few at a time. Nobody reads a list here.


FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 6
"""So many are shown at once; whoever finds more types more of their name."""
OF_A_PLAYER, OF_A_SIGN_UP, OF_A_COMPANION = "player", "signed-up", "companion"


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody who may check themselves in: one of the club's people, or a guest whom it does not know yet.

    The page names them by `key`. There is room where they have a place, or places are left (`has_place`); only the
    desk can tell who of the club they are where that `is_unclear`. `public_name` stands for a name that is withheld,
    else "".
    """

    key: str
    name: str
    player: Player | None = None
    is_in: bool = False
    has_place: bool = True
    is_unclear: bool = False
    public_name: str = ""

    @property
    def shown_name(self) -> str:
        return self.public_name or self.name

    def is_found_by(self, typed: str) -> bool:
        """Whether a text finds them: the beginning of any word, of a withheld name the first and the last word."""
        needle, own = folded(" ".join(typed.split())), folded(self.name)
        if not self.public_name:
            return f" {needle}" in f" {own}"
        words = own.split() or [own]
        return {words[0], words[-1]} <= set(needle.split()) <= set(words)

    @property
    def colour(self) -> str:
        return self.player.colour if self.player else ""


class DoorEvening(NamedTuple):
    people: list[Somebody]
    has_more: bool


def code_at(token_hash: str) -> DoorCode | None:
    return _live_codes().filter(token_hash=token_hash).first()


def code_typed(code_hash: str) -> DoorCode | None:
    return _live_codes().filter(code_hash=code_hash).first()


def _live_codes() -> QuerySet[DoorCode]:
    rows = DoorCode.objects.filter(revoked_at__isnull=True, evening__club__put_away_at__isnull=True)
    return rows.select_related("evening__club")


def live_code(evening: Evening) -> DoorCode | None:
    return DoorCode.objects.filter(evening=evening, revoked_at__isnull=True).first()


def look_for(evening: Evening, text: str) -> DoorEvening:
    """Those of the list and of the club's people whom a text finds; five queries at the most.

    Nobody is found by fewer than `FEWEST_LETTERS` letters.
    """
    if len(folded(" ".join(text.split()))) < FEWEST_LETTERS:
        return DoorEvening([], has_more=False)
    matches = [person for person in _everybody(evening) if person.is_found_by(text)]
    return DoorEvening(matches[:MOST_FOUND], len(matches) > MOST_FOUND)


def somebody(evening: Evening, key: str) -> Somebody | None:
    return next((person for person in _everybody(evening) if person.key == key), None)


def checked_in_by_themselves(evening: Evening, by: str) -> frozenset[str]:
    """The codes of tickets that were taken at the door's code, where `by` acts in the ledger; one query."""
    bodies = evening.ledger.filter(act="check_in", by=by).values_list("body", flat=True)
    return frozenset(ticket["ticket"] for body in bodies for ticket in json.loads(body)["tickets"])


def _everybody(evening: Evening) -> Iterator[Somebody]:
    # Those who have signed up, in order, then the club's people who have not.
    guest_ids: set[int] = set()
    for guest in guests_of(evening):
        guest_ids.update(player.pk for player in guest.players)
        kind = OF_A_SIGN_UP if guest.name == guest.sign_up.name else OF_A_COMPANION
        yield Somebody(
            f"{kind}-{guest.sign_up.pk}",
            guest.name,
            guest.players[0] if len(guest.players) == 1 else None,
            is_in=guest.is_in,
            has_place=guest.sign_up.placed_at is not None,
            is_unclear=guest.is_unclear,
            public_name=_public_name(evening, guest),
        )
    inside = set(evening.tickets.values_list("player_id", flat=True))
    coming = announcements.told_of([evening]).get(evening.pk)
    # Places that nobody has, less those of people who came without having signed up.
    has_room = coming is None or coming.left is None or coming.left > len(inside - guest_ids)
    for player in Player.objects.filter(club=evening.club_id, is_active=True).exclude(pk__in=guest_ids):
        yield Somebody(
            f"{OF_A_PLAYER}-{player.pk}",
            player.name,
            player,
            player.pk in inside,
            has_room,
            public_name=player.public_name,
        )


def _public_name(evening: Evening, guest: Guest) -> str:
    # Withheld where one of the people they may be withholds their name.
    names = [player.public_name for player in guest.players]
    return redacted_name(guest.name) if any(names) or (not names and evening.club.asks_consent) else ""
