import { assert } from "@effect/vitest"
import { HashMap, Option, Schema } from "effect"
import { call } from "../../../scripts/support/Calls.ts"
import type { EventData, Submission } from "../../../src/domain/Event.ts"
import { eventTable } from "../../../src/domain/events/EventTable.ts"
import { isBringBack } from "../../../src/domain/events/RestoreData.ts"
import { guardRefusal } from "../../../src/domain/Guards.ts"
import { answerOf, Outcome, outcomeOfDecision } from "../../../src/domain/Outcome.ts"
import { empty, type State } from "../../../src/domain/state/State.ts"
import { type RetiredType, retiredTypes } from "../../../src/shared/EventTypes.ts"
import { step, submissionOf } from "../../domain/Commands.ts"
import type { Past } from "../../domain/Earlier.ts"

export interface Submitted {
  readonly key: string
  readonly body: Pick<Submission, "eventType" | "targetId" | "lastSeenSequence"> & { readonly data: EventData }
  /** The answer, by the rules of this release. */
  readonly outcome: Outcome
}

/** As the server reads it. */
const overHttp = (data: EventData): EventData => JSON.parse(JSON.stringify(data))

/** Repeatable, well spread 31-bit numbers. */
const spread = (n: number): number => Math.imul(n, 2_654_435_761) >>> 1

/** What version 1 did not know in `data`. */
const newerMembers: ReadonlySet<string> = new Set(["note", "statusNote", "owner", "startDate", "parentId", "date"])

/** A submission as version 1 knew it; undefined for what it did not know. Its check-ins had notes. */
const inVersion1 = (state: State, submission: Submission): Submission | undefined => {
  const { eventType, targetId, data } = submission
  const isNew = eventType === "update_owner" || eventType === "update_objective_parent"
  if (isNew || "retract" in data || (eventType === "update_objective_dates" && "startDate" in data)) return undefined
  const type = targetId === null ? undefined : Option.getOrUndefined(HashMap.get(state.entities, targetId))?.type
  const retired = (Object.keys(retiredTypes) as ReadonlyArray<RetiredType>).filter(
    (each) => retiredTypes[each] === eventType
  )
  const known = retired.length === 0 ? eventType : retired.find((each) => each.startsWith(`update_${type}_`))
  const isKept = (name: string) => !newerMembers.has(name) || (name === "note" && eventType === "update_progress_value")
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => isKept(name)))
  return known && { ...submission, eventType: known, data: kept }
}

/** Generated submissions to an empty log, of all event types and forms of version 1. */
export const submissions = (count: number, seed: number): ReadonlyArray<Submitted> => {
  const all: Array<Submitted> = []
  const states = [empty]
  const past: Past = (sequenceNumber) => states[sequenceNumber]
  for (let serial = 0; all.length < count; serial++) {
    const state = states.at(-1) ?? empty
    const made = inVersion1(state, submissionOf(state, spread(seed + serial), serial))
    // The envelope's own errors are 400.
    if (made === undefined || (made.targetId === null) !== (eventTable[made.eventType].targets.length === 0)) continue
    const isNew = made.eventType.startsWith("create_") && !isBringBack(made.data)
    const data = overHttp(isNew ? { id: made.freshId, ...made.data } : made.data)
    const { eventType, targetId } = made
    // Version 1 has no guards.
    const lastSeenSequence = guardRefusal(state, { ...made, data }) === null ? made.lastSeenSequence : null
    const { decision, after } = step(state, { ...made, data, lastSeenSequence }, past)
    all.push({
      key: `key-${serial}`,
      body: { eventType, targetId, lastSeenSequence, data },
      outcome: answerOf(outcomeOfDecision(decision))
    })
    if (after.sequenceNumber === states.length) states.push(after)
  }
  return all
}

const decode = Schema.decodeUnknownSync(Outcome)

/** Submits under its key; gives the outcome. */
export const submit = async (url: string, token: string, { key, body }: Submitted): Promise<Outcome> => {
  const answer = await call(url, token, "/api/events", body, { "idempotency-key": key })
  const text = await answer.text()
  assert.strictEqual(answer.status, 200, `${JSON.stringify(body)}: ${text}`)
  return decode(JSON.parse(text))
}
