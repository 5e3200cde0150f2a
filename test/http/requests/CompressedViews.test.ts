import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as ViewCache from "../../../src/http/answers/ViewCache.ts"
import { entityId } from "../../log/Samples.ts"
import { addUser, signIn, testServer } from "../../support/TestServer.ts"
import { apply } from "../Submissions.ts"
import { asked, decoders } from "./EncodedAnswers.ts"

layer(testServer)("Views", (it) => {
  it.effect("of more than 1 MiB are not compressed with Brotli, which takes too long", () =>
    Effect.gen(function* () {
      for (const [length, encoding] of [
        [1_000_000, "br"],
        [2_000_000, "gzip"]
      ] as const) {
        const view = ViewCache.encode("x".repeat(length))
        const { headers } = yield* ViewCache.respond(view, { ifNoneMatch: undefined, acceptEncoding: "br, gzip" })
        assert.strictEqual(headers["content-encoding"], encoding)
      }
    })
  )

  it.effect(
    "are compressed as the client accepts, each encoding with its own ETag, under which it can be revalidated",
    () =>
      Effect.gen(function* () {
        yield* addUser("ada", "admin")
        const token = yield* signIn("ada")
        const session = { cookie: `strategy_session=${token}` }
        const team = entityId(1)
        yield* apply(
          token,
          { eventType: "create_team", data: { id: team, name: "North", color: "#336699" } },
          ...Array.from({ length: 30 }, (_, n) => ({
            eventType: "create_objective" as const,
            targetId: team,
            data: { id: entityId(100 + n), title: `Grow by ${n}` }
          }))
        )
        const path = `/api/teams/${team}/objectives`
        const plain = yield* asked(path, session)
        assert.isUndefined(plain.headers["content-encoding"])
        const tags = new Set([plain.headers.etag])
        for (const [encoding, decode] of Object.entries(decoders)) {
          const twice = yield* Effect.all(
            [1, 2, 3].map(() => asked(path, { ...session, "accept-encoding": encoding })),
            { concurrency: 3 }
          )
          for (const { status, headers, bytes } of twice) {
            assert.strictEqual(status, 200)
            assert.deepInclude(headers, {
              "content-encoding": encoding,
              "content-type": "application/json",
              "content-length": String(bytes.length),
              "cache-control": "private, no-cache",
              vary: "Accept-Encoding, Cookie"
            })
            assert.isBelow(bytes.length, plain.bytes.length / 4)
            assert.strictEqual(Buffer.from(decode(bytes)).toString(), plain.bytes.toString())
            assert.deepStrictEqual(bytes, twice[0]?.bytes)
          }
          const etag = String(twice[0]?.headers.etag)
          assert.isFalse(tags.has(etag))
          tags.add(etag)
          const known = yield* asked(path, { ...session, "accept-encoding": encoding, "if-none-match": etag })
          assert.deepStrictEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, etag])
          assert.deepInclude(known.headers, { "cache-control": "private, no-cache", vary: "Accept-Encoding, Cookie" })
          assert.strictEqual((yield* asked(path, { ...session, "if-none-match": etag })).status, 200)
        }
        const refused = yield* asked(path, { ...session, "accept-encoding": "gzip;q=0, deflate" })
        assert.deepStrictEqual(refused.bytes, plain.bytes)

        yield* apply(token, { eventType: "update_team_name", targetId: team, data: { name: "South" } })
        for (const [encoding, decode] of Object.entries(decoders)) {
          const changed = yield* asked(path, {
            ...session,
            "accept-encoding": encoding,
            "if-none-match": [...tags].join(", ")
          })
          assert.strictEqual(changed.status, 200)
          assert.include(Buffer.from(decode(changed.bytes)).toString(), '"name":"South"')
        }
      })
  )

  it.effect("are not compressed when they are small", () =>
    Effect.gen(function* () {
      const answer = yield* asked("/api/teams", {
        cookie: `strategy_session=${yield* signIn("ada")}`,
        "accept-encoding": "br, gzip"
      })
      assert.isUndefined(answer.headers["content-encoding"])
      assert.isArray(JSON.parse(answer.bytes.toString()))
    })
  )
})
