import type { ReadonlySignal } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"
import type { TeamChange } from "../../shared/TeamChange.ts"

/** `waiting`: the connection is lost, the next attempt is scheduled. */
export type Connection = "connecting" | "live" | "waiting"

/** An event that was applied. Without `views`, the views of its teams have to be fetched. */
export interface StreamChange extends ChangeNotification {
  readonly views?: TeamChange
}

/** Messages from the owner of the stream to every page. */
export type StreamMessage =
  | { readonly kind: "connection"; readonly connection: Connection }
  | { readonly kind: "change"; readonly change: StreamChange }
  /** Changes may have been missed: everything loaded has to be fetched again. */
  | { readonly kind: "reset"; readonly sequenceNumber: number }
  | { readonly kind: "signedOut" }

/**
 * Requests of a page. `open`, `close`: a user is, or is not, signed in. `reconnect`: do not wait for the next attempt.
 */
export type StreamRequest = "open" | "close" | "reconnect"

/** The event stream as a page sees it. */
export interface Stream {
  readonly connection: ReadonlySignal<Connection>
  readonly request: (request: StreamRequest) => void
  /** `onReset` is called when changes may have been missed. Returns a function that unsubscribes both. */
  readonly onChange: (listener: (change: StreamChange) => void, onReset?: () => void) => () => void
}
