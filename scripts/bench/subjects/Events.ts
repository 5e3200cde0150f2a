import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import { appliedEvents } from "../Databases.ts"
import { requireValid } from "../InvalidRun.ts"
import * as Load from "../load/Load.ts"
import { atLeast, atMost, compared, inRounds, type Subject } from "../Subject.ts"
import { makePrinciples } from "../Team.ts"

const connections = 64

/** A server whose answered edits must be in the log of a database. */
interface Writing {
  readonly contender: Contender.Contender
  readonly database: string
}

/** A turn of edits; fails unless each answered one is in the log. */
const turn = Effect.fnUntraced(function* (
  { contender, database }: Writing,
  targetIds: ReadonlyArray<string>,
  load: Pick<Load.Load, "connections" | "milliseconds">,
  label: string
) {
  const before = yield* appliedEvents(database)
  const exchanges = Load.editing(contender, { targetIds, connections: load.connections, label, seen: null })
  const loaded = yield* Load.run(contender.name, { ...contender, ...load, exchanges })
  const more = (yield* appliedEvents(database)) - before
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
    const [database, theirs] = [yield* stage.database("events"), yield* stage.database("events_fastify")]
    const ours = yield* Contender.ours({ DATABASE_URL: database })
    const principleIds = yield* makePrinciples(ours, 100)
    const fastify = yield* Contender.other("Fastify + pg", "fastifyServer.ts", ours.token, {
      DATABASE_URL: theirs,
      IDS: principleIds.join(" ")
    })
    const milliseconds = stage.scale.seconds * 1_000
    const rounds = yield* inRounds(
      stage,
      "events",
      Effect.fnUntraced(function* (round) {
        const both = Effect.fnUntraced(function* (connections: number) {
          const of = (writing: Writing) =>
            turn(writing, principleIds, { connections, milliseconds }, `Round ${round}, ${connections} at once`)
          return {
            ours: yield* of({ contender: ours, database }),
            theirs: yield* of({ contender: fastify, database: theirs })
          }
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
