"""Labels: English as text, whole through JSON, however deep."""

import json

from hypothesis import given
from hypothesis import strategies as st

from app.domain.labels import Label

names = st.text("abc", min_size=1, max_size=3)
plain = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.lists(st.integers(), max_size=2))
labels = st.recursive(
    st.builds(Label, st.text(max_size=9), st.dictionaries(names, plain, max_size=3)),
    lambda inner: st.builds(
        Label, st.text(max_size=9), st.dictionaries(names, st.one_of(plain, inner), max_size=3)
    ),
    max_leaves=4,
)


def test_as_text_it_is_filled_or_shown_as_it_stands() -> None:
    inner = Label("Move {count}", {"count": 2})
    assert str(Label("Redo “{label}”", {"label": Label("Undo “{label}”", {"label": inner})})) == (
        "Redo “Undo “Move 2””"
    )
    assert str(Label("Move {count}")) == "Move {count}"
    assert str(Label("Text of “{title}”", {"title": "{count}"})) == "Text of “{count}”"


@given(labels)
def test_json_gives_the_same_label_back(label: Label) -> None:
    kept = json.loads(json.dumps(label.stored()))
    assert Label.read(kept["template"], kept["facts"]) == label
