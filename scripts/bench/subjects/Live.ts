import { Effect } from "effect"
import { Browser } from "../../support/Browser.ts"
import * as Accounts from "../Accounts.ts"
import * as Child from "../Child.ts"
import * as Start from "../contenders/Start.ts"
import { requireValid } from "../InvalidRun.ts"
import type { Mode } from "../live/PageNetwork.ts"
import * as Visits from "../live/Visits.ts"
import type { ViewerProcess } from "../live/viewerProcess.ts"
import * as ProcessorTime from "../ProcessorTime.ts"
import { now } from "../ProtocolServer.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { type RunContext, type Subject, table } from "../Subject.ts"
import { makeTeam, numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

/** The duration of the edits is shorter where views are fetched anew, since no viewer keeps up. */
const full = { principles: 8, objectives: 300, viewers: 200, processes: 4, seconds: { views: 10, changes: 60 } }
const quick = { principles: 2, objectives: 10, viewers: 6, processes: 2, seconds: { views: 1, changes: 1 } }

const editsPerSecond = 10

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
const edits = ({ writer, objectiveIds }: Scene, seconds: number, mode: Mode) =>
  Effect.forEach(
    numbers(seconds * editsPerSecond),
    (n) =>
      Writer.write(
        writer,
        "update_objective_title",
        { title: `Edited for the ${n}th time, ${mode}` },
        objectiveIds[n % objectiveIds.length]
      ).pipe(Effect.delay((n * 1_000) / editsPerSecond)),
    { concurrency: "unbounded" }
  )

/** Opens the boards of all viewers, in several processes. */
const openBoards = Effect.fnUntraced(function* ({ url, teamId, tokens }: Scene, processes: number, mode: Mode) {
  const script = new URL("../live/viewerProcess.ts", import.meta.url)
  return yield* Effect.forEach(
    numbers(processes),
    Effect.fnUntraced(function* (n) {
      const viewers = yield* Child.start<ViewerProcess>("A process of viewers", script)
      yield* viewers.ask("open", { url, teamId, mode, tokens: tokens.filter((_, of) => of % processes === n) })
      return viewers
    })
  )
})

/** The time in which the viewers must show the last edit. */
const milliseconds = 100_000

const viewed = Effect.fn("Live.viewed")(function* (
  scene: Scene,
  size: typeof full,
  mode: Mode,
  say: RunContext["say"]
) {
  const processes = yield* openBoards(scene, size.processes, mode)
  const [begun, processorBefore] = [now(), yield* ProcessorTime.ofProcess(scene.pid)]
  const writes = yield* edits(scene, size.seconds[mode], mode)
  const sequenceNumber = Math.max(...writes.map((write) => write.sequenceNumber))
  const missing = yield* Effect.forEach(
    processes,
    (viewers) => viewers.ask("reach", { sequenceNumber, milliseconds }),
    { concurrency: "unbounded" }
  )
  const processor = (100 * ((yield* ProcessorTime.ofProcess(scene.pid)) - processorBefore)) / (now() - begun)
  yield* requireValid(
    missing.every((count) => count === 0),
    `With ${mode}, ${missing.join(" and ")} viewers did not show the last edit in time.`
  )
  const reports = yield* Effect.forEach(processes, (viewers) => viewers.ask("report"))
  const different = reports.reduce((sum, report) => sum + report.different, 0)
  yield* requireValid(different === 0, `With ${mode}, ${different} viewers show something other than a fresh load.`)
  const viewers = reports.flatMap((report) => report.viewers)
  const delays = spread(
    viewers.flatMap(({ shown }) =>
      writes.map(({ sequenceNumber, sentAt }) => {
        const at = shown.find(([position]) => position >= sequenceNumber)?.[1] ?? Number.POSITIVE_INFINITY
        return at - sentAt
      })
    )
  )
  const bytes = spread(viewers.map((viewer) => viewer.bytes / writes.length)).median
  yield* say(`live, ${mode}: ${writes.length} edits, ${viewers.length} viewers: shown after ${inMilliseconds(delays)}`)
  return { bytes, p99: delays.p99, processor }
}, Effect.scoped)

const names = { views: "views fetched anew", changes: "changes applied" } as const satisfies Record<Mode, string>

export const live: Subject = {
  name: "live",
  about: "What a change costs the open boards of a team, with the page's own modules, and a visit on a slow network",
  measure: Effect.fn("Live.measure")(function* ({ database, say, scale }) {
    const size = scale.quick ? quick : full
    const databaseUrl = yield* database("live")
    const { url, pid, writer } = yield* Start.ours(databaseUrl)
    const board = yield* makeTeam(writer, "Team in use", { ...size, initiatives: 1 })
    const tokens = yield* Accounts.tokensIn(databaseUrl, size.viewers)
    const place = { url, token: tokens[0] ?? "", path: `/strategy/teams/${board.teamId}`, rows: ".objective" }
    const { first, second } = yield* Effect.provide(Visits.slowVisits(place), Browser.layer)
    const scene = { url, pid, writer, ...board, tokens }
    const before = yield* viewed(scene, size, "views", say)
    const after = yield* viewed(scene, size, "changes", say)
    const title = `${size.objectives} objectives, ${size.viewers} viewers, ${editsPerSecond} edits/s`
    const aim = (of: string, bound: number) => ({ of, is: "at most", bound }) as const
    const beside = (what: string, unit: string, of: "bytes" | "p99" | "processor", bound: number) =>
      table(`${title}: ${what}`, unit, { [names.views]: [before[of]], [names.changes]: [after[of]] }, [
        aim(names.changes, bound)
      ])
    const visits = (what: string, unit: string, of: "bytes" | "usableMs", first3g: number, second3g?: number) =>
      table(
        `A visit to that board on Fast 3G: ${what}`,
        unit,
        { "first visit": [first[of]], "second visit": [second[of]] },
        [aim("first visit", first3g), ...(second3g === undefined ? [] : [aim("second visit", second3g)])]
      )
    return [
      beside("received per edit and viewer, median", "bytes", "bytes", 2_000),
      beside("from an edit sent to the state shown, p99", "ms", "p99", 150),
      beside("the server's processor", "% of a core", "processor", 25),
      visits("received in all", "bytes", "bytes", 120_000, 12_000),
      visits("until it can be used", "ms", "usableMs", 3_000)
    ]
  })
}
