import { useSignal } from "@preact/signals"
import type { Role } from "../../../domain/entities/Role.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import { UserActions } from "./UserActions.tsx"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

export const UserRow = ({ user }: { readonly user: UserBody }) => {
  const { api, session, toasts } = useWorkspace()
  const users = useFeatureState(makeUsers)
  const { id, username, displayName, role, createdAt } = user
  /** The role that is being submitted. */
  const chosen = useSignal<Role | undefined>(undefined)
  const error = useSignal("")
  const isMe = session.user.value?.userId === id
  const choose = async (next: Role): Promise<void> => {
    error.value = ""
    chosen.value = next
    const answer = await users.change(api.setRole(id, next))
    chosen.value = undefined
    if (answer.ok) toasts.show(texts.users.roleChanged(username, texts.users.roles[next]))
    else error.value = failureText(answer.failure)
  }
  return (
    <tr class={isMe ? "me" : ""}>
      <th scope="row">
        <Avatar name={username} />
        {username}
        {displayName !== null && <span class="called"> {displayName}</span>}{" "}
        {isMe && <span class="you">{texts.users.you}</span>}
      </th>
      <td>
        <RoleSelect
          value={chosen.value ?? role}
          label={texts.users.roleOf(username)}
          class="hidden"
          hint={isMe ? texts.users.ownRole : ""}
          error={error.value}
          disabled={isMe || chosen.value !== undefined}
          onChoose={(next) => void choose(next)}
        />
      </td>
      <td class="quiet">{formatTimestamp(createdAt)}</td>
      <td>{!isMe && <UserActions user={user} />}</td>
    </tr>
  )
}
