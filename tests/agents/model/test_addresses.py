"""Which addresses may be asked, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model import (
    DEFAULT_ADDRESSES,
    Addresses,
    AddressRefused,
    ModelSettings,
    OpenAIModel,
    read_address,
)

LIST = (
    "https://api.openai.com/v1=OPENAI_API_KEY, http://127.0.0.1, http://localhost\n"
    "https://api.deepseek.com=DEEPSEEK_API_KEY http://10.0.0.5:8000/v1= http://[::1]"
)
KNOWN = Addresses.from_text(LIST)


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://api.openai.com/v1/", "OPENAI_API_KEY"),
        ("https://api.openai.com:443/v1", "OPENAI_API_KEY"),
        ("HTTPS://API.OpenAI.com/v1", "OPENAI_API_KEY"),
        ("https://api.openai.com/v1/below", "OPENAI_API_KEY"),
        ("https://api.deepseek.com", "DEEPSEEK_API_KEY"),
        ("https://api.deepseek.com/beta", "DEEPSEEK_API_KEY"),
        ("http://127.0.0.1", "OPENAI_API_KEY"),
        ("http://127.0.0.1:11434/v1", "OPENAI_API_KEY"),
        ("http://localhost:8000/v1", "OPENAI_API_KEY"),
        ("http://LOCALHOST:8000/v1", "OPENAI_API_KEY"),
        ("http://[::1]:8000/v1", "OPENAI_API_KEY"),
        ("http://[0:0:0:0:0:0:0:1]:8000/v1", "OPENAI_API_KEY"),
        ("http://10.0.0.5:8000/v1", ""),
    ],
)
def test_what_is_listed_is_allowed_and_has_its_key(base_url: str, name: str) -> None:
    assert KNOWN.key_name(base_url) == name


@pytest.mark.parametrize(
    "base_url",
    [
        "https://evil.example/v1",
        "http://api.openai.com/v1",
        "https://api.openai.com",
        "https://api.openai.com/",
        "https://api.openai.com/v10",
        "https://api.openai.com/V1",
        "https://api.openai.com:8443/v1",
        "https://api.openai.com.evil.example/v1",
        "https://evil-api.openai.com/v1",
        "https://api.openai.co/v1",
        "https://127.0.0.1/v1",
        "http://127.0.0.2/v1",
        "http://10.0.0.5/v1",
        "http://10.0.0.5:8001/v1",
        "http://localhost.evil.example/v1",
        "http://[::2]/v1",
        "http://[::ffff:127.0.0.1]/v1",
    ],
)
def test_what_is_not_listed_is_refused_with_what_is(base_url: str) -> None:
    with pytest.raises(AddressRefused) as raised:
        KNOWN.key_name(base_url)
    assert str(raised.value) == (
        f"{read_address(base_url)} is not among the addresses that may be asked for a model. "
        "Allowed: https://api.openai.com/v1, http://127.0.0.1 (any port), "
        "http://localhost (any port), https://api.deepseek.com, http://10.0.0.5:8000/v1, "
        "http://[::1] (any port). The setting MODEL_ADDRESSES changes that."
    )


@pytest.mark.parametrize(
    "base_url",
    [
        "http://127.0.0.1@evil.example/v1",
        "http://127.0.0.1:80@evil.example/v1",
        "http://user:secret@127.0.0.1/v1",
        "http://@127.0.0.1/v1",
        "http://127.0.0.1\\@evil.example/v1",
        "http://127.0.0.1\\.evil.example",
        "http://evil.example\\127.0.0.1",
        "http://127.0.0.1./v1",
        "http://localhost./v1",
        "https://api.openai.com./v1",
        "http://.localhost/v1",
        "http://127.0.0.1#@evil.example/",
        "http://127.0.0.1/v1#part",
        "http://127.0.0.1/v1#",
        "http://127.0.0.1/v1?key=secret",
        "http://127.0.0.1/v1?",
        "https://api.openai.com/v1/../x",
        "https://api.openai.com/v1/./x",
        "https://api.openai.com/v1/..",
        "https://api.openai.com/v1/%2e%2e/x",
        "https://api.openai.com/v1%2f..%2fx",
        "http://127.0.0.1%00.evil.example/",
        "http://[::1%25eth0]/v1",
        "https://api.openai.com//v1",
        "https://api.openai.com/v1//x",
        "http:///v1",
        "http://",
        "http:127.0.0.1",
        "//127.0.0.1/v1",
        "127.0.0.1:8000/v1",
        "localhost/v1",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "unix:/var/run/x.sock",
        "http://127.0.0.1:/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:65536/v1",
        "http://127.0.0.1:+80/v1",
        "http://127.0.0.1:8 0/v1",
        "http://127.0.0.1:٨٠/v1",
        "http://127.1/v1",
        "http://2130706433/v1",
        "http://0x7f000001/v1",
        "http://0177.0.0.1/v1",
        "http://127.0.0.1.2/v1",
        "http://[::1/v1",
        "http://::1/v1",
        "http://[]/v1",
        "http://[g::1]/v1",
        "http://l\u043ecalhost/v1",
        "http://localhost/v1/é",
        "http://local\thost/v1",
        "http://localhost/v1\nhttp://evil.example",
        "http://localhost /v1",
        "",
    ],
)
def test_what_two_programs_could_read_differently_is_refused(base_url: str) -> None:
    with pytest.raises(AddressRefused) as raised:
        KNOWN.key_name(base_url)
    assert "secret" not in str(raised.value), "people paste keys into addresses"


SEGMENT = st.text("abcXYZ019._~:+-", min_size=1, max_size=6).filter(lambda s: s not in (".", ".."))


@given(
    host=st.sampled_from(["localhost", "127.0.0.1", "[::1]", "api.openai.com", "a_b.example"]),
    scheme=st.sampled_from(["http", "https"]),
    port=st.none() | st.integers(1, 65535),
    path=st.lists(SEGMENT, max_size=3),
    above=st.integers(0, 3),
)
def test_an_address_is_allowed_by_itself_and_by_what_is_above_it(
    host: str, scheme: str, port: int | None, path: list[str], above: int
) -> None:
    start = f"{scheme}://{host}" + ("" if port is None else f":{port}")
    whole = "/".join([start, *path])
    address = read_address(whole)
    assert read_address(str(address)) == address
    entry = "/".join([start, *path[:above]])
    assert Addresses.from_text(f"{entry}=NAME").key_name(whole) == "NAME"
    for other in (f"{whole}/below=NAME", f"{start}/x{'/'.join(['', *path])}=NAME"):
        with pytest.raises(AddressRefused):
            Addresses.from_text(other).key_name(whole)


@given(
    host=st.sampled_from(["localhost", "127.0.0.1", "[::1]", "api.openai.com"]),
    written=st.sampled_from([None, 80, 443, 8000]),
    asked=st.sampled_from([None, 80, 443, 8000]),
)
def test_a_port_that_is_written_allows_itself_alone(
    host: str, written: int | None, asked: int | None
) -> None:
    known = Addresses.from_text(f"http://{host}" + ("" if written is None else f":{written}"))
    base_url = f"http://{host}" + ("" if asked is None else f":{asked}")
    any_port = written is None and host != "api.openai.com"
    if any_port or (written or 80) == (asked or 80):
        assert known.key_name(base_url) == "OPENAI_API_KEY"
    else:
        with pytest.raises(AddressRefused):
            known.key_name(base_url)


@given(st.text("htps:/@[]\\.%?#=127.0localhost v1\t\n", max_size=40))
def test_any_text_is_an_address_in_one_spelling_or_refused(text: str) -> None:
    try:
        address = read_address(text)
    except AddressRefused:
        return
    assert str(read_address(str(address))) == str(address)
    assert not set("@\\%?#= \t\n") & set(str(address))


def test_the_entry_that_says_more_names_the_key() -> None:
    known = Addresses.from_text(
        "http://localhost=ANY, http://localhost:8000=PORT, http://localhost/v1=PATH"
    )
    assert known.key_name("http://localhost:9000/v2") == "ANY"
    assert known.key_name("http://localhost:8000/v2") == "PORT"
    assert known.key_name("http://localhost:8000/v1/x") == "PATH"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("http://localhost, ftp://x", "MODEL_ADDRESSES, entry 2: An address of a model is http"),
        ("http://localhost=sk-secret!", "MODEL_ADDRESSES, entry 1: what follows = is the name"),
        ("http://localhost=A=B", "MODEL_ADDRESSES, entry 1: what follows = is the name"),
        ("http://a, http://A/=X", "MODEL_ADDRESSES, entry 2: http://A/ stands there twice."),
        ("http://u:secret@a", "MODEL_ADDRESSES, entry 1: An address of a model is http"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_with_the_place(text: str, sentence: str) -> None:
    with pytest.raises(AddressRefused) as raised:
        Addresses.from_text(text)
    assert str(raised.value).startswith(sentence)
    assert "secret" not in str(raised.value)


def test_an_empty_list_allows_nothing() -> None:
    for text in ("", " , \n"):
        with pytest.raises(AddressRefused, match=r"Allowed: none\."):
            Addresses.from_text(text).key_name("http://localhost")


def test_by_default_openai_and_this_machine_are_allowed() -> None:
    known = Addresses.from_text(DEFAULT_ADDRESSES)
    for base_url in ("https://api.openai.com/v1", "http://localhost:1", "http://[::1]:1/v1"):
        assert known.key_name(base_url) == "OPENAI_API_KEY"
    with pytest.raises(AddressRefused):
        OpenAIModel(ModelSettings("m", "https://api.deepseek.com"), environment={})


@pytest.mark.parametrize(
    ("base_url", "here"),
    [
        ("http://localhost", True),
        ("http://127.3.2.1", True),
        ("http://[::1]", True),
        ("http://10.0.0.1", False),
        ("http://localhost.example", False),
        ("http://[::2]", False),
    ],
)
def test_only_this_machine_is_loopback(base_url: str, here: bool) -> None:
    assert read_address(base_url).is_loopback is here
