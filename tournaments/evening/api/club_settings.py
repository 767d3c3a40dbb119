"""The settings of a club: what it is called, how it looks, what of it is shown to whom."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, Self

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.publicity import Audience, BeforePublication, Part
from tournaments.club.reads import clubs, members
from tournaments.club.reads.visitors import link_of
from tournaments.club.roles import Permission, Role
from tournaments.club.services import clubs as club_services
from tournaments.club.services import consents
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import Body, validate_body
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView
from tournaments.evening.reads import api_reads
from tournaments.limits import LONGEST_GROUP, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS
from tournaments.site.api.answers import Answer, ClubSlug, Example
from tournaments.site.web.pages import for_others

OWNER: Final = Permission(Role.OWNER, Role.OWNER)
ShownTo = Annotated[Literal["everybody", "with-link", "nobody"], Example("everybody")]
"""Who sees something; officers of the club always do."""
AUDIENCES: Final = {audience.name.lower().replace("_", "-"): audience for audience in Audience}
Place = Annotated[str, Field(max_length=LONGEST_PLACE)]
PostalAddress = Annotated[str, Field(max_length=LONGEST_POSTAL_ADDRESS)]
Code = Annotated[str, Field(max_length=50)]
"""Of a language, a time zone, a game or a colour."""
ABOUT: Final = ("name", "time_zone", "language", "place", "postal_address", "usual_game", "confirms_requests")
"""What a club says of itself, as its columns are called."""


# --- bodies -------------------------------------------------------------------------------------------
class AboutClub(Body):
    """What is to change of what a club is called, where and how it plays; what is left out stays."""

    name: bodies.Name | None = None
    time_zone: Code | None = None
    language: Code | None = Field(default=None, description='"" for that of each visitor\'s browser.')
    place: Place | None = None
    postal_address: PostalAddress | None = None
    usual_game: Code | None = Field(default=None, description='"" for no particular game.')
    confirms_requests: bool | None = Field(
        default=None, description="Whether the director confirms when players leave or sit out."
    )

    EXAMPLE: ClassVar[Any] = {"place": "Village hall, Mill Lane", "usual_game": "chantecler"}


class PublicParts(Body):
    """Who sees these parts of the club from now on; those that are left out stay."""

    results: ShownTo | None = None
    seasons: ShownTo | None = None
    players: ShownTo | None = None
    coming: ShownTo | None = None
    before_publication: BeforePublication | None = Field(
        default=None,
        description="What new evenings show until they are published, unless their plans say otherwise.",
    )
    asks_consent: bool | None = Field(
        default=None, description="Whether names and ratings are public only of who has agreed."
    )

    EXAMPLE: ClassVar[Any] = {"players": "with-link"}


class NewCategories(Body):
    """All categories, each with whether everybody may read by it; else officers alone."""

    categories: dict[Annotated[str, Field(max_length=LONGEST_GROUP)], bool] = Field(
        max_length=club_services.MOST_CATEGORIES
    )

    EXAMPLE: ClassVar[Any] = {"categories": {"veterans": True, "juniors": False}}


class NewColour(Body):
    """The colour of the club's pages, "" for that of the house."""

    colour: Annotated[str, Field(max_length=20)]

    EXAMPLE: ClassVar[Any] = {"colour": "#1c5a43"}


class NewLogo(Body):
    """A picture: PNG, JPEG or WebP of at most 1 MB, in base64. It is drawn anew, at most 512 pixels wide and high."""

    file: bodies.File

    EXAMPLE: ClassVar[Any] = {"file": "iVBORw0KGgo="}


# --- answers ------------------------------------------------------------------------------------------
class Shown(Answer):
    """Who sees each part of a club."""

    results: ShownTo
    seasons: ShownTo
    players: ShownTo
    coming: ShownTo

    @classmethod
    def of(cls, club: api_reads.Club) -> Self:
        """Who sees what of a club."""
        names = {audience: name for name, audience in AUDIENCES.items()}
        shown_to: dict[str, Any] = {part.value: names[getattr(club, part.field)] for part in Part}
        return cls(**shown_to)


class ClubSettings(Answer):
    """All settings of a club. Nights, house rules and kinds of evening have addresses of their own."""

    slug: ClubSlug
    name: Annotated[str, Example("Rooster Club")]
    time_zone: Annotated[str, Example("Europe/Paris")]
    language: Annotated[str, Example("fr")] = Field(description='"" for that of each visitor\'s browser.')
    place: Annotated[str, Example("Village hall, Mill Lane")]
    postal_address: Annotated[str, Example("1 Mill Lane, Ambridge")]
    usual_game: Annotated[str, Example("chantecler")]
    confirms_requests: Annotated[bool, Example(value=True)]
    colour: Annotated[str, Example("#1c5a43")]
    logo: Annotated[str | None, Example("/c/rooster-club/logo/4f2a.png")] = Field(
        description="The address of the picture."
    )
    shown_to: Shown
    before_publication: Annotated[BeforePublication, Example("standings")] = Field(
        description="What new evenings show until they are published, unless their plans say otherwise."
    )
    asks_consent: bool = Field(description="Whether names and ratings are public only of who has agreed.")
    categories: Annotated[dict[str, bool], Example({"veterans": True, "juniors": False})] = Field(
        description="The groups by which tables can be read, each with whether everybody may."
    )
    groups: Annotated[list[str], Example(["juniors", "veterans"])] = Field(
        description="The groups of members, each of which can be a category."
    )

    @classmethod
    def of(cls, club: api_reads.Club) -> Self:
        """Those of a club."""
        logo = reverse("web:club-logo", args=[club.slug, club.logo]) if club.logo else None
        return cls.read(club, logo=logo, shown_to=Shown.of(club), groups=members.groups(club))


class VisitorsLink(Answer):
    """The link by which visitors see what the club shows to people with the link."""

    url: Annotated[str, Example("https://club.example/visit/3-4f2a/")]

    @classmethod
    def of(cls, request: Request, club: api_reads.Club) -> Self:
        """The one that opens now."""
        return cls(url=for_others(request, reverse("web:visit", args=[link_of(club)])))


# --- addresses ----------------------------------------------------------------------------------------
class SettingsEndpoint(OfficerView):
    """The settings of a club."""

    needs = OWNER

    @operation("show_settings", answer=ClubSettings)
    def get(self, request: Request, club: str) -> Response:
        """All of them."""
        return ClubSettings.of(self.club(request, club)).reply()

    @operation("change_settings", body=AboutClub, answer=ClubSettings)
    def patch(self, request: Request, club: str) -> Response:
        """What the club is called, where and how it plays. Its address stays, as people have written it down."""
        club_row, body = self.club(request, club), validate_body(request, AboutClub)
        entered = body.model_dump(exclude_none=True)
        about: dict[str, Any] = {name: entered.get(name, getattr(club_row, name)) for name in ABOUT}
        club_services.change_club(club=club_row, **about)
        return ClubSettings.of(club_row).reply()


class PublicPartsEndpoint(OfficerView):
    """What of a club is shown to whom."""

    needs = OWNER

    @operation("change_public_parts", body=PublicParts, answer=ClubSettings)
    def patch(self, request: Request, club: str) -> Response:
        """Who sees results, league tables, players' pages and coming evenings; it applies at once."""
        club_row, body = self.club(request, club), validate_body(request, PublicParts)
        entered = body.model_dump(exclude_none=True)
        asks, before = entered.pop("asks_consent", None), entered.pop("before_publication", None)
        audiences = {Part(part): AUDIENCES[name] for part, name in entered.items()}
        club_services.show_to(club=club_row, audiences=audiences, before_publication=before)
        if asks is not None:
            consents.ask_consent(club=club_row, asks=asks)
        return ClubSettings.of(club_row).reply()


class VisitorsLinkEndpoint(OfficerView):
    """The link for visitors."""

    needs = OWNER
    gives_keys = True

    @operation("show_visitors_link", answer=VisitorsLink)
    def get(self, request: Request, club: str) -> Response:
        """The link by which visitors see what is for people with the link."""
        return VisitorsLink.of(request, self.club(request, club)).reply(headers=SECRET)

    @operation("renew_visitors_link", body=bodies.Nothing, answer=VisitorsLink, status=201)
    def post(self, request: Request, club: str) -> Response:
        """A new one; the old one opens nothing any more."""
        club_row = self.club(request, club)
        validate_body(request, bodies.Nothing)
        club_services.renew_link(club=club_row)
        return VisitorsLink.of(request, club_row).reply(status=201, headers=SECRET)


class CategoriesEndpoint(OfficerView):
    """The categories of a club."""

    needs = OWNER

    @operation("set_categories", body=NewCategories, answer=ClubSettings)
    def put(self, request: Request, club: str) -> Response:
        """By which groups tables can be read from now on; those that are left out are categories no longer."""
        club_row, body = self.club(request, club), validate_body(request, NewCategories)
        club_services.set_categories(club=club_row, categories=body.categories)
        return ClubSettings.of(club_row).reply()


class ColourEndpoint(OfficerView):
    """The colour of a club."""

    needs = OWNER

    @operation("set_colour", body=NewColour, answer=ClubSettings)
    def put(self, request: Request, club: str) -> Response:
        """Choose it, or go back to that of the house. Pages show the nearest shade that can be read."""
        club_row, body = self.club(request, club), validate_body(request, NewColour)
        club_services.set_colour(club=club_row, colour=body.colour)
        return ClubSettings.of(club_row).reply()


class LogoEndpoint(OfficerView):
    """The logo of a club."""

    needs = OWNER

    @operation("set_logo", body=NewLogo, answer=ClubSettings)
    def put(self, request: Request, club: str) -> Response:
        """Draw it from a picture; one that was there before is gone."""
        club_row, body = self.club(request, club), validate_body(request, NewLogo)
        club_services.set_logo(club=club_row, content=body.file)
        return ClubSettings.of(club_row).reply()

    @operation("remove_logo", answer=ClubSettings)
    def delete(self, request: Request, club: str) -> Response:
        """Go without one."""
        club_row = self.club(request, club)
        validate_body(request, bodies.Nothing)
        club_services.remove_logo(club=club_row)
        return ClubSettings.of(club_row).reply()


class DemoEndpoint(OfficerView):
    """The demo club beside one's own."""

    needs = OWNER

    @operation("put_demo_away", body=bodies.Nothing, answer=ClubSettings)
    def post(self, request: Request, club: str) -> Response:
        """Show the demo club to nobody any more: for whoever looks after the server. Answers with one's own club."""
        club_row = self.club(request, club)
        if not request.user.is_superuser or clubs.demo() is None:
            raise Http404
        validate_body(request, bodies.Nothing)
        club_services.put_demo_away(at=self.who(request)["at"])
        return ClubSettings.of(club_row).reply()
