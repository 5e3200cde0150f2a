import { Effect } from "effect"
import { call } from "../../support/Calls.ts"
import { now, processorTime } from "../Answering.ts"
import { fill, principleId, teamId } from "../Generate.ts"
import * as Server from "../Server.ts"
import { spread } from "../Spread.ts"
import { inRounds, type Stage, type Subject, table } from "../Subject.ts"
import { holds, Void } from "../Void.ts"
import * as Writer from "../Writer.ts"

/** Submissions in flight where many write. */
const writers = 64

/** Teams that are written to, however many there are besides. */
const edited = 10

/** A server on a log of its own. */
interface Size {
  readonly name: string
  readonly teams: number
  readonly events: number
}

interface Grown extends Size {
  readonly writer: Writer.Writer
}

/** What one turn gives: medians in milliseconds, and events per second of many writers. */
interface Turn {
  readonly edit: number
  readonly view: number
  readonly throughput: number
  /** The part of the time in which this process of clients was busy while many wrote. */
  readonly busy: number
}

const thousands = (value: number): string => value.toLocaleString("en-US")

/** Writes the log with a checkpoint at its end and starts a server on it. */
const grow = Effect.fnUntraced(function* ({ database, say }: Stage, size: Size) {
  const url = yield* database(`growth_${size.teams}_${size.events}`)
  const step = size.events / 5
  const told = (done: number) =>
    done % step === 0 ? say(`${size.name}: ${thousands(done)} events written`) : Effect.void
  yield* fill(url, size.events, told, size.teams)
  const { url: address } = yield* Server.start({ DATABASE_URL: url })
  return { ...size, writer: yield* Writer.admin(address) } satisfies Grown
})

/** The team that a writer writes to, and a principle in it that no other writer has. */
const teamOf = (writer: number) => writer % edited
const principleOf = ({ teams }: Size, writer: number) =>
  principleId(teamOf(writer) + teams * Math.floor(writer / edited))

const edit = (grown: Grown, writer: number, title: string) =>
  Writer.write(grown.writer, "update_principle_title", { title }, principleOf(grown, writer))

/** Milliseconds until the principles of the writer's team were read, which show its new title. */
const view = Effect.fnUntraced(function* ({ writer: { url, token } }: Grown, writer: number, title: string) {
  const begun = now()
  const text = yield* Effect.tryPromise({
    try: async () => (await call(url, token, `/api/teams/${teamId(teamOf(writer))}/principles`)).text(),
    catch: (cause) => new Void({ message: `A team could not be read: ${cause}.` })
  })
  const took = now() - begun
  yield* holds(text.includes(JSON.stringify(title)), "A team does not show an edit that was answered.")
  return took
})

/** Half of the time one edit after the other, each followed by a look at what it changed; then many at a time. */
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

/** The same on a small and on a large one; the larger is to be hardly slower. */
const compare = Effect.fnUntraced(function* (stage: Stage, small: Size, large: Size) {
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
      // A larger one that is slower takes more time and does less of it in a second.
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
  about: "Edits and views of a server with few teams and many, on a short log and a long one",
  measure: Effect.fnUntraced(function* (stage) {
    const { quick } = stage.scale
    // Both logs are as long as the larger strategy needs, and somewhat longer.
    const [many, length] = quick ? [100, 6_000] : [500, 30_000]
    const teams = yield* compare(stage, ofTeams(10, length), ofTeams(many, length))
    const events = yield* compare(stage, ofEvents(10_000), ofEvents(quick ? 50_000 : 1_000_000))
    return [...teams, ...events]
  })
}
