"""Addresses of the account pages."""

from __future__ import annotations

from django.urls import path

from webapp.accounts import people_views, views

urlpatterns = [
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:secret>", views.link, name="link"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("tokens", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke", views.revoke, name="revoke-token"),
    path("people", people_views.people, name="people"),
    path("people/<int:user_id>", people_views.person, name="person"),
    path("people/<int:user_id>/link", people_views.new_link, name="new-link"),
    path("people/<int:user_id>/role", people_views.role, name="role"),
    path("people/<int:user_id>/close", people_views.close, name="close-account"),
    path("people/<int:user_id>/reopen", people_views.reopen, name="reopen-account"),
]
