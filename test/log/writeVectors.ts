/**
 * For a field or an event type that was added:
 * - without arguments, enters the digests of states and views anew in each log of `test/vectors/logs`, and fails if
 *   histories or previews have become others, unless `words` says that their sentences or members have;
 * - with a number, adds a log of 250 generated commands, which the number determines.
 */
import { deepStrictEqual, strictEqual } from "node:assert"
import { type ChainedEvent, chainEvent, initialHash } from "../../src/log/store/EventHash.ts"
import { eventsOf, run } from "../domain/Commands.ts"
import { summarize } from "./LogSummary.ts"
import * as VectorFiles from "./VectorFiles.ts"

/** Repeatable, well spread 31-bit numbers. */
const spread = (n: number): number => Math.imul(n, 2_654_435_761) >>> 1

const generated = (seed: number): ReadonlyArray<ChainedEvent> => {
  const log: Array<ChainedEvent> = []
  for (const event of eventsOf(run(Array.from({ length: 250 }, (_, n) => spread(seed + n))))) {
    log.push(chainEvent(log.at(-1)?.hash ?? initialHash, event))
  }
  return log
}

const seed = process.argv[2]
if (seed === undefined || seed === "words") {
  for (const file of VectorFiles.files) {
    const { log, expected } = VectorFiles.read(file)
    const summary = summarize(log)
    strictEqual(summary.eventHash, expected.eventHash, file)
    for (const part of seed === "words" ? (["views"] as const) : (["histories", "previews"] as const)) {
      strictEqual(summary[part], expected[part], `${file}: ${part}`)
    }
    if (seed === "words") deepStrictEqual(summary.states, expected.states, file)
    VectorFiles.replaceSummary(file, summary)
  }
} else {
  const log = generated(Number(seed))
  VectorFiles.write(`${seed}.ndjson`, log, summarize(log))
}
