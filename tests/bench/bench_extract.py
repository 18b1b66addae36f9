"""Judge the built-in extractor and recall on questions with known evidence, in memory, without a database.

    python tests/bench/bench_extract.py FOLDER [--half even|odd|all] [--profile seed] [--misses]

FOLDER holds conversations in MemoryBank's shape (`memory_bank_*.json`, `questions_gold_*.json`) or LoCoMo's
(`locomo*.json`); nothing of them is kept here. Every second user (`even`) is held out: rules and numbers were
made looking at the others alone. `tests/models/data/labels.json` says what a reader would keep, by key only.
"""

import argparse
import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np

from app.domain import bm25, dates
from app.domain.drafts import ReadMessage
from app.domain.pool import Candidate, Pool, Query
from app.domain.profile import PROFILES
from app.domain.recall import recall
from app.domain.text import estimate_tokens, language, query_tokens, tokens
from app.domain.when import day_of
from app.models.builtin.extractor import extract
from app.models.use import UseEmbedder

ZONE = "Asia/Shanghai"
LABELS = Path(__file__).parents[1] / "models/data/labels.json"
ENOUGH = 0.6  # share of an answer's words that counts as answered


@dataclass
class Talk:
    """One user's messages, the key of each, and what is asked of them."""

    corpus: str
    user: str
    partner: str
    character: str
    tongue: str
    messages: list = field(default_factory=list)
    keys: dict = field(default_factory=dict)
    questions: list = field(default_factory=list)  # question, keys of its evidence, answer
    notable: set = field(default_factory=set)

    def add(self, key, role, speaker, text, day):
        number = len(self.messages) + 1
        occurred = day_of(day, ZONE)
        self.messages.append(ReadMessage(number, role, speaker, text, occurred.at_ms(ZONE), occurred, 1))
        self.keys[number] = key


def memorybank(folder):
    for name, tongue in (("cn", "zh"), ("en", "en")):
        if not (folder / f"memory_bank_{name}.json").exists():
            continue
        bank = json.loads((folder / f"memory_bank_{name}.json").read_text("utf-8"))
        gold = json.loads((folder / f"questions_gold_{name}.json").read_text("utf-8"))
        for user, entry in bank.items():
            talk = Talk(f"memorybank/{name}", user, user, "AI", tongue)
            for day, exchanges in entry["history"].items():
                for index, exchange in enumerate(exchanges):
                    talk.add((day, index), "user", user, exchange["query"], day)
                    talk.add((day, index), "assistant", "AI", exchange["response"], day)
            talk.questions = [
                (q["question"], {tuple(e) for e in q["evidence"]}, q["answer"]) for q in gold[user]
            ]
            yield talk


def locomo(folder):
    """The first speaker is the partner, the second the character; adversarial questions have no answer."""
    for path in sorted(folder.glob("locomo*.json")):
        for entry in json.loads(path.read_text("utf-8")):
            held = entry["conversation"]
            talk = Talk("locomo", entry["sample_id"], held["speaker_a"], held["speaker_b"], "en")
            for name in sorted(
                (k for k in held if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:])
            ):
                moment = datetime.strptime(held[f"{name}_date_time"], "%I:%M %p on %d %B, %Y")
                for turn in held[name]:
                    role = "user" if turn["speaker"] == talk.partner else "assistant"
                    talk.add(turn["dia_id"], role, turn["speaker"], turn["text"], f"{moment:%Y-%m-%d}")
            talk.questions = [
                (q["question"], set(q["evidence"]), str(q["answer"]))
                for q in entry["qa"]
                if q["category"] != 5
            ]
            for noted in entry["observation"].values():
                for facts in noted.values():
                    talk.notable |= {key for fact in facts for key in re.findall(r"D\d+:\d+", str(fact[1]))}
            yield talk


class Palace:
    """One user's memories in memory: vectors, words, and recall over them."""

    def __init__(self, drafts, embedder, profile, now_ms):
        self.drafts, self.embedder, self.profile, self.now_ms = drafts, embedder, profile, now_ms
        self.memories = {number: candidate(number, draft) for number, draft in enumerate(drafts)}
        self.vectors = embedder.embed([draft.content for draft in drafts])
        self.docs = {number: tokens(draft.content) for number, draft in enumerate(drafts)}
        self.stats = bm25.stats_of(self.docs.values())

    def ask(self, question):
        now = datetime.fromtimestamp(self.now_ms / 1000, ZoneInfo(ZONE))
        ranges = dates.resolve(question, now)
        days = [(r.start.strftime("%Y-%m-%d"), r.end.strftime("%Y-%m-%d")) for r in ranges]
        cosines = self.embedder.calibrate(
            self.vectors @ self.embedder.embed([question])[0], language(question)
        )
        pool = Pool(
            self.memories,
            dict(enumerate(map(float, cosines))),
            bm25.score(query_tokens(question), self.docs, self.stats),
            [k for k, m in self.memories.items() if any(a <= m.occurred_text_day < b for a, b in days)],
        )
        query = Query(question, self.now_ms, ZONE, limit=10, date_ranges=ranges)
        return [self.drafts[item.candidate.id] for item in recall(query, pool, self.profile).items]


def candidate(number, draft):
    at = draft.occurred.at_ms(ZONE)
    facts = {"room": draft.room, "mood": draft.mood, "importance": draft.importance, "content": draft.content}
    when = {"occurred_at": at, "occurred_text_day": draft.occurred.day(ZONE), "recorded_at": at}
    blank = {"external_id": None, "valence": None, "arousal": None, "precision": "day"}
    return Candidate(id=number, uid=str(number), status="active", kind="episode", **facts, **when, **blank)


def answered(answer, drafts):
    """Share of the answer's words that stand in the memories."""
    wanted = query_tokens(answer)
    there = {token for draft in drafts for token in tokens(draft.content)}
    return sum(token in there for token in wanted) / max(1, len(wanted))


def ask_all(talk, drafts, embedder, options):
    palace = Palace(drafts, embedder, PROFILES[options.profile], talk.messages[-1].occurred_at)
    for question, wanted, answer in talk.questions:
        if not wanted:
            continue  # not answerable: nothing could be right
        top = palace.ask(question)
        found = [any(talk.keys[n] in wanted for n in draft.message_ids) for draft in top]
        share = answered(answer, top[:5])
        if options.misses and (not any(found[:5]) or share < ENOUGH):
            print("answer" if any(found[:5]) else "MISS", talk.user, f"{share:.2f}", question, wanted, answer)
        yield (
            any(found[:1]),
            any(found[:5]),
            any(found),
            share >= ENOUGH,
            sum(estimate_tokens(draft.content) for draft in top[:5]),
            np.mean([len(draft.message_ids) for draft in top[:5]]),
        )


def judge(talk, drafts, labels, counted):
    """What became of the labelled exchanges, and of the turns that somebody thought worth a note."""
    fate = {talk.keys[number]: draft for draft in drafts for number in draft.message_ids}
    quoted = {talk.keys[span.message_id] for draft in drafts for span in draft.quotes}
    for corpus, user, day, index, label, rooms, moods in labels:
        if (corpus, user) != (talk.corpus, talk.user):
            continue
        draft = fate.get((day, index))
        counted[label, draft is not None] += 1
        if draft is not None and rooms:
            counted["room", draft.room in rooms] += 1
            counted["mood", draft.mood in moods] += 1
    for key in talk.notable:
        counted["noted", key in fate] += 1
        counted["noted and quoted", key in quoted] += 1
    return len(fate)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("even", "odd", "all"), default="all")
    parser.add_argument("--profile", default="seed", choices=list(PROFILES))
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    labels = json.loads(LABELS.read_text("utf-8"))["labels"]
    embedder = UseEmbedder()
    extract([], "", None, "en", embedder)
    corpora = {}
    for talk in [*memorybank(options.folder), *locomo(options.folder)]:
        corpora.setdefault(talk.corpus, []).append(talk)
    for corpus, talks in corpora.items():
        figures, counted, seen, spent = [], Counter(), Counter(), 0.0
        for place, talk in enumerate(talks, 1):
            if options.half != "all" and (place % 2 == 0) != (options.half == "even"):
                continue
            started = time.perf_counter()
            drafts = [
                draft
                for at in range(0, len(talk.messages), 250)
                for draft in extract(
                    talk.messages[at : at + 250], talk.character, talk.partner, talk.tongue, embedder, ZONE
                )
            ]
            spent += time.perf_counter() - started
            seen["kept"] += judge(talk, drafts, labels, counted)
            seen.update(messages=len(talk.messages), memories=len(drafts), units=len(set(talk.keys.values())))
            figures += ask_all(talk, drafts, embedder, options)
        rates = np.array(figures, float).mean(axis=0)
        print(
            f"{corpus}: {len(figures)} questions, recall@1 {rates[0]:.3f} @5 {rates[1]:.3f} @10 {rates[2]:.3f}, "
            f"answer@5 {rates[3]:.3f}, tokens@5 {rates[4]:.0f}, sources {rates[5]:.1f}\n"
            f"  {seen['memories']} memories rest on {seen['kept']} of {seen['units']} exchanges or turns, "
            f"{seen['messages'] / spent:.0f} messages/s"
        )
        for matter in ("keep", "either", "drop", "room", "mood", "noted", "noted and quoted"):
            yes, no = counted[matter, True], counted[matter, False]
            if yes + no:
                print(f"  {matter}: {yes}/{yes + no} = {yes / (yes + no):.2f}")


if __name__ == "__main__":
    main()
