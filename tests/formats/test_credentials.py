"""Keys and passwords are blanked wherever they stand, counted once each; talk is left alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from formats.exports import KEY, backup, bare, character, message, node, of, sharded, told, zipped
from hypothesis import given
from hypothesis import strategies as st

from app.domain.records import Closing, MessageRecord
from app.formats.credentials import Scrubber, is_credential
from app.formats.wire import encode

SECRET = "hunter2-and-more"


@pytest.mark.parametrize(
    "name",
    ["apiKey", "api_key", "x-api-key", "token", "accessToken", "refresh_token", "secret", "clientSecret", "password",
     "Authorization", "supabaseAnonKey", "serviceRoleKey", "cookie", "privateKey"],
)  # fmt: skip
def test_names_of_credentials(name: str) -> None:
    assert is_credential(name)


@pytest.mark.parametrize(
    "name", ["maxTokens", "tokens", "key", "keys", "keysecondary", "baseUrl", "secretary", "tokenCount"]
)
def test_names_of_none(name: str) -> None:
    assert not is_credential(name)


@pytest.mark.parametrize(
    ("value", "clean", "dropped"),
    [
        (
            {"apiKey": SECRET, "baseUrl": "https://a.example/v1"},
            {"apiKey": "", "baseUrl": "https://a.example/v1"},
            1,
        ),
        ({"apiKey": ""}, {"apiKey": ""}, 0),
        ({"apiKey": None, "token": 5}, {"apiKey": None, "token": 5}, 0),
        ({"apiKeys": [SECRET, "", SECRET]}, {"apiKeys": ["", "", ""]}, 2),
        ({"credentials": {"user": "u", "n": 1}}, {"credentials": {"user": "", "n": 1}}, 1),
        ([{"a": [{"token": SECRET}]}], [{"a": [{"token": ""}]}], 1),
        ({"url": f"https://a.example/v1?key={SECRET}&q=1"}, {"url": "https://a.example/v1?key=&q=1"}, 1),
        ({"url": f"https://u:{SECRET}@a.example/v1"}, {"url": "https://@a.example/v1"}, 1),
        ({"header": f"Bearer {SECRET}"}, {"header": ""}, 1),
        ({"value": KEY}, {"value": ""}, 1),
        ({"content": KEY}, {"content": KEY}, 0),
        ({"stored": json.dumps({"apiKey": SECRET})}, {"stored": '{"apiKey": ""}'}, 1),
        ({"stored": "{not json"}, {"stored": "{not json"}, 0),
    ],
)
def test_values(value: Any, clean: Any, dropped: int) -> None:
    scrubber = Scrubber()
    assert scrubber.scrub(value) == clean
    assert scrubber.dropped == dropped


def stores() -> dict[str, Any]:
    return backup(
        characters=[character(embeddingConfig={"apiKey": SECRET})],
        messages=[
            message(1, metadata={"authorization": SECRET}),
            message(2, content=f"my password is {KEY}"),
        ],
        memoryNodes=[node("a", legacy={"token": SECRET})],
        memoryPalaceConfig={"embedding": {"apiKey": SECRET}},
        remoteVectorConfig={"supabaseAnonKey": SECRET, "supabaseUrl": ""},
        apiPresets=[{"name": "p", "config": {"apiKey": SECRET}}, {"name": "q", "config": {"apiKey": ""}}],
    )


@pytest.mark.parametrize("layout", ["bare", "zip"])
def test_no_key_is_left_in_any_record(tmp_path: Path, layout: str) -> None:
    path = tmp_path / "b"
    records = told(bare(path, stores()) if layout == "bare" else zipped(path, sharded(stores())))
    assert SECRET not in b"".join(encode(record) for record in records).decode()
    assert of(records, Closing)[0].dropped_credentials == 6
    assert of(records, MessageRecord)[1].content == f"my password is {KEY}"


NAMES = st.sampled_from(["apiKey", "note", "token", "list", "password"])
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(NAMES, v),
    max_leaves=6,
)


@given(VALUES)
def test_scrubbing_twice_finds_nothing_more(value: Any) -> None:
    clean = Scrubber().scrub(value)
    again = Scrubber()
    assert again.scrub(json.loads(json.dumps(clean))) == clean
    assert again.dropped == 0
