import { assert, layer, vi } from "@effect/vitest"
import { Effect } from "effect"
import { LowPriorityWork } from "../../src/http/pipeline/LowPriorityWork.ts"
import { headOf, request, testServer } from "../support/TestServer.ts"
import { asked, decoders } from "./requests/EncodedAnswers.ts"

layer(testServer)("The documents of the API", (it) => {
  it.effect.each(["/docs", "/docs/reference", "/api/openapi.json"])(
    "%s: compressed, each encoding with an ETag to ask again with",
    (path) =>
      Effect.gen(function* () {
        const plain = yield* asked(path, {})
        const tags = new Set([plain.headers.etag])
        for (const [encoding, decode] of Object.entries(decoders)) {
          const { status, headers, bytes } = yield* asked(path, { "accept-encoding": encoding })
          assert.strictEqual(status, 200)
          assert.deepInclude(headers, {
            "content-encoding": encoding,
            "content-type": plain.headers["content-type"],
            "content-security-policy": plain.headers["content-security-policy"],
            "cache-control": "no-cache",
            vary: "Accept-Encoding"
          })
          assert.isBelow(bytes.length, plain.bytes.length / 3)
          assert.isTrue(plain.bytes.equals(decode(bytes)))
          const etag = String(headers.etag)
          assert.isFalse(tags.has(etag))
          tags.add(etag)
          const known = yield* asked(path, { "accept-encoding": encoding, "if-none-match": etag })
          assert.deepStrictEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, etag])
        }
        const known = yield* asked(path, { "if-none-match": String(plain.headers.etag) })
        assert.deepStrictEqual([known.status, known.bytes.length], [304, 0])
        const head = yield* headOf(path)
        assert.deepStrictEqual([head.status, head.text], [200, ""])
      })
  )

  it.effect("take at most 300 kB for the first view", () =>
    Effect.gen(function* () {
      const { bytes } = yield* asked("/docs", { "accept-encoding": "gzip" })
      assert.isBelow(bytes.length, 300_000)
    })
  )

  it.effect("are sent after small requests where they are long", () =>
    Effect.gen(function* () {
      const add = vi.spyOn(yield* LowPriorityWork, "add")
      const delays = Effect.fnUntraced(function* (encoding: string) {
        add.mockClear()
        yield* request("/docs/reference", { headers: { "accept-encoding": encoding } })
        return add.mock.calls.length
      })
      assert.deepStrictEqual([yield* delays("gzip"), yield* delays("identity")], [1, 1])
      add.mockRestore()
    })
  )

  it.effect("are 429 with Retry-After for a client with too many of them waiting", () =>
    Effect.gen(function* () {
      const queue = yield* LowPriorityWork
      const waiting = vi.spyOn(queue, "waitingOf")
      waiting.mockImplementation((caller) => (caller === "address 127.0.0.1" ? 32 : 0))
      const refused = yield* request("/docs/reference")
      waiting.mockRestore()
      assert.strictEqual(refused.status, 429)
      assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      assert.strictEqual((yield* request("/docs/reference")).status, 200)
    })
  )
})
