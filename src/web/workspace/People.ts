import { computed, type ReadonlySignal } from "@preact/signals"
import { calledName } from "../../shared/words/Owners.ts"
import { type AnswerOf, addressOf } from "../contract/Call.ts"
import { refreshedList } from "./live/RefreshedList.ts"
import { viewFetcher } from "./Team.ts"
import type { Workspace } from "./Workspace.ts"

type Person = AnswerOf<"GET /api/people">[number]

export interface People {
  /** Everybody who has an account. Empty until loaded. */
  readonly list: ReadonlySignal<ReadonlyArray<Person>>
  /** Whether they were loaded, or cannot be. */
  readonly isSettled: ReadonlySignal<boolean>
  readonly refresh: () => Promise<void>
  /** What people call who has a username; the username itself if that is not known. Reads a signal. */
  readonly called: (username: string) => string
}

/** Is loaded when it is made. To be used as a feature's state. */
export const makePeople = ({ api }: Workspace): People => {
  const { list, failure, refresh } = refreshedList(
    viewFetcher<"GET /api/people">(api.send, addressOf("GET /api/people"))
  )
  void refresh()
  const names = computed(
    () => new Map<string, string>(list.value?.map((person) => [person.username, calledName(person)]))
  )
  return {
    list: computed(() => list.value ?? []),
    isSettled: computed(() => list.value !== undefined || failure.value !== undefined),
    refresh,
    called: (username) => names.value.get(username) ?? username
  }
}
