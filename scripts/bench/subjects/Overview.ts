import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { eventsOf, numbers } from "../FullTeam.ts"
import { InvalidRun } from "../InvalidRun.ts"
import * as Server from "../Server.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/**
 * A script for the page: it measures the milliseconds from the next click to the paint after which a condition holds. It
 * observes the document, and changes nothing.
 */
const probe = `{
  const clicked = () => new Promise((resolve) => {
    addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
  })
  const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
  window.untilPainted = (isThere) => {
    const from = clicked()
    window.took = from.then((start) => new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        painted().then((end) => resolve(end - start))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
      look()
    }))
  }
}`

const failed = (cause: unknown) => new InvalidRun({ message: `The page did not show what it should: ${cause}.` })

/** The milliseconds from a click to the paint after which `isThere` holds. */
const timed = (page: Page, isThere: string, click: () => Promise<void>) =>
  Effect.tryPromise({
    try: async () => {
      await page.evaluate(`untilPainted(() => ${isThere})`)
      await click()
      return page.evaluate("took")
    },
    catch: failed
  }).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.Finite)), Effect.catchTag("SchemaError", failed))

const full = { teams: 500, objectives: 300 }
const quick = { teams: 3, objectives: 20 }

/** Writes teams with objectives only. */
const fill = (writer: Writer.Writer, { teams, objectives }: typeof full) =>
  Effect.forEach(
    numbers(1, teams),
    Effect.fnUntraced(function* (team) {
      const events = eventsOf(team, { principles: 0, objectives })
      const created = events.objectives.flatMap(([first]) => (first === undefined ? [] : [first]))
      for (const { eventType, targetId, data } of [events.team, ...created]) {
        yield* Writer.write(writer, eventType, data, targetId ?? undefined)
      }
    }),
    { concurrency: 32, discard: true }
  )

interface Round {
  /** From the click on "Sign in" to the paint of the first rows. */
  readonly rows: number
  /** From the click on a status to the paint of its number of objectives, and back. */
  readonly filters: ReadonlyArray<number>
  /** The size of the page's heap in MiB. */
  readonly heap: number
}

/** Measures the overview of a whole company in a browser. Every round is a new visit with a sign-in. */
export const overview: Subject = {
  name: "overview",
  about: "The speed of the overview of 500 full teams in a browser: its first rows after a sign-in, its filters",
  measure: Effect.fnUntraced(function* (stage) {
    const size = stage.scale.quick ? quick : full
    const { url } = yield* Server.start({ DATABASE_URL: yield* stage.database("overview") })
    const writer = yield* Writer.admin(url)
    yield* fill(writer, size)
    yield* Writer.makeUser(writer, "reader", "viewer")
    const visit = Effect.fnUntraced(function* () {
      const { page } = yield* (yield* Browser).visit({ viewport: { width: 1400, height: 900 } })
      yield* Effect.promise(async () => {
        await page.addInitScript(probe)
        await page.goto(`${url}/strategy/overview`)
        await page.getByLabel("Username").fill("reader")
        await page.getByLabel("Password").fill(Writer.password)
      })
      const rows = yield* timed(page, `document.querySelector(".overview-row") !== null`, () =>
        page.getByRole("button", { name: "Sign in" }).click()
      )
      const chip = page.locator(".chip[aria-pressed]").first()
      const filters = yield* Effect.forEach(["true", "false", "true", "false", "true", "false"], (pressed) =>
        timed(page, `document.querySelector(".chip[aria-pressed]").ariaPressed === "${pressed}"`, () => chip.click())
      )
      const used = yield* Effect.promise(() => page.evaluate("performance.memory.usedJSHeapSize / 2 ** 20"))
      const heap = typeof used === "number" ? used : 0
      return { rows, filters, heap } satisfies Round
    }, Effect.scoped)
    const rounds = yield* inRounds(
      stage,
      "overview",
      visit,
      ({ rows, heap }) => `rows ${rows.toFixed(0)} ms, ${heap.toFixed(0)} MiB`
    )
    const title = `An overview of ${size.teams} teams with ${size.objectives} objectives each`
    const [first, filter, heap] = ["the first rows, from the sign-in", "a filter, from the click", "the page's heap"]
    return [
      table(
        title,
        "ms",
        { [first]: rounds.map(({ rows }) => rows), [filter]: rounds.flatMap(({ filters }) => filters) },
        [
          { of: first, is: "at most", bound: 1_000 },
          { of: filter, is: "at most", bound: 100 }
        ]
      ),
      table(title, "MiB", { [heap]: rounds.map((round) => round.heap) })
    ]
  }, Effect.provide(Browser.layer))
}
