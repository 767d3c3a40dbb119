"""Django's admin, for whoever runs the server: clubs and their officers to edit, the facts to look at."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Aggregate, BigIntegerField, Count, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Length
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.faults import Faults
from tournaments.club.models import ApiToken, Club, ClubLogo, Officer, Player, PlayerPhoto, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs, quotas
from tournaments.club.services.accounts import new_addresses
from tournaments.club.services.invitations import orphaned
from tournaments.club.services.members import MemberChange, change_player
from tournaments.club.services.tokens import revoke_api_tokens
from tournaments.evening.models import Evening, LedgerEntry
from tournaments.evening.reads.access import redacted_body, sight_of
from tournaments.ledger.chain import canonical
from tournaments.site.cleaning import clean_colour, clean_name
from tournaments.work import outbox
from tournaments.work.models import Job, JobQuerySet

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class UserForm(UserChangeForm):  # type: ignore[type-arg]  # generic for the type checker only
    def clean_is_active(self) -> bool:
        is_active: bool = self.cleaned_data["is_active"]
        if not is_active and self.instance.pk and (clubs := orphaned([self.instance])):
            raise ValidationError(_NO_OWNER % {"clubs": ", ".join(map(str, clubs))})
        return is_active


_NO_OWNER = _("%(clubs)s would have no owner; make somebody else one first.")


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # generic for the type checker only
    """Another password for somebody; their API tokens end, as by a link for a new password."""

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        revoke_api_tokens(self.user, at=timezone.now())
        return super().save(commit)


@admin.register(User)
class Users(UserAdmin):  # type: ignore[type-arg]
    form = UserForm
    change_password_form = PasswordForm

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, set[str], list[Any]]:
        # Clubs that would have no owner keep their owners from being deleted.
        with transaction.atomic():
            clubs = orphaned(list(objs))
        to_delete, counts, needed, protected = super().get_deleted_objects(objs, request)
        return to_delete, counts, needed, [*protected, *clubs]


class ReadOnlyAdmin(ModelAdmin):
    """Rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Officers(BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        super().clean()
        owners = (
            self.instance.officers.filter(role=Role.OWNER) if self.instance.pk else Officer.objects.none()
        )
        if owners.exists() and not any(map(self._is_owner, self.forms)):
            raise ValidationError(_NO_OWNER % {"clubs": self.instance})

    def _is_owner(self, form: Any) -> bool:
        cleaned = getattr(form, "cleaned_data", {})
        user = cleaned.get("user")
        return (
            cleaned.get("role") == Role.OWNER
            and not cleaned.get("DELETE")
            and user is not None
            and user.is_active
        )


class OfficerInline(TabularInline):
    model = Officer
    formset = Officers
    extra = 1
    autocomplete_fields = ("user",)


class ClubForm(ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """A club, with the numbers that it has of its own; an empty one is that of the server."""

    evenings = forms.IntegerField(label=_("Evenings a year"), min_value=0, required=False)
    members = forms.IntegerField(label=_("Members and guests"), min_value=0, required=False)
    uploads = forms.IntegerField(label=_("Pictures, in MB"), min_value=0, required=False)
    requests = forms.IntegerField(label=_("Long requests a minute"), min_value=0, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in quotas.OF_A_CLUB:
            self.fields[name].initial = self.instance.allowances.get(name)
            usual = {"usual": settings.QUOTAS[name]}
            self.fields[name].help_text = _("Empty for what every club here may have: %(usual)s.") % usual


ENTRY_BYTES: Final = 4096
"""What an entry of the ledger comes to with its rows and their indexes, about (docs/scale.md)."""


def _of_club(rows: QuerySet[Any], club: str, figure: Aggregate) -> Coalesce:
    # One subquery for each figure: joined, the rows of one would multiply those of the other.
    figures = rows.filter(**{club: OuterRef("pk")}).order_by().values(club).annotate(figure=figure)
    return Coalesce(Subquery(figures.values("figure")), 0, output_field=BigIntegerField())


@admin.register(Club)
class ClubAdmin(ModelAdmin):
    """The page of whoever runs the server: how large each club is and when it last played; to suspend one."""

    form = ClubForm
    list_display = ("name", "slug", "members", "evenings_held", "last_evening", "size", "goes_on")
    list_filter = (("suspended_at", admin.EmptyFieldListFilter),)
    list_per_page = 50
    search_fields = ("name", "slug", "officers__user__username")
    inlines = (OfficerInline,)
    actions = ("suspend", "suspend_and_hide", "end_suspension")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        entries = _of_club(Evening.objects.all(), "club", Sum("ledger_length"))
        pictures = (
            _of_club(PlayerPhoto.objects.all(), "player__club", Sum(Length("content"))),
            _of_club(ClubLogo.objects.all(), "club", Sum(Length("content"))),
        )
        rows: QuerySet[Club] = super().get_queryset(request)
        return rows.annotate(
            people=_of_club(Player.objects.all(), "club", Count("pk")),
            number=_of_club(Evening.objects.all(), "club", Count("pk")),
            last=Subquery(Evening.objects.filter(club=OuterRef("pk")).order_by("-date").values("date")[:1]),
            bytes=entries * ENTRY_BYTES + pictures[0] + pictures[1],
        )

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        failed = Job.objects.filter(outcome=Job.Outcome.FAILED).count()
        words = ngettext("%(count)s job has failed", "%(count)s jobs have failed", failed) % {"count": failed}
        return super().changelist_view(request, {**(extra_context or {}), "subtitle": words})

    @admin.display(description=_("members and guests"), ordering="people")
    def members(self, club: Any) -> int:
        return int(club.people)

    @admin.display(description=_("evenings"), ordering="number")
    def evenings_held(self, club: Any) -> int:
        return int(club.number)

    @admin.display(description=_("last evening"), ordering="last")
    def last_evening(self, club: Any) -> date | None:
        last: date | None = club.last
        return last

    @admin.display(description=_("size, about"), ordering="bytes")
    def size(self, club: Any) -> str:
        return filesizeformat(club.bytes)

    @admin.display(description=_("goes on"), boolean=True, ordering="suspended_at")
    def goes_on(self, club: Club) -> bool:
        return club.suspended_at is None

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    @admin.action(description=_("Suspend; the public pages stay"), permissions=["decide"])
    def suspend(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        for club in chosen:
            clubs.suspend(club, hides=False, at=timezone.now())

    @admin.action(description=_("Suspend, and hide the public pages"), permissions=["decide"])
    def suspend_and_hide(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        for club in chosen:
            clubs.suspend(club, hides=True, at=timezone.now())

    @admin.action(description=_("End the suspension"), permissions=["decide"])
    def end_suspension(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        for club in chosen:
            clubs.end_suspension(club, at=timezone.now())

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        numbers = {name: form.cleaned_data[name] for name in quotas.OF_A_CLUB}
        quotas.allow(obj, numbers, at=timezone.now())

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        # Nobody else changes the officers of the club while they are changed here.
        club = super().get_object(request, object_id, from_field)
        if club is not None and request.method == "POST" and transaction.get_connection().in_atomic_block:
            Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        return club


class PlayerForm(ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        for name, cleaned in (("name", partial(clean_name, "name")), ("colour", clean_colour)):
            try:
                entered[name] = cleaned(entered.get(name, ""))
            except Faults as refused:
                self.add_error(name, refused.faults[0].message)
        return entered


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    form = PlayerForm
    list_display = ("name", "club", "is_guest", "colour", "is_active")
    list_filter = ("club", "is_guest", "is_active")
    list_select_related = ("club",)
    search_fields = ("name",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        # Nobody changes clubs: evenings, leagues and the other people there know them.
        return () if obj is None else ("club",)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        # As the desk does: whoever is new gets an address, what is changed is shown and noted.
        if not change:
            [obj.slug] = new_addresses(obj.club, [obj.name])
            super().save_model(request, obj, form, change)
            return
        entered = {name: getattr(obj, name) for name in ("name", "colour")}
        person = Player.objects.get(pk=obj.pk)
        change_player(person, MemberChange(**entered, guest=obj.is_guest, active=obj.is_active))
        obj.save(update_fields={*form.changed_data} - {"name", "colour", "is_guest", "is_active"})


@admin.register(Evening)
class EveningAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "date", "status", "current_round", "ledger_length")
    list_filter = ("club", "status")
    list_select_related = ("club",)
    search_fields = ("name",)
    exclude = ("seed",)


@admin.register(LedgerEntry)
class LedgerAdmin(ReadOnlyAdmin):
    list_display = ("evening", "sequence", "act", "by", "at", "reason")
    list_filter = ("act",)
    list_select_related = ("evening",)
    search_fields = ("evening__name", "by")
    exclude = ("body",)
    readonly_fields = ("visible_body",)

    def get_fields(self, request: HttpRequest, obj: LedgerEntry | None = None) -> Any:
        # The body is left out where it shows a hand hidden from the asker, who plays tonight.
        fields = super().get_fields(request, obj)
        if obj is None or sight_of(request.user, obj.evening).sees_entry(json.loads(obj.body)):
            return fields
        return [field for field in fields if field != "visible_body"]

    @admin.display(description=_("body"))
    def visible_body(self, entry: LedgerEntry) -> str:
        """The body, without a seed that is still sealed."""
        return canonical(redacted_body(entry.act, json.loads(entry.body), entry.evening))


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
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
        return bool(request.user.is_superuser)

    @admin.action(description=_("Try again what has failed"), permissions=["decide"])
    def try_again(self, request: HttpRequest, jobs: JobQuerySet) -> None:
        for job in jobs:
            outbox.try_again(job=job, at=timezone.now())

    @admin.action(description=_("Drop what has failed"), permissions=["decide"])
    def drop(self, request: HttpRequest, jobs: JobQuerySet) -> None:
        for job in jobs:
            outbox.drop(job=job, at=timezone.now())


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = ("name", "user", "reach", "made_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
