import { Schema } from "effect"
import { call } from "../../scripts/support/Calls.ts"
import { HistoryPage } from "../../src/api/HistoryApi.ts"
import type { HistoryEntry } from "../../src/domain/views/History.ts"

const decode = Schema.decodeUnknownSync(HistoryPage)

/** All events as an admin sees them in the history, oldest first. */
export const wholeLog = async (url: string, token: string): Promise<ReadonlyArray<HistoryEntry>> => {
  const entries: Array<HistoryEntry> = []
  for (let from: number | null | undefined; from !== null; ) {
    const query = from === undefined ? "limit=500" : `limit=500&from=${from}`
    const page = decode(await (await call(url, token, `/api/history/all?${query}`)).json())
    entries.push(...page.entries)
    from = page.nextFrom
  }
  return entries.reverse()
}

/** The sequence numbers that a stream must send if it begins after `start`. */
export const appliedAfter = (log: ReadonlyArray<HistoryEntry>, start: number): ReadonlyArray<number> =>
  log.filter((_) => _.status === "applied" && _.sequenceNumber > start).map((_) => _.sequenceNumber)
