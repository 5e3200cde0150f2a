import { Effect } from "effect"
import * as Child from "../Child.ts"
import { type Contender, headers } from "../contenders/Contender.ts"
import * as Model from "../cores/Model.ts"
import { cores, coresBeside, pin } from "../cores/Placement.ts"
import * as PostgresCosts from "../cores/PostgresCosts.ts"
import { bytesOf } from "../cores/Wire.ts"
import { makeTeam } from "../FullTeam.ts"
import { requireValid } from "../InvalidRun.ts"
import type { Edits, LoadProtocol } from "../load/LoadProtocol.ts"
import * as ProcessorTime from "../ProcessorTime.ts"
import * as Server from "../Server.ts"
import { spread } from "../Spread.ts"
import { inRounds, type RunContext, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** The connections to each server that is written to, each with one request at a time. */
const connections = 64

/** Each of the two teams edited on a server has as many principles as a team can: each connection needs one. */
const size = { principles: 50, objectives: 0 }

const loadScript = new URL("../load/loadProcess.ts", import.meta.url)

interface MeasuredServer extends Contender {
  readonly pid: number | undefined
  readonly load: Child.Child<LoadProtocol>
}

/** Servers on one log, and the principles that are edited on each. */
interface Log {
  readonly url: string
  readonly servers: ReadonlyArray<MeasuredServer>
  readonly writer: Writer.Writer
  readonly principleIds: ReadonlyArray<ReadonlyArray<string>>
  /** The id of a PostgreSQL process that lives as long as its server. */
  readonly postgres: number
}

/** Starts servers on a new log, each with a process that sends it load. */
const start = Effect.fnUntraced(function* ({ database }: RunContext, count: number) {
  const url = yield* database(`cores_${count}`)
  const names = Array.from({ length: count }, (_, n) => `server ${n + 1}`)
  const started = yield* Effect.forEach(names, () => Server.start({ DATABASE_URL: url }))
  const [first] = started
  const writer = yield* Writer.admin(first?.url ?? "")
  const made = yield* Effect.forEach(names, (_, n) =>
    Effect.forEach([2 * n + 1, 2 * n + 2], (team) => makeTeam(writer, team, size))
  )
  const servers = yield* Effect.forEach(
    started,
    Effect.fnUntraced(function* ({ url, pid }, n) {
      const load = yield* Child.start<LoadProtocol>("The load", loadScript)
      return { name: names[n] ?? "", url, pid, load, headers: headers(writer.token) } satisfies MeasuredServer
    })
  )
  const postgres = yield* PostgresCosts.lastingProcess(url)
  const principleIds = made.map((teams) => teams.flatMap((team) => team.principleIds))
  return { url, servers, writer, principleIds, postgres } satisfies Log
})

/** Pins each server to a core of its own, PostgreSQL and the loads to the cores that are left. */
const pinAll = Effect.fnUntraced(function* ({ servers, postgres }: Log) {
  for (const [n, { pid }] of servers.entries()) yield* pin([pid], cores.slice(n % cores.length, (n % cores.length) + 1))
  const beside = coresBeside(servers.length)
  yield* pin(
    servers.map(({ load }) => load.pid),
    beside
  )
  yield* pin(yield* ProcessorTime.family(postgres), beside)
})

/** What the processes have used so far: of each server its event loop and the whole, in milliseconds and bytes. */
const usage = Effect.fnUntraced(function* ({ servers, postgres, url }: Log) {
  return {
    servers: yield* Effect.forEach(servers, ({ pid }) =>
      Effect.all({
        loop: ProcessorTime.ofMainThread(pid),
        all: ProcessorTime.ofProcess(pid),
        bytes: bytesOf(pid)
      })
    ),
    postgres: yield* ProcessorTime.ofSiblings(postgres),
    wal: yield* PostgresCosts.logBytes(url)
  }
})

/** Writes to the first `writtenTo` servers for a time; returns the writes per second and what one costs. */
const turn = Effect.fnUntraced(function* ({ scale }: RunContext, log: Log, writtenTo: number, label: string) {
  yield* pinAll(log)
  const { sequenceNumber } = yield* Writer.write(
    log.writer,
    "update_principle_title",
    { title: label },
    log.principleIds[0]?.[0]
  )
  const before = yield* usage(log)
  const loaded = yield* Effect.forEach(
    log.servers.slice(0, writtenTo),
    ({ load, url, headers }, n) => {
      const edits: Edits = {
        ...{ kind: "edits", url, headers, connections, label, milliseconds: scale.seconds * 1_000 },
        ...{ principleIds: log.principleIds[n] ?? [], lastSeenSequence: sequenceNumber }
      }
      return load.ask("run", edits, `${scale.seconds + 60} seconds`)
    },
    { concurrency: "unbounded" }
  )
  const after = yield* usage(log)
  const wrong = loaded.filter(({ wrong, answers }) => wrong > 0 || answers === 0)
  yield* requireValid(wrong.length === 0, `Writes were not applied: ${wrong[0]?.example ?? "none was answered"}.`)
  const answers = loaded.reduce((sum, each) => sum + each.answers, 0)
  const micros = (milliseconds: number) => (milliseconds * 1_000) / answers
  const perServer = after.servers.map(({ loop, all, bytes }, n) => ({
    loop: micros(loop - (before.servers[n]?.loop ?? 0)),
    all: micros(all - (before.servers[n]?.all ?? 0)),
    bytes: (bytes - (before.servers[n]?.bytes ?? 0)) / answers
  }))
  return {
    perSecond: loaded.reduce((sum, { answers, milliseconds }) => sum + (answers * 1_000) / milliseconds, 0),
    servers: perServer,
    postgres: micros(ProcessorTime.between(before.postgres, after.postgres)),
    load: micros(loaded.reduce((sum, { busy, milliseconds }) => sum + busy * milliseconds, 0)),
    wal: (after.wal - before.wal) / answers
  }
})

type Turn = Effect.Success<ReturnType<typeof turn>>

const names = ["1 server", "2 servers, writes to one", "2 servers, writes to both"] as const

const figure = (value: number) => value.toFixed(0)

const progressLine = ({ perSecond, servers, postgres, load }: Turn): string =>
  `${figure(perSecond)} writes/s; processor time of each, in µs: servers ${servers.map(({ all }) => figure(all)).join(" and ")}, ` +
  `PostgreSQL ${figure(postgres)}, load ${figure(load)}`

const medianOf = (turns: ReadonlyArray<Turn>, value: (turn: Turn) => number): number => spread(turns.map(value)).median

/** What a write costs, from the turns of a single server and from those in which another server follows it. */
const costsOf = (alone: ReadonlyArray<Turn>, followed: ReadonlyArray<Turn>, commitMicros: number): Model.Costs => ({
  eventLoopMicros: medianOf(alone, ({ servers }) => servers[0]?.loop ?? Number.NaN),
  otherThreadsMicros: medianOf(alone, ({ servers }) => (servers[0]?.all ?? Number.NaN) - (servers[0]?.loop ?? 0)),
  followerMicros: medianOf(followed, ({ servers }) => servers[1]?.all ?? Number.NaN),
  postgresMicros: medianOf(alone, ({ postgres }) => postgres),
  loadMicros: medianOf(alone, ({ load }) => load),
  wireBytes: medianOf(alone, ({ servers }) => servers[0]?.bytes ?? Number.NaN),
  walBytes: medianOf(alone, ({ wal }) => wal),
  commitMicros
})

const gigabitInBytes = 125_000_000
const diskBytesPerSecond = 200_000_000

const limitsOf = (costs: Model.Costs) => ({
  "event loop of 1 server": [Model.eventLoopLimit(costs, 1)],
  "event loops of 2 servers": [Model.eventLoopLimit(costs, 2)],
  "event loops of 4 servers": [Model.eventLoopLimit(costs, 4)],
  "event loops of 8 servers": [Model.eventLoopLimit(costs, 8)],
  [`head's lock, batches of ${Model.maxBatch}`]: [Model.headLockLimit(costs)],
  "head's lock, batches of 32": [Model.headLockLimit(costs, 32)],
  "1 Gbit/s at the server": [Model.networkLimit(costs, gigabitInBytes)],
  "200 MB/s of write-ahead log": [Model.diskLimit(costs, diskBytesPerSecond)],
  "8 cores with all of it, 1 server": [Math.min(Model.coreLimit(costs, 1, 8), Model.eventLoopLimit(costs, 1))],
  "8 cores with all of it, 2 servers": [Math.min(Model.coreLimit(costs, 2, 8), Model.eventLoopLimit(costs, 2))]
})

export const coresSubject: Subject = {
  name: "cores",
  about:
    "How many writes one log can take: what a write costs, a model of the limits, and servers pinned to cores beside it",
  measure: Effect.fn("Cores.measure")(function* (stage) {
    const [alone, pair] = [yield* start(stage, 1), yield* start(stage, 2)]
    // Gives PostgreSQL's processes all cores again for the subjects after this one.
    yield* Effect.addFinalizer(() =>
      Effect.orDie(Effect.flatMap(ProcessorTime.family(alone.postgres), (pids) => pin(pids)))
    )
    const smallCommitMicros = yield* PostgresCosts.commitMicros(alone.url)
    const rounds = yield* inRounds(
      stage,
      "cores",
      (round) =>
        Effect.all([
          turn(stage, alone, 1, `Round ${round}`),
          turn(stage, pair, 1, `Round ${round}, to one`),
          turn(stage, pair, 2, `Round ${round}, to both`)
        ]),
      (turns) => turns.map((each, n) => `${names[n]}: ${progressLine(each)}`).join("; ")
    )
    const [one, followed, both] = names.map((_, n) => rounds.flatMap((turns) => turns[n] ?? []))
    const costs = costsOf(one ?? [], followed ?? [], smallCommitMicros)
    const { commitMicros, wireBytes, walBytes, eventLoopMicros, otherThreadsMicros, followerMicros } = costs
    const beside = (servers: number, turns: ReadonlyArray<Turn> = []) =>
      table(
        `${servers} of ${cores.length} cores with a server each, ${connections} connections to each`,
        "writes/s",
        {
          measured: turns.map(({ perSecond }) => perSecond),
          model: [Model.expected(costs, servers, cores.length, servers * connections)]
        },
        [{ of: "measured", to: "model", is: "at least" }]
      )
    return [
      table("Processor time of a write", "µs", {
        "the server's event loop": [eventLoopMicros],
        "the server's other threads": [otherThreadsMicros],
        "each other server": [followerMicros],
        PostgreSQL: [costs.postgresMicros],
        "the load": [costs.loadMicros]
      }),
      table("Bytes of a write", "bytes", {
        "sent and received by the server": [wireBytes],
        "write-ahead log": [walBytes]
      }),
      table("A small statement until it is committed", "µs", { PostgreSQL: [commitMicros] }),
      beside(1, one),
      beside(2, both),
      table("The limits of one log, by the model", "writes/s", limitsOf(costs))
    ]
  })
}
