"""Addresses of the account pages."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.urls import path

from webapp.accounts import views

urlpatterns = [
    path("sign-in", LoginView.as_view(template_name="accounts/sign_in.html"), name="sign-in"),
    path("sign-in/<str:secret>", views.link, name="link"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("tokens", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke", views.revoke, name="revoke-token"),
]
