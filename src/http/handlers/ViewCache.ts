import { Effect, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Team } from "../../domain/state/State.ts"
import * as ETag from "../pipeline/ETag.ts"
import { dressed } from "../pipeline/SecurityHeaders.ts"

/** An encoded answer, with both responses it is sent in: they are as constant as it is. */
export interface EncodedView {
  readonly bytes: Uint8Array
  /** Strong: equal tags are equal bytes. */
  readonly etag: string
  readonly full: HttpServerResponse.HttpServerResponse
  /** 304 */
  readonly unchanged: HttpServerResponse.HttpServerResponse
}

const encoder = new TextEncoder()

/** A view that takes too long to encode at once: the text of its JSON in parts. */
export type PartedView = Iterable<string>

const encodedView = (bytes: Uint8Array): EncodedView => {
  const etag = ETag.ofBytes(bytes)
  const full = HttpServerResponse.uint8Array(bytes, { contentType: "application/json", headers: { etag } })
  return { bytes, etag, full: dressed(full), unchanged: dressed(ETag.notModified(etag)) }
}

const encode = (view: unknown): EncodedView => encodedView(encoder.encode(JSON.stringify(view)))

/** Several at a time would put a part of each between two turns of the event loop. */
const oneAtATime = Semaphore.makeUnsafe(1)

/** The same encoding of a parted view, with a turn of the event loop for others after each part. */
const encodeParts = Effect.fnUntraced(function* (parts: PartedView) {
  const pieces: Array<Uint8Array> = []
  for (const part of parts) {
    pieces.push(encoder.encode(part))
    yield* Effect.yieldNow
  }
  return encodedView(Buffer.concat(pieces))
})

/**
 * Views encoded once per change: each belongs to the object it was made from, which an event replaces when it touches
 * what is in it, and goes with it.
 */
export const make = () => {
  const cache = new WeakMap<object, Map<string, EncodedView>>()

  const viewsOf = (source: object): Map<string, EncodedView> => {
    const views = cache.get(source) ?? new Map<string, EncodedView>()
    cache.set(source, views)
    return views
  }

  const get = (source: object, name: string, view: () => unknown): EncodedView => {
    const views = viewsOf(source)
    const kept = views.get(name)
    if (kept !== undefined) return kept
    const encoded = encode(view())
    views.set(name, encoded)
    return encoded
  }

  const getParted = (source: object, name: string, parts: () => PartedView): Effect.Effect<EncodedView> =>
    Effect.gen(function* () {
      const views = viewsOf(source)
      const kept = views.get(name)
      if (kept !== undefined) return kept
      const encoded = yield* encodeParts(parts())
      views.set(name, encoded)
      return encoded
    }).pipe(oneAtATime.withPermits(1))

  return {
    /** Only what is encoded already. */
    kept: (team: Team, name: string): EncodedView | undefined => cache.get(team)?.get(name),
    ofTeamInParts: (team: Team, name: string, parts: () => PartedView): Effect.Effect<EncodedView> =>
      getParted(team, name, parts),
    ofTeam: (team: Team, name: string, view: () => unknown): EncodedView => get(team, name, view),
    ofAll: (teams: object, view: () => unknown): EncodedView => get(teams, "teams", view)
  }
}
