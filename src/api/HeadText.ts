import { Schema } from "effect"
import { documentedAs } from "../domain/entities/Documented.ts"

/** Node's limit for everything before a request's body: its first line and all headers. */
const maxHeadBytes = 16_384

/** A text in a header or a query that has no rule of its own. A request with a longer head is answered 431. */
export const HeadText = Schema.String.check(documentedAs(() => ({ maxLength: maxHeadBytes })))
