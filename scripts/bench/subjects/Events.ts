import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import { appliedEvents } from "../Databases.ts"
import * as Load from "../load/Load.ts"
import { atLeast, atMost, compared, inRounds, type Subject } from "../Subject.ts"
import { makePrinciples } from "../Team.ts"
import { requireValid } from "../Validity.ts"

const connections = 64

/** A turn of edits; fails unless each answered one is in the log. */
const turn = Effect.fnUntraced(function* (
  contender: Contender.Contender & { readonly database: string },
  targetIds: ReadonlyArray<string>,
  load: Pick<Load.Load, "connections" | "milliseconds">,
  label: string
) {
  const before = yield* appliedEvents(contender.database)
  const exchanges = Load.editing(contender, { targetIds, connections: load.connections, label, seen: null })
  const loaded = yield* Load.run(contender.name, { ...contender, ...load, exchanges })
  const more = (yield* appliedEvents(contender.database)) - before
  yield* requireValid(
    more === loaded.answers,
    `${contender.name} answered ${loaded.answers} edits and has stored ${more} more events.`
  )
  return loaded
})

export const events: Subject = {
  name: "events",
  about: "Durable edits by many at once and by one, against Fastify and a relational table",
  measure: Effect.fn("Events.measure")(function* (stage) {
    const database = yield* stage.database("events")
    const ours = { ...(yield* Contender.ours({ DATABASE_URL: database })), database }
    const principleIds = yield* makePrinciples(ours, 100)
    const settings = { DATABASE_URL: yield* stage.database("events_fastify"), IDS: principleIds.join(" ") }
    const fastify = yield* Contender.other("Fastify + pg", "fastifyServer.ts", ours.token, settings)
    const theirs = { ...fastify, database: settings.DATABASE_URL }
    const milliseconds = stage.scale.seconds * 1_000
    const rounds = yield* inRounds(
      stage,
      "events",
      Effect.fnUntraced(function* (round) {
        const both = Effect.fnUntraced(function* (connections: number) {
          const label = `Round ${round}, ${connections} at once`
          const of = (each: typeof ours | typeof theirs) =>
            turn(each, principleIds, { connections, milliseconds }, label)
          return { ours: yield* of(ours), theirs: yield* of(theirs) }
        })
        const [many, alone] = [yield* both(connections), yield* both(1)]
        return {
          perSecond: { ours: many.ours.perSecond, theirs: many.theirs.perSecond },
          p50: { ours: alone.ours.times.median, theirs: alone.theirs.times.median }
        }
      })
    )
    const what = "POST /api/events, durable edits"
    const [perSecond, p50] = [rounds.map((round) => round.perSecond), rounds.map((round) => round.p50)]
    return [
      compared(`${what}, ${connections} connections`, "requests/s", fastify.name, perSecond, atLeast(5)),
      compared(`${what}, 1 connection: p50`, "ms", fastify.name, p50, atMost(0.5))
    ]
  })
}
