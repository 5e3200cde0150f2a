import type { Schema } from "effect"
import { rejection } from "../../shared/Limits.ts"
import { truncated } from "../../shared/Quoted.ts"
import type { EventData, LoggedEvent } from "../Event.ts"

/** Strings in the data are cut to these lengths, tried in order until the data fits. */
const stringLengths = [1_000, 250, 60]

const encoder = new TextEncoder()

const fitsDataLimit = (data: EventData): boolean => {
  const json = JSON.stringify(data)
  return json.length <= rejection.dataBytes && encoder.encode(json).length <= rejection.dataBytes
}

const truncatedObject = (object: Schema.JsonObject, stringLength: number): EventData => {
  const kept: Array<readonly [string, Schema.Json]> = []
  for (const key of Object.keys(object).slice(0, rejection.keys)) {
    kept.push([truncated(key, rejection.keyLength), truncatedValue(object[key] ?? null, stringLength)])
  }
  // `fromEntries` treats `__proto__` as a key like any other.
  return Object.fromEntries(kept)
}

const isArray = (value: Schema.JsonArray | Schema.JsonObject): value is Schema.JsonArray => Array.isArray(value)

const truncatedValue = (value: Schema.Json, stringLength: number): Schema.Json => {
  if (typeof value === "string") return truncated(value, stringLength)
  if (value === null || typeof value !== "object") return value
  if (!isArray(value)) return truncatedObject(value, stringLength)
  return value.slice(0, rejection.listLength).map((element) => truncatedValue(element, stringLength))
}

/** Data of at most 2 KiB as JSON: long strings, lists and objects are cut; if that is not enough, all is dropped. */
const truncatedData = (data: EventData): EventData => {
  for (const stringLength of stringLengths) {
    const kept = truncatedObject(data, stringLength)
    if (fitsDataLimit(kept)) return kept
  }
  return {}
}

const truncatedText = (value: string | null): string | null =>
  value === null ? null : truncated(value, rejection.valueLength)

type Bounded = Pick<LoggedEvent, "data" | "oldValue" | "newValue"> &
  Partial<Pick<LoggedEvent, "conflictingServerValue">>

/** A rejected event cut to `Limits.rejection`, because the log stores it for ever. Cutting it again has no effect. */
export const boundedRejection = <Event extends Bounded>(event: Event): Event => ({
  ...event,
  data: truncatedData(event.data),
  oldValue: truncatedText(event.oldValue),
  newValue: truncatedText(event.newValue),
  ...(event.conflictingServerValue !== undefined && {
    conflictingServerValue: truncatedText(event.conflictingServerValue)
  })
})
