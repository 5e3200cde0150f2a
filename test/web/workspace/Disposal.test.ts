import { assert, describe, it } from "@effect/vitest"
import { signal } from "@preact/signals"
import type { Send } from "../../../src/web/contract/Http.ts"
import { fail, succeed } from "../../../src/web/contract/Result.ts"
import { makeSession } from "../../../src/web/session/PageSession.ts"
import { currentWorkspace } from "../../../src/web/workspace/CurrentWorkspace.ts"
import { field } from "../../../src/web/workspace/Field.ts"
import { makeWorkspace, type Workspace } from "../../../src/web/workspace/Workspace.ts"
import { memoryStorage } from "./MemoryStorage.ts"

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

type Answer = Awaited<ReturnType<Send>>

const applied = (): Answer => succeed(Response.json({ status: "applied", sequenceNumber: 9, rejectionReason: null }))

const noTeams = (): Answer => succeed(Response.json([]))

/** A browser whose timers, network and stream are controlled by the test. */
const browser = () => {
  const sent: Array<string> = []
  const answers: Array<(answer: Answer) => void> = []
  const timers = new Set<() => void>()
  const listeners = new Set<unknown>()
  let user = "ada"
  const send: Send = (path) => {
    if (path.startsWith("/api/auth/")) {
      return Promise.resolve(
        succeed(
          Response.json({ success: true, userId: user, username: user, role: "admin", timeZone: "UTC", error: null })
        )
      )
    }
    sent.push(path)
    return new Promise((resolve) =>
      answers.push((answer) => resolve(answer.ok && path === "/api/teams" ? noTeams() : answer))
    )
  }
  const session = makeSession(send)
  const listen = (listener: unknown) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  let ids = 0
  const page = memoryStorage()()
  const workspace = currentWorkspace(session, (userId) =>
    makeWorkspace(userId, {
      session,
      send,
      stream: { connection: signal("connecting"), request: () => undefined, onChange: listen },
      storage: page,
      after: (_, run) => {
        timers.add(run)
        return () => timers.delete(run)
      },
      newId: () => `${++ids}`,
      shownTeam: () => undefined
    })
  )
  return {
    sent,
    timers,
    listeners,
    page,
    session,
    workspace,
    signIn: async (name: string) => {
      user = name
      await session.signIn(name, "secret")
      await settled()
    },
    answer: async (given = applied) => {
      for (const answer of answers.splice(0)) answer(given())
      await settled()
    }
  }
}

const title = field("objective.title", "t", "o")

/** Begins something of each kind. */
const beginAll = (workspace: Workspace | undefined): void => {
  assert.isDefined(workspace)
  void workspace.deletions.begin({ type: "objective", teamId: "t", entityId: "o", title: "Refunds" })
  workspace.outbox.edits.setValue(title, { value: "Refunds", sequenceNumber: 1 }, "Mine")
  void workspace.outbox.edits.save(title, { value: "Refunds", sequenceNumber: 1 })
  workspace.flashes.show("o", undefined, { actorName: "bob" })
  workspace.outbox.newItems.type({ type: "objective", teamId: "t" }, "half")
  workspace.panels.openHistory({ kind: "team", teamId: "t", title: "Team" })
  void workspace.teams.refresh()
}

describe("A workspace", () => {
  it.each(["signing out", "another user"])(
    "ends by %s and leaves no timer, listener, request or answer",
    async (how) => {
      const { sent, timers, listeners, page, session, workspace, signIn, answer } = browser()
      await signIn("ada")
      const before = workspace.peek()
      beginAll(before)
      const kept = page.local.keys().map((key) => [key, page.local.get(key)])
      assert.deepStrictEqual(
        [sent, timers.size > 0, listeners.size],
        [["/api/events", "/api/events", "/api/teams"], true, 1]
      )
      if (how === "signing out") await session.signOut()
      else await signIn("bob")
      assert.strictEqual(timers.size, 0)
      assert.strictEqual(listeners.size, how === "signing out" ? 0 : 1)
      await answer()
      for (const run of timers) run()
      beginAll(before)
      await answer()
      assert.deepStrictEqual(sent, ["/api/events", "/api/events", "/api/teams"])
      assert.strictEqual(before?.outbox.edits.of(title).peek()?.phase, "saving")
      // The edit, and what was typed to be added.
      assert.deepStrictEqual([kept.length, timers.size], [2, 0])
      const after = workspace.peek()
      if (how === "signing out") return assert.isUndefined(after)
      assert.deepStrictEqual(
        [
          after?.deletions.has("o"),
          after?.outbox.edits.targets.peek(),
          after?.teams.list.peek(),
          after?.outbox.newItems.targets.peek()
        ],
        [false, [], undefined, []]
      )
      assert.deepStrictEqual([after?.panels.history.peek(), after?.toasts.list.peek()], [undefined, []])
    }
  )

  it("is kept when the session expires and the same user signs in again", async () => {
    const { sent, timers, session, workspace, signIn, answer } = browser()
    await signIn("ada")
    const before = workspace.peek()
    beginAll(before)
    session.expire()
    // While nobody is signed in, nothing of this user may be sent.
    for (const run of [...timers]) run()
    await settled()
    assert.deepStrictEqual(sent, ["/api/events", "/api/events", "/api/teams"])
    assert.strictEqual(workspace.peek(), before)
    await signIn("ada")
    assert.strictEqual(workspace.peek(), before)
    await answer()
    assert.isUndefined(before?.outbox.edits.of(title).peek())
    assert.deepStrictEqual(sent, ["/api/events", "/api/events", "/api/teams"])
  })

  it("does not end the next session by an answer that is late", async () => {
    const { session, workspace, signIn, answer } = browser()
    await signIn("ada")
    void workspace.peek()?.teams.refresh()
    session.expire()
    await signIn("ada")
    const refused = (): Answer => fail({ kind: "signedOut" })
    await answer(refused)
    assert.strictEqual(session.user.peek()?.username, "ada")
    void workspace.peek()?.teams.refresh()
    await answer(refused)
    assert.isUndefined(session.user.peek())
  })

  it("gives what is not sent back to its user only", async () => {
    const { session, workspace, signIn, page } = browser()
    const place = { type: "objective", teamId: "t" } as const
    const step = { title: "", body: { eventType: "delete_objective", targetId: "o", data: {} } } as const
    await signIn("ada")
    const outbox = workspace.peek()?.outbox
    outbox?.edits.setValue(title, { value: "Refunds", sequenceNumber: 1 }, "Mine")
    outbox?.newItems.type(place, "half")
    void outbox?.batches.send({ id: "b", subject: "it", teams: [], steps: [step] })
    await session.signOut()
    await signIn("bob")
    const ofBob = workspace.peek()?.outbox
    assert.deepStrictEqual([ofBob?.hasUnsent(), ofBob?.batches.all.peek()], [false, []])
    await session.signOut()
    await signIn("ada")
    await settled()
    const again = workspace.peek()?.outbox
    assert.deepStrictEqual(
      [again?.edits.of(title).peek()?.mine, again?.newItems.of(place).peek()?.typed, again?.batches.all.peek().length],
      ["Mine", "half", 1]
    )
    // The batch, and its progress.
    assert.lengthOf(page.local.keys(), 4)
  })
})
