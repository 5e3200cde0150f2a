import { fork } from "node:child_process"
import { Data, type Duration, Effect } from "effect"

/** The requests that a child process answers, as an interface that both processes use. Messages are structured clones. */
export type Protocol<P> = { readonly [Method in keyof P]: (input: never) => unknown }

type Input<F> = F extends (input: infer I) => unknown ? I : never
type Output<F> = F extends (input: never) => infer O ? O : never

/** A child process has exited, does not answer in time, or reports a failure. */
export class ChildFailed extends Data.TaggedError("ChildFailed")<{ readonly message: string }> {}

export interface Child<P extends Protocol<P>> {
  readonly pid: number | undefined
  readonly ask: <Method extends keyof P & string>(
    method: Method,
    input: Input<P[Method]>,
    timeout?: Duration.Input
  ) => Effect.Effect<Output<P[Method]>, ChildFailed>
}

interface Reply {
  readonly id: number
  readonly failure?: string
  /** The result, of the type in the protocol. */
  readonly answer: never
}

/**
 * Starts a script that calls `answer`; it is killed when the scope closes. `name` is used in error messages, `execArgv` are options of
 * Node besides those of this process.
 */
export const start = <P extends Protocol<P>>(name: string, script: URL, execArgv: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(script, {
        ...{ serialization: "advanced", execArgv: [...process.execArgv, ...execArgv] },
        stdio: ["ignore", "ignore", "inherit", "ipc"]
      })
      const waiting = new Map<number, (reply: Effect.Effect<never, ChildFailed>) => void>()
      let hasExited = false
      let asked = 0
      child.on("message", ({ id, failure, answer }: Reply) => {
        waiting.get(id)?.(
          failure === undefined
            ? Effect.succeed(answer)
            : Effect.fail(new ChildFailed({ message: `${name} failed: ${failure}` }))
        )
        waiting.delete(id)
      })
      const ended = () => Effect.fail(new ChildFailed({ message: `${name} has exited.` }))
      child.once("exit", () => {
        hasExited = true
        for (const resume of waiting.values()) resume(ended())
        waiting.clear()
      })
      const ask: Child<P>["ask"] = (method, input, timeout = "120 seconds") =>
        Effect.callback<never, ChildFailed>((resume) => {
          if (hasExited) return resume(ended())
          const id = ++asked
          waiting.set(id, resume)
          child.send({ id, method, input })
        }).pipe(
          Effect.timeoutOrElse({
            duration: timeout,
            orElse: () => Effect.fail(new ChildFailed({ message: `${name} did not answer "${method}" in time.` }))
          })
        )
      return { pid: child.pid, ask, end: () => child.kill("SIGKILL") }
    }),
    ({ end }) => Effect.sync(end)
  )
