import { Effect } from "effect"
import type { RestoreData } from "../../src/domain/events/RestoreData.ts"
import type { State } from "../../src/domain/state/State.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import { keptSpacing } from "../../src/log/projection/CheckpointThinning.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import {
  appendUpTo,
  type Draft,
  entitiesPerTeam,
  entityId,
  objectiveId,
  plainDraft,
  principleId,
  teamId
} from "./Generate.ts"

/** The length of a log, in events and in teams that it creates first. */
interface LogLength {
  readonly events: number
  readonly teams: number
}

/** The principle with the longest history: one event in a hundred is an edit of it. */
export const hotPrinciple = principleId(0)
const eventsPerHotEdit = 100

/** One event in `eventsPerRestore` is a restore, until the log has `maxRestores`. */
const eventsPerRestore = 5_000
const maxRestores = 200

/** Restores go back, in turn, to the state after this share of the edits before them. */
const restoreAgeShares = [0.999, 0.9, 0.5, 0.1]

/** The events after the newest checkpoint, which a start must fold: nearly as many as there can be. */
const eventsAfterCheckpoint = 900

const firstDay = Date.parse("2021-01-01T00:00:00.000Z")
const fiveYearsMs = 5 * 365 * 86_400_000

const createdEntities = (teams: number): number => teams * entitiesPerTeam

/** The restores by their serial numbers. One in twenty is of the whole strategy. */
const restoresOf = ({ events, teams }: LogLength): ReadonlyMap<number, RestoreData> => {
  const first = createdEntities(teams)
  const restores = Math.min(maxRestores, Math.floor(events / eventsPerRestore))
  return new Map(
    Array.from({ length: restores }, (_, n) => {
      const edits = Math.floor(((events - first) * (n + 1)) / (restores + 2))
      const sequenceNumber = first + Math.floor(edits * (restoreAgeShares[n % restoreAgeShares.length] ?? 1))
      const scope = (n + 1) % 20 === 0 ? {} : { teamId: teamId(((n + 1) * 17) % teams) }
      return [first + edits, { sequenceNumber, ...scope }]
    })
  )
}

const longText = "what it takes, who does it, and when it is looked at again; ".repeat(4)

/** Mostly edits of titles, which always change something; one event in twenty is rejected. */
const edit = (teams: number, serial: number): Draft => {
  const perKind = (createdEntities(teams) - teams) / 2
  // Of twenty events ten edit objectives and eight principles; counting each kind on its own edits all entities equally often.
  const round = Math.floor(serial / 20)
  const kind = serial % 20
  const objective = objectiveId(((round * 10 + kind) * 7) % perKind)
  const principle = principleId(((round * 8 + kind) * 13) % perKind)
  const title = `Renamed by event ${serial}`
  if (serial % eventsPerHotEdit === 0)
    return { eventType: "update_principle_title", targetId: hotPrinciple, data: { title } }
  const initiative = entityId(6, Math.floor(serial / 200))
  if (serial % 200 === 1) {
    return { eventType: "create_initiative", targetId: objective, data: { id: initiative, title } }
  }
  if (serial % 200 === 111) return { eventType: "delete_initiative", targetId: initiative, data: {} }
  if (kind === 2) return { eventType: "update_objective_title", targetId: objective, data: { title: " " } }
  if (kind < 5) {
    const data = { description: `Agreed after event ${serial}: ${longText}` }
    return { eventType: "update_objective_description", targetId: objective, data }
  }
  if (kind < 12) return { eventType: "update_objective_title", targetId: objective, data: { title } }
  return { eventType: "update_principle_title", targetId: principle, data: { title } }
}

/** The events of a long log, with the restores among them. */
const makeDrafts = (length: LogLength) => {
  const { events, teams } = length
  const restores = restoresOf(length)
  const data = (serial: number): Draft => {
    if (serial < createdEntities(teams)) return plainDraft(teams, serial)
    const restore = restores.get(serial)
    return restore === undefined
      ? edit(teams, serial)
      : { eventType: "restore_history", targetId: null, data: { ...restore } }
  }
  return {
    restores,
    draft: (serial: number): Draft => {
      const timestamp = new Date(firstDay + Math.floor((serial / events) * fiveYearsMs)).toISOString()
      return { ...data(serial), timestamp }
    }
  }
}

/**
 * Writes a log of five years: teams with their entities, then edits with rejections, deletions and up to 200 restores, of which
 * one in twenty is of the whole strategy. Checkpoints are saved where a server keeps them.
 */
export const writeLongLog = Effect.fn("writeLongLog")(function* (length: LogLength) {
  const checkpoints = yield* Checkpoints
  const { draft, restores } = makeDrafts(length)
  const last = length.events - eventsAfterCheckpoint
  const targets = Map.groupBy(restores.values(), ({ sequenceNumber }) => sequenceNumber)
  const spans = Array.from({ length: Math.floor(length.events / keptSpacing) }, (_, n) => (n + 1) * keptSpacing)
  const states = new Map<number, State>()
  let before = 0

  /** Keeps the states that restores go back to; gives whether a checkpoint is due. */
  const note = ({ state }: LogPosition) => {
    const { sequenceNumber } = state
    const made = [...restores].filter(([serial]) => serial >= before && serial < sequenceNumber)
    const isInNewSpan = Math.floor(sequenceNumber / keptSpacing) > Math.floor(before / keptSpacing)
    for (const [, restore] of made) states.delete(restore.sequenceNumber)
    if (targets.has(sequenceNumber)) states.set(sequenceNumber, state)
    before = sequenceNumber
    return isInNewSpan || made.length > 0 || sequenceNumber === last
  }

  return yield* appendUpTo(startOfLog, length.events, {
    draft,
    earlier: (sequenceNumber) => states.get(sequenceNumber),
    stops: [...targets.keys(), ...spans, last].sort((a, b) => a - b),
    appended: (position) => (note(position) ? checkpoints.save(position) : Effect.void)
  })
})
