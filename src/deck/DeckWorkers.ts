import { Worker } from "node:worker_threads"
import { type Duration, Effect, Exit, type Scope } from "effect"
import type { Made, Reply } from "./DeckProtocol.ts"
import { DeckFailed } from "./ExportError.ts"
import type { DeckInput } from "./Input.ts"

export interface DeckWorkersOptions {
  /** A script that calls `serve`. */
  readonly script: URL
  /** How long one deck may take. */
  readonly longest: Duration.Input
  /** MiB of heap for each thread; a deck that takes more ends its thread, not the server. */
  readonly memory: number
}

/** One thread, for one deck at a time. */
class DeckThread {
  readonly #worker: Worker
  #isAlive = true

  constructor({ script, memory }: DeckWorkersOptions) {
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memory } })
    const over = () => {
      this.#isAlive = false
    }
    // Always heard: an error of a worker nobody listens to would end the process.
    this.#worker.on("error", over).on("exit", over)
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  make(input: DeckInput): Effect.Effect<Made, DeckFailed> {
    return Effect.callback((resume) => {
      const worker = this.#worker
      const listeners = {
        message: (reply: Reply) =>
          settle("bytes" in reply ? Effect.succeed(reply) : Effect.fail(new DeckFailed({ cause: reply.failure }))),
        error: (cause: unknown) => settle(Effect.fail(new DeckFailed({ cause }))),
        exit: (code: number) => settle(Effect.fail(new DeckFailed({ cause: `The worker ended with ${code}.` })))
      }
      const release = () => {
        for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
      }
      const settle = (answer: Effect.Effect<Made, DeckFailed>) => {
        release()
        resume(answer)
      }
      for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener)
      worker.postMessage(input)
      return Effect.sync(release)
    })
  }

  readonly end: Effect.Effect<void> = Effect.promise(() => this.#worker.terminate())
}

/**
 * Makes decks, each in a thread, of which it starts as many as are used at once and keeps them until the scope closes. A
 * thread whose deck failed, took too long or is not wanted any more is ended.
 */
export const make = Effect.fnUntraced(function* (
  options: DeckWorkersOptions
): Effect.fn.Return<(input: DeckInput) => Effect.Effect<Made, DeckFailed>, never, Scope.Scope> {
  const idle: Array<DeckThread> = []
  yield* Effect.addFinalizer(() => Effect.forEach(idle, ({ end }) => end, { concurrency: "unbounded", discard: true }))

  const take = Effect.sync(() => {
    let thread = idle.pop()
    while (thread !== undefined && !thread.isAlive) thread = idle.pop()
    return thread ?? new DeckThread(options)
  })

  return (input) =>
    Effect.acquireUseRelease(
      take,
      (thread) =>
        Effect.timeoutOrElse(thread.make(input), {
          duration: options.longest,
          orElse: () => Effect.fail(new DeckFailed({ cause: "It took too long." }))
        }),
      (thread, exit) => (Exit.isSuccess(exit) ? Effect.sync(() => void idle.push(thread)) : thread.end)
    )
})
