import { randomInt } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { now } from "../ProtocolServer.ts"
import { type Call, caller } from "./Calls.ts"
import type { World } from "./World.ts"

const address = "127.0.0.1"

/** The time between a response and the next request of a caller. */
const thinkingMs = 50

const editTitle = ({ small, smallObjectives }: World, n: number): Call => ({
  path: "/api/events",
  method: "POST",
  token: small.editor,
  body: {
    eventType: "update_objective_title",
    targetId: smallObjectives[randomInt(smallObjectives.length)],
    data: { title: `Title ${n} ${randomInt(1e9)}` }
  }
})

const reads: ReadonlyArray<(world: World) => Call> = [
  ({ small }) => ({ path: "/api/teams", token: small.viewer }),
  ({ small }) => ({ path: "/api/auth/me", token: small.viewer }),
  ({ small, smallObjectives }) => ({ path: `/api/objectives/${smallObjectives[0]}`, token: small.viewer }),
  ({ small, smallTeam }) => ({ path: `/api/teams/${smallTeam}/principles`, token: small.viewer }),
  ({ small, smallObjectives }) => ({
    path: `/api/history/entity/${smallObjectives[0]}?limit=20`,
    token: small.viewer
  })
]

/** Every fourth of a caller's requests is a write. */
const nextCall = (world: World, n: number): Call =>
  n % 4 === 3 ? editTitle(world, n) : (reads[randomInt(reads.length)] ?? editTitle)(world, n)

const kindOf = ({ method = "GET", path }: Call): string =>
  `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "…").split("?", 1)[0]}`

export interface SmallAnswers {
  /** Milliseconds from a request to the last byte of its response. */
  readonly times: ReadonlyArray<number>
  /** The slowest response for each kind of request, in milliseconds. */
  readonly slowest: Readonly<Record<string, number>>
  /** The number of failures by reason. */
  readonly failures: Readonly<Record<string, number>>
}

/** Runs callers of small reads and writes for some seconds. */
export const during = (world: World, callers: number, seconds: number): Effect.Effect<SmallAnswers> =>
  Effect.promise(async () => {
    const times: Array<number> = []
    const failures: Record<string, number> = {}
    const slowest: Record<string, number> = {}
    const until = now() + seconds * 1_000
    const fail = (why: string) => {
      failures[why] = (failures[why] ?? 0) + 1
    }
    const run = async () => {
      const { call, close } = caller(world.url, address)
      for (let n = 0; now() < until; n++) {
        const asked = nextCall(world, n)
        const begun = now()
        try {
          const { status, text } = await call(asked)
          if (status !== 200) fail(`${asked.method ?? "GET"} ${status}`)
          else if (asked.method === "POST" && !text.includes('"applied"')) fail(`not applied: ${text.slice(0, 80)}`)
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error))
        }
        const took = now() - begun
        times.push(took)
        const kind = kindOf(asked)
        slowest[kind] = Math.max(slowest[kind] ?? 0, took)
        await pause(thinkingMs)
      }
      close()
    }
    await Promise.all(Array.from({ length: callers }, run))
    return { times, slowest, failures }
  })
