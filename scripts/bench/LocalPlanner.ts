import { Effect, Layer } from "effect"
import * as App from "../../src/App.ts"
import { UserId } from "../../src/domain/entities/Ids.ts"
import { type Addition, EventStore } from "../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import * as RandomBytes from "../../src/RandomBytes.ts"
import { principleId } from "./Generate.ts"
import { stores } from "./LogStores.ts"

const actorId = UserId.make("00000000-0000-4000-9000-000000000001")

/** An edit of a principle that `generate` has created. */
export const edit = (
  n: number,
  data: { readonly title: string } | { readonly description: string },
  lastSeenSequence: number | null = null
): Envelope => ({
  actorId,
  actorName: "bench",
  eventType: "title" in data ? "update_principle_title" : "update_principle_description",
  targetId: principleId(n),
  data,
  lastSeenSequence,
  idempotency: null
})

/**
 * A Planner in this process on the log at `url`, with its stores. `appended` is called with every committed batch, and
 * `batchSize` is the largest number of submissions in one.
 */
export const layer = (
  url: string,
  { batchSize = 512, appended = () => {} }: { batchSize?: number; appended?: (addition: Addition) => void } = {}
) => {
  const recorded = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) =>
      EventStore.of({
        ...store,
        append: (known, keys, plan) =>
          Effect.tap(store.append(known, keys, plan), ({ events, associations, outcomes }) =>
            Effect.sync(() => appended({ events, associations, outcomes }))
          )
      })
    )
  )
  return App.planning({ planner: Planner.layerWith({ maxBatchSize: batchSize }) }).pipe(
    Layer.provideMerge(recorded),
    Layer.provideMerge(stores(url)),
    Layer.provide(RandomBytes.layer),
    Layer.orDie
  )
}
