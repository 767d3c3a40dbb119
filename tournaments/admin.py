"""Django's admin, for whoever runs the server: clubs and their officers to edit, the facts to look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import ApiToken, Club, Officer, Player, User
from tournaments.club.services.addresses import follow_name, new_addresses
from tournaments.evening.models import Evening, LedgerEntry
from tournaments.evening.reads.hand_visibility import sight_of
from tournaments.evening.reads.sealed import body_in_sight
from tournaments.ledger.chain import canonical
from tournaments.work import outbox
from tournaments.work.models import Job, JobQuerySet

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline

admin.site.register(User, UserAdmin)


class Facts(ModelAdmin):
    """Rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class OfficerInline(TabularInline):
    model = Officer
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(ModelAdmin):
    list_display = ("name", "slug", "time_zone")
    search_fields = ("name", "slug")
    inlines = (OfficerInline,)


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display = ("name", "club", "is_guest", "colour", "is_active")
    list_filter = ("club", "is_guest", "is_active")
    list_select_related = ("club",)
    search_fields = ("name",)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """As the desk does: whoever is new or renamed gets an address."""
        if not change or "club" in form.changed_data:
            [obj.slug] = new_addresses(obj.club, [obj.name])
        elif "name" in form.changed_data:
            follow_name(obj)
        super().save_model(request, obj, form, change)


@admin.register(Evening)
class EveningAdmin(Facts):
    list_display = ("name", "club", "date", "status", "current_round", "ledger_length")
    list_filter = ("club", "status")
    list_select_related = ("club",)
    search_fields = ("name",)
    exclude = ("seed",)


@admin.register(LedgerEntry)
class LedgerAdmin(Facts):
    list_display = ("evening", "sequence", "act", "by", "at", "reason")
    list_filter = ("act",)
    list_select_related = ("evening",)
    search_fields = ("evening__name", "by")
    exclude = ("body",)
    readonly_fields = ("told",)

    def get_fields(self, request: HttpRequest, obj: LedgerEntry | None = None) -> Any:
        """Without the body where it tells a hand that is kept from who asks, since they play tonight."""
        fields = super().get_fields(request, obj)
        if obj is None or sight_of(request.user, obj.evening).sees_entry(json.loads(obj.body)):
            return fields
        return [field for field in fields if field != "told"]

    @admin.display(description=_("body"))
    def told(self, entry: LedgerEntry) -> str:
        """The body, without a seed that is sealed still."""
        return canonical(body_in_sight(entry.act, json.loads(entry.body), entry.evening))


@admin.register(Job)
class JobAdmin(Facts):
    list_display = (
        "topic",
        "subject",
        "subject_key",
        "outcome",
        "attempts",
        "milliseconds",
        "made_at",
        "remark",
    )
    list_filter = ("outcome", "topic")
    actions = ("try_again", "drop")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether somebody decides about the failed work of every club."""
        return bool(request.user.is_superuser)

    @admin.action(description=_("Try again what has failed"), permissions=["decide"])
    def try_again(self, request: HttpRequest, jobs: JobQuerySet) -> None:
        """Put the failed ones back in the queue."""
        for job in jobs:
            outbox.try_again(job=job, at=timezone.now())

    @admin.action(description=_("Drop what has failed"), permissions=["decide"])
    def drop(self, request: HttpRequest, jobs: JobQuerySet) -> None:
        """Let the failed ones be."""
        for job in jobs:
            outbox.drop(job=job, at=timezone.now())


@admin.register(ApiToken)
class ApiTokenAdmin(Facts):
    list_display = ("name", "user", "made_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
