"""Acting in an attempt, for whoever speaks neither MCP nor WebSocket."""

from __future__ import annotations

import json
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from webapp.api.operations import DOOR, IDEMPOTENCY_KEY, operation, page_of
from webapp.api.rights import entry_of, get_own_entry, get_readable_attempt
from webapp.api.serializers.log import (
    AnswerTold,
    CallAsked,
    EventTold,
    FinishAsked,
    LogQuery,
    PauseAsked,
    RetrievalAsked,
    TaskDocumentTold,
    ToolQuery,
    ToolsTold,
)
from webapp.api.views.base import ApiView
from webapp.attempts import services
from webapp.attempts.models import Status
from webapp.attempts.offers import offered_tools
from webapp.attempts.retrieval import USUAL_K, retrieve_tools

ACTING = (403, 404, *DOOR)


class Task(ApiView):
    http_method_names = ["get"]  # noqa: RUF012 - no HEAD, which must not start a clock

    @operation(
        "get_task",
        "Read the task; who reads it first starts the clock",
        TaskDocumentTold,
        refusals=ACTING,
    )
    def get(self, request: Request, id: int) -> Response:
        view = services.get_task(get_own_entry(request, id)).wait()
        return Response(json.loads(view.text()))


class Tools(ApiView):
    @operation(
        "list_tools", "List the tools on offer", ToolsTold, query=ToolQuery, refusals=(404, *DOOR)
    )
    def get(self, request: Request, id: int) -> Response:
        server = self.queried(ToolQuery).get("server")
        view = services.peek(entry_of(get_readable_attempt(request, id))).wait()
        return Response({"tools": offered_tools(view.offered, server)})


class Calls(ApiView):
    @operation("list_calls", "Read the log", page_of(EventTold), query=LogQuery)
    def get(self, request: Request, id: int) -> Response:
        after = self.queried(LogQuery).get("after", 0)
        attempt = get_readable_attempt(request, id)
        events = attempt.events.filter(number__gt=after).order_by("number")
        return self.paged(events, EventTold, ended=attempt.status != Status.OPEN)

    @operation(
        "call_tool",
        "Call a tool",
        AnswerTold,
        body=CallAsked,
        headers=(IDEMPOTENCY_KEY,),
        refusals=ACTING,
    )
    def post(self, request: Request, id: int) -> Response:
        entry, call = get_own_entry(request, id), self.asked(CallAsked)
        arguments = call.get("arguments", {})
        answer = services.call_tool(entry, call["tool"], arguments, key=_key(request)).wait()
        return Response(AnswerTold(answer).data)


class Retrievals(ApiView):
    @operation(
        "retrieve_tools",
        "Look for tools, where they are not listed; it is no call",
        AnswerTold,
        body=RetrievalAsked,
        headers=(IDEMPOTENCY_KEY,),
        refusals=ACTING,
    )
    def post(self, request: Request, id: int) -> Response:
        entry, asked = get_own_entry(request, id), self.asked(RetrievalAsked)
        k = asked.get("k", USUAL_K)
        answer = retrieve_tools(entry, asked["query"], k, key=_key(request)).wait()
        return Response(AnswerTold(answer).data)


class Finish(ApiView):
    @operation(
        "finish_attempt",
        "End the attempt, for good",
        AnswerTold,
        body=FinishAsked,
        headers=(IDEMPOTENCY_KEY,),
        refusals=ACTING,
    )
    def post(self, request: Request, id: int) -> Response:
        entry, end = get_own_entry(request, id), self.asked(FinishAsked)
        said = end.get("answer", "")
        answer = services.finish(entry, end["outcome"], said, key=_key(request)).wait()
        return Response(AnswerTold(answer).data)


class Pause(ApiView):
    @operation(
        "pause_attempt", "Stop the clock", None, status=204, body=PauseAsked, refusals=ACTING
    )
    def post(self, request: Request, id: int) -> Response:
        services.pause(get_own_entry(request, id), self.asked(PauseAsked)["reason"]).wait()
        return Response(status=204)


class Resume(ApiView):
    @operation("resume_attempt", "Let the clock go on", None, status=204, refusals=ACTING)
    def post(self, request: Request, id: int) -> Response:
        services.resume(get_own_entry(request, id)).wait()
        return Response(status=204)


def _key(request: Request) -> Any:
    return request.headers.get("Idempotency-Key")
