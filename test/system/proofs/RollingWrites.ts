import { setTimeout as pause } from "node:timers/promises"
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { Outcome } from "../../../src/domain/Outcome.ts"
import type { Following } from "../../support/EventStream.ts"
import { appliedAfter, type wholeLog } from "../WholeLog.ts"
import * as Writing from "../Writing.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Outcome))

/** The time between a server's start and the next one's stop, in which proxies open connections to both again. */
export const betweenRestartsMs = 300

/** Between a writer's answer and its next write. */
const writePauseMs = 40

export interface Written {
  writes: number
  /** The greatest sequence number that was answered. */
  latest: number
  /** The status of each write that was not answered 200; 0 where no answer came. */
  readonly failed: Array<number>
}

/** Writes one event after the other, each once, through a proxy, until told to stop. */
export const write = async (url: string, token: string, writer: number, written: Written, isOver: () => boolean) => {
  for (let serial = 0; !isOver(); serial++) {
    const { key, body } = Writing.rename(writer, serial)
    // With a key the endpoint answers, without one the shortcut.
    const headers: Record<string, string> = serial % 2 === 0 ? {} : { "idempotency-key": key }
    const status = await call(url, token, "/api/events", body, headers).then(
      async (answer) => {
        const text = await answer.text()
        if (answer.status === 200) written.latest = Math.max(written.latest, decode(text).sequenceNumber)
        return answer.status
      },
      () => 0
    )
    written.writes += 1
    if (status !== 200) written.failed.push(status)
    await pause(writePauseMs)
  }
}

/** Stops the server whose turn it is, and starts it again on the same port. */
export const restartInTurn = Effect.fnUntraced(function* (
  servers: Array<ServerProcess.ServerProcess>,
  env: Record<string, string>,
  round: number
) {
  const index = round % servers.length
  const server = servers[index]
  if (server === undefined) return assert.fail("no server")
  server.kill("SIGTERM")
  assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null }, server.output())
  servers[index] = yield* ServerProcess.start({ ...env, PORT: new URL(server.url).port })
  yield* Effect.sleep(betweenRestartsMs)
})

/** Waits until `total` is at least `min`. */
export const untilWritten = (total: () => number, min: number) =>
  Effect.sync(total).pipe(Effect.tap(Effect.sleep("50 millis")), Effect.repeat({ until: (count) => count >= min }))

/** Waits until each follower has reached `position`. */
export const caughtUp = (followers: ReadonlyArray<Following>, position: number) =>
  Effect.sync(() => followers.every((follower) => (follower.position ?? 0) >= position)).pipe(
    Effect.tap(Effect.sleep("50 millis")),
    Effect.repeat({ until: (isThere) => isThere })
  )

/** Checks that each follower received every applied event of the log after its start once and in order; closes it. */
export const checkFollowers = Effect.fnUntraced(function* (
  followers: ReadonlyArray<Following>,
  log: Awaited<ReturnType<typeof wholeLog>>,
  begin: number
) {
  yield* caughtUp(followers, appliedAfter(log, begin).at(-1) ?? 0)
  for (const follower of followers) {
    assert.deepStrictEqual(follower.changes, appliedAfter(log, follower.start ?? 0))
    assert.deepStrictEqual([follower.resets, follower.faults], [0, []])
    yield* Effect.promise(() => follower.close())
  }
})
