import { createHash } from "node:crypto"
import { flushCompileCache } from "node:module"
import { assembly, type MadeDeck, type Reply, type WorkerMessage } from "./DeckProtocol.ts"
import type { AnyInput } from "./Input.ts"

const reply = (answer: Reply): void => {
  process.send?.(answer)
}

/** Runs a worker process: answers each input with its deck, one after another, until the server disconnects. */
export const serve = (make: (input: AnyInput) => Promise<MadeDeck>): void => {
  // Signals to the whole process group are left to the server, which may wait for a deck.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("disconnect", () => process.exit())
  const assemble = assembly()
  process.on("message", (message: WorkerMessage) => {
    const input = assemble(message)
    if (input === undefined) return
    make(input)
      .then(
        ({ bytes, slides }) => reply({ bytes, slides, digest: createHash("sha256").update(bytes).digest("base64url") }),
        (error: unknown) => reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      )
      // Keeps what the first deck had compiled for the next process, since this one will be killed.
      .finally(flushCompileCache)
  })
}
