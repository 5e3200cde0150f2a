import { assert, describe, it } from "@effect/vitest"
import { makeOutboxStorage } from "../../../../src/web/workspace/outbox/OutboxStorage.ts"
import { memoryStorage } from "../MemoryStorage.ts"

describe("The outbox in the browser", () => {
  it("gives what closed tabs left, this tab’s first, each with its progress, and nothing of open tabs or other users", async () => {
    const [storage] = [memoryStorage()()]
    const tab = (name: string, userId = "ada") =>
      makeOutboxStorage(userId, { ...storage, tab: name, isTabClosed: async (other) => other !== "open" })
    tab("closed").put("edit a", { value: { a: 1 } })
    tab("open").put("edit b", { value: 2 })
    tab("closed", "bob").put("edit c", { value: 3 })
    const own = makeOutboxStorage("ada", { ...storage, tab: "0", previousTab: "0" })
    own.put("batch d.e", { value: [4], progress: 5 })
    own.put("gone", { value: 6 })
    own.put("gone", undefined)
    storage.local.put("strategy.outbox.ada.closed.broken", "{")
    const found = await Promise.all(tab("0").leftByClosedTabs())
    assert.deepStrictEqual(
      found.map((entry) => entry && [entry.id, entry.value, entry.progress]),
      [["batch d.e", [4], 5], ["edit a", { a: 1 }, undefined], undefined, ["broken", undefined, undefined]]
    )
    for (const entry of found) entry?.forget()
    assert.deepStrictEqual(storage.local.keys(), [
      "strategy.outbox.ada.open.edit b",
      "strategy.outbox.bob.closed.edit c"
    ])
  })
})
