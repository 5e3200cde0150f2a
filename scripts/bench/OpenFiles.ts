import { Effect, Option } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { holds } from "./Void.ts"

/** What a process has open besides its streams, at most. */
const others = 200

/** The most a process here may raise its limit to, as Node does when it starts; none: without limit. */
const limit = Effect.gen(function* () {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const said = yield* spawner.string(ChildProcess.make("sh", ["-c", "ulimit -Hn"]))
  return Option.liftPredicate(Number(said.trim()), Number.isInteger)
})

/** Void when a process may not have so many streams open. */
export const enoughFor = Effect.fn("OpenFiles.enoughFor")(function* (streams: number) {
  const allowed = yield* Effect.orDie(limit)
  yield* holds(
    Option.match(allowed, { onNone: () => true, onSome: (files) => files >= streams + others }),
    `${streams} streams need ${streams + others} open files in each process, and "ulimit -Hn" here is ` +
      `${Option.getOrElse(allowed, () => "unlimited")}: raise it, or ask for fewer streams`
  )
})
