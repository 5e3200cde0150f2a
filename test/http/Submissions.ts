import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { EventType } from "../../src/domain/Event.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { Outcome } from "../../src/domain/Outcome.ts"
import { request } from "../support/TestServer.ts"
import { assertOk } from "./requests/Answers.ts"

export interface Submission {
  readonly eventType: EventType
  readonly targetId?: string | null
  readonly data?: Readonly<Record<string, unknown>>
  readonly lastSeenSequence?: number | null
}

const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

/** Posts one event, and gives its outcome. */
export const submit = Effect.fnUntraced(function* (
  token: string,
  { data = {}, ...rest }: Submission,
  headers: Record<string, string> = {}
) {
  const answer = assertOk(yield* request("/api/events", { token, body: { ...rest, data }, headers }))
  return yield* Effect.orDie(decodeOutcome(answer.json))
})

/** Posts events, all of which must be applied; gives the last sequence number. */
export const apply = Effect.fnUntraced(function* (token: string, ...submissions: ReadonlyArray<Submission>) {
  let last = 0
  for (const submission of submissions) {
    const outcome = yield* submit(token, submission)
    assert.strictEqual(outcome.status, "applied", `${submission.eventType}: ${outcome.rejectionReason}`)
    last = outcome.sequenceNumber
  }
  return last
})

export const entity = (n: number) => EntityId.make(`00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`)

/** Ids for a test's strategy; `base` keeps those of different tests apart. */
export const idsFrom = (base: number) => ({
  team: entity(base),
  principle: entity(base + 1),
  second: entity(base + 2),
  objective: entity(base + 3),
  group: entity(base + 4),
  initiative: entity(base + 5),
  loose: entity(base + 6),
  progress: entity(base + 7)
})
export type Ids = ReturnType<typeof idsFrom>

/** A team with two principles and one objective, which is linked to the first and contains every type of entity. */
export const smallStrategy = (ids: Ids): ReadonlyArray<Submission> => [
  { eventType: "create_team", data: { id: ids.team, name: "North", color: "#AA0000" } },
  {
    eventType: "create_principle",
    targetId: ids.team,
    data: { id: ids.principle, title: "Listen", description: "a\nb" }
  },
  { eventType: "create_principle", targetId: ids.team, data: { id: ids.second, title: "Ship" } },
  {
    eventType: "create_objective",
    targetId: ids.team,
    data: {
      id: ids.objective,
      title: "Grow",
      status: "on_track",
      statusNote: "As planned",
      owner: "Ana",
      dueDate: "2026-12-31"
    }
  },
  {
    eventType: "update_objective_principle_link",
    targetId: ids.objective,
    data: { principleId: ids.principle, linked: true }
  },
  { eventType: "create_group", targetId: ids.objective, data: { id: ids.group, name: "Now" } },
  {
    eventType: "create_initiative",
    targetId: ids.objective,
    data: { id: ids.initiative, title: "Call", groupId: ids.group, status: "active", owner: "Ben" }
  },
  { eventType: "create_initiative", targetId: ids.objective, data: { id: ids.loose, title: "Write" } },
  {
    eventType: "create_progress",
    targetId: ids.objective,
    data: { id: ids.progress, name: "Sales", unit: "k", start: 10, target: 30 }
  },
  { eventType: "update_progress_value", targetId: ids.progress, data: { value: 15, confidence: 7, note: "slow" } }
]
