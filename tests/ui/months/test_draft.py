"""Verdicts on paragraphs: what is taken by itself, what the author's words become, where they stand in the text."""

from app.domain.months.passages import Mine
from app.ui.months.corrections import added, replaced
from app.ui.months.draft import Draft, made_of, pairs_of, shown_of

OLD = "Mara began the month tired.\n\nOn the 11th the radio broke.\n\nShe likes Sundays."
NEW = "Mara began the month tired, and slept.\n\nOn the 17th the radio broke.\n\nShe likes Sundays."


def never(_start: int, _end: int) -> bool:
    return False


def test_what_differs_is_taken_and_what_is_flagged_stays_old() -> None:
    pairs = pairs_of(OLD, NEW)
    at = NEW.index("17th")
    parts = Draft().parts(pairs, lambda start, end: start <= at < end)
    assert [part.verdict for part in parts] == ["take", "keep", "take"]
    assert [part.changes for part in parts] == [True, False, False]
    assert made_of(parts) == NEW.replace("17th", "11th")
    assert shown_of(parts) == NEW


def test_parts_know_where_they_stand_in_the_text_as_shown() -> None:
    draft, pairs = Draft(), pairs_of(OLD, NEW)
    draft.decide(pairs[1], Mine("The radio broke on Wednesday, in forty pieces."))
    parts = draft.parts(pairs, never)
    text = shown_of(parts)
    assert [text[part.start : part.end] for part in parts] == [part.right for part in parts]


def test_a_paragraph_that_the_candidate_leaves_out_stays_unless_it_is_dropped() -> None:
    draft, pairs = Draft(), pairs_of(OLD, NEW.replace("\n\nShe likes Sundays.", ""))
    assert "Sundays" in made_of(draft.parts(pairs, never))
    draft.decide(pairs[-1], "take")
    assert "Sundays" not in made_of(draft.parts(pairs, never))


def test_own_words_stay_with_their_paragraph_when_the_other_side_changes() -> None:
    draft, pairs = Draft(), pairs_of(OLD, NEW)
    draft.decide(pairs[1], Mine("The radio fell silent."))
    later = pairs_of(OLD.replace("radio broke", "radio broke down"), NEW)
    assert "The radio fell silent." in made_of(draft.parts(later, never))
    assert draft.own_words(pairs[1]) == "The radio fell silent."


def test_own_words_can_be_come_back_to_after_another_verdict() -> None:
    draft, pairs = Draft(), pairs_of(OLD, NEW)
    draft.decide(pairs[1], Mine("Mine."))
    draft.decide(pairs[1], "keep")
    assert "Mine." not in made_of(draft.parts(pairs, never))
    assert draft.own_words(pairs[1]) == "Mine."


def test_corrections_leave_no_gap() -> None:
    assert replaced("On the 17th it broke.", 7, 11, "11th") == "On the 11th it broke."
    text = "She slept. Uncle Teo came. It rained."
    assert replaced(text, 11, 26, "") == "She slept. It rained."
    assert replaced("She slept.\n\nTeo came.", 12, 21, "") == "She slept."
    assert added("She slept. It rained.", 10, "She cried.") == "She slept. She cried. It rained."
    assert added("她睡了。", 4, "她哭了。") == "她睡了。她哭了。"
