import { Cache, DateTime, Duration, Effect, Exit, Option } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { findTeam, type Team } from "../domain/state/State.ts"
import { Projector } from "../log/projection/Projector.ts"
import { TimeTravel } from "../log/projection/TimeTravel.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { MomentNotFound, TeamNotFound } from "./ExportError.ts"
import type { DeckInput, LatestChange } from "./Input.ts"

/** What a deck shows, and the day it is of: together they make all of it, since the log never changes. */
export interface Subject {
  readonly team: Team
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
}

/** Equal for equal decks. */
export const keyOf = ({ team, date }: Subject): string => `${team.id} ${team.touchedAt} ${date}`

/** How far back changes are looked at. */
const span = Duration.days(30)

/** Lines of history per principle and objective. */
const linesEach = 5

/** Whole states of the past are large: so many are kept at once, until they are forgotten. */
const momentsKept = 2

export interface Gather {
  /** The team as readers see it, today; or as it was right after an event, on the day of that event. */
  readonly locate: (
    teamId: EntityId,
    at: number | null
  ) => Effect.Effect<Subject, TeamNotFound | MomentNotFound | StorageError>
  /** What came before, and what happened lately. Takes nothing that came after the team was touched last. */
  readonly gather: (subject: Subject) => Effect.Effect<DeckInput, StorageError>
  /** Lets go of the past states it keeps. */
  readonly forget: Effect.Effect<void>
}

export const make: Effect.Effect<Gather, never, EventStore | Projector | TimeTravel> = Effect.gen(function* () {
  const store = yield* EventStore
  const projector = yield* Projector
  const timeTravel = yield* TimeTravel
  const moments = yield* Cache.makeWith(timeTravel.positionAt, {
    capacity: momentsKept,
    timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
  })

  const timestampOf = (sequenceNumber: number) =>
    Effect.flatMap(store.read(sequenceNumber - 1, 1), ([event]) =>
      event === undefined
        ? Effect.die(new Error(`Event ${sequenceNumber} is missing.`))
        : Effect.succeed(event.timestamp)
    )

  const stateAt = Effect.fnUntraced(function* (sequenceNumber: number) {
    const state = yield* projector.state
    return state.sequenceNumber === sequenceNumber ? state : (yield* Cache.get(moments, sequenceNumber)).state
  })

  const locate: Gather["locate"] = Effect.fn("Gather.locate")(function* (teamId, at) {
    const latest = yield* projector.state
    if (at !== null && at > latest.sequenceNumber) return yield* new MomentNotFound({ latest: latest.sequenceNumber })
    const team = findTeam(at === null ? latest : yield* stateAt(at), teamId)
    if (Option.isNone(team)) return yield* new TeamNotFound()
    const date = at === null ? DateTime.formatIsoDateUtc(yield* DateTime.now) : (yield* timestampOf(at)).slice(0, 10)
    return { team: team.value, date }
  })

  /** The last of the first `count` events that lies before a day, 0 for none. Clocks of servers hardly go back. */
  const lastBefore = Effect.fnUntraced(function* (day: string, count: number) {
    let [before, after] = [0, count + 1]
    while (after - before > 1) {
      const middle = (before + after) >> 1
      if ((yield* timestampOf(middle)) < day) before = middle
      else after = middle
    }
    return before
  })

  const teamBefore = Effect.fnUntraced(function* ({ team, date }: Subject) {
    const day = DateTime.make(date).pipe(
      Option.match({
        onNone: () => date,
        onSome: (midnight) => DateTime.formatIsoDateUtc(DateTime.subtractDuration(midnight, span))
      })
    )
    const last = yield* lastBefore(day, team.touchedAt)
    if (last === team.touchedAt) return team
    if (last === 0) return null
    return Option.getOrNull(findTeam(yield* stateAt(last), team.id))
  })

  const latestOf = Effect.fnUntraced(function* ({ principles, objectives, touchedAt }: Team) {
    const ids = [...principles, ...objectives].map(({ id }) => id)
    const lines = new Map<string, Array<LatestChange>>()
    for (const { entityId, timestamp, actorName, description } of yield* store.latest(ids, linesEach, touchedAt)) {
      const known = lines.get(entityId)
      const line = { timestamp, actorName, description }
      if (known === undefined) lines.set(entityId, [line])
      else known.push(line)
    }
    return lines
  })

  return {
    locate,
    gather: Effect.fn("Gather.gather")(function* (subject) {
      const { team, date } = subject
      const [before, latest] = [yield* teamBefore(subject), yield* latestOf(team)]
      return { team, sequenceNumber: team.touchedAt, date, before, latest }
    }),
    forget: Cache.invalidateAll(moments)
  }
})
