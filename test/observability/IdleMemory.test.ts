import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"

const run = promisify(execFile)

/** For how many milliseconds of each 25 a process is active. */
const active = { idle: 0, serving: 2, busy: 20 } as const

/** Resident MiB of a process that makes and drops 200 MiB of objects, after it was idle or active for three seconds. */
const residentAfter = async (then: keyof typeof active): Promise<number> => {
  const script = `
    import { Effect } from "effect"
    import { layerWith } from ${JSON.stringify(new URL("../../src/observability/IdleMemory.ts", import.meta.url).href)}
    const waste = Effect.sync(() => {
      let objects = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: "text " + n }))
      return objects.length
    })
    const busy = setInterval(() => {
      const end = performance.now() + ${active[then]}
      while (performance.now() < end);
    }, 25)
    const looks = Effect.gen(function* () {
      yield* waste
      for (let look = 0; look < 30; look++) yield* Effect.sleep(100)
      yield* Effect.sync(() => { clearInterval(busy); console.log(process.memoryUsage.rss() / 1_048_576) })
    })
    Effect.runPromise(Effect.provide(looks, layerWith(200)))`
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: process.cwd()
  })
  return Number(stdout)
}

describe("memory of an idle process", () => {
  it("is returned to the operating system, unlike that of a process that serves a few callers or many", async () => {
    const [idle, serving, busy] = await Promise.all([
      residentAfter("idle"),
      residentAfter("serving"),
      residentAfter("busy")
    ])
    assert.isBelow(idle, serving - 64)
    assert.isBelow(idle, busy - 64)
  })
})
