"""What an account is made of, as forms: for whoever begins, for whoever is invited, and for its holder later on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournaments.club.reads.members import User
from tournaments.club.web.sign_in import LONGEST_NAME
from tournaments.limits import LONGEST_NAME as LONGEST_PERSON


class AccountForm(forms.Form):
    """A new account."""

    person = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_PERSON,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=LONGEST_NAME,
        validators=[UnicodeUsernameValidator()],
        help_text=gettext_lazy(
            "What you sign in with: letters, digits and . _ - @ +, for example your e-mail address."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Eight characters or more, and none of the common ones."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """What was entered; a password that anybody would guess is refused."""
        entered = super().clean() or {}
        user = User(username=entered.get("username", ""), first_name=entered.get("person", ""))
        refuse_common(self, user)
        return entered


def refuse_common(form: forms.Form, user: User) -> None:
    """Refuse a `password` that anybody would guess who knows the user."""
    password = form.cleaned_data.get("password")
    if password:
        try:
            validate_password(password, user)
        except ValidationError as refused:
            form.add_error("password", refused)


class NewPasswordForm(forms.Form):
    """Another password for an account."""

    password = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Eight characters or more, and none of the common ones."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """What was entered; a password that anybody would guess is refused."""
        entered = super().clean() or {}
        refuse_common(self, self.user)
        return entered


def current_password(label: Any = None) -> forms.CharField:
    """The field in which somebody shows that it is they who sit there."""
    return forms.CharField(
        label=label or gettext_lazy("Current password"),
        strip=False,
        max_length=LONGEST_NAME,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NameForm(forms.Form):
    """What somebody is called."""

    person = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_PERSON,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class AddressForm(forms.Form):
    """Another e-mail address, by the current password."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    current = current_password()


class PasswordChangeForm(NewPasswordForm):
    """Another password, by the current one; it asks what becomes of API tokens where there are any."""

    current = current_password()
    ends_tokens = forms.BooleanField(
        label=gettext_lazy("Also end my API tokens"), required=False, initial=True
    )
    field_order = ("current", "password", "ends_tokens")

    def __init__(self, *args: Any, has_tokens: bool, **settings: Any) -> None:
        super().__init__(*args, **settings)
        if not has_tokens:
            del self.fields["ends_tokens"]


class AppForm(forms.Form):
    """A code of an app that has just been told its secret, by the current password."""

    code = forms.CharField(
        label=gettext_lazy("The code that the app shows"),
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    current = current_password()


class PasskeyForm(forms.Form):
    """What a new passkey is called, by the current password."""

    name = forms.CharField(
        label=gettext_lazy("Name of this passkey"),
        max_length=60,
        help_text=gettext_lazy("So that you know it again, for example your phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    current = current_password()
