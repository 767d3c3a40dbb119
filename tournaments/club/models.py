"""Who there is: users who sign in, clubs, their officers and their players."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.work.models import Subject


class User(AbstractUser):
    """Somebody who signs in: a director or a secretary. Players need no account."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")


class Club(Subject):
    """A card club; everything else belongs to exactly one."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=50, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("people who play cards", "clubs")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Officer(models.Model):
    """What a user may do in a club; `player` is who they are among its players, if they play."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        SECRETARY = "secretary", _("secretary")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offices", db_index=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="officers")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices, default=Role.DIRECTOR)
    player = models.ForeignKey(
        "Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="offices"
    )

    class Meta:
        verbose_name = _("officer")
        verbose_name_plural = _("officers")
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="one_office_per_user_and_club")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class HouseRules(models.Model):
    """How a club plays a game unless an evening says otherwise. An evening that is made takes a copy."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules", db_index=False)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("house rules"))
    changed_by = models.CharField(_("changed by"), max_length=40)
    changed_at = models.DateTimeField(_("changed at"))

    class Meta:
        verbose_name = _("house rules of a club")
        verbose_name_plural = _("house rules of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "game"], name="house_rules_once_per_club_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.game}"


class Player(models.Model):
    """A person known to the club, a member or a guest. Two people may bear the same name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    is_guest = models.BooleanField(_("guest"), default=False)
    colour = models.CharField(_("usual ticket colour"), max_length=20, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        indexes = [models.Index(fields=["club", "name"], name="player_by_club_and_name")]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name")]

    def __str__(self) -> str:
        return self.name


HASH_LENGTH = 64


class SignInLink(models.Model):
    """A link that signs its user in, once, until it expires."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField(_("expires at"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class ApiToken(models.Model):
    """A director's key to the REST door, until it expires or is revoked."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField(_("expires at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name


class WrongGuesses(models.Model):
    """How many wrong codes or passwords came from one sender in the period that began with `minute` (since 1970).

    `sender` is hashed; club.services.throttle says what it is made of and how long a period lasts.
    """

    sender = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    minute = models.PositiveIntegerField(editable=False)
    count = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("wrong guesses")
        verbose_name_plural = _("wrong guesses")
        constraints = [
            models.UniqueConstraint(fields=["minute", "sender"], name="one_count_per_sender_and_minute")
        ]

    def __str__(self) -> str:
        return f"{self.count}"
