import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"

/** A strong entity tag from a digest in base64url. */
export const ofDigest = (digest: string): string => `"${digest}"`

/** A strong entity tag from the SHA-256 of the bytes. */
export const ofBytes = (bytes: Uint8Array): string => ofDigest(createHash("sha256").update(bytes).digest("base64url"))

/** Whether `If-None-Match` names the tag (weak comparison, as for every conditional GET). */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag))

export const notModified = (etag: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 304, headers: { etag } })
