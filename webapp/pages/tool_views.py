"""The documentation of the tools."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sandboxes import servers, tools
from webapp.pages.forms import ToolFilter
from webapp.pages.manual import manual_of, shelves
from webapp.pages.network import SIZE, drawn_network


@require_safe
def tool_list(request: HttpRequest) -> HttpResponse:
    form = ToolFilter(request.GET, servers=[server.name for server in servers()])
    chosen = form.cleaned_data if form.is_valid() else {}
    found = shelves(chosen.get("q", ""), chosen.get("server", ""))
    context = {
        "form": form,
        "shelves": found,
        "found": sum(len(shelf.manuals) for shelf in found),
        "known": len(tools()),
        "is_filtered": any(chosen.values()),
    }
    return render(request, "pages/tools.html", context)


@require_safe
def tool(request: HttpRequest, name: str) -> HttpResponse:
    manual = manual_of(name)
    if manual is None:
        raise Http404
    return render(request, "pages/tool.html", {"manual": manual})


@require_safe
def network(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/network.html", {"drawing": drawn_network(), "size": SIZE})
