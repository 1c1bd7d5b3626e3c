-- The steps of an append that must happen in the server, each a function so that it is one round trip.
-- They are VOLATILE plpgsql on purpose: every statement inside takes its own snapshot (READ COMMITTED), so what is
-- read after a lock is what was committed before the lock was got. One SQL statement that locks and reads would
-- return a head from before the lock.

-- The lock of a stream (salt 0), of a club for handing out cursors (1), and of a club against a rebuild (2).
CREATE FUNCTION ledger_lock_of(id uuid, salt int) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN ('x' || substr(replace(id::text, '-', ''), 1, 16))::bit(64)::bigint # (salt::bigint << 32);

-- Steps 1 and 2: take the locks in sorted order (the caller sorts), then read key, head, tail and clock of one stream.
-- p_locks (numbers with commas between) is NULL where other streams of the same transaction have taken them already.
-- p_after is the version that the caller has cached (0: none); the tail arrays hold what came since.
CREATE FUNCTION ledger_begin(
    p_club uuid, p_locks text, p_stream uuid, p_after int, p_scope uuid, p_caller text, p_key text,
    OUT clock bigint,
    OUT key_body bytea, OUT key_stream uuid, OUT key_first int, OUT key_last int,
    OUT head int, OUT head_at bigint, OUT head_hash bytea,
    OUT types text[], OUT schemas smallint[], OUT versions int[], OUT ats bigint[], OUT records text[], OUT sealed text[]
) LANGUAGE plpgsql AS $$
DECLARE
    a_lock bigint;
BEGIN
    IF p_locks IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock_shared(ledger_lock_of(p_club, 2));
        FOREACH a_lock IN ARRAY string_to_array(p_locks, ',')::bigint[] LOOP
            PERFORM pg_advisory_xact_lock(a_lock);
        END LOOP;
    END IF;
    IF p_key IS NOT NULL THEN
        SELECT k.body, k.stream, k.first, k.last INTO key_body, key_stream, key_first, key_last FROM ledger_key k
            WHERE k.club = p_club AND k.scope = p_scope AND k.caller = p_caller AND k.key = p_key;
        IF FOUND THEN RETURN; END IF;
    END IF;
    SELECT e.version, e.at, e.hash INTO head, head_at, head_hash FROM ledger_event e
        WHERE e.club = p_club AND e.stream = p_stream ORDER BY e.version DESC LIMIT 1;
    IF head > p_after THEN
        SELECT array_agg(t.type), array_agg(t.schema), array_agg(t.version), array_agg(t.at), array_agg(t.record), array_agg(t.body)
            INTO types, schemas, versions, ats, records, sealed
            FROM (
                SELECT e.type, e.schema, e.version, e.at, e.record, s.body FROM ledger_event e
                LEFT JOIN ledger_sealed s ON s.club = e.club AND s.stream = e.stream AND s.version = e.version
                WHERE e.club = p_club AND e.stream = p_stream AND e.version > p_after ORDER BY e.version
            ) t;
    END IF;
    clock := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
END $$;

-- Step 4's end: the club's lock, then the next cursors for these events in this order; it must be the last thing before
-- COMMIT. Who sees cursor n has seen all below it: a later append waits here until this one is committed.
CREATE FUNCTION ledger_position(p_club uuid, p_streams uuid[], p_versions int[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    last bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(ledger_lock_of(p_club, 1));
    SELECT p.cursor INTO last FROM ledger_position p WHERE p.club = p_club ORDER BY p.cursor DESC LIMIT 1;
    INSERT INTO ledger_position (club, cursor, stream, version)
        SELECT p_club, coalesce(last, 0) + u.n, u.stream, u.version
        FROM unnest(p_streams, p_versions) WITH ORDINALITY AS u(stream, version, n);
    RETURN coalesce(last, 0) + 1;
END $$;

-- Step 4: one stream's new events from version p_first on, with their sealed parts, and the idempotency key. p_events:
-- JSON [{type, schema, record (text), hash (hex), body, audience (words), opened}, …]. With p_place (one stream in the
-- transaction: the usual case) the positions follow at once; it returns the first cursor then, else null.
CREATE FUNCTION ledger_append(
    p_club uuid, p_stream uuid, p_kind text, p_first int, p_count int, p_at bigint, p_events json, p_sealed boolean,
    p_scope uuid, p_caller text, p_key text, p_body bytea, p_place boolean
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    last int := p_first + p_count - 1;
BEGIN
    IF p_first = 1 THEN
        INSERT INTO ledger_stream (id, club, kind) VALUES (p_stream, p_club, p_kind);
    END IF;
    INSERT INTO ledger_event (club, stream, version, type, schema, at, record, hash)
        SELECT p_club, p_stream, p_first + u.n::int - 1, u.type, u.schema, p_at, u.record, decode(u.hash, 'hex')
        FROM ROWS FROM (json_to_recordset(p_events) AS (type text, schema smallint, record text, hash text))
            WITH ORDINALITY AS u(type, schema, record, hash, n);
    IF p_sealed THEN
        INSERT INTO ledger_sealed (club, stream, version, body, audience, opened)
            SELECT p_club, p_stream, p_first + u.n::int - 1, u.body, string_to_array(u.audience, ' '), u.opened
            FROM ROWS FROM (json_to_recordset(p_events) AS (body text, audience text, opened int))
                WITH ORDINALITY AS u(body, audience, opened, n)
            WHERE u.body IS NOT NULL;
    END IF;
    IF p_key IS NOT NULL THEN
        INSERT INTO ledger_key (club, scope, caller, key, body, stream, first, last, at)
            VALUES (p_club, p_scope, p_caller, p_key, p_body, p_stream, p_first, last, p_at);
    END IF;
    IF NOT p_place THEN RETURN NULL; END IF;
    RETURN ledger_position(p_club, array_fill(p_stream, ARRAY[p_count]), ARRAY(SELECT generate_series(p_first, last)));
END $$;
