import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { ChainedEvent } from "../../src/log/store/EventHash.ts"
import type { LogSummary } from "./LogSummary.ts"

/** Logs of earlier versions, one event a line, with what was derived from them in the last line. */
const folder = join(import.meta.dirname, "../vectors/logs")

export const files: ReadonlyArray<string> = readdirSync(folder).sort()

const decodeEvent = Schema.decodeUnknownSync(Schema.fromJsonString(ChainedEvent))

const linesOf = (file: string): ReadonlyArray<string> => readFileSync(join(folder, file), "utf8").trimEnd().split("\n")

export const read = (file: string) => {
  const lines = linesOf(file)
  const expected: LogSummary = JSON.parse(lines.at(-1) ?? "")
  return { log: lines.slice(0, -1).map((line) => decodeEvent(line)), expected }
}

/** Replaces what was derived from a log, and leaves its events as they are. */
export const replaceSummary = (file: string, summary: LogSummary): void =>
  writeFileSync(join(folder, file), `${[...linesOf(file).slice(0, -1), JSON.stringify(summary)].join("\n")}\n`)

/** Fails if the log is there already. */
export const write = (file: string, log: ReadonlyArray<ChainedEvent>, summary: LogSummary): void =>
  writeFileSync(join(folder, file), `${[...log, summary].map((line) => JSON.stringify(line)).join("\n")}\n`, {
    flag: "wx"
  })
