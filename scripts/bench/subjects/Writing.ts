import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Outcome } from "../../../src/domain/Outcome.ts"
import * as Answers from "../contenders/Answers.ts"
import * as BareWriter from "../contenders/BareWriter.ts"
import { type Contender, names } from "../contenders/Contender.ts"
import * as Fastify from "../contenders/Fastify.ts"
import * as Ours from "../contenders/Ours.ts"
import * as WithoutPlanner from "../contenders/WithoutPlanner.ts"
import { onDatabase } from "../Databases.ts"
import { makeTeam } from "../FullTeam.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as Turns from "../load/Turns.ts"
import type { RunContext } from "../Subject.ts"

/** Two teams, each with the largest number of principles. */
const teams = [1, 2]
const size = { principles: 50, objectives: 0 }

/** The number of applied events in the log; both models have the column. */
const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM events WHERE status = 'applied'`
  return row?.count ?? 0
})

const count = (database: string) =>
  applied.pipe(
    onDatabase(database),
    Effect.mapError((cause) => new InvalidRun({ message: `The events cannot be counted: ${cause}.` }))
  )

const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

/** Edits a title; gives the outcome. */
export const edit = (contender: Contender, targetId: string, title: string, lastSeenSequence?: number) =>
  Answers.fetchFrom(
    contender,
    "/api/events",
    {},
    {
      eventType: "update_principle_title",
      targetId,
      data: { title },
      ...(lastSeenSequence === undefined ? {} : { lastSeenSequence })
    }
  ).pipe(
    Effect.flatMap((answer) => decodeOutcome(Answers.value(answer))),
    Effect.catchTag(
      "SchemaError",
      () => new InvalidRun({ message: `${contender.name} did not answer an edit with an outcome.` })
    )
  )

/** Checks the answers to an edit and to a conflicting one; gives the latest sequence number. */
const probe = Effect.fnUntraced(function* (contender: Contender, targetId: string, turn: number) {
  const before = yield* edit(contender, targetId, `Probe ${turn}, first`)
  const { sequenceNumber, ...second } = yield* edit(contender, targetId, `Probe ${turn}, second`)
  const stale = yield* edit(contender, targetId, `Probe ${turn}, stale`, before.sequenceNumber)
  const conflict = [stale.status, stale.previousValue, stale.conflictingServerValue]
  const applied = { status: "applied", rejectionReason: null, conflictingServerValue: null }
  const difference = Answers.difference(
    Answers.canonical([second, conflict]),
    Answers.canonical([
      { ...applied, previousValue: `Probe ${turn}, first` },
      ["rejected", null, `Probe ${turn}, second`]
    ])
  )
  yield* requireValid(difference === undefined, `${contender.name} answers edits with ${difference}.`)
  return Math.max(sequenceNumber, stale.sequenceNumber)
})

/** Measures edits of 100 titles with ours, Fastify and, `withLimits`, ours without the planner and the bare writer. */
export const writing = Effect.fn("Writing.writing")(function* (
  stage: RunContext,
  subject: string,
  connections: number,
  withLimits: boolean
) {
  const database = yield* stage.database(subject)
  const { contender: ours, writer } = yield* Ours.start(database)
  const made = yield* Effect.forEach(teams, (team) => makeTeam(writer, team, size))
  const principleIds = made.flatMap((team) => team.principleIds)
  const fastifyDatabase = yield* stage.database(`${subject}_fastify`)
  const fastify = yield* Fastify.start(
    fastifyDatabase,
    ours,
    writer,
    made.map(({ teamId }) => teamId)
  )
  const databases = new Map([
    [ours.name, database],
    [fastify.name, fastifyDatabase]
  ])
  const kept = new Map(databases)
  const limits: Array<Contender> = []
  if (withLimits) {
    const limitDatabase = yield* stage.database(`${subject}_limit`)
    kept.set(names.bareWriter, limitDatabase)
    limits.push(yield* WithoutPlanner.start, yield* BareWriter.start(limitDatabase, ours.headers))
  }
  const before = new Map<string, number>()

  const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender, turn) {
    const { name, url, headers } = contender
    const lastSeenSequence = databases.has(name) ? yield* probe(contender, principleIds[0] ?? "", turn) : 1
    const own = kept.get(name)
    if (own !== undefined) before.set(name, yield* count(own))
    const milliseconds = stage.scale.seconds * 1_000
    const label = `Turn ${turn}`
    return { kind: "edits", url, connections, milliseconds, headers, principleIds, lastSeenSequence, label }
  })

  return yield* Turns.runInTurns(
    stage,
    subject,
    [ours, fastify, ...limits],
    prepare,
    Effect.fnUntraced(function* ({ name }, { answers }) {
      const own = kept.get(name)
      if (own === undefined) return
      const more = (yield* count(own)) - (before.get(name) ?? 0)
      yield* requireValid(
        more === answers,
        `${name} answered ${answers} edits as applied, and has stored ${more} more events.`
      )
    })
  )
})
