import { Data, Duration, Effect, Option, Random, Ref, Schema, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpClient, type HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { streamPath } from "../api/LiveApi.ts"
import { DetailedChange } from "../domain/views/TeamChangeBody.ts"
import { SignInFailed } from "./SignedInClient.ts"

interface Place {
  /** The `lastEventId` with which a follower continues after this change, in another process for instance. */
  readonly id: string | null
}

/**
 * What a follower receives:
 *
 * - `Ready`, once and first. Every later event will be received, so views fetched from now on do not get out of date
 *   unnoticed.
 * - `Changed`: an event was applied. The notification has `views` only within this package.
 * - `Reset`: events were missed, and all views must be fetched again.
 */
export type Change = Data.TaggedEnum<{
  readonly Ready: Place
  readonly Changed: Place & { readonly notification: DetailedChange }
  readonly Reset: Place
}>
export const { Ready, Changed, Reset } = Data.taggedEnum<Change>()

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(DetailedChange))

/** A notification that this version cannot read becomes a `Reset`. */
const changesIn = ({ event, data }: Sse.Event, id: string | null, isFirst: boolean): ReadonlyArray<Change> => {
  if (event === "ready") return isFirst ? [Ready({ id })] : []
  if (event === "reset") return [Reset({ id })]
  if (event !== "change") return []
  return [
    Option.match(decode(data), {
      onNone: () => Reset({ id }),
      onSome: (notification) => Changed({ id, notification })
    })
  ]
}

/** The types of events whose `id` is a position in the log. */
const positioned: ReadonlySet<string> = new Set(["ready", "change", "reset"])

/** Delays before the next connection, by the number of connections in a row that brought no event. */
const delaysMs = [0, 250, 1_000, 2_000, 4_000, 8_000, 15_000]

/** Longer than the 15 seconds after which the server sends a comment at the latest. */
const silence = Duration.seconds(45)

/** The events of one connection, as text arrives. */
const parse = <E>(bytes: Stream.Stream<Uint8Array, E>) =>
  Stream.decodeText(bytes).pipe(
    Stream.mapAccum(
      () => {
        const events: Array<Sse.AnyEvent> = []
        return { events, parser: Sse.makeParser((event) => events.push(event)) }
      },
      (state, text) => {
        state.parser.feed(text)
        return [state, state.events.splice(0)] as const
      }
    )
  )

/**
 * Every applied event after the position `lastEventId` (null: from now on), once and in order. It ends only with its
 * consumer: after a lost connection a new one continues where that one ended. Fails only if signing in is refused. `withViews`:
 * notifications have the changes of views where those are known.
 */
export const follow = (
  client: HttpClient.HttpClient.With<HttpClientError.HttpClientError | SignInFailed>,
  baseUrl: string,
  lastEventId: string | null,
  withViews = false
): Stream.Stream<Change, SignInFailed> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const address = `${baseUrl}${streamPath}${withViews ? "?changes=1" : ""}`
      const position = yield* Ref.make(Option.fromNullishOr(lastEventId))
      const silentConnections = yield* Ref.make(0)
      const isFirst = yield* Ref.make(true)

      const read = Effect.fnUntraced(function* (event: Sse.Event) {
        if (!positioned.has(event.event)) return []
        yield* Ref.set(silentConnections, 0)
        if (event.id !== undefined) yield* Ref.set(position, Option.some(event.id))
        const id = Option.getOrNull(yield* Ref.get(position))
        return changesIn(event, id, yield* Ref.getAndSet(isFirst, false))
      })

      const waitForTurn = Effect.flatMap(
        Ref.getAndUpdate(silentConnections, (count) => Math.min(count + 1, delaysMs.length - 1)),
        (count) => Effect.flatMap(Random.next, (random) => Effect.sleep((delaysMs[count] ?? 0) * (0.5 + random)))
      )

      const connection = Stream.unwrap(
        Effect.gen(function* () {
          yield* waitForTurn
          const headers = Option.match(yield* Ref.get(position), {
            onNone: () => ({}),
            onSome: (id) => ({ "last-event-id": id })
          })
          const response = yield* client.execute(HttpClientRequest.get(address, { headers }))
          return (yield* HttpClientResponse.filterStatusOk(response)).stream
        })
      ).pipe(
        Stream.timeout(silence),
        parse,
        Stream.mapEffect((event) => (Sse.Retry.is(event) ? Effect.succeed([]) : read(event))),
        Stream.flattenIterable,
        Stream.catchIf(
          (error) => !(error instanceof SignInFailed),
          () => Stream.empty
        )
      )
      return Stream.forever(connection)
    })
  )
