import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/**
 * What came of events, kept beside them as codes and values: the effect of those that go back to an earlier state, why
 * one was rejected, and what was said of it. The upgrade of an older log fills these columns before the log is served;
 * `upgrade_pending` says that it has not yet been completed. So an event may be given what it lacks of them, and
 * is otherwise never changed. Restores need no earlier state any more, so nothing looks for them. Checkpoints of older
 * versions are not read any more.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE events ADD COLUMN effect json, ADD COLUMN rejection json, ADD COLUMN fact json`
  // A large effect is written and read in half the time without PostgreSQL's compression.
  yield* sql`ALTER TABLE events ALTER COLUMN effect SET STORAGE EXTERNAL`
  yield* sql`ALTER TABLE associations ADD COLUMN fact json`
  yield* sql`ALTER TABLE log_head ADD COLUMN upgrade_pending boolean NOT NULL DEFAULT false`
  yield* sql`UPDATE log_head SET upgrade_pending = sequence_number > 0`

  yield* sql`
    CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before events := OLD;
      after events := NEW;
    BEGIN
      IF before.effect IS NULL THEN after.effect := NULL; END IF;
      IF before.rejection IS NULL THEN after.rejection := NULL; END IF;
      IF before.fact IS NULL THEN after.fact := NULL; END IF;
      IF TG_OP = 'DELETE' OR after::text IS DISTINCT FROM before::text THEN
        RAISE EXCEPTION 'the event log is only ever appended to' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$`
  yield* sql`DROP TRIGGER events_are_kept ON events`
  yield* sql`
    CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_event_change()`
  yield* sql`
    CREATE TRIGGER events_are_not_truncated BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
  yield* grantLike("events", "UPDATE (effect, rejection, fact) ON events")

  yield* sql`DROP INDEX events_restoring, events_bringing_back, events_brought_back, associations_deleted`
  yield* sql`DELETE FROM checkpoints`
})
