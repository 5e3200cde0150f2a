import { readFile } from "node:fs/promises"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Duration, Effect } from "effect"
import onboarding from "../../src/web/sample/onboarding.json" with { type: "json" }
import { sampleEvents } from "../admin/sample/SampleEvents.ts"
import * as Calls from "../support/Calls.ts"
import { requireValid } from "./InvalidRun.ts"
import { mebibyte, peakBytes, residentBytes } from "./ResidentMemory.ts"
import * as Server from "./Server.ts"

/** The processes that a process has started and that have not ended; on Linux only. */
const childrenOf = (pid: number) =>
  Effect.promise(async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean).map(Number)
  )

/** Loads the sample strategy as the page does, event by event, and exports its deck. */
const loadSampleAndExport = Effect.fnUntraced(function* (url: string) {
  const { teamId, events } = yield* Effect.provide(sampleEvents(onboarding, "Onboarding"), NodeCrypto.layerSecureRandom)
  const statuses = yield* Effect.promise(async () => {
    const token = await Calls.signIn(url)
    const sent: Array<number> = []
    for (const event of events) sent.push((await Calls.call(url, token, "/api/events", event)).status)
    const deck = await Calls.call(url, token, `/api/teams/${teamId}/export`)
    await deck.arrayBuffer()
    return [...sent, deck.status]
  })
  yield* requireValid(
    statuses.every((status) => status === 200),
    `A request was answered ${statuses.join(", ")}.`
  )
})

/** The peak memory, in MiB, of a server and of its deck worker, from the first start on an empty folder to the sample's deck. */
const firstUse = Effect.fnUntraced(function* (folder: string) {
  const { url, pid = 0 } = yield* Server.start({ DATA_DIR: folder })
  yield* loadSampleAndExport(url)
  const workers = yield* childrenOf(pid)
  yield* requireValid(workers.length === 1, `The server has started ${workers.length} processes; 1 was expected.`)
  const [server = 0, worker = 0] = yield* Effect.forEach([pid, ...workers], peakBytes)
  return { server: server / mebibyte, worker: worker / mebibyte }
}, Effect.scoped)

/**
 * The memory of a server on the embedded database, in MiB: the peaks of `firstUse`, and what it takes idle, `settling` after a
 * later start.
 */
export const embedded = Effect.fnUntraced(function* (settling: Duration.Input) {
  const folder = yield* Calls.dataFolder
  const peaks = yield* firstUse(folder)
  const { pid = 0 } = yield* Server.start({ DATA_DIR: folder })
  yield* Effect.sleep(settling)
  return { ...peaks, atRest: (yield* residentBytes(pid)) / mebibyte }
}, Effect.scoped)
