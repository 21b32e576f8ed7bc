"""Lists come in pages."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=` and `?per_page=`; both are checked by the view's query serializer before."""

    page_size = 50
    page_size_query_param = "per_page"
    max_page_size = 200
    last_page_strings = ()
    invalid_page_message = "There is no page {page_number}."
