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

  /** A loaded team, and how many requests it has made since. */
  const loaded = async (isStreamLive = () => false) => {
    const server = views()
    const team = makeTeam("t", send, makeLifetime(runAfterInBrowser), isStreamLive)
    const first = team.refresh()
    server.answer()
    await first
    return { ...server, team, fetched: () => server.requests.all - 2 }
  }
  const change = (sequenceNumber: number, from: number, name: string) => ({
    ...{ sequenceNumber, eventType: "update_team_name", targetId: null, teamIds: [], entityIds: null },
    ...{ actorName: "bob", timestamp: "", views: { id: "t", from, set: { name } } }
  })
  const shown = ({ body, sequenceNumber }: ReturnType<typeof makeTeam>) => [body.peek()?.name, sequenceNumber.peek()]

  it("shows changes that continue its state without a fetch, and none twice", async () => {
    const { team, fetched } = await loaded()
    await team.changed(change(3, 1, "South") as never)
    await team.changed(change(3, 1, "again") as never)
    await team.changed(change(2, 1, "earlier") as never)
    await team.changed(change(7, 3, "East") as never)
    assert.deepStrictEqual([...shown(team), fetched()], ["East", 7, 0])
  })

  it("fetches the views if a change does not continue its state, or comes without its data", async () => {
    vi.useFakeTimers()
    const { team, changed, answer, fetched } = await loaded()
    for (let head = 1; head < 5; ) head = changed()
    const gap = team.changed(change(5, 4, "South") as never)
    assert.strictEqual(fetched(), 2)
    answer()
    await gap
    assert.deepStrictEqual(shown(team), ["North", 5])
    changed()
    const untold = team.changed({ ...change(6, 5, ""), views: undefined } as never)
    answer()
    await untold
    assert.deepStrictEqual([...shown(team), fetched()], ["North", 6, 4])
  })

  it("applies changes that arrive during a fetch to the fetched state", async () => {
    const { team, changed, answer, fetched } = await loaded()
    const refreshed = team.refresh()
    await team.changed(change(2, 1, "South") as never)
    await team.changed(change(3, 2, "East") as never)
    assert.deepStrictEqual(shown(team), ["East", 3])
    changed()
    answer()
    await refreshed
    assert.deepStrictEqual([...shown(team), fetched()], ["East", 3, 2])
  })

  it("does not go back to the state of a server that is behind the stream", async () => {
    vi.useFakeTimers()
    const { team, changed, answer } = await loaded()
    await team.changed(change(3, 1, "South") as never)
    const refreshed = team.refresh()
    answer()
    await vi.advanceTimersByTimeAsync(10)
    assert.deepStrictEqual(shown(team), ["South", 3])
    for (let head = 1; head < 3; ) head = changed()
    answer()
    await refreshed
    assert.deepStrictEqual(shown(team), ["North", 3])
  })

  it("fetches again if a change during a fetch does not continue the fetched state", async () => {
    vi.useFakeTimers()
    const server = views()
    const team = makeTeam("t", send, makeLifetime(runAfterInBrowser))
    await team.changed(change(2, 1, "not loaded") as never)
    assert.strictEqual(server.requests.all, 0)
    const first = team.refresh()
    for (let head = 1; head < 9; ) head = server.changed()
    await team.changed(change(12, 11, "South") as never)
    server.answer()
    await first
    assert.deepStrictEqual(shown(team), ["North", 9])
    for (let head = 9; head < 12; ) head = server.changed()
    await vi.advanceTimersByTimeAsync(100)
    server.answer()
    await vi.advanceTimersByTimeAsync(0)
    assert.deepStrictEqual([...shown(team), server.requests.all], ["North", 12, 4])
  })

  it("waits for the stream to bring an answered change, and fetches it if that does not happen soon", async () => {
    vi.useFakeTimers()
    const { team, changed, answer, fetched } = await loaded(() => true)
    const brought = team.reach(2)
    await vi.advanceTimersByTimeAsync(60)
    await team.changed(change(2, 1, "South") as never)
    await vi.advanceTimersByTimeAsync(60)
    await brought
    assert.deepStrictEqual([...shown(team), fetched()], ["South", 2, 0])
    changed()
    changed()
    const missing = team.reach(3)
    await vi.advanceTimersByTimeAsync(400)
    answer()
    await missing
    assert.deepStrictEqual([...shown(team), fetched()], ["North", 3, 2])
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
