import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { Access } from "../../src/api/Access.ts"
import { Api } from "../../src/api/Api.ts"
import { CommonErrors } from "../../src/api/CommonErrors.ts"
import { JsonBody } from "../../src/api/JsonBody.ts"
import { replacedEndpoint } from "../../src/http/shortcut/ReplacedEndpoint.ts"

class Counted extends HttpApiMiddleware.Service<Counted>()("strategy/test/http/Counted") {}

const { submit } = Api.groups.events.endpoints

const refusal = (standIn: ReturnType<typeof replacedEndpoint>) =>
  Effect.map(Effect.exit(standIn), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "taken"))

describe("A shortcut", () => {
  it.effect("may replace an endpoint if it knows exactly its middleware, in any order", () =>
    Effect.gen(function* () {
      const { route, before, role } = yield* replacedEndpoint(submit, [JsonBody, Access, CommonErrors])
      assert.deepStrictEqual([route, before, role], ["/api/events", "/api/events", "editor"])
    })
  )

  it.effect("is not built if the endpoint declares more middleware or less", () =>
    Effect.gen(function* () {
      const more = yield* refusal(replacedEndpoint(submit.middleware(Counted), [CommonErrors, Access, JsonBody]))
      assert.include(more, "POST /api/events")
      assert.include(more, "strategy/test/http/Counted")
      assert.notStrictEqual(yield* refusal(replacedEndpoint(submit, [CommonErrors, Access])), "taken")
      assert.notStrictEqual(
        yield* refusal(replacedEndpoint(submit, [CommonErrors, Access, JsonBody, Counted])),
        "taken"
      )
    })
  )
})
