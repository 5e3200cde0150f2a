import { Schema } from "effect"
import { documentedAs } from "../../domain/entities/Documented.ts"

/** The limit of everything before a request's body: its first line, which may list the ids of 500 teams, and all headers. */
export const maxHeadBytes = 32_768

/** A text in a header or a query that has no rule of its own. A request with a longer head is answered 431. */
export const HeadText = Schema.String.check(documentedAs(() => ({ maxLength: maxHeadBytes })))
