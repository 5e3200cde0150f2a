import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { idFrom } from "../../../src/client/ExternalId.ts"
import { TokenStore } from "../../../src/identity/TokenStore.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { addUser, BaseUrl, request, testServer } from "../../support/TestServer.ts"

const program = fileURLToPath(new URL("../../../src/http/handlers/recipes/jira.mjs", import.meta.url))

layer(testServer, { excludeTestServices: true })("the recipe for Jira", (it) => {
  it.effect(
    "creates each epic once, follows its title, never overwrites what a person changed, and writes nothing if nothing changed",
    () =>
      Effect.gen(function* () {
        const titles = { "ST-1": "One", "ST-2": "Two" }
        const issues = () => Object.entries(titles).map(([key, summary]) => ({ key, fields: { summary } }))
        const jira = createServer((_, response) => void response.end(JSON.stringify({ issues: issues() }))).listen(0)
        yield* Effect.addFinalizer(() => Effect.sync(() => jira.close()))
        const folder = mkdtempSync(join(tmpdir(), "jira-"))
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
        const user = yield* addUser("jira", "admin")
        const { secret } = yield* TokenStore.use((tokens) =>
          tokens.create(user.id, { name: "Jira", scope: "admin", days: 1 })
        )
        const token = Redacted.value(secret)
        const base = yield* BaseUrl
        const team = "0198a3c2-7d1e-4b52-9c41-2f6d0a9be7c3"
        const submit = (body: object) =>
          Effect.promise(async () => {
            const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
            await fetch(`${base}/api/events`, { method: "POST", headers, body: JSON.stringify(body) })
          })
        yield* submit({ eventType: "create_team", data: { id: team, name: "Start", color: "#336699" } })
        const night = Effect.promise(async () => {
          const env = { ...process.env, BASE: base, TOKEN: token, TEAM: team, STATE: join(folder, "state.json") }
          const address = `http://127.0.0.1:${(jira.address() as AddressInfo).port}`
          const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { ...env, JIRA: address } })
          return [...stdout.matchAll(/: (\w+)/g)].map(([, status]) => status)
        })
        const head = Projector.use(({ state }) => Effect.map(state, ({ sequenceNumber }) => sequenceNumber))
        const idleNight = Effect.gen(function* () {
          const before = yield* head
          assert.deepStrictEqual([yield* night, yield* head], [[], before])
        })
        assert.deepStrictEqual(yield* night, ["applied", "applied"])
        yield* idleNight
        const targetId = yield* idFrom(team, "ST-1")
        yield* submit({ eventType: "update_objective_title", targetId, data: { title: "One, by Ann" } })
        titles["ST-1"] = "One more"
        titles["ST-2"] = "Two more"
        assert.deepStrictEqual(yield* night, ["rejected", "applied"])
        yield* idleNight
        rmSync(join(folder, "state.json"))
        yield* idleNight
        titles["ST-2"] = "Two at last"
        assert.deepStrictEqual(yield* night, ["rejected"])
        yield* idleNight
        const { text } = yield* request(`/api/objectives/${targetId}`, {
          headers: { authorization: `Bearer ${token}` }
        })
        assert.include(text, '"One, by Ann"')
      }).pipe(Effect.scoped)
  )
})
