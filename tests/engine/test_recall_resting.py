"""Profile `belvedere` finds a memory by the messages it rests on, also by those it does not quote."""

from app.engine import embedding
from app.engine.process import process
from app.engine.recall import Question, recall
from app.storage import characters, sources

from .test_recall_messages import AS_OF, talk

__all__ = ["talk"]


async def ask(engine, talk, embedder, text, profile):
    question = Question(text, profile=profile, as_of=AS_OF, mood="", rumination=False)
    return await recall(engine, talk, question, embedder)


async def read(engine, talk, embedder):
    await process(engine, talk, embedder, all_=True, force=True)
    return (await engine.ask(characters.every))[0]


async def test_words_that_no_memory_quotes_find_it(engine, talk, embedder):
    talk = await read(engine, talk, embedder)
    found = await ask(engine, talk, embedder, "who said well done about the net", "belvedere")
    first = found.items[0]
    assert "net" in first.candidate.content
    assert first.factors["source"] > 0
    rests = await engine.ask(sources.message_external_ids, [first.candidate.id])
    assert "2026-03-02:2" in rests[first.candidate.id]


async def test_the_seed_does_not_look_at_the_log(engine, talk, embedder):
    talk = await read(engine, talk, embedder)
    found = await ask(engine, talk, embedder, "the net", "seed")
    assert found.items
    assert all("source" not in item.factors for item in found.items)


async def test_words_alone_do_without_vectors(engine, talk, embedder):
    talk = await read(engine, talk, embedder)
    found = await recall(engine, talk, Question("the net", profile="belvedere", as_of=AS_OF, mood=""), None)
    assert not found.vectors_used
    assert "net" in found.items[0].candidate.content


async def test_what_contradicts_a_memory_is_none_of_its_sources(engine, talk, embedder):
    talk = await read(engine, talk, embedder)
    await embedding.complete(engine, embedder, "memory", talk.id)
    found = (await ask(engine, talk, embedder, "plum cake", "belvedere")).items[0].candidate.id
    messages = await engine.ask(sources.messages_of, [found])
    assert await engine.ask(sources.resting_on, talk.id, messages) == {found: sorted(messages)}
    await engine.database.write(
        lambda conn: conn.execute("UPDATE source SET role = 'contradicts' WHERE owner_id = ?", (found,))
    )
    assert await engine.ask(sources.resting_on, talk.id, messages) == {}
