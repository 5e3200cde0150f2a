import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Encoding } from "../pipeline/AcceptEncoding.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import * as ETag from "../pipeline/ETag.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"
import * as CompressedParts from "./CompressedParts.ts"

/** Bytes beyond which a response is streamed: this bounds the memory held for clients that do not read. */
const maxBufferedBytes = 64 * 1024

interface Options<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly etag: string
  readonly encoding: Encoding
  readonly body: CompressedParts.CompressedBody
  /** Runs before a response is streamed, and may refuse it. */
  readonly admit: Effect.Effect<unknown, E, R>
}

/** JSON whose parts are shared between responses; one that is large is put together while it is sent. */
export const respond = Effect.fnUntraced(function* <E, R>({ request, etag, encoding, body, admit }: Options<E, R>) {
  const headers = ETag.revalidatedHeaders(etag, encoding)
  if (body.length <= maxBufferedBytes) {
    const bytes = Buffer.concat([...CompressedParts.chunks(body, encoding)])
    return HttpServerResponse.uint8Array(bytes, { contentType: "application/json", headers })
  }
  yield* admit
  const chunks = CompressedParts.chunks(body, encoding)
  const next = yield* whileAllowed(Effect.sync(() => chunks.next().value ?? null))
  return ChunkedResponse.respond(request, chunks.next().value ?? "", next, headers)
})
