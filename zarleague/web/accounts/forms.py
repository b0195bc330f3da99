"""Forms of accounts that differ from those of allauth."""

import re
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import User
from zarleague.leagues.names import tidy
from zarleague.leagues.selectors import account_meant, account_named
from zarleague.web.accounts import names


class LoginForm(allauth_forms.LoginForm):
    """Asks for account name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username")
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def add_prefix(self, field_name: str) -> str:
        """Return the field's name in the HTML: scripts sign in with ``username``."""
        return super().add_prefix("username" if field_name == "login" else field_name)

    def clean_login(self) -> str:
        """Return the full account name: ``ann`` stands for ``ann-4821`` if no other account name
        begins with ``ann``."""
        return account_meant(super().clean_login())


class SignUpForm(allauth_forms.SignupForm):
    """Asks for a name and a password, and for an e-mail address where the site can send mail.

    The account name is shown read-only while the name is typed, so that password managers keep it.
    """

    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        help_text=_("What the others call you. You can change it later."),
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    number = forms.CharField(widget=forms.HiddenInput, required=False)
    field_order = ["name", "number", "username", "password1", "password2", "email"]

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        if data is not None and "name" not in data:
            data = data.copy()  # from a script, which sends the account name only
            data["name"] = data.get("username", "")
        super().__init__(data, *args, **kwargs)
        number = names.new_number()
        self.initial.setdefault("number", number)
        username = self.fields["username"]
        username.required = False
        username.label = _("Username")
        username.help_text = _(
            "You sign in with this. The number tells people with the same name apart."
        )
        username.initial = f"player-{names.number_in(number)}"
        username.widget.attrs |= {"readonly": True}
        self.fields["password1"].help_text = _("At least 8 characters.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        if settings.SENDS_MAIL:
            self.fields["email"].label = _("E-mail address")
            self.fields["email"].help_text = _("Lets you reset your password if you forget it.")
        else:
            self.fields.pop("email", None)

    def clean_username(self) -> str:
        """Return a free account name: the form's, if its number was signed by this site."""
        shown: str = self.cleaned_data.get("username", "")
        number = names.number_in(self.cleaned_data.get("number", ""))
        if number and shown.endswith(f"-{number}") and re.fullmatch(r"[\w.+-]{6,60}", shown):
            return shown
        return names.free_account_name(self.cleaned_data.get("name", ""))

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account, or return the one created when this form was sent before."""
        data = self.cleaned_data
        data["first_name"] = data["name"]
        if account_named(data["username"]) is not None:
            before = get_adapter().authenticate(
                request, username=data["username"], password=data["password1"]
            )
            if before is not None:
                return before, None
            data["username"] = names.free_account_name(data["name"])
        user, answer = super().try_save(request)
        if user is not None:
            messages.success(
                request,
                gettext("Welcome! Your username is %(name)s. Use it to sign in.")
                % {"name": user.get_username()},
            )
        return user, answer


class AddEmailForm(allauth_forms.AddEmailForm):
    """Asks for an e-mail address, in the words of the page."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].widget.attrs.pop("placeholder", None)


class ProfileForm(forms.ModelForm):
    """Asks for the name that others see."""

    class Meta:
        model = get_user_model()
        fields = ()

    name = forms.CharField(
        label=_("Your name"), max_length=60, widget=forms.TextInput({"autocomplete": "name"})
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.initial.setdefault("name", self.instance.get_full_name())

    def clean_name(self) -> str:
        """Return the name without needless spaces."""
        return tidy(self.cleaned_data["name"])

    def save(self, commit: bool = True) -> User:
        """Keep the whole name in one field."""
        self.instance.first_name, self.instance.last_name = self.cleaned_data["name"], ""
        return super().save(commit)
