"""Patterns are searched and replaced by RE2, templates filled in, and neither costs much."""

from __future__ import annotations

import itertools
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

SAFE_PATTERNS = ("a", "a+", "[ab]", "(a)|(b)", "a(é?)b", r"\bab", "(?i)A", "b$", "^a", ".", "a{2}")
AB = "".join("ab"[n.bit_count() % 2] for n in range(5000))
FACES = "".join("😀😁"[n.bit_count() % 2] for n in range(5000))
HOSTILE = [
    ("a*b|a", "a" * 5000),
    ("(a*)*b|a", "a" * 5000),
    ("((a{1,20}){1,20})b|a", "a" * 1000),
    ("(?:(?:a?){20}){20}b|a", "a" * 1000),
    (r"(\pL|\d| )*a(\pL|\d| )!|.", "é a" * 1500),
    (".*😀.{6}c|.", FACES),
    (".*" * 60 + "x|.", FACES),
    *((f"(?:a|b)*a(?:a|b){{{n}}}c|.", AB) for n in (6, 15, 30, 60, 100, 180, 300)),
    *((f".*😀.{{{n}}}c|.", FACES[:1200]) for n in (6, 15, 30, 60, 100)),
    ("|".join(f"[ab]*a[ab]{{{n}}}c" for n in range(5, 20)) + "|.", AB[:4000]),
]
"""Patterns that read far for each match, or that need more and more of RE2's states."""


def test_each_match_comes_with_its_place_and_groups(world: World) -> None:
    found = ok(world, "regex_search", pattern=r"(\w+)@(?P<host>\w+)(!)?", text="é x@y, ab@cd!")
    assert found == [
        {"match": "x@y", "start": 2, "end": 5, "groups": ["x", "y", None]},
        {"match": "ab@cd!", "start": 7, "end": 13, "groups": ["ab", "cd", "!"]},
    ]


def test_no_match_is_an_empty_list(world: World) -> None:
    assert ok(world, "regex_search", pattern="x", text="abc") == []
    assert ok(world, "regex_search", pattern="x", text="") == []


@given(pattern=st.sampled_from(SAFE_PATTERNS), text=st.text("abé \n😀", max_size=30))
def test_matches_are_those_of_another_engine(untouched: World, pattern: str, text: str) -> None:
    wanted = [
        {"match": m[0], "start": m.start(), "end": m.end(), "groups": list(m.groups())}
        for m in re.finditer(pattern.replace("$", r"\Z"), text)
    ]
    assert ok(untouched, "regex_search", pattern=pattern, text=text) == wanted


@given(
    pattern=st.sampled_from([p for p in SAFE_PATTERNS if "$" not in p]),
    text=st.text("abé \n😀", max_size=30),
    repl=st.sampled_from(["", "é", r"<\g<0>>", r"\\", r"\n\t", "$0&"]),
)
def test_replacements_are_those_of_another_engine(
    untouched: World, pattern: str, text: str, repl: str
) -> None:
    assert ok(untouched, "replace", pattern=pattern, repl=repl, text=text) == re.sub(
        pattern, repl, text
    )


@pytest.mark.parametrize(
    ("pattern", "repl", "text", "result"),
    [
        (r"(\w)(\d)", r"\2-\1", "a1 b2", "1-a 2-b"),
        (r"(?P<year>\d{4})", r"year \g<year>!", "in 2026", "in year 2026!"),
        (r"(a)|b", r"[\1]", "ab", "[a][]"),
        (r"a", r"\g<0>é", "banana", "baénaénaé"),
        (r"\s+", " ", "a \n b", "a b"),
        (r"x*", "-", "abc", "-a-b-c-"),
        (r"(?i)HELLO", "Bye", "hello Hello", "Bye Bye"),
        (r"(a)", r"\\1", "a", r"\1"),
        (r"none", "x", "text", "text"),
    ],
)
def test_matches_are_replaced(
    world: World, pattern: str, repl: str, text: str, result: str
) -> None:
    assert ok(world, "replace", pattern=pattern, repl=repl, text=text) == result


@pytest.mark.parametrize("repl", [r"\1", r"\9", r"\g<name>", r"\g<2>", r"\g<00001>"])
def test_a_group_that_is_not_there_is_refused(world: World, repl: str) -> None:
    sentence = refused(world, "replace", pattern="a", repl=repl, text="no match")
    assert "which pattern does not have" in sentence


@pytest.mark.parametrize("repl", ["\\", r"\d", r"\g<", "\\é", r"a\\\x"])
def test_a_backslash_that_means_nothing_is_refused(world: World, repl: str) -> None:
    assert "backslash that means nothing" in refused(
        world, "replace", pattern="a", repl=repl, text="a"
    )


@pytest.mark.parametrize(
    "pattern",
    ["(", "[a", "a**", "*", r"(a)\1", "(?=a)", "(?<!a)b", "a{1001}", r"\p{Nowhere}", "(?P<a", "\\"],
)
@pytest.mark.parametrize("tool", ["regex_search", "replace"])
def test_what_is_no_expression_is_refused(
    world: World, tool: str, pattern: str, capfd: pytest.CaptureFixture[str]
) -> None:
    repl = {"repl": ""} if tool == "replace" else {}
    sentence = refused(world, tool, pattern=pattern, text="a", **repl)
    assert sentence.startswith("pattern is no regular expression in the syntax of RE2: ")
    assert "no look-around" in sentence
    assert "Error" not in capfd.readouterr().err


@pytest.mark.parametrize("pattern", [r"\C", r"a\\\C", r"é\C+"])
def test_half_characters_are_not_matched(world: World, pattern: str) -> None:
    assert "half a character" in refused(world, "regex_search", pattern=pattern, text="é")


def test_a_backslash_and_a_letter_are_no_half_character(world: World) -> None:
    assert len(ok(world, "regex_search", pattern=r"\\C", text=r"\C")) == 1


def test_more_than_a_thousand_matches_are_refused(world: World) -> None:
    assert len(ok(world, "regex_search", pattern="a", text="a" * 1000)) == 1000
    assert "more than 1000 times" in refused(world, "regex_search", pattern="a", text="a" * 1001)


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"\p{L}+", r"\b[a-z]{2,}\b", r"(\w+) (\w+)", r"(?i)lorem", r"[^\s,]+"]
)
def test_usual_patterns_find_all_in_the_longest_text(world: World, pattern: str) -> None:
    text = ("loremipsum, dolor sitamét " * 200)[:5000]
    found = ok(world, "regex_search", pattern=pattern, text=text)
    flags, same = (0, r"[^\W\d_]") if r"\p" in pattern else (re.ASCII, "")
    wanted = re.finditer(pattern.replace(r"\p{L}", same), text, flags)
    assert [match["match"] for match in found] == [match[0] for match in wanted]
    assert len(found) > 100


@pytest.mark.parametrize(("pattern", "text"), HOSTILE, ids=range(len(HOSTILE)))
def test_no_pattern_takes_long(world: World, pattern: str, text: str) -> None:
    for tool, repl in (("regex_search", {}), ("replace", {"repl": "x"})):
        begun = time.process_time()
        outcome = world.call(tool, {"pattern": pattern, "text": text, **repl})
        assert time.process_time() - begun < 1
        assert outcome.status in ("ok", "failed")


@pytest.mark.parametrize(
    ("pattern", "text", "said"),
    [
        ("(?:[ab]*a[ab]{6}c|.)", AB, "may take too long"),
        ("(?:a|b)*a(?:a|b){300}c", AB, "may take too long"),  # already for its only reading
        (r"\pL\pL\pL", "abc", "too complex"),
    ],
)
def test_patterns_that_would_take_long_are_refused(
    world: World, pattern: str, text: str, said: str
) -> None:
    assert said in refused(world, "replace", pattern=pattern, repl="", text=text)


def test_a_result_that_would_be_too_long_is_refused(world: World) -> None:
    asked: dict[str, Any] = {"pattern": "a", "repl": "b" * 1000}
    assert len(ok(world, "replace", **asked, text="a" * 100)) == 100_000
    assert "100000 characters" in refused(world, "replace", **asked, text="a" * 100 + "c")


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("Dear {name}, {n} left", {"name": "Bo", "n": 3}, "Dear Bo, 3 left"),
        ("{a}{b}{c}{d}", {"a": True, "b": None, "c": 1.5, "d": "é"}, "truenull1.5é"),
        ("{{name}} {{{name}}}", {"name": "{x}"}, "{name} {{x}}"),
        ("{two words}", {"two words": "ok", "unused": 1}, "ok"),
        ("{a.b} {a[0]} {0}", {"a.b": "dot", "a[0]": "place", "0": "zero"}, "dot place zero"),
        ("", {}, ""),
    ],
)
def test_a_template_is_filled_in(
    world: World, template: str, values: dict[str, Any], text: str
) -> None:
    assert ok(world, "template_render", template=template, values=values) == text


@pytest.mark.parametrize(
    "name",
    ["other", "", "a.__class__", "a.__class__.__mro__", "a[0]", "a!r", "a:>1000000000", " a", "A"],
)
def test_nothing_but_names_of_values_stands_between_braces(world: World, name: str) -> None:
    sentence = refused(world, "template_render", template=f"x {{{name}}}", values={"a": "text"})
    assert sentence.startswith(f"The template asks for {name!r}, which has no value.")
    assert sentence.endswith("Names with a value: 'a'.")


@pytest.mark.parametrize("template", ["{", "}", "a } b", "{a", "{{a}", "{a}}", "{a{b}}"])
def test_a_brace_that_stands_alone_is_refused(world: World, template: str) -> None:
    sentence = refused(world, "template_render", template=template, values={"a": 1})
    assert "stands alone" in sentence


def test_a_filled_in_template_has_an_end(world: World) -> None:
    values = {"a": "x" * 4000}
    assert len(ok(world, "template_render", template="{a}" * 25, values=values)) == 100_000
    for template in ("{a}" * 25 + "!", "{a}" * 6000):
        assert "100000 characters" in refused(
            world, "template_render", template=template, values=values
        )


@pytest.mark.parametrize("value", [[], {}, [1]])
def test_values_are_no_lists_or_objects(world: World, value: Any) -> None:
    arguments = {"template": "{a}", "values": {"a": value}}
    assert 'Argument "values"' in not_understood(world, "template_render", arguments)


@given(parts=st.lists(st.text("ab{} .é", max_size=5), max_size=6))
def test_any_text_survives_a_template_with_its_braces_doubled(
    untouched: World, parts: list[str]
) -> None:
    text = "|".join(parts)
    doubled = text.replace("{", "{{").replace("}", "}}")
    assert ok(untouched, "template_render", template=doubled, values={}) == text
    names = [f"n{at}" for at in range(len(parts))]
    template = "|".join(f"{{{name}}}" for name in names)
    values = dict(zip(names, parts, strict=True))
    assert ok(untouched, "template_render", template=template, values=values) == text


def test_a_pattern_costs_no_lasting_memory(world: World) -> None:
    import re2

    for one, other in itertools.product("abcd", repeat=2):
        ok(world, "regex_search", pattern=f"{one}+{other}", text=AB[:500])
    assert re2._Regexp._make.cache_info().currsize == 0
