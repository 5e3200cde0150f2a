import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { dateOfDay, daysIn } from "../../src/shared/Days.ts"
import * as ServiceDays from "../../src/time/ServiceDays.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"

// The farthest from a browser in UTC on the side where it is another date now: one of both always is.
const isMorning = new Date().getUTCHours() < 12
const timeZone = isMorning ? "Pacific/Pago_Pago" : "Pacific/Kiritimati"
const days = daysIn(timeZone)
const today = days.at(Date.now())

const server = testServer.pipe(Layer.provide(ServiceDays.layer(timeZone)))

layer(Layer.mergeAll(server, Browser.shared), { excludeTestServices: true })("The page's days", (it) => {
  it.effect("are those of the server, and go on while a device sleeps", () =>
    Effect.gen(function* () {
      const [team] = yield* filled([
        ["create_team", null, { name: "Sales", color: "#225588" }],
        ["create_objective", 0, { title: "Yesterday", status: "at_risk", dueDate: dateOfDay(today - 1) }],
        ["create_objective", 0, { title: "Today", status: "at_risk", dueDate: dateOfDay(today) }]
      ])
      const { page, errors } = yield* signedIn("ada", "admin", `/strategy/teams/${team}`)
      const late = page.locator(".objective", { has: page.locator(".late") }).locator("h3, .title")
      yield* Effect.promise(async () => {
        await late.getByText("Yesterday").first().waitFor()
        assert.strictEqual(await late.getByText("Today").count(), 0)
        // The device wakes after midnight, and its page was seen all the time.
        await page.evaluate(`(() => {
          const slept = ${days.momentOf(today + 1)} - Date.now()
          const wallClock = Date.now
          Date.now = () => wallClock() + slept
        })()`)
        await late.getByText("Today").first().waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    })
  )
})
