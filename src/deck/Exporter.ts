import { availableParallelism } from "node:os"
import { Clock, Context, Duration, Effect, Exit, Layer, Queue } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { Projector } from "../log/projection/Projector.ts"
import type { TimeTravel } from "../log/projection/TimeTravel.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import { type Deck, DeckCache, type DeckCacheOptions } from "./DeckCache.ts"
import * as DeckWorkers from "./DeckWorkers.ts"
import { type DeckFailed, type ExportError, TeamTooLarge } from "./ExportError.ts"
import * as ExportMetrics from "./ExportMetrics.ts"
import { fileName } from "./FileName.ts"
import * as Gather from "./Gather.ts"
import * as LargeDecks from "./LargeDecks.ts"
import { Recent } from "./Recent.ts"
import * as SharedWork from "./SharedWork.ts"
import { mostMemory, sizeOf, type TeamSize, tooLarge } from "./TeamSize.ts"
import * as WaitingRoom from "./WaitingRoom.ts"

/** A presentation that is known by name, and may not be made yet. */
export interface Finding {
  /** Of the bytes; null while it is not known without making the deck. */
  readonly digest: string | null
  /** Shared by all who want it at the same time: the work ends when the last of them is interrupted. */
  readonly deck: Effect.Effect<Deck, ExportError>
}

export interface SizeOptions {
  /** MiB of heap that a deck may be expected to take, by `sizeOf`: what takes more is not begun. */
  readonly mostMemory: number
  /** A user may have one deck made at a time of those expected to take more than this. */
  readonly largeMemory: number
}

export type ExporterOptions = DeckWorkers.DeckWorkersOptions &
  WaitingRoom.WaitingRoomOptions &
  DeckCacheOptions &
  SizeOptions

/** Two decks at once, or one where that would leave no processor for requests. */
const defaults: ExporterOptions = {
  script: new URL("./deckWorker.ts", import.meta.url),
  longest: "60 seconds",
  memory: 768,
  mostMemory,
  largeMemory: mostMemory / 2,
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 8,
  capacity: 64 * 1024 * 1024,
  idle: 30 * 60_000
}

/** Of earlier moments it is remembered which deck they are; of decks that are too large that they are. */
const remembered = { capacity: 10_000, weigh: () => 1, idle: 7 * 86_400_000 }

interface Known {
  readonly key: string
  readonly size: TeamSize
}

const tidying: Duration.Input = "10 minutes"

/** Which deck it is, and how to get at what it shows: at once, or in a while when only its key is remembered. */
const makePlaces = (
  locate: Effect.Success<typeof Gather.make>["locate"],
  // Earlier moments are looked up apart: that may take long, and no worker is needed for it.
  archive: WaitingRoom.WaitingRoom
) => {
  const keys = new Recent<Known>(remembered)
  return Effect.fnUntraced(function* (teamId: EntityId, at: number | null) {
    if (at === null) {
      const subject = yield* locate(teamId, null)
      return { key: Gather.keyOf(subject), size: sizeOf(subject.team), subject: Effect.succeed(subject) }
    }
    const now = yield* Clock.currentTimeMillis
    const known = keys.get(`${teamId} ${at}`, now)
    if (known !== undefined) return { ...known, subject: archive(locate(teamId, at)) }
    const subject = yield* archive(locate(teamId, at))
    const found = { key: Gather.keyOf(subject), size: sizeOf(subject.team) }
    keys.set(`${teamId} ${at}`, found, now)
    return { ...found, subject: Effect.succeed(subject) }
  })
}

/** Teams as presentations, made off the event loop: few at once, none twice, kept for a while. */
export class Exporter extends Context.Service<
  Exporter,
  {
    /**
     * A team's presentation as the team is today or, with `at`, as it was right after that event, on the day of the event.
     * The same team gives the same bytes all day. `user` is whoever asks; null: who has no such limit.
     */
    readonly find: (teamId: EntityId, at: number | null, user?: string | null) => Effect.Effect<Finding, ExportError>
  }
>()("strategy/deck/Exporter") {
  static readonly layerWith = (
    options: Partial<ExporterOptions>
  ): Layer.Layer<Exporter, never, EventStore | Projector | TimeTravel> =>
    Layer.effect(
      Exporter,
      Effect.gen(function* () {
        const settings = { ...defaults, ...options }
        const { locate, gather, forget } = yield* Gather.make
        const makeDeck = yield* DeckWorkers.make(settings)
        const workshop = WaitingRoom.make(settings)
        const shared = yield* SharedWork.make<Deck, ExportError>()
        const metrics = yield* ExportMetrics.make(workshop)
        const cache = new DeckCache(settings)
        const place = makePlaces(locate, WaitingRoom.make(settings))
        const exceeded = new Recent<true>(remembered)
        const oneLargeEach = LargeDecks.make()

        // As long as something is kept, and not before.
        const used = yield* Queue.sliding<void>(1)
        yield* Queue.take(used).pipe(
          Effect.andThen(Effect.sleep(tidying)),
          Effect.andThen(forget),
          Effect.andThen(Clock.currentTimeMillis),
          Effect.map((now) => cache.sweep(now)),
          Effect.andThen(Effect.suspend(() => (cache.isEmpty ? Effect.void : Queue.offer(used, undefined)))),
          Effect.forever,
          Effect.forkScoped
        )

        /** What took too much memory or time once is not tried again as long as the team is the same. */
        const failed = Effect.fnUntraced(function* (subject: Gather.Subject, failure: DeckFailed) {
          if (!failure.exceeded) return yield* failure
          yield* Effect.logWarning("A presentation took more than it may; it is not made again.", failure)
          exceeded.set(Gather.keyOf(subject), true, yield* Clock.currentTimeMillis)
          return yield* new TeamTooLarge({ message: tooLarge(sizeOf(subject.team)) })
        })

        const make = Effect.fnUntraced(function* (subject: Gather.Subject) {
          const making = Effect.flatMap(gather(subject), makeDeck).pipe(
            Effect.catchTag("DeckFailed", (failure) => failed(subject, failure))
          )
          const [took, made] = yield* Effect.timed(making)
          metrics.took(Duration.toSeconds(took))
          const deck: Deck = { ...made, name: fileName(subject.team.name, subject.date) }
          cache.set(Gather.keyOf(subject), deck, yield* Clock.currentTimeMillis)
          return deck
        })

        const find = Effect.fn("Exporter.find")(function* (
          teamId: EntityId,
          at: number | null,
          user: string | null = null
        ) {
          yield* Queue.offer(used, undefined)
          const { key, size, subject } = yield* Effect.onError(place(teamId, at), (cause) =>
            metrics.ended(Exit.failCause(cause))
          )
          const work = Effect.flatMap(subject, (subject) => workshop(make(subject)))
          const makeOnce = Effect.gen(function* () {
            if (size.memory > settings.mostMemory || exceeded.get(key, yield* Clock.currentTimeMillis)) {
              return yield* new TeamTooLarge({ message: tooLarge(size) })
            }
            const making = shared(key, work)
            return yield* user === null || size.memory <= settings.largeMemory
              ? making
              : oneLargeEach(user, key, making)
          })
          const deck = Effect.gen(function* () {
            const kept = cache.get(key, yield* Clock.currentTimeMillis)
            if (kept === undefined) return yield* Effect.onExit(makeOnce, metrics.ended)
            yield* metrics.kept
            return kept
          })
          return { digest: cache.digestOf(key, yield* Clock.currentTimeMillis) ?? null, deck }
        })

        return Exporter.of({ find })
      })
    )

  static readonly layer = Exporter.layerWith({})
}
