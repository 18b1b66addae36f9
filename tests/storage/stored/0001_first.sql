-- The first version of a palace. Migrations after release only add (tables, or nullable and defaulted columns at the end).
-- Tracked tables: `id INTEGER PRIMARY KEY AUTOINCREMENT` + `uid`; no CHECK on enumerations (validated in domain), no trigger,
-- no cyclic foreign key. Instants are INTEGER milliseconds UTC; `occurred_*` is explained in app/domain/when.py.

-- Tracked: what an edit may change, and what undo gives back --------------------------------------------------------

CREATE TABLE character (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE, partner_name TEXT,
    description TEXT, card TEXT,                       -- the card as imported, JSON, without credentials
    source_ids TEXT NOT NULL DEFAULT '[]',             -- JSON list: what other programs call this character
    timezone TEXT NOT NULL DEFAULT 'UTC',
    clock TEXT NOT NULL DEFAULT 'auto',                -- auto | real | a fixed instant (ISO)
    language TEXT,                                     -- zh | en | NULL: told from the text
    personality_style TEXT, rumination_tendency REAL,
    mood_now TEXT,                                     -- set by hand; NULL: estimated
    run INTEGER, origin_system TEXT, external_id TEXT, base TEXT, extra TEXT,
    recorded_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL DEFAULT 'chat',                 -- chat | group | call | date | bench
    title TEXT, timezone TEXT,
    run INTEGER, origin_system TEXT, external_id TEXT, extra TEXT, recorded_at INTEGER NOT NULL
);

CREATE TABLE participant (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES session(id),
    name TEXT NOT NULL, kind TEXT NOT NULL,            -- character | partner | system | other
    character INTEGER REFERENCES character(id),        -- set for kind = character
    run INTEGER, external_id TEXT, extra TEXT
);
CREATE INDEX participant_session ON participant(session);
CREATE INDEX participant_character ON participant(character);

CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES session(id),
    participant INTEGER REFERENCES participant(id),
    role TEXT NOT NULL,                                -- user | assistant | system
    parent INTEGER, variant_of INTEGER,                -- a changed re-import or a swipe stands beside the chosen one
    ordinal INTEGER NOT NULL,                          -- order within the session
    hidden INTEGER NOT NULL DEFAULT 0,
    content_type TEXT NOT NULL DEFAULT 'text', content TEXT NOT NULL, payload TEXT,
    content_hash BLOB,                                 -- of the exact text that is embedded
    occurred_from TEXT, occurred_to TEXT, occurred_precision TEXT NOT NULL DEFAULT 'none',
    occurred_text TEXT, occurred_tz TEXT,
    occurred_at INTEGER, occurred_day TEXT,            -- sort key (ms UTC) and local day, derived at writing
    processed_run INTEGER,                             -- the run that read it into memories
    run INTEGER, origin_system TEXT, external_id TEXT, extra TEXT, recorded_at INTEGER NOT NULL
);
CREATE INDEX message_session ON message(session, ordinal);
CREATE INDEX message_external ON message(external_id);
CREATE INDEX message_day ON message(occurred_day);
CREATE INDEX message_at ON message(occurred_at);
CREATE INDEX message_hash ON message(content_hash);
CREATE INDEX message_run ON message(run);
CREATE INDEX message_processed ON message(processed_run);
CREATE INDEX message_participant ON message(participant);
CREATE INDEX message_variant ON message(variant_of) WHERE variant_of IS NOT NULL;

CREATE TABLE box (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    name TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '[]',
    sealed INTEGER NOT NULL DEFAULT 0, predecessor INTEGER,
    compression_count INTEGER NOT NULL DEFAULT 0, last_compressed_at INTEGER,
    locked_fields TEXT NOT NULL DEFAULT '[]',
    run INTEGER, origin_system TEXT, external_id TEXT, base TEXT, extra TEXT,
    recorded_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX box_character ON box(character);

CREATE TABLE memory (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    room TEXT, kind TEXT NOT NULL DEFAULT 'episode',   -- episode | summary (of its box) | anticipation | system
    topic TEXT, wing TEXT,
    content TEXT NOT NULL, content_hash BLOB,
    tags TEXT NOT NULL DEFAULT '[]',
    mood TEXT, valence REAL, arousal REAL, intensity REAL,
    importance INTEGER NOT NULL DEFAULT 5, confidence REAL,
    assertion TEXT NOT NULL DEFAULT 'unknown',         -- stated inferred guessed confirmed refuted unknown
    occurred_from TEXT, occurred_to TEXT, occurred_precision TEXT NOT NULL DEFAULT 'none',
    occurred_text TEXT, occurred_tz TEXT, occurred_at INTEGER, occurred_day TEXT,
    observed_at INTEGER, valid_from TEXT, valid_to TEXT, expires_at INTEGER,
    status TEXT NOT NULL DEFAULT 'active',             -- active | evicted | archived | superseded | merged | forgotten
    status_reason TEXT, superseded_by INTEGER,
    pinned_until INTEGER,                              -- ms; a pin without end is 9223372036854775807
    immutable INTEGER NOT NULL DEFAULT 0,
    locked_fields TEXT NOT NULL DEFAULT '[]',          -- JSON list of columns that the author has edited
    origin TEXT NOT NULL,                              -- rule | model | author | import | coactivation
    origin_detail TEXT,                                -- e.g. "built-in extractor", a model's name
    origin_system TEXT, external_id TEXT, base TEXT,   -- base: the record as imported, JSON
    box INTEGER REFERENCES box(id),
    run INTEGER, extra TEXT,
    recorded_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX memory_room ON memory(character, room, status, occurred_at);
CREATE INDEX memory_light ON memory(character, status, room, importance, occurred_at, recorded_at);
CREATE INDEX memory_box ON memory(box);
CREATE INDEX memory_external ON memory(character, external_id);
CREATE INDEX memory_hash ON memory(content_hash);
CREATE INDEX memory_run ON memory(run);
CREATE INDEX memory_day ON memory(character, occurred_day);
CREATE INDEX memory_at ON memory(character, occurred_at);
CREATE INDEX memory_pinned ON memory(character, pinned_until) WHERE pinned_until IS NOT NULL;

CREATE TABLE link (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    source INTEGER NOT NULL REFERENCES memory(id),
    target INTEGER NOT NULL REFERENCES memory(id),
    kind TEXT NOT NULL,                                -- temporal emotional causal person metaphor
    strength REAL NOT NULL,
    origin TEXT NOT NULL, protected INTEGER NOT NULL DEFAULT 0, reason TEXT,
    run INTEGER, origin_system TEXT, external_id TEXT, extra TEXT, recorded_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX link_pair ON link(min(source, target), max(source, target), kind);
CREATE INDEX link_source ON link(source);
CREATE INDEX link_target ON link(target);
CREATE INDEX link_character ON link(character);
CREATE INDEX link_run ON link(run);

CREATE TABLE source (                                  -- one table for every "where does this come from"
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    owner_kind TEXT NOT NULL, owner_id INTEGER NOT NULL,     -- memory | fragment | summary_version | proposal
    target_kind TEXT NOT NULL, target_id INTEGER NOT NULL,   -- message | memory | fragment
    role TEXT NOT NULL DEFAULT 'source',               -- source evidence derived merged split contradicts
    span_from INTEGER, span_to INTEGER, quote TEXT, ordinal INTEGER NOT NULL DEFAULT 0,
    run INTEGER
);
CREATE INDEX source_owner ON source(owner_kind, owner_id);
CREATE INDEX source_target ON source(target_kind, target_id);
CREATE INDEX source_run ON source(run);

CREATE TABLE anticipation (                            -- the life of a memory of kind 'anticipation'
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    memory INTEGER NOT NULL UNIQUE REFERENCES memory(id),
    state TEXT NOT NULL DEFAULT 'active',              -- active | anchor | fulfilled | disappointed
    anchored_at INTEGER, resolved_at INTEGER,
    run INTEGER, origin_system TEXT, external_id TEXT, base TEXT, extra TEXT, recorded_at INTEGER NOT NULL
);

CREATE TABLE fragment (                                -- a day's log entry
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    day TEXT, day_text TEXT,                           -- YYYY-MM-DD or NULL (undated); as written
    mood TEXT, provenance TEXT NOT NULL,               -- archive | auto | palace | import | manual
    content TEXT NOT NULL, content_hash BLOB,
    locked_fields TEXT NOT NULL DEFAULT '[]', ordinal INTEGER NOT NULL DEFAULT 0,
    run INTEGER, origin_system TEXT, external_id TEXT, base TEXT, extra TEXT,
    recorded_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX fragment_day ON fragment(character, day);

CREATE TABLE summary (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    scope TEXT NOT NULL, key TEXT NOT NULL,            -- month + 2026-03, week, year, session, autobiography, entity
    session INTEGER, content TEXT,                     -- NULL: the month has no summary yet
    active INTEGER NOT NULL DEFAULT 0,                 -- its detail goes into the prompt
    version INTEGER,                                   -- the summary_version shown
    locked_fields TEXT NOT NULL DEFAULT '[]',
    run INTEGER, origin_system TEXT, external_id TEXT, base TEXT, extra TEXT,
    recorded_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX summary_key ON summary(character, scope, key);

CREATE TABLE summary_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    summary INTEGER NOT NULL REFERENCES summary(id),
    ordinal INTEGER NOT NULL, content TEXT NOT NULL, label TEXT,
    origin TEXT NOT NULL, template TEXT, model TEXT, parameters TEXT, fragment_hashes TEXT,
    run INTEGER, recorded_at INTEGER NOT NULL
);
CREATE INDEX summary_version_summary ON summary_version(summary, ordinal);

CREATE TABLE self_block (                              -- the character's own text; the card's is `self_model`
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER NOT NULL REFERENCES character(id),
    key TEXT NOT NULL, content TEXT NOT NULL, locked INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1,
    run INTEGER, base TEXT, extra TEXT, updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX self_block_key ON self_block(character, key);

CREATE TABLE proposal (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    character INTEGER REFERENCES character(id),
    op TEXT NOT NULL,                                  -- add | change | duplicate | gone | link | rejected
    targets TEXT NOT NULL DEFAULT '[]', patch TEXT NOT NULL, base TEXT, evidence TEXT NOT NULL DEFAULT '[]',
    state TEXT NOT NULL DEFAULT 'waiting',             -- waiting | accepted | refused | later | outdated
    reason TEXT, raw_reply TEXT, decision_note TEXT, decided_at INTEGER,
    run INTEGER, recorded_at INTEGER NOT NULL
);
CREATE INDEX proposal_state ON proposal(state, run);

CREATE TABLE remainder (                               -- fields and stores we do not read, kept for the way home
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    origin_system TEXT NOT NULL, name TEXT NOT NULL, character INTEGER,
    payload BLOB NOT NULL,                             -- zlib of UTF-8 JSON, credentials removed
    run INTEGER
);
CREATE TABLE template (                                -- the palace's own wording of a prompt; older versions stay
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    purpose TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL,
    ordinal INTEGER NOT NULL, active INTEGER NOT NULL DEFAULT 0,     -- one in use for a purpose and language at most
    body TEXT NOT NULL, temperature REAL, max_tokens INTEGER,
    extra TEXT, recorded_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX template_version ON template(purpose, language, name, ordinal);
CREATE TABLE setting (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
CREATE TABLE saved_search (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, query TEXT NOT NULL, ordinal INTEGER NOT NULL DEFAULT 0);
CREATE TABLE dismissal (                               -- "it is fine": a hint or finding that the author has waved off
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, target_kind TEXT NOT NULL, target_id INTEGER NOT NULL, other_id INTEGER, recorded_at INTEGER NOT NULL
);

-- The journal: not tracked, for it is what tracks ------------------------------------------------------------------

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, label TEXT NOT NULL, facts TEXT NOT NULL DEFAULT '{}', character INTEGER,
    parent INTEGER, step TEXT, status TEXT NOT NULL,   -- queued running done failed cancelled interrupted undone
    attempt INTEGER NOT NULL DEFAULT 1, due_at INTEGER, identity_hash BLOB, profile TEXT,
    report TEXT, error TEXT, started_at INTEGER NOT NULL, ended_at INTEGER
);
CREATE TABLE edit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL, facts TEXT NOT NULL DEFAULT '{}',   -- label: an English template; facts fill it
    actor TEXT NOT NULL,                               -- author | model | rule | import
    at INTEGER NOT NULL, run INTEGER REFERENCES run(id), rows INTEGER NOT NULL,
    form TEXT NOT NULL DEFAULT 'changeset',            -- changeset | insert (ids only; rows carry the run)
    undoes INTEGER REFERENCES edit(id),                -- the edit that this one takes back
    undone_by INTEGER,                                 -- the edit that took this one back, NULL while in force
    since INTEGER,                                     -- the edit that brought it back last; NULL: in force since it was made
    sealed INTEGER NOT NULL DEFAULT 0,                 -- readable, but no longer undoable
    schema INTEGER NOT NULL                            -- user_version when it was recorded
);
CREATE INDEX edit_run ON edit(run);
CREATE TABLE edit_part (edit INTEGER NOT NULL REFERENCES edit(id), ordinal INTEGER NOT NULL, changeset BLOB NOT NULL, PRIMARY KEY (edit, ordinal)) WITHOUT ROWID;
CREATE TABLE edit_row (edit INTEGER NOT NULL, tbl TEXT NOT NULL, row INTEGER NOT NULL, op TEXT NOT NULL, PRIMARY KEY (tbl, row, edit)) WITHOUT ROWID;
CREATE INDEX edit_row_edit ON edit_row(edit);
CREATE TABLE edit_range (edit INTEGER NOT NULL, tbl TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, op TEXT NOT NULL, PRIMARY KEY (tbl, first, edit)) WITHOUT ROWID;
CREATE INDEX edit_range_edit ON edit_range(edit);      -- a stretch of ids that one edit touched in one way; single rows are in edit_row
CREATE INDEX edit_undoes ON edit(undoes);

-- Side tables for what use changes: never an edit -------------------------------------------------------------------

CREATE TABLE memory_use (memory INTEGER PRIMARY KEY, access_count INTEGER NOT NULL DEFAULT 0, last_accessed_at INTEGER);
CREATE TABLE link_gain (link INTEGER PRIMARY KEY, gain REAL NOT NULL DEFAULT 0);
CREATE TABLE position (memory INTEGER NOT NULL, layout TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL, PRIMARY KEY (memory, layout)) WITHOUT ROWID;
CREATE TABLE read_mark (kind TEXT NOT NULL, target INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, target)) WITHOUT ROWID;
CREATE TABLE trace (id INTEGER PRIMARY KEY AUTOINCREMENT, character INTEGER NOT NULL, at INTEGER NOT NULL, query TEXT NOT NULL, profile TEXT NOT NULL, numbers TEXT NOT NULL, body BLOB);
CREATE TABLE trace_hit (trace INTEGER NOT NULL, memory INTEGER NOT NULL, rank INTEGER NOT NULL, score REAL NOT NULL, PRIMARY KEY (memory, trace)) WITHOUT ROWID;

-- Derived: rebuilt from the tables above at any time ----------------------------------------------------------------

CREATE TABLE vector_set (
    id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL,
    role TEXT NOT NULL, calibration TEXT, created_at INTEGER NOT NULL   -- role: portable | second | imported
);
CREATE TABLE embedding (
    id INTEGER PRIMARY KEY AUTOINCREMENT, text_hash BLOB NOT NULL, model INTEGER NOT NULL REFERENCES vector_set(id),
    piece INTEGER NOT NULL DEFAULT 0, vec BLOB NOT NULL              -- little-endian float32, unit length not required
);
CREATE UNIQUE INDEX embedding_key ON embedding(text_hash, model, piece);
-- Full text over tokens that app/domain/text.py has split (Chinese bigrams and single characters): `owner` is `c<character id>`,
-- for a message one for each character that takes part in its session; a memory's tags stand in a column of their own.
CREATE VIRTUAL TABLE memory_fts USING fts5(owner, tokens, tags, content='', contentless_delete=1, tokenize='porter unicode61');
CREATE VIRTUAL TABLE message_fts USING fts5(owner, tokens, content='', contentless_delete=1, tokenize='porter unicode61');
CREATE VIRTUAL TABLE fragment_fts USING fts5(owner, tokens, content='', contentless_delete=1, tokenize='porter unicode61');
CREATE VIRTUAL TABLE summary_fts USING fts5(owner, tokens, content='', contentless_delete=1, tokenize='porter unicode61');
-- Merging a segment anew whenever a tenth of it is deleted made an undo of 100,000 rows three times as long.
INSERT INTO memory_fts(memory_fts, rank) VALUES ('deletemerge', 0);
INSERT INTO message_fts(message_fts, rank) VALUES ('deletemerge', 0);
INSERT INTO fragment_fts(fragment_fts, rank) VALUES ('deletemerge', 0);
INSERT INTO summary_fts(summary_fts, rank) VALUES ('deletemerge', 0);
CREATE TABLE lexicon (kind TEXT NOT NULL, row INTEGER NOT NULL, character INTEGER NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (kind, row, character)) WITHOUT ROWID;
CREATE INDEX lexicon_character ON lexicon(kind, character, row, tokens);
-- vec0 tables `vec_memory_<set>` and `vec_message_<set>` are made when a vector set is: rowid = (row id * 64 + piece) * 64 + slot;
-- slot counts the characters of a group session (a memory has slot 0).
