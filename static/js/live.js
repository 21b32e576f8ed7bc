// htmx may have looked at the page before its WebSocket extension was there: it looks once more.
document.querySelectorAll(".live").forEach((list) => htmx.process(list));
