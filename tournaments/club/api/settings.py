"""The settings of a club: what it is called, how it looks, what of it is shown to whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Final, Literal

from django.urls import reverse
from drf_spectacular.utils import OpenApiWebhook, extend_schema
from pydantic import Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created, Made
from tournaments.club.api.views import SECRET
from tournaments.club.reads import access, members
from tournaments.club.roles import BeforePublication, Part, Permission, Role
from tournaments.club.services import clubs as club_services
from tournaments.club.services import signing, webhooks
from tournaments.site.api.answers import Answer, At, ClubSlug, Entered, Example, at_most
from tournaments.site.api.query import listed
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


NEWEST_FIRST: Final = "The keys with which the club has signed what it publishes, the newest first."
MOST_KEYS: Final = 100


class SigningKey(Answer):
    """A key of the club, as minisign takes it; the one in use has no `retired_at`."""

    public: Annotated[str, Example("RWR2YXB3z6IHZQarAdf3XHGCFxwsMih2T3KSPcfiepgGS6HpHZcDsYr/")]
    made_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]
    retired_at: Annotated[datetime | None, Example(None)]


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
KEYS = Address(f"{CLUB}settings/keys/", "signing-keys", needs=Permission(Role.SCORER, Role.OWNER))
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


@KEYS.get(answer=listed("SigningKeys", NEWEST_FIRST, MOST_KEYS, keys=SigningKey))
def list_signing_keys(club: members.Club) -> list[members.ClubKey]:
    """The keys by which anybody checks what the club publishes, the newest first."""
    return list(club.keys.all()[:MOST_KEYS])


KEYS.runs("post", signing.renew_signing_key, list_signing_keys, status=201)


CATEGORIES.runs("put", club_services.set_categories, show_settings)
DEMO.runs("post", club_services.put_demo_away, show_settings)


class WebhookOut(Answer):
    """An address that is told of events; `off_because` says why the server has switched it off, where it has."""

    id: Annotated[int, Example(3)]
    url: Annotated[str, Example("https://example.org/head-table")]
    events: Annotated[list[str], at_most(len(webhooks.EVENTS)), Example(list(webhooks.EVENTS))]
    state: Annotated[Literal["on", "paused", "off"], Example("on")]
    off_because: Annotated[Literal["", "gone", "failing"], Example("")]
    made_at: Entered
    failing_since: Annotated[datetime | None, Example(None)] = Field(
        description="The first failure since something was taken."
    )


class WebhookSecret(Answer):
    """A webhook with its secret, which is told this once: `whsec_` and base64."""

    secret: Annotated[str | None, At(webhooks.secret_of), Example("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    webhook: Annotated[WebhookOut, At(lambda row: row)]


class WebhookDeliveryOut(Answer):
    """An event that a webhook was told, or is to be told at `due_at`; status and answer are those of the last try."""

    id: Annotated[int, Example(41)]
    code: Annotated[str, Example("msg_1f0c9a7e52b84d3360aa91d5")] = Field(description="The `webhook-id`.")
    event: Annotated[str, Example("round.closed")]
    body: Annotated[str, Example('{"data":{"club":"rooster-club"},"type":"webhook.test"}')]
    state: Annotated[Literal["waiting", "taken", "failed"], Example("taken")]
    attempts: Annotated[int, Example(1)]
    made_at: Entered
    tried_at: Annotated[datetime | None, Example("2026-11-20T20:15:01Z")]
    due_at: Annotated[datetime | None, Example(None)]
    status: Annotated[int | None, Example(204)]
    answer: Annotated[str, At("reply"), Example("ok")] = Field(
        description="Its beginning, or why there is none."
    )


class WebhookEvent(Answer):
    """What a webhook is told, signed by Standard Webhooks 1.0.0. It names nobody.

    Any status from 200 to 299 takes it, 410 ends the webhook, all else is tried again for days.
    """

    type: Annotated[str, Example("round.closed")]
    timestamp: Entered
    data: Annotated[
        dict[str, str | int],
        Example({"club": "rooster-club", "evening": "friday-progressive", "sequence": 41, "round": 2}),
    ]


TOLD: Final = OpenApiWebhook("event", extend_schema(request=WebhookEvent, responses={204: None}))

WEBHOOKS = Address(f"{CLUB}webhooks/", "webhooks", needs=Role.OWNER)
WEBHOOK = Address(f"{CLUB}webhooks/<int:webhook>/", "webhook", needs=Role.OWNER)
WEBHOOK_PAUSE = Address(f"{CLUB}webhooks/<int:webhook>/pause/", "webhook-pause", needs=Role.OWNER)
WEBHOOK_SECRET = Address(f"{CLUB}webhooks/<int:webhook>/secret/", "webhook-secret", needs=Role.OWNER)
WEBHOOK_TEST = Address(f"{CLUB}webhooks/<int:webhook>/test/", "webhook-test", needs=Role.OWNER)
DELIVERIES = Address(f"{CLUB}webhooks/<int:webhook>/deliveries/", "webhook-deliveries", needs=Role.OWNER)
REPLAY = Address(
    f"{CLUB}webhooks/<int:webhook>/deliveries/<int:delivery>/replay/", "webhook-replay", needs=Role.OWNER
)
LAST = "Those of a webhook, the newest first."


@WEBHOOKS.get(answer=listed("Webhooks", "Those of a club.", webhooks.MOST_WEBHOOKS, webhooks=WebhookOut))
def list_webhooks(club: members.Club) -> Iterable[webhooks.Webhook]:
    """The addresses that the club has told of what happens in its evenings."""
    return club.webhooks.all()


def secret_told(webhook: Made) -> Created[WebhookSecret]:
    return Created(WebhookSecret.from_view(webhook), SECRET)


WEBHOOKS.runs("post", webhooks.make_webhook, secret_told)
WEBHOOK.shows(webhooks.Webhook, WebhookOut)
WEBHOOK.runs("delete", webhooks.remove_webhook, list_webhooks)
WEBHOOK_PAUSE.runs("put", webhooks.pause_webhook, WebhookOut)
WEBHOOK_PAUSE.runs("delete", webhooks.resume_webhook, WebhookOut)
WEBHOOK_SECRET.runs("post", webhooks.rotate_secret, secret_told, name="replace_webhook_secret")
WEBHOOK_TEST.runs("post", webhooks.send_test_event, Created[WebhookDeliveryOut])
REPLAY.runs("post", webhooks.replay, Created[WebhookDeliveryOut], name="replay_delivery")


@DELIVERIES.get(answer=listed("Deliveries", LAST, webhooks.MOST_SHOWN, deliveries=WebhookDeliveryOut))
def list_deliveries(webhook: webhooks.Webhook) -> Iterable[webhooks.WebhookDelivery]:
    """What it was told in the last 30 days, and what it is to be told."""
    return webhooks.last_deliveries(webhook)
