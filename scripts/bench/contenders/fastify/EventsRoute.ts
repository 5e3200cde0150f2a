import type { FastifyInstance } from "fastify"
import type { Pool, PoolClient } from "pg"
import type { User } from "./Hooks.ts"

interface Submission {
  readonly eventType: keyof typeof edits
  readonly targetId: string
  readonly data: Readonly<Record<string, string>>
  readonly lastSeenSequence?: number | null
}

interface Outcome {
  readonly sequenceNumber: number
  readonly status: "applied" | "no_change" | "rejected"
  readonly rejectionReason: string | null
  readonly previousValue: string | null
  readonly conflictingServerValue: string | null
}

interface Found {
  readonly teamId: string
  readonly value: string
  readonly sequence: number
}

/** The statements of an edit, which are prepared once on each connection. */
const edit = (field: "title" | "description", minLength: number, maxLength: number) => ({
  ...{ field, minLength, maxLength },
  find: {
    name: `find ${field}`,
    text: `
      SELECT team_id AS "teamId", ${field} AS value, ${field}_sequence AS sequence
      FROM principles WHERE id = $1 FOR UPDATE`
  },
  update: {
    name: `update ${field}`,
    text: `
      UPDATE principles SET ${field} = $2, ${field}_sequence = $3, updated_at = now(), updated_by = $4 WHERE id = $1`
  }
})

/** Two kinds of edits, which is enough to measure the cost of an event. */
const edits = {
  update_principle_title: edit("title", 1, 250),
  update_principle_description: edit("description", 0, 4_096)
}

const insertEvent = {
  name: "insert event",
  text: `
    INSERT INTO events (actor_name, event_type, team_id, target_id, data, status, rejection_reason, old_value, new_value)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING sequence_number AS sequence`
}

const associate = {
  name: "associate",
  text: "INSERT INTO associations (entity_id, sequence_number, transitive) VALUES ($1, $2, false)"
}

const nothing = { sequenceNumber: 0, rejectionReason: null, previousValue: null, conflictingServerValue: null }

/** Runs the statements of an edit in a transaction, in which the row is locked until its end. */
const decide = async (client: PoolClient, user: User, submission: Submission): Promise<Outcome> => {
  const { eventType, targetId, data, lastSeenSequence } = submission
  const { field, minLength, maxLength, find, update } = edits[eventType]
  const [found] = (await client.query<Found>({ ...find, values: [targetId] })).rows
  if (found === undefined) return { ...nothing, status: "rejected", rejectionReason: "not found" }
  const { teamId, value: old, sequence } = found

  const keep = async (status: Outcome["status"], reason: string | null, value: string | null): Promise<number> => {
    const json = JSON.stringify(data)
    const values = [user.username, eventType, teamId, targetId, json, status, reason, old, value]
    const { rows } = await client.query<{ sequence: number }>({ ...insertEvent, values })
    return rows[0]?.sequence ?? 0
  }
  const reject = async (rejectionReason: string, conflictingServerValue: string | null): Promise<Outcome> => {
    const sequenceNumber = await keep("rejected", rejectionReason, null)
    return { ...nothing, sequenceNumber, status: "rejected", rejectionReason, conflictingServerValue }
  }

  const value = data[field]?.normalize("NFC").trim()
  if (value === undefined || value.length < minLength || value.length > maxLength) {
    return reject(`${field} must have ${minLength} to ${maxLength} characters`, null)
  }
  if (value === old) return { ...nothing, status: "no_change" }
  if (typeof lastSeenSequence === "number" && lastSeenSequence < sequence) {
    return reject(`conflict: this was changed by event ${sequence}`, old)
  }
  const sequenceNumber = await keep("applied", null, value)
  await client.query({ ...update, values: [targetId, value, sequenceNumber, user.username] })
  await client.query({ ...associate, values: [targetId, sequenceNumber] })
  return { ...nothing, sequenceNumber, status: "applied", previousValue: old }
}

/** Applies an event in its own transaction; the result is given when it is committed. */
const submit = async (pool: Pool, user: User, submission: Submission): Promise<Outcome> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const outcome = await decide(client, user, submission)
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
    eventType: { type: "string", enum: Object.keys(edits) },
    targetId: { type: "string", format: "uuid" },
    data: { type: "object", additionalProperties: { type: "string" } },
    lastSeenSequence: { type: "integer", nullable: true }
  }
}

const text = { type: "string", nullable: true }
const texts = { rejectionReason: text, previousValue: text, conflictingServerValue: text }
const outcome = {
  type: "object",
  properties: { sequenceNumber: { type: "integer" }, status: { type: "string" }, ...texts }
}

export const addEvents = (app: FastifyInstance, pool: Pool): void => {
  app.post<{ Body: Submission; Reply: Outcome | { message: string } }>(
    "/api/events",
    { schema: { body, response: { 200: outcome } } },
    async (request, reply) => {
      const { role } = request.user
      if (role !== "editor" && role !== "admin") return reply.code(403).send({ message: "This needs the role editor." })
      return submit(pool, request.user, request.body)
    }
  )
}
