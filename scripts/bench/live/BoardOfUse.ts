import { Effect } from "effect"
import * as Writer from "../Writer.ts"

export interface Size {
  readonly principles: number
  readonly objectives: number
}

const words = (
  "grow customers faster quality reliable teams learn support revenue margin platform simpler onboarding retention " +
  "partner market product every quarter without more meetings"
).split(" ")

/** A text of `count` words that differ with `n`. */
const text = (n: number, count: number): string =>
  Array.from({ length: count }, (_, index) => words[(n * 7 + index * (3 + (n % 5))) % words.length]).join(" ")

/**
 * A team with objectives that each have a description, a principle, a measure with a value and an initiative, under random ids
 * as the service makes them: ids in order would compress better than real ones.
 */
export const make = Effect.fn("BoardOfUse.make")(function* (writer: Writer.Writer, { principles, objectives }: Size) {
  const newId = () => crypto.randomUUID()
  const [teamId, principleIds] = [newId(), Array.from({ length: principles }, newId)]
  const objectiveIds = Array.from({ length: objectives }, newId)
  yield* Writer.write(writer, "create_team", { id: teamId, name: "Team in use", color: "#1f5fbf" })
  yield* Effect.forEach(principleIds, (id, n) =>
    Writer.write(writer, "create_principle", { id, title: text(n, 4), description: text(n, 30) }, teamId)
  )
  yield* Effect.forEach(
    objectiveIds,
    Effect.fnUntraced(function* (id, n) {
      const data = { id, title: text(n, 5), description: text(n, 15), status: "on_track", dueDate: "2030-12-31" }
      yield* Writer.write(writer, "create_objective", data, teamId)
      const principleId = principleIds[n % principles]
      yield* Writer.write(writer, "update_objective_principle_link", { principleId, linked: true }, id)
      const measure = newId()
      yield* Writer.write(writer, "create_progress", { id: measure, name: text(n, 2), start: 0, target: 100 }, id)
      yield* Writer.write(writer, "update_progress_value", { value: 1 + (n % 90) }, measure)
      yield* Writer.write(writer, "create_initiative", { title: text(n + 3, 4), status: "active" }, id)
    }),
    { concurrency: 16 }
  )
  return { teamId, objectiveIds }
})
