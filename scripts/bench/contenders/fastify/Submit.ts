import type { Pool, PoolClient } from "pg"
import type { User } from "./Sessions.ts"
import { associate, edits, insertEvent } from "./Statements.ts"

export interface Submission {
  readonly eventType: string
  readonly targetId: string
  readonly data: Readonly<Record<string, string>>
  readonly lastSeenSequence?: number | null
}

export interface Outcome {
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

const nothing = { rejectionReason: null, previousValue: null, conflictingServerValue: null }

/** Runs the statements of an edit in a transaction, in which the row is locked until its end. */
const decide = async (client: PoolClient, user: User, submission: Submission): Promise<Outcome> => {
  const { eventType, targetId, data, lastSeenSequence } = submission
  const edit = edits[eventType]
  if (edit === undefined) throw new Error(`${eventType} is not known.`)
  const [found] = (await client.query<Found>({ ...edit.find, values: [targetId] })).rows
  if (found === undefined) return { ...nothing, sequenceNumber: 0, status: "rejected", rejectionReason: "not found" }
  const { teamId, value: old, sequence } = found

  const keep = async (status: Outcome["status"], reason: string | null, value: string | null): Promise<number> => {
    const json = JSON.stringify(data)
    const values = [user.username, eventType, teamId, targetId, json, status, reason, old, value]
    const { rows } = await client.query<{ sequence: number }>({ ...insertEvent, values })
    return rows[0]?.sequence ?? 0
  }

  const reject = async (reason: string, conflicting: string | null): Promise<Outcome> => ({
    ...nothing,
    sequenceNumber: await keep("rejected", reason, null),
    status: "rejected",
    rejectionReason: reason,
    conflictingServerValue: conflicting
  })

  const value = data[edit.field]?.normalize("NFC").trim()
  if (value === undefined || value.length < edit.minLength || value.length > edit.maxLength) {
    return reject(`${edit.field} must have ${edit.minLength} to ${edit.maxLength} characters`, null)
  }
  if (value === old) return { ...nothing, sequenceNumber: 0, status: "no_change" }
  if (typeof lastSeenSequence === "number" && lastSeenSequence < sequence) {
    return reject(`conflict: this was changed by event ${sequence}`, old)
  }
  const sequenceNumber = await keep("applied", null, value)
  await client.query({ ...edit.update, values: [targetId, value, sequenceNumber, user.username] })
  await client.query({ ...associate, values: [targetId, sequenceNumber] })
  return { ...nothing, sequenceNumber, status: "applied", previousValue: old }
}

/** Applies an event in its own transaction; the result is given when it is committed. */
export const submit = async (pool: Pool, user: User, submission: Submission): Promise<Outcome> => {
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
