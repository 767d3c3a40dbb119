"""Clubs, the people they know, their evenings and nights; and who is asking."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time
from typing import Annotated, Any, Literal

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import Field
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games.definition import Game
from tournaments import tenant_guard
from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import Actor, OfficerView, RestView, unchanged, user_asking
from tournaments.club.reads import members
from tournaments.club.roles import Duty, Permission, Role, TokenScope
from tournaments.club.services import clubs as club_services
from tournaments.evening.api import authentication, bodies, views
from tournaments.evening.api.evening_answers import LONGEST_GAME, EveningOut, EveningPage, WantedEvenings
from tournaments.evening.reads import access, desk
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings
from tournaments.refusals import LONGEST_GROUP, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, At, Example
from tournaments.site.api.query import EVERY, CountedPage, OffsetPage, Orders, Page, Paging, listed, ordering
from tournaments.site.arguments import TIME_OF_DAY, Body, Clock, From, Name, validate_body
from tournaments.site.web.pages import or_404

ORDERS: Orders = {
    "-date": ("-date", "-pk"),
    "date": ("date", "pk"),
    "name": ("name", "pk"),
    "-name": ("-name", "-pk"),
}
"""Those in which the evenings of a club can be asked for."""


class EveningsOfClub(WantedEvenings):
    status = forms.MultipleChoiceField(
        choices=[(status.value, status.value) for status in Status],
        required=False,
        help_text="Where the evenings stand; several are allowed.",
    )
    game = query.words(LONGEST_GAME, "What is played.")
    date = query.day()


class PlayerSearch(OffsetPage):
    is_alone = False
    search = query.words(200, "A part of the name; accents and case do not matter.")
    retired = query.YesOrNo("Those who no longer come, instead of those who do.")
    category = query.words(LONGEST_GROUP, "Those who belong to this group.")
    guest = query.YesOrNo("Guests only, or members only.")
    ordering = query.one_of(("name", "-name"), "The order, `name` without; `-` is the other way round.")


class Me(Answer):
    """Who is asking: an officer with their clubs, or a table with its place."""

    kind: Annotated[Literal["officer", "table"], Example("officer")]
    name: Annotated[str, Example("director")]
    clubs: Annotated[list[str], Example(["rooster-club"])]
    reach: Annotated[Literal["look", "score", "run", "keep", "all"] | None, Example("all")] = Field(
        description="What the token may do of what its holder may; null where a table or a browser asks."
    )
    table: str | None = Field(description="The address of the table.")


class Club(Answer):
    """A club of yours."""

    slug: answers.ClubSlug
    name: Annotated[str, Example("Rooster Club")]
    time_zone: Annotated[str, Example("Europe/Paris")]
    members: Annotated[int, At("members_count"), Example(48)]
    evenings: Annotated[int, At("evenings_count"), Example(12)]


class NewClub(Body):
    """A club, with its first night if it has one (`weekday` 0 is Monday)."""

    name: Annotated[Name, Example("Rooster Club")]
    time_zone: Annotated[str, Field(max_length=50), Example("Europe/Paris")]
    language: Annotated[str, Field(max_length=50)] = ""
    place: Annotated[str, Field(max_length=LONGEST_PLACE)] = ""
    postal_address: Annotated[str, Field(max_length=LONGEST_POSTAL_ADDRESS)] = ""
    usual_game: Annotated[str, Field(max_length=50), Example("chantecler")] = ""
    weekday: Annotated[int | None, Example(4)] = Field(default=None, ge=0, le=6)
    starts: Annotated[Clock | None, Example("19:30")] = None


class Player(Answer):
    """Somebody the club knows."""

    id: answers.PersonId
    name: answers.PersonName
    guest: Annotated[bool, At("is_guest")]
    colour: Annotated[str, Example("ladies")]
    active: Annotated[bool, At("is_active"), Example(value=True)]
    number: Annotated[str, Example("17")]


Players = listed("Players", "Several of them.", EVERY, players=Player)


class PlayerPage(CountedPage[Player]):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """


class HouseRules(Answer):
    """How a club plays a game: every house rule with its value, and whether the club has set them."""

    game: Annotated[answers.GameSlug, At("game.slug")]
    options: Annotated[
        dict[str, Any],
        Example(
            answers.GAME.options_as_data(
                answers.GAME.house_rules({"target": 42, "set_side_keeps_counters": True})
            )
        ),
    ]
    own: Annotated[bool, Example(value=True)]


class PresetOut(Answer):
    """A kind of evening that a club keeps: a plan under a name, to be sent as the plan of a new evening."""

    id: Annotated[int, Example(3)]
    name: Annotated[str, Example("Our Friday")]
    plan: Annotated[dict[str, Any], Example(answers.PLAN)]


# --- who asks, and their clubs --------------------------------------------------------------------------
class ClubsView(OfficerView):
    """Your clubs, and those that are still to be made."""

    def check_right(self, request: Request, **place: Any) -> access.User:
        user = user_asking(request)
        if not user.is_superuser:
            raise PermissionDenied(_("Only whoever looks after the server makes clubs."), "not-yours")
        return user


CLUBS = Address("clubs/", "clubs", view=ClubsView, needs=Permission(Duty.OFFICE, Role.OWNER))


def founder_asking(view: ClubsView, request: Request) -> access.User:
    return view.check_right(request)


Founder = Annotated[access.User, From(founder_asking)]


@Address("me/", "me", view=RestView).get()
def me(request: Request) -> Me:
    """Who this token stands for and where they belong."""
    user = views.asker(request)
    if isinstance(user, authentication.TablePrincipal):
        key = user.key
        address = reverse("v1:table", args=[key.club, key.evening, key.table])
        return Me(kind="table", name=user.key.by, clubs=[], reach=None, table=address)
    reach = TokenScope(request.auth.reach).name.lower() if isinstance(request.auth, access.ApiToken) else None
    slugs = [club.slug for club in members.clubs(user)]
    return Me(kind="officer", name=user.get_username(), clubs=slugs, reach=reach, table=None)


@CLUBS.get(answer=listed("Clubs", "Your clubs.", clubs=Club))
def list_clubs(user: access.User, paging: Paging) -> Page[desk.Club]:
    """The clubs in which you hold an office."""
    return paging.of_rows(members.clubs(user), {"name": ("name", "pk")})


@CLUBS.post()
def make_club(founder: Founder, at: datetime, body: NewClub) -> Created[Club]:
    """A new club, of which you are the owner: for whoever looks after the server."""
    with tenant_guard.bypass():  # there is no club yet whose rows these could be
        slug = club_services.make_club(**body.model_dump(), director=founder, at=at).slug
        answer = Club.from_view(members.club(founder, slug, Role.OWNER))
    return Created(answer, {"Location": reverse("v1:club", args=[slug])})


Address(CLUB, "club", needs=Duty.OFFICE).shows(desk.Club, Club)


# --- the people of a club -------------------------------------------------------------------------------
PLAYERS = Address(f"{CLUB}players/", "players", needs=Permission(Duty.CHECK_IN, Role.SECRETARY))


@PLAYERS.get()
def list_players(club: desk.Club, wanted: PlayerSearch) -> PlayerPage:
    """The people the club knows, by name."""
    search = wanted.cleaned_data
    people = members.in_order(
        club,
        search=search["search"],
        retired=bool(search["retired"]),
        group=search["category"],
        guest=search["guest"],
    )
    page = wanted.of_list(people, list, is_turned=search["ordering"] == "-name")
    rows = desk.players_by_id(club, (pk for _name, pk in page.rows))
    return PlayerPage.read(page, results=[rows[pk] for _name, pk in page.rows if pk in rows])


@PLAYERS.post()
def add_player(club: desk.Club, at: datetime, body: bodies.NewPlayer) -> Created[Player]:
    """Add a member or a guest."""
    return Created(Player.from_view(club_services.add_player(club=club, at=at, **body.model_dump())))


@Address(f"{CLUB}players/names/", "player-names", needs=Role.SECRETARY).post(answer=Players)
def add_names(club: desk.Club, at: datetime, body: bodies.NewNames) -> Iterable[desk.Player]:
    """Add members by name, in order; a name that the club has already gives the person it has."""
    return club_services.add_names(club=club, names=body.names, at=at)


# --- how a club plays -----------------------------------------------------------------------------------
HOUSE_RULES = Address(
    f"{CLUB}house-rules/<slug:game>/", "house-rules", needs=Permission(Role.DIRECTOR, Role.SECRETARY)
)
PRESETS = Address(f"{CLUB}presets/", "presets")
PRESET = Address(f"{CLUB}presets/<int:preset>/", "preset")


def game_at(club: desk.Club, game: str) -> Game:
    return or_404(members.game_for(club, game))


GameHere = Annotated[Game, From(game_at)]


@HOUSE_RULES.get()
def show_house_rules(club: desk.Club, game: GameHere) -> HouseRules:
    """The house rules with which the club's new evenings of this game start, every one of them.

    `own` says whether the club has set them; otherwise they are what any evening starts with.
    """
    return HouseRules.from_view(members.house_rules_of_game(club, game))


@HOUSE_RULES.put()
def set_house_rules(club: desk.Club, game: GameHere, by: Actor, body: bodies.NewHouseRules) -> HouseRules:
    """Set them. What `options` leaves out is as any evening has it; evenings set up already keep theirs."""
    club_services.set_house_rules(club=club, game=game.slug, options=body.options, **by)
    return show_house_rules(club, game)


@PRESETS.get(answer=listed("Presets", "Those of a club.", evenings.MOST_PRESETS, presets=PresetOut))
def list_presets(club: desk.Club) -> Iterable[desk.ClubPreset]:
    """The kinds of evening that the club keeps for itself, by name."""
    return club.presets.all()


@PRESETS.post()
def keep_preset(
    view: OfficerView, request: Request, club: desk.Club, by: Actor, body: bodies.NewPreset
) -> Created[PresetOut]:
    """Keep the plan of an evening, as it is now, under a name that the club has not."""
    evening = views.evening_at(view, request, club.slug, body.evening)
    name = evenings.PresetName(name=body.name)
    return Created(PresetOut.from_view(evenings.keep_preset(evening, by["by"], by["at"], name)))


PRESET.shows(desk.ClubPreset, PresetOut)
PRESET.runs("patch", evenings.rename_preset, PresetOut)
PRESET.runs("delete", evenings.remove_preset, list_presets)


# --- the evenings of a club -----------------------------------------------------------------------------
EVENINGS = Address(f"{CLUB}evenings/", "evenings", needs=Permission(Duty.OFFICE, Role.DIRECTOR))


@EVENINGS.get(answer=EveningPage, parameters=[ordering(ORDERS)])
def list_evenings(club: desk.Club, wanted: EveningsOfClub) -> Page[desk.Evening]:
    """The club's evenings, the latest first."""
    return wanted.of_rows(desk.with_players(wanted.among(club.evenings.all())), ORDERS)


@EVENINGS.post(body=bodies.AnyEvening)
def make_evening(view: OfficerView, request: Request, club: desk.Club, by: Actor) -> Created[EveningOut]:
    """Set an evening up from a plan, or with the plan of another one (`clone`).

    A plan without `house_rules` or `before_publication` takes those of the club; they stay the evening's from
    then on.
    """
    if isinstance(request.data, dict) and "clone" in request.data:
        copied = validate_body(request.data, bodies.ClonedEvening)
        model = views.evening_at(view, request, club.slug, copied.clone)
        slug = evenings.clone_evening(evening=model, name=copied.name, date=copied.date, **by).slug
    else:
        body = validate_body(request.data, bodies.NewEvening)
        slug = evenings.make_evening(club=club, name=body.name, date=body.date, plan=body.plan, **by).slug
    evening = views.evening_at(view, request, club.slug, slug)
    etag, _same = unchanged(request, evening.version)
    address = reverse("v1:evening", args=[club.slug, slug])
    return Created(EveningOut.from_view(evening), {"Location": address, "ETag": etag})


class Night(Answer):
    """A night of a club."""

    id: Annotated[int, Example(3)]
    name: Annotated[str, Example("First Friday")]
    weekday: Annotated[int, Example(4)] = Field(description="0 is Monday.")
    week: Annotated[int, Example(1)] = Field(description="0 is every week, 5 the last of a month.")
    starts: Annotated[Annotated[time, TIME_OF_DAY] | None, Example("20:00:00")]
    begins_with: Annotated[str, Example("game-whist")]


NIGHTS = Address(f"{CLUB}nights/", "nights", needs=Permission(Role.DIRECTOR, Role.OWNER))
NIGHT = Address(f"{CLUB}nights/<int:night>/", "night", needs=Permission(Role.DIRECTOR, Role.OWNER))


@NIGHTS.get(answer=listed("Nights", "Those of a club.", evenings.MOST_NIGHTS, nights=Night))
def list_nights(club: desk.Club) -> Iterable[desk.ClubNight]:
    """The nights on which the club plays, by the day of the week."""
    return club.nights.all()


NIGHTS.runs("post", evenings.add_night, Created[Night])


NIGHT.shows(desk.ClubNight, Night)
NIGHT.runs("put", evenings.change_night, Night)
NIGHT.runs("delete", evenings.remove_night, list_nights)
