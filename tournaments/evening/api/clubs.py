"""Clubs, the people they know, their evenings; and who is asking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import django_filters
from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from tournaments import tenant_guard
from tournaments.club.reads import clubs, members
from tournaments.club.roles import Permission, Role, TokenScope
from tournaments.club.services import clubs as club_services
from tournaments.evening.api import bodies
from tournaments.evening.api.authentication import TablePrincipal
from tournaments.evening.api.bodies import Body, Clock, validate_body
from tournaments.evening.api.evening_answers import Evening, EveningPage
from tournaments.evening.api.pages import MOST, NextPage, Orders, Page, page_of_list, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView, RestView, asker, unchanged, user_asking
from tournaments.evening.reads import api_reads, desk
from tournaments.evening.reads.access import ApiToken
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings
from tournaments.evening.services.evenings import MOST_PRESETS, keep_preset, remove_preset, rename_preset
from tournaments.limits import LONGEST_GROUP, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS
from tournaments.site.api import query
from tournaments.site.api.answers import (
    GAME,
    PLAN,
    Answer,
    ClubSlug,
    Example,
    GameSlug,
    PersonId,
    PersonName,
    at_most,
)

ORDERS: Orders = {
    "-date": ("-date", "-pk"),
    "date": ("date", "pk"),
    "name": ("name", "pk"),
    "-name": ("-name", "-pk"),
}
"""Those in which the evenings of a club can be asked for."""


class EveningFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Which evenings of a club are wanted."""

    status = django_filters.MultipleChoiceFilter(choices=[(status.value, status.value) for status in Status])
    game = django_filters.CharFilter(field_name="plan__game", max_length=40)
    date = django_filters.DateFilter()
    date_from = django_filters.DateFilter(field_name="date", lookup_expr="gte")
    date_to = django_filters.DateFilter(field_name="date", lookup_expr="lte")


CLUBS_BY_NAME: Orders = {"name": ("name", "pk")}
PEOPLE_ORDERS: Orders = {"name": ("name",), "-name": ("-name",)}


class PlayerSearch(forms.Form):
    """Which of the people are wanted."""

    search = forms.CharField(max_length=200, required=False)
    retired = query.YesOrNo()
    category = forms.CharField(max_length=LONGEST_GROUP, required=False)
    guest = query.YesOrNo()
    ordering = forms.ChoiceField(choices=[(order, order) for order in PEOPLE_ORDERS], required=False)


class Me(Answer):
    """Who is asking: an officer with their clubs, or a table with its place."""

    kind: Annotated[Literal["officer", "table"], Example("officer")]
    name: Annotated[str, Example("director")]
    clubs: Annotated[list[str], Example(["rooster-club"])]
    reach: Annotated[Literal["look", "score", "run", "keep", "all"] | None, Example("all")] = Field(
        description="What the token may do of what its holder may; null where a table or a browser asks."
    )
    table: str | None = Field(description="The address of the table.")

    @classmethod
    def of(cls, user: api_reads.User | TablePrincipal, reach: TokenScope | None) -> Self:
        """Whoever a token stands for, and how far it reaches."""
        if isinstance(user, TablePrincipal):
            key = user.key
            address = reverse("v1:table", args=[key.club, key.evening, key.table])
            return cls(kind="table", name=user.by, clubs=[], reach=None, table=address)
        mine = [club.slug for club in members.clubs(user)]
        reach_name = reach.name.lower() if reach is not None else None
        return cls(kind="officer", name=user.get_username(), clubs=mine, reach=reach_name, table=None)


class Club(Answer):
    """A club of yours."""

    slug: ClubSlug
    name: Annotated[str, Example("Rooster Club")]
    time_zone: Annotated[str, Example("Europe/Paris")]
    members: Annotated[int, Example(48)]
    evenings: Annotated[int, Example(12)]

    @classmethod
    def of(cls, row: api_reads.Club) -> Self:
        """A club, as evening.reads.desk.clubs gives it with its counts."""
        counted: Any = row
        return cls.read(row, members=counted.members_count, evenings=counted.evenings_count)


class NewClub(Body):
    """A club, with its first night if it has one (`weekday` 0 is Monday)."""

    name: bodies.Name
    time_zone: Annotated[str, Field(max_length=50)]
    language: Annotated[str, Field(max_length=50)] = ""
    place: Annotated[str, Field(max_length=LONGEST_PLACE)] = ""
    postal_address: Annotated[str, Field(max_length=LONGEST_POSTAL_ADDRESS)] = ""
    usual_game: Annotated[str, Field(max_length=50)] = ""
    weekday: int | None = Field(default=None, ge=0, le=6)
    starts: Clock | None = None

    EXAMPLE: ClassVar[Any] = {
        "name": "Rooster Club",
        "time_zone": "Europe/Paris",
        "usual_game": "chantecler",
        "weekday": 4,
        "starts": "19:30",
    }


class Clubs(Answer):
    """Your clubs."""

    clubs: list[Club]
    next: NextPage

    @classmethod
    def of(cls, page: Page[api_reads.Club]) -> Self:
        """A page of them."""
        return cls.read(page, clubs=[Club.of(club) for club in page.rows])


class Player(Answer):
    """Somebody the club knows."""

    id: PersonId
    name: PersonName
    guest: bool
    colour: Annotated[str, Example("ladies")]
    active: Annotated[bool, Example(value=True)]
    number: Annotated[str, Example("17")]

    @classmethod
    def of(cls, row: api_reads.Player) -> Self:
        """Somebody the club knows."""
        return cls.read(row, guest=row.is_guest, active=row.is_active)


class Players(Answer):
    """Several of them."""

    players: list[Player]


class PlayerPage(Answer):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """

    count: int
    next: NextPage
    previous: str | None
    results: list[Player]

    @classmethod
    def of(cls, page: Page[tuple[str, int]], rows: Mapping[int, api_reads.Player], count: int) -> Self:
        """A page of people by their names and ids, of so many in all; `rows` are those of the page."""
        players = [Player.of(rows[pk]) for _name, pk in page.rows if pk in rows]
        return cls.read(page, count=count, results=players)


class HouseRules(Answer):
    """How a club plays a game: every house rule with its value, and whether the club has set them."""

    game: GameSlug
    options: Annotated[
        dict[str, Any],
        Example(GAME.options_as_data(GAME.house_rules({"target": 42, "set_side_keeps_counters": True}))),
    ]
    own: Annotated[bool, Example(value=True)]

    @classmethod
    def of(cls, club: api_reads.Club, game: str) -> Self:
        """How a club plays a game. Raises Http404 for a game that nobody plays here."""
        if game not in GAMES:
            raise Http404
        return cls.read(clubs.house_rules_of_game(club, GAMES[game]), game=game)


class Preset(Answer):
    """A kind of evening that a club keeps: a plan under a name, to be sent as the plan of a new evening."""

    id: Annotated[int, Example(3)]
    name: Annotated[str, Example("Our Friday")]
    plan: Annotated[dict[str, Any], Example(PLAN)]

    @classmethod
    def of(cls, row: desk.ClubPreset) -> Self:
        """One of them."""
        return cls.read(row)


class Presets(Answer):
    """Those of a club."""

    presets: Annotated[list[Preset], at_most(MOST_PRESETS)]


class MeEndpoint(RestView):
    """Who is asking."""

    @operation("me", answer=Me)
    def get(self, request: Request) -> Response:
        """Who this token stands for and where they belong."""
        reach = TokenScope(request.auth.reach) if isinstance(request.auth, ApiToken) else None
        return Me.of(asker(request), reach).reply()


class ClubsEndpoint(OfficerView):
    """Your clubs."""

    needs = Permission(Role.SCORER, Role.OWNER)

    @operation("list_clubs", answer=Clubs, refusals=(400,), parameters=paging())
    def get(self, request: Request) -> Response:
        """The clubs in which you hold an office."""
        page = page_of_rows(request, members.clubs(request.user), CLUBS_BY_NAME, usual=MOST)
        return page.reply(Clubs.of(page))

    def check_right(self, request: Request, **place: Any) -> None:
        """Raise PermissionDenied for whoever may not make clubs."""
        if not request.user.is_superuser:
            raise PermissionDenied(_("Only whoever looks after the server makes clubs."), "not-yours")

    @operation("make_club", body=NewClub, answer=Club, status=201)
    def post(self, request: Request) -> Response:
        """A new club, of which you are the owner: for whoever looks after the server."""
        self.check_right(request)
        body = validate_body(request, NewClub)
        with tenant_guard.bypass():  # there is no club yet whose rows these could be
            new_club = club_services.make_club(
                **body.model_dump(), director=user_asking(request), at=self.who(request)["at"]
            )
            answer = Club.of(self.club(request, new_club.slug))
        return answer.reply(status=201, headers={"Location": reverse("v1:club", args=[new_club.slug])})


class ClubEndpoint(OfficerView):
    """One of them."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("show_club", answer=Club)
    def get(self, request: Request, club: str) -> Response:
        """One of your clubs."""
        return Club.of(self.club(request, club)).reply()


class PlayersEndpoint(OfficerView):
    """The people of a club."""

    needs = Permission(Role.DIRECTOR, Role.SECRETARY)

    @operation(
        "list_players",
        answer=PlayerPage,
        refusals=(400,),
        parameters=(
            *paging(PEOPLE_ORDERS, offset=True),
            OpenApiParameter(
                "search",
                {"type": "string", "maxLength": 200},
                description="A part of the name; accents and case do not matter.",
            ),
            OpenApiParameter(
                "retired", bool, description="Those who no longer come, instead of those who do."
            ),
            OpenApiParameter(
                "category",
                {"type": "string", "maxLength": LONGEST_GROUP},
                description="Those who belong to this group.",
            ),
            OpenApiParameter("guest", bool, description="Guests only, or members only."),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The people the club knows, by name."""
        club_row = self.club(request, club)
        search = query.known(request, PlayerSearch)
        people = members.in_order(
            club_row,
            search=search["search"],
            retired=bool(search["retired"]),
            group=search["category"],
            guest=search["guest"],
        )
        is_turned = search["ordering"] == "-name"
        page = page_of_list(request, people, list, is_turned=is_turned)
        rows = api_reads.players(club_row, (pk for _name, pk in page.rows))
        return page.reply(PlayerPage.of(page, rows, len(people)))

    @operation("add_player", body=bodies.NewPlayer, answer=Player, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Add a member or a guest."""
        club_row, body = self.club(request, club), validate_body(request, bodies.NewPlayer)
        player = club_services.add_player(
            club=club_row,
            name=body.name,
            guest=body.guest,
            colour=body.colour,
            another=body.another,
            at=self.who(request)["at"],
        )
        return Player.of(player).reply(status=201)


class PlayerNamesEndpoint(OfficerView):
    """A list of names."""

    needs = Permission(Role.SECRETARY, Role.SECRETARY)

    @operation("add_names", body=bodies.NewNames, answer=Players)
    def post(self, request: Request, club: str) -> Response:
        """Add members by name, in order; a name that the club has already gives the person it has."""
        club_row, body = self.club(request, club), validate_body(request, bodies.NewNames)
        people = club_services.add_names(club=club_row, names=body.names, at=self.who(request)["at"])
        return Players(players=[Player.of(player) for player in people]).reply()


class HouseRulesEndpoint(OfficerView):
    """How the club plays a game."""

    needs = Permission(Role.DIRECTOR, Role.SECRETARY)

    @operation("show_house_rules", answer=HouseRules)
    def get(self, request: Request, club: str, game: str) -> Response:
        """The house rules with which the club's new evenings of this game start, every one of them.

        `own` says whether the club has set them; otherwise they are what any evening starts with.
        """
        return HouseRules.of(self.club(request, club), game).reply()

    @operation("set_house_rules", body=bodies.NewHouseRules, answer=HouseRules)
    def put(self, request: Request, club: str, game: str) -> Response:
        """Set them. What `options` leaves out is as any evening has it; evenings set up already keep theirs."""
        club_row = self.club(request, club)
        if game not in GAMES:
            raise Http404
        body = validate_body(request, bodies.NewHouseRules)
        club_services.set_house_rules(club=club_row, game=game, options=body.options, **self.who(request))
        return HouseRules.of(club_row, game).reply()


class PresetsEndpoint(OfficerView):
    """The kinds of evening of a club."""

    @operation("list_presets", answer=Presets)
    def get(self, request: Request, club: str) -> Response:
        """The kinds of evening that the club keeps for itself, by name."""
        rows = desk.presets_of_club(self.club(request, club))
        return Presets(presets=[Preset.of(row) for row in rows]).reply()

    @operation("keep_preset", body=bodies.NewPreset, answer=Preset, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Keep the plan of an evening, as it is now, under a name that the club has not."""
        club_row = self.club(request, club)
        body = validate_body(request, bodies.NewPreset)
        evening_row = self.evening(request, club_row.slug, body.evening)
        row = keep_preset(evening=evening_row, name=body.name, **self.who(request))
        return Preset.of(row).reply(status=201)


class PresetEndpoint(OfficerView):
    """One of them."""

    @operation("show_preset", answer=Preset)
    def get(self, request: Request, club: str, preset: int) -> Response:
        """A kind of evening that the club keeps for itself."""
        return Preset.of(desk.preset_of_club(self.club(request, club), preset)).reply()

    @operation("rename_preset", body=bodies.PresetName, answer=Preset)
    def patch(self, request: Request, club: str, preset: int) -> Response:
        """Another name."""
        row = desk.preset_of_club(self.club(request, club), preset)
        return Preset.of(
            rename_preset(preset=row, name=validate_body(request, bodies.PresetName).name)
        ).reply()

    @operation("remove_preset", answer=Presets)
    def delete(self, request: Request, club: str, preset: int) -> Response:
        """Keep it no longer; evenings made from it stay. Answers with those that are left."""
        club_row = self.club(request, club)
        row = desk.preset_of_club(club_row, preset)
        validate_body(request, bodies.Nothing)
        remove_preset(preset=row)
        return Presets(presets=[Preset.of(left) for left in desk.presets_of_club(club_row)]).reply()


class EveningsEndpoint(OfficerView):
    """The evenings of a club."""

    needs = Permission(Role.SCORER, Role.DIRECTOR)

    @operation(
        "list_evenings",
        answer=EveningPage,
        refusals=(400,),
        parameters=(
            *paging(ORDERS, offset=True),
            OpenApiParameter(
                "status",
                str,
                enum=[status.value for status in Status],
                many=True,
                description="Where the evenings stand; several are allowed.",
            ),
            OpenApiParameter("game", {"type": "string", "maxLength": 40}, description="What is played."),
            *map(query.day, ("date", "date_from", "date_to")),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The club's evenings, the latest first."""
        filterset = EveningFilter(
            query.parameters(request), queryset=api_reads.evenings(self.club(request, club))
        )
        query.checked(filterset.form)
        page = page_of_rows(request, desk.with_players(filterset.qs), ORDERS)
        return page.reply(EveningPage.of(page, filterset.qs.count()))

    @operation("make_evening", body=bodies.AnyEvening, answer=Evening, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Set an evening up from a plan, or with the plan of another one (`clone`).

        A plan without `house_rules` or `before_publication` takes those of the club; they stay the evening's from
        then on.
        """
        club_row, who = self.club(request, club), self.who(request)
        if isinstance(request.data, dict) and "clone" in request.data:
            copied = validate_body(request, bodies.ClonedEvening)
            model = self.evening(request, club, copied.clone)
            new_evening = evenings.clone_evening(evening=model, name=copied.name, date=copied.date, **who)
        else:
            body = validate_body(request, bodies.NewEvening)
            new_evening = evenings.make_evening(
                club=club_row, name=body.name, date=body.date, plan=body.plan, **who
            )
        address = reverse("v1:evening", args=[club, new_evening.slug])
        evening = self.evening(request, club, new_evening.slug)
        etag, _same = unchanged(request, evening.version)
        return Evening.of(evening).reply(status=201, headers={"Location": address, "ETag": etag})
