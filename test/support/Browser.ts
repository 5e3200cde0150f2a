import { Context, Effect, Exit, Layer, type Scope } from "effect"
import {
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type Browser as Connected,
  chromium as driver,
  type Page
} from "playwright-core"
import { launch } from "./Chromium.ts"
import { type Slowness, slowed } from "./SlowPages.ts"

interface Visit {
  readonly page: Page
  /** Uncaught errors and the console's error lines; those of failed requests contain the address. */
  readonly errors: ReadonlyArray<string>
}

const listen = (page: Page): Visit => {
  const errors: Array<string> = []
  page.on("pageerror", (error) => errors.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  return { page, errors }
}

/** The pages and the shared worker of a context run in one process: one for each takes a tenth more of the processor. */
const oneProcessFlags = ["--process-per-site", "--renderer-process-limit=1"]

const connect = async (server: BrowserServer): Promise<Connected> => driver.connect(server.wsEndpoint())

/** The browser of this process that `Browser.shared` gives out. */
let shared: Promise<Connected> | undefined

/** Prints what the pages show, to find the cause of a failed test. */
const describePages = async (context: BrowserContext, slowness: Slowness | undefined): Promise<void> => {
  if (slowness !== undefined) console.log("Its pages were slow:", slowness)
  for (const page of context.pages()) {
    const shown = await page.evaluate<string>("document.body.innerText").catch(String)
    const focused = await page.evaluate<string>("document.activeElement?.outerHTML ?? ''").catch(String)
    console.log(`${page.url()} showed:\n${shown.slice(0, 1_500)}\nwith the focus on ${focused.slice(0, 200)}`)
  }
}

const visiting = (browser: Connected) => (options?: BrowserContextOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options })
      return { context, slowness: await slowed(context) }
    }),
    ({ context, slowness }, exit) =>
      Effect.promise(async () => {
        if (Exit.isFailure(exit)) await describePages(context, slowness)
        await context.close()
      })
  ).pipe(
    Effect.tap(({ context }) => Effect.sync(() => context.setDefaultTimeout(300_000))),
    Effect.flatMap(({ context }) => Effect.promise(() => context.newPage())),
    Effect.map(listen)
  )

/** A real Chromium without a window. */
export class Browser extends Context.Service<
  Browser,
  {
    /** Opens a page with its own, empty cookies and storage; it is closed with the scope. Its waits end after five minutes. */
    readonly visit: (options?: BrowserContextOptions) => Effect.Effect<Visit, never, Scope.Scope>
  }
>()("test/support/Browser") {
  /** One browser for all test files of a process; it ends with the process. */
  static readonly shared = Layer.effect(
    Browser,
    Effect.map(
      Effect.promise(() => (shared ??= launch(oneProcessFlags).then(connect))),
      (browser) => Browser.of({ visit: visiting(browser) })
    )
  )
}
