"""Signing in and out, and API tokens."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from webapp import clock
from webapp.accounts import wanted
from webapp.accounts.forms import SignInForm, TokenForm
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.accounts.links import LinkError, find_link, use_link
from webapp.accounts.models import ApiToken
from webapp.accounts.tokens import new_token, revoke_token


class SignIn(LoginView):
    """Django's own, which may be tried so often."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form, and keep where one wanted to go for whoever has a link instead."""
        response = super().get(request, *args, **kwargs)
        wanted.remember(request, response)
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, and lead to where one wanted to go."""
        response = super().form_valid(form)
        wanted.forget(response)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        """Tell what is wrong; to programs also when to come again."""
        response = super().form_invalid(form)
        if form.refused:
            response.status_code = 429
            response.headers["Retry-After"] = str(int(form.refused.wait.total_seconds()) + 1)
        return response


@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, secret: str) -> HttpResponse:
    """A sign-in link. Opening it changes nothing, so that a link preview can't use it up."""
    target = wanted.recalled(request)
    try:
        if request.method != "POST":
            context = {"link": find_link(secret), "next": target}
            return render(request, "accounts/link.html", context)
        user = use_link(secret)
    except LinkError as error:
        # Pressing the button twice uses the link up and then finds it used.
        done = error.user is not None and error.user == request.user
        context = {"error": error, "already_signed_in": done}
        return render(request, "accounts/link_refused.html", context, status=error.http_status)
    login(request, user)
    messages.success(request, f"You are signed in as {user.username}.")
    response = redirect(target or "home")
    wanted.forget(response)
    return response


@behind_a_form("home")
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("home")


@never_cache
@login_required
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: AuthenticatedRequest) -> HttpResponse:
    """My tokens. A new one is shown in the answer to the form and nowhere else."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    made = secret = None
    if form.is_valid():
        made, secret = new_token(request.user, form.cleaned_data["name"], form.life())
        form = TokenForm()
    context = {
        "form": form,
        "made": made,
        "secret": secret,
        "tokens": request.user.api_tokens.all(),
        "now": clock.now(),
    }
    return render(request, "accounts/tokens.html", context)


@login_required
@behind_a_form("tokens")
def revoke(request: AuthenticatedRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, user=request.user)
    revoke_token(token)
    messages.success(request, f"“{token.name}” is revoked.")
    return redirect("tokens")
