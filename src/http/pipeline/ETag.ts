import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"
import type { Encoding } from "./AcceptEncoding.ts"

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("base64url")

/** A strong entity tag from a digest in base64url. */
export const ofDigest = (digest: string): string => `"${digest}"`

/** A strong entity tag from the SHA-256 of the bytes. */
export const ofBytes = (bytes: Uint8Array): string => ofDigest(sha256(bytes))

/** The tag of what has this tag, in another encoding: a strong tag must differ between encodings. */
export const inEncoding = (etag: string, encoding: string): string => `${etag.slice(0, -1)}.${encoding}"`

/** Whether `If-None-Match` names the tag (weak comparison, as for every conditional GET). */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag))

/**
 * The headers of what a browser may keep for the session it was sent to, if it asks each time whether that is still current.
 */
export const revalidatedHeaders = (etag: string, encoding: Encoding = "identity") => ({
  etag,
  "cache-control": "private, no-cache",
  vary: "Accept-Encoding, Cookie",
  ...(encoding === "identity" ? undefined : { "content-encoding": encoding })
})

/** The answer to a client that has the content with this tag already. */
export const notModified = (headers: { readonly etag: string }): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 304, headers })
