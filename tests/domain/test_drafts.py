"""What an extractor reads and hands back."""

from app.domain.drafts import Draft, Exchange, QuoteSpan, ReadMessage
from app.domain.when import Occurred


def _message(number, role, content):
    return ReadMessage(number, role, role, content, number, Occurred(), 1)


def test_an_exchange_knows_its_messages():
    exchange = Exchange(
        (_message(3, "user", "早"), _message(4, "assistant", "早安"), _message(5, "user", "下雨了"))
    )
    assert exchange.message_ids == (3, 4, 5)


def test_a_draft_is_modest_by_default():
    draft = Draft("她怕打雷", "user_room", 5, None, ("雷",), Occurred(), quotes=(QuoteSpan(3, 0, 1, "早"),))
    assert draft.assertion == "unknown"
    assert draft.message_ids == ()
    assert hash(draft) == hash(draft)
