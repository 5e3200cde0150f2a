import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Deferred, type Duration, Effect, Pool, RcRef, type Scope } from "effect"
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
  /** The most workers at once; more decks wait. */
  readonly concurrency: number
  /** A worker that has waited this long for the next deck is ended within the same time again, which frees its memory. */
  readonly endUnusedAfter: Duration.Input
}

/** The size of a semi-space in MiB. V8 keeps three of them, and larger ones make decks no faster. */
const youngGeneration = ["--max-semi-space-size=8"]

/** The last characters of a worker's error output that are kept for the log. */
const maxStderrLength = 4_000

/** V8's message when the heap has reached its limit. */
const outOfMemory = /heap out of memory/

/**
 * Starts a process that makes one deck at a time; it is killed when the scope closes. It is not a thread, since V8's threads
 * for garbage collection and compilation are shared by all threads of a process and would compete with requests. `ended` fails with the reason when the process has ended, for which a killed one is awaited.
 */
const start = ({ script, memory }: DeckWorkersOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(fileURLToPath(script), {
        execArgv: [`--max-old-space-size=${memory}`, "--single-threaded", ...youngGeneration],
        // A worker must not see the database's address or a password.
        env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        serialization: "advanced",
        stdio: ["ignore", "ignore", "pipe", "ipc"]
      })
      const ended = Deferred.makeUnsafe<never, DeckFailed>()
      let said = ""
      const over = (cause: unknown) =>
        Deferred.doneUnsafe(ended, Effect.fail(new DeckFailed({ cause, exceeded: outOfMemory.test(said) })))
      // An error event without a listener would end the server.
      child
        .on("error", over)
        .on("close", (code, signal) => over(`The worker ended with ${code ?? signal}. ${said}`.trimEnd()))
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said = `${said}${text}`.slice(-maxStderrLength)
      })
      return { child, ended: Deferred.await(ended) }
    }),
    ({ child, ended }) =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGKILL")),
        Effect.exit(ended)
      )
  )

type DeckWorker = Effect.Success<ReturnType<typeof start>>

/** Ignores errors of sending: they mean that the worker has ended, which `ended` reports. */
const send = ({ child }: DeckWorker, message: WorkerMessage): Effect.Effect<void> =>
  Effect.callback((resume) => {
    child.send(message, () => resume(Effect.void))
  })

/** Makes each message when the one before has been written, so that the input of a slow worker does not pile up here. */
const sendAll = Effect.fnUntraced(function* (worker: DeckWorker, input: AnyInput) {
  for (const message of messagesOf(input)) {
    yield* send(worker, message)
    yield* Effect.yieldNow
  }
})

const answerOf = ({ child }: DeckWorker): Effect.Effect<FinishedDeck, DeckFailed> =>
  Effect.callback((resume) => {
    const heard = (reply: Reply) =>
      resume(
        "bytes" in reply
          ? Effect.as(Effect.yieldNow, reply) // Reading the bytes has taken its time already.
          : Effect.fail(new DeckFailed({ cause: reply.failure, exceeded: false }))
      )
    child.once("message", heard)
    return Effect.sync(() => child.off("message", heard))
  })

const pool = Effect.fnUntraced(function* (options: DeckWorkersOptions) {
  const scope = yield* Effect.scope
  const startPooled = Effect.tap(start(options), (worker) =>
    // A worker may end while it is unused.
    Effect.forkIn(
      Effect.andThen(Effect.exit(worker.ended), () => Pool.invalidate(workers, worker)),
      scope
    )
  )
  const workers: Pool.Pool<DeckWorker> = yield* Pool.makeWithTTL({
    ...{ acquire: startPooled, timeToLive: options.endUnusedAfter },
    ...{ min: 0, max: options.concurrency }
  })
  return workers
})

/**
 * Makes decks in worker processes, which are started when they are needed and kept while they are used, until the scope
 * closes. A worker whose deck failed, took too long or was interrupted is ended.
 */
export const make = Effect.fnUntraced(function* (
  options: DeckWorkersOptions
): Effect.fn.Return<(input: AnyInput) => Effect.Effect<FinishedDeck, DeckFailed>, never, Scope.Scope> {
  // A pool checks its workers for ever; where no decks are made there is none.
  const pools = yield* RcRef.make({ acquire: pool(options), idleTimeToLive: options.endUnusedAfter })
  return Effect.fnUntraced(function* (input) {
    const workers = yield* RcRef.get(pools)
    return yield* Pool.use(workers, (worker) =>
      Effect.raceAllFirst([answerOf(worker), worker.ended, Effect.andThen(sendAll(worker, input), Effect.never)]).pipe(
        Effect.timeoutOrElse({
          duration: options.deckTimeout,
          orElse: () => Effect.fail(new DeckFailed({ cause: "It took too long.", exceeded: true }))
        }),
        Effect.onError(() => Pool.invalidate(workers, worker))
      )
    )
  }, Effect.scoped)
})
