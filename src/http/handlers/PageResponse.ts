import { HttpServerResponse } from "effect/http"
import type { PageFile } from "../../page/PageFiles.ts"
import * as AcceptEncoding from "../pipeline/AcceptEncoding.ts"
import * as ETag from "../pipeline/ETag.ts"
import { dressed } from "../pipeline/SecurityHeaders.ts"

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  png: "image/png",
  ico: "image/vnd.microsoft.icon"
}

const typeOf = (name: string): string => types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream"

/** A worker is bound by the policy its own script comes with: therefore on every file, not on documents alone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'"
].join("; ")

/** Names in `assets/` have a hash of what is in them. */
const cacheControlOf = (name: string): string =>
  name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"

/** A file in one encoding: strong tags tell encodings apart, too. */
const represent = (name: string, bytes: Uint8Array, encoding: AcceptEncoding.Encoding) => {
  const etag = ETag.ofBytes(bytes)
  // With a 304 too: a browser puts its headers in place of those it has.
  const headers = {
    etag,
    vary: "Accept-Encoding",
    "cache-control": cacheControlOf(name),
    "content-security-policy": policy
  }
  const encoded = encoding === "identity" ? headers : { ...headers, "content-encoding": encoding }
  return {
    etag,
    full: dressed(HttpServerResponse.uint8Array(bytes, { contentType: typeOf(name), headers: encoded })),
    unchanged: dressed(HttpServerResponse.empty({ status: 304, headers }))
  }
}

/** The answers with a file, each made once. */
export const make = (name: string, file: PageFile) => {
  const representations = {
    identity: represent(name, file.identity, "identity"),
    br: file.br && represent(name, file.br, "br"),
    gzip: file.gzip && represent(name, file.gzip, "gzip")
  }
  const has = (encoding: AcceptEncoding.Encoding) => representations[encoding] !== undefined

  return (
    acceptEncoding: string | undefined,
    ifNoneMatch: string | undefined
  ): HttpServerResponse.HttpServerResponse => {
    const chosen = representations[AcceptEncoding.choose(acceptEncoding, has)] ?? representations.identity
    return ETag.matches(ifNoneMatch, chosen.etag) ? chosen.unchanged : chosen.full
  }
}
