import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { main as bench } from "../../scripts/bench/Bench.ts"
import { AimMissed } from "../../scripts/bench/InvalidRun.ts"
import { proofs, main as prove } from "../../scripts/bench/Prove.ts"
import * as Report from "../../scripts/bench/Report.ts"
import { printResults } from "../../scripts/bench/Run.ts"
import type { Table } from "../../scripts/bench/Subject.ts"
import { subjects } from "../../scripts/bench/Subjects.ts"
import { runInProcess } from "./AdminInProcess.ts"
import { words } from "./AdminProcess.ts"

const table: Table = {
  title: "Edits",
  unit: "requests/s",
  measurements: [
    { contender: "ours", values: [12_000, 10_000, 11_000] },
    { contender: "theirs", values: [2_000.4, 90.26, 2_200] }
  ],
  aims: [
    { of: "ours", to: "theirs", is: "at least", bound: 5 },
    { of: "theirs", to: "ours", is: "at most", bound: 0.1 }
  ]
}

describe("A report of measurements", () => {
  it("compares medians with aims", () => {
    const { measurements, aims } = Report.judge(table)
    assert.deepStrictEqual(measurements, [
      { contender: "ours", values: [12_000, 10_000, 11_000], median: 11_000, min: 10_000, max: 12_000 },
      { contender: "theirs", values: [2_000.4, 90.26, 2_200], median: 2_000.4, min: 90.26, max: 2_200 }
    ])
    assert.deepStrictEqual(
      aims.map(({ measured, met }) => [measured, met]),
      [
        [11_000 / 2_000.4, true],
        [2_000.4 / 11_000, false]
      ]
    )
    assert.deepStrictEqual(Report.missed([Report.judge(table)]), ["Edits, theirs to ours"])
    assert.deepStrictEqual(
      Report.summary([Report.judge(table)])
        .split("\n")
        .slice(2),
      [
        "| Edits | 11,000 requests/s | theirs | 2,000 | 5.50 | at least 5 | met |",
        "| Edits | 2,000 requests/s | ours | 11,000 | 0.18 | at most 0.1 | missed |"
      ]
    )
  })

  it("compares the value itself for an aim without another contender", () => {
    const judged = Report.judge({ ...table, aims: [{ of: "ours", is: "at most", bound: 10_000 }] })
    assert.deepStrictEqual(judged.aims, [{ of: "ours", is: "at most", bound: 10_000, measured: 11_000, met: false }])
    assert.deepStrictEqual(Report.missed([judged]), ["Edits, ours"])
    assert.include(Report.text(judged), "  ours: 11,000 requests/s, aim at most 10000: MISSED")
    assert.include(Report.summary([judged]), "| Edits | 11,000 requests/s | – | – | – | at most 10000 | missed |")
  })

  it("is a table for a terminal", () => {
    assert.strictEqual(
      Report.text(Report.judge(table)),
      [
        "Edits",
        "  contender  median, requests/s        min–max",
        "  ours                   11,000  10,000–12,000",
        "  theirs                  2,000     90.3–2,200",
        "  ours to theirs: 5.50 times, aim at least 5: met",
        "  theirs to ours: 0.18 times, aim at most 0.1: MISSED"
      ].join("\n")
    )
  })
})

describe("The command lines of bench and prove", { timeout: 60_000 }, () => {
  it.live.each([
    ["bench", bench, subjects],
    ["prove", prove, proofs]
  ] as const)("%s lists its subjects in its help, and when an unknown one is given", ([name, main, all]) =>
    Effect.gen(function* () {
      const help = yield* runInProcess(main, ["--help"])
      assert.strictEqual(help.code, 0, help.stderr)
      const { code, stderr } = yield* runInProcess(main, ["nothing"])
      assert.strictEqual(code, 2, stderr)
      assert.include(stderr, `See: npm run ${name} -- --help`)
      for (const { name, about } of all) {
        assert.include(help.stdout, `${name}: ${about}`)
        assert.include(stderr, JSON.stringify(name))
      }
    })
  )

  it.live.each(["--rounds 0", "--seconds 0", "--unknown"])("refuses %s", (line) =>
    Effect.gen(function* () {
      const { code, stdout } = yield* runInProcess(bench, words(line))
      assert.strictEqual(code, 2, stdout)
    })
  )

  it.effect("missed aims are printed, and fail with strict", () =>
    Effect.gen(function* () {
      const judged = Report.judge(table)
      const values = { subjects: [{ name: "edits", about: "Edits", tables: [judged] }] }
      yield* printResults(values, { markdown: false, strict: false })
      const error = yield* Effect.flip(printResults(values, { markdown: true, strict: true }))
      assert.instanceOf(error, AimMissed)
      assert.strictEqual(error.message, "Missed aims: Edits, theirs to ours.")
    })
  )
})
