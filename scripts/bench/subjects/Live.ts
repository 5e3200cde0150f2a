import { Effect } from "effect"
import { Browser } from "../../support/Browser.ts"
import * as Accounts from "../Accounts.ts"
import * as Child from "../Child.ts"
import { requireValid } from "../InvalidRun.ts"
import * as BoardOfUse from "../live/BoardOfUse.ts"
import type { Mode, ViewersProtocol } from "../live/ViewersProtocol.ts"
import * as Visits from "../live/Visits.ts"
import * as ProcessorTime from "../ProcessorTime.ts"
import { now } from "../ProtocolServer.ts"
import * as Server from "../Server.ts"
import { spread } from "../Spread.ts"
import { type RunContext, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

interface Size extends BoardOfUse.Size {
  readonly viewers: number
  /** The number of processes that share the viewers. */
  readonly processes: number
  readonly editsPerSecond: number
  /** The duration of the edits; shorter where views are fetched anew, since no viewer keeps up. */
  readonly seconds: Readonly<Record<Mode, number>>
}

const full: Size = {
  ...{ principles: 8, objectives: 300, viewers: 200, processes: 4, editsPerSecond: 10 },
  seconds: { views: 10, changes: 60 }
}
const quick: Size = {
  ...{ principles: 2, objectives: 10, viewers: 6, processes: 2, editsPerSecond: 10 },
  seconds: { views: 1, changes: 1 }
}

/** What both modes of a run share: the board, its viewers and the writer. */
interface Scene {
  readonly url: string
  readonly pid: number | undefined
  readonly writer: Writer.Writer
  readonly teamId: string
  readonly objectiveIds: ReadonlyArray<string>
  readonly tokens: ReadonlyArray<string>
}

/** Edits at a fixed rate, whether or not earlier ones are answered. */
const edits = ({ writer, teamId, objectiveIds }: Scene, { editsPerSecond, seconds }: Size, mode: Mode) =>
  Effect.forEach(
    Array.from({ length: seconds[mode] * editsPerSecond }, (_, n) => n),
    (n) =>
      Writer.write(
        writer,
        "update_objective_title",
        { title: `Edited for the ${n}th time, ${mode}` },
        objectiveIds[n % objectiveIds.length] ?? teamId
      ).pipe(Effect.delay((n * 1_000) / editsPerSecond)),
    { concurrency: "unbounded" }
  )

/** The time in which the viewers must show the last edit. */
const lastEditTimeoutMs = 100_000

const viewed = Effect.fn("Live.viewed")(function* (scene: Scene, size: Size, mode: Mode, say: RunContext["say"]) {
  const { url, pid, teamId, tokens } = scene
  const script = new URL("../live/viewerProcess.ts", import.meta.url)
  const share = Math.ceil(size.viewers / size.processes)
  const processes = yield* Effect.forEach(Array.from({ length: size.processes }), (_, n) =>
    Effect.gen(function* () {
      const viewers = yield* Child.start<ViewersProtocol>("A process of viewers", script)
      yield* viewers.ask("open", { url, teamId, mode, tokens: tokens.slice(n * share, (n + 1) * share) })
      return viewers
    })
  )
  yield* Effect.forEach(processes, (viewers) => viewers.ask("restart", undefined))
  const processorOfViewers = Effect.map(
    Effect.forEach(processes, (viewers) => viewers.ask("processorTime", undefined)),
    (times) => times.reduce((sum, time) => sum + time, 0)
  )
  const viewersBefore = yield* processorOfViewers
  const [begun, processorBefore] = [now(), yield* ProcessorTime.ofProcess(pid)]
  const writes = yield* edits(scene, size, mode)
  const last = Math.max(...writes.map(({ sequenceNumber }) => sequenceNumber))
  const missing = yield* Effect.forEach(
    processes,
    (viewers) => viewers.ask("reach", { sequenceNumber: last, milliseconds: lastEditTimeoutMs }),
    { concurrency: "unbounded" }
  )
  const took = now() - begun
  const processor = ((yield* ProcessorTime.ofProcess(pid)) - processorBefore) / took
  const busy = ((yield* processorOfViewers) - viewersBefore) / took
  yield* requireValid(
    missing.every((count) => count === 0),
    `With ${mode}, ${missing.join(" and ")} viewers did not show the last edit in time.`
  )
  const reports = yield* Effect.forEach(processes, (viewers) => viewers.ask("report", undefined))
  const different = reports.reduce((sum, report) => sum + report.different, 0)
  yield* requireValid(different === 0, `With ${mode}, ${different} viewers show something other than a fresh load.`)
  const viewers = reports.flatMap((report) => report.viewers)
  const delays = viewers.flatMap(({ shown }) =>
    writes.map(({ sequenceNumber, sentAt }) => {
      const at = shown.find(([position]) => position >= sequenceNumber)?.[1] ?? Number.POSITIVE_INFINITY
      return at - sentAt
    })
  )
  const bytes = spread(viewers.map((viewer) => viewer.bytes / writes.length)).median
  const { median, p99, max } = spread(delays)
  yield* say(
    `live, ${mode}: ${writes.length} edits, ${viewers.length} viewers; ${bytes.toFixed(0)} bytes per edit and viewer, ` +
      `shown after ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${max.toFixed(0)} ms; ` +
      `the server took ${(processor * 100).toFixed(0)} % of a core, all viewers ${(busy * 100).toFixed(0)} %`
  )
  return { bytes, p99, processor: processor * 100 }
}, Effect.scoped)

const names = { views: "views fetched anew", changes: "changes applied" } as const satisfies Record<Mode, string>

export const measure = (size: Size): Subject["measure"] =>
  Effect.fn("Live.measure")(function* ({ database, say }) {
    const databaseUrl = yield* database("live")
    const { url, pid } = yield* Server.start({ DATABASE_URL: databaseUrl })
    const writer = yield* Writer.admin(url)
    const board = yield* BoardOfUse.make(writer, size)
    const tokens = yield* Accounts.tokensIn(databaseUrl, "viewer", size.viewers)
    const visits = yield* Visits.measure(url, tokens[0] ?? "", board.teamId).pipe(Effect.provide(Browser.layer))
    const scene = { url, pid, writer, ...board, tokens }
    const before = yield* viewed(scene, size, "views", say)
    const after = yield* viewed(scene, size, "changes", say)
    const beside = (name: "bytes" | "p99" | "processor") => ({
      [names.views]: [before[name]],
      [names.changes]: [after[name]]
    })
    const aim = (of: string, bound: number) => ({ of, is: "at most", bound }) as const
    const title = `${size.objectives} objectives, ${size.viewers} viewers, ${size.editsPerSecond} edits/s`
    const { first, second } = visits
    return [
      table(`${title}: received per edit and viewer, median`, "bytes", beside("bytes"), [aim(names.changes, 2_000)]),
      table(`${title}: from an edit sent to the state shown, p99`, "ms", beside("p99"), [aim(names.changes, 150)]),
      table(`${title}: the server's processor`, "% of a core", beside("processor"), [aim(names.changes, 25)]),
      table(
        "A visit to that board on Fast 3G: received in all",
        "bytes",
        { "first visit": [first.bytes], "second visit": [second.bytes] },
        [aim("first visit", 120_000), aim("second visit", 12_000)]
      ),
      table(
        "A visit to that board on Fast 3G: until it can be used",
        "ms",
        { "first visit": [first.usableMs], "second visit": [second.usableMs] },
        [aim("first visit", 3_000)]
      )
    ]
  })

export const live: Subject = {
  name: "live",
  about: "What a change costs the open boards of a team, with the page's own modules, and a visit on a slow network",
  measure: (stage) => measure(stage.scale.quick ? quick : full)(stage)
}
