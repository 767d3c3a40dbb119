"""The settings of a club: what it is called, how it looks, what of it is shown to whom."""

from __future__ import annotations

from typing import Annotated, Final

from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address
from tournaments.club.reads import access, members
from tournaments.club.roles import BeforePublication, Part, Role
from tournaments.club.services import clubs as club_services
from tournaments.site.api.answers import Answer, At, ClubSlug, Example
from tournaments.site.web.pages import for_others

_AUDIENCES: Final = {audience: name for name, audience in club_services.AUDIENCES.items()}


def _seen_by(part: Part) -> At:
    return At(lambda club: _AUDIENCES[getattr(club, part.field)])


class Shown(Answer):
    """Who sees each part of a club."""

    results: Annotated[club_services.ShownTo, _seen_by(Part.RESULTS)]
    seasons: Annotated[club_services.ShownTo, _seen_by(Part.SEASONS)]
    players: Annotated[club_services.ShownTo, _seen_by(Part.PLAYERS)]
    coming: Annotated[club_services.ShownTo, _seen_by(Part.COMING)]


def _logo(club: members.Club) -> str | None:
    return reverse("web:club-logo", args=[club.slug, club.logo]) if club.logo else None


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
    objection_hours: Annotated[int, Example(48)]
    colour: Annotated[str, Example("#1c5a43")]
    logo: Annotated[str | None, At(_logo), Example("/c/rooster-club/logo/4f2a.png")] = Field(
        description="The address of the picture."
    )
    shown_to: Annotated[Shown, At(lambda club: club)]
    before_publication: Annotated[BeforePublication, Example("standings")] = Field(
        description="What new evenings show until they are published, unless their plans say otherwise."
    )
    asks_consent: bool = Field(description="Whether names and ratings are public only of who has agreed.")
    categories: Annotated[dict[str, bool], Example({"veterans": True, "juniors": False})] = Field(
        description="The groups by which tables can be read, each with whether everybody may."
    )
    groups: Annotated[list[str], At(members.groups), Example(["juniors", "veterans"])] = Field(
        description="The groups of members, each of which can be a category."
    )


class VisitorsLink(Answer):
    """The link by which visitors see what the club shows to people with the link."""

    url: Annotated[str, Example("https://club.example/visit/3-4f2a/")]


SETTINGS = Address(f"{CLUB}settings/", "settings", needs=Role.OWNER)
COLOUR = Address(f"{CLUB}settings/colour/", "colour", needs=Role.OWNER)
LOGO = Address(f"{CLUB}settings/logo/", "logo", needs=Role.OWNER)


show_settings = SETTINGS.shows(members.Club, ClubSettings)
SETTINGS.runs("patch", club_services.change_settings, show_settings)
COLOUR.runs("put", club_services.set_colour, show_settings)
LOGO.runs("put", club_services.set_logo, show_settings)
LOGO.runs("delete", club_services.remove_logo, show_settings)


PUBLIC_PARTS = Address(f"{CLUB}settings/public/", "public-parts", needs=Role.OWNER)
VISITORS_LINK = Address(f"{CLUB}settings/public/link/", "visitors-link", needs=Role.OWNER, gives_keys=True)
CATEGORIES = Address(f"{CLUB}settings/categories/", "categories", needs=Role.OWNER)
DEMO = Address(f"{CLUB}settings/demo/", "put-demo-away", needs=Role.OWNER)


PUBLIC_PARTS.runs("patch", club_services.change_public_parts, show_settings)


@VISITORS_LINK.get()
def show_visitors_link(request: Request, club: members.Club) -> VisitorsLink:
    """The link by which visitors see what is for people with the link."""
    return VisitorsLink(url=for_others(request, reverse("web:visit", args=[access.link_of(club)])))


VISITORS_LINK.runs(
    "post", club_services.renew_link, show_visitors_link, name="renew_visitors_link", status=201
)


CATEGORIES.runs("put", club_services.set_categories, show_settings)
DEMO.runs("post", club_services.put_demo_away, show_settings)
