import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Api } from "../../contract/PageApi.ts"
import { type Result, succeed } from "../../contract/Result.ts"
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
