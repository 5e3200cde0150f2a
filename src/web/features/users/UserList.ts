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
  readonly trouble: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** What an admin does with users: the list shows it when it is done. */
  readonly change: <A>(act: Promise<Result<A>>) => Promise<Result<A>>
  /** Kept outside of the dialog: what was typed outlives the end of a session. */
  readonly added: Signal<NewUser | undefined>
}

export const makeUsers = ({ api }: Workspace): Users => {
  const list = signal<ReadonlyArray<UserBody> | undefined>(undefined)
  const trouble = signal<Failure | undefined>(undefined)
  let asked = 0
  // An answer that comes after a later one is dropped.
  const refresh = async (): Promise<void> => {
    const turn = ++asked
    const answer = await api.users()
    if (turn !== asked) return
    if (answer.ok) list.value = answer.value
    trouble.value = answer.ok ? undefined : answer.failure
  }
  return {
    list,
    trouble,
    refresh,
    change: async (act) => {
      const answer = await act
      if (answer.ok) await refresh()
      return answer
    },
    added: signal(undefined)
  }
}
