import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { madeFolder } from "../support/madeFolder.ts"

const team = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

/** Text that fills more than a page of a table. */
const incompressible = Array.from({ length: 4_096 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * at * 7_919) % 20_011))
)
  .join("")
  .normalize("NFC")

const Teams = Schema.Array(Schema.Struct({ name: Schema.String }))

describe("A full disk under the embedded database", () => {
  it.live(
    "where tables are, refuses writes until there is room; where the write-ahead log is, ends the server with 1 when there is room",
    () =>
      Effect.gen(function* () {
        const DATA_DIR = yield* madeFolder
        const flag = join(DATA_DIR, "disk-is-full")
        const server = yield* ServerProcess.start({
          DATA_DIR,
          FULL_DISK: flag,
          NODE_OPTIONS: `--import=${new URL("../support/fullDisk.ts", import.meta.url).href}`
        })
        const token = yield* Effect.promise(() => signIn(server.url))
        const ask = (path: string, body?: unknown) =>
          Effect.promise(async () => {
            const answer = await call(server.url, token, path, body)
            return [answer.status, await answer.json()] as const
          })
        const createTeam = (n: number) =>
          ask("/api/events", { eventType: "create_team", data: { id: team(n), name: `Team ${n}`, color: "#123456" } })
        const writeMuch = ask("/api/events", {
          eventType: "create_principle",
          targetId: team(1),
          data: { title: "Long", description: incompressible }
        })
        assert.strictEqual((yield* createTeam(1))[0], 200)

        // No room for tables: PostgreSQL refuses the statement.
        writeFileSync(flag, "/base/")
        const refused = yield* Effect.repeat(writeMuch, { until: ([status]) => status !== 200 })
        assert.deepStrictEqual(refused, [
          503,
          {
            _tag: "Unavailable",
            code: "database_unavailable",
            message: "The database is not accepting writes. Try again shortly."
          }
        ])
        assert.deepStrictEqual(yield* ask("/health"), [200, { status: "degraded" }])
        assert.strictEqual((yield* ask("/api/history/all"))[0], 200)
        rmSync(flag)
        assert.strictEqual((yield* createTeam(2))[0], 200)
        assert.deepStrictEqual(yield* ask("/health"), [200, { status: "healthy" }])

        // No room for the write-ahead log: PostgreSQL would end its process.
        writeFileSync(flag, "/pg_wal/")
        assert.strictEqual((yield* createTeam(3))[0], 503)
        assert.deepStrictEqual(yield* ask("/health"), [503, { status: "unhealthy" }])
        assert.strictEqual((yield* ask("/health/live"))[0], 200)
        assert.include(
          server.output(),
          "No space left on device. The server will exit as soon as there is space on its disk."
        )
        rmSync(flag)
        assert.deepStrictEqual(yield* server.ended, { code: 1, signal: null })
        assert.match(
          ServerProcess.textsOf(server.output()).split("\n").at(-1) ?? "",
          /^Error: The embedded database has stopped: .*: No space left on device\. All confirmed changes are kept: restart /
        )

        const again = yield* ServerProcess.start({ DATA_DIR })
        const teams = yield* Effect.promise(async () => (await call(again.url, token, "/api/teams")).json())
        const names = Schema.decodeUnknownSync(Teams)(teams).map(({ name }) => name)
        assert.includeMembers(names, ["Team 1", "Team 2"])
      }).pipe(Effect.scoped)
  )
})
