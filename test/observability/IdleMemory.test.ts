import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"

const run = promisify(execFile)

/** Resident MiB of a process that makes and drops 200 MiB of objects, after it was idle or busy for three seconds. */
const residentAfter = async (then: "idle" | "busy"): Promise<number> => {
  const script = `
    import { Effect } from "effect"
    import { layerWith } from ${JSON.stringify(new URL("../../src/observability/IdleMemory.ts", import.meta.url).href)}
    const waste = Effect.sync(() => {
      let objects = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: "text " + n }))
      return objects.length
    })
    const busy = setInterval(() => {
      const end = performance.now() + 20
      while (${then === "busy"} && performance.now() < end);
    }, 25)
    const looks = Effect.gen(function* () {
      yield* waste
      for (let look = 0; look < 30; look++) yield* Effect.sleep(100)
      yield* Effect.sync(() => { clearInterval(busy); console.log(process.memoryUsage.rss() / 1_048_576) })
    })
    Effect.runPromise(Effect.provide(looks, layerWith({ firstAfter: 200, interval: 200 })))`
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: process.cwd()
  })
  return Number(stdout)
}

describe("memory of an idle process", () => {
  it("is returned to the operating system, unlike that of a busy process", async () => {
    const [idle, busy] = await Promise.all([residentAfter("idle"), residentAfter("busy")])
    assert.isBelow(idle, busy - 64)
  })
})
