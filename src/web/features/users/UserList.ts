import { type Signal, signal } from "@preact/signals"
import type { Role } from "../../../domain/entities/Role.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: Role
}

export interface NewPassword {
  readonly id: string
  readonly username: string
  readonly password: string
  /** Whether the user was just added, and the password is not one that was reset. */
  readonly isAdded: boolean
}

/** By name. */
export interface Users extends RefreshedList<UserBody> {
  /** The user being added. Kept in the workspace, so that it survives the end of a session. */
  readonly added: Signal<NewUser | undefined>
  /** Passwords that the admin has not handed over yet, newest first; they cannot be fetched again. */
  readonly passwords: Signal<ReadonlyArray<NewPassword>>
}

export const makeUsers = ({ api }: Workspace): Users => ({
  ...refreshedList(api.users),
  added: signal(undefined),
  passwords: signal([])
})
