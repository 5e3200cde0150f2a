import { assert, describe, it } from "@effect/vitest"
import { signal } from "@preact/signals"
import type { ChangeNotification } from "../../../src/domain/ChangeNotification.ts"
import { EntityId } from "../../../src/domain/entities/Ids.ts"
import { noOrigin } from "../../../src/domain/Provenance.ts"
import type { Send } from "../../../src/web/contract/Http.ts"
import { fail, succeed } from "../../../src/web/contract/Result.ts"
import { makeSession } from "../../../src/web/session/PageSession.ts"
import { makeWorkspace } from "../../../src/web/workspace/Workspace.ts"
import { memoryStorage } from "./MemoryStorage.ts"

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const [north, south] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"].map((id) =>
  EntityId.make(id)
) as [EntityId, EntityId]

/** A page that has loaded the list and both teams, on a server whose teams the test changes, or has `begun` to do so. */
const page = async (begun = false) => {
  const existing = new Set<string>([north, south])
  const refused: Array<string> = []
  let head = 1
  const send: Send = async (path) => {
    if (path.startsWith("/api/auth/"))
      return succeed(
        Response.json({ success: true, userId: "ada", username: "ada", role: "admin", timeZone: "UTC", error: null })
      )
    if (path === "/api/teams")
      return succeed(Response.json([...existing].map((id) => ({ id, name: id, color: "#000000" }))))
    const [, , , id = "", view = ""] = path.split("/")
    if (existing.has(id))
      return succeed(Response.json({ team: { id, name: id, color: "#000000" }, sequenceNumber: head, [view]: [] }))
    refused.push(path)
    return fail({ kind: "refused", status: 404, message: "" })
  }
  const session = makeSession(send)
  await session.signIn("ada", "secret")
  const listeners: Array<(change: ChangeNotification) => void> = []
  const resets: Array<() => void> = []
  const { teams } = makeWorkspace("ada", {
    session,
    send,
    stream: {
      connection: signal("connecting"),
      request: () => undefined,
      onChange: (listener, onReset) => {
        listeners.push(listener)
        if (onReset !== undefined) resets.push(onReset)
        return () => undefined
      }
    },
    storage: memoryStorage()(),
    after: (_, run) => {
      const timer = setImmediate(run)
      return () => clearImmediate(timer)
    },
    newId: () => "id",
    shownTeam: () => undefined
  })
  const loading = Promise.all([teams.refresh(), teams.of(north).refresh(), teams.of(south).refresh()])
  if (!begun) await loading
  const quiet = async () => {
    for (let turn = 0; turn < 20; turn++) await settled()
  }
  return {
    existing,
    refused,
    isDeleted: () => [north, south].map(teams.isDeleted),
    listed: () => teams.list.peek()?.map(({ id }) => id),
    change: async (eventType: ChangeNotification["eventType"], targetId: EntityId | null) => {
      head += 1
      const about = { actorDisplayName: null, entityType: null, fieldName: null, entityTitle: null, parentTitle: null }
      const titles = { ...about, unit: null, rejectionCode: null }
      const change = { sequenceNumber: head, eventType, targetId, teamIds: [north], entityIds: null, actorName: "bob" }
      for (const listener of listeners)
        listener({ ...change, ...titles, ...noOrigin, timestamp: "2026-01-01T00:00:00.000Z" })
      await quiet()
    },
    reset: async () => {
      for (const reset of resets) reset()
      await quiet()
    }
  }
}

describe("A page whose list of teams is on its way", () => {
  it("has the teams that were created after the server's answer", async () => {
    const { existing, listed, change } = await page(true)
    assert.isUndefined(listed())
    const west = EntityId.make("00000000-0000-4000-8000-000000000003")
    existing.add(west)
    await change("create_team", west)
    assert.deepStrictEqual(listed(), [north, south, west])
  })
})

describe("A page with a team that somebody deletes", () => {
  it("requests no view of it, whichever event deleted it, and has it again when it is back", async () => {
    const { existing, refused, isDeleted, change } = await page()
    existing.delete(north)
    await change("delete_team", north)
    assert.deepStrictEqual(isDeleted(), [true, false])
    existing.add(north)
    await change("restore_history", null)
    assert.deepStrictEqual(isDeleted(), [false, false])
    existing.delete(north)
    await change("restore_history", null)
    assert.deepStrictEqual(isDeleted(), [true, false])
    assert.deepStrictEqual(refused, [])
  })

  it("learns of the deletion from the list when it has missed the event", async () => {
    const { existing, refused, isDeleted, reset } = await page()
    existing.delete(south)
    await reset()
    assert.deepStrictEqual([isDeleted(), refused], [[false, true], []])
  })
})
