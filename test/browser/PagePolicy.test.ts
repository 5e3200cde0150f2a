import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { ensure, Page } from "../../src/http/page/Page.ts"
import { read } from "../../src/http/page/PageFiles.ts"
import { project } from "../http/page/Project.ts"
import { Browser } from "../support/Browser.ts"
import { BaseUrl, testServerWith } from "../support/TestServer.ts"

const page = Layer.effect(
  Page,
  Effect.gen(function* () {
    const { root } = yield* project
    return yield* Effect.flatMap(ensure(root), read)
  })
).pipe(Layer.provide(Logger.layer([])))

const server = Layer.mergeAll(testServerWith(page), Browser.shared)

/** Tries inline script and style, and image and request of another origin; resolves to the violated directives. */
const violations = `new Promise((resolve) => {
  const directives = []
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
    if (directives.push(effectiveDirective) === 4) resolve(directives.sort())
  })
  document.head.append(Object.assign(document.createElement("script"), { textContent: "void 0" }))
  document.head.append(Object.assign(document.createElement("style"), { textContent: "p {}" }))
  new Image().src = "https://example.com/image.png"
  fetch("https://example.com/").catch(() => {})
})`

layer(server, { excludeTestServices: true })("The page's policy in a browser", (it) => {
  it.effect("allows scripts, styles, images, lazy modules, the worker and its requests of the built page", () =>
    Effect.gen(function* () {
      const base = yield* BaseUrl
      const { page, errors } = yield* (yield* Browser).visit()
      const shown = yield* Effect.promise(async () => {
        await page.goto(`${base}/strategy/teams/1`)
        await page.getByText("200").waitFor()
        await page.getByText("Later").waitFor()
        return String(await page.evaluate("getComputedStyle(document.querySelector('p')).backgroundImage"))
      })
      assert.match(shown, /^url\(".*\/strategy\/assets\/dot-.*\.svg"\)$/)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  it.effect("forbids inline scripts and styles, and other origins", () =>
    Effect.gen(function* () {
      const base = yield* BaseUrl
      const { page } = yield* (yield* Browser).visit()
      const refused = yield* Effect.promise(async () => {
        await page.goto(`${base}/strategy/`)
        return page.evaluate(violations)
      })
      assert.deepStrictEqual(refused, ["connect-src", "img-src", "script-src-elem", "style-src-elem"])
    }).pipe(Effect.scoped)
  )
})
