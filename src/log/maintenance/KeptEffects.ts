import { isDeepStrictEqual } from "node:util"
import type { EventEffect, LoggedEvent } from "../../domain/Event.ts"
import { appliedEffect } from "../../domain/EventEffects.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { keptFromEarlier } from "../../domain/LookBack.ts"
import { removed } from "../../domain/redaction/TakenTexts.ts"
import { type State, teamIn } from "../../domain/state/State.ts"
import { type ChainedEvent, type EventWithEffect, withEffect } from "../store/EventHash.ts"
import { oldRejection } from "./OldRejections.ts"

/**
 * An event with what is kept beside it, which version 1 did not. `before` is the state right before the event, `earlier` the
 * one that it goes back to; undefined for other events.
 */
export const completeEvent = (before: State, event: ChainedEvent, earlier: State | undefined): EventWithEffect => {
  if (event.status === "rejected") {
    return event.rejection ? withEffect(event) : { ...withEffect(event), rejection: oldRejection(event) }
  }
  return earlier === undefined || event.effect
    ? withEffect(event)
    : { ...event, ...keptFromEarlier(before, event, earlier) }
}

/** As JSON stores it. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Who changed what last, and when. */
const stamps: ReadonlySet<string> = new Set(["versions", "touchedAt", "updatedAt", "updatedBy", "baselinePercent"])

/** The teams after an effect, by id and without their stamps; null for those that went. */
const contentAfter = (before: State, effect: EventEffect, ids: ReadonlyArray<EntityId>): unknown => {
  const changed = new Map(appliedEffect(before, effect).teams.map(({ id, team }) => [id, team]))
  const teams = ids.map((id) => [id, changed.has(id) ? changed.get(id) : (teamIn(before, id) ?? null)])
  return JSON.parse(JSON.stringify(teams, (key, value) => (stamps.has(key) ? undefined : value)))
}

/**
 * Whether texts were taken out of an effect, and it is otherwise the expected one: what had different texts may differ no more,
 * but stays as the restore stamped it.
 */
const isRedactedForm = (before: State, effect: EventEffect, expected: EventEffect): boolean => {
  if (!JSON.stringify(effect).includes(JSON.stringify(removed))) return false
  const ids = [...new Set([...effect.teams, ...expected.teams].map(({ id }) => id))]
  return (
    isDeepStrictEqual(contentAfter(before, effect, ids), contentAfter(before, expected, ids)) &&
    expected.touched.every(({ entityId }) => effect.touched.some((each) => each.entityId === entityId))
  )
}

/**
 * What is wrong with the effect of an event, if anything. `before` is the state right before the event, `earlier` the one that
 * the event goes back to; undefined for other events.
 */
export const effectFault = (before: State, event: LoggedEvent, earlier: State | undefined): string | undefined => {
  const { effect = null } = event
  if (earlier === undefined) return effect === null ? undefined : "it cannot have an effect"
  if (effect === null) return "its effect is missing"
  const { effect: expected } = keptFromEarlier(before, event, earlier)
  const isRight = isDeepStrictEqual(stored(expected), effect) || isRedactedForm(before, effect, expected)
  return isRight ? undefined : "its effect is not what the earlier state gives"
}
