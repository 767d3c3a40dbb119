"""Who may check themselves in at the door: looked for by name, a few at a time. Nobody reads a list here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import QuerySet

from tournaments.club.models import Player
from tournaments.club.shown_names import withheld
from tournaments.coming.models import DoorCode, SignUp
from tournaments.coming.reads import announced, lists
from tournaments.evening.models import Evening
from tournaments.site.cleaning import folded

__all__ = ["DoorCode", "Found", "Somebody"]

FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 6
"""So many are shown at once; whoever finds more types more of their name."""
OF_A_PLAYER, OF_A_SIGN_UP, OF_A_COMPANION = "player", "signed-up", "companion"


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody who may check themselves in.

    Attributes:
        key: how the page names them.
        player: who they are among the club's people; None for a guest whom the club does not know yet.
        colour: their usual ticket.
        is_in: whether they have a ticket tonight.
        has_place: whether there is room for them: they have a place, or places are left.
        is_unclear: whether only the desk can tell who of the club they are.
        public_name: what stands for a name that is withheld; "" for one that is not.
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
        """What the page calls them, which everybody reads who has the code."""
        return self.public_name or self.name

    def is_found_by(self, typed: str) -> bool:
        """Whether a text finds them: the beginning of any word, of a withheld name the first and the last word."""
        wanted, own = folded(" ".join(typed.split())), folded(self.name)
        if not self.public_name:
            return f" {wanted}" in f" {own}"
        words = own.split() or [own]
        return {words[0], words[-1]} <= set(wanted.split()) <= set(words)

    @property
    def colour(self) -> str:
        """Their usual ticket colour, "" for none."""
        return self.player.colour if self.player else ""


class Found(NamedTuple):
    """Who was found, and whether there are more of them."""

    people: list[Somebody]
    has_more: bool


def code_at(token_hash: str) -> DoorCode | None:
    """The live code with this hash, with its evening and club; one query."""
    return _live_codes().filter(token_hash=token_hash).first()


def code_typed(code_hash: str) -> DoorCode | None:
    """The live code for which this is typed, with the same; one query."""
    return _live_codes().filter(code_hash=code_hash).first()


def _live_codes() -> QuerySet[DoorCode]:
    rows = DoorCode.objects.filter(revoked_at__isnull=True, evening__club__put_away_at__isnull=True)
    return rows.select_related("evening__club")


def live_code(evening: Evening) -> DoorCode | None:
    """The code that opens the door of an evening now; one query."""
    return DoorCode.objects.filter(evening=evening, revoked_at__isnull=True).first()


def look_for(evening: Evening, text: str) -> Found:
    """Those of the list and of the club's people whom a text finds; five queries at the most.

    Nobody is found by fewer than `FEWEST_LETTERS` letters.
    """
    if len(folded(" ".join(text.split()))) < FEWEST_LETTERS:
        return Found([], has_more=False)
    found = [one for one in _everybody(evening) if one.is_found_by(text)]
    return Found(found[:MOST_FOUND], len(found) > MOST_FOUND)


def somebody(evening: Evening, key: str) -> Somebody | None:
    """Whoever has this key; None where nobody does."""
    return next((one for one in _everybody(evening) if one.key == key), None)


def checked_in_by_themselves(evening: Evening, by: str) -> frozenset[str]:
    """The codes of tickets that were taken at the door's code; one query.

    Arguments:
        by: who acts in the ledger then.
    """
    told = evening.ledger.filter(act="check_in", by=by).values_list("body", flat=True)
    return frozenset(code for body in told for code in _codes(body))


def _codes(body: str) -> Iterator[str]:
    for ticket in json.loads(body)["tickets"]:
        yield ticket["ticket"]


def _everybody(evening: Evening) -> Iterator[Somebody]:
    """Those who have signed up, in order, then the club's people who have not."""
    seen: set[int] = set()
    for guest in lists.guests_of(evening):
        seen.update(player.pk for player in guest.players)
        yield Somebody(
            f"{_kind(guest.sign_up, guest.name)}-{guest.sign_up.pk}",
            guest.name,
            guest.players[0] if len(guest.players) == 1 else None,
            is_in=guest.is_in,
            has_place=guest.sign_up.placed_at is not None,
            is_unclear=guest.is_unclear,
            public_name=_public_name(evening, guest),
        )
    inside = set(evening.tickets.values_list("player_id", flat=True))
    told = announced.told_of([evening]).get(evening.pk)
    # Places that nobody has, less those of people who came without having signed up.
    has_room = told is None or told.left is None or told.left > len(inside - seen)
    for player in Player.objects.filter(club=evening.club_id, is_active=True).exclude(pk__in=seen):
        yield Somebody(
            f"{OF_A_PLAYER}-{player.pk}",
            player.name,
            player,
            player.pk in inside,
            has_room,
            public_name=player.public_name,
        )


def _public_name(evening: Evening, guest: lists.Guest) -> str:
    """What stands for the name of somebody who has signed up, where one of the people they may be withholds it."""
    names = [player.public_name for player in guest.players]
    return withheld(guest.name) if any(names) or (not names and evening.club.asks_consent) else ""


def _kind(sign_up: SignUp, name: str) -> str:
    return OF_A_SIGN_UP if name == sign_up.name else OF_A_COMPANION
