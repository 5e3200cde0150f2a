import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { type Contender, fetchFrom, names } from "../contenders/Contender.ts"
import * as Start from "../contenders/Start.ts"
import { appliedEvents } from "../Databases.ts"
import { requireValid } from "../InvalidRun.ts"
import * as Turns from "../load/Turns.ts"
import type { RunContext, Subject } from "../Subject.ts"
import { makeTeam } from "../Team.ts"

const connections = 64

/** A server whose answered edits must be in the log of a database. */
interface Writing {
  readonly contender: Contender
  readonly database: string
}

/** Edits a title; gives the outcome. */
const edit = (contender: Contender, targetId: string, title: string, lastSeenSequence: number | null) => {
  const event = { eventType: "update_principle_title", targetId, data: { title }, lastSeenSequence }
  return Effect.map(fetchFrom(contender, "/api/events", event), ({ body }) => JSON.parse(body.toString()))
}

/** Checks the answers to an edit and to a conflicting one; gives the latest sequence number. */
const probe = Effect.fnUntraced(function* (contender: Contender, targetId: string, turn: string) {
  const first = yield* edit(contender, targetId, `${turn}, first`, null)
  const second = yield* edit(contender, targetId, `${turn}, second`, first.sequenceNumber)
  const stale = yield* edit(contender, targetId, `${turn}, stale`, first.sequenceNumber)
  const found = [second.status, second.previousValue, stale.status, stale.previousValue, stale.conflictingServerValue]
  const expected = ["applied", `${turn}, first`, "rejected", null, `${turn}, second`]
  yield* requireValid(isDeepStrictEqual(found, expected), `${contender.name} answers edits with ${found.join(", ")}.`)
  return Math.max(second.sequenceNumber, stale.sequenceNumber)
})

/** Lets the servers edit the same titles in turn. */
const edited = Effect.fnUntraced(function* (
  stage: RunContext,
  count: number,
  servers: ReadonlyArray<Writing>,
  principleIds: ReadonlyArray<string>
) {
  const byName = new Map(servers.map((server) => [server.contender.name, server]))
  const before = new Map<string, number>()
  const stored = (name: string) => appliedEvents(byName.get(name)?.database ?? "")
  const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender, turn) {
    const label = `Turn ${turn} of ${count}`
    const lastSeenSequence = yield* probe(contender, principleIds[0] ?? "", label)
    before.set(contender.name, yield* stored(contender.name))
    const edits = { eventType: "update_principle_title", targetIds: principleIds, lastSeenSequence, label } as const
    return { ...contender, connections: count, milliseconds: stage.scale.seconds * 1_000, edits }
  })
  const contenders = servers.map(({ contender }) => contender)
  return yield* Turns.runInTurns(
    stage,
    `events, ${count} connections`,
    contenders,
    prepare,
    Effect.fnUntraced(function* ({ name }, { answers }) {
      const more = (yield* stored(name)) - (before.get(name) ?? 0)
      yield* requireValid(more === answers, `${name} answered ${answers} edits and has stored ${more} more events.`)
    })
  )
})

export const events: Subject = {
  name: "events",
  about: "Durable edits by many at once and by one, against Fastify and a relational model",
  measure: Effect.fn("Events.measure")(function* (stage) {
    const database = yield* stage.database("events")
    const ours = yield* Start.ours(database)
    const teams = yield* Effect.forEach(["One", "Two"], (name) =>
      makeTeam(ours, name, { principles: 50, objectives: 0 })
    )
    const ids = teams.flatMap((team) => team.principleIds)
    const fastifyDatabase = yield* stage.database("events_fastify")
    const teamIds = teams.map(({ teamId }) => teamId)
    const fastify = yield* Start.fastify(fastifyDatabase, ours, teamIds)
    const servers: ReadonlyArray<Writing> = [
      { contender: ours, database },
      { contender: fastify, database: fastifyDatabase }
    ]
    const many = yield* edited(stage, connections, servers, ids)
    const alone = yield* edited(stage, 1, servers, ids)
    const what = "POST /api/events, durable edits"
    return [
      Turns.tableOf(`${what}, ${connections} connections`, "requests/s", many, Turns.perSecond, [
        { of: names.ours, to: names.fastify, is: "at least", bound: 5 }
      ]),
      Turns.tableOf(`${what}, ${connections} connections: p50`, "ms", many, ({ edits }) => edits.median),
      Turns.tableOf(`${what}, 1 connection: p50`, "ms", alone, ({ edits }) => edits.median, [
        { of: names.ours, to: names.fastify, is: "at most", bound: 0.5 }
      ])
    ]
  })
}
