import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { parse, valueOf } from "../../observability/Exposition.ts"
import { Browser } from "../../support/Browser.ts"
import { madeFolder } from "../../support/madeFolder.ts"
import * as SharedBoard from "./SharedBoard.ts"

/** The server of all tests here; the test that kills it comes last. */
class Server extends Context.Service<
  Server,
  { readonly server: ServerProcess.ServerProcess; readonly folder: string }
>()("test/web/Live/Server") {
  static readonly layer = Layer.effect(
    Server,
    Effect.gen(function* () {
      const folder = yield* madeFolder
      return { folder, server: yield* ServerProcess.start({ DATA_DIR: folder, METRICS_PORT: "0" }) }
    })
  )
}

/** A team whose board bob has open, while the admin writes by the API. */
const openBoard = Effect.fnUntraced(function* (bob: string) {
  const { server, folder: DATA_DIR } = yield* Server
  const { url } = server
  const access = yield* Effect.promise(async () => ({ url, token: await signIn(url) }))
  const [team = "", one = "", two = ""] = yield* Effect.promise(() => SharedBoard.prepared(access, ["One", "Two"]))
  const his = yield* Effect.promise(() => SharedBoard.newUser(access, bob, "editor"))
  const { page, errors } = yield* SharedBoard.visit(his, `/strategy/teams/${team}`)
  return {
    server,
    page,
    errors,
    access,
    his,
    team,
    one,
    two,
    edits: (count: number) => SharedBoard.editsOf(access, bob, count),
    rename: (id: string, title: string) =>
      Effect.promise(() => SharedBoard.write(access, "update_objective_title", id, { title })),
    restarted: ServerProcess.start({ DATA_DIR, PORT: new URL(url).port })
  }
})

/** The number of open streams, from the server's metrics. */
const openStreams = async ({ output }: ServerProcess.ServerProcess): Promise<number | undefined> => {
  const url = /Metrics on (http:\/\/[0-9.:]+\/metrics)/.exec(output())?.[1] ?? ""
  return valueOf(parse(await (await fetch(url)).text()), "strategy_streams_open")
}

const type = async (page: Page, id: string, title: string): Promise<void> => {
  await SharedBoard.openTitle(page, id)
  await SharedBoard.titleInput(page, id).fill(title)
}

const notice = (page: Page, id: string, kind: string) => SharedBoard.card(page, id).locator(`.notice.${kind}`)

const at = <A>(act: () => Promise<A>) => Effect.promise(act)

layer(Layer.mergeAll(Browser.shared, Server.layer), { excludeTestServices: true })("Live updates", (it) => {
  it.effect("share one stream among three tabs, and show a change in all of them with its author", () =>
    Effect.gen(function* () {
      const { server, page, access, his, team, one, two, rename } = yield* openBoard("bob-tabs")
      const pages = yield* at(async () => {
        const others = [await page.context().newPage(), await page.context().newPage()]
        for (const other of others) {
          await other.goto(`${access.url}/strategy/teams/${team}`)
          await other.locator(".connection.live").waitFor()
        }
        return [page, ...others]
      })
      assert.strictEqual(yield* at(() => openStreams(server)), 1)
      // The author's name is shown for a few seconds.
      const named = pages.map((each) =>
        SharedBoard.card(each, one).locator(".flash-by", { hasText: "admin" }).waitFor()
      )
      const agent = yield* at(() => SharedBoard.agentOf(his))
      const agentNamed = SharedBoard.card(page, two).getByText("bob-tabs · by Planning agent").waitFor()
      yield* rename(one, "One by ada")
      yield* at(async () => {
        await Promise.all(named)
        // His own agent is not himself.
        await SharedBoard.write(agent, "update_objective_title", two, { title: "Two by an agent" })
        await agentNamed
        for (const each of pages) await SharedBoard.showsTitle(each, one, "One by ada")
        // The stream continues when the tab that opened it is closed.
        await page.close()
      })
      yield* rename(two, "Two by ada")
      yield* at(async () => {
        for (const each of pages.slice(1)) await SharedBoard.showsTitle(each, two, "Two by ada")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("arrive through a worker of the tab's own if none can be shared, and after signing out and in again", () =>
    Effect.gen(function* () {
      const { page, access, team, one, two, rename } = yield* openBoard("bob-alone")
      yield* at(async () => {
        await page.addInitScript("window.SharedWorker = undefined")
        await page.reload()
        await page.locator(".connection.live").waitFor()
      })
      assert.lengthOf(page.workers(), 1)
      yield* rename(one, "One for a tab alone")
      yield* at(async () => {
        await SharedBoard.showsTitle(page, one, "One for a tab alone")
        await page.locator(".account").click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByLabel("Username").fill("bob-alone")
        await page.getByLabel("Password").fill(SharedBoard.secret)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.locator(".connection.live").waitFor()
        await page.goto(`${access.url}/strategy/teams/${team}`)
        await page.locator(".connection.live").waitFor()
      })
      yield* rename(two, "Two for a tab alone")
      yield* at(() => SharedBoard.showsTitle(page, two, "Two for a tab alone"))
    }).pipe(Effect.scoped)
  )

  it.effect("keep an edit whose answer is lost over a reload, and apply it once", () =>
    Effect.gen(function* () {
      const { page, one, two, edits } = yield* openBoard("bob-lost")
      yield* at(async () => {
        // The server applies it, and the answer is lost.
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
        await SharedBoard.showsTitle(page, two, "Two, half wri")
        await page.unroute("**/api/events")
        await notice(page, one, "waiting").waitFor({ state: "detached" })
        await SharedBoard.showsTitle(page, one, "One by bob")
        await notice(page, two, "typing").getByRole("button", { name: "Save" }).click()
        assert.deepStrictEqual(
          (await edits(2)).map(({ data }) => data),
          [{ title: "One by bob" }, { title: "Two, half wri" }]
        )
      })
    }).pipe(Effect.scoped)
  )

  it.effect("keep an edit when the session ends or the role is taken away", () =>
    Effect.gen(function* () {
      const { page, access, one, two, edits } = yield* openBoard("bob-ended")
      yield* at(async () => {
        await type(page, one, "One by bob")
        await page.context().clearCookies()
        await page.keyboard.press("Enter")
        await page.getByLabel("Username").fill("bob-ended")
        await page.getByLabel("Password").fill(SharedBoard.secret)
        await page.getByRole("button", { name: "Sign in" }).click()
        assert.deepStrictEqual(
          (await edits(1)).map(({ data }) => data),
          [{ title: "One by bob" }]
        )
        await type(page, two, "Two by bob")
        await SharedBoard.demote(access, "bob-ended")
        await page.getByText("You can no longer edit this").waitFor()
        assert.include(await SharedBoard.card(page, two).innerText(), "Two by bob")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("keep an edit when the server is killed, and apply it once", () =>
    Effect.gen(function* () {
      const { server, restarted, page, one, two, edits, rename } = yield* openBoard("bob-killed")
      yield* at(() => type(page, one, "One by bob"))
      server.kill("SIGKILL")
      yield* server.ended
      yield* at(async () => {
        await page.locator(".connection.waiting").waitFor()
        assert.strictEqual(await SharedBoard.titleInput(page, one).inputValue(), "One by bob")
        await page.keyboard.press("Enter")
        await notice(page, one, "waiting").waitFor()
        // The user types on while the answer is missing.
        await type(page, one, "One by bob, twice")
        await page.keyboard.press("Enter")
        await type(page, two, "Two by bob")
      })
      yield* restarted
      yield* at(async () => {
        await page.locator(".connection.live").waitFor()
        await notice(page, one, "waiting").waitFor({ state: "detached" })
        assert.deepStrictEqual(
          (await edits(2)).map(({ data }) => data),
          [{ title: "One by bob" }, { title: "One by bob, twice" }]
        )
        assert.strictEqual(await SharedBoard.titleInput(page, two).inputValue(), "Two by bob")
        await page.keyboard.press("Enter")
        assert.deepStrictEqual((await edits(3)).at(-1)?.data, { title: "Two by bob" })
      })
      // The stream continues.
      yield* rename(one, "One by ada")
      yield* at(() => SharedBoard.showsTitle(page, one, "One by ada"))
    }).pipe(Effect.scoped)
  )
})
