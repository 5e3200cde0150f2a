import { Effect } from "effect"
import type { Submission } from "../../src/domain/Event.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { planBatch } from "../../src/log/writer/Batch.ts"
import { stores } from "./LogStores.ts"

/** The number of events that one statement appends. */
const batchSize = 10_000

const principlesEach = 25
const objectivesEach = 25

/** The entities of a team: itself, its principles and its objectives. */
export const entitiesPerTeam = 1 + principlesEach + objectivesEach

const hex = (n: number) => n.toString(16).padStart(12, "0")
const entityId = (kind: number, n: number) => EntityId.make(`00000000-0000-4000-800${kind}-${hex(n)}`)
export const teamId = (n: number) => entityId(0, n)
export const principleId = (n: number) => entityId(1, n)
const actorId = UserId.make("00000000-0000-4000-9000-000000000001")

const envelope = (teams: number, serial: number): Pick<Submission, "eventType" | "targetId" | "data"> => {
  if (serial < teams) {
    const data = { id: teamId(serial), name: `Team ${serial}`, color: "#123456" }
    return { eventType: "create_team", targetId: null, data }
  }
  const principles = teams * principlesEach
  if (serial < teams + principles) {
    const n = serial - teams
    const data = { id: principleId(n), title: `Principle ${n}` }
    return { eventType: "create_principle", targetId: teamId(n % teams), data }
  }
  const objectives = teams * objectivesEach
  if (serial < teams + principles + objectives) {
    const n = serial - teams - principles
    const data = { id: entityId(2, n), title: `Objective ${n}` }
    return { eventType: "create_objective", targetId: teamId(n % teams), data }
  }
  if (serial % 3 === 0) {
    const statuses = ["draft", "on_track", "at_risk", "off_track", "achieved"]
    const data = { status: statuses[serial % 5] ?? "draft" }
    return { eventType: "update_objective_status", targetId: entityId(2, (serial * 7) % objectives), data }
  }
  const data = { title: `Principle renamed by event ${serial}` }
  return { eventType: "update_principle_title", targetId: principleId((serial * 13) % principles), data }
}

/**
 * Appends events of a plausible strategy until the log has `upTo` events: teams with 25 principles and 25 objectives each,
 * and then edits of their titles and statuses. The events are decided as usual, in large batches.
 */
export const generate = Effect.fn("generate")(function* (
  from: LogPosition,
  upTo: number,
  progress: (done: number) => Effect.Effect<void> = () => Effect.void,
  teams = 20
) {
  const store = yield* EventStore
  let position = from
  for (let serial = position.state.sequenceNumber; position.state.sequenceNumber < upTo; ) {
    const count = Math.min(batchSize, upTo - position.state.sequenceNumber)
    const requests = Array.from({ length: count }, () => {
      const n = serial++
      const submission: Submission = {
        ...envelope(teams, n),
        submissionId: entityId(4, n),
        timestamp: "2026-01-01T00:00:00.000Z",
        actorId,
        actorName: "generator",
        lastSeenSequence: null,
        freshId: entityId(5, n)
      }
      return { submission, idempotency: null }
    })
    const planned = yield* store.append(
      position.state.sequenceNumber,
      [],
      planBatch(position, requests, () => undefined)
    )
    position = planned.projection.position
    yield* progress(position.state.sequenceNumber)
  }
  return position
})

/** Writes such a log to the empty database at `url`, with a checkpoint at its end. */
export const fill = (url: string, upTo: number, progress?: (done: number) => Effect.Effect<void>, teams?: number) =>
  Effect.gen(function* () {
    const end = yield* generate(startOfLog, upTo, progress, teams)
    yield* Checkpoints.use(({ save }) => save(end))
  }).pipe(Effect.provide(stores(url)), Effect.orDie)
