"""What came out of an attempt. While it is open there is nothing of this."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from webapp.api.operations import PageQuery, operation, page_of
from webapp.api.rights import get_readable_attempt, get_researchers_evidence
from webapp.api.serializers.scores import EvidenceTold, ScoreTold
from webapp.api.views.base import ApiView
from webapp.attempts.closing import regrade
from webapp.attempts.models import Status


class Scores(ApiView):
    @operation("list_scores", "Read the scores, newest first", page_of(ScoreTold), query=PageQuery)
    def get(self, request: Request, id: int) -> Response:
        self.queried(PageQuery)
        attempt = get_readable_attempt(request, id)
        told = attempt.scores.all() if attempt.status != Status.OPEN else attempt.scores.none()
        return self.paged(told.order_by("-id"), ScoreTold)


class Regrade(ApiView):
    @operation(
        "regrade_attempt",
        "Score the stored evidence with the evaluator of today (researchers)",
        ScoreTold,
        refusals=(403, 404),
    )
    def post(self, request: Request, id: int) -> Response:
        return Response(ScoreTold(regrade(get_researchers_evidence(request, id).attempt)).data)


class Evidence(ApiView):
    @operation(
        "get_evidence",
        "Read what was graded, and against what (researchers)",
        EvidenceTold,
        refusals=(403, 404),
    )
    def get(self, request: Request, id: int) -> Response:
        return Response(EvidenceTold(get_researchers_evidence(request, id)).data)
