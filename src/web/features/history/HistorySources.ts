import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Api } from "../../contract/Api.ts"
import { type Result, succeed } from "../../contract/Result.ts"
import type { HistoryPage, HistorySource } from "./HistoryList.ts"

const perPage = 50

/** All that affected one entity. */
export const ofEntity = (api: Api, id: string): HistorySource => {
  const page = async (before: number | undefined): Promise<Result<HistoryPage>> => {
    const answer = await api.entityHistory(id, perPage, before)
    if (!answer.ok) return answer
    const last = answer.value.length < perPage ? undefined : answer.value.at(-1)
    return succeed({ entries: answer.value, next: last?.sequenceNumber })
  }
  return { page, newest: () => page(undefined) }
}

const wholePage = async (api: Api, limit: number, from: number | undefined): Promise<Result<HistoryPage>> => {
  const answer = await api.wholeHistory(limit, from)
  if (!answer.ok) return answer
  return succeed({ entries: answer.value.entries, next: answer.value.nextFrom ?? undefined })
}

/** The log of everything. */
export const ofAll = (api: Api): HistorySource => ({
  page: (from) => wholePage(api, perPage, from),
  newest: () => wholePage(api, perPage, undefined)
})

/** Pages of the log that are read at a time, for the entries of one team among them. */
const mostPages = 4

const readAtOnce = 500

/** All that happened in a team, picked from the log. */
export const ofTeam = (api: Api, teamId: string): HistorySource => {
  const isOfTeam = (entry: HistoryEntry): boolean =>
    entry.teamId === teamId || (entry.teamId === null && entry.eventType === "restore_history")
  const pick = ({ entries, next }: HistoryPage): HistoryPage => ({ entries: entries.filter(isOfTeam), next })
  const page = async (from: number | undefined): Promise<Result<HistoryPage>> => {
    let found: HistoryPage = { entries: [], next: from }
    for (let turn = 0; turn < mostPages && found.entries.length < perPage; turn++) {
      const answer = await wholePage(api, readAtOnce, found.next)
      if (!answer.ok) return answer
      const picked = pick(answer.value)
      found = { entries: [...found.entries, ...picked.entries], next: picked.next }
      if (found.next === undefined) break
    }
    return succeed(found)
  }
  const newest = async (): Promise<Result<HistoryPage>> => {
    const answer = await wholePage(api, perPage, undefined)
    return answer.ok ? succeed(pick(answer.value)) : answer
  }
  return { page, newest }
}
