import { Console, DateTime, Effect } from "effect"
import { server } from "../support/PostgresServer.ts"
import * as Databases from "./Databases.ts"
import { AimMissed, requireValid } from "./InvalidRun.ts"
import { conditions } from "./Machine.ts"
import * as Report from "./Report.ts"
import type { RunContext, Scale, Subject } from "./Subject.ts"

/** Fails unless all values and aims are finite numbers. */
const complete = ({ name }: Subject, tables: ReadonlyArray<Report.EvaluatedTable>) => {
  const values = tables.flatMap(({ measurements }) => measurements.flatMap((row) => row.values))
  const aims = tables.flatMap((table) => table.aims.map(({ measured }) => measured))
  return requireValid(
    [...values, ...aims].every(Number.isFinite) && values.length > 0,
    `The subject ${name} gave values that are not numbers.`
  )
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
      const tables = (yield* Effect.scoped(subject.measure(stage))).map(Report.judge)
      yield* complete(subject, tables)
      return { name, about, tables }
    })
  )
  return { startedAt, scale, machine, subjects: results }
}, Effect.scoped)

type Bench = Effect.Success<ReturnType<typeof measured>>

/** Prints the tables; with `strict`, fails if an aim is missed. */
export const printResults = Effect.fnUntraced(function* (
  { subjects }: Pick<Bench, "subjects">,
  { markdown, strict }: { readonly markdown: boolean; readonly strict: boolean }
) {
  const tables = subjects.flatMap((subject) => subject.tables)
  yield* Console.log(markdown ? Report.summary(tables) : tables.map(Report.text).join("\n\n"))
  const missed = Report.missed(tables)
  if (strict && missed.length > 0) return yield* new AimMissed({ message: `Missed aims: ${missed.join("; ")}.` })
})
