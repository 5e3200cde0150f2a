import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { EarlierStates, StateNotRead } from "../../../src/log/projection/EarlierStates.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { Browser } from "../../support/Browser.ts"
import { testServerWith } from "../../support/TestServer.ts"
import { filled, visitor } from "../accounts/SignedInVisitor.ts"
import { event } from "../HistoryLocators.ts"

/** How many of the next callers are told that the state is still being read. */
class Slowness extends Context.Service<Slowness, { callers: number }>()("test/web/Slowness") {
  static readonly layer = Layer.sync(Slowness, () => ({ callers: 0 }))
}

const slowLookups = Layer.effect(
  EarlierStates,
  Effect.gen(function* () {
    const { at, withState } = yield* EarlierStates
    const slowness = yield* Slowness
    return EarlierStates.of({
      at,
      withState: (sequenceNumber, user, use) =>
        Effect.suspend(() =>
          slowness.callers-- > 0
            ? Effect.fail(new StateNotRead({ sequenceNumber }))
            : withState(sequenceNumber, user, use)
        )
    })
  })
)

const server = testServerWith(Layer.fresh(Planner.layer).pipe(Layer.provideMerge(slowLookups))).pipe(
  Layer.provideMerge(Slowness.layer)
)

const strategy = filled([
  ["create_team", null, { name: "Payments", color: "#225588" }],
  ["create_objective", 0, { title: "Refunds" }],
  ["create_objective", 0, { title: "Invoices" }]
])

layer(Layer.mergeAll(server, Browser.shared), { excludeTestServices: true })(
  "What needs a state that the server reads for long",
  (it) => {
    it.effect("waits until it has been read, without a further click: a preview, a restore, bringing back", () =>
      Effect.gen(function* () {
        const [, refunds = ""] = yield* strategy
        const slowness = yield* Slowness
        const { page, errors, send } = yield* visitor("root", "admin", "/strategy/log")
        yield* Effect.promise(async () => {
          await event(page, 3).waitFor()
          slowness.callers = 1
          await event(page, 2).locator("summary").click()
          await event(page, 2).getByRole("button", { name: "Restore to here…" }).click()
          const dialog = page.getByRole("dialog", { name: "Restore" })
          await dialog.getByText("The server is still reading that earlier state.").waitFor()
          await dialog.getByText("1 objective will be removed.").waitFor()
          const previewed = page.waitForResponse((response) => /preview\?(?!.*teamId)/.test(response.url()))
          await dialog.getByRole("radio", { name: "The whole strategy" }).check()
          await previewed
          await dialog.getByText("1 objective will be removed.").waitFor()
          slowness.callers = 1
          await dialog.getByRole("button", { name: "Restore the whole strategy" }).click()
          await dialog.getByText("Restoring…").waitFor()
          await page.getByText("Restored the whole strategy.").waitFor()
        })
        yield* send("delete_objective", refunds, {})
        yield* Effect.promise(async () => {
          await page.reload()
          const deletion = event(page, 5)
          await deletion.waitFor()
          slowness.callers = 1
          await deletion.locator("summary").click()
          await deletion.getByRole("button", { name: "Bring back" }).click()
          await deletion.getByText("Brought back.").waitFor()
        })
        assert.deepStrictEqual(
          errors().filter((line) => !line.includes("503")),
          []
        )
      }).pipe(Effect.scoped)
    )
  }
)
