"""Prompts: both languages alike, fields told when wrong, values never read for fields again."""

from dataclasses import dataclass

import pytest

from app.domain.errors import BugError, KnownError
from app.models import prompts
from app.models.prompts import built_in, check, editable, own, parse, preview, problems, render

EVERY = [*editable(), "identity"]


@dataclass(frozen=True)
class Mood:
    partner: str
    moods: str


@pytest.mark.parametrize("purpose", EVERY)
def test_both_languages_ask_for_the_same(purpose):
    zh, en = built_in(purpose, "zh"), built_in(purpose, "en")
    for name in ("temperature", "max_tokens", "expected_tokens", "needs", "schema"):
        assert getattr(zh, name) == getattr(en, name), name
    assert set(zh.fields) == set(en.fields)
    assert zh.body != en.body


@pytest.mark.parametrize("purpose", EVERY)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_built_in_prompt_is_sound(purpose, language):
    template = built_in(purpose, language)
    assert problems(template) == ()
    assert template.fields
    assert template.stamp.startswith(f"{purpose}.{language}@")
    if purpose != "identity":
        assert bool(template.schema) != purpose.startswith(("refine_", "day_rational", "day_diary"))
        assert template.max_tokens >= template.expected_tokens > 0


def test_the_frame_round_the_identity_is_not_for_editing():
    assert "identity" not in editable()
    assert {"extraction", "deep_links", "mood_now", "box_naming"} <= set(editable())


def test_links_are_asked_for_as_the_profile_says():
    from app.domain.profile import SEED

    assert built_in("deep_links", "zh").temperature == SEED.links.model_temperature
    assert built_in("extraction", "zh").temperature == SEED.extraction.temperature


def test_a_value_is_never_read_for_fields_again():
    template = own("mood_now", "en", "{{ partner }}: {{moods}}")
    assert render(template, Mood("{{moods}}", "a {{partner}} b")) == "{{moods}}: a {{partner}} b"


@pytest.mark.parametrize(
    ("body", "kind", "field"),
    [
        ("{{moods}} {{weather}}", "unknown", "weather"),
        ("{{partner}} alone", "missing", "moods"),
        ("{{moods}} {{partner", "broken", "{{partner"),
        ("{{moods}} {{a b}}", "broken", "{{a b}}"),
    ],
)
def test_what_is_wrong_with_a_field_is_told(body, kind, field):
    template = own("mood_now", "en", body)
    assert [(one.kind, one.field) for one in problems(template)] == [(kind, field)]
    with pytest.raises(KnownError) as told:
        check(template)
    assert told.value.code == f"prompt.{kind}_field"
    assert "partner, moods" in told.value.remedy
    with pytest.raises(KnownError):
        render(template, Mood("Mara", "happy"))


def test_an_empty_or_endless_prompt_is_refused():
    for body in ("", "  \n", "{{moods}}" + "x" * prompts.LONGEST):
        with pytest.raises(KnownError):
            check(own("mood_now", "en", body))


def test_preview_fills_what_it_can_while_one_is_typing():
    template = own("mood_now", "en", "{{partner}} {{weather}} {{mo")
    assert preview(template, Mood("Mara", "happy")) == "Mara {{weather}} {{mo"


def test_fields_are_typed():
    template = built_in("mood_now", "en")
    with pytest.raises(BugError):
        render(template, {"partner": "Mara", "moods": "happy"})

    @dataclass
    class Half:
        moods: str

    with pytest.raises(BugError):
        render(template, Half("happy"))


def test_own_wordings_change_the_words_and_not_what_code_relies_on():
    base = built_in("extraction", "zh")
    mine = own("extraction", "zh", base.body + "\n别忘了天气。", temperature=9.0, max_tokens=0, origin="w_1")
    assert (mine.schema, mine.fields, mine.needs) == (base.schema, base.fields, base.needs)
    assert (mine.temperature, mine.max_tokens, mine.origin) == (2.0, 1, "w_1")
    assert mine.stamp != base.stamp
    assert own("extraction", "zh", base.body).stamp == base.stamp


@pytest.mark.parametrize(
    "text",
    [
        "no front matter",
        '+++\npurpose = "x"\n',
        '+++\npurpose = "x"\ncolour = "red"\n+++\nbody',
    ],
)
def test_a_prompt_file_that_is_not_one_is_a_bug(text):
    with pytest.raises(BugError):
        parse(text, "en")
