import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/**
 * People type passwords in place of usernames, so a name that belongs to no user is kept as an HMAC under a key of the
 * database; those that earlier releases kept as typed are replaced. An entry that counts gets the time of its last
 * attempt in `last_at`.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_log_key (
      log text PRIMARY KEY,
      key text NOT NULL
    )`
  yield* sql`INSERT INTO account_log_key (log, key) VALUES ('main', concat(gen_random_uuid(), gen_random_uuid()))`
  yield* sql`ALTER TABLE account_log ADD COLUMN last_at timestamptz(3)`
  // For pages in order of time. The release before reads by `account_log_by_actor` and `account_log_by_subject`.
  yield* sql`CREATE INDEX account_log_by_actor_time ON account_log (actor_key, occurred_at, id)`
  yield* sql`CREATE INDEX account_log_by_subject_time ON account_log (subject_key, occurred_at, id)`
  // Several names of one minute become the same, which the index of counted entries does not allow.
  yield* sql`
    UPDATE account_log SET subject_name = 'unknown:00000000', subject_key = 'unknown:00000000', counted_from = NULL
    WHERE action IN ('login_failed', 'locked', 'unlocked') AND subject_name IS NOT NULL
      AND NOT EXISTS (SELECT FROM users WHERE username_key = subject_key)`
  // Servers of the release before still write names as typed. Their entries are those without `last_at`.
  yield* sql`
    CREATE FUNCTION hide_unknown_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM users WHERE username_key = NEW.subject_key) THEN
        NEW.subject_name := 'unknown:00000000';
        NEW.subject_key := NEW.subject_name;
        NEW.counted_from := NULL;
      END IF;
      RETURN NEW;
    END $$`
  yield* sql`
    CREATE TRIGGER account_log_hides_unknown_names BEFORE INSERT ON account_log FOR EACH ROW
    WHEN (NEW.action IN ('login_failed', 'locked') AND NEW.last_at IS NULL AND NEW.subject_name IS NOT NULL)
    EXECUTE FUNCTION hide_unknown_name()`
  yield* grantLike("sessions", "SELECT ON account_log_key")
})
