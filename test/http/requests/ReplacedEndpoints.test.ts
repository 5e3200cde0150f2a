import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../../src/api/CommonErrors.ts"
import * as ReplacedEndpoints from "../../../src/http/shortcut/ReplacedEndpoints.ts"

class Counted extends HttpApiMiddleware.Service<Counted>()("strategy/test/http/Counted") {}

const { endpoints } = ReplacedEndpoints

const refusal = (declared: Parameters<typeof ReplacedEndpoints.make>[0]) =>
  Effect.map(Effect.exit(ReplacedEndpoints.make(declared)), (exit) =>
    Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "built"
  )

describe("A shortcut", () => {
  it.effect("knows the route and the role of the endpoint it replaces", () =>
    Effect.gen(function* () {
      const { submit, objectives } = yield* ReplacedEndpoints.make()
      const needed = { role: "editor" as const, sessionOnly: false }
      assert.deepStrictEqual(submit, { route: "/api/events", before: "/api/events", after: "", needed })
      assert.deepStrictEqual([objectives.before, objectives.after], ["/api/teams/", "/objectives"])
    })
  )

  it.effect.each(Object.values(endpoints))("is not built if $identifier declares more middleware or less", (endpoint) =>
    Effect.gen(function* () {
      const { identifier, method, path } = endpoint
      const more = yield* refusal({ ...endpoints, [identifier]: endpoint.middleware(Counted) })
      assert.include(more, `${method} ${path}`)
      assert.include(more, Counted.key)
      const bare = HttpApiEndpoint.make(method)(identifier, path).middleware(CommonErrors)
      assert.include(yield* refusal({ ...endpoints, [identifier]: bare }), `${method} ${path}`)
    })
  )
})
