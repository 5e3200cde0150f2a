import { HttpServerResponse } from "effect/http"
import type { PageFile } from "../page/PageFiles.ts"
import * as AcceptEncoding from "../pipeline/AcceptEncoding.ts"
import * as ETag from "../pipeline/ETag.ts"
import { withDefaultHeaders } from "../pipeline/SecurityHeaders.ts"

const contentTypes: Readonly<Record<string, string>> = {
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

const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream"

/** Sent with every file, not only with documents, since a worker is bound by the policy sent with its own script. */
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

/** File names in `assets/` contain a hash of the content, so those files never change. */
const cacheControlOf = (name: string): string =>
  name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"

/** The responses with a file in one encoding. A strong tag must differ between encodings, so it is made from the encoded bytes. */
const represent = (name: string, bytes: Uint8Array, encoding: AcceptEncoding.Encoding) => {
  const etag = ETag.ofBytes(bytes)
  // The 304 has them too, since a browser updates its stored headers from it.
  const headers = {
    etag,
    vary: "Accept-Encoding",
    "cache-control": cacheControlOf(name),
    "content-security-policy": policy
  }
  const encoded = encoding === "identity" ? headers : { ...headers, "content-encoding": encoding }
  return {
    etag,
    full: withDefaultHeaders(
      HttpServerResponse.uint8Array(bytes, { contentType: contentTypeOf(name), headers: encoded })
    ),
    unchanged: withDefaultHeaders(ETag.notModified(headers))
  }
}

/** Chooses among the responses with a file, which are made only once. */
export const make = (name: string, file: PageFile) => {
  const representations = {
    identity: represent(name, file.identity, "identity"),
    br: file.br && represent(name, file.br, "br"),
    gzip: file.gzip && represent(name, file.gzip, "gzip")
  }
  const of: Partial<Record<AcceptEncoding.Encoding, ReturnType<typeof represent> | undefined>> = representations
  const has = (encoding: AcceptEncoding.Encoding) => of[encoding] !== undefined

  return (
    acceptEncoding: string | undefined,
    ifNoneMatch: string | undefined
  ): HttpServerResponse.HttpServerResponse => {
    const chosen = of[AcceptEncoding.choose(acceptEncoding, has)] ?? representations.identity
    return ETag.matches(ifNoneMatch, chosen.etag) ? chosen.unchanged : chosen.full
  }
}
