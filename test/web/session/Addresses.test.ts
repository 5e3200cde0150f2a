import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  atMoment,
  eventIn,
  historyIn,
  linkIn,
  pathOf,
  routeOf,
  withHistory
} from "../../../src/web/session/Addresses.ts"

const id = fc.uuid()

const teamRoute = (teamId: string, entity?: { readonly type: "objective" | "principle"; readonly id: string }) => ({
  page: "team" as const,
  teamId,
  view: "board" as const,
  entity
})

describe("An address", () => {
  it("leads to the view that it was made for", () => {
    fc.assert(
      fc.property(id, id, (team, one) => {
        assert.deepStrictEqual<unknown>(routeOf(pathOf.team(team)), teamRoute(team))
        assert.deepStrictEqual<unknown>(routeOf(`${pathOf.team(team)}/`), teamRoute(team))
        const objective = { type: "objective", id: one } as const
        assert.deepStrictEqual<unknown>(routeOf(pathOf.objective(team, one)), teamRoute(team, objective))
        const principle = { type: "principle", id: one } as const
        assert.deepStrictEqual<unknown>(
          routeOf(
            pathOf
              .principle(team, one)
              .toUpperCase()
              .replace(/^.*?\/TEAMS/, "/strategy/teams")
              .replace("PRINCIPLES", "principles")
          ),
          teamRoute(team, principle)
        )
        assert.deepStrictEqual<unknown>(routeOf(pathOf.checkIn(team)), { page: "checkIn", teamId: team })
        const ofObjective = { page: "objective", teamId: team, objectiveId: one }
        assert.deepStrictEqual<unknown>(routeOf(pathOf.progress(team, one)), ofObjective)
        for (const view of ["matrix", "tree"] as const)
          assert.deepStrictEqual<unknown>(routeOf(pathOf[view](team)), { ...teamRoute(team), view })
      })
    )
    const pages = ["start", "teams", "home", "checkIns", "log", "users", "accountLog", "webhooks"] as const
    assert.deepStrictEqual<unknown>(
      pages.map((page) => routeOf(pathOf[page])),
      pages.map((page) => ({ page }))
    )
  })

  const team = "0b9cf1c2-6b1a-4c3e-9a54-0d6a8b0c7f11"

  it.each([
    ["/strategy/overview", "/strategy/overview?at=2026-03-03"],
    ["/strategy/overview?q=a&at=2026-01-01", "/strategy/overview?q=a&at=2026-03-03"],
    [`/strategy/teams/${team}#part`, `/strategy/teams/${team}?at=2026-03-03#part`],
    [`/strategy/teams/${team}/check-in`, `/strategy/teams/${team}/check-in`],
    ["/strategy/log", "/strategy/log"]
  ])("at an earlier moment: %s", (address, earlier) => {
    assert.strictEqual(atMoment(address, "2026-03-03"), earlier)
    assert.strictEqual(atMoment(earlier, ""), address.replace("&at=2026-01-01", ""))
  })

  it.each([
    "/strategy/teams/x",
    `/strategy/teams/${team}/objectives`,
    `/strategy/teams/${team}/objectives/x`,
    `/strategy/teams/${team}/groups/${team}`,
    `/strategy/teams/${team}/matrix/${team}`,
    `/strategy/teams/${team}/check-in/${team}`,
    `/strategy/teams/${team}/objectives/${team}/x`,
    `/strategy/teams/${team}/objectives/${team}/progress/x`,
    `/strategy/teams/${team}/principles/${team}/progress`,
    "/strategy/log/x",
    "/strategy/home/x",
    "/strategy/check-in/x",
    "/elsewhere"
  ])("leads nowhere: %s", (path) => {
    assert.deepStrictEqual(routeOf(path), { page: "unknown" })
  })

  it("names a history and an event beside a filter, and leaves the filter alone", () => {
    fc.assert(
      fc.property(id, fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }), (entityId, event) => {
        const query = withHistory("?q=a+b&status=draft", { entityId, event })
        assert.deepStrictEqual(historyIn(query), { entityId, event })
        assert.strictEqual(withHistory(query, undefined), "?q=a+b&status=draft")
        assert.deepStrictEqual(historyIn(withHistory(query, { entityId: team, event: 7 })), {
          entityId: team,
          event: 7
        })
      })
    )
    assert.strictEqual(withHistory("", undefined), "")
    assert.isUndefined(historyIn("?history=x&event=1"))
  })

  it.each(["", "0", "-1", "1.5", "1e3", "x", "9".repeat(20)])("names no event: %s", (event) => {
    assert.isUndefined(eventIn(`?event=${event}`))
  })

  it.each<readonly [string, string | undefined]>([
    ["/api/overview.csv", "/api/overview.csv"],
    ["/api/export?teams=a,b&notes=0", "/api/export?teams=a,b&notes=0"],
    ...[
      ...["", "/strategy/", "//evil.example/api/", "https://evil.example/api/", "/\\evil.example/api/"],
      ...["/api/../strategy/", "/apis", "javascript:alert(1)", "/api"]
    ].map((to) => [to, undefined] as const)
  ])("leads on from a link to %j", (to, expected) => {
    assert.strictEqual(linkIn(`?to=${encodeURIComponent(to)}`), expected)
  })
})
