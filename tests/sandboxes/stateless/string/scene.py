"""One call of each String tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls

_TEXT = {"text": "Dr. Ames didn't find the 3 big boxes. Where were they?"}
_PAIR = {"a": "kitten on the mat", "b": "sitting on the mat"}


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    return {
        **dict.fromkeys(_of_one_text(), _TEXT),
        "detokenize": {"tokens": ["one", ",", "two"]},
        "levenshtein": _PAIR,
        "jaccard_similarity": _PAIR,
        "String_base64_decode": {"b64": "Zm9vYmFy"},
        "regex_search": {"pattern": r"(\w)\w+", **_TEXT},
        "replace": {"pattern": "big", "repl": "small", **_TEXT},
        "syllable_estimate": {"word": "window"},
        "ordinal": {"n": 22},
        "template_render": {"template": "Dear {name}", "values": {"name": "Leila"}},
    }


def _of_one_text() -> list[str]:
    names = """
        tokenize normalize_whitespace remove_punctuation count_words word_freq sentence_split
        simple_summarize ngrams to_lower to_upper title_case snake_case camel_case slugify
        extract_numbers hash_text String_base64_encode is_palindrome truncate read_time_estimate
        remove_stopwords simple_paraphrase count_chars
    """
    return names.split()
