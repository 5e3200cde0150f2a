import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import { EntityId } from "../../../src/domain/entities/Ids.ts"
import { dateOfDay, dayOf } from "../../../src/shared/Days.ts"
import onboarding from "../../../src/shared/sample/onboarding.json" with { type: "json" }
import { ServiceDays, todayIn } from "../../../src/time/ServiceDays.ts"

export interface SampleEvent {
  readonly eventType: EventType
  readonly targetId: EntityId | null
  readonly data: EventData
}

/**
 * The events that create the team of `onboarding.json` under new ids, in the order of time. There a label such as `@measure 2`
 * stands for an id, `@name` for the team's name, and start and due dates are numbers of days from today.
 */
export const sampleEvents = Effect.fnUntraced(function* (name: string) {
  const today = dayOf(yield* todayIn(yield* ServiceDays))
  const random = yield* SecureRandom.SecureRandom
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const labels = new Map<unknown, string>([["@name", name]])
  const events: Array<SampleEvent> = JSON.parse(JSON.stringify(onboarding.events), (key, value) => {
    if (/^(start|due)Date$/.test(key) && value !== null) return dateOfDay(today + value)
    if (!/^@/.test(value)) return value
    if (!labels.has(value)) labels.set(value, run(random.uuidV7()))
    return labels.get(value)
  })
  return { teamId: EntityId.make(labels.get("@team") ?? ""), events }
})
