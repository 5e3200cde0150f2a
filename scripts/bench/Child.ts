import { fork } from "node:child_process"
import { Data, type Duration, Effect } from "effect"

/** What a process of ours can be asked; both ends name the same interface, and messages are cloned as they are. */
export type Protocol<P> = { readonly [Method in keyof P]: (input: never) => unknown }

type Input<F> = F extends (input: infer I) => unknown ? I : never
type Output<F> = F extends (input: never) => infer O ? O : never

/** A process of ours is gone, does not answer in time, or says that it cannot. */
export class ChildFailed extends Data.TaggedError("ChildFailed")<{ readonly message: string }> {}

export interface Child<P extends Protocol<P>> {
  readonly pid: number | undefined
  readonly ask: <Method extends keyof P & string>(
    method: Method,
    input: Input<P[Method]>,
    patience?: Duration.Input
  ) => Effect.Effect<Output<P[Method]>, ChildFailed>
}

interface Reply {
  readonly id: number
  readonly failure?: string
  /** As the protocol has it for the method that was asked. */
  readonly answer: never
}

/** Runs a script beside us that `answer`s; it is killed when the scope closes. `name` is what messages call it. */
export const start = <P extends Protocol<P>>(name: string, script: URL) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(script, { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] })
      const waiting = new Map<number, (reply: Effect.Effect<never, ChildFailed>) => void>()
      let gone = false
      let asked = 0
      child.on("message", ({ id, failure, answer }: Reply) => {
        waiting.get(id)?.(
          failure === undefined
            ? Effect.succeed(answer)
            : Effect.fail(new ChildFailed({ message: `${name} failed: ${failure}` }))
        )
        waiting.delete(id)
      })
      const lost = () => Effect.fail(new ChildFailed({ message: `${name} ended before it was asked to.` }))
      child.once("exit", () => {
        gone = true
        for (const resume of waiting.values()) resume(lost())
        waiting.clear()
      })
      const ask: Child<P>["ask"] = (method, input, patience = "120 seconds") =>
        Effect.callback<never, ChildFailed>((resume) => {
          if (gone) return resume(lost())
          const id = ++asked
          waiting.set(id, resume)
          child.send({ id, method, input })
        }).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => Effect.fail(new ChildFailed({ message: `${name} did not answer "${method}" in time.` }))
          })
        )
      return { pid: child.pid, ask, end: () => child.kill("SIGKILL") }
    }),
    ({ end }) => Effect.sync(end)
  )
