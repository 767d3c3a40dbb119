"""The settings of a club: what it is called, how it looks, what of it is shown to whom."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal, Self

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import SECRET
from tournaments.club.reads import members
from tournaments.club.reads.access import link_of
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Audience, BeforePublication, Part, Role
from tournaments.club.services import clubs as club_services
from tournaments.refusals import LONGEST_GROUP, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS
from tournaments.site.api.answers import Answer, ClubSlug, Example
from tournaments.site.arguments import Body, File, From, Name
from tournaments.site.web.pages import for_others

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
    ] = Field(max_length=club_services.MOST_CATEGORIES)


class NewColour(Body):
    """The colour of the club's pages, "" for that of the house."""

    colour: Annotated[str, Field(max_length=20), Example("#1c5a43")]


class NewLogo(Body):
    """A picture: PNG, JPEG or WebP of at most 1 MB, in base64. It is drawn anew, at most 512 pixels wide and high."""

    file: Annotated[File, Example("iVBORw0KGgo=")]


class Shown(Answer):
    """Who sees each part of a club."""

    results: ShownTo
    seasons: ShownTo
    players: ShownTo
    coming: ShownTo

    @classmethod
    def from_view(cls, view: Club) -> Self:
        names = {audience: name for name, audience in AUDIENCES.items()}
        shown_to: dict[str, Any] = {part.value: names[getattr(view, part.field)] for part in Part}
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
    def from_view(cls, view: Club) -> Self:
        logo = reverse("web:club-logo", args=[view.slug, view.logo]) if view.logo else None
        return cls.read(view, logo=logo, shown_to=Shown.from_view(view), groups=members.groups(view))


class VisitorsLink(Answer):
    """The link by which visitors see what the club shows to people with the link."""

    url: Annotated[str, Example("https://club.example/visit/3-4f2a/")]


SETTINGS = Address(f"{CLUB}settings/", "settings", needs=Role.OWNER)
COLOUR = Address(f"{CLUB}settings/colour/", "colour", needs=Role.OWNER)
LOGO = Address(f"{CLUB}settings/logo/", "logo", needs=Role.OWNER)


@SETTINGS.get()
def show_settings(club: Club) -> ClubSettings:
    """All of them."""
    return ClubSettings.from_view(club)


@SETTINGS.patch()
def change_settings(club: Club, body: AboutClub) -> ClubSettings:
    """What the club is called, where and how it plays. Its address stays, as people have written it down."""
    about: dict[str, Any] = {name: getattr(club, name) for name in AboutClub.model_fields}
    club_services.change_club(club=club, **(about | body.model_dump(exclude_none=True)))
    return ClubSettings.from_view(club)


@COLOUR.put()
def set_colour(club: Club, body: NewColour) -> ClubSettings:
    """Choose it, or go back to that of the house. Pages show the nearest shade that can be read."""
    club_services.set_colour(club=club, colour=body.colour)
    return ClubSettings.from_view(club)


@LOGO.put()
def set_logo(club: Club, body: NewLogo) -> ClubSettings:
    """Draw it from a picture; one that was there before is gone."""
    club_services.set_logo(club=club, content=body.file)
    return ClubSettings.from_view(club)


LOGO.runs("delete", club_services.remove_logo, show_settings)


PUBLIC_PARTS = Address(f"{CLUB}settings/public/", "public-parts", needs=Role.OWNER)
VISITORS_LINK = Address(f"{CLUB}settings/public/link/", "visitors-link", needs=Role.OWNER, gives_keys=True)
CATEGORIES = Address(f"{CLUB}settings/categories/", "categories", needs=Role.OWNER)
DEMO = Address(f"{CLUB}settings/demo/", "put-demo-away", needs=Role.OWNER)


def visitors_link(request: Request, club: Club) -> VisitorsLink:
    return VisitorsLink(url=for_others(request, reverse("web:visit", args=[link_of(club)])))


def club_beside_demo(user: User, club: Club) -> Club:
    """Raises Http404 where there is no demo club, or it is not the user's to put away."""
    if not user.is_superuser or members.demo() is None:
        raise Http404
    return club


ClubBesideDemo = Annotated[Club, From(club_beside_demo)]


@PUBLIC_PARTS.patch()
def change_public_parts(club: Club, body: PublicParts) -> ClubSettings:
    """Who sees results, league tables, players' pages and coming evenings; it applies at once."""
    entered = body.model_dump(exclude_none=True, exclude={"asks_consent", "before_publication"})
    audiences = {Part(part): AUDIENCES[name] for part, name in entered.items()}
    club_services.show_to(club=club, audiences=audiences, before_publication=body.before_publication)
    if body.asks_consent is not None:
        club_services.ask_consent(club=club, asks=body.asks_consent)
    return ClubSettings.from_view(club)


@VISITORS_LINK.get(answer=VisitorsLink)
def show_visitors_link(request: Request, club: Club) -> Response:
    """The link by which visitors see what is for people with the link."""
    return visitors_link(request, club).reply(headers=SECRET)


@VISITORS_LINK.post()
def renew_visitors_link(request: Request, club: Club) -> Created[VisitorsLink]:
    """A new one; the old one opens nothing any more."""
    club_services.renew_link(club=club)
    return Created(visitors_link(request, club), SECRET)


@CATEGORIES.put()
def set_categories(club: Club, body: NewCategories) -> ClubSettings:
    """By which groups tables can be read from now on; those that are left out are categories no longer."""
    club_services.set_categories(club=club, categories=body.categories)
    return ClubSettings.from_view(club)


@DEMO.post()
def put_demo_away(club: ClubBesideDemo, at: datetime) -> ClubSettings:
    """Show the demo club to nobody any more: for whoever looks after the server. Answers with one's own club."""
    club_services.put_demo_away(at=at)
    return ClubSettings.from_view(club)
