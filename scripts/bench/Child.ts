import { fork } from "node:child_process"
import { Data, type Duration, Effect } from "effect"

/** What a child process answers: the type of the object that its script gives to `answer`. Messages are structured clones. */
type Methods<P> = { readonly [Method in keyof P]: (input: never) => unknown }

/** A child process has exited, does not answer in time, or reports a failure. */
export class ChildFailed extends Data.TaggedError("ChildFailed")<{ readonly message: string }> {}

export interface Child<P extends Methods<P>> {
  readonly pid: number | undefined
  readonly ask: <Method extends keyof P & string>(
    method: Method,
    ...input: Parameters<P[Method]>
  ) => Effect.Effect<Awaited<ReturnType<P[Method]>>, ChildFailed>
}

interface Reply {
  readonly id: number
  readonly failure?: string
  /** The result, of the type that the method has. */
  readonly answer: never
}

/** Starts a script that calls `answer`; it is killed when the scope closes. `name` is used in error messages. */
export const start = <P extends Methods<P>>(name: string, script: URL, timeout: Duration.Input = "5 minutes") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(script, { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] })
      const waiting = new Map<number, (reply: Effect.Effect<never, ChildFailed>) => void>()
      const failed = (why: string) => Effect.fail(new ChildFailed({ message: `${name} ${why}` }))
      let asked = 0
      child.on("message", ({ id, failure, answer }: Reply) => {
        waiting.get(id)?.(failure === undefined ? Effect.succeed(answer) : failed(`failed: ${failure}`))
        waiting.delete(id)
      })
      child.once("exit", () => {
        for (const resume of waiting.values()) resume(failed("has exited."))
      })
      const ask: Child<P>["ask"] = (method, ...[input]) =>
        Effect.callback<never, ChildFailed>((resume) => {
          if (!child.connected) return resume(failed("has exited."))
          const id = ++asked
          waiting.set(id, resume)
          child.send({ id, method, input })
        }).pipe(
          Effect.timeoutOrElse({ duration: timeout, orElse: () => failed(`did not answer "${method}" in time.`) })
        )
      return { pid: child.pid, ask, end: () => child.kill("SIGKILL") }
    }),
    ({ end }) => Effect.sync(end)
  )
