import type { ReadonlySignal } from "@preact/signals"
import type { ChangeNotification } from "../../domain/ChangeNotification.ts"

/** `live`: changes come as they happen. `waiting`: the server does not answer, and will be asked again. */
export type Connection = "connecting" | "live" | "waiting"

/** What the one that holds the stream tells every page. */
export type StreamMessage =
  | { readonly kind: "connection"; readonly connection: Connection }
  | { readonly kind: "change"; readonly change: ChangeNotification }
  /** What was missed can't be told: everything is to be fetched anew. */
  | { readonly kind: "reset"; readonly sequenceNumber: number }
  | { readonly kind: "signedOut" }

/** What a page asks of it. `open`: somebody is signed in. `close`: nobody is any more. `now`: do not wait for the next try. */
export type StreamRequest = "open" | "close" | "now"

/** The live stream as a page has it. What is listened with is given back as what ends it. */
export interface Stream {
  readonly connection: ReadonlySignal<Connection>
  readonly ask: (request: StreamRequest) => void
  readonly onChange: (listener: (change: ChangeNotification) => void) => () => void
  /** Called when changes may have been missed. */
  readonly onReset: (listener: () => void) => () => void
}
