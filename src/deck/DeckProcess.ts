import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Deferred, type Duration, Effect, RcRef, type Scope } from "effect"
import type { Objective } from "../domain/state/State.ts"
import { type FinishedDeck, messagesOf, type Reply, type WorkerMessage } from "./DeckProtocol.ts"
import { DeckFailed } from "./ExportError.ts"
import type { AnyInput } from "./Input.ts"
import type { CheckedTemplate } from "./templates/DeckTemplate.ts"
import { templateVariable } from "./templates/TemplateVariable.ts"

export interface DeckProcessOptions {
  /** A script that calls `serve`. */
  readonly script: URL
  /** The time limit for one deck. */
  readonly deckTimeout: Duration.Input
  /** MiB of the process's heap; a deck that takes more ends the process, not the server. */
  readonly memory: number
  /** A process that has waited this long for the next deck is ended, which frees its memory. */
  readonly endUnusedAfter: Duration.Input
  readonly template: CheckedTemplate | null
}

/** The size of a semi-space in MiB. V8 keeps three of them, and larger ones make decks no faster. */
const youngGeneration = ["--max-semi-space-size=8"]

/** The last characters of a worker's error output that are kept for the log. */
const maxStderrLength = 4_000

/** V8's message when the heap has reached its limit. */
const outOfMemory = /heap out of memory/

/**
 * Starts a process that makes one deck at a time; it is killed when the scope closes. It is not a thread, since V8's threads
 * for garbage collection and compilation are shared by all threads of a process and would compete with requests. `ended` fails
 * with the reason when the process has ended, for which a killed one is awaited.
 */
const start = ({ script, memory, template }: DeckProcessOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(fileURLToPath(script), {
        execArgv: [`--max-old-space-size=${memory}`, "--single-threaded", ...youngGeneration],
        // A worker must not see the database's address or a password.
        env: {
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          ...(template !== null && { [templateVariable]: `${template.digest} ${template.path}` })
        },
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
      return { child, ended: Deferred.await(ended), hasEnded: () => Deferred.isDoneUnsafe(ended) }
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

/** Gives the check-ins of objectives their authors' names. */
type Signing<E> = (objectives: ReadonlyArray<Objective>) => Effect.Effect<ReadonlyArray<Objective>, E>

/** Makes each message when the one before has been written, so that the input of a slow worker does not pile up here. */
const sendAll = Effect.fnUntraced(function* <E>(worker: DeckWorker, input: AnyInput, signed: Signing<E>) {
  for (const message of messagesOf(input)) {
    yield* send(worker, "objectives" in message ? { objectives: yield* signed(message.objectives) } : message)
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

type MakeDeck = <E = never>(input: AnyInput, signed?: Signing<E>) => Effect.Effect<FinishedDeck, DeckFailed | E>

/**
 * Makes decks in one process, one at a time, for which the caller provides. The process is started when it is needed and kept for
 * some time after its last use, at most until the scope closes. If a deck fails, takes too long or is interrupted, it is ended.
 */
export const make = Effect.fnUntraced(function* (
  options: DeckProcessOptions
): Effect.fn.Return<MakeDeck, never, Scope.Scope> {
  const workers = yield* RcRef.make({ acquire: start(options), idleTimeToLive: options.endUnusedAfter })
  const living = Effect.flatMap(RcRef.get(workers), (worker) =>
    // A worker may end while it is unused.
    worker.hasEnded() ? Effect.andThen(RcRef.invalidate(workers), RcRef.get(workers)) : Effect.succeed(worker)
  )
  return Effect.fnUntraced(function* <E = never>(input: AnyInput, signed: Signing<E> = Effect.succeed) {
    const worker = yield* living
    return yield* Effect.raceAllFirst([
      answerOf(worker),
      worker.ended,
      Effect.andThen(sendAll(worker, input, signed), Effect.never)
    ]).pipe(
      Effect.timeoutOrElse({
        duration: options.deckTimeout,
        orElse: () => Effect.fail(new DeckFailed({ cause: "It took too long.", exceeded: true }))
      }),
      Effect.onError(() => RcRef.invalidate(workers))
    )
  }, Effect.scoped)
})
