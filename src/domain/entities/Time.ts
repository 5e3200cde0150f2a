import { Schema } from "effect"
import { described } from "./Documented.ts"

/** A point in time, ISO 8601 in UTC with milliseconds. */
export const Time = Schema.String.annotate({ format: "date-time" })

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Schema.String.annotate({ format: "date" })

/** When something was created, as answers show it. */
export const createdAt = described("When it was created", Time)

/** The time of the last change of an objective, as every view shows it. */
export const objectiveUpdatedAt = described(
  "When the objective or anything in it was last changed; deletions count",
  Time
)

/** `staleAfter` of an objective, as every view shows it. */
export const staleAfterSchema = described(
  "The days without a check-in from which it is stale while it is open: 14, or one and a half times the median distance " +
    "between the latest six days with check-ins where that is more",
  Schema.Int
)
