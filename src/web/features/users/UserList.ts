import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Role } from "../../../domain/entities/Role.ts"
import type { UserBody } from "../../contract/Api.ts"
import type { Failure, Result } from "../../contract/Result.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: Role
}

export interface Users {
  /** By name; undefined until loaded. */
  readonly list: ReadonlySignal<ReadonlyArray<UserBody> | undefined>
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** Waits for a request that changes users, and refreshes the list when it succeeded. */
  readonly change: <A>(request: Promise<Result<A>>) => Promise<Result<A>>
  /** The user being added. Kept in the workspace, so that it survives the end of a session. */
  readonly added: Signal<NewUser | undefined>
}

export const makeUsers = ({ api }: Workspace): Users => {
  const list = signal<ReadonlyArray<UserBody> | undefined>(undefined)
  const failure = signal<Failure | undefined>(undefined)
  let requests = 0
  // The answer to an earlier request is ignored when a later request was made.
  const refresh = async (): Promise<void> => {
    const request = ++requests
    const answer = await api.users()
    if (request !== requests) return
    if (answer.ok) list.value = answer.value
    failure.value = answer.ok ? undefined : answer.failure
  }
  return {
    list,
    failure,
    refresh,
    change: async (request) => {
      const answer = await request
      if (answer.ok) await refresh()
      return answer
    },
    added: signal(undefined)
  }
}
