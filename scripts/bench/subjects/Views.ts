import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { type Contender, fetchFrom, names } from "../contenders/Contender.ts"
import * as Start from "../contenders/Start.ts"
import { requireValid } from "../InvalidRun.ts"
import * as Turns from "../load/Turns.ts"
import type { RunContext, Subject } from "../Subject.ts"
import { makeTeam } from "../Team.ts"
import * as Writer from "../Writer.ts"

const connections = 64

interface View {
  readonly name: "principles" | "objectives"
  readonly path: string
  /** Whether the requests have the ETag of the response. */
  readonly conditional: boolean
  /** The smallest accepted ratio of our requests per second to the competitor's. */
  readonly bound: number
}

/** Measures the same view of a team from us and from a competitor. The order of keys may differ. */
const compared = Effect.fnUntraced(function* (stage: RunContext, view: View, ours: Contender, competitor: Contender) {
  const { name, path, conditional, bound } = view
  const answer = yield* fetchFrom(ours, path)
  const expected: unknown = JSON.parse(answer.body.toString())
  const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender) {
    const whole = yield* fetchFrom(contender, path)
    const isSame = whole.status === 200 && isDeepStrictEqual(JSON.parse(whole.body.toString()), expected)
    yield* requireValid(isSame, `${contender.name} answers ${path} differently, with status ${whole.status}.`)
    const etag = conditional ? whole.headers.etag : undefined
    const reads = { paths: [path], status: conditional ? 304 : 200, body: conditional ? Buffer.of() : whole.body }
    return { ...contender, etag, connections, milliseconds: stage.scale.seconds * 1_000, reads }
  })
  const what = conditional ? "not modified" : `${answer.body.length} bytes`
  const title = `GET …/${name}, ${what}, ${connections} connections`
  const turns = yield* Turns.runInTurns(stage, `${name}, ${what}`, [ours, competitor], prepare)
  return [
    Turns.tableOf(title, "requests/s", turns, Turns.perSecond, [
      { of: names.ours, to: competitor.name, is: "at least", bound }
    ]),
    Turns.tableOf(`${title}: p99`, "ms", turns, ({ reads }) => reads.p99)
  ]
})

export const views: Subject = {
  name: "views",
  about:
    "A view of 50 objectives with everything in them, against Fastify and a relational model; the same for a client that " +
    "has it, and a view of principles, against Node's HTTP server with the same bytes in memory",
  measure: Effect.fn("Views.measure")(function* (stage) {
    const ours = yield* Start.ours(yield* stage.database("views"))
    const each = stage.scale.quick ? 10 : 50
    const { teamId, objectiveIds } = yield* makeTeam(ours, "Views", { principles: each, objectives: each })
    for (const objective of objectiveIds) {
      const id = crypto.randomUUID()
      yield* Writer.write(ours, "create_group", { id, name: "A group" }, objective)
      yield* Writer.write(ours, "create_initiative", { title: "In the group", groupId: id }, objective)
    }
    const viewOf = (name: View["name"], conditional: boolean, bound: number): View => ({
      ...{ name, conditional, bound, path: `/api/teams/${teamId}/${name}` }
    })
    const whole = viewOf("objectives", false, 5)
    const notModified = viewOf("objectives", true, 0.5)
    const light = viewOf("principles", false, 0.45)
    const fastify = yield* Start.fastify(yield* stage.database("views_fastify"), ours, [teamId])
    return [
      ...(yield* compared(stage, whole, ours, fastify)),
      ...(yield* compared(stage, notModified, ours, yield* Start.bare(ours, notModified.path))),
      ...(yield* compared(stage, light, ours, yield* Start.bare(ours, light.path)))
    ]
  })
}
