import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import * as Load from "../load/Load.ts"
import { atLeast, compared, inRounds, type RunContext, type Subject } from "../Subject.ts"
import { makeTeam } from "../Team.ts"
import { requireValid } from "../Validity.ts"

const connections = 64

interface View {
  readonly path: string
  /** Whether the requests have the ETag of the response. */
  readonly isKnown: boolean
  /** The smallest accepted ratio of our requests per second to the contender's. */
  readonly bound: number
}

/** Measures the same view of a team from us and from a contender with the same bytes. */
const measured = Effect.fnUntraced(function* (
  stage: RunContext,
  { path, isKnown, bound }: View,
  ours: Contender.Contender,
  bare: Contender.Contender
) {
  const { body, headers } = yield* Contender.fetchFrom(ours, path)
  const { etag = "" } = headers
  const expected = isKnown ? { status: 304, body: Buffer.of(), etag } : { body }
  const turn = Effect.fnUntraced(function* (contender: Contender.Contender) {
    const whole = yield* Contender.fetchFrom(contender, path)
    const isSame = isDeepStrictEqual([whole.status, whole.body, whole.headers.etag], [200, body, etag])
    yield* requireValid(isSame, `${contender.name} answers ${path} differently, with status ${whole.status}.`)
    const exchanges = Load.reading(contender, [path], expected)
    const load = { ...contender, connections, milliseconds: stage.scale.seconds * 1_000, exchanges }
    return (yield* Load.run(contender.name, load)).perSecond
  })
  const title = `GET …/${path.split("/").at(-1)}, ${isKnown ? "not modified" : `${body.length} bytes`}`
  const rounds = yield* inRounds(stage, title, () => Effect.all({ ours: turn(ours), theirs: turn(bare) }))
  return compared(`${title}, ${connections} connections`, "requests/s", bare.name, rounds, atLeast(bound))
})

export const views: Subject = {
  name: "views",
  about: "A team's views, whole and not modified, against Node's HTTP server with the same bytes in memory",
  measure: Effect.fn("Views.measure")(function* (stage) {
    const ours = yield* Contender.ours({ DATABASE_URL: yield* stage.database("views") })
    const each = stage.scale.quick ? 10 : 50
    const { teamId } = yield* makeTeam(ours, "Views", { principles: each, objectives: each })
    const [objectives, principles] = [`/api/teams/${teamId}/objectives`, `/api/teams/${teamId}/principles`]
    const bare = yield* Contender.other("bare node:http", "bareServer.ts", ours.token, {
      SERVICE: ours.url,
      PATHS: `${objectives} ${principles}`
    })
    const views: ReadonlyArray<View> = [
      { path: objectives, isKnown: false, bound: 0.45 },
      { path: objectives, isKnown: true, bound: 0.5 },
      { path: principles, isKnown: false, bound: 0.45 }
    ]
    return yield* Effect.forEach(views, (view) => measured(stage, view, ours, bare))
  })
}
