// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { Duration, Effect, Layer, type Scope } from "effect"
import * as App from "../../../src/App.ts"
import { exportLog } from "../../../src/archive/Export.ts"
import { Rebuild } from "../../../src/log/maintenance/Rebuild.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import * as CheckpointCodec from "../../../src/log/projection/CheckpointCodec.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import * as Telemetry from "../../../src/observability/Telemetry.ts"
import * as RandomBytes from "../../../src/RandomBytes.ts"
import { limitHeapGrowth } from "../../admin/HeapGrowth.ts"
import { type LogPlace, storesAt } from "../LogStores.ts"
import { answer } from "../ProtocolServer.ts"
import { peakBytes } from "../ResidentMemory.ts"
import { LiveHeap } from "./LiveHeap.ts"
import type { MaintenanceProtocol, Work, Worked } from "./MaintenanceProtocol.ts"

const services = (place: LogPlace) =>
  App.log.pipe(Layer.provideMerge(storesAt(place)), Layer.provide(RandomBytes.layer), Layer.orDie)

type Services = Layer.Success<ReturnType<typeof services>>

/** The heap of the state that the log ends with, in bytes. */
const stateSize = Effect.fnUntraced(function* (heap: LiveHeap) {
  const state = yield* Projector.use(({ state }) => state)
  const encoded = yield* CheckpointCodec.encode(state)
  return yield* heap.sizeOf(CheckpointCodec.decode(state.sequenceNumber, encoded))
})

type Progress = LiveHeap["progress"]

/** Runs a task on the log; the task returns the number of events that it has read. */
const worked =
  <E>(task: (progress: Progress) => Effect.Effect<number, E, Services | Scope.Scope>) =>
  ({ place, isHeapWatched }: Work): Promise<Worked> =>
    Effect.gen(function* () {
      const context = yield* Layer.build(services(place))
      const heap = new LiveHeap()
      const progress = isHeapWatched ? heap.progress : () => Effect.void
      const [took, events] = yield* Effect.timed(Effect.provideContext(task(progress), context))
      const peak = yield* peakBytes(process.pid)
      const state = isHeapWatched ? yield* Effect.provideContext(stateSize(heap), context) : 0
      return { events, seconds: Duration.toSeconds(took), peak, live: heap.largest, state }
    }).pipe(Effect.scoped, Effect.provide(Telemetry.untraced), Effect.runPromise)

/** Written as a file is, without filling a disk. */
const exported = Effect.fnUntraced(function* (progress: Progress) {
  const file = yield* Effect.acquireRelease(
    Effect.sync(() => createWriteStream("/dev/null")),
    (file) => Effect.sync(() => file.destroy())
  )
  const write = (text: string) => Effect.promise(async () => file.write(text) || (await once(file, "drain")))
  return (yield* exportLog(write, { withUsers: false, withWebhooks: false }, progress)).events
})

// As in the admin commands.
limitHeapGrowth()

answer<MaintenanceProtocol>({
  rebuild: worked((progress) =>
    Rebuild.use(({ run }) => Effect.map(run(progress), ({ eventsProcessed }) => eventsProcessed))
  ),
  verify: worked((progress) => Effect.map(verify(progress), ({ events }) => events)),
  export: worked(exported)
})
