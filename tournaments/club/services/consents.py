"""Whose name and ratings are public: what people have agreed to, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.club.models import Club, Consent, Player
from tournaments.club.reads.members import OF_AGE, is_minor
from tournaments.club.services import audit
from tournaments.club.shown_names import redacted_name

AT_ONCE: Final = 500
BESIDE: Final = (
    "tournaments.evening.services.results.follow_public_names",
    "tournaments.league.services.rows.follow_public_name",
)
"""What follows where features above know a name: by path, so that this room knows none of them."""
NOTED: Final = {
    (Consent.Of.NAME, True): "name-shown",
    (Consent.Of.NAME, False): "name-withheld",
    (Consent.Of.RATING, True): "ratings-shown",
    (Consent.Of.RATING, False): "ratings-withheld",
}
"""The act that is kept of each word."""


@transaction.atomic
def record(*, player: Player, of: Consent.Of, given: bool, by: str, at: datetime) -> None:
    """Somebody agrees that their name or their ratings are public, or does not any more; saying it twice is once.

    Arguments:
        by: the pseudonym of whoever records it: a secretary, or the person.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    last = player.consents.filter(of=of).last()
    if last is None or last.given is not given:
        Consent.objects.create(player=player, of=of, given=given, by=by, at=at)
        audit.note(player.club, NOTED[of, given], at=at, player=player)
        settle(Player.objects.filter(pk=player.pk), on=at.date())


@transaction.atomic
def ask_consent(*, club: Club, asks: bool) -> None:
    """Set whether names and ratings of people who have said nothing are public only with consent."""
    before = (
        Club.objects.select_for_update(no_key=True).values_list("asks_consent", flat=True).get(pk=club.pk)
    )
    if before is not asks:
        audit.note(club, "consent-asked" if asks else "consent-not-asked")
    Club.objects.filter(pk=club.pk).update(asks_consent=asks, settings_version=F("settings_version") + 1)
    club.refresh_from_db(fields=["asks_consent", "settings_version"])
    settle(club.players.all(), on=timezone.localdate())


def settle_minors(*, at: datetime) -> None:
    """Work out anew who may be a minor: time passes, and nobody says so. Two queries where nothing changes."""
    young = Q(details__birth_year__gte=at.year - OF_AGE) | Q(details__is_minor=True)
    hidden = Q(details__birth_year__isnull=False) & (Q(shows_rating=False) | ~Q(public_name=""))
    with transaction.atomic():
        settle(Player.objects.filter(young | hidden), on=at.date())


def settle(players: QuerySet[Player], *, on: date) -> None:
    """Work out what these people are called in public, and whether their ratings are, after anything that decides it.

    Where it changes, no page made before is taken for one of now. In a transaction; two queries where nothing does.

    Arguments:
        on: the day, by which somebody is a minor or not.
    """
    rows = list(
        players.select_for_update(no_key=True, of=("self",)).select_related("club", "details").order_by("pk")
    )
    answers = {
        (player, of): agreed
        for player, of, agreed in Consent.objects.filter(player__in=[row.pk for row in rows])
        .order_by("pk")
        .values_list("player", "of", "given")
    }
    changed = [row for row in rows if _follows(row, answers, on)]
    if not changed:
        return
    Player.objects.bulk_update(changed, ["public_name", "shows_rating"], batch_size=AT_ONCE)
    clubs = {row.club_id for row in changed}
    Club.objects.filter(pk__in=clubs).update(settings_version=F("settings_version") + 1)
    _tell([row.pk for row in changed])


def _follows(player: Player, said: dict[tuple[int, str], bool], on: date) -> bool:
    details = getattr(player, "details", None)
    by_itself = not player.club.asks_consent and not (details is not None and is_minor(details, on))
    before = player.public_name, player.shows_rating
    is_shown = said.get((player.pk, Consent.Of.NAME), by_itself)
    player.public_name = "" if is_shown else public_name(player.name)
    player.shows_rating = said.get((player.pk, Consent.Of.RATING), by_itself)
    return before != (player.public_name, player.shows_rating)


def public_name(name: str) -> str:
    """What a row holds for a name that is withheld: "" where that is the name itself."""
    replacement = redacted_name(name)
    return "" if replacement == name else replacement


def newcomer(club: Club, name: str) -> dict[str, object]:
    """The columns that say what is public of a new player, of whom nothing is known but the name."""
    if not club.asks_consent:
        return {}
    return {"public_name": public_name(name), "shows_rating": False}


def _tell(players: Collection[int]) -> None:
    for path in BESIDE:
        import_string(path)(players)


def forget_consents(player: Player) -> None:
    """Throw away what somebody who is erased agreed to, and what followed of it. The caller saves the player."""
    player.consents.all().delete()
    player.public_name, player.shows_rating = "", True
