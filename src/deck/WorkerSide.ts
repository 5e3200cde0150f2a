import { createHash } from "node:crypto"
import { constants, getPriority, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { assembly, type Order, type Reply } from "./DeckProtocol.ts"
import type { DeckInput } from "./Input.ts"

const { PRIORITY_BELOW_NORMAL } = constants.priority

/** On Linux, and nowhere else, a thread has a priority of its own: requests come first. */
const yieldToRequests = (): void => {
  if (process.platform === "linux" && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
}

const reply = (answer: Reply): void =>
  parentPort?.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer] : undefined)

/** Answers each input of the main thread with its deck, one after another; a worker's whole work. */
export const serve = (make: (input: DeckInput) => Promise<Uint8Array>): void => {
  yieldToRequests()
  const assemble = assembly()
  parentPort?.on("message", (order: Order) => {
    const input = assemble(order)
    if (input === undefined) return
    make(input).then(
      (made) => {
        // Its own memory, which can be handed over; a view on other memory is copied.
        const isWhole = made.buffer instanceof ArrayBuffer && made.byteLength === made.buffer.byteLength
        const bytes = isWhole ? new Uint8Array(made.buffer) : Uint8Array.from(made)
        reply({ bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` })
      },
      (error: unknown) => reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    )
  })
}
