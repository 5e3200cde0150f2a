import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Api } from "../../contract/PageApi.ts"
import { type Result, succeed } from "../../contract/Result.ts"
import { localDayOf } from "../../texts/values/PageFormats.ts"
import type { HistoryPage, HistorySource } from "./HistoryList.ts"

const pageSize = 50

/** Everything that affected one entity. */
export const entitySource = (api: Api, id: string): HistorySource => {
  const page = async (from?: number): Promise<Result<HistoryPage>> => {
    const answer = await api.entityHistory(id, pageSize, from === undefined ? from : from + 1)
    if (!answer.ok) return answer
    const last = answer.value.length < pageSize ? undefined : answer.value.at(-1)
    return succeed({ entries: answer.value, nextFrom: last && last.sequenceNumber - 1 })
  }
  return { page, newest: page }
}

/** The whole log. */
export const wholeLogSource = (api: Api): HistorySource => {
  const page = (from?: number) => api.wholeHistory(pageSize, from)
  return { page, newest: page }
}

/**
 * The sequence number of the newest event of a day in the reader's time zone, or else of an earlier one; 0 if there is none.
 * It is found by halving the log: 17 requests for 100,000 events.
 */
export const newestOf = async (api: Api, day: string): Promise<Result<number>> => {
  const at = async (from?: number) => api.wholeHistory(1, from)
  const latest = await at()
  if (!latest.ok) return latest
  let [low, high] = [0, latest.value.entries[0]?.sequenceNumber ?? 0]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const answer = await at(middle)
    if (!answer.ok) return answer
    const [entry] = answer.value.entries
    if (entry !== undefined && localDayOf(entry.timestamp) > day) high = middle - 1
    else low = middle
  }
  return succeed(low)
}

/** The most pages of the log that are read for one page of a team. */
const maxLogPages = 4

const logPageSize = 500

/** Everything that happened in a team, filtered from the log. */
export const teamSource = (api: Api, teamId: string): HistorySource => {
  const isOfTeam = (entry: HistoryEntry): boolean =>
    entry.teamId === teamId || (entry.teamId === null && entry.eventType === "restore_history")
  /** Reads pages of the log until enough entries are found. */
  const page = async (from?: number, size = logPageSize, maxPages = maxLogPages): Promise<Result<HistoryPage>> => {
    const entries: Array<HistoryEntry> = []
    let nextFrom = from
    for (let pages = 1; ; pages++) {
      const answer = await api.wholeHistory(size, nextFrom)
      if (!answer.ok) return answer
      entries.push(...answer.value.entries.filter(isOfTeam))
      nextFrom = answer.value.nextFrom ?? undefined
      if (nextFrom === undefined || pages === maxPages || entries.length >= pageSize)
        return succeed({ entries, nextFrom })
    }
  }
  return { page, newest: () => page(undefined, pageSize, 1) }
}
