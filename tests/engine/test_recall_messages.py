"""Search over the log: our own profile by default, with neighbours, speakers and days; nothing of the future."""

import pytest

from app.domain.profile import BELVEDERE
from app.domain.records import (
    CharacterRecord,
    Closing,
    Found,
    MessageRecord,
    ParticipantRecord,
    SessionRecord,
)
from app.domain.scoring import rebuild
from app.domain.when import Occurred
from app.engine import embedding
from app.engine.ingest.ingest import take_all
from app.engine.recall import Question, recall
from app.storage import characters

DAYS = {
    "2026-03-02": [
        ("Odd", "I went down to the harbour."),
        ("Mara", "What did you do there?"),
        ("Odd", "Mended the big net, it took hours."),
        ("Mara", "Well done!"),
    ],
    "2026-03-09": [
        ("Mara", "I baked a plum cake for my sister."),
        ("Odd", "Did she like it?"),
        ("Mara", "She ate half of it."),
    ],
    "2026-03-15": [("Odd", "Rain again, nothing to tell."), ("Mara", "Same here.")],
}
AS_OF = 1_774_000_000_000  # 20 March 2026


@pytest.fixture
async def talk(engine, embedder):
    people = (ParticipantRecord("Odd", "partner"), ParticipantRecord("Mara", "character", "one"))
    items = [
        Found("locomo", "json", "utf-8", "locomo", needs_timezone=True),
        CharacterRecord("one", "Mara", "Odd", timezone="UTC"),
    ]
    for day, said in DAYS.items():
        items.append(SessionRecord(day, people))
        items += [
            MessageRecord(
                f"{day}:{at}",
                day,
                "user" if speaker == "Odd" else "assistant",
                speaker,
                text,
                Occurred(f"{day}T09:00:00", None, "time", None, "UTC"),
            )
            for at, (speaker, text) in enumerate(said)
        ]
    await take_all(engine, [*items, Closing()], "Import")
    one = (await engine.ask(characters.every))[0]
    await embedding.complete(engine, embedder, "message", one.id)
    return one


async def ask(engine, talk, embedder, text, **facts):
    found = await recall(engine, talk, Question(text, over="messages", as_of=AS_OF, **facts), embedder)
    return found, {item.candidate.external_id: item for item in found.items}


async def test_messages_are_searched_by_our_own_profile_unless_another_is_named(engine, talk, embedder):
    found, _ = await ask(engine, talk, embedder, "the net")
    assert found.profile is BELVEDERE
    found, items = await ask(engine, talk, embedder, "the net", profile="seed")
    assert found.profile.name == "seed"
    assert all("own" not in item.factors for item in items.values())
    memories = await recall(engine, talk, Question("the net"), embedder)
    assert memories.profile is engine.profile


async def test_an_answer_is_found_by_its_question(engine, talk, embedder):
    _, items = await ask(engine, talk, embedder, "Did her sister like the plum cake?")
    assert items["2026-03-09:2"].factors["context"] > 0
    assert items["2026-03-09:2"].factors["stretch"] > 0


async def test_the_named_speaker_is_heard(engine, talk, embedder):
    _, items = await ask(engine, talk, embedder, "What did Mara bake?")
    assert items["2026-03-09:0"].factors["speaker"] == BELVEDERE.around_messages.speaker
    assert "speaker" not in items["2026-03-09:1"].factors


async def test_a_named_day_brings_its_messages(engine, talk, embedder):
    _, items = await ask(engine, talk, embedder, "What happened on 15 March 2026?")
    assert items["2026-03-15:0"].factors["date"] == pytest.approx(BELVEDERE.dates.bonus)
    assert "date" not in items["2026-03-09:0"].factors


async def test_scores_can_be_rebuilt_and_the_future_stays_hidden(engine, talk, embedder):
    question = Question("net cake rain", over="messages", as_of=1_772_700_000_000)  # 5 March
    found = await recall(engine, talk, question, embedder)
    assert {item.candidate.external_id[:10] for item in found.items} == {"2026-03-02"}
    assert all(
        rebuild(item.factors, BELVEDERE) == pytest.approx(item.score, abs=1e-9) for item in found.items
    )


async def test_it_works_without_vectors(engine, talk, embedder):
    found = await recall(engine, talk, Question("mending nets", over="messages", as_of=AS_OF), None)
    assert not found.vectors_used
    assert found.items[0].candidate.external_id == "2026-03-02:2"
