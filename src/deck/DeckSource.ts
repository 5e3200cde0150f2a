import { Cache, DateTime, Duration, Effect, Exit, Option } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { findTeam, type Team } from "../domain/state/State.ts"
import { Projector } from "../log/projection/Projector.ts"
import { TimeTravel } from "../log/projection/TimeTravel.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { MomentNotFound, TeamNotFound } from "./ExportError.ts"
import type { DeckInput, LatestChange } from "./Input.ts"

/** The content and date of a deck. They determine the whole deck, since the log never changes. */
export interface Subject {
  readonly team: Team
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
}

/** A key that is equal for equal decks. */
export const keyOf = ({ team, date }: Subject): string => `${team.id} ${team.touchedAt} ${date}`

/** The period before the deck's date for which changes are shown. */
const comparedPeriod = Duration.days(30)

const earlier = (date: string): string =>
  DateTime.make(date).pipe(
    Option.match({
      onNone: () => date,
      onSome: (midnight) => DateTime.formatIsoDateUtc(DateTime.subtractDuration(midnight, comparedPeriod))
    })
  )

/** Lines of history for each principle and objective. */
const maxLinesPerEntity = 5

/** Earlier states that are cached; only a few, since they are large. */
const maxCachedStates = 2

export interface DeckSource {
  /** The team as readers see it, dated today, or as it was right after an event, dated by the event. */
  readonly locate: (
    teamId: EntityId,
    at: number | null
  ) => Effect.Effect<Subject, TeamNotFound | MomentNotFound | StorageError>
  /** The deck's input, with the earlier team and recent history. It does not depend on events after the team's last change. */
  readonly gather: (subject: Subject) => Effect.Effect<DeckInput, StorageError>
  /** Drops the cached positions. */
  readonly clearCache: Effect.Effect<void>
}

export const make: Effect.Effect<DeckSource, never, EventStore | Projector | TimeTravel> = Effect.gen(function* () {
  const store = yield* EventStore
  const projector = yield* Projector
  const timeTravel = yield* TimeTravel
  const positions = yield* Cache.makeWith(timeTravel.positionAt, {
    capacity: maxCachedStates,
    timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
  })

  const stateAt = Effect.fnUntraced(function* (sequenceNumber: number) {
    const state = yield* projector.state
    return state.sequenceNumber === sequenceNumber ? state : (yield* Cache.get(positions, sequenceNumber)).state
  })

  const locate: DeckSource["locate"] = Effect.fn("DeckSource.locate")(function* (teamId, at) {
    const latest = yield* projector.state
    if (at !== null && at > latest.sequenceNumber) return yield* new MomentNotFound({ latest: latest.sequenceNumber })
    const team = findTeam(at === null ? latest : yield* stateAt(at), teamId)
    if (Option.isNone(team)) return yield* new TeamNotFound()
    const date =
      at === null ? DateTime.formatIsoDateUtc(yield* DateTime.now) : (yield* timeTravel.timestampOf(at)).slice(0, 10)
    return { team: team.value, date }
  })

  const teamBefore = Effect.fnUntraced(function* ({ team, date }: Subject) {
    const last = yield* timeTravel.lastBefore(earlier(date), team.touchedAt)
    if (last === team.touchedAt) return team
    if (last === 0) return null
    return Option.getOrNull(findTeam(yield* stateAt(last), team.id))
  })

  const latestOf = Effect.fnUntraced(function* ({ principles, objectives, touchedAt }: Team) {
    const ids = [...principles, ...objectives].map(({ id }) => id)
    const lines = new Map<string, Array<LatestChange>>()
    for (const { entityId, timestamp, actorName, description } of yield* store.latest(
      ids,
      maxLinesPerEntity,
      touchedAt
    )) {
      const known = lines.get(entityId)
      const line = { timestamp, actorName, description }
      if (known === undefined) lines.set(entityId, [line])
      else known.push(line)
    }
    return lines
  })

  return {
    locate,
    gather: Effect.fn("DeckSource.gather")(function* (subject) {
      const { team, date } = subject
      const [before, latest] = [yield* teamBefore(subject), yield* latestOf(team)]
      const since = earlier(date)
      const context = { sequenceNumber: team.touchedAt, date, since, detail: "full", notes: true } as const
      return { ...context, team, before, latest, statuses: [], selection: null }
    }),
    clearCache: Cache.invalidateAll(positions)
  }
})
