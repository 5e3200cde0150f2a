import { Worker } from "node:worker_threads"
import { type Duration, Effect, Exit, type Scope } from "effect"
import { inSlices } from "../log/Slices.ts"
import { type Made, type Order, ordersOf, type Reply } from "./DeckProtocol.ts"
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
  #end: DeckFailed | undefined

  constructor({ script, memory }: DeckWorkersOptions) {
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memory } })
    const over = (cause: unknown) => {
      this.#end ??= new DeckFailed({ cause })
    }
    // Always heard: an error of a worker nobody listens to would end the process.
    this.#worker.on("error", over).on("exit", (code) => over(`The worker ended with ${code}.`))
  }

  get isAlive(): boolean {
    return this.#end === undefined
  }

  readonly make = Effect.fnUntraced({ self: this }, function* (this: DeckThread, input: DeckInput) {
    const { parts, last } = ordersOf(input)
    yield* inSlices(parts, 1, ([part]) => Effect.sync(() => this.#worker.postMessage(part)))
    return yield* this.#answerTo(last)
  })

  #answerTo(last: Order): Effect.Effect<Made, DeckFailed> {
    return Effect.callback((resume) => {
      const worker = this.#worker
      const release = () => worker.off("message", answered).off("exit", ended)
      const settle = (answer: Effect.Effect<Made, DeckFailed>) => {
        release()
        resume(answer)
      }
      const answered = (reply: Reply) =>
        settle("bytes" in reply ? Effect.succeed(reply) : Effect.fail(new DeckFailed({ cause: reply.failure })))
      const ended = () => settle(Effect.fail(this.#end ?? new DeckFailed({ cause: "The worker ended." })))
      if (this.#end !== undefined) return ended()
      worker.on("message", answered).on("exit", ended).postMessage(last)
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
