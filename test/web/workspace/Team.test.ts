import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { send } from "../../../src/web/contract/Http.ts"
import { browserAfter, makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import { makeTeam } from "../../../src/web/workspace/Team.ts"

/** A server of views that are answered by hand, each at the position the log has then. */
const views = () => {
  let head = 1
  let inFlight = 0
  const most = { atOnce: 0, all: 0 }
  const answers: Array<() => void> = []
  vi.stubGlobal("fetch", (path: string) => {
    inFlight += 1
    most.all += 1
    most.atOnce = Math.max(most.atOnce, inFlight)
    return new Promise<Response>((resolve) => {
      answers.push(() => {
        inFlight -= 1
        const list = path.endsWith("/principles") ? { principles: [] } : { objectives: [] }
        resolve(Response.json({ team: { id: "t", name: "North" }, sequenceNumber: head, ...list }))
      })
    })
  })
  return {
    most,
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
  it("asks once for a burst of changes, and never for a view that is on its way", async () => {
    vi.useFakeTimers()
    const server = views()
    const team = makeTeam("burst", send, makeLifetime(browserAfter))
    const first = team.refresh()
    server.answer()
    await first
    const all = Array.from({ length: 50 }, () => team.refresh(server.changed()))
    server.answer()
    await vi.advanceTimersByTimeAsync(1000)
    server.answer()
    await Promise.all(all)
    assert.deepStrictEqual([team.sequenceNumber.peek(), server.most], [51, { atOnce: 2, all: 4 }])
  })

  it("does not ask for what it has", async () => {
    const server = views()
    const team = makeTeam("known", send, makeLifetime(browserAfter))
    const first = team.refresh()
    server.answer()
    await first
    await team.refresh(1)
    assert.deepStrictEqual(server.most, { atOnce: 2, all: 2 })
  })
})
