import { Effect, Layer } from "effect"
import { SessionId, UserId } from "../../src/domain/entities/Ids.ts"
import type { Identity } from "../../src/domain/Identity.ts"
import { Broadcaster, type BroadcasterOptions } from "../../src/live/Broadcaster.ts"
import { frameId } from "../../src/live/ResumePoint.ts"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { server } from "../log/Layers.ts"
import { entityId, envelope } from "../log/Samples.ts"
import { FakeSink } from "./FakeSink.ts"

/** One server's log and streams on the given stores. */
export const streams = (options: Partial<BroadcasterOptions> = {}) =>
  Layer.fresh(Broadcaster.layerWith(options).pipe(Layer.provideMerge(CatchUp.layer), Layer.provideMerge(server())))

export const subscriber = (n: number, user = n): Identity => ({
  userId: UserId.make(`00000000-0000-4000-9100-${String(user).padStart(12, "0")}`),
  sessionId: SessionId.make(`00000000-0000-4000-9200-${String(n).padStart(12, "0")}`),
  username: `User ${user}`,
  displayName: null,
  role: "viewer",
  expiresAt: Number.POSITIVE_INFINITY
})

/** Yields until the condition holds; dies when it never does. */
export const until = (holds: () => boolean, what = "what is waited for") =>
  Effect.gen(function* () {
    for (let turn = 0; turn < 20_000; turn++) {
      if (holds()) return
      yield* Effect.yieldNow
    }
    return yield* Effect.die(new Error(`It never came to ${what}: ${holds}`))
  })

/** The frame id of the position after an event. */
export const idAt = Effect.fnUntraced(function* (sequenceNumber: number) {
  const { head, read } = yield* EventStore
  const { epoch } = yield* head
  const [event] = sequenceNumber === 0 ? [] : yield* read(sequenceNumber - 1, 1)
  return frameId(epoch, sequenceNumber, event?.hash ?? "")
})

/** Opens a stream. */
export const connect = Effect.fnUntraced(function* (
  options: {
    readonly as?: Identity
    readonly lastEventId?: string | null
    readonly stuck?: boolean
    readonly withViews?: boolean
  } = {}
) {
  const { openStream } = yield* Broadcaster
  const sink = new FakeSink()
  const { as = subscriber(1), lastEventId = null, withViews = false } = options
  yield* openStream({ subscriber: as, lastEventId, withViews, sink })
  sink.stuck = options.stuck ?? false
  return { sink, leave: Effect.sync(() => sink.leave()) }
})

export const makeTeam = Effect.flatMap(Planner, ({ submit }) =>
  submit(envelope({ eventType: "create_team", targetId: null, data: { id: entityId(1), name: "0", color: "#123456" } }))
)

/** Renames the team, with a token or without, and returns the outcome. */
export const rename = (name: string, tokenName: string | null = null) =>
  Effect.flatMap(Planner, ({ submit }) =>
    submit(
      envelope({
        data: { name },
        origin: tokenName === null ? undefined : { tokenName, changeSet: null, undoes: null }
      })
    )
  )
