import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { TrendBody } from "../../../src/domain/views/Trend.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"

layer(testServer)("The sample strategy over HTTP", (it) => {
  it.effect("is loaded by an admin into an empty log, and a 409 afterwards", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("1970-06-03T12:00:00Z"))
      yield* addUser("ada", "admin")
      yield* addUser("ed", "editor")
      const ada = yield* signIn("ada")
      const load = (token: string) => request("/api/admin/sample", { token, method: "POST" })
      assertError(yield* load(yield* signIn("ed")), 403)
      assertError(yield* request("/api/admin/sample", { token: ada, method: "POST", csrf: null }), 403)
      const loaded = assertOk(yield* load(ada))
      const head = Number(field(loaded, "events"))
      const team = assertOk(yield* request(`/api/teams/${field(loaded, "teamId")}/objectives`, { token: ada }))
      assert.deepInclude(field(team, "team"), { name: "Customer onboarding" })
      assert.include(assertError(yield* load(ada), 409), "empty log")

      const { weeks, company, teams } = assertOk(yield* request("/api/overview/trend?weeks=12", { token: ada }))
        .json as TrendBody
      assert.deepStrictEqual([weeks[0]?.date, weeks.at(-1)?.sequenceNumber], ["1970-03-16", head])
      assert.lengthOf(teams, 4)
      const percents = company.percent.slice(1)
      assert.isTrue(percents.every((percent) => percent !== null))
      assert.isBelow(percents[1] ?? 100, percents.at(-1) ?? 0)
      const { entries } = assertOk(yield* request("/api/admin/account-log?limit=1", { token: ada })).json as {
        readonly entries: ReadonlyArray<unknown>
      }
      assert.deepInclude(entries[0], { action: "sample_loaded", actorName: "ada" })
    })
  )
})
