import { Effect } from "effect"
import * as Writer from "../streams/Writer.ts"

export interface Size {
  readonly principles: number
  readonly objectives: number
}

const id = (team: number, n: number): string =>
  `00000000-0000-4000-8${String(team).padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`

const atOnce = { concurrency: 32, discard: true } as const

export const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

/** A team whose objectives have a description, a principle, a measure with a value, and two initiatives each. */
export const makeTeam = Effect.fnUntraced(function* (
  writer: Writer.Writer,
  team: number,
  { principles, objectives }: Size
) {
  const teamId = id(team, 0)
  const text = "What it is about, in a sentence or two that a team would write. "
  yield* Writer.write(writer, "create_team", { id: teamId, name: `Team ${team}`, color: "#1f5fbf" })
  const principleIds = numbers(1, principles).map((n) => id(team, n))
  yield* Effect.forEach(
    principleIds,
    (principle, n) =>
      Writer.write(
        writer,
        "create_principle",
        { id: principle, title: `Principle ${n}`, description: text.repeat(4) },
        teamId
      ),
    atOnce
  )
  const objectiveIds = yield* Effect.forEach(
    numbers(1_000, objectives),
    Effect.fnUntraced(function* (n) {
      const objective = id(team, n)
      const measure = id(team, n + 10_000)
      const data = {
        id: objective,
        title: `Objective ${n} of the team`,
        description: text.repeat(3),
        status: "on_track"
      }
      yield* Writer.write(writer, "create_objective", data, teamId)
      const principleId = principleIds[n % principles] ?? teamId
      yield* Writer.write(writer, "update_objective_principle_link", { principleId, linked: true }, objective)
      yield* Writer.write(writer, "create_progress", { id: measure, name: "Share", start: 0, target: 100 }, objective)
      yield* Writer.write(writer, "update_progress_value", { value: 1 + (n % 90) }, measure)
      yield* Writer.write(writer, "create_initiative", { title: `First step of ${n}` }, objective)
      yield* Writer.write(writer, "create_initiative", { title: `Second step of ${n}`, status: "active" }, objective)
      return objective
    }),
    { concurrency: 32 }
  )
  return { teamId, principleIds, objectiveIds }
})
