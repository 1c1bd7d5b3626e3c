-- Checkpoints and the public keys they verify with: rows that only come.
CREATE TABLE ledger_signing_key (
    id text PRIMARY KEY,
    public bytea NOT NULL CHECK (length(public) = 32),
    at bigint NOT NULL,
    endorsed_by text,
    endorsement bytea CHECK (length(endorsement) = 64),
    CHECK (id = left(encode(sha256(public), 'hex'), 16)),
    CHECK ((endorsed_by IS NULL) = (endorsement IS NULL))
);

CREATE TABLE ledger_checkpoint (
    club uuid NOT NULL,
    cursor bigint NOT NULL CHECK (cursor > 0),
    key text NOT NULL,
    root bytea NOT NULL CHECK (length(root) = 32),
    at bigint NOT NULL,
    signature bytea NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (club, cursor, key)
);

DO $$
DECLARE
    a_table text;
BEGIN
    FOREACH a_table IN ARRAY ARRAY['ledger_signing_key', 'ledger_checkpoint'] LOOP
        EXECUTE format('CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', a_table);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER ledger_append_only', a_table);
    END LOOP;
END $$;
