import { Effect } from "effect"
import * as Child from "../Child.ts"
import * as Start from "../contenders/Start.ts"
import { requireValid } from "../InvalidRun.ts"
import * as CountingRelay from "../live/CountingRelay.ts"
import * as Visits from "../live/Visits.ts"
import type { ViewerProcess } from "../live/viewerProcess.ts"
import { processorTimeOf } from "../ProcessFigures.ts"
import { now } from "../ProtocolServer.ts"
import { spread } from "../Spread.ts"
import { type RunContext, type Subject, table } from "../Subject.ts"
import { makeTeam, numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

const full = { principles: 8, objectives: 300, viewers: 200, processes: 4, seconds: 60 }
const quick = { principles: 2, objectives: 10, viewers: 6, processes: 2, seconds: 1 }

const editsPerSecond = 10

/** The time in which the viewers must show the last edit. */
const milliseconds = 100_000

interface Scene extends Effect.Success<ReturnType<typeof Start.ours>> {
  readonly teamId: string
  readonly objectiveIds: ReadonlyArray<string>
  readonly tokens: ReadonlyArray<string>
}

/** Edits at a fixed rate, whether or not earlier ones are answered. */
const edits = (scene: Scene, seconds: number) =>
  Effect.forEach(
    numbers(seconds * editsPerSecond),
    (n) => {
      const target = scene.objectiveIds[n % scene.objectiveIds.length]
      return Writer.write(scene, "update_objective_title", { title: `Edited for the ${n}th time` }, target).pipe(
        Effect.delay((n * 1_000) / editsPerSecond)
      )
    },
    { concurrency: "unbounded" }
  )

/** Opens the boards of all viewers, in several processes. */
const openBoards = (url: string, { teamId, tokens }: Scene, processes: number) =>
  Effect.forEach(
    numbers(processes),
    Effect.fnUntraced(function* (n) {
      const script = new URL("../live/viewerProcess.ts", import.meta.url)
      const viewers = yield* Child.start<ViewerProcess>("A process of viewers", script)
      yield* viewers.ask("open", { url, teamId, tokens: tokens.filter((_, of) => of % processes === n) })
      return viewers
    })
  )

/** What edits cost the open boards: bytes for each edit and viewer, milliseconds until it is shown, percents of a core. */
const viewed = Effect.fn("Live.viewed")(function* (scene: Scene, size: typeof full, say: RunContext["say"]) {
  const relay = yield* CountingRelay.make(scene.url)
  const processes = yield* openBoards(relay.url, scene, size.processes)
  const [received, begun] = [relay.received(), now()]
  const processorBefore = yield* processorTimeOf(scene.pid)
  const writes = yield* edits(scene, size.seconds)
  const sequenceNumber = Math.max(...writes.map((write) => write.sequenceNumber))
  const reach = (viewers: (typeof processes)[number]) => viewers.ask("reach", { sequenceNumber, milliseconds })
  const missing = yield* Effect.forEach(processes, reach, { concurrency: "unbounded" })
  const processor = (100 * ((yield* processorTimeOf(scene.pid)) - processorBefore)) / (now() - begun)
  const bytes = (relay.received() - received) / (writes.length * size.viewers)
  const reports = yield* Effect.forEach(processes, (viewers) => viewers.ask("report"))
  const different = reports.map((report) => report.different)
  yield* requireValid(
    [...missing, ...different].every((count) => count === 0),
    `${missing.join(" and ")} viewers miss the last edit; ${different.join(" and ")} differ from a fresh load.`
  )
  const shown = reports.flatMap((report) => report.shown)
  const delays = shown.flatMap((positions) =>
    writes.map(({ sequenceNumber, sentAt }) => {
      const at = positions.find(([position]) => position >= sequenceNumber)?.[1]
      return (at ?? Number.POSITIVE_INFINITY) - sentAt
    })
  )
  yield* say(
    `live: ${writes.length} edits, ${shown.length} viewers: shown after ${spread(delays).median.toFixed(1)} ms`
  )
  return { bytes, p99: spread(delays).p99, processor }
}, Effect.scoped)

export const live: Subject = {
  name: "live",
  about: "What a change costs the open boards of a team, with the page's own modules, and a visit on a slow network",
  measure: Effect.fn("Live.measure")(function* ({ database, say, scale }) {
    const size = scale.quick ? quick : full
    const ours = yield* Start.ours(yield* database("live"))
    const board = yield* makeTeam(ours, "Team in use", { ...size, initiatives: 1 })
    const tokens = yield* Writer.viewers(ours, size.viewers)
    const place = { ...ours, path: `/strategy/teams/${board.teamId}`, rows: ".objective" }
    const { first, second } = yield* Visits.slowVisits(place)
    const { bytes, p99, processor } = yield* viewed({ ...ours, ...board, tokens }, size, say)
    const title = `${size.objectives} objectives, ${size.viewers} viewers, ${editsPerSecond} edits/s`
    const ofEdits = (what: string, unit: string, value: number, bound: number) =>
      table(`${title}: ${what}`, unit, { ours: [value] }, [{ of: "ours", is: "at most", bound }])
    const ofVisits = (what: string, unit: string, of: keyof typeof first, bounds: readonly [number, number]) =>
      table(
        `A visit to that board on Fast 3G: ${what}`,
        unit,
        { "first visit": [first[of]], "second visit": [second[of]] },
        ["first visit", "second visit"].map((of, n) => ({ of, is: "at most", bound: bounds[n] ?? 0 }))
      )
    return [
      ofEdits("received per edit and viewer", "bytes", bytes, 2_000),
      ofEdits("from an edit sent to the state shown, p99", "ms", p99, 150),
      ofEdits("the server's processor", "% of a core", processor, 25),
      ofVisits("received in all", "bytes", "bytes", [120_000, 12_000]),
      ofVisits("until it can be used", "ms", "usableMs", [3_000, 3_000])
    ]
  })
}
