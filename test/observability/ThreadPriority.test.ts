import { spawnSync } from "node:child_process"
import { constants } from "node:os"
import { assert, describe, it } from "@effect/vitest"

/** The names and priorities of the threads of a process that has called one of the module's functions. */
const prioritiesAfter = (
  call: "lowerPool" | "lowerProcess"
): ReadonlyArray<readonly [name: string, priority: number]> => {
  const script = `
    import { readdirSync, readFileSync } from "node:fs"
    import { getPriority } from "node:os"
    import { ${call} } from ${JSON.stringify(new URL("../../src/observability/ThreadPriority.ts", import.meta.url).href)}
    await ${call}()
    const threads = readdirSync("/proc/self/task").map(Number)
    console.log(JSON.stringify(threads.map((id) => [readFileSync("/proc/self/task/" + id + "/comm", "utf8").trim(), getPriority(id)])))`
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8"
  })
  assert.strictEqual(stderr, "")
  return JSON.parse(stdout)
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority

describe.runIf(process.platform === "linux")("the priority of threads, on Linux", () => {
  it("is lower for the pool, and nothing else, of the server", () => {
    const threads = prioritiesAfter("lowerPool")
    const pool = threads.filter(([name]) => name.startsWith("libuv-worker"))
    const others = threads.filter(([name]) => !name.startsWith("libuv-worker"))
    const [poolPriority = 0, ...differing] = new Set(pool.map(([, priority]) => priority))
    assert.deepStrictEqual(differing, [])
    // People wait for decks, so the priority must not be as low as that of work that nobody waits for.
    assert.isTrue(poolPriority > PRIORITY_NORMAL && poolPriority < PRIORITY_BELOW_NORMAL, `${poolPriority}`)
    assert.deepStrictEqual([...new Set(others.map(([, priority]) => priority))], [PRIORITY_NORMAL])
  })

  it("is lower for all of a worker's", () => {
    const threads = prioritiesAfter("lowerProcess")
    assert.deepStrictEqual([...new Set(threads.map(([, priority]) => priority))], [PRIORITY_BELOW_NORMAL])
  })
})
