import { Effect } from "effect"
import { call } from "../../support/Calls.ts"
import { fill, principleId, teamId } from "../Generate.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import { now, processorTime } from "../ProtocolServer.ts"
import * as Server from "../Server.ts"
import { spread } from "../Spread.ts"
import { inRounds, type RunContext, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** The number of concurrent writers. */
const writers = 64

/** The number of teams that are edited, however many there are. */
const editedTeams = 10

/** The size of a server's log. */
interface Size {
  readonly name: string
  readonly teams: number
  readonly events: number
}

interface Grown extends Size {
  readonly writer: Writer.Writer
}

/** The result of a turn: medians in milliseconds, and events per second with many writers. */
interface Turn {
  readonly edit: number
  readonly view: number
  readonly throughput: number
  /** The share of the time in which this process was busy while many wrote. */
  readonly busy: number
}

const thousands = (value: number): string => value.toLocaleString("en-US")

/** Writes the log with a checkpoint at its end and starts a server on it. */
const grow = Effect.fnUntraced(function* ({ database, say }: RunContext, size: Size) {
  const url = yield* database(`growth_${size.teams}_${size.events}`)
  const step = size.events / 5
  const reportStep = (done: number) =>
    done % step === 0 ? say(`${size.name}: ${thousands(done)} events written`) : Effect.void
  yield* fill(url, size.events, reportStep, size.teams)
  const { url: address } = yield* Server.start({ DATABASE_URL: url })
  return { ...size, writer: yield* Writer.admin(address) } satisfies Grown
})

/** The team of a writer, and a principle in it that no other writer edits. */
const teamOf = (writer: number) => writer % editedTeams
const principleOf = ({ teams }: Size, writer: number) =>
  principleId(teamOf(writer) + teams * Math.floor(writer / editedTeams))

const edit = (grown: Grown, writer: number, title: string) =>
  Writer.write(grown.writer, "update_principle_title", { title }, principleOf(grown, writer))

/**
 * Reads the principles of the writer's team, which must show the new title; gives the time in milliseconds. Like the other
 * subjects' it is not compressed, which would be done anew after each edit.
 */
const view = Effect.fnUntraced(function* ({ writer: { url, token } }: Grown, writer: number, title: string) {
  const path = `/api/teams/${teamId(teamOf(writer))}/principles`
  const begun = now()
  const text = yield* Effect.tryPromise({
    try: async () => (await call(url, token, path, undefined, { "accept-encoding": "identity" })).text(),
    catch: (cause) => new InvalidRun({ message: `A team could not be read: ${cause}.` })
  })
  const took = now() - begun
  yield* requireValid(text.includes(JSON.stringify(title)), "A view does not show an edit that was answered.")
  return took
})

/** For half of the time, single edits, each followed by reading the view; then edits by many writers. */
const turn = Effect.fnUntraced(function* (grown: Grown, label: string, seconds: number) {
  const half = seconds * 500
  const edits: Array<number> = []
  const views: Array<number> = []
  for (const begun = now(); now() - begun < half; ) {
    const writer = edits.length % writers
    const title = `${label}, alone, ${edits.length}`
    const { sentAt, answeredAt } = yield* edit(grown, writer, title)
    edits.push(answeredAt - sentAt)
    views.push(yield* view(grown, writer, title))
  }
  const begun = now()
  const busyBefore = processorTime()
  let answered = 0
  const writing = Effect.fnUntraced(function* (writer: number) {
    for (let serial = 0; now() - begun < half; serial++) {
      yield* edit(grown, writer, `${label}, among many, ${serial}`)
      answered += 1
    }
  })
  const numbers = Array.from({ length: writers }, (_, n) => n)
  yield* Effect.forEach(numbers, writing, { concurrency: "unbounded", discard: true })
  const took = now() - begun
  return {
    edit: spread(edits).median,
    view: spread(views).median,
    throughput: (answered * 1_000) / took,
    busy: (processorTime() - busyBefore) / took
  } satisfies Turn
})

/** Compares a small and a large log; the large one may be only a little slower. */
const compare = Effect.fnUntraced(function* (stage: RunContext, small: Size, large: Size) {
  const sizes = [yield* grow(stage, small), yield* grow(stage, large)]
  const rounds = yield* inRounds(
    stage,
    "growth",
    (round) => Effect.forEach(sizes, (grown) => turn(grown, `round ${round}`, stage.scale.seconds)),
    (turns) =>
      turns
        .map(({ edit, view, throughput, busy }, n) => {
          const each = `${sizes[n]?.name}: an edit ${edit.toFixed(2)} ms, a view ${view.toFixed(2)} ms`
          return `${each}, ${throughput.toFixed(0)} edits/s with clients busy ${(busy * 100).toFixed(0)} %`
        })
        .join("; ")
  )
  const compared = (title: string, unit: string, of: keyof Turn) =>
    table(
      `${title}, ${small.name} and ${large.name}`,
      unit,
      Object.fromEntries(sizes.map(({ name }, n) => [name, rounds.flatMap((turns) => turns[n]?.[of] ?? [])])),
      // For throughput the ratio is inverted, since a slower server has fewer edits per second.
      [
        of === "throughput"
          ? { of: small.name, to: large.name, is: "at most", bound: 1.3 }
          : { of: large.name, to: small.name, is: "at most", bound: 1.3 }
      ]
    )
  return [
    compared("A durable edit over HTTP, one in flight, p50", "ms", "edit"),
    compared(`Durable edits over HTTP, ${writers} in flight`, "edits/s", "throughput"),
    compared("GET of a team's principles after an edit of one, p50", "ms", "view")
  ]
}, Effect.scoped)

const ofTeams = (teams: number, events: number): Size => ({ name: `${teams} teams`, teams, events })
const ofEvents = (events: number): Size => ({ name: `${thousands(events)} events`, teams: 20, events })

export const growth: Subject = {
  name: "growth",
  about: "Edits and views with few and with many teams, and on a short and on a long log",
  measure: Effect.fnUntraced(function* (stage) {
    const { quick } = stage.scale
    // Both logs have the same length, which is enough for the larger strategy.
    const [many, length] = quick ? [100, 6_000] : [500, 30_000]
    const teams = yield* compare(stage, ofTeams(10, length), ofTeams(many, length))
    const events = yield* compare(stage, ofEvents(10_000), ofEvents(quick ? 50_000 : 1_000_000))
    return [...teams, ...events]
  })
}
