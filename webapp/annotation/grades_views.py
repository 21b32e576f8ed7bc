"""Grades for programs: CSV, workbook and JSON Lines, for researchers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import cast

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest
from webapp.annotation.export_files import csv_lines, workbook
from webapp.annotation.export_tables import Table, chosen_judge, long_table, published_table
from webapp.annotation.exporting import Export, jsonl, read_export
from webapp.annotation.models import Campaign

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FORMS = ("", "published")


class _Lines(StreamingHttpResponse):
    """Lines that are made while they are sent, whichever way the site is served."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        lines = iter(self)
        while (line := await sync_to_async(_following)(lines)) is not None:
            yield line


def _following(lines: Iterator[bytes]) -> bytes | None:
    return next(lines, None)


@for_researchers
@require_safe
def as_csv(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """A row for each item, or in the published form for each response."""
    export = _export(request, campaign_id)
    return _streamed(csv_lines(_table(request, export)), "text/csv", export, "csv")


@for_researchers
@require_safe
def as_xlsx(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """The same as a workbook."""
    export = _export(request, campaign_id)
    body = workbook(_table(request, export), export)
    return HttpResponse(body, content_type=_XLSX, headers=_named(export, "xlsx"))


@for_researchers
@require_safe
def as_jsonl(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """A record for each item."""
    export = _export(request, campaign_id)
    return _streamed(jsonl(export), "application/jsonl", export, "jsonl")


def _export(request: AuthenticatedRequest, campaign_id: int) -> Export:
    return read_export(request.user, get_object_or_404(Campaign, pk=campaign_id))


def _table(request: AuthenticatedRequest, export: Export) -> Table:
    form, identity = request.GET.get("form", ""), request.GET.get("judge", "")
    judge = chosen_judge(export, identity)
    if form not in _FORMS or (identity and judge is None):
        raise Http404
    return published_table(export, judge) if form else long_table(export)


def _streamed(lines: Iterator[str], kind: str, export: Export, ending: str) -> HttpResponse:
    answer = _Lines(lines, content_type=f"{kind}; charset=utf-8", headers=_named(export, ending))
    return cast(HttpResponse, answer)


def _named(export: Export, ending: str) -> dict[str, str]:
    name = f"grades-{export.campaign.pk}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}
