import { createHash } from "node:crypto"
import { lowerProcess } from "../observability/ThreadPriority.ts"
import { assembly, type Order, type Reply } from "./DeckProtocol.ts"
import type { DeckInput } from "./Input.ts"

const reply = (answer: Reply): void => {
  process.send?.(answer)
}

/** Answers each input of the server with its deck, one after another; a worker's whole work, until the server is gone. */
export const serve = (make: (input: DeckInput) => Promise<Uint8Array>): void => {
  // Requests come first.
  void lowerProcess()
  // A signal for all processes of a terminal or a service is for the server to act on: it may have a deck to finish.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("disconnect", () => process.exit())
  const assemble = assembly()
  process.on("message", (order: Order) => {
    const input = assemble(order)
    if (input === undefined) return
    make(input).then(
      (bytes) => reply({ bytes, digest: createHash("sha256").update(bytes).digest("base64url") }),
      (error: unknown) => reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    )
  })
}
