"""Views of accounts: sign up, sign in and out, profile."""

from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

User = get_user_model()


class SignUpForm(UserCreationForm):
    """Asks for a name and a password only; the profile has the rest."""

    class Meta:
        model = User
        fields = ("username",)


class ProfileForm(ModelForm):
    """The public name of an account, and the address for password resets."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "email")


def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account, sign in with it, and redirect to where the visitor was heading."""
    form = SignUpForm(request.POST or None)
    target = request.POST.get("next") or request.GET.get("next", "")
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        if url_has_allowed_host_and_scheme(
            target, {request.get_host()}, require_https=request.is_secure()
        ):
            return redirect(target)
        return redirect("home")
    return render(request, "accounts/sign_up.html", {"form": form, "next": target})


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name and address."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("profile")
    return render(request, "accounts/profile.html", {"form": form})


urlpatterns = [
    path("login/", auth_views.LoginView.as_view(template_name="accounts/login.html"), name="login"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("sign-up/", sign_up, name="sign-up"),
    path("profile/", profile, name="profile"),
    path(
        "password/",
        auth_views.PasswordChangeView.as_view(
            template_name="accounts/password.html", success_url=reverse_lazy("profile")
        ),
        name="password",
    ),
]
