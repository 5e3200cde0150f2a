import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { noChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { Lane } from "../../../../src/import/PlanEvents.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import { makeRunSender } from "../../../../src/web/features/import/RunSender.ts"
import { type Job, makeRunStorage } from "../../../../src/web/features/import/RunStorage.ts"
import { makeLifetime } from "../../../../src/web/workspace/Lifetime.ts"
import type { PageStorage } from "../../../../src/web/workspace/PageStorage.ts"
import type { Workspace } from "../../../../src/web/workspace/Workspace.ts"
import { memoryStorage } from "../../workspace/MemoryStorage.ts"

const lane = (after: number, name: string, count: number, of = 0): Lane => ({
  of,
  after,
  steps: Array.from({ length: count }, (_, at) => ({
    body: {
      eventType: "create_initiative",
      targetId: name,
      data: { id: `${name}${at}` }
    } as Lane["steps"][number]["body"],
    ...{ row: at + 1, title: `${name}${at}` }
  }))
})

const jobOf = (lanes: ReadonlyArray<Lane>): Job => ({
  ...{ version: 3, id: "job", kind: "import", teams: [{ id: "team", name: "North" }], kept: [] },
  lanes
})

type Answer = "applied" | "rejected" | "lost before" | "lost after" | "forbidden"

const outcome = (status: Outcome["status"]): Outcome => ({
  ...noChange,
  status,
  rejectionReason: status === "rejected" ? "No." : null
})

/** A server that answers each new request as told, and a repeated one as before; used by one page after another. */
const world = (answers: ReadonlyArray<Answer>) => {
  const storage = memoryStorage()
  const applied = new Map<string, Outcome>()
  const order: Array<string> = []
  const left = [...answers]
  let [open, maxOpen] = [0, 0]
  const submit = async (body: { readonly data: { readonly id?: unknown } }, key: string): Promise<Result<Outcome>> => {
    maxOpen = Math.max(maxOpen, ++open)
    await Promise.resolve()
    open -= 1
    const known = applied.get(key)
    if (known !== undefined) return succeed(known)
    const answer = left.shift() ?? "applied"
    if (answer === "forbidden") return fail({ kind: "refused", status: 403, message: "You may not." })
    if (answer !== "lost before") {
      applied.set(key, outcome(answer === "rejected" ? "rejected" : "applied"))
      order.push(String(body.data.id))
    }
    return answer.startsWith("lost") ? fail({ kind: "unreachable" }) : succeed(applied.get(key) ?? noChange)
  }
  /** Timers that fire at once, in another task. */
  const lifetime = makeLifetime((_, run) => {
    const timer = setImmediate(run)
    return () => clearImmediate(timer)
  })
  const page = (stored: PageStorage) => {
    const workspace = {
      api: { submit },
      lifetime,
      storage: stored,
      userId: "ada",
      teams: { of: () => ({ body: { peek: () => undefined } }) }
    }
    const runs = makeRunStorage(workspace as unknown as Workspace)
    return { runs, sender: makeRunSender(workspace as unknown as Workspace, runs) }
  }
  return { page: () => page(storage()), order, applied, maxOpen: () => maxOpen }
}

type Sender = ReturnType<ReturnType<typeof world>["page"]>["sender"]

const settled = ({ state }: Sender): Promise<void> =>
  new Promise((resolve) => {
    const stop = state.subscribe((run) => {
      if (run?.phase !== "finished" && run?.phase !== "stopped") return
      queueMicrotask(() => stop())
      resolve()
    })
  })

const lanes = [
  lane(0, "a", 5),
  lane(1, "b", 4),
  lane(3, "c", 4),
  lane(3, "d", 3),
  lane(5, "e", 6),
  lane(0, "f", 4, 5),
  lane(3, "g", 2, 5)
]

const all = lanes.flatMap(({ steps }) => steps.map(({ body }) => String(body.data.id)))

describe("The sender of an import", () => {
  it("sends each step once, each lane in order and after what it waits for, few at a time, whatever is lost", async () => {
    const answers = fc.array(fc.constantFrom<Answer>("applied", "lost before", "lost after"), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(answers, async (answers) => {
        const { page, order, maxOpen } = world(answers)
        const { sender } = page()
        sender.begin(jobOf(lanes))
        await settled(sender)
        assert.strictEqual(sender.state.peek()?.phase, "finished")
        assert.strictEqual(sender.state.peek()?.made, all.length)
        assert.sameMembers(order, all)
        for (const { of, after, steps } of lanes) {
          const at = steps.map(({ body }) => order.indexOf(String(body.data.id)))
          assert.deepStrictEqual(
            at,
            at.toSorted((left, right) => left - right)
          )
          if (after > 0) assert.isAbove(at[0] ?? 0, order.indexOf(`${of === 0 ? "a" : "f"}${after - 1}`))
        }
        assert.isAtMost(maxOpen(), 4)
      }),
      { numRuns: 40 }
    )
  })

  it("continues after a reload of the page, and stays stopped if it was", async () => {
    const { page, order } = world(["applied", "applied", "forbidden"])
    const first = page()
    first.sender.begin(jobOf(lanes))
    await settled(first.sender)
    assert.strictEqual(first.sender.state.peek()?.error, "You may not.")
    const second = page()
    const left = await second.runs.leftByClosedTabs()
    assert.isDefined(left)
    second.sender.begin(...(left ?? [jobOf([])]))
    assert.strictEqual(second.sender.state.peek()?.phase, "stopped")
    second.sender.change({ phase: "running" })
    await settled(second.sender)
    assert.sameMembers(order, all)
    second.sender.end()
    assert.isUndefined(await page().runs.leftByClosedTabs())
  })

  it("takes up what another tab left only if it can read it, and forgets the rest", async () => {
    const job = JSON.stringify(jobOf(lanes))
    const done = { done: [1], made: 1, refusals: [], phase: "stopped", error: "" }
    const old = [
      JSON.stringify({ ...jobOf(lanes), version: 2 }),
      '{"version":3}',
      '{"done":[1]}',
      "null",
      job.slice(0, -1)
    ]
    const values = fc.oneof(fc.constantFrom(job, JSON.stringify(done), ...old), fc.json(), fc.string())
    await fc.assert(
      fc.asyncProperty(values, values, async (left, progress) => {
        const storage = memoryStorage()()
        storage.local.put("strategy.import.ada.closed", left)
        storage.local.put("strategy.import.ada.closed/progress", progress)
        const expected = progress === JSON.stringify(done) ? [jobOf(lanes), done] : [jobOf(lanes)]
        const found = await makeRunStorage({ storage, userId: "ada" }).leftByClosedTabs()
        assert.deepStrictEqual<unknown>(found, left === job ? expected : undefined)
        assert.deepStrictEqual(storage.local.keys(), [])
      })
    )
  })

  it("begins another job after the first without its progress, also after a reload of the page", async () => {
    const { page } = world(["applied", "forbidden"])
    const { sender } = page()
    sender.begin(jobOf(lanes))
    await settled(sender)
    sender.begin({ ...jobOf([lane(0, "z", 2)]), id: "undo", kind: "undo" })
    const [job, progress] = (await page().runs.leftByClosedTabs()) ?? []
    assert.deepStrictEqual([job?.id, progress?.phase, progress?.done, progress?.made], ["undo", "running", [0], 0])
  })

  it("reports rejected steps, and sends no step below them", async () => {
    const { page, order } = world(["rejected"])
    const { sender } = page()
    sender.begin(jobOf([lane(0, "a", 1), { ...lane(1, "a0", 2), after: 1 }, lane(1, "b", 1)]))
    await settled(sender)
    const { made = 0, refusals = [] } = sender.state.peek() ?? {}
    assert.deepStrictEqual([made, order], [1, ["a0", "b0"]])
    assert.deepStrictEqual(
      refusals.map(({ title, reason }) => `${title}: ${reason}`).toSorted(),
      [
        "a00: Skipped: the item it belongs to was rejected.",
        "a01: Skipped: the item it belongs to was rejected.",
        "a0: No."
      ].toSorted()
    )
  })
})
