import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { call } from "../../support/Calls.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as Writer from "../Writer.ts"

/** The ids and sessions that the callers need; it is also sent to another process. */
export interface World {
  readonly url: string
  /** Sessions of each role, for the small and for the expensive requests. */
  readonly small: Sessions
  readonly expensive: Sessions
  /** A team of ordinary size, and its objectives. */
  readonly smallTeam: string
  readonly smallObjectives: ReadonlyArray<string>
  /** A team with as many initiatives and measures as `WorldSize` says, below every limit. */
  readonly wideTeam: string
  readonly wideObjectives: ReadonlyArray<string>
  /** An objective with many rejected edits of 60 KB, and a principle with many descriptions of 4,096 emoji. */
  readonly rejected: string
  readonly described: string
  /** The latest sequence number after everything was created. */
  readonly sequenceNumber: number
}

interface Sessions {
  readonly viewer: string
  readonly editor: string
  readonly admin: string
}

interface WorldSize {
  readonly wideObjectives: number
  readonly initiatives: number
  readonly measures: number
  readonly rejections: number
  readonly descriptions: number
}

const atOnce = { concurrency: 32 } as const

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

const submit = Effect.fnUntraced(function* ({ url, token }: Writer.Writer, body: unknown) {
  const status = yield* Effect.tryPromise({
    try: async () => {
      const answer = await call(url, token, "/api/events", body)
      await answer.arrayBuffer()
      return answer.status
    },
    catch: (cause) => new InvalidRun({ message: `A submission failed: ${cause}.` })
  })
  yield* requireValid(status === 200, `A submission was answered with ${status}.`)
})

const makeTeam = Effect.fnUntraced(function* (
  writer: Writer.Writer,
  name: string,
  size: { readonly objectives: number; readonly initiatives: number; readonly measures: number }
) {
  const teamId = randomUUID()
  yield* Writer.write(writer, "create_team", { id: teamId, name, color: "#1f5fbf" })
  const objectives = yield* Effect.forEach(
    numbers(size.objectives),
    Effect.fnUntraced(function* (n) {
      const id = randomUUID()
      yield* Writer.write(writer, "create_objective", { id, title: `Objective ${n}` }, teamId)
      for (const i of numbers(size.initiatives)) {
        yield* Writer.write(writer, "create_initiative", { title: `Initiative ${i} of ${n}` }, id)
      }
      for (const i of numbers(size.measures)) {
        yield* Writer.write(writer, "create_progress", { name: `Measure ${i}`, start: 0, target: 100, value: i }, id)
      }
      return id
    }),
    atOnce
  )
  return { teamId, objectives }
})

const makeSessions = (writer: Writer.Writer, name: string) =>
  Effect.all({
    viewer: Writer.makeUser(writer, `${name} viewer`, "viewer"),
    editor: Writer.makeUser(writer, `${name} editor`, "editor"),
    admin: Writer.makeUser(writer, `${name} admin`, "admin")
  })

/** Creates users, teams and long histories through the API of a new service. */
export const make = Effect.fn("World.make")(function* (url: string, size: WorldSize) {
  const writer = yield* Writer.admin(url)
  const [small, expensive] = yield* Effect.all([makeSessions(writer, "small"), makeSessions(writer, "worst")])
  const ordinary = yield* makeTeam(writer, "Ordinary", { objectives: 20, initiatives: 4, measures: 2 })
  const wide = yield* makeTeam(writer, "Wide", {
    objectives: size.wideObjectives,
    initiatives: size.initiatives,
    measures: size.measures
  })
  const rejected = wide.objectives[0] ?? ""
  const described = randomUUID()
  yield* Writer.write(writer, "create_principle", { id: described, title: "Described" }, wide.teamId)
  const long = "x".repeat(60_000)
  yield* Effect.forEach(
    numbers(size.rejections),
    (n) => submit(writer, { eventType: "update_objective_title", targetId: rejected, data: { title: `${n} ${long}` } }),
    { concurrency: 8, discard: true }
  )
  yield* Effect.forEach(
    numbers(size.descriptions),
    (n) => {
      const description = `${n} ${"\u{1F600}".repeat(4_000)}`
      return submit(writer, { eventType: "update_principle_description", targetId: described, data: { description } })
    },
    { concurrency: 8, discard: true }
  )
  const last = yield* Writer.write(writer, "update_team_name", { name: "Ordinary team" }, ordinary.teamId)
  return {
    url,
    small,
    expensive,
    smallTeam: ordinary.teamId,
    smallObjectives: ordinary.objectives,
    wideTeam: wide.teamId,
    wideObjectives: wide.objectives,
    rejected,
    described,
    sequenceNumber: last.sequenceNumber
  } satisfies World
})
