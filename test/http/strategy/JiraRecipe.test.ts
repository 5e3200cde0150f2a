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
import { addUser, BaseUrl, request, testServer } from "../../support/TestServer.ts"

const program = fileURLToPath(new URL("../../../src/http/handlers/recipes/jira.mjs", import.meta.url))

layer(testServer, { excludeTestServices: true })("the recipe for Jira", (it) => {
  it.effect("creates each epic once, follows its title, and never overwrites what a person changed", () =>
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
        return stdout
          .trim()
          .split("\n")
          .map((line) => line.split(" ")[1])
      })
      assert.deepStrictEqual(yield* night, ["applied", "applied"])
      assert.deepStrictEqual(yield* night, ["no_change", "no_change"])
      const targetId = yield* idFrom(team, "ST-1")
      yield* submit({ eventType: "update_objective_title", targetId, data: { title: "One, by Ann" } })
      titles["ST-1"] = "One more"
      titles["ST-2"] = "Two more"
      assert.deepStrictEqual(yield* night, ["rejected", "applied"])
      assert.deepStrictEqual(yield* night, ["rejected", "no_change"])
      rmSync(join(folder, "state.json"))
      assert.deepStrictEqual(yield* night, ["rejected", "rejected"])
      assert.deepStrictEqual(yield* night, ["rejected", "no_change"])
      const { text } = yield* request(`/api/objectives/${targetId}`, { headers: { authorization: `Bearer ${token}` } })
      assert.include(text, '"One, by Ann"')
    }).pipe(Effect.scoped)
  )
})
