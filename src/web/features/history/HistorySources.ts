import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Api } from "../../contract/Api.ts"
import { type Result, succeed } from "../../contract/Result.ts"
import type { HistoryPage, HistorySource } from "./HistoryList.ts"

/** A source whose events have addresses. */
export interface AddressedSource extends HistorySource {
  /** The `nextFrom` that leads to the page whose first entry is this event. */
  readonly startAt: (sequenceNumber: number) => number
}

const pageSize = 50

/** Everything that affected one entity. */
export const entitySource = (api: Api, id: string): AddressedSource => {
  const page = async (before: number | undefined): Promise<Result<HistoryPage>> => {
    const answer = await api.entityHistory(id, pageSize, before)
    if (!answer.ok) return answer
    const last = answer.value.length < pageSize ? undefined : answer.value.at(-1)
    return succeed({ entries: answer.value, nextFrom: last?.sequenceNumber })
  }
  return { page, startAt: (sequenceNumber) => sequenceNumber + 1, newest: () => page(undefined) }
}

const wholePage = async (api: Api, limit: number, from: number | undefined): Promise<Result<HistoryPage>> => {
  const answer = await api.wholeHistory(limit, from)
  if (!answer.ok) return answer
  return succeed({ entries: answer.value.entries, nextFrom: answer.value.nextFrom ?? undefined })
}

/** The whole log. */
export const wholeLogSource = (api: Api): HistorySource => ({
  page: (from) => wholePage(api, pageSize, from),
  newest: () => wholePage(api, pageSize, undefined)
})

/** The most pages of the log that are read for one page of a team. */
const maxLogPages = 4

const logPageSize = 500

/** Everything that happened in a team, filtered from the log. */
export const teamSource = (api: Api, teamId: string): AddressedSource => {
  const isOfTeam = (entry: HistoryEntry): boolean =>
    entry.teamId === teamId || (entry.teamId === null && entry.eventType === "restore_history")
  const onlyTeam = ({ entries, nextFrom }: HistoryPage): HistoryPage => ({
    entries: entries.filter(isOfTeam),
    nextFrom
  })
  const page = async (from: number | undefined): Promise<Result<HistoryPage>> => {
    let found: HistoryPage = { entries: [], nextFrom: from }
    for (let turn = 0; turn < maxLogPages && found.entries.length < pageSize; turn++) {
      const answer = await wholePage(api, logPageSize, found.nextFrom)
      if (!answer.ok) return answer
      const { entries, nextFrom } = onlyTeam(answer.value)
      found = { entries: [...found.entries, ...entries], nextFrom }
      if (nextFrom === undefined) break
    }
    return succeed(found)
  }
  const newest = async (): Promise<Result<HistoryPage>> => {
    const answer = await wholePage(api, pageSize, undefined)
    return answer.ok ? succeed(onlyTeam(answer.value)) : answer
  }
  return { page, startAt: (sequenceNumber) => sequenceNumber, newest }
}
