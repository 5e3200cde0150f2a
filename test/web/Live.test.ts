import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../scripts/support/Browser.ts"
import { dataFolder, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { parse, valueOf } from "../observability/Exposition.ts"
import * as Pair from "./Pair.ts"

/** One for all: the journey that kills it comes last. */
class Server extends Context.Service<
  Server,
  { readonly server: ServerProcess.ServerProcess; readonly folder: string }
>()("test/web/Live/Server") {
  static readonly layer = Layer.effect(
    Server,
    Effect.gen(function* () {
      const folder = yield* dataFolder
      return { folder, server: yield* ServerProcess.start({ DATA_DIR: folder, METRICS_PORT: "0" }) }
    })
  )
}

/** A team; ada writes by the API, bob works at the page. */
const begun = Effect.fnUntraced(function* (bob: string) {
  const { server, folder: DATA_DIR } = yield* Server
  const { url } = server
  const place = yield* Effect.promise(async () => ({ url, token: await signIn(url) }))
  const [team = "", one = "", two = ""] = yield* Effect.promise(() => Pair.prepared(place, ["One", "Two"]))
  const his = yield* Effect.promise(() => Pair.newUser(place, bob, "editor"))
  const { page, errors } = yield* Pair.visit(his, `/strategy/teams/${team}`)
  return {
    server,
    page,
    errors,
    place,
    team,
    one,
    two,
    edits: (count: number) => Pair.editsOf(place, bob, count),
    rename: (id: string, title: string) =>
      Effect.promise(() => Pair.write(place, "update_objective_title", id, { title })),
    again: ServerProcess.start({ DATA_DIR, PORT: new URL(url).port })
  }
})

/** As the server counts them. */
const openStreams = async ({ output }: ServerProcess.ServerProcess): Promise<number | undefined> => {
  const url = /Metrics on (http:\/\/[0-9.:]+\/metrics)/.exec(output())?.[1] ?? ""
  return valueOf(parse(await (await fetch(url)).text()), "strategy_streams_open")
}

const type = async (page: Page, id: string, title: string): Promise<void> => {
  await Pair.openTitle(page, id)
  await Pair.titleInput(page, id).fill(title)
}

const notice = (page: Page, id: string, kind: string) => Pair.card(page, id).locator(`.notice.${kind}`)

const at = <A>(act: () => Promise<A>) => Effect.promise(act)

layer(Layer.mergeAll(Browser.shared, Server.layer), { excludeTestServices: true, timeout: 60_000 })("Live", (it) => {
  it.effect("three tabs share one stream, and a change shows itself in all of them with its author", () =>
    Effect.gen(function* () {
      const { server, page, place, team, one, two, rename } = yield* begun("bob-tabs")
      const pages = yield* at(async () => {
        const others = [await page.context().newPage(), await page.context().newPage()]
        for (const other of others) {
          await other.goto(`${place.url}/strategy/teams/${team}`)
          await other.locator(".connection.live").waitFor()
        }
        return [page, ...others]
      })
      assert.strictEqual(yield* at(() => openStreams(server)), 1)
      yield* rename(one, "One by ada")
      yield* at(async () => {
        for (const each of pages) {
          await Pair.card(each, one).locator(".flash-by", { hasText: "admin" }).waitFor()
          await Pair.saysTitle(each, one, "One by ada")
        }
        // The tab that opened the stream goes; the others go on.
        await page.close()
      })
      yield* rename(two, "Two by ada")
      yield* at(async () => {
        for (const each of pages.slice(1)) await Pair.saysTitle(each, two, "Two by ada")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("an answer that is lost, and a page that is loaded anew meanwhile, save once what was typed", () =>
    Effect.gen(function* () {
      const { page, one, two, edits } = yield* begun("bob-lost")
      yield* at(async () => {
        // It happens, and nobody hears of it.
        await page.route("**/api/events", async (route) => {
          await route.fetch()
          await route.abort()
        })
        await type(page, one, "One by bob")
        await page.keyboard.press("Enter")
        await notice(page, one, "waiting").waitFor()
        await type(page, two, "Two, half wri")
        page.on("dialog", (dialog) => dialog.accept())
        await page.reload()
        await notice(page, one, "waiting").waitFor()
        await notice(page, two, "typing").waitFor()
        await Pair.saysTitle(page, two, "Two, half wri")
        await page.unroute("**/api/events")
        await notice(page, one, "waiting").waitFor({ state: "detached" })
        await Pair.saysTitle(page, one, "One by bob")
        await notice(page, two, "typing").getByRole("button", { name: "Save" }).click()
        assert.deepStrictEqual(
          (await edits(2)).map(({ data }) => data),
          [{ title: "One by bob" }, { title: "Two, half wri" }]
        )
      })
    }).pipe(Effect.scoped)
  )

  it.effect("a session that ends under an edit goes on after signing in; a role that is taken keeps the text", () =>
    Effect.gen(function* () {
      const { page, place, one, two, edits } = yield* begun("bob-ended")
      yield* at(async () => {
        await type(page, one, "One by bob")
        await page.context().clearCookies()
        await page.keyboard.press("Enter")
        await page.getByLabel("Username").fill("bob-ended")
        await page.getByLabel("Password").fill(Pair.secret)
        await page.getByRole("button", { name: "Sign in" }).click()
        assert.deepStrictEqual(
          (await edits(1)).map(({ data }) => data),
          [{ title: "One by bob" }]
        )
        await type(page, two, "Two by bob")
        await Pair.demote(place, "bob-ended")
        await page.getByText("You may not edit this any more").waitFor()
        assert.include(await Pair.card(page, two).innerText(), "Two by bob")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("a server killed under an edit loses nothing that was typed, and saves it once", () =>
    Effect.gen(function* () {
      const { server, again, page, one, two, edits, rename } = yield* begun("bob-killed")
      yield* at(() => type(page, one, "One by bob"))
      server.kill("SIGKILL")
      yield* server.ended
      yield* at(async () => {
        await page.locator(".connection.waiting").waitFor()
        assert.strictEqual(await Pair.titleInput(page, one).inputValue(), "One by bob")
        await page.keyboard.press("Enter")
        await notice(page, one, "waiting").waitFor()
        // And typed on, before anybody knows what became of it.
        await type(page, one, "One by bob, twice")
        await page.keyboard.press("Enter")
        await type(page, two, "Two by bob")
      })
      yield* again
      yield* at(async () => {
        await page.locator(".connection.live").waitFor()
        await notice(page, one, "waiting").waitFor({ state: "detached" })
        assert.deepStrictEqual(
          (await edits(2)).map(({ data }) => data),
          [{ title: "One by bob" }, { title: "One by bob, twice" }]
        )
        assert.strictEqual(await Pair.titleInput(page, two).inputValue(), "Two by bob")
        await page.keyboard.press("Enter")
        assert.deepStrictEqual((await edits(3)).at(-1)?.data, { title: "Two by bob" })
      })
      // The stream went on where it had ended.
      yield* rename(one, "One by ada")
      yield* at(() => Pair.saysTitle(page, one, "One by ada"))
    }).pipe(Effect.scoped)
  )
})
