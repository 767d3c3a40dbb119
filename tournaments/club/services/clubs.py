"""Clubs and the people of a club; whose name and ratings are public, by what people have agreed to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, time
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NoReturn
from zoneinfo import available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.dates import WEEKDAYS
from django.utils.module_loading import import_string
from pydantic import Field

from games.catalogue import GAMES, find
from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments import tenant_guard
from tournaments.club.look import clean_colour_code, logo_of
from tournaments.club.models import (
    Club,
    ClubLogo,
    ClubNight,
    Consent,
    HouseRules,
    Officer,
    Player,
    User,
)
from tournaments.club.models.clubs import redacted_name
from tournaments.club.nights import usual_rules
from tournaments.club.reads import members
from tournaments.club.roles import Audience, BeforePublication, Part, Role
from tournaments.club.services import accounts, audit, mails
from tournaments.club.services.quotas import check_clubs, check_uploads
from tournaments.refusals import (
    LONGEST_GROUP,
    LONGEST_PLACE,
    LONGEST_POSTAL_ADDRESS,
    MOST_NAMES_AT_ONCE,
    fault,
    refuse,
)
from tournaments.site import cleaning
from tournaments.site.arguments import ActorId, Body, Example, File, Name

MOST_CATEGORIES: Final = 12
"""So many stand above a table of places."""
MOST_HOURS: Final = 720
"""So many hours objections can be made at the most: thirty days."""
ShownTo = Annotated[Literal["everybody", "with-link", "nobody"], Example("everybody")]
"""Who sees something; officers of the club always do."""
AUDIENCES: Final = {audience.name.lower().replace("_", "-"): audience for audience in Audience}
Place = Annotated[str, Field(max_length=LONGEST_PLACE)]
PostalAddress = Annotated[str, Field(max_length=LONGEST_POSTAL_ADDRESS)]
Code = Annotated[str, Field(max_length=50)]
"""Of a language, a time zone, a game or a colour."""


class AboutClub(Body):
    """What is to change of what a club is called, where and how it plays; what is left out stays."""

    # As the columns are called.
    name: Name | None = None
    time_zone: Code | None = None
    language: Code | None = Field(default=None, description='"" for that of each visitor\'s browser.')
    place: Annotated[Place | None, Example("Village hall, Mill Lane")] = None
    postal_address: PostalAddress | None = None
    usual_game: Annotated[Code | None, Example("chantecler")] = Field(
        default=None, description='"" for no particular game.'
    )
    confirms_requests: bool | None = Field(
        default=None, description="Whether the director confirms when players leave or sit out."
    )
    objection_hours: Annotated[int | None, Field(ge=0, le=MOST_HOURS)] = Field(
        default=None,
        description="For how many hours after publication players may object to results; 0 for never.",
    )


class PublicParts(Body):
    """Who sees these parts of the club from now on; those that are left out stay."""

    results: ShownTo | None = None
    seasons: ShownTo | None = None
    players: Annotated[ShownTo | None, Example("with-link")] = None
    coming: ShownTo | None = None
    before_publication: BeforePublication | None = Field(
        default=None,
        description="What new evenings show until they are published, unless their plans say otherwise.",
    )
    asks_consent: bool | None = Field(
        default=None, description="Whether names and ratings are public only of who has agreed."
    )


class NewCategories(Body):
    """All categories, each with whether everybody may read by it; else officers alone."""

    categories: Annotated[
        dict[Annotated[str, Field(max_length=LONGEST_GROUP)], bool],
        Example({"veterans": True, "juniors": False}),
    ] = Field(max_length=MOST_CATEGORIES)


class NewColour(Body):
    """The colour of the club's pages, "" for that of the house."""

    colour: Annotated[str, Field(max_length=20), Example("#1c5a43")]


class NewLogo(Body):
    """A picture: PNG, JPEG or WebP of at most 1 MB, in base64. It is drawn anew, at most 512 pixels wide and high."""

    file: Annotated[File, Example("iVBORw0KGgo=")]


NAME_KNOWN: Final = (
    "name-known",
    gettext_noop("the club has %(known)s already; choose who is there, or say that this is another person"),
)
"""How a name that somebody has is refused: the code, and the words."""


@transaction.atomic
def make_club(
    *,
    name: str,
    director: User | None,
    time_zone: str,
    at: datetime,
    slug: str = "",
    weekday: int | None = None,
    starts: time | None = None,
    **about: Any,
) -> Club:
    """A new club, `director` its first officer, with a first night on `weekday` (0 for Monday) where one is given.

    `about` is what `AboutClub` holds beside. Raises Faults as that does, and for a day that there is not (`weekday`,
    `unknown-night`).
    """
    if director is not None:
        check_clubs(director)
    club = Club(**_checked(name=name, time_zone=time_zone, **about), made_at=at)
    slugs = set(Club.objects.values_list("slug", flat=True))
    club.slug = cleaning.free_slug(slug or club.name, slugs, "club")
    club.save()
    if director is not None:
        Officer.objects.create(user=director, club=club, role=Role.OWNER)
    if weekday is not None:
        if weekday not in WEEKDAYS:
            refuse(
                "weekday",
                "unknown-night",
                "%(entered)s is no day of the week; 0 is Monday, 6 is Sunday",
                entered=weekday,
            )
        ClubNight.objects.create(club=club, weekday=weekday, starts=starts)
    audit.note(club, "club-made", at=at)
    return club


@audit.command(needs=Role.OWNER, done=gettext_noop("The settings are saved."))
def change_settings(club: Club, about: AboutClub) -> None:
    """What the club is called, where and how it plays. Its address stays, as people have written it down.

    Raises Faults on a bad name, place or postal address (by their fields), and for a time zone (`unknown-time-zone`),
    a language (`unknown-language`) or a game (`unknown-game`) that there is not.
    """
    columns = {name: getattr(club, name) for name in AboutClub.model_fields}
    _change_and_note(
        club, "settings-changed", **_checked(club=club, **columns | about.model_dump(exclude_none=True))
    )


@audit.command(needs=Role.OWNER, done=gettext_noop("Saved. The change applies at once."))
def change_public_parts(club: Club, parts: PublicParts) -> None:
    """Who sees results, league tables, players' pages and coming evenings; it applies at once."""
    entered = parts.model_dump(exclude_none=True)
    asks_consent = entered.pop("asks_consent", None)
    audiences = {part.field: int(AUDIENCES[entered.pop(part)]) for part in Part if part in entered}
    _change_and_note(club, "publicity-changed", **audiences, **entered)
    if asks_consent is not None:
        ask_consent(club=club, asks=asks_consent)


@audit.command(needs=Role.OWNER, done=gettext_noop("Saved. The change applies at once."))
def set_categories(club: Club, new: NewCategories) -> None:
    """By which groups tables can be read from now on; those that are left out are categories no longer.

    Raises Faults for what no group can be called.
    """
    if "" in new.categories:
        refuse("categories", "no-group", "“%(entered)s” is no group", entered="")
    _change_and_note(club, "categories-changed", categories=new.categories)


@audit.command(
    needs=Role.OWNER,
    audits=("visitors-link-made", gettext_noop("The visitors’ link was made anew.")),
    done=gettext_noop("There is a new link. The old one opens nothing any more."),
)
def renew_link(club: Club) -> None:
    """A new one; the old one opens nothing any more."""
    count_change(club=club, link_number=F("link_number") + 1)
    renew_link.note(club)


@audit.command(needs=Role.OWNER, done=gettext_noop("This is the colour of the club from now on."))
def set_colour(club: Club, new: NewColour) -> None:
    """Choose it, or go back to that of the house. Pages show the nearest shade that can be read.

    Raises Faults (`colour`) for what is no colour.
    """
    _change_and_note(club, "settings-changed", colour=clean_colour_code(new.colour))


@audit.command(
    needs=Role.OWNER,
    audits=("logo-changed", gettext_noop("The logo was changed.")),
    done=gettext_noop("This is the logo of the club from now on."),
    is_atomic=False,
)
def set_logo(club: Club, new: NewLogo) -> None:
    """Draw it from a picture; one that was there before is gone.

    Raises Faults (field `file`) as `look.logo_of` does.
    """
    picture = logo_of(new.file)
    with transaction.atomic():
        ClubLogo.objects.update_or_create(club=club, defaults={"content": picture})
        check_uploads(club)
        count_change(club=club, logo=sha256(picture).hexdigest()[:32])
        set_logo.note(club)


@audit.command(
    needs=Role.OWNER,
    audits=("logo-removed", gettext_noop("The logo was removed.")),
    done=gettext_noop("The logo is removed."),
)
def remove_logo(club: Club) -> None:
    """Go without one."""
    if ClubLogo.objects.filter(club=club).delete()[0]:
        remove_logo.note(club)
    count_change(club=club, logo="")


@transaction.atomic
def suspend(club: Club, *, hides: bool, at: datetime) -> None:
    """Let the officers of a club change nothing; where that `hides` its pages, nobody but them sees these either.

    Whose club it is hears of it by mail. Tables that play go on, so that nobody loses a hand.
    """
    lock(club)
    club.refresh_from_db()
    if club.suspended_at is None or (hides and not club.audiences_before):
        audiences = {part.field: getattr(club, part.field) for part in Part} if hides else {}
        hidden: dict[str, Any] = dict.fromkeys(audiences, Audience.NOBODY)
        suspended_at = club.suspended_at or at
        count_change(club=club, suspended_at=suspended_at, audiences_before=audiences, **hidden)
        _note_and_mail(club, "club-suspended", at)


@transaction.atomic
def end_suspension(club: Club, *, at: datetime) -> None:
    """Let a club go on as before; its pages are shown again to whom they were."""
    lock(club)
    club.refresh_from_db()
    if club.suspended_at is not None:
        count_change(club=club, suspended_at=None, audiences_before={}, **club.audiences_before)
        _note_and_mail(club, "suspension-ended", at)


def _note_and_mail(club: Club, act: str, at: datetime) -> None:
    audit.note(club, act, at=at)
    if mails.mail_is_set_up():
        owners = User.objects.filter(offices__club=club, offices__role=Role.OWNER, is_active=True)
        with translation.override(club.language or translation.get_language()):
            for owner in owners.exclude(email=""):
                mails.mail_suspension(owner, club, at=at)


def _change_and_note(club: Club, act: str, **columns: Any) -> None:
    before = Club.objects.select_for_update(no_key=True).values(*columns).get(pk=club.pk)
    count_change(club=club, **columns)
    if changes := audit.changes(before, columns):
        audit.note(club, act, changes=changes)


def count_change(*, club: Club, **changes: Any) -> None:
    """Make and count changes of what the club's pages show: no page made before is taken for one of now."""
    Club.objects.filter(pk=club.pk).update(**changes, settings_version=F("settings_version") + 1)
    club.refresh_from_db(fields=[*changes, "settings_version"])


def _checked(
    *,
    name: str,
    time_zone: str,
    language: str = "",
    place: str = "",
    postal_address: str = "",
    usual_game: str = "",
    club: Club | None = None,
    **others: Any,
) -> dict[str, Any]:
    if time_zone not in available_timezones():
        refuse("time_zone", "unknown-time-zone", "“%(entered)s” is not a time zone", entered=time_zone)
    if language and language not in dict(settings.LANGUAGES):
        refuse("language", "unknown-language", "there are no pages in “%(entered)s”", entered=language)
    if usual_game and (members.game_for(club, usual_game) if club else GAMES.get(usual_game)) is None:
        refuse("usual_game", "unknown-game", "there is no game “%(entered)s” here", entered=usual_game[:40])
    return {
        "name": cleaning.clean_name("name", name),
        "time_zone": time_zone,
        "language": language,
        "place": cleaning.clean_line("place", place, LONGEST_PLACE),
        "postal_address": cleaning.clean_line("postal_address", postal_address, LONGEST_POSTAL_ADDRESS),
        "usual_game": usual_game,
        **others,
    }


@audit.command(needs=Role.OWNER, done=gettext_noop("The demo is put away."))
def put_demo_away(_club: members.ClubBesideDemo, at: datetime) -> None:
    """Show the demo club to nobody any more: for whoever looks after the server. Answers with one's own club."""
    with tenant_guard.bypass():  # the club that takes its place says so
        Club.objects.filter(is_demo=True, put_away_at__isnull=True).update(put_away_at=at)


@transaction.atomic
def set_house_rules(*, club: Club, game: str, options: object, by: str, at: datetime) -> HouseRules:
    """Set how the club plays `game` unless an evening says otherwise; what `options` leaves out is as usual.

    Evenings that are made already keep the house rules they have. Raises Faults for a game that is not played here
    (`game`) and for options that the game does not take (`options.<name>`).
    """
    known = members.game_for(club, game) or find(game)
    merged = {**usual_rules(known), **options} if isinstance(options, Mapping) else options
    rules = known.options_as_data(known.house_rules(merged))
    house_rules, _created = HouseRules.objects.update_or_create(
        club=club, game=known.slug, defaults={"options": rules, "changed_by": by, "changed_at": at}
    )
    audit.note(club, "house-rules-set", at=at, game=known.name if known.edition else known.slug)
    return house_rules


@transaction.atomic
def add_player(
    *, club: Club, name: str, at: datetime, guest: bool = False, colour: str = "", another: bool = False
) -> Player:
    """A new member or guest.

    Raises Faults on an empty or overlong name, and, unless this is `another` person, on one that an active person of
    the club has (`name-known`; case, accents and the order of the words aside).
    """
    name = cleaning.clean_name("name", name)
    if not another:
        known = ", ".join(player.name for player in members.Namesakes(club.pk).alike(name))
        if known:
            refuse("name", *NAME_KNOWN, known=known)
    colour = cleaning.clean_colour(colour)
    [slug] = accounts.new_addresses(club, [name])
    player = Player.objects.create(
        club=club,
        name=name,
        slug=slug,
        is_guest=guest,
        colour=colour,
        made_at=at,
        **newcomer(club, name),
    )
    audit.note(club, "member-added", at=at, player=player)
    return player


def lock(club: Club) -> None:
    """Make whoever else changes members, games or officers of the club wait until the transaction is over."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@transaction.atomic
def add_names(*, club: Club, names: Iterable[str], at: datetime) -> list[Player]:
    """Members for the names that the club does not have yet, in order; blank lines are passed over.

    Returns the player of each name, old or new. A name given twice is one player; so is one that differs in case or
    accents alone. Raises Faults on a list that is too long (`names`), and by `names.N`, counted from 0, on bad names,
    and on those of which nobody can tell whom they mean (`name-known`): people of the club have the same words in
    another order, or several have the name.
    """
    names = list(names)
    check_few_enough(names)
    lock(club)
    names_by_key = dict[str, str]()
    known, unclear = members.Namesakes(club.pk), list[Fault]()
    for place, entered in enumerate(names):
        if entered.strip():
            name = cleaning.clean_name(f"names.{place}", entered)
            names_by_key.setdefault(cleaning.folded(name), name)
            if who := _unclear(known, name):
                unclear.append(fault(f"names.{place}", *NAME_KNOWN, known=who))
    if unclear:
        raise Faults(unclear)
    new = [name for name in names_by_key.values() if not known.called(name)]
    players = Player.objects.bulk_create(
        Player(club=club, name=name, slug=slug, made_at=at, **newcomer(club, name))
        for name, slug in zip(new, accounts.new_addresses(club, new) if new else (), strict=True)
    )
    if players:
        audit.note(club, "members-added", at=at, count=len(players))
    made_of = {player.name: player for player in players}
    return [next(iter(known.called(name)), None) or made_of[name] for name in names_by_key.values()]


def _unclear(known: members.Namesakes, name: str) -> str:
    # Whom the name may mean, where nobody can tell; "" for any other name.
    called = known.called(name)
    if len(called) == 1 or name in {player.name for player in called}:
        return ""
    return ", ".join(player.name for player in called or known.alike(name))


def check_few_enough(names: Iterable[str]) -> None:
    entered = sum(bool(name.strip()) for name in names)
    if entered > MOST_NAMES_AT_ONCE:
        refuse(
            "names",
            "too-many",
            "%(entered)s names were entered; at most %(most)s can be added at once: add them in several lists",
            entered=entered,
            most=MOST_NAMES_AT_ONCE,
        )


def begin_club(*, username: str, password: str, person: str, at: datetime, **club: Any) -> tuple[User, Club]:
    """The account that owns the installation, and its club, of what `make_club` takes: both or neither.

    Raises Faults where somebody has begun already, also at this very moment (`begun`), where the user name is
    another's (`username`), and as `make_club` does.
    """
    if not members.is_fresh_install():
        _refuse_second()
    try:
        with transaction.atomic():
            user = accounts.make_account(username=username, password=password, person=person, is_founder=True)
            return user, make_club(director=user, at=at, **club)
    except IntegrityError:
        _refuse_second()


def _refuse_second() -> NoReturn:
    refuse("", "begun", "somebody has set this installation up already; sign in, or ask them to invite you")


AT_ONCE: Final = 500
EVENINGS: Final = "tournaments.evening.services.results.follow_public_names"
BESIDE: Final = (
    EVENINGS,
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


class NewConsents(Body):
    """Whether somebody agrees that their name, or their ratings, are public; what is left out stays."""

    name: Annotated[bool | None, Example(value=True)] = None
    rating: Annotated[bool | None, Example(value=False)] = None


@audit.command(needs=Role.SECRETARY)
def record_consents(player: Player, by: ActorId, at: datetime, new: NewConsents) -> None:
    """Record what they say to it; it applies at once."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    for of, consent in new.model_dump(exclude_none=True).items():
        last = player.consents.filter(of=of).last()
        if last is None or last.given is not consent:
            Consent.objects.create(player=player, of=of, given=consent, by=by, at=at)
            audit.note(player.club, NOTED[Consent.Of(of), consent], at=at, player=player)
            settle(Player.objects.filter(pk=player.pk), on=at.date())
    player.refresh_from_db(fields=["public_name", "shows_rating"])


@transaction.atomic
def ask_consent(*, club: Club, asks: bool) -> None:
    """Set whether names and ratings of people who have said nothing are public only with consent."""
    asked_before = Club.objects.select_for_update(no_key=True).values_list("asks_consent", flat=True)
    if asked_before.get(pk=club.pk) is not asks:
        audit.note(club, "consent-asked" if asks else "consent-not-asked")
    Club.objects.filter(pk=club.pk).update(asks_consent=asks, settings_version=F("settings_version") + 1)
    club.refresh_from_db(fields=["asks_consent", "settings_version"])
    settle(club.players.all(), on=timezone.localdate())


def settle_minors(*, at: datetime) -> None:
    """Work out anew who may be a minor: time passes, and nobody says so. Two queries where nothing changes."""
    young = Q(details__birth_year__gte=at.year - members.OF_AGE) | Q(details__is_minor=True)
    hidden = Q(details__birth_year__isnull=False) & (Q(shows_rating=False) | ~Q(public_name=""))
    with transaction.atomic():
        settle(Player.objects.filter(young | hidden), on=at.date())


def settle(players: QuerySet[Player], *, on: date) -> None:
    """Work out what these people are called in public, and whether their ratings are, after anything that decides it.

    Minors are those of the day `on`. Where it changes, no page made before is taken for one of now. In a transaction;
    two queries where nothing does.
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
    by_itself = not player.club.asks_consent and not (details is not None and members.is_minor(details, on))
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
