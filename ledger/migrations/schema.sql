-- Tables whose rows only grow. Hash partitions by club: a club's rows lie together, and partitions can move.
CREATE TABLE ledger_stream (id uuid PRIMARY KEY, club uuid NOT NULL, kind text NOT NULL);
CREATE INDEX ledger_stream_club_kind ON ledger_stream (club, kind);

CREATE TABLE ledger_event (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    type text NOT NULL,
    schema smallint NOT NULL,
    at bigint NOT NULL,
    record text NOT NULL CHECK (record IS JSON OBJECT WITH UNIQUE KEYS),
    hash bytea NOT NULL,
    PRIMARY KEY (club, stream, version),
    CHECK (hash = sha256(convert_to(record, 'UTF8')))
) PARTITION BY HASH (club);

CREATE TABLE ledger_position (
    club uuid NOT NULL,
    cursor bigint NOT NULL CHECK (cursor > 0),
    stream uuid NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (club, cursor),
    CONSTRAINT ledger_position_event UNIQUE (club, stream, version)
) PARTITION BY HASH (club);

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- ENABLE ALWAYS: also under session_replication_role = replica. Statement triggers aren't inherited by partitions
-- and an UPDATE may name a partition, so every table gets its own.
DO $$
DECLARE
    parent text;
    a_table text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['ledger_event', 'ledger_position'] LOOP
        FOR i IN 0 .. 7 LOOP
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)', parent || '_p' || i, parent, i);
        END LOOP;
    END LOOP;
    FOR a_table IN
        SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND (relname IN ('ledger_event', 'ledger_position', 'ledger_stream') OR relname ~ '^ledger_(event|position)_p[0-7]$')
    LOOP
        EXECUTE format('CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', a_table);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER ledger_append_only', a_table);
    END LOOP;
END $$;

CREATE TABLE ledger_sealed (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    version integer NOT NULL,
    body text NOT NULL CHECK (body IS JSON OBJECT WITH UNIQUE KEYS),
    audience text[] NOT NULL,
    opened integer,
    PRIMARY KEY (club, stream, version)
);

CREATE TABLE ledger_key (
    club uuid NOT NULL,
    scope uuid NOT NULL,
    caller text NOT NULL,
    key text NOT NULL,
    body bytea NOT NULL,
    stream uuid NOT NULL,
    first integer NOT NULL,
    last integer NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (club, scope, caller, key)
);

CREATE TABLE ledger_posting (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    version integer NOT NULL,
    idx smallint NOT NULL,
    payer text NOT NULL,
    payee text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    why text NOT NULL,
    PRIMARY KEY (club, stream, version, idx),
    CHECK (payer <> payee)
);

CREATE TABLE ledger_balance (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (club, stream, account)
);
