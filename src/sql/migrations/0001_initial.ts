import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The log, the data derived from it, and accounts. `data` is `json` and not `jsonb`, because a rejected event keeps
 * exactly what was submitted, and `jsonb` refuses `\u0000` and lone surrogates.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE log_head (
      log text PRIMARY KEY,
      epoch uuid NOT NULL,
      sequence_number bigint NOT NULL CHECK (sequence_number >= 0),
      generation integer NOT NULL DEFAULT 1
    )`
  yield* sql`INSERT INTO log_head (log, epoch, sequence_number) VALUES ('main', gen_random_uuid(), 0)`

  yield* sql`
    CREATE TABLE events (
      sequence_number bigint PRIMARY KEY CHECK (sequence_number > 0),
      submission_id uuid NOT NULL,
      occurred_at timestamptz(3) NOT NULL,
      actor_id uuid NOT NULL,
      actor_name text NOT NULL,
      event_type text NOT NULL,
      target_id uuid,
      data json NOT NULL,
      last_seen_sequence double precision,
      status text NOT NULL CHECK (status IN ('applied', 'rejected')),
      rejection_reason text,
      conflicting_server_value text,
      entity_id uuid,
      entity_type text,
      field_name text,
      previous_sequence bigint,
      old_value text,
      new_value text,
      description text NOT NULL,
      hash text NOT NULL
    )`
  yield* sql`
    CREATE INDEX events_restoring ON events (sequence_number)
    WHERE event_type = 'restore_history' AND status = 'applied'`
  yield* sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the event log is only ever appended to' USING ERRCODE = 'restrict_violation';
    END $$`
  yield* sql`
    CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
  yield* sql`CREATE INDEX events_by_target ON events (target_id, sequence_number) WHERE target_id IS NOT NULL`

  yield* sql`
    CREATE TABLE associations (
      generation integer NOT NULL,
      entity_id uuid NOT NULL,
      sequence_number bigint NOT NULL,
      entity_type text NOT NULL,
      transitive boolean NOT NULL,
      description text,
      PRIMARY KEY (generation, entity_id, sequence_number)
    )`

  yield* sql`
    CREATE TABLE checkpoints (
      generation integer NOT NULL,
      sequence_number bigint NOT NULL,
      version integer NOT NULL,
      event_hash text NOT NULL,
      state_hash text NOT NULL,
      PRIMARY KEY (generation, sequence_number)
    )`
  yield* sql`
    CREATE TABLE checkpoint_parts (
      generation integer NOT NULL,
      sequence_number bigint NOT NULL,
      part integer NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (generation, sequence_number, part),
      FOREIGN KEY (generation, sequence_number) REFERENCES checkpoints ON DELETE CASCADE
    )`

  yield* sql`
    CREATE TABLE rebuilds (
      log text PRIMARY KEY,
      fence bigint NOT NULL,
      generation integer NOT NULL,
      running boolean NOT NULL,
      heartbeat timestamptz NOT NULL,
      holder integer NOT NULL,
      holder_started timestamptz
    )`
  yield* sql`INSERT INTO rebuilds VALUES ('main', 0, 1, false, clock_timestamp(), 0, NULL)`

  yield* sql`
    CREATE TABLE outcomes (
      actor_id uuid NOT NULL,
      idempotency_key text NOT NULL,
      request_hash text NOT NULL,
      sequence_number bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('applied', 'no_change', 'rejected')),
      rejection_reason text,
      previous_value text,
      conflicting_server_value text,
      PRIMARY KEY (actor_id, idempotency_key)
    )`

  yield* sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY,
      username text NOT NULL,
      username_key text NOT NULL UNIQUE,
      password_hash text NOT NULL,
      role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
      created_at timestamptz(3) NOT NULL
    )`

  yield* sql`
    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`
  yield* sql`CREATE INDEX sessions_by_user ON sessions (user_id)`
  yield* sql`CREATE INDEX sessions_by_expiry ON sessions (expires_at)`
})
