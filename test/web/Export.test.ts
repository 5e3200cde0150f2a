import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page, Request } from "playwright-core"
import { make } from "../../src/deck/Pipeline.ts"
import { sample } from "../deck/SampleDeck.ts"
import { Browser } from "../support/Browser.ts"
import { testServer } from "../support/TestServer.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds", status: "on_track", dueDate: "2020-01-31" }],
  ["create_objective", 0, { title: "Invoices", status: "at_risk" }]
])

const queryOf = (request: Request): string => decodeURIComponent(new URL(request.url()).search)

/**
 * Waits until the page has requested the number of slides for these choices, a moment after the last change of a choice,
 * and shows it.
 */
const counted = async (page: Page, query: string, choose: () => Promise<unknown>): Promise<Request> => {
  const request = page.waitForRequest((sent) => sent.method() === "HEAD" && queryOf(sent) === query)
  await choose()
  const sent = await request
  await page.getByText(/^\d+ slides?\.$/).waitFor()
  return sent
}

const save = async (page: Page) => {
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Save slides" }).click()
  const saved = await download
  await page.getByRole("dialog").waitFor({ state: "detached" })
  return saved.suggestedFilename()
}

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Slides", (it) => {
  it.effect("of a team follow the choices, and are compared with the last saved ones", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page, errors } = yield* visitor("paula", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        const open = async () => {
          await page.getByRole("button", { name: "More actions for Payments" }).click()
          await page.getByRole("menuitem", { name: "Slides" }).click()
          await page.getByRole("dialog", { name: "Slides for Payments" }).waitFor()
        }
        await counted(page, "?detail=full", open)
        await counted(page, "?detail=board&status=at_risk&notes=0", async () => {
          await page.getByLabel("Contents").selectOption("Review only")
          await page.getByLabel("At risk").check()
          await page.getByLabel("Speaker notes").uncheck()
        })
        assert.match(await save(page), /^Payments-strategy-.*\.pptx$/)
        await page.evaluate(
          "for (const key of Object.keys(localStorage)) if (key.includes('slides')) localStorage[key] = '2026-01-02'"
        )
        await page.reload()
        await counted(page, "?detail=full&since=2026-01-02", open)
        await counted(page, "?detail=full", () => page.getByLabel("Changes since").fill(""))
        const earlier = page.getByLabel("Or since an earlier presentation (.pptx)")
        const deck = { name: "earlier.pptx", mimeType: "application/octet-stream" }
        const { bytes } = await make({ ...sample, sequenceNumber: 2 })
        await counted(page, "?detail=full&sinceDeck=2", () =>
          earlier.setInputFiles({ ...deck, buffer: Buffer.from(bytes) })
        )
        await page.getByText("Compares with event 2").waitFor()
        await counted(page, "?detail=full", () => earlier.setInputFiles({ ...deck, buffer: Buffer.from("no deck") }))
        await page.getByText("That isn’t a presentation made by this service.").waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("of all teams are saved from the overview and the teams' page, by keyboard too", () =>
    Effect.gen(function* () {
      yield* strategy
      yield* strategy
      const { page, errors } = yield* visitor("vera", "viewer", "/strategy/overview")
      yield* Effect.promise(async () => {
        const sent = await counted(page, "?detail=board", () =>
          page.getByRole("button", { name: "Slides", exact: true }).click()
        )
        assert.strictEqual(new URL(sent.url()).pathname, "/api/export")
        assert.match(await save(page), /^company-strategy-.*\.pptx$/)
        await page.getByRole("link", { name: "Teams" }).click()
        await page.getByRole("button", { name: "Export" }).focus()
        await page.keyboard.press("Enter")
        await page.getByRole("menuitem", { name: "Slides for all teams" }).waitFor()
        await page.keyboard.press("Enter")
        await page.getByRole("dialog", { name: "Slides for all teams" }).waitFor()
        await counted(page, "?detail=full", () => page.getByLabel("Contents").selectOption("Review and appendix"))
        const download = page.waitForEvent("download")
        await page.getByLabel("Speaker notes").focus()
        await page.keyboard.press("Enter")
        assert.match((await download).suggestedFilename(), /^company-strategy-.*\.pptx$/)
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("give the reason if they cannot be made, and wait for a busy server", () =>
    Effect.gen(function* () {
      const [team = ""] = yield* strategy
      const { page } = yield* visitor("walt", "viewer", `/strategy/teams/${team}`)
      yield* Effect.promise(async () => {
        const answer = (status: number, message: string, headers = {}) =>
          page.route("**/export**", (route) => route.fulfill({ status, headers, json: { message } }))
        await answer(422, "Too much.")
        await page.getByRole("button", { name: "More actions for Payments" }).click()
        await page.getByRole("menuitem", { name: "Slides" }).click()
        await page.getByRole("button", { name: "Save slides" }).click()
        await page.getByText("Couldn’t create the slides.").waitFor()
        await page.unroute("**/export**")
        await answer(503, "Busy.", { "retry-after": "1" })
        await page.getByRole("button", { name: "Save slides" }).click()
        await page.getByText("The server is busy. Trying again soon…").waitFor()
        const download = page.waitForEvent("download")
        await page.unroute("**/export**")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        assert.match((await download).suggestedFilename(), /Payments/)
      })
    }).pipe(Effect.scoped)
  )
})
