import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, Schedule } from "effect"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import * as App from "../../../src/App.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import * as Migrations from "../../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../../src/sql/PostgresDatabase.ts"
import { migratedDatabase } from "../../support/databases.ts"
import * as Audience from "../soak/Audience.ts"
import * as Chance from "../soak/Chance.ts"
import { type Disturbed, disturb } from "../soak/Disturbances.ts"
import { people } from "../soak/People.ts"
import * as Servers from "../soak/Servers.ts"
import { folded, ledgerFaults, streamFaults, wholeLog } from "../soak/Verdict.ts"
import * as Views from "../soak/Views.ts"
import { worldSubmissions } from "../soak/World.ts"
import { emptyLedger, type Ledger, type Pair, type Person, submit, write } from "../soak/Writer.ts"

/** The duration of the long proof, by `npm run prove -- soak`, which also prints progress. Unset: until the counts are reached. */
const seconds = Number(process.env.SOAK_SECONDS ?? 0)
const isLong = seconds > 0
const seed = Number(process.env.SOAK_SEED ?? 1)

/** A short run has fewer of them: the claims are about each write and each stream, whatever their number. */
const [writersEach, streamsEach, answersBetween] = isLong ? [16, 5, 1_000] : [8, 1, 40]
/** Admins among the writers, who also restore. */
const adminsEach = 2
const watchers = 10

/** A run goes on until it has so many: with smaller counts it would prove nothing. Each server is killed once. */
const wantedCounts = { answers: 200, conflicts: 20, resumes: 20, listeners: 2, kills: 2, stops: 1, restores: 1 }

const stores = (url: Redacted.Redacted) =>
  TimeTravel.layer.pipe(
    Layer.provideMerge(App.sqlStores),
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url))),
    Layer.provide(NodeCrypto.layerSecureRandom),
    Layer.provide(Logger.layer([]))
  )

const countsOf = (ledger: Ledger, audience: Audience.Audience, disturbed: Disturbed) => {
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)
  const { answered, unanswered, views } = ledger
  const { followers, received } = audience
  return {
    answers: answered.length,
    applied: answered.filter(({ outcome }) => outcome.status === "applied").length,
    conflicts: answered.filter(({ outcome }) => outcome.conflictingServerValue !== null).length,
    restores: answered.filter(
      ({ submission, outcome }) => submission.eventType === "restore_history" && outcome.status === "applied"
    ).length,
    unanswered,
    views,
    frames: received(),
    connections: sum(followers.map(({ connections }) => connections)),
    resumes: sum(followers.map(({ resumes }) => resumes)),
    busy: sum(followers.map(({ busy }) => busy)),
    ...disturbed
  }
}

const hasAll = (counts: typeof wantedCounts): boolean =>
  Object.entries(wantedCounts).every(([name, wanted]) => Reflect.get(counts, name) >= wanted)

const inWords = (counts: object) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")

/** Retries until there are no faults, for two minutes at most; returns the last faults. */
const settled = (faults: Effect.Effect<ReadonlyArray<string>>) =>
  Effect.repeat(faults, {
    schedule: Schedule.spaced("250 millis"),
    times: 480,
    until: (found) => found.length === 0
  })

const differences = (url: string, { token }: Person, expected: Views.Shown) =>
  Effect.promise(async () => {
    const difference = Views.difference(expected, await Views.ofServer(url, token))
    return difference === undefined ? [] : [`${url} shows other views than the log: ${difference}`]
  })

const soak = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const env = { DATABASE_URL: Redacted.value(url) }
  const services = yield* Layer.build(stores(url))
  return yield* Effect.gen(function* () {
    const [admin] = yield* people("admin", 1)
    const editors = yield* people("editor", 6)
    const viewers = yield* people("viewer", watchers)
    if (admin === undefined) return yield* Effect.die("there is no admin")
    const servers: Pair = yield* Effect.all([Servers.make("A", env), Servers.make("B", env)], { concurrency: 2 })
    const ledger = emptyLedger()
    const disturbed: Disturbed = { listeners: 0, kills: 0, stops: 0 }

    for (const [index, submission] of worldSubmissions.entries()) {
      yield* Effect.promise(() => submit(servers, index, admin, `beginning-${index}`, submission, ledger))
    }
    const begun = worldSubmissions.length
    const audience = yield* Audience.make(servers, viewers, streamsEach, Chance.make(seed + 1_000))

    const progress = Effect.sync(() => console.log(inWords(countsOf(ledger, audience, disturbed)))).pipe(
      Effect.delay("5 seconds"),
      Effect.forever
    )
    const scale = `${writersEach} writers and ${watchers * streamsEach} streams on each of 2 servers`
    if (isLong) console.log(`seed ${seed}, ${seconds} s, ${scale}`)

    let isOver = false
    const writing = servers.flatMap((_, home) =>
      Array.from({ length: writersEach }, (_, n) => {
        const isAdmin = n < adminsEach
        const person = isAdmin ? admin : (editors[n % editors.length] ?? admin)
        const chance = Chance.make(seed + home * writersEach + n)
        const name = `${home}-${n}`
        return write({ servers, home, person, isAdmin, name, chance, begun, ledger, isOver: () => isOver })
      })
    )
    const started = performance.now()
    const disturbing = disturb({
      servers,
      chance: Chance.make(seed + 2_000),
      disturbed,
      answers: () => ledger.answered.length,
      answersBetween,
      isEnough: () => performance.now() - started >= seconds * 1_000 && hasAll(countsOf(ledger, audience, disturbed)),
      isBroken: () => ledger.faults.length > 0,
      onReturn: audience.comeBack
    })
    yield* Effect.raceFirst(disturbing, isLong ? progress : Effect.never).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          isOver = true
        })
      )
    )
    yield* Effect.promise(() => Promise.all(writing))
    yield* audience.stay

    const log = yield* wholeLog
    const { state, faults } = yield* folded
    const expected = Views.ofState(state)
    const third = yield* ServerProcess.start(env)
    const found = [
      ...ledger.faults,
      ...faults,
      ...ledgerFaults(ledger, log),
      ...(yield* settled(Effect.sync(() => streamFaults(audience.followers, log)))),
      ...audience.differences.map((difference) => `a frame has two forms: ${difference}`),
      ...(yield* settled(differences(servers[0].url, admin, expected))),
      ...(yield* settled(differences(servers[1].url, admin, expected))),
      ...(yield* differences(third.url, admin, expected))
    ]
    const counts = countsOf(ledger, audience, disturbed)
    console.log(`Soak: ${inWords({ events: log.events.length, ...counts })}`)
    if (found.length > 0) {
      for (const server of servers) console.log(`Server ${server.name}:\n${server.complaints().slice(-30).join("\n")}`)
    }
    return found
  }).pipe(Effect.provideContext(services))
})

describe("Two servers on one PostgreSQL that are killed, suspended and cut off from each other", () => {
  it.live(
    "show the state of the log, every answer is in the log, and every stream has each change once",
    () =>
      Effect.gen(function* () {
        const found = yield* soak
        assert.deepStrictEqual(found.slice(0, 10), [], `${found.length} faults with seed ${seed}`)
      }).pipe(Effect.scoped),
    { timeout: 600_000 + seconds * 1_000 }
  )
})
