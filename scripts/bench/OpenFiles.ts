import { Effect, Option } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { requireValid } from "./InvalidRun.ts"

/** A process has at most so many files open besides its streams. */
const filesBesideStreams = 200

/** The hard limit of open files, to which Node raises its soft limit at the start; none if there is no limit. */
const limit = Effect.gen(function* () {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const said = yield* spawner.string(ChildProcess.make("sh", ["-c", "ulimit -Hn"]))
  return Option.liftPredicate(Number(said.trim()), Number.isInteger)
})

/** Fails if the limit of open files allows fewer streams than this. */
export const enoughFor = Effect.fn("OpenFiles.enoughFor")(function* (streams: number) {
  const allowed = yield* Effect.orDie(limit)
  yield* requireValid(
    Option.match(allowed, { onNone: () => true, onSome: (files) => files >= streams + filesBesideStreams }),
    `${streams} streams need ${streams + filesBesideStreams} open files in each process, and "ulimit -Hn" here is ` +
      `${Option.getOrElse(allowed, () => "unlimited")}: raise it, or ask for fewer streams`
  )
})
