import { createHash } from "node:crypto"
import fastify from "fastify"
import pg, { type PoolClient } from "pg"

/**
 * Edits of titles as they are commonly written: Fastify, a row that is updated in place, and a transaction for each request,
 * which keeps the event too. Events are numbered by an identity column, which leaves gaps and shows numbers out of order; with
 * a counter in a row of its own only one transaction could commit at a time.
 */

// Sequence numbers are far below 2^53, so they can be numbers as in JSON.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const { DATABASE_URL = "", TOKEN = "", IDS = "" } = process.env

/** The number of connections to the database: with fewer, edits are slower; with 40 they are not faster. */
const max = 20

const pool = new pg.Pool({ connectionString: DATABASE_URL, max, idleTimeoutMillis: 0 })

await pool.query(`
  CREATE TABLE principles (
    id uuid PRIMARY KEY, title text NOT NULL, title_sequence bigint NOT NULL,
    updated_at timestamptz(3) NOT NULL, updated_by text NOT NULL
  );
  CREATE TABLE events (
    sequence_number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    actor_name text NOT NULL, event_type text NOT NULL, target_id uuid NOT NULL,
    data json NOT NULL, status text NOT NULL, rejection_reason text, old_value text, new_value text
  );
  CREATE INDEX ON events (target_id, sequence_number)`)
await pool.query("INSERT INTO principles SELECT id, 'A title', 0, now(), 'fill' FROM unnest($1::uuid[]) AS id", [
  IDS.split(" ")
])

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** The signed-in users' names by the hash of their session's token, as a cache has them. */
const users = new Map([[hashOf(TOKEN), "admin"]])

const find = {
  name: "find",
  text: "SELECT title, title_sequence AS sequence FROM principles WHERE id = $1 FOR UPDATE"
}

const update = {
  name: "update",
  text: "UPDATE principles SET title = $2, title_sequence = $3, updated_at = now(), updated_by = $4 WHERE id = $1"
}

const insert = {
  name: "insert",
  text: `
    INSERT INTO events (actor_name, event_type, target_id, data, status, rejection_reason, old_value, new_value)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING sequence_number AS sequence`
}

interface Submission {
  readonly eventType: "update_principle_title"
  readonly targetId: string
  readonly data: { readonly title: string }
  readonly lastSeenSequence?: number | null
}

/** Runs the statements of an edit in a transaction, in which the row is locked until its end. */
const decide = async (client: PoolClient, username: string, submission: Submission) => {
  const { eventType, targetId, data, lastSeenSequence } = submission
  const found = await client.query<{ title: string; sequence: number }>({ ...find, values: [targetId] })
  const [row] = found.rows
  if (row === undefined) return { sequenceNumber: 0, status: "rejected", rejectionReason: "not found" }
  const title = data.title.normalize("NFC").trim()
  if (title === row.title) return { sequenceNumber: 0, status: "no_change", rejectionReason: null }
  const conflict = typeof lastSeenSequence === "number" && lastSeenSequence < row.sequence
  const [status, rejectionReason] = conflict ? ["rejected", `conflict with event ${row.sequence}`] : ["applied", null]
  const values = [username, eventType, targetId, JSON.stringify(data), status, rejectionReason, row.title, title]
  const { rows } = await client.query<{ sequence: number }>({ ...insert, values })
  const sequenceNumber = rows[0]?.sequence ?? 0
  if (!conflict) await client.query({ ...update, values: [targetId, title, sequenceNumber, username] })
  return { sequenceNumber, status, rejectionReason, previousValue: row.title }
}

/** Answers when the edit is committed. */
const submit = async (username: string, submission: Submission) => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const outcome = await decide(client, username, submission)
    await client.query("COMMIT")
    return outcome
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const body = {
  type: "object",
  required: ["eventType", "targetId", "data"],
  properties: {
    eventType: { type: "string", enum: ["update_principle_title"] },
    targetId: { type: "string", format: "uuid" },
    data: { type: "object", required: ["title"], properties: { title: { type: "string", maxLength: 250 } } },
    lastSeenSequence: { type: "integer", nullable: true }
  }
}

const text = { type: "string", nullable: true }

const outcome = {
  type: "object",
  properties: { sequenceNumber: { type: "integer" }, status: text, rejectionReason: text, previousValue: text }
}

const app = fastify()

app.post<{ Body: Submission; Reply: object }>(
  "/api/events",
  { schema: { body, response: { 200: outcome } } },
  async ({ headers, body }, reply) => {
    if (headers["x-csrf-token"] !== "1") return reply.code(403).send({ message: "X-CSRF-Token is missing." })
    const [, token = ""] = /(?:^|; )strategy_session=([^;]*)/.exec(headers.cookie ?? "") ?? []
    const username = users.get(hashOf(token))
    if (username === undefined) return reply.code(401).send({ message: "Sign in first." })
    return submit(username, body)
  }
)

console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`)
