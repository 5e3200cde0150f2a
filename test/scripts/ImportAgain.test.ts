import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { dataFolder } from "../../scripts/support/Calls.ts"
import { migratedDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"

const january = "Team;Ziel;Kennzahl;Startwert;Zielwert;Ist\nNord;Wachsen;Umsatz;0;1.200,50;640,25\n"
const february = "Team;Ziel;Kennzahl;Ist\nNord;WACHSEN;Umsatz;700,75\n"
const unclear = "Team,Objective,Due date,Status\nNord,X,3/4/2027,on hold\n"

describe("admin convert-details", () => {
  it.live("says what it would do, does it as one change set, and is taken back by it", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      yield* run(["users", "add", "ada", "--role", "admin", "--generate"], env)
      const file = join(yield* dataFolder, "plan.csv")
      writeFileSync(
        file,
        "Team,Objective,Description\nNord,Grow,Owner: Ann · Period: FY27 Q1\nNord,Rest,Owner: Bo · Period: Q1 2027\n"
      )
      yield* run(["import", file, "--yes"], env)
      const converted = Effect.fnUntraced(function* (...options: ReadonlyArray<string>) {
        const { code, stdout, stderr } = yield* run(["convert-details", "--json", ...options], env)
        const { run: id, changes, events } = JSON.parse(stdout)
        return { code, stderr, id, changes: changes.length, events }
      })
      const planned = yield* converted("--dry-run")
      assert.deepInclude(planned, { code: 0, id: null, changes: 6, events: 0 })
      assert.match(planned.stderr, /Rest \(Nord\): start date from none to 2027-01-01/)
      assert.match(planned.stderr, /--period 'FY27=2026-04'/)
      const made = yield* converted("--yes", "--period", "FY27=2026-04")
      assert.deepInclude(made, { code: 0, changes: 8, events: 8 })
      assert.deepInclude(yield* converted("--yes"), { code: 0, events: 0 })
      const undone = yield* run(["import", "--undo", made.id, "--json"], env)
      assert.deepInclude(JSON.parse(undone.stdout), { left: [] })
      assert.deepInclude(yield* converted("--dry-run"), { changes: 6 })
    }).pipe(Effect.scoped)
  )
})

describe("admin import", () => {
  it.live("lists and leaves new figures, takes them on request, and stops at what is unclear", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      yield* run(["users", "add", "ada", "--role", "admin", "--generate"], env)
      const file = join(yield* dataFolder, "plan.csv")
      const events = Effect.map(run(["status", "--json"], env), ({ stdout }) => JSON.parse(stdout).events)
      const imported = Effect.fnUntraced(function* (text: string, ...options: ReadonlyArray<string>) {
        writeFileSync(file, text)
        const before = yield* events
        const { code, stdout, stderr } = yield* run(["import", file, "--yes", "--json", ...options], env)
        const { run: id = null, changes = 0, differing = 0 } = code === 0 ? JSON.parse(stdout) : {}
        return { code, stderr, id, changes, differing, events: (yield* events) - before }
      })
      assert.deepInclude(yield* imported(january), { code: 0, events: 3 })
      const left = yield* imported(february)
      assert.deepInclude(left, { code: 0, differing: 2, changes: 0, events: 0 })
      assert.match(left.stderr, /Umsatz \(WACHSEN\): value from 640\.25 to 700\.75\. Row 2\n/)
      assert.match(left.stderr, /They are left\. To take them: --existing check-in \(1 of 2\) \| --existing set \(2\)/)
      const taken = yield* imported(february, "--existing", "check-in")
      assert.deepInclude(taken, { code: 0, differing: 2, changes: 1, events: 1 })
      assert.deepInclude(yield* imported(february, "--existing", "check-in"), { differing: 1, changes: 0, events: 0 })
      yield* run(["import", "--undo", taken.id], env)
      assert.deepInclude(yield* imported(february), { differing: 2 })

      const stopped = yield* imported(unclear)
      assert.deepInclude(stopped, { code: 1, events: 0 })
      assert.match(stopped.stderr, /--dates dmy \| --dates mdy/)
      assert.match(stopped.stderr, /--status 'on hold=/)
      assert.match(stopped.stderr, /Nothing was imported/)
      const half = yield* imported(unclear, "--dates", "mdy")
      assert.deepInclude(half, { code: 1, events: 0 })
      assert.notMatch(half.stderr, /--dates/)
      const answers = ["--dates", "mdy", "--status", "on hold=at_risk"]
      assert.deepInclude(yield* imported(unclear, ...answers), { code: 0, events: 1 })
      const unknown = yield* imported(january, "--team", "Süd")
      assert.deepInclude(unknown, { code: 1, events: 0 })
      assert.match(unknown.stderr, /No such team: “Süd”\./)
      assert.match((yield* imported(unclear, "--columns", "title,objective")).stderr, /2 columns are named/)
      assert.deepInclude(yield* imported(unclear, "--columns", "team,title,nonsense"), { code: 2 })
    }).pipe(Effect.scoped)
  )
})
