import { Effect } from "effect"
import type { State } from "../../../src/domain/state/State.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { keptSpacing } from "../../../src/log/projection/CheckpointThinning.ts"
import { type LogPosition, startOfLog } from "../../../src/log/projection/LogPosition.ts"
import {
  appendUpTo,
  type Draft,
  entitiesPerTeam,
  entityId,
  objectiveId,
  plainDraft,
  principleId,
  teamId
} from "../Generate.ts"

/** The length of a log, in events and in teams that it creates first. */
export interface LogLength {
  readonly events: number
  readonly teams: number
}

/** The principle with the longest history: one event in a hundred is an edit of it. */
export const hotPrinciple = principleId(0)
const hotEvery = 100

/** One event in so many is a restore, up to the most that a log has. */
const eventsPerRestore = 5_000
const maxRestores = 200

/** The event that restores are made with goes back to this share of the edits before it. */
const ages = [0.999, 0.9, 0.5, 0.1]

/** The events after the newest checkpoint that a start must fold: nearly the most there can be. */
const tail = 900

const firstDay = Date.parse("2021-01-01T00:00:00.000Z")
const years = 5
const milliseconds = years * 365 * 86_400_000

const createdEntities = (teams: number): number => teams * entitiesPerTeam

/** The serial numbers of the restores, with the sequence numbers that they go back to. */
const restoresOf = ({ events, teams }: LogLength): ReadonlyMap<number, number> => {
  const first = createdEntities(teams)
  const restores = Math.min(maxRestores, Math.floor(events / eventsPerRestore))
  return new Map(
    Array.from({ length: restores }, (_, n) => {
      const edits = Math.floor(((events - first) * (n + 1)) / (restores + 2))
      return [first + edits, first + Math.floor(edits * (ages[n % ages.length] ?? 1))]
    })
  )
}

const plans = "what it takes, who does it, and when it is looked at again; ".repeat(4)

/** Mostly edits of titles, which always change something; one event in twenty is rejected. */
const edit = (teams: number, serial: number): Draft => {
  const perKind = (createdEntities(teams) - teams) / 2
  // Of twenty events the kinds below take ten and eight, which are counted through, so that all are edited as often.
  const round = Math.floor(serial / 20)
  const kind = serial % 20
  const objective = objectiveId(((round * 10 + kind) * 7) % perKind)
  const principle = principleId(((round * 8 + kind) * 13) % perKind)
  const title = `Renamed by event ${serial}`
  if (serial % hotEvery === 0) return { eventType: "update_principle_title", targetId: hotPrinciple, data: { title } }
  const initiative = entityId(6, Math.floor(serial / 200))
  if (serial % 200 === 1) {
    return { eventType: "create_initiative", targetId: objective, data: { id: initiative, title } }
  }
  if (serial % 200 === 111) return { eventType: "delete_initiative", targetId: initiative, data: {} }
  if (kind === 2) return { eventType: "update_objective_title", targetId: objective, data: { title: " " } }
  if (kind < 5) {
    const data = { description: `Agreed after event ${serial}: ${plans}` }
    return { eventType: "update_objective_description", targetId: objective, data }
  }
  if (kind < 12) return { eventType: "update_objective_title", targetId: objective, data: { title } }
  return { eventType: "update_principle_title", targetId: principle, data: { title } }
}

/** The drafts of a long log, and the sequence numbers that those so far went back to. */
const makeDrafts = (length: LogLength) => {
  const { events, teams } = length
  const targets = restoresOf(length)
  const used: Array<number> = []
  const data = (serial: number): Draft => {
    if (serial < createdEntities(teams)) return plainDraft(teams, serial)
    const sequenceNumber = targets.get(serial)
    if (sequenceNumber === undefined) return edit(teams, serial)
    used.push(sequenceNumber)
    const scope = used.length % 20 === 0 ? {} : { teamId: teamId((used.length * 17) % teams) }
    return { eventType: "restore_history", targetId: null, data: { sequenceNumber, ...scope } }
  }
  return {
    targets: new Set(targets.values()),
    used,
    draft: (serial: number): Draft => {
      const timestamp = new Date(firstDay + Math.floor((serial / events) * milliseconds)).toISOString()
      return { ...data(serial), timestamp }
    }
  }
}

/**
 * Writes a log of five years: teams with their entities, then edits with rejections, deletions and up to 200 restores, of which
 * one in twenty is of the whole strategy. Checkpoints are saved where a server keeps them.
 */
export const writeLongLog = Effect.fn("writeLongLog")(function* (
  length: LogLength,
  progress: (done: number) => Effect.Effect<void>
) {
  const checkpoints = yield* Checkpoints
  const { draft, targets, used } = makeDrafts(length)
  const last = length.events - tail
  const states = new Map<number, State>()
  const due = new Set<number>([last])
  let [period, restoresBefore] = [0, 0]

  const decided = ({ state }: LogPosition) => {
    const { sequenceNumber } = state
    const next = Math.floor(sequenceNumber / keptSpacing)
    if (next > period || used.length > restoresBefore) due.add(sequenceNumber)
    if (targets.has(sequenceNumber)) states.set(sequenceNumber, state)
    for (const target of used.slice(restoresBefore)) states.delete(target)
    period = next
    restoresBefore = used.length
  }

  return yield* appendUpTo(startOfLog, length.events, {
    draft,
    past: (sequenceNumber) => states.get(sequenceNumber),
    stops: [...targets, last].sort((a, b) => a - b),
    decided,
    appended: Effect.fnUntraced(function* (position) {
      const { sequenceNumber } = position.state
      if (due.has(sequenceNumber)) yield* checkpoints.save(position)
      yield* progress(sequenceNumber)
    })
  })
})
