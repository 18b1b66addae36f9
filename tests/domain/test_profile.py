import json
from dataclasses import FrozenInstanceError, fields

import pytest

from app.domain.profile import LINK_KINDS, PROFILES, SEED, STYLES, SULLYOS
from app.domain.rooms import ROOM_KEYS


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_numbers_are_plain_json_and_complete(profile):
    numbers = json.loads(json.dumps(profile.numbers()))
    assert set(numbers) == {field.name for field in fields(profile)}
    assert numbers["name"] == profile.name
    assert list(numbers["rooms"]) == list(ROOM_KEYS)
    assert numbers["rooms"]["living_room"]["decay"] == 0.9972
    assert set(numbers["spreading"]["weights"]) == set(STYLES)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_weights_share_out_one(profile):
    for room in (*profile.rooms.values(), profile.unplaced):
        assert room.similarity + room.recency + room.importance == pytest.approx(1)
    assert profile.fusion.vector + profile.fusion.lexical == pytest.approx(1)


def test_an_evicted_memory_has_the_living_room_s_numbers():
    assert SEED.room("attic", "evicted") == SEED.rooms["living_room"]
    assert SEED.room("attic") == SEED.rooms["attic"]
    assert SULLYOS.room("attic", "evicted") == SULLYOS.rooms["attic"]


def test_what_lies_in_no_room_has_the_others_weights():
    assert SEED.room(None) == SEED.room("a room of another program") == SEED.unplaced
    assert SEED.unplaced.decay is None


def test_an_unknown_style_follows_links_as_the_emotional_one_an_unknown_kind_not_at_all():
    assert SEED.link_weight("stoic", "emotional") == SEED.link_weight("emotional", "emotional") == 1.0
    assert SEED.link_weight("narrative", "kinship") == 0.0
    assert all(SEED.link_weight(style, kind) > 0 for style in STYLES for kind in LINK_KINDS)


def test_a_profile_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        SEED.name = "mine"
    with pytest.raises(TypeError):
        SEED.rooms["attic"] = SEED.rooms["study"]


def test_what_the_seed_rules():
    assert (SEED.output.places, SEED.output.siblings) == (12, 3)
    assert (SEED.spreading.limit, SEED.priming.boost, SEED.links.nearest) == (5, 1.3, 6)
    assert SEED.rooms["living_room"].capacity == 200
    assert {key for key, room in SEED.rooms.items() if room.decay is None} == {
        "self_room",
        "attic",
        "windowsill",
    }
