"""The pages of imported records: for researchers."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webapp.accounts.http import AuthenticatedRequest
from webapp.recovery.imported import (
    FIGURES,
    RECORDS_A_PAGE,
    SPLIT_SEED,
    RecordFilter,
    file_rows,
    found_records,
    kind_rows,
    read_record,
)
from webapp.recovery.models import ImportedRecord


@never_cache
@login_required
@require_safe
def records(request: AuthenticatedRequest) -> HttpResponse:
    """What was imported, file by file, and the records."""
    _require_researcher(request)
    files = file_rows()
    form = RecordFilter(request.GET, [row.file for row in files])
    chosen = form.cleaned_data if form.is_valid() else {}
    found = Paginator(found_records(chosen), RECORDS_A_PAGE)
    page = found.get_page(request.GET.get("page"))
    context = {
        "files": files,
        "figures": FIGURES,
        "kinds": kind_rows(files),
        "form": form,
        "is_filtered": any(chosen.values()),
        "page": page,
        "rows": [read_record(record) for record in page],
        "split_seed": SPLIT_SEED,
    }
    return render(request, "recovery/imported.html", context)


@never_cache
@login_required
@require_safe
def record(request: AuthenticatedRequest, record_id: int) -> HttpResponse:
    """One record, with its original text."""
    found = read_record(_record_of(request, record_id))
    context = {"read": found, "record": found.record, "parsed": found.record.parsed}
    return render(request, "recovery/imported_record.html", context)


@never_cache
@login_required
@require_safe
def original(request: AuthenticatedRequest, record_id: int) -> HttpResponse:
    """The line that a record was read from, byte for byte."""
    found = _record_of(request, record_id)
    name = f"{found.key.replace('/', '-')}.json"
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    content_type = "application/octet-stream"  # as it is: nobody is to mend its ends or signs
    return HttpResponse(found.original.encode(), content_type=content_type, headers=named)


def _record_of(request: AuthenticatedRequest, record_id: int) -> ImportedRecord:
    """A record that whoever asks may read.

    Raises:
        Http404: there is none.
    """
    _require_researcher(request)
    return get_object_or_404(ImportedRecord.objects.select_related("file"), pk=record_id)


def _require_researcher(request: AuthenticatedRequest) -> None:
    if not request.user.is_researcher:
        raise Http404
