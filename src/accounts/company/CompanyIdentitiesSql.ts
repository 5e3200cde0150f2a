import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { UserId } from "../../domain/entities/Ids.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { type CompanyIdentity, IdentityTaken, LinkedIdentity } from "./CompanyIdentity.ts"

const decode = rowDecoder(Schema.Array(LinkedIdentity))

/** The identities of users on a database. What writes runs in its caller's transaction. */
export const make = (sql: SqlClient.SqlClient) => {
  const userIdOf = Effect.fnUntraced(function* ({ issuer, subject }: CompanyIdentity) {
    const rows = yield* sql`
      SELECT user_id AS "userId", issuer, subject FROM user_identities WHERE issuer = ${issuer} AND subject = ${subject}`
    const [found] = yield* decode(rows)
    return Option.fromUndefinedOr(found?.userId)
  })

  const insert = Effect.fnUntraced(function* (userId: UserId, { issuer, subject }: CompanyIdentity) {
    const made = yield* sql`
      INSERT INTO user_identities (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${userId})
      ON CONFLICT (issuer, subject) DO NOTHING RETURNING 1`
    if (made.length === 0) return yield* new IdentityTaken()
  })

  /** Inserts it in place of the user's other identity of that issuer, if there is one. */
  const replace = Effect.fnUntraced(function* (userId: UserId, identity: CompanyIdentity) {
    yield* sql`DELETE FROM user_identities WHERE user_id = ${userId} AND issuer = ${identity.issuer}`
    yield* insert(userId, identity)
  })

  const list = sql`
    SELECT user_id AS "userId", issuer, subject FROM user_identities ORDER BY user_id, issuer`.pipe(
    Effect.flatMap(decode),
    storageFault("UserStore.identities"),
    Effect.withSpan("UserStore.identities")
  )

  return { userIdOf, insert, replace, list }
}
