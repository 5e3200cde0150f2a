import { brotliCompressSync, gzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Page } from "../../src/http/page/Page.ts"
import type { PageFile } from "../../src/http/page/PageFiles.ts"
import { BaseUrl, headOf, testServerWith } from "../support/TestServer.ts"
import { assertError, assertOk } from "./requests/Answers.ts"
import { raw } from "./requests/Raw.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const html = "<!doctype html><title>Page</title>"
const script = `console.log("${"long ".repeat(100)}")`

const compressed = (text: string) => ({
  identity: bytes(text),
  br: brotliCompressSync(text),
  gzip: gzipSync(text)
})

const page = Layer.succeed(
  Page,
  new Map<string, PageFile>([
    ["index.html", compressed(html)],
    ["favicon.svg", compressed("<svg/>")],
    ["assets/index-1a2b.js", compressed(script)],
    ["assets/index-3c4d.css", compressed("p {}")],
    ["assets/dot-5e6f.png", { identity: bytes("png"), br: undefined, gzip: undefined }]
  ])
)

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const get = (path: string, headers: Record<string, string> = {}) => raw(`/strategy/${path}`, { headers })

/** Requests a file; gives the decoded body, and its length as sent. */
const bodyOf = Effect.fnUntraced(function* (path: string, encoding: string) {
  const base = yield* BaseUrl
  const answer = yield* Effect.promise(() =>
    fetch(`${base}/strategy/${path}`, { headers: { "accept-encoding": encoding } })
  )
  return {
    encoding: answer.headers.get("content-encoding"),
    length: Number(answer.headers.get("content-length")),
    text: yield* Effect.promise(() => answer.text())
  }
})

const shown = ({ headers }: { readonly headers: Headers }, ...names: ReadonlyArray<string>) =>
  names.map((name) => headers.get(name))

layer(testServerWith(page))("the page", (it) => {
  it.effect("is sent in the accepted encoding, as compressed by the build", () =>
    Effect.gen(function* () {
      const { identity, br, gzip } = compressed(script)
      for (const [asked, encoding, length] of [
        ["br, gzip", "br", br.length],
        ["gzip", "gzip", gzip.length],
        ["br;q=0, gzip", "gzip", gzip.length],
        ["br;q=0, gzip;q=0", null, identity.length],
        ["identity", null, identity.length]
      ] as const) {
        assert.deepStrictEqual(yield* bodyOf("assets/index-1a2b.js", asked), { encoding, length, text: script }, asked)
      }
      assert.isBelow(br.length, gzip.length)
      assert.isBelow(gzip.length, identity.length)
      assert.deepStrictEqual(yield* bodyOf("assets/dot-5e6f.png", "br, gzip"), {
        encoding: null,
        length: 3,
        text: "png"
      })
    })
  )

  it.effect("has content type, cache control and Vary", () =>
    Effect.gen(function* () {
      const immutable = "public, max-age=31536000, immutable"
      for (const [path, type, cacheControl] of [
        ["", "text/html; charset=utf-8", "no-cache"],
        ["index.html", "text/html; charset=utf-8", "no-cache"],
        ["favicon.svg", "image/svg+xml; charset=utf-8", "no-cache"],
        ["assets/index-1a2b.js", "text/javascript; charset=utf-8", immutable],
        ["assets/index-3c4d.css", "text/css; charset=utf-8", immutable],
        ["assets/dot-5e6f.png", "image/png", immutable]
      ] as const) {
        const answer = assertOk(yield* get(path))
        assert.deepStrictEqual(
          shown(answer, "content-type", "cache-control", "vary", "content-security-policy", "x-content-type-options"),
          [type, cacheControl, "Accept-Encoding", policy, "nosniff"],
          path
        )
      }
    })
  )

  it.effect("is 304 for the ETag of the same encoding", () =>
    Effect.gen(function* () {
      const tags = new Set<string>()
      for (const encoding of ["br", "gzip", "identity"]) {
        const first = assertOk(yield* get("", { "accept-encoding": encoding }))
        const etag = first.headers.get("etag") ?? ""
        assert.match(etag, /^"[\w-]{43}"$/)
        const kept = { "accept-encoding": encoding, "if-none-match": etag }
        const again = yield* get("teams", kept)
        assert.deepStrictEqual([again.status, again.text], [304, ""])
        const names = ["etag", "cache-control", "vary", "content-security-policy"]
        assert.deepStrictEqual(shown(again, ...names), shown(first, ...names))
        assert.strictEqual((yield* get("favicon.svg", kept)).status, 200)
        tags.add(etag)
      }
      assert.strictEqual(tags.size, 3)
      const [, gzip = ""] = tags
      assert.strictEqual((yield* get("", { "accept-encoding": "br", "if-none-match": gzip })).status, 200)
    })
  )

  it.effect("answers HEAD with the headers of GET", () =>
    Effect.gen(function* () {
      for (const path of ["", "assets/index-1a2b.js", "teams/1"]) {
        const head = yield* headOf(`/strategy/${path}`)
        const base = yield* BaseUrl
        const whole = yield* Effect.promise(() => fetch(`${base}/strategy/${path}`))
        yield* Effect.promise(() => whole.arrayBuffer())
        const names = ["content-type", "content-encoding", "content-length", "etag", "cache-control", "vary"]
        assert.deepStrictEqual([head.status, head.text, ...shown(head, ...names)], [200, "", ...shown(whole, ...names)])
      }
      assert.deepStrictEqual((yield* headOf("/strategy/none.js")).status, 404)
    })
  )

  it.effect("is the document on every path that may be a view", () =>
    Effect.gen(function* () {
      for (const path of [
        "",
        "?x=1",
        "teams",
        "teams/",
        "teams/1-2_3~4/history",
        "te%20am/%C3%A4",
        "v1.2/notes",
        "a:b/@c"
      ]) {
        const { text, headers } = assertOk(yield* get(path))
        assert.deepStrictEqual([text, headers.get("content-type")], [html, "text/html; charset=utf-8"], path)
      }
    })
  )

  it.effect("is 404 for unknown files", () =>
    Effect.gen(function* () {
      for (const path of [
        "none.js",
        "assets/index-old.js",
        "teams/none.css?x",
        "a.b",
        "favicon%2Esvg",
        "assets/.html"
      ]) {
        const answer = yield* get(path)
        assertError(answer, 404, path)
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
    })
  )

  it.effect("cannot be left by any path", () =>
    Effect.gen(function* () {
      for (const path of [
        "/strategy/..%2f..%2fpackage.json",
        "/strategy/..%2f..%2fLICENSE",
        "/strategy/../../package.json",
        "/strategy/../LICENSE",
        "/strategy/%2e%2e/http/HttpApp.ts",
        "/strategy/%2e%2e/LICENSE",
        "/strategy/%2e%2e%2fhttp%2fEdge.ts",
        "/strategy/..%5c..%5cpackage.json",
        "/strategy/..%5c..%5cLICENSE",
        "/strategy//etc/passwd",
        "/strategy/%2fetc%2fpasswd",
        "/strategy/etc//passwd",
        "/strategy/....//....//package.json",
        "/strategy/index.html%00",
        "/strategy/teams%00",
        "/strategy/.git/HEAD"
      ]) {
        assertError(yield* raw(path), 404, path)
      }
    })
  )

  it.effect("is where /strategy redirects to", () =>
    Effect.gen(function* () {
      const answer = yield* raw("/strategy?x=1")
      assert.deepStrictEqual([answer.status, answer.headers.get("location"), answer.text], [302, "/strategy/", ""])
      assertError(yield* raw("/strategyx"), 404)
    })
  )
})
