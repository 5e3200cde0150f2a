import { assert, describe, it } from "@effect/vitest"
import type { Request } from "../../../src/web/contract/Http.ts"
import { makeApi } from "../../../src/web/contract/PageApi.ts"
import { succeed } from "../../../src/web/contract/Result.ts"

/** The requests that a use of the API sends. */
const sentBy = async (act: (api: ReturnType<typeof makeApi>) => Promise<unknown>) => {
  const sent: Array<readonly [string, Request | undefined]> = []
  const api = makeApi((path, request) => {
    sent.push([path, request])
    return Promise.resolve(succeed(Response.json({})))
  })
  await act(api)
  return sent
}

describe("A request of the page", () => {
  it("has the parameters of its path, and the defined ones of its query", async () => {
    assert.deepStrictEqual(await sentBy((api) => api.entityHistory("e", 50)), [
      ["/api/history/entity/e?limit=50", { method: "GET" }]
    ])
    assert.deepStrictEqual(await sentBy((api) => api.entityHistory("e", 50, 7)), [
      ["/api/history/entity/e?limit=50&before=7", { method: "GET" }]
    ])
    assert.deepStrictEqual(await sentBy((api) => api.restorePreview(3, undefined)), [
      ["/api/history/preview?sequenceNumber=3", { method: "GET" }]
    ])
    assert.deepStrictEqual(await sentBy((api) => api.accountLog("a b&c")), [
      ["/api/admin/account-log?username=a+b%26c", { method: "GET" }]
    ])
    assert.deepStrictEqual(await sentBy((api) => api.accountLog("")), [["/api/admin/account-log", { method: "GET" }]])
    assert.deepStrictEqual(await sentBy((api) => api.deleteUser("a/b")), [
      ["/api/admin/users/a%2Fb", { method: "DELETE" }]
    ])
  })

  it("has the body and the headers of its endpoint", async () => {
    assert.deepStrictEqual(await sentBy((api) => api.setRole("u", "viewer")), [
      ["/api/admin/users/u/role", { method: "PUT", body: { role: "viewer" } }]
    ])
    const body = { eventType: "delete_team", targetId: "t", data: {} } as const
    assert.deepStrictEqual(await sentBy((api) => api.submit({ body, key: "key" })), [
      ["/api/events", { method: "POST", body, headers: { "idempotency-key": "key" } }]
    ])
    const undone = { body, key: "key", changeSet: { id: "set", name: "Undo “é”" }, undoes: 7 }
    const names = { "change-set": "set", "change-set-name": "Undo%20%E2%80%9C%C3%A9%E2%80%9D", undoes: "7" }
    assert.deepStrictEqual(await sentBy((api) => api.submit(undone)), [
      ["/api/events", { method: "POST", body, headers: { "idempotency-key": "key", ...names } }]
    ])
  })
})
