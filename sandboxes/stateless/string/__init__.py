"""String: words, sentences, cases, patterns and other work on texts."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="String",
    order=13,
    summary="Words, sentences, cases, patterns, comparisons and other work on texts.",
)
