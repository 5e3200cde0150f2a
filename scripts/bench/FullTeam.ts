import { Effect } from "effect"
import type { EventType } from "../../src/domain/Event.ts"
import * as Writer from "./Writer.ts"

export interface Size {
  readonly principles: number
  readonly objectives: number
}

const id = (team: number, n: number): string =>
  `00000000-0000-4000-8${String(team).padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`

const text = "What it is about, in a sentence or two that a team would write. "

export const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

interface TeamEvent {
  readonly eventType: EventType
  readonly targetId: string | null
  readonly data: Readonly<Record<string, string | number | boolean>>
}

const event = (eventType: EventType, targetId: string | null, data: TeamEvent["data"]): TeamEvent => ({
  eventType,
  targetId,
  data
})

/**
 * The events that create a team, its principles and its objectives. Each objective has a description, a principle, a measure
 * with a value and two initiatives; its events must be written in order.
 */
export const eventsOf = (team: number, { principles, objectives }: Size) => {
  const teamId = id(team, 0)
  const principleIds = numbers(1, principles).map((n) => id(team, n))
  const objectiveIds = numbers(1_000, objectives).map((n) => id(team, n))
  const ofObjective = (objective: string, index: number): ReadonlyArray<TeamEvent> => {
    const n = 1_000 + index
    const measure = id(team, n + 10_000)
    const data = { id: objective, title: `Objective ${n} of the team`, description: text.repeat(3), status: "on_track" }
    const principleId = principleIds[n % principles] ?? teamId
    return [
      event("create_objective", teamId, data),
      event("update_objective_principle_link", objective, { principleId, linked: true }),
      event("create_progress", objective, { id: measure, name: "Share", start: 0, target: 100 }),
      event("update_progress_value", measure, { value: 1 + (n % 90) }),
      event("create_initiative", objective, { title: `First step of ${n}` }),
      event("create_initiative", objective, { title: `Second step of ${n}`, status: "active" })
    ]
  }
  return {
    ...{ teamId, principleIds, objectiveIds },
    team: event("create_team", null, { id: teamId, name: `Team ${team}`, color: "#1f5fbf" }),
    principles: principleIds.map((principle, n) =>
      event("create_principle", teamId, { id: principle, title: `Principle ${n}`, description: text.repeat(4) })
    ),
    objectives: objectiveIds.map(ofObjective)
  }
}

/** Writes the events of `eventsOf`, many at once. */
export const makeTeam = Effect.fnUntraced(function* (writer: Writer.Writer, team: number, size: Size) {
  const events = eventsOf(team, size)
  const write = ({ eventType, targetId, data }: TeamEvent) =>
    Writer.write(writer, eventType, data, targetId ?? undefined)
  yield* write(events.team)
  yield* Effect.forEach(events.principles, write, { concurrency: 32, discard: true })
  yield* Effect.forEach(events.objectives, (each) => Effect.forEach(each, write, { discard: true }), {
    concurrency: 32,
    discard: true
  })
  return events
})
