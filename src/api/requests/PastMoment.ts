import { Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { AtParam } from "./NumberParams.ts"

/** The query of views that can show an earlier moment. */
export const atQuery = {
  at: described(
    "Shows the strategy as it was right after the event with this sequence number, or at the end of this day; " +
      "by default, as it is now",
    Schema.optional(AtParam)
  )
}

/** What the OpenAPI document says about `at`. */
export const atText =
  "`at` shows it as it was right after that event, or at the end of that day (`YYYY-MM-DD`): the body has the same " +
  "form, with the sequence number that the view had then. What did not exist then is a 404; a day in the future or before " +
  "the first event, and a sequence number beyond the latest, are a 400. 503 while the moment is still being read: ask again."
