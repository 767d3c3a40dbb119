"""The players of a club, and what is kept about them."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club import shown_names
from tournaments.club.models.clubs import Club, User
from tournaments.limits import LONGEST_GROUP, LONGEST_MAIL, LONGEST_NOTE, LONGEST_NUMBER, LONGEST_PHONE


class Player(models.Model):
    """A person known to the club, a member or a guest. Two people may bear the same name, but not one address.

    `account` is that of whoever has claimed to be this person, by a link from the club; they need none to play.
    `public_name` is what everybody reads in place of the name, "" for the name itself; `shows_rating` is whether
    their ratings are public. Both follow from what is known of them: `club.services.consents` works them out.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    public_name = models.CharField(_("name in public"), max_length=80, blank=True, editable=False)
    shows_rating = models.BooleanField(_("ratings are public"), default=True, editable=False)
    slug = models.SlugField(_("address"), max_length=50, db_index=False, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    colour = models.CharField(_("usual ticket colour"), max_length=20, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER, blank=True)
    made_at = models.DateTimeField(_("made at"))
    account = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("account"),
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        indexes = [models.Index(fields=["club", "name"], name="player_by_club_and_name")]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="player_has_an_address"),
            models.UniqueConstraint(fields=["club", "slug"], name="one_player_per_address"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="one_player_per_number"
            ),
            models.UniqueConstraint(fields=["club", "account"], name="one_player_per_club_and_account"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def from_db(cls, *args: Any, **fetch: Any) -> Self:
        """In public, a row comes without a name that is withheld, and without an address that tells it."""
        player = super().from_db(*args, **fetch)
        if shown_names.are_public() and player.public_name:
            player.name, player.slug = player.public_name, str(player.pk)
        return player


class MemberDetails(models.Model):
    """What the club keeps of a person for itself; nobody below a secretary reads it.

    It has a table of its own, so that whoever reads players for a page cannot bring it along by mistake.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="details")
    mail = models.CharField(_("mail"), max_length=LONGEST_MAIL, blank=True)
    phone = models.CharField(_("telephone"), max_length=LONGEST_PHONE, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    is_minor = models.BooleanField(_("minor"), default=False)
    notes = models.CharField(_("notes"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("details of a member")
        verbose_name_plural = _("details of members")
        constraints = [
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(is_minor=False), name="a_year_of_birth_or_a_minor"
            ),
        ]

    def __str__(self) -> str:
        return f"details {self.pk}"


class GroupMember(models.Model):
    """Somebody belongs to a group of the club, such as "Tuesday"; a group is there as long as somebody is in it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="groups", db_index=False)
    group = models.CharField(_("group"), max_length=LONGEST_GROUP)

    class Meta:
        verbose_name = _("member of a group")
        verbose_name_plural = _("members of groups")
        ordering = ["group"]
        constraints = [
            models.UniqueConstraint(fields=["player", "group"], name="once_in_a_group"),
            models.CheckConstraint(condition=~Q(group=""), name="group_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.group


class FormerAddress(models.Model):
    """An address that somebody had under another name; it still leads to them, until they are erased."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_addresses", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_addresses")
    slug = models.SlugField(_("address"), max_length=50, db_index=False)

    class Meta:
        verbose_name = _("former address")
        verbose_name_plural = _("former addresses")
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_player_per_former_address")]

    def __str__(self) -> str:
        return self.slug


class PlayerPhoto(models.Model):
    """A PNG, drawn as `club.look.logo_of` does, and by whom the person's consent was recorded, and when.

    There is no photo without consent: where that is withdrawn, the row is deleted.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="photo")
    content = models.BinaryField()
    consent_by = models.CharField(_("consent recorded by"), max_length=40)
    consented_at = models.DateTimeField(_("consented at"))

    class Meta:
        verbose_name = _("photo of a player")
        verbose_name_plural = _("photos of players")

    def __str__(self) -> str:
        return f"photo {self.pk}"


class Consent(models.Model):
    """Somebody agreed that their name or their ratings are public, or did not: a fact; the last one holds."""

    class Of(models.TextChoices):
        NAME = "name", _("the name")
        RATING = "rating", _("the ratings")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents")
    of = models.CharField(_("to what"), max_length=6, choices=Of.choices)
    given = models.BooleanField(_("given"))
    by = models.CharField(_("recorded by"), max_length=40)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"consent {self.pk}"


# Who changed what in a club, where no ledger tells it: appended and never changed, as the database sees
# to.


class AuditEntry(models.Model):
    """One act: what (`act` of `club.services.audit`, `body` canonical JSON), who (`by`, a pseudonym), when, whence.

    `about` is the pseudonym of the officer and `player` the person it is about, if any; names stand in neither.
    `network` is the part of an address that many share, and `browser` the name of a program; both are emptied in
    time, which is the one change that the database lets through.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit", db_index=False)
    at = models.DateTimeField(_("at"))
    by = models.CharField(_("by"), max_length=40)
    act = models.CharField(_("act"), max_length=30)
    about = models.CharField(_("about"), max_length=40, blank=True)
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit",
        verbose_name=_("player"),
    )
    body = models.TextField(_("body"), default="{}")
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "at"], name="audit_of_a_club")]

    def __str__(self) -> str:
        return self.act


class ActOrigin(models.Model):
    """From where an officer did an act that a ledger tells of: the entry with this hash. Thrown away in time.

    `network` and `browser` are as in the audit.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="act_origins")
    entry_hash = models.CharField(_("hash of the entry"), max_length=64, db_index=True)
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("origin of an act")
        verbose_name_plural = _("origins of acts")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.network
