import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { call } from "../../support/Calls.ts"
import { makeTeam, numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

const atOnce = { concurrency: 8, discard: true } as const

/** Renames a team; gives the number of its event, which is the last one. */
export const lastEvent = (writer: Writer.Writer, { teamId }: { readonly teamId: string }, name: string) =>
  Writer.write(writer, "update_team_name", { name }, teamId)

/** The ids and sessions that the callers need. */
export type World = Effect.Success<ReturnType<typeof make>>

/**
 * Creates users, a team of ordinary size, a wide one below every limit, and long histories through a new service. A small
 * world has a tenth of them.
 */
export const make = Effect.fn("World.make")(function* (url: string, isSmall: boolean) {
  const scaled = (count: number) => (isSmall ? Math.ceil(count / 10) : count)
  const writer = yield* Writer.admin(url)
  const session = (role: string) => Writer.makeUser(writer, `expensive ${role}`, role)
  const small = yield* Writer.makeUser(writer, "small editor", "editor")
  const expensive = {
    nobody: "",
    viewer: yield* session("viewer"),
    editor: yield* session("editor"),
    admin: yield* session("admin")
  }
  const ordinary = yield* makeTeam(writer, "Ordinary", { principles: 20, objectives: 20, initiatives: 4, measures: 2 })
  const size = { principles: 1, objectives: scaled(100), initiatives: scaled(80), measures: scaled(16) }
  const wide = yield* makeTeam(writer, "Wide", size)
  const [rejected, described] = [wide.objectiveIds[0] ?? "", randomUUID()]
  yield* Writer.write(writer, "create_principle", { id: described, title: "Described" }, wide.teamId)
  const reject = (n: number) => {
    const data = { title: `${n} ${"x".repeat(60_000)}` }
    const submission = { eventType: "update_objective_title", targetId: rejected, data }
    return Effect.promise(() => call(url, writer.token, "/api/events", submission))
  }
  const describe = (n: number) => {
    const data = { description: `${n} ${"\u{1F600}".repeat(4_000)}` }
    return Writer.write(writer, "update_description", data, described)
  }
  yield* Effect.forEach(numbers(scaled(1_500)), reject, atOnce)
  yield* Effect.forEach(numbers(scaled(300)), describe, atOnce)
  const sequenceNumber = yield* lastEvent(writer, ordinary, "Ordinary team")
  return { url, writer, small, expensive, ordinary, wide, rejected, described, sequenceNumber }
})
