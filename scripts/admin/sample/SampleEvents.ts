import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { EntityId } from "../../../src/domain/entities/Ids.ts"
import { type SampleTeam, teamEvents } from "./TeamEvents.ts"

const newId = SecureRandom.SecureRandom.use((random) => Effect.map(random.uuidV7(), (id) => EntityId.make(id)))

/** The events that create a sample team, with ids in the order of time. */
export const sampleEvents = Effect.fnUntraced(function* (team: SampleTeam, name: string) {
  const today = yield* DateTime.now
  const run = Effect.runSyncWith(yield* Effect.context<SecureRandom.SecureRandom>())
  return teamEvents(team, name, {
    newId: () => run(newId),
    day: (days) => DateTime.formatIsoDateUtc(DateTime.add(today, { days }))
  })
})
