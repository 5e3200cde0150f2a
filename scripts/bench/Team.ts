import { Effect } from "effect"
import * as Writer from "./Writer.ts"

/** What a team has: principles and objectives, and in each objective initiatives and measures. */
interface Size {
  readonly principles: number
  readonly objectives: number
  readonly initiatives?: number
  readonly measures?: number
}

/** Far fewer than the queue of the planner may hold. */
const atOnce = { concurrency: 32 } as const

/** A text of `count` words that differ with `n`. */
const text = (n: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `word${(n * 7 + index * (3 + (n % 5))) % 24}`).join(" ")

export const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

const newIds = (count: number): ReadonlyArray<string> => numbers(count).map(() => crypto.randomUUID())

/**
 * Creates a team through a server. Each objective has a description, a principle if there are any, two initiatives and a
 * measure with a value, unless told otherwise. Ids are random, as the service makes them: ids in order compress better.
 */
export const makeTeam = Effect.fn("Team.makeTeam")(function* (writer: Writer.Writer, name: string, size: Size) {
  const [[teamId = ""], principleIds, objectiveIds] = [newIds(1), newIds(size.principles), newIds(size.objectives)]
  const write = (eventType: string, targetId: string | undefined, data: Record<string, unknown>) =>
    Writer.write(writer, eventType, data, targetId)
  yield* write("create_team", undefined, { id: teamId, name, color: "#1f5fbf" })
  const principle = (id: string, n: number) =>
    write("create_principle", teamId, { id, title: text(n, 4), description: text(n, 30) })
  yield* Effect.forEach(principleIds, principle, { ...atOnce, discard: true })
  const objective = Effect.fnUntraced(function* (id: string, n: number) {
    const data = { id, title: text(n, 5), description: text(n, 15), status: "on_track", dueDate: "2030-12-31" }
    yield* write("create_objective", teamId, data)
    const principleId = principleIds[n % size.principles]
    if (principleId !== undefined) yield* write("update_objective_principle_link", id, { principleId, linked: true })
    for (const i of numbers(size.initiatives ?? 2)) {
      yield* write("create_initiative", id, { title: text(n + i, 4), status: "active" })
    }
    for (const i of numbers(size.measures ?? 1)) {
      const value = 1 + ((n + i) % 90)
      yield* write("create_progress", id, { name: text(n + i, 2), start: 0, target: 100, value })
    }
  })
  yield* Effect.forEach(objectiveIds, objective, { ...atOnce, discard: true })
  return { teamId, principleIds, objectiveIds }
})

/** Creates teams with so many principles, half of them in each; gives their ids. */
export const makePrinciples = Effect.fnUntraced(function* (writer: Writer.Writer, principles: number) {
  const half = { principles: principles / 2, objectives: 0 }
  const teams = yield* Effect.forEach(["One", "Two"], (name) => makeTeam(writer, name, half))
  return teams.flatMap(({ principleIds }) => principleIds)
})
