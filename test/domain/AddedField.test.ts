import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { entityTypes, rowOf } from "../../src/shared/EventTypes.ts"

const run = promisify(execFile)

describe("A field added to the table", () => {
  it("of any entity appears in events, canonical text, views, changes, restores, previews, history and the page", async () => {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, "addedFieldProcess.ts")])
    const names = { team: "North", principle: "Listen", objective: "Grow", group: "Now", initiative: "Call" }
    const called = { ...names, progress: "Sales" }
    assert.deepStrictEqual(
      JSON.parse(stdout),
      entityTypes.map((type) => ({
        type,
        role: rowOf(type).role,
        before: [""],
        description: `set the motto of ${rowOf(type).noun} “${called[type]}” to “Onwards”`,
        tooLong: "motto must have at most 40 characters",
        conflict: "Onwards",
        views: ["Onwards"],
        text: ["Onwards"],
        isReadAgain: true,
        changes: [[true, [{ field: "motto", before: "", after: "Onwards" }]]],
        preview: [
          {
            isIt: true,
            kind: "changes",
            fields: [{ name: "motto", principle: null, current: "Onwards", restored: "" }]
          }
        ],
        isRestored: true,
        history: ["motto", "Onwards", "Back"],
        page: [`${type}.motto`, { motto: "Up" }, "Motto"]
      }))
    )
  })
})
