import { Context, Duration, Effect, Exit, Layer, Option } from "effect"
import type { AccountLog } from "../accounts/log/AccountLog.ts"
import { Gate } from "../bounded/Gate.ts"
import { gateLimits } from "../bounded/GateLimits.ts"
import * as IdleCache from "../bounded/IdleCache.ts"
import type { EarlierStates } from "../log/projection/EarlierStates.ts"
import type { Projector } from "../log/projection/Projector.ts"
import type { TimeTravel } from "../log/projection/TimeTravel.ts"
import type { EventStore } from "../log/store/EventStore.ts"
import * as DeckProcess from "./DeckProcess.ts"
import type { FinishedDeck } from "./DeckProtocol.ts"
import { type DeckRequest, isTeamRequest } from "./DeckRequest.ts"
import * as DeckSource from "./DeckSource.ts"
import { keyOf, type Subject } from "./DeckSubject.ts"
import { DeckTooLarge, type ExportError } from "./ExportError.ts"
import * as ExportMetrics from "./ExportMetrics.ts"
import { type FileName, fileName } from "./FileName.ts"
import * as SignedCheckIns from "./SignedCheckIns.ts"
import { DeckTemplate } from "./templates/DeckTemplate.ts"

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

export interface ExporterOptions extends Omit<DeckProcess.DeckProcessOptions, "template"> {
  /** The bytes of finished decks that are kept. */
  readonly capacity: number
  /** How long finished decks are kept while nobody asks for any. */
  readonly keptFor: Duration.Input
}

/** With its heap, the process takes up to 512 MiB. */
const defaults: ExporterOptions = {
  script: new URL("./deckWorker.ts", import.meta.url),
  deckTimeout: "60 seconds",
  memory: 320,
  endUnusedAfter: "10 minutes",
  capacity: 64 * 1024 * 1024,
  keptFor: "30 minutes"
}

/** How many digests of decks are remembered. */
const maxDigests = 10_000

const nameOf = ({ request, teams: [team], date }: Subject): FileName =>
  fileName(isTeamRequest(request) && team !== undefined ? team.name : "company", date, request.detail)

/** Makes presentations of teams in a process of their own, one at a time and each only once, and caches them. */
export class Exporter extends Context.Service<
  Exporter,
  {
    /**
     * The presentation of a team, or of several, as they are today or, with `at`, as they were right after that event, on
     * the day of the event. The same teams give the same bytes all day. `user` is whoever asks.
     */
    readonly find: (request: DeckRequest, user: string) => Effect.Effect<FoundDeck, ExportError>
  }
>()("strategy/deck/Exporter") {
  static readonly layerWith = (
    options: Partial<ExporterOptions>
  ): Layer.Layer<Exporter, never, AccountLog | EarlierStates | EventStore | Projector | TimeTravel> =>
    Layer.effect(
      Exporter,
      Effect.gen(function* () {
        const settings = { ...defaults, ...options }
        const { locate, gather } = yield* DeckSource.make
        const signed = yield* SignedCheckIns.make
        const makeDeck = yield* DeckProcess.make({ ...settings, template: yield* DeckTemplate })
        const gate = new Gate(gateLimits.presentations)
        const lookups = new Gate(gateLimits.pastPresentations)
        const metrics = yield* ExportMetrics.make(gate)
        const digests = new Map<string, string>()
        // A deck that exceeded memory or time is null, and not tried again while it is kept.
        const decks = yield* IdleCache.make<Deck | null, ExportError>({
          capacity: settings.capacity,
          weigh: (deck) => deck?.bytes.byteLength ?? 1_024,
          idle: settings.keptFor
        })

        const remember = (key: string, digest: string): void => {
          digests.set(key, digest)
          const [oldest] = digests.keys()
          if (digests.size > maxDigests && oldest !== undefined) digests.delete(oldest)
        }

        const make = Effect.fnUntraced(
          function* (subject: Subject, user: string) {
            // The deck whose place in the queue this one has is being answered in the same iteration of the event loop.
            yield* Effect.yieldNow
            const [took, made] = yield* Effect.timed(
              Effect.flatMap(gather(subject, user), (input) => makeDeck(input, signed))
            )
            metrics.took(Duration.toSeconds(took))
            remember(keyOf(subject), made.digest)
            return { ...made, name: nameOf(subject) }
          },
          Effect.catchIf(
            (error) => error._tag === "DeckFailed" && error.exceeded,
            (failure) =>
              Effect.as(
                Effect.logWarning("A presentation exceeded its limits; it won't be tried again soon.", failure),
                null
              )
          )
        )

        const find = Effect.fn("Exporter.find")(function* (request: DeckRequest, user: string) {
          const located = request.at === null ? locate(request, user) : lookups.run(user, locate(request, user))
          const subject = yield* Effect.onError(located, (cause) => metrics.ended(Exit.failCause(cause)))
          const key = keyOf(subject)
          const makeOnce = Effect.gen(function* () {
            return (yield* decks.get(key, gate.run(user, make(subject, user)))) ?? (yield* new DeckTooLarge())
          })
          const deck = Effect.gen(function* () {
            const made = Option.getOrNull(yield* decks.kept(key))
            if (made === null) return yield* Effect.onExit(makeOnce, metrics.ended)
            yield* metrics.kept
            return made
          })
          return { digest: digests.get(key) ?? null, deck }
        })

        return Exporter.of({ find })
      })
    )

  static readonly layer = Exporter.layerWith({})
}
