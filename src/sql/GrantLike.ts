import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Grants, such as `SELECT ON account_log_key`, to all who may write a table: a server may run as a role that does not own the
 * tables.
 */
export const grantLike = (table: "sessions" | "events", grant: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`
      DO $$
      DECLARE other record;
      BEGIN
        FOR other IN
          SELECT DISTINCT grantee FROM pg_class c, aclexplode(c.relacl)
          WHERE c.oid = '${table}'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, c.relowner)
        LOOP
          EXECUTE format('GRANT ${grant} TO %s', other.grantee::regrole);
        END LOOP;
      END $$`)
  )
