import { Effect, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Team } from "../../domain/state/State.ts"
import type { Encoding } from "../pipeline/AcceptEncoding.ts"
import * as AcceptEncoding from "../pipeline/AcceptEncoding.ts"
import * as ETag from "../pipeline/ETag.ts"
import { withDefaultHeaders } from "../pipeline/SecurityHeaders.ts"
import { type Compression, compressedOnce } from "./ResponseCompression.ts"

/** What distinguishes the responses of one kind of view from those of others. */
export interface Presentation {
  readonly contentType: string
  /** In place of those for what a browser may keep for its session. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether it stays the same as long as the server runs, so that it is worth the time to compress it best. */
  readonly isLasting?: boolean
}

const sessionJson: Presentation = { contentType: "application/json", headers: {} }

/** An encoded view with the responses it can be sent in, which are made only once. */
export interface EncodedView {
  readonly bytes: Uint8Array
  /** Strong: equal tags are equal bytes. */
  readonly etag: string
  readonly presentation: Presentation
  readonly full: HttpServerResponse.HttpServerResponse
  /** The 304 for clients that have it already. */
  readonly unchanged: HttpServerResponse.HttpServerResponse
  /** The responses with it compressed, as far as somebody has asked for them. */
  readonly compressed: Map<Compression, HttpServerResponse.HttpServerResponse>
}

/** The headers by which a client negotiates the answer. */
export interface Negotiation {
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
}

/** A view with less is not much smaller when it is compressed. */
const minCompressedBytes = 1024

/** Brotli takes 360 ms for a view of 8 MB, for which the next one would wait; zstd takes 60, gzip 140. */
const maxBrotliBytes = 1_048_576

const encoder = new TextEncoder()

/** The JSON of a view in chunks, for views that would block the event loop too long when encoded at once. */
type ChunkedView = Iterable<string>

/** The JSON of an object whose last member is a list, in chunks of one item each. Items that are null are left out. */
export function* jsonChunks<A>(
  frame: object,
  name: string,
  list: Iterable<A>,
  itemOf: (entry: A) => object | null
): Generator<string> {
  yield `${JSON.stringify(frame).slice(0, -1)},"${name}":[`
  let separator = ""
  for (const entry of list) {
    const item = itemOf(entry)
    yield item === null ? "" : `${separator}${JSON.stringify(item)}`
    if (item !== null) separator = ","
  }
  yield "]}"
}

type Content = Pick<EncodedView, "bytes" | "etag" | "presentation">

const fullResponse = ({ bytes, etag, presentation }: Content, encoding: Encoding) => {
  const headers = { ...ETag.revalidatedHeaders(etag, encoding), ...presentation.headers }
  return withDefaultHeaders(HttpServerResponse.uint8Array(bytes, { contentType: presentation.contentType, headers }))
}

const unchangedResponse = ({ etag, presentation }: Omit<Content, "bytes">): HttpServerResponse.HttpServerResponse =>
  withDefaultHeaders(ETag.notModified({ ...ETag.revalidatedHeaders(etag), ...presentation.headers }))

const encodedView = (bytes: Uint8Array, presentation = sessionJson): EncodedView => {
  const content = { bytes, etag: ETag.ofBytes(bytes), presentation }
  const compressed = new Map<Compression, HttpServerResponse.HttpServerResponse>()
  return { ...content, full: fullResponse(content, "identity"), unchanged: unchangedResponse(content), compressed }
}

/** A document that everybody may read, and a browser keep if it asks each time whether it is still current. */
export const publicDocument = (
  bytes: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {}
): EncodedView =>
  encodedView(bytes, {
    contentType,
    isLasting: true,
    headers: { "cache-control": "no-cache", vary: "Accept-Encoding", ...headers }
  })

const encodingFor = ({ bytes, presentation }: EncodedView, { acceptEncoding }: Negotiation): Encoding => {
  if (bytes.length < minCompressedBytes) return "identity"
  const allowsBrotli = presentation.isLasting === true || bytes.length <= maxBrotliBytes
  return AcceptEncoding.choose(acceptEncoding, (encoding) => encoding !== "br" || allowsBrotli)
}

/** The view, or 304 if the client has it already; undefined if it is still to be compressed for this client. */
export const respondNow = (
  view: EncodedView,
  negotiation: Negotiation
): HttpServerResponse.HttpServerResponse | undefined => {
  const encoding = encodingFor(view, negotiation)
  if (encoding === "identity") return ETag.matches(negotiation.ifNoneMatch, view.etag) ? view.unchanged : view.full
  const etag = ETag.inEncoding(view.etag, encoding)
  return ETag.matches(negotiation.ifNoneMatch, etag)
    ? unchangedResponse({ ...view, etag })
    : view.compressed.get(encoding)
}

/** The view, or 304 if the client has it already. */
export const respond = (
  view: EncodedView,
  negotiation: Negotiation
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const ready = respondNow(view, negotiation)
  const encoding = encodingFor(view, negotiation)
  if (ready !== undefined) return Effect.succeed(ready)
  if (encoding === "identity") return Effect.succeed(view.full)
  return compressedOnce(view.compressed, encoding, view.bytes, (bytes) =>
    fullResponse({ ...view, bytes, etag: ETag.inEncoding(view.etag, encoding) }, encoding)
  )
}

export const encode = (view: unknown): EncodedView => encodedView(encoder.encode(JSON.stringify(view)))

/** Views are encoded one at a time: otherwise a turn of the event loop would encode a chunk of each. */
const encodingSemaphore = Semaphore.makeUnsafe(1)

/** Encodes a view in chunks, and yields to the event loop after each. The bytes are those of `encode`. */
export const encodeChunks = Effect.fnUntraced(function* (chunks: ChunkedView, presentation = sessionJson) {
  const encodedChunks: Array<Uint8Array> = []
  for (const chunk of chunks) {
    encodedChunks.push(encoder.encode(chunk))
    yield* Effect.yieldNow
  }
  return encodedView(Buffer.concat(encodedChunks), presentation)
})

/**
 * Views that are encoded once per change. Each is kept under the state object it was made from. An event replaces the
 * objects it changes, and the garbage collector removes the views with the old ones.
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

  const inChunks = (
    source: object,
    name: string,
    chunks: () => ChunkedView,
    presentation = sessionJson
  ): Effect.Effect<EncodedView> =>
    Effect.gen(function* () {
      const views = viewsOf(source)
      const kept = views.get(name)
      if (kept !== undefined) return kept
      const encoded = yield* encodeChunks(chunks(), presentation)
      views.set(name, encoded)
      return encoded
    }).pipe(encodingSemaphore.withPermits(1))

  return {
    /** The view if it is encoded already. */
    kept: (source: object, name: string): EncodedView | undefined => cache.get(source)?.get(name),
    inChunks,
    ofTeam: (team: Team, name: string, view: () => unknown): EncodedView => get(team, name, view),
    ofAll: (teams: object, view: () => unknown): EncodedView => get(teams, "teams", view)
  }
}
