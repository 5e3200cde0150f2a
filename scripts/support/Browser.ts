import { tmpdir } from "node:os"
import { Context, Effect, Layer, type Scope } from "effect"
import { type BrowserContextOptions, chromium as driver, type Page } from "playwright-core"
import { chromium } from "./Chromium.ts"

export interface Visit {
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

/** Flags that keep all traffic on this machine, besides what Playwright turns off: no host name can be resolved. */
const offlineFlags = [
  "--disable-domain-reliability",
  "--no-pings",
  "--no-proxy-server",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
]

const launch = Effect.acquireRelease(
  Effect.promise(async () => {
    const { executable, env } = await chromium()
    return driver.launchServer({
      executablePath: executable,
      host: "127.0.0.1",
      // Chromium's sandbox does not run as root.
      chromiumSandbox: false,
      handleSIGINT: false,
      args: offlineFlags,
      env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...env }
    })
  }),
  (server) =>
    Effect.promise(() => server.close()).pipe(
      Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.promise(() => server.kill()) })
    )
)

/** A real headless Chromium; one is shared by a test file. */
export class Browser extends Context.Service<
  Browser,
  {
    /** Opens a page with its own, empty cookies and storage; it is closed with the scope. Its waits time out after 10 s. */
    readonly visit: (options?: BrowserContextOptions) => Effect.Effect<Visit, never, Scope.Scope>
  }
>()("scripts/support/Browser") {
  static readonly layer = Layer.effect(
    Browser,
    Effect.gen(function* () {
      const server = yield* launch
      const browser = yield* Effect.promise(() => driver.connect(server.wsEndpoint()))
      return Browser.of({
        visit: (options) =>
          Effect.acquireRelease(
            Effect.promise(() => browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options })),
            (context) => Effect.promise(() => context.close())
          ).pipe(
            Effect.tap((context) => Effect.sync(() => context.setDefaultTimeout(10_000))),
            Effect.flatMap((context) => Effect.promise(() => context.newPage())),
            Effect.map(listen)
          )
      })
    })
  )
}
