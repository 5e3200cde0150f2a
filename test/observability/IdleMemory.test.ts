import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"

const run = promisify(execFile)

/** The share of time in which the event loop is active. */
const shares = { idle: 0, serving: 0.08, busy: 0.8 } as const

/**
 * MiB by which resident memory has fallen after a process made and dropped 200 MiB of objects. An idle process waits until it has,
 * an active one for twenty checks. The share is given, since a busy machine would change a real one.
 */
const returnedWhen = async (then: keyof typeof shares): Promise<number> => {
  const script = `
    import { performance } from "node:perf_hooks"
    import { Effect } from "effect"
    import { layerWith } from ${JSON.stringify(new URL("../../src/observability/IdleMemory.ts", import.meta.url).href)}
    let checks = 0
    performance.eventLoopUtilization = () => ({ idle: 0, active: 0, utilization: ${shares[then]}, checks: checks++ })
    const rss = () => process.memoryUsage.rss() / 1_048_576
    const waste = () => Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: "text " + n })).length
    const looks = Effect.gen(function* () {
      waste()
      const before = rss()
      const isDone = () => ${then === "idle" ? "before - rss() > 64" : "checks > 40"}
      while (!isDone()) yield* Effect.sleep(10)
      console.log(before - rss())
    })
    Effect.runPromise(Effect.provide(looks, layerWith(10)))`
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: process.cwd() })
  return Number(stdout)
}

describe("memory of an idle process", () => {
  it("is returned to the operating system, unlike that of a process that serves a few callers or many", async () => {
    const [idle, serving, busy] = await Promise.all([
      returnedWhen("idle"),
      returnedWhen("serving"),
      returnedWhen("busy")
    ])
    assert.isAbove(idle, 64)
    assert.isBelow(serving, 64)
    assert.isBelow(busy, 64)
  })
})
