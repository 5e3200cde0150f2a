import { Console, DateTime, Effect } from "effect"
import { server } from "../support/PostgresServer.ts"
import * as Databases from "./Databases.ts"
import { AimMissed, requireValid } from "./InvalidRun.ts"
import { conditions } from "./Machine.ts"
import * as Report from "./Report.ts"
import type { RunContext, Scale, Subject } from "./Subject.ts"

/** Fails unless each row has values, and all are finite numbers. */
const complete = ({ name }: Subject, rows: ReadonlyArray<Report.JudgedRow>) => {
  const values = rows.flatMap((row) => [...row.values, ...(row.beside?.values ?? []), row.measured])
  const isComplete = rows.every((row) => row.values.length > 0) && values.every(Number.isFinite)
  return requireValid(isComplete, `The subject ${name} gave values that are not numbers.`)
}

/** Measures the subjects one after the other, on a PostgreSQL server that is started for this run. */
export const measured = Effect.fn("Run.measured")(function* (scale: Scale, subjects: ReadonlyArray<Subject>) {
  const { url } = yield* server
  let databases = 0
  const stage: RunContext = {
    scale,
    database: (name) => Databases.create(url, `${name}_${++databases}`),
    say: (line) => Console.error(line)
  }
  const startedAt = DateTime.formatIso(yield* DateTime.now)
  const machine = yield* conditions(url)
  yield* Console.error(machine)
  const results = yield* Effect.forEach(
    subjects,
    Effect.fnUntraced(function* (subject) {
      const { name, about } = subject
      yield* Console.error(`${name}: ${about}`)
      const rows = (yield* Effect.scoped(subject.measure(stage))).map(Report.judge)
      yield* complete(subject, rows)
      return { name, rows }
    })
  )
  return { startedAt, scale, machine, subjects: results }
}, Effect.scoped)

/** Fails with the titles of the rows whose aim is missed. */
export const requireMet = (rows: ReadonlyArray<Report.JudgedRow>): Effect.Effect<void, AimMissed> => {
  const missed = rows.filter(({ met }) => !met).map(({ title }) => title)
  return missed.length === 0 ? Effect.void : new AimMissed({ message: `Missed aims: ${missed.join("; ")}.` })
}
