import { Effect } from "effect"
import * as Start from "../contenders/Start.ts"
import { fill, principleId, teamId } from "../Generate.ts"
import type { Load, Loaded } from "../load/loadProcess.ts"
import * as Turns from "../load/Turns.ts"
import type { RunContext, Subject } from "../Subject.ts"
import { numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

const writers = 64

/** The number of teams that are edited, however many there are. */
const editedTeams = 10

/** The size of a server's log. */
interface Size {
  readonly name: string
  readonly teams: number
  readonly events: number
}

/** Writes the log with a checkpoint at its end and starts a server on it. */
const grow = Effect.fnUntraced(function* ({ database, say }: RunContext, size: Size) {
  const url = yield* database(`growth_${size.teams}_${size.events}`)
  yield* fill(url, size.events, size.teams)
  yield* say(`${size.name}: ${size.events} events written`)
  return { ...(yield* Start.ours(url)), ...size }
})

/** A principle in one of the edited teams for each writer, which no other writer edits. */
const principlesOf = ({ teams }: Size) =>
  numbers(writers).map((writer) => principleId((writer % editedTeams) + teams * Math.floor(writer / editedTeams)))

/** Compares a small and a large log; the large one may be only a little slower. */
const compare = Effect.fnUntraced(function* (stage: RunContext, small: Size, large: Size) {
  const grown = [yield* grow(stage, small), yield* grow(stage, large)] as const
  const both = `${small.name} and ${large.name}`
  const compared = Effect.fnUntraced(function* (
    title: string,
    unit: string,
    load: Pick<Load, "connections" | "reads" | "editEvery">,
    value: (loaded: Loaded) => number
  ) {
    const prepare: Turns.Prepare = Effect.fnUntraced(function* (contender, turn) {
      const size = contender.name === large.name ? grown[1] : grown[0]
      const all = principlesOf(size)
      // A view is read between edits of its own team.
      const targetIds = load.reads === undefined ? all : all.filter((_, n) => n % editedTeams === 0)
      const label = `${title}, turn ${turn}`
      const { sequenceNumber } = yield* Writer.write(
        contender,
        "update_principle_title",
        { title: label },
        targetIds[0]
      )
      const edits = { eventType: "update_principle_title", targetIds, lastSeenSequence: sequenceNumber, label } as const
      return { ...contender, ...load, milliseconds: stage.scale.seconds * 500, edits }
    })
    const turns = yield* Turns.runInTurns(stage, `growth, ${title}`, grown, prepare)
    // For throughput the ratio is inverted, since a slower server has fewer edits per second.
    const [of, to] = unit === "ms" ? [large.name, small.name] : [small.name, large.name]
    return Turns.tableOf(`${title}, ${both}`, unit, turns, value, [{ of, to, is: "at most", bound: 1.3 }])
  })
  const view = { paths: [`/api/teams/${teamId(0)}/principles`] }
  return [
    yield* compared("A durable edit over HTTP, one in flight, p50", "ms", { connections: 1 }, (_) => _.edits.median),
    yield* compared(
      `Durable edits over HTTP, ${writers} in flight`,
      "edits/s",
      { connections: writers },
      Turns.perSecond
    ),
    yield* compared(
      "GET of a team's principles after an edit of one, p50",
      "ms",
      { connections: 1, reads: view, editEvery: 2 },
      ({ reads }) => reads.median
    )
  ]
}, Effect.scoped)

const ofTeams = (teams: number, events: number): Size => ({ name: `${teams} teams`, teams, events })
const ofEvents = (events: number): Size => ({ name: `${events.toLocaleString("en-US")} events`, teams: 20, events })

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
