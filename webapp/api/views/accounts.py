"""Who I am, and the tokens by which my programs are known."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from webapp.accounts.tokens import new_token, revoke_token
from webapp.api.operations import PageQuery, operation, page_of
from webapp.api.rights import get_own_token, token_life, user_of
from webapp.api.serializers.accounts import MeTold, TokenAsked, TokenMadeTold, TokenTold
from webapp.api.views.base import ApiView


class Me(ApiView):
    @operation("get_me", "Who I am", MeTold)
    def get(self, request: Request) -> Response:
        return Response(MeTold(user_of(request)).data)


class Tokens(ApiView):
    @operation("list_tokens", "List my tokens, newest first", page_of(TokenTold), query=PageQuery)
    def get(self, request: Request) -> Response:
        self.queried(PageQuery)
        return self.paged(user_of(request).api_tokens.all(), TokenTold)

    @operation(
        "make_token",
        "Make a token; its secret is shown this once",
        TokenMadeTold,
        status=201,
        body=TokenAsked,
        refusals=(403,),
    )
    def post(self, request: Request) -> Response:
        asked = self.asked(TokenAsked)
        life = token_life(request, asked.get("expires_in_days"))
        token, secret = new_token(user_of(request), asked["name"], life)
        return Response({**TokenTold(token).data, "token": secret}, 201)


class OneToken(ApiView):
    @operation("revoke_token", "Revoke a token", None, status=204, refusals=(403, 404))
    def delete(self, request: Request, id: int) -> Response:
        revoke_token(get_own_token(request, id))
        return Response(status=204)
