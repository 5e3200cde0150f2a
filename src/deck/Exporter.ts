import { availableParallelism } from "node:os"
import { Clock, Context, Duration, Effect, Exit, Layer, Queue } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { Projector } from "../log/projection/Projector.ts"
import type { TimeTravel } from "../log/projection/TimeTravel.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import * as BoundedQueue from "./BoundedQueue.ts"
import { type Deck, DeckCache, type DeckCacheOptions } from "./DeckCache.ts"
import * as DeckSource from "./DeckSource.ts"
import * as DeckWorkers from "./DeckWorkers.ts"
import { type DeckFailed, type ExportError, TeamTooLarge } from "./ExportError.ts"
import * as ExportMetrics from "./ExportMetrics.ts"
import { fileName } from "./FileName.ts"
import * as LargeDeckLimit from "./LargeDeckLimit.ts"
import { RecentValues } from "./RecentValues.ts"
import * as SharedWork from "./SharedWork.ts"
import { maxMemoryMiB, sizeOf, type TeamSize, tooLarge } from "./TeamSize.ts"

/** A presentation that has been looked up, but is perhaps not made yet. */
export interface FoundDeck {
  /** The digest of the bytes; null if it is only known once the deck is made. */
  readonly digest: string | null
  /** Makes the deck, once for all concurrent callers; the work is interrupted with the last of them. */
  readonly deck: Effect.Effect<Deck, ExportError>
}

export interface SizeOptions {
  /** Decks that are expected to take more MiB of heap, by `sizeOf`, are refused. */
  readonly maxMemoryMiB: number
  /** Of decks that are expected to take more MiB than this, a user may have only one made at a time. */
  readonly largeMemoryMiB: number
}

export type ExporterOptions = DeckWorkers.DeckWorkersOptions &
  BoundedQueue.BoundedQueueOptions &
  DeckCacheOptions &
  SizeOptions

/** Two decks at once, or one if that would leave no core for requests. */
const defaults: ExporterOptions = {
  script: new URL("./deckWorker.ts", import.meta.url),
  deckTimeout: "60 seconds",
  memory: 768,
  endUnusedAfter: "1 minute",
  maxMemoryMiB,
  largeMemoryMiB: maxMemoryMiB / 2,
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 8,
  capacity: 64 * 1024 * 1024,
  idleMs: 30 * 60_000
}

/** The bounds of two caches: the decks' keys for earlier sequence numbers, and the decks that were too large. */
const rememberedOptions = { capacity: 10_000, weigh: () => 1, idleMs: 7 * 86_400_000 }

interface Known {
  readonly key: string
  readonly size: TeamSize
}

const sweepInterval: Duration.Input = "10 minutes"

/** Looks up a deck's key, its size, and an effect for its content, which is only read when needed if the key is cached. */
const makeLookup = (
  locate: Effect.Success<typeof DeckSource.make>["locate"],
  // Earlier states have their own queue, since they may take long and need no worker.
  lookupQueue: BoundedQueue.BoundedQueue
) => {
  const keys = new RecentValues<Known>(rememberedOptions)
  return Effect.fnUntraced(function* (teamId: EntityId, at: number | null) {
    if (at === null) {
      const subject = yield* locate(teamId, null)
      return { key: DeckSource.keyOf(subject), size: sizeOf(subject.team), subject: Effect.succeed(subject) }
    }
    const now = yield* Clock.currentTimeMillis
    const known = keys.get(`${teamId} ${at}`, now)
    if (known !== undefined) return { ...known, subject: lookupQueue(locate(teamId, at)) }
    const subject = yield* lookupQueue(locate(teamId, at))
    const found = { key: DeckSource.keyOf(subject), size: sizeOf(subject.team) }
    keys.set(`${teamId} ${at}`, found, now)
    return { ...found, subject: Effect.succeed(subject) }
  })
}

/** Makes presentations of teams in worker processes, a few at a time and each only once, and caches them. */
export class Exporter extends Context.Service<
  Exporter,
  {
    /**
     * A team's presentation as the team is today or, with `at`, as it was right after that event, on the day of the event.
     * The same team gives the same bytes all day. `user` is whoever asks; null: who has no such limit.
     */
    readonly find: (teamId: EntityId, at: number | null, user?: string | null) => Effect.Effect<FoundDeck, ExportError>
  }
>()("strategy/deck/Exporter") {
  static readonly layerWith = (
    options: Partial<ExporterOptions>
  ): Layer.Layer<Exporter, never, EventStore | Projector | TimeTravel> =>
    Layer.effect(
      Exporter,
      Effect.gen(function* () {
        const settings = { ...defaults, ...options }
        const { locate, gather, clearCache } = yield* DeckSource.make
        const makeDeck = yield* DeckWorkers.make(settings)
        const deckQueue = BoundedQueue.make(settings)
        const shared = yield* SharedWork.make<Deck, ExportError>()
        const metrics = yield* ExportMetrics.make(deckQueue)
        const cache = new DeckCache(settings)
        const lookUp = makeLookup(locate, BoundedQueue.make(settings))
        const exceeded = new RecentValues<true>(rememberedOptions)
        const oneLargePerUser = LargeDeckLimit.make()

        // Sweeps only while something is cached.
        const used = yield* Queue.sliding<void>(1)
        yield* Queue.take(used).pipe(
          Effect.andThen(Effect.sleep(sweepInterval)),
          Effect.andThen(clearCache),
          Effect.andThen(Clock.currentTimeMillis),
          Effect.map((now) => cache.sweep(now)),
          Effect.andThen(Effect.suspend(() => (cache.isEmpty ? Effect.void : Queue.offer(used, undefined)))),
          Effect.forever,
          Effect.forkScoped
        )

        /** A deck that exceeded memory or time is not tried again until the team changes. */
        const failed = Effect.fnUntraced(function* (subject: DeckSource.Subject, failure: DeckFailed) {
          if (!failure.exceeded) return yield* failure
          yield* Effect.logWarning(
            "A presentation exceeded its limits; it is not tried again until the team changes.",
            failure
          )
          exceeded.set(DeckSource.keyOf(subject), true, yield* Clock.currentTimeMillis)
          return yield* new TeamTooLarge({ message: tooLarge(sizeOf(subject.team)) })
        })

        const make = Effect.fnUntraced(function* (subject: DeckSource.Subject) {
          const making = Effect.flatMap(gather(subject), makeDeck).pipe(
            Effect.catchTag("DeckFailed", (failure) => failed(subject, failure))
          )
          const [took, made] = yield* Effect.timed(making)
          metrics.took(Duration.toSeconds(took))
          const deck: Deck = { ...made, name: fileName(subject.team.name, subject.date) }
          cache.set(DeckSource.keyOf(subject), deck, yield* Clock.currentTimeMillis)
          return deck
        })

        const find = Effect.fn("Exporter.find")(function* (
          teamId: EntityId,
          at: number | null,
          user: string | null = null
        ) {
          yield* Queue.offer(used, undefined)
          const { key, size, subject } = yield* Effect.onError(lookUp(teamId, at), (cause) =>
            metrics.ended(Exit.failCause(cause))
          )
          const work = Effect.flatMap(subject, (subject) => deckQueue(make(subject)))
          const makeOnce = Effect.gen(function* () {
            if (size.memory > settings.maxMemoryMiB || exceeded.get(key, yield* Clock.currentTimeMillis)) {
              return yield* new TeamTooLarge({ message: tooLarge(size) })
            }
            const making = shared(key, work)
            return yield* user === null || size.memory <= settings.largeMemoryMiB
              ? making
              : oneLargePerUser(user, key, making)
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
