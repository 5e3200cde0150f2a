// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { GCProfiler } from "node:v8"
import { Duration, Effect, Layer, type Scope } from "effect"
import * as UserStoreSql from "../../../src/accounts/UserStoreSql.ts"
import { exportLog } from "../../../src/archive/Export.ts"
import * as GenerationsSql from "../../../src/log/maintenance/GenerationsSql.ts"
import { Rebuild } from "../../../src/log/maintenance/Rebuild.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import * as Telemetry from "../../../src/observability/Telemetry.ts"
import * as RandomBytes from "../../../src/RandomBytes.ts"
import * as WebhookStoreSql from "../../../src/webhooks/WebhookStoreSql.ts"
import { limitHeapGrowth } from "../../admin/HeapGrowth.ts"
import { type LogPlace, storesAt } from "../LogStores.ts"
import { answer } from "../ProtocolServer.ts"
import { peakBytes } from "../ResidentMemory.ts"
import type { MaintenanceProtocol, Worked } from "./MaintenanceProtocol.ts"

const services = (place: LogPlace) =>
  Rebuild.layer.pipe(
    Layer.provide(Projector.layer),
    Layer.provideMerge(Layer.merge(TimeTravel.layer, GenerationsSql.layer)),
    Layer.provideMerge(Layer.merge(UserStoreSql.layer, WebhookStoreSql.layer)),
    Layer.provideMerge(RandomBytes.layer),
    Layer.provideMerge(storesAt(place)),
    Layer.orDie
  )

type Services = Layer.Success<ReturnType<typeof services>>

/** The largest heap, in bytes, that was left after a full garbage collection. */
const liveBytes = (profiler: GCProfiler): number =>
  Math.max(
    0,
    ...profiler
      .stop()
      .statistics.filter(({ gcType }) => gcType === "MarkSweepCompact")
      .map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize)
  )

/** Runs a task on the log; the task returns the number of events that it has read. */
const worked =
  <E>(task: Effect.Effect<number, E, Services | Scope.Scope>) =>
  (place: LogPlace): Promise<Worked> =>
    Effect.gen(function* () {
      const context = yield* Layer.build(services(place))
      const profiler = new GCProfiler()
      profiler.start()
      const [took, events] = yield* Effect.timed(Effect.provideContext(task, context))
      const live = liveBytes(profiler)
      return { events, seconds: Duration.toSeconds(took), peak: yield* peakBytes(process.pid), live }
    }).pipe(Effect.scoped, Effect.provide(Telemetry.untraced), Effect.runPromise)

/** Writes the archive to `/dev/null`, as if to a file. */
const exported = Effect.gen(function* () {
  const file = yield* Effect.acquireRelease(
    Effect.sync(() => createWriteStream("/dev/null")),
    (file) => Effect.sync(() => file.destroy())
  )
  const write = (text: string) => Effect.promise(async () => file.write(text) || (await once(file, "drain")))
  return (yield* exportLog(write, { withUsers: false, withWebhooks: false }, () => Effect.void)).events
})

// As in the admin commands.
limitHeapGrowth()

answer<MaintenanceProtocol>({
  rebuild: worked(Rebuild.use(({ run }) => Effect.map(run(), ({ eventsProcessed }) => eventsProcessed))),
  verify: worked(Effect.map(verify(), ({ events }) => events)),
  export: worked(exported)
})
