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

interface Place extends Contender {
  readonly pid: number | undefined
  readonly load: Child.Child<LoadProtocol>
}

/** Servers on one log, and the principles that are edited on each. */
interface Log {
  readonly url: string
  readonly servers: ReadonlyArray<Place>
  readonly writer: Writer.Writer
  readonly principleIds: ReadonlyArray<ReadonlyArray<string>>
  /** A process of PostgreSQL that lasts. */
  readonly postgres: number
}

/** Starts servers on a log of their own, each with a load, on a core each; PostgreSQL and the loads run beside them. */
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
      return { name: names[n] ?? "", url, pid, load, headers: headers(writer.token) } satisfies Place
    })
  )
  const postgres = yield* PostgresCosts.lastingProcess(url)
  const principleIds = made.map((teams) => teams.flatMap((team) => team.principleIds))
  return { url, servers, writer, principleIds, postgres } satisfies Log
})

const placed = Effect.fnUntraced(function* ({ servers, postgres }: Log) {
  for (const [n, { pid }] of servers.entries()) yield* pin([pid], cores.slice(n % cores.length, (n % cores.length) + 1))
  const beside = coresBeside(servers.length)
  yield* pin(
    servers.map(({ load }) => load.pid),
    beside
  )
  yield* pin(yield* ProcessorTime.family(postgres), beside)
})

/** What the processes have used so far: of each server its event loop and the whole, in milliseconds and bytes. */
const used = Effect.fnUntraced(function* ({ servers, postgres, url }: Log) {
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

/** Writes to the first servers for a time; gives the writes per second and what one costs. */
const turn = Effect.fnUntraced(function* ({ scale }: RunContext, log: Log, writtenTo: number, label: string) {
  yield* placed(log)
  const { sequenceNumber } = yield* Writer.write(
    log.writer,
    "update_principle_title",
    { title: label },
    log.principleIds[0]?.[0]
  )
  const before = yield* used(log)
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
  const after = yield* used(log)
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

const told = ({ perSecond, servers, postgres, load }: Turn): string =>
  `${figure(perSecond)} writes/s; of each, in µs: servers ${servers.map(({ all }) => figure(all)).join(" and ")}, ` +
  `PostgreSQL ${figure(postgres)}, load ${figure(load)}`

const medianOf = (turns: ReadonlyArray<Turn>, value: (turn: Turn) => number): number => spread(turns.map(value)).median

/** What a write costs, by the turns of one server, and by those in which another server follows it. */
const costsOf = (alone: ReadonlyArray<Turn>, followed: ReadonlyArray<Turn>, commit: number): Model.Costs => ({
  loop: medianOf(alone, ({ servers }) => servers[0]?.loop ?? Number.NaN),
  threads: medianOf(alone, ({ servers }) => (servers[0]?.all ?? Number.NaN) - (servers[0]?.loop ?? 0)),
  following: medianOf(followed, ({ servers }) => servers[1]?.all ?? Number.NaN),
  postgres: medianOf(alone, ({ postgres }) => postgres),
  load: medianOf(alone, ({ load }) => load),
  wire: medianOf(alone, ({ servers }) => servers[0]?.bytes ?? Number.NaN),
  wal: medianOf(alone, ({ wal }) => wal),
  commit
})

const gigabit = 125_000_000
const disk = 200_000_000

const limitsOf = (costs: Model.Costs) => ({
  "event loop of 1 server": [Model.ofLoops(costs, 1)],
  "event loops of 2 servers": [Model.ofLoops(costs, 2)],
  "event loops of 4 servers": [Model.ofLoops(costs, 4)],
  "event loops of 8 servers": [Model.ofLoops(costs, 8)],
  [`head's lock, batches of ${Model.maxBatch}`]: [Model.ofHead(costs)],
  "head's lock, batches of 32": [Model.ofHead(costs, 32)],
  "1 Gbit/s at the server": [Model.ofWire(costs, gigabit)],
  "200 MB/s of write-ahead log": [Model.ofDisk(costs, disk)],
  "8 cores with all of it, 1 server": [Math.min(Model.ofCores(costs, 1, 8), Model.ofLoops(costs, 1))],
  "8 cores with all of it, 2 servers": [Math.min(Model.ofCores(costs, 2, 8), Model.ofLoops(costs, 2))]
})

export const coresSubject: Subject = {
  name: "cores",
  about: "What one log can take: a write's costs, servers pinned to cores beside a model of them, and where it ends",
  measure: Effect.fn("Cores.measure")(function* (stage) {
    const [alone, pair] = [yield* start(stage, 1), yield* start(stage, 2)]
    // Other subjects use the same PostgreSQL.
    yield* Effect.addFinalizer(() =>
      Effect.orDie(Effect.flatMap(ProcessorTime.family(alone.postgres), (pids) => pin(pids)))
    )
    const commit = yield* PostgresCosts.commitMicros(alone.url)
    const rounds = yield* inRounds(
      stage,
      "cores",
      (round) =>
        Effect.all([
          turn(stage, alone, 1, `Round ${round}`),
          turn(stage, pair, 1, `Round ${round}, to one`),
          turn(stage, pair, 2, `Round ${round}, to both`)
        ]),
      (turns) => turns.map((each, n) => `${names[n]}: ${told(each)}`).join("; ")
    )
    const [one, followed, both] = names.map((_, n) => rounds.flatMap((turns) => turns[n] ?? []))
    const costs = costsOf(one ?? [], followed ?? [], commit)
    const { commit: commitMicros, wire, wal, ...processor } = costs
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
      table(
        "Processor time of a write",
        "µs",
        Object.fromEntries(Object.entries(processor).map(([name, value]) => [name, [value]]))
      ),
      table("Bytes of a write", "bytes", { "sent and received by the server": [wire], "write-ahead log": [wal] }),
      table("A small statement until it is committed", "µs", { PostgreSQL: [commitMicros] }),
      beside(1, one),
      beside(2, both),
      table("Where one log ends, by the model", "writes/s", limitsOf(costs))
    ]
  })
}
