import { assert, describe, it } from "@effect/vitest"
import type { Send } from "../../../src/web/contract/Http.ts"
import { fail, succeed } from "../../../src/web/contract/Result.ts"
import { makeSession } from "../../../src/web/session/PageSession.ts"

type Answer = Awaited<ReturnType<Send>>

const of = (user: string): Answer =>
  succeed(Response.json({ success: true, userId: user, username: user, role: "editor", timeZone: "UTC", error: null }))

const signedOut: Answer = fail({ kind: "signedOut" })

/** A session whose requests are answered by the test, in any order. */
const asking = () => {
  const answers: Array<(answer: Answer) => void> = []
  const session = makeSession(() => new Promise((resolve) => answers.push(resolve)))
  return { session, answer: (index: number, answer: Answer) => answers[index]?.(answer) }
}

describe("A session", () => {
  for (const [late, what] of [
    [signedOut, "that there is none"],
    [of("ada"), "who it was before"]
  ] as const) {
    it(`is not changed by an answer that comes after another sign-in and says ${what}`, async () => {
      const { session, answer } = asking()
      const began = session.refresh()
      answer(0, of("ada"))
      await began
      const asked = session.refresh()
      session.expire()
      const signingIn = session.signIn("ben", "secret")
      answer(2, of("ben"))
      await signingIn
      answer(1, late)
      await asked
      assert.strictEqual(session.user.peek()?.username, "ben")
    })
  }

  it("that its user ends has not expired, though the stream tells of its end first", async () => {
    const { session, answer } = asking()
    const began = session.refresh()
    answer(0, of("ada"))
    await began
    const signingOut = session.signOut()
    session.expire()
    assert.deepStrictEqual(session.state.peek(), { kind: "out", hasExpired: false })
    const signingIn = session.signIn("ben", "secret")
    answer(2, of("ben"))
    await signingIn
    answer(1, signedOut)
    await signingOut
    assert.strictEqual(session.user.peek()?.username, "ben")
  })

  it("ends when the server says so to whoever is signed in", async () => {
    const { session, answer } = asking()
    const began = session.refresh()
    answer(0, of("ada"))
    await began
    const asked = session.refresh()
    answer(1, signedOut)
    await asked
    assert.deepStrictEqual(session.state.peek(), { kind: "out", hasExpired: true })
  })
})
