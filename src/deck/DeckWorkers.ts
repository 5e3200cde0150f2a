import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type Duration, Effect, Exit, Fiber, type Scope } from "effect"
import { type FinishedDeck, messagesOf, type Reply, type WorkerMessage } from "./DeckProtocol.ts"
import { DeckFailed } from "./ExportError.ts"
import type { AnyInput } from "./Input.ts"

export interface DeckWorkersOptions {
  /** A script that calls `serve`. */
  readonly script: URL
  /** The time limit for one deck. */
  readonly deckTimeout: Duration.Input
  /** MiB of heap for each worker; a deck that takes more ends its worker, not the server. */
  readonly memory: number
  /** How long a worker waits for the next deck before it is ended, so that its memory is free again. */
  readonly endUnusedAfter: Duration.Input
}

/** The size of a semi-space in MiB. V8 keeps three of them, and larger ones make decks no faster. */
const youngGeneration = ["--max-semi-space-size=8"]

/** The last characters of a worker's error output that are kept for the log. */
const maxStderrLength = 4_000

/** V8's message when the heap has reached its limit. */
const outOfMemory = /heap out of memory/

/**
 * A process that makes one deck at a time. It is not a thread, since V8's threads for garbage collection and compilation are
 * shared by all threads of a process and would compete with requests, whatever the worker's priority.
 */
class DeckWorker {
  readonly #process: ChildProcess
  #said = ""
  #end: DeckFailed | undefined

  constructor({ script, memory }: DeckWorkersOptions) {
    this.#process = fork(fileURLToPath(script), {
      execArgv: [`--max-old-space-size=${memory}`, "--single-threaded", ...youngGeneration],
      // A worker must not see the database's address or a password.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"]
    })
    const over = (cause: unknown) => {
      this.#end ??= new DeckFailed({ cause, exceeded: outOfMemory.test(this.#said) })
    }
    // An error event without a listener would end the server.
    this.#process
      .on("error", over)
      .on("close", (code, signal) => over(`The worker ended with ${code ?? signal}. ${this.#said}`.trimEnd()))
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#said = `${this.#said}${text}`.slice(-maxStderrLength)
    })
  }

  get isAlive(): boolean {
    return this.#end === undefined && this.#process.connected
  }

  readonly make = (input: AnyInput): Effect.Effect<FinishedDeck, DeckFailed> =>
    Effect.raceFirst(this.#answer, Effect.andThen(this.#sendAll(input), Effect.never))

  /** Makes each message when the one before has been written, so that the input of a slow worker does not pile up here. */
  readonly #sendAll = Effect.fnUntraced({ self: this }, function* (this: DeckWorker, input: AnyInput) {
    for (const message of messagesOf(input)) {
      yield* this.#send(message)
      yield* Effect.yieldNow
    }
  })

  /** Ignores errors of sending: they mean that the worker has ended, which "close" reports. */
  #send(message: WorkerMessage): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (!this.#process.connected) return resume(Effect.void)
      this.#process.send(message, () => resume(Effect.void))
    })
  }

  readonly #answer: Effect.Effect<FinishedDeck, DeckFailed> = Effect.callback((resume) => {
    const worker = this.#process
    const release = () => worker.off("message", answered).off("close", ended)
    const settle = (answer: Effect.Effect<FinishedDeck, DeckFailed>) => {
      release()
      resume(answer)
    }
    const answered = (reply: Reply) =>
      settle(
        "bytes" in reply
          ? Effect.as(Effect.yieldNow, reply) // Reading the bytes has taken its time already.
          : Effect.fail(new DeckFailed({ cause: reply.failure, exceeded: false }))
      )
    const ended = () =>
      settle(Effect.fail(this.#end ?? new DeckFailed({ cause: "The worker ended.", exceeded: false })))
    if (this.#end !== undefined) return ended()
    worker.on("message", answered).on("close", ended)
    return Effect.sync(release)
  })

  readonly end: Effect.Effect<void> = Effect.callback((resume) => {
    if (this.#end !== undefined) return resume(Effect.void)
    this.#process.once("close", () => resume(Effect.void)).kill("SIGKILL")
  })
}

/**
 * Makes decks in worker processes. It starts as many as are used at once and keeps them while they are used, until the scope
 * closes. A worker whose deck failed, took too long or was interrupted is ended.
 */
export const make = Effect.fnUntraced(function* (
  options: DeckWorkersOptions
): Effect.fn.Return<(input: AnyInput) => Effect.Effect<FinishedDeck, DeckFailed>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  /** Workers that make no deck, each with the fiber that will end it. */
  const idle = new Map<DeckWorker, Fiber.Fiber<void>>()
  yield* Effect.addFinalizer(() =>
    Effect.forEach(idle.keys(), ({ end }) => end, { concurrency: "unbounded", discard: true })
  )

  const giveBack = Effect.fnUntraced(function* (worker: DeckWorker) {
    const endUnused = Effect.suspend(() => {
      idle.delete(worker)
      return worker.end
    })
    idle.set(worker, yield* Effect.forkIn(Effect.delay(endUnused, options.endUnusedAfter), scope))
  })

  /** The one that was used last, so that the others end where one is enough. */
  const take = Effect.gen(function* () {
    for (const [worker, ending] of [...idle].toReversed()) {
      idle.delete(worker)
      yield* Fiber.interrupt(ending)
      if (worker.isAlive) return worker
    }
    return new DeckWorker(options)
  })

  return (input) =>
    Effect.acquireUseRelease(
      take,
      (worker) =>
        Effect.timeoutOrElse(worker.make(input), {
          duration: options.deckTimeout,
          orElse: () => Effect.fail(new DeckFailed({ cause: "It took too long.", exceeded: true }))
        }),
      (worker, exit) => (Exit.isSuccess(exit) ? giveBack(worker) : worker.end)
    )
})
