import { createHash } from "node:crypto"
import { Predicate } from "effect"

/** Sorts the keys of objects: a client that repeats a request may send them in another order. */
const inKeyOrder = (_: string, value: unknown): unknown =>
  Predicate.isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Tells whether two requests with the same idempotency key ask for the same. */
export const requestHash = (request: unknown): string =>
  createHash("sha256").update(JSON.stringify(request, inKeyOrder)).digest("base64url")
