import { availableParallelism } from "node:os"
import { Clock, Context, Duration, Effect, Exit, Layer, Queue } from "effect"
import type { AccountLog } from "../accounts/AccountLog.ts"
import type { EarlierStates } from "../log/projection/EarlierStates.ts"
import type { Projector } from "../log/projection/Projector.ts"
import type { TimeTravel } from "../log/projection/TimeTravel.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import * as BoundedQueue from "./BoundedQueue.ts"
import type { FinishedDeck } from "./DeckProtocol.ts"
import { type DeckRequest, isTeamRequest } from "./DeckRequest.ts"
import { deckSize } from "./DeckSize.ts"
import * as DeckSource from "./DeckSource.ts"
import { keyOf, type Subject } from "./DeckSubject.ts"
import * as DeckWorkers from "./DeckWorkers.ts"
import { type DeckFailed, DeckTooLarge, type ExportError } from "./ExportError.ts"
import * as ExportMetrics from "./ExportMetrics.ts"
import { type FileName, fileName } from "./FileName.ts"
import * as LargeDeckLimit from "./LargeDeckLimit.ts"
import { RecentValues, type RecentValuesOptions } from "./RecentValues.ts"
import * as SharedWork from "./SharedWork.ts"

/** A finished presentation with its file name. */
export interface Deck extends FinishedDeck {
  readonly name: FileName
}

/** A presentation that has been looked up, but is perhaps not made yet. */
interface FoundDeck {
  /** The digest of the bytes; null if it is only known once the deck is made. */
  readonly digest: string | null
  /** Makes the deck, once for all concurrent callers; the work is interrupted with the last of them. */
  readonly deck: Effect.Effect<Deck, ExportError>
}

interface SizeOptions {
  /** A deck with more principles, objectives, initiatives and measures is large: a user may have one made at a time. */
  readonly largeSize: number
}

/** `capacity` is the bytes of finished decks that are kept at most. */
export type ExporterOptions = DeckWorkers.DeckWorkersOptions &
  BoundedQueue.BoundedQueueOptions &
  Omit<RecentValuesOptions<Deck>, "weigh"> &
  SizeOptions

/** Two decks at once, or one if that would leave no core for requests. With its heap, a worker takes up to 512 MiB. */
const defaults: ExporterOptions = {
  script: new URL("./deckWorker.ts", import.meta.url),
  deckTimeout: "60 seconds",
  memory: 320,
  endUnusedAfter: "30 seconds",
  largeSize: 5_000,
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 8,
  maxWaitingPerUser: 4,
  capacity: 64 * 1024 * 1024,
  idleMs: 30 * 60_000
}

/** The bounds of what is remembered of decks besides their bytes. */
const remembered = { capacity: 10_000, weigh: () => 1, idleMs: 7 * 86_400_000 }

const nameOf = ({ request, teams: [team], date }: Subject): FileName =>
  fileName(isTeamRequest(request) && team !== undefined ? team.name : "company", date, request.detail)

/** In whose turns earlier states are read for a caller who is no user. */
const noUser = "deck"

const sweepInterval: Duration.Input = "10 minutes"

/** Sweeps some time after each use, and again while `sweep` says that something is left. Gives what notes a use. */
const sweepWhileUsed = Effect.fnUntraced(function* (sweep: Effect.Effect<boolean>) {
  const used = yield* Queue.sliding<void>(1)
  const noteUse = Queue.offer(used, undefined)
  yield* Queue.take(used).pipe(
    Effect.andThen(Effect.sleep(sweepInterval)),
    Effect.andThen(sweep),
    Effect.tap((isLeft) => (isLeft ? noteUse : Effect.void)),
    Effect.forever,
    Effect.forkScoped
  )
  return noteUse
})

/** Makes presentations of teams in worker processes, a few at a time and each only once, and caches them. */
export class Exporter extends Context.Service<
  Exporter,
  {
    /**
     * The presentation of a team, or of several, as they are today or, with `at`, as they were right after that event, on
     * the day of the event. The same teams give the same bytes all day. `user` is whoever asks; null: who has no such limit.
     */
    readonly find: (request: DeckRequest, user?: string | null) => Effect.Effect<FoundDeck, ExportError>
  }
>()("strategy/deck/Exporter") {
  static readonly layerWith = (
    options: Partial<ExporterOptions>
  ): Layer.Layer<Exporter, never, AccountLog | EarlierStates | EventStore | Projector | TimeTravel> =>
    Layer.effect(
      Exporter,
      Effect.gen(function* () {
        const settings = { ...defaults, ...options }
        const { locate, gather, clearCache } = yield* DeckSource.make
        const makeDeck = yield* DeckWorkers.make(settings)
        const deckQueue = BoundedQueue.make(settings)
        const shared = yield* SharedWork.make<Deck, ExportError>()
        const metrics = yield* ExportMetrics.make(deckQueue)
        const kept = new RecentValues<Deck>({ ...settings, weigh: ({ bytes }) => bytes.byteLength })
        const digests = new RecentValues<string>(remembered)
        // Earlier states have their own queue, since they may take long and need no worker.
        const lookupQueue = BoundedQueue.make(settings)
        const exceeded = new RecentValues<true>(remembered)
        const oneLargePerUser = LargeDeckLimit.make()

        const used = yield* sweepWhileUsed(
          Effect.andThen(clearCache, Clock.currentTimeMillis).pipe(
            Effect.map((now) => {
              kept.sweep(now)
              return kept.weight > 0
            })
          )
        )

        /** A deck that exceeded memory or time is not tried again until its content changes. */
        const failed = Effect.fnUntraced(function* (subject: Subject, failure: DeckFailed) {
          if (!failure.exceeded) return yield* failure
          yield* Effect.logWarning(
            "A presentation exceeded its limits; it won't be tried again until its content changes.",
            failure
          )
          exceeded.set(keyOf(subject), true, yield* Clock.currentTimeMillis)
          return yield* new DeckTooLarge()
        })

        const make = Effect.fnUntraced(function* (subject: Subject, user: string) {
          // The deck whose place in the queue this one has is being answered in the same iteration of the event loop.
          yield* Effect.yieldNow
          const making = Effect.flatMap(gather(subject, user), makeDeck).pipe(
            Effect.catchTag("DeckFailed", (failure) => failed(subject, failure))
          )
          const [took, made] = yield* Effect.timed(making)
          metrics.took(Duration.toSeconds(took))
          const deck: Deck = { ...made, name: nameOf(subject) }
          const now = yield* Clock.currentTimeMillis
          kept.set(keyOf(subject), deck, now)
          digests.set(keyOf(subject), deck.digest, now)
          return deck
        })

        const find = Effect.fn("Exporter.find")(function* (request: DeckRequest, user: string | null = null) {
          yield* used
          const turn = user ?? noUser
          const located = request.at === null ? locate(request, turn) : lookupQueue(user, locate(request, turn))
          const subject = yield* Effect.onError(located, (cause) => metrics.ended(Exit.failCause(cause)))
          const key = keyOf(subject)
          const makeOnce = Effect.gen(function* () {
            if (exceeded.get(key, yield* Clock.currentTimeMillis)) return yield* new DeckTooLarge()
            const making = shared(key, deckQueue(user, make(subject, turn)))
            const isLimited = user !== null && deckSize(subject.teams) > settings.largeSize
            return yield* isLimited ? oneLargePerUser(user, key, making) : making
          })
          const deck = Effect.gen(function* () {
            const made = kept.get(key, yield* Clock.currentTimeMillis)
            if (made === undefined) return yield* Effect.onExit(makeOnce, metrics.ended)
            yield* metrics.kept
            return made
          })
          return { digest: digests.get(key, yield* Clock.currentTimeMillis) ?? null, deck }
        })

        return Exporter.of({ find })
      })
    )

  static readonly layer = Exporter.layerWith({})
}
