import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { send } from "../../../src/web/contract/Http.ts"
import { makeLifetime, runAfterInBrowser } from "../../../src/web/workspace/Lifetime.ts"
import { makeTeam } from "../../../src/web/workspace/Team.ts"

/** A server that answers requests for views when the test says so, at the log position of that time. */
const views = () => {
  let head = 1
  let inFlight = 0
  const requests = { concurrent: 0, all: 0 }
  const answers: Array<() => void> = []
  vi.stubGlobal("fetch", (path: string) => {
    inFlight += 1
    requests.all += 1
    requests.concurrent = Math.max(requests.concurrent, inFlight)
    return new Promise<Response>((resolve) => {
      answers.push(() => {
        inFlight -= 1
        const list = path.endsWith("/principles") ? { principles: [] } : { objectives: [] }
        resolve(Response.json({ team: { id: "t", name: "North" }, sequenceNumber: head, ...list }))
      })
    })
  })
  return {
    requests,
    changed: () => ++head,
    answer: () => {
      for (const answer of answers.splice(0)) answer()
    }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("A team kept up to date", () => {
  it("fetches once for a burst of changes, and never a view that is being fetched", async () => {
    vi.useFakeTimers()
    const server = views()
    const team = makeTeam("burst", send, makeLifetime(runAfterInBrowser))
    const first = team.refresh()
    server.answer()
    await first
    const all = Array.from({ length: 50 }, () => team.refresh(server.changed()))
    server.answer()
    await vi.advanceTimersByTimeAsync(1000)
    server.answer()
    await Promise.all(all)
    assert.deepStrictEqual([team.sequenceNumber.peek(), server.requests], [51, { concurrent: 2, all: 4 }])
  })

  it("does not fetch a log position it has", async () => {
    const server = views()
    const team = makeTeam("known", send, makeLifetime(runAfterInBrowser))
    const first = team.refresh()
    server.answer()
    await first
    await team.refresh(1)
    assert.deepStrictEqual(server.requests, { concurrent: 2, all: 2 })
  })
})
