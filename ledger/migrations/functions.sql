-- The three steps of an append that must happen in the server, each a function so that it is one round trip.
-- They are VOLATILE plpgsql on purpose: every statement inside takes its own snapshot (READ COMMITTED), so what is
-- read after a lock is what was committed before the lock was got. One SQL statement that locks and reads would
-- return a head from before the lock.

-- A club's lock for handing out cursors, and the one that a rebuild takes to have its projections to itself.
CREATE FUNCTION ledger_lock_of(id uuid, salt int) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN ('x' || substr(replace(id::text, '-', ''), 1, 16))::bit(64)::bigint # (salt::bigint << 32);

-- Step 1 and 2: take the locks in sorted order (the caller sorts), then read clock, key, heads and tails.
-- p_after[i] is the version that the caller has cached of p_streams[i]; 0 for none.
CREATE FUNCTION ledger_begin(
    p_club uuid, p_locks bigint[], p_streams uuid[], p_after int[], p_scope uuid, p_caller text, p_key text
) RETURNS TABLE (what text, stream uuid, version int, at bigint, hash bytea, type text, schema smallint, record text, sealed text)
LANGUAGE plpgsql AS $$
DECLARE
    a_lock bigint;
    head record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(ledger_lock_of(p_club, 2));
    FOREACH a_lock IN ARRAY p_locks LOOP
        PERFORM pg_advisory_xact_lock(a_lock);
    END LOOP;
    IF p_key IS NOT NULL THEN
        RETURN QUERY SELECT 'k', k.stream, k.first, k.last::bigint, k.body, NULL::text, NULL::smallint, NULL::text, NULL::text
            FROM ledger_key k WHERE k.club = p_club AND k.scope = p_scope AND k.caller = p_caller AND k.key = p_key;
        IF FOUND THEN RETURN; END IF;
    END IF;
    FOR i IN 1 .. cardinality(p_streams) LOOP
        SELECT e.version, e.at, e.hash INTO head FROM ledger_event e
            WHERE e.club = p_club AND e.stream = p_streams[i] ORDER BY e.version DESC LIMIT 1;
        RETURN QUERY SELECT 'h', p_streams[i], coalesce(head.version, 0), coalesce(head.at, 0), head.hash,
            NULL::text, NULL::smallint, NULL::text, NULL::text;
        IF head.version > p_after[i] THEN
            RETURN QUERY SELECT 'e', e.stream, e.version, e.at, e.hash, e.type, e.schema, e.record, s.body
                FROM ledger_event e
                LEFT JOIN ledger_sealed s ON s.club = e.club AND s.stream = e.stream AND s.version = e.version
                WHERE e.club = p_club AND e.stream = p_streams[i] AND e.version > p_after[i] ORDER BY e.version;
        END IF;
    END LOOP;
    RETURN QUERY SELECT 'c', NULL::uuid, 0, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
        NULL::bytea, NULL::text, NULL::smallint, NULL::text, NULL::text;
END $$;

-- Step 4: one stream's new events with their sealed parts; the arrays run in parallel, from version p_first on.
CREATE FUNCTION ledger_append(
    p_club uuid, p_stream uuid, p_kind text, p_first int, p_at bigint,
    p_types text[], p_schemas smallint[], p_records text[], p_hashes bytea[], p_sealed text[], p_audiences text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p_first = 1 THEN
        INSERT INTO ledger_stream (id, club, kind) VALUES (p_stream, p_club, p_kind);
    END IF;
    INSERT INTO ledger_event (club, stream, version, type, schema, at, record, hash)
        SELECT p_club, p_stream, p_first + u.n::int - 1, u.type, u.schema, p_at, u.record, u.hash
        FROM unnest(p_types, p_schemas, p_records, p_hashes) WITH ORDINALITY AS u(type, schema, record, hash, n);
    IF p_sealed IS NOT NULL THEN
        INSERT INTO ledger_sealed (club, stream, version, body, audience)
            SELECT p_club, p_stream, p_first + u.n::int - 1, u.body, string_to_array(u.audience, ' ')
            FROM unnest(p_sealed, p_audiences) WITH ORDINALITY AS u(body, audience, n) WHERE u.body IS NOT NULL;
    END IF;
END $$;

-- Step 4's end and the last statement before COMMIT: the club's lock, then the next cursors for these events in
-- this order. Who sees cursor n has seen all below it: a later append waits here until this one is committed.
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
