import { Schema } from "effect"
import { described } from "./Documented.ts"

/** A point in time, ISO 8601 in UTC with milliseconds. */
export const Time = Schema.String.annotate({ format: "date-time" })

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Schema.String.annotate({ format: "date" })

/** When something was created, as answers show it. */
export const createdAt = described("When it was created", Time)
