import { type Signal, signal } from "@preact/signals"
import type { Role } from "../../../domain/entities/Role.ts"
import type { InvitationBody, UserBody } from "../../contract/PageApi.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** A list of people to be invited, with one role for all. */
export interface InvitedList {
  readonly text: string
  readonly role: Role
}

/** Links made at once: for new people, or in place of one's password. */
interface MadeLinks {
  readonly isReset: boolean
  readonly invitations: ReadonlyArray<InvitationBody>
}

export interface Users extends RefreshedList<UserBody> {
  /** The people being invited. Kept in the workspace, so that it survives the end of a session. */
  readonly invited: Signal<InvitedList | undefined>
  /** Links that the admin has not handed over yet, newest first; they cannot be fetched again. */
  readonly handed: Signal<ReadonlyArray<MadeLinks>>
  /** Shows links, in place of earlier ones of the same people. */
  readonly hand: (links: MadeLinks) => void
}

export const makeUsers = ({ api }: Workspace): Users => {
  const handed: Users["handed"] = signal([])
  return {
    ...refreshedList(api.users),
    invited: signal(undefined),
    handed,
    hand: (links) => {
      const ids = new Set(links.invitations.map(({ user }) => user.id))
      const others = handed
        .peek()
        .map((each) => ({ ...each, invitations: each.invitations.filter(({ user }) => !ids.has(user.id)) }))
        .filter(({ invitations }) => invitations.length > 0)
      handed.value = [links, ...others]
    }
  }
}
