import type { Schema } from "effect"
import { rejection } from "../../shared/Limits.ts"
import type { EventData, LoggedEvent } from "../Event.ts"
import { cut } from "../entities/Wording.ts"

/** How long strings in the data may be: the first of these lengths with which all of it fits is taken. */
const stringLengths = [1_000, 250, 60]

const encoder = new TextEncoder()

const fits = (data: EventData): boolean => {
  const json = JSON.stringify(data)
  return json.length <= rejection.dataBytes && encoder.encode(json).length <= rejection.dataBytes
}

const objectCut = (object: Schema.JsonObject, stringLength: number): EventData => {
  const kept: Array<readonly [string, Schema.Json]> = []
  for (const key of Object.keys(object).slice(0, rejection.keys)) {
    kept.push([cut(key, rejection.keyLength), valueCut(object[key] ?? null, stringLength)])
  }
  // Also gives `__proto__` as a key like any other.
  return Object.fromEntries(kept)
}

const isList = (value: Schema.JsonArray | Schema.JsonObject): value is Schema.JsonArray => Array.isArray(value)

const valueCut = (value: Schema.Json, stringLength: number): Schema.Json => {
  if (typeof value === "string") return cut(value, stringLength)
  if (value === null || typeof value !== "object") return value
  if (!isList(value)) return objectCut(value, stringLength)
  return value.slice(0, rejection.listLength).map((element) => valueCut(element, stringLength))
}

/** Data of at most 2 KiB as JSON: what is too long or too many is left out, or all of it where that is not enough. */
const dataCut = (data: EventData): EventData => {
  for (const stringLength of stringLengths) {
    const kept = objectCut(data, stringLength)
    if (fits(kept)) return kept
  }
  return {}
}

const valueOf = (value: string | null): string | null => (value === null ? null : cut(value, rejection.valueLength))

type Cut = "data" | "rejectionReason" | "conflictingServerValue" | "oldValue" | "newValue" | "description"

/**
 * A rejected event with no more of what was submitted than the log keeps, since nothing is ever taken out of that. What
 * is cut already stays as it is.
 */
export const bounded = <Event extends Pick<LoggedEvent, Cut>>(event: Event): Event => ({
  ...event,
  data: dataCut(event.data),
  rejectionReason: event.rejectionReason === null ? null : cut(event.rejectionReason, rejection.reasonLength),
  conflictingServerValue: valueOf(event.conflictingServerValue),
  oldValue: valueOf(event.oldValue),
  newValue: valueOf(event.newValue),
  description: cut(event.description, rejection.descriptionLength)
})
