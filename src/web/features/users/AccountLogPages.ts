import { type ReadonlySignal, signal } from "@preact/signals"
import type { AccountEntry } from "../../../domain/AccountEntry.ts"
import type { Api } from "../../contract/Api.ts"
import type { Failure } from "../../contract/Result.ts"

/** The account log as far as it is loaded, newest first. */
export interface AccountLog {
  /** Undefined until the first page is loaded. */
  readonly entries: ReadonlySignal<ReadonlyArray<AccountEntry> | undefined>
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly isLoading: ReadonlySignal<boolean>
  readonly hasMore: ReadonlySignal<boolean>
  /** Loads the next page. */
  readonly loadOlder: () => Promise<void>
}

/** The entries by or about one user; with an empty name, all entries. */
export const accountLog = (api: Api, username: string): AccountLog => {
  const entries = signal<ReadonlyArray<AccountEntry> | undefined>(undefined)
  const failure = signal<Failure | undefined>(undefined)
  const isLoading = signal(false)
  const hasMore = signal(true)
  let before: number | undefined
  const loadOlder = async (): Promise<void> => {
    if (isLoading.peek()) return
    isLoading.value = true
    const answer = await api.accountLog(username, before)
    isLoading.value = false
    failure.value = answer.ok ? undefined : answer.failure
    if (!answer.ok) return
    const page = answer.value
    entries.value = [...(entries.peek() ?? []), ...page.entries]
    before = page.nextBefore ?? undefined
    hasMore.value = before !== undefined
  }
  return { entries, failure, isLoading, hasMore, loadOlder }
}
