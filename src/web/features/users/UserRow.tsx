import { useSignal } from "@preact/signals"
import type { Role } from "../../../domain/entities/Role.ts"
import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatDay, formatTimestamp, localDayOf } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import { UserActions } from "./UserActions.tsx"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

interface Props {
  readonly user: UserBody
}

/** The role of a person. To be an admin is asked first. */
const RoleChoice = ({ user, isMe }: Props & { readonly isMe: boolean }) => {
  const { api, toasts } = useWorkspace()
  const users = useFeatureState(makeUsers)
  /** The role that is being submitted. */
  const chosen = useSignal<Role | undefined>(undefined)
  const isAsked = useSignal(false)
  const error = useSignal("")
  const name = calledName(user)
  const set = async (next: Role): Promise<string> => {
    chosen.value = next
    const answer = await users.change(api.setRole(user.id, next))
    chosen.value = undefined
    if (!answer.ok) return failureText(answer.failure)
    toasts.show(texts.roleChanged(name, texts.roles[next]))
    return ""
  }
  const choose = async (next: Role): Promise<void> => {
    error.value = ""
    isAsked.value = next === "admin"
    if (next !== "admin") error.value = await set(next)
  }
  return (
    <>
      <RoleSelect
        value={isAsked.value ? "admin" : (chosen.value ?? user.role)}
        label={texts.roleOf(name)}
        class="hidden"
        hint={isMe ? texts.ownRole : ""}
        error={error.value}
        disabled={isMe || chosen.value !== undefined}
        onChoose={(next) => void choose(next)}
      />
      {isAsked.value && (
        <FormDialog
          title={texts.adminTitle(name)}
          label={texts.adminSubmit}
          submit={() => set("admin")}
          onClose={() => {
            isAsked.value = false
          }}
        >
          <p>{texts.adminText}</p>
        </FormDialog>
      )}
    </>
  )
}

export const UserRow = ({ user }: Props) => {
  const { session } = useWorkspace()
  const { id, username, displayName, createdAt, lastSeenAt } = user
  const isMe = session.user.value?.userId === id
  return (
    <tr class={isMe ? "me" : ""}>
      <th scope="row">
        <Avatar name={calledName(user)} />
        {calledName(user)}
        {displayName !== null && displayName !== username && <span class="called"> {username}</span>}{" "}
        {isMe && <span class="you">{texts.you}</span>}
      </th>
      <td>
        <RoleChoice user={user} isMe={isMe} />
      </td>
      <td class="quiet">{lastSeenAt === null ? texts.neverSeen : <TimeAgo timestamp={lastSeenAt} />}</td>
      <td class="quiet">
        <time dateTime={createdAt} title={formatTimestamp(createdAt)}>
          {formatDay(localDayOf(createdAt))}
        </time>
      </td>
      <td>{!isMe && <UserActions user={user} />}</td>
    </tr>
  )
}
