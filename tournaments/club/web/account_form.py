"""What a new account is made of, as a form: for whoever begins, and for whoever is invited."""

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
        password = entered.get("password")
        if password:
            user = User(username=entered.get("username", ""), first_name=entered.get("person", ""))
            try:
                validate_password(password, user)
            except ValidationError as refused:
                self.add_error("password", refused)
        return entered
