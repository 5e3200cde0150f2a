import { availableParallelism } from "node:os"
import { Clock, Context, Duration, Effect, Exit, Layer, Queue } from "effect"
import type { EntityId } from "../domain/Ids.ts"
import type { EventStore } from "../log/EventStore.ts"
import type { Projector } from "../log/Projector.ts"
import type { TimeTravel } from "../log/TimeTravel.ts"
import { type Deck, DeckCache, type DeckCacheOptions } from "./DeckCache.ts"
import * as DeckWorkers from "./DeckWorkers.ts"
import type { ExportError } from "./ExportError.ts"
import * as ExportMetrics from "./ExportMetrics.ts"
import { fileName } from "./FileName.ts"
import * as Gather from "./Gather.ts"
import { Recent } from "./Recent.ts"
import * as SharedWork from "./SharedWork.ts"
import * as WaitingRoom from "./WaitingRoom.ts"

/** A presentation that is known by name, and may not be made yet. */
export interface Finding {
  /** Strong; null while it is not known without making the deck. */
  readonly etag: string | null
  /** Shared by all who want it at the same time: the work ends when the last of them is interrupted. */
  readonly deck: Effect.Effect<Deck, ExportError>
}

export type ExporterOptions = DeckWorkers.DeckWorkersOptions & WaitingRoom.WaitingRoomOptions & DeckCacheOptions

/** Two decks at once, or one where that would leave no processor for requests. */
const defaults: ExporterOptions = {
  script: new URL("./deckWorker.ts", import.meta.url),
  longest: "60 seconds",
  memory: 768,
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 8,
  capacity: 64 * 1024 * 1024,
  idle: 30 * 60_000
}

/** Of earlier moments it is remembered which deck they are. */
const momentsRemembered = { capacity: 10_000, weigh: () => 1, idle: 7 * 86_400_000 }

const tidying: Duration.Input = "10 minutes"

/** Teams as presentations, made off the event loop: few at once, none twice, kept for a while. */
export class Exporter extends Context.Service<
  Exporter,
  {
    /**
     * A team's presentation as the team is today or, with `at`, as it was right after that event, on the day of the event.
     * The same team gives the same bytes all day.
     */
    readonly find: (teamId: EntityId, at: number | null) => Effect.Effect<Finding, ExportError>
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
        // Earlier moments are looked up apart: that may take long, and no worker is needed for it.
        const archive = WaitingRoom.make(settings)
        const shared = yield* SharedWork.make<Deck, ExportError>()
        const metrics = yield* ExportMetrics.make(workshop)
        const cache = new DeckCache(settings)
        const keys = new Recent<string>(momentsRemembered)

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

        const make = Effect.fnUntraced(function* (subject: Gather.Subject) {
          const [took, made] = yield* Effect.timed(Effect.flatMap(gather(subject), makeDeck))
          metrics.took(Duration.toSeconds(took))
          const deck: Deck = { ...made, name: fileName(subject.team.name, subject.date) }
          cache.set(Gather.keyOf(subject), deck, yield* Clock.currentTimeMillis)
          return deck
        })

        /** Which deck it is, and how to get at what it shows: at once, or in a while when only its key is remembered. */
        const place = Effect.fnUntraced(function* (teamId: EntityId, at: number | null) {
          if (at === null) {
            const subject = yield* locate(teamId, null)
            return { key: Gather.keyOf(subject), subject: Effect.succeed(subject) }
          }
          const now = yield* Clock.currentTimeMillis
          const known = keys.get(`${teamId} ${at}`, now)
          if (known !== undefined) return { key: known, subject: archive(locate(teamId, at)) }
          const subject = yield* archive(locate(teamId, at))
          const key = Gather.keyOf(subject)
          keys.set(`${teamId} ${at}`, key, now)
          return { key, subject: Effect.succeed(subject) }
        })

        const find = Effect.fn("Exporter.find")(function* (teamId: EntityId, at: number | null) {
          yield* Queue.offer(used, undefined)
          const { key, subject } = yield* Effect.onError(place(teamId, at), (cause) =>
            metrics.ended(Exit.failCause(cause))
          )
          const work = Effect.flatMap(subject, (subject) => workshop(make(subject)))
          const deck = Effect.gen(function* () {
            const kept = cache.get(key, yield* Clock.currentTimeMillis)
            if (kept === undefined) return yield* Effect.onExit(shared(key, work), metrics.ended)
            yield* metrics.kept
            return kept
          })
          return { etag: cache.etagOf(key, yield* Clock.currentTimeMillis) ?? null, deck }
        })

        return Exporter.of({ find })
      })
    )

  static readonly layer = Exporter.layerWith({})
}
