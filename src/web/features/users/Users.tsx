import { useEffect } from "preact/hooks"
import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { AdminOnly, AdminPageHeader } from "../../parts/AdminPage.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Invitations } from "./Invitations.tsx"
import { people } from "./InvitationTexts.ts"
import { InvitePeople } from "./InvitePeople.tsx"
import { makeUsers } from "./UserList.ts"
import { UserRow } from "./UserRow.tsx"
import * as texts from "./UserTexts.ts"

const byCalledName = (one: UserBody, other: UserBody): number => calledName(one).localeCompare(calledName(other))

const UserTable = ({ all }: { readonly all: ReadonlyArray<UserBody> }) => (
  <table class="user-table">
    <thead>
      <tr>
        <th scope="col">{texts.person}</th>
        <th scope="col">{texts.role}</th>
        <th scope="col">{texts.lastSeen}</th>
        <th scope="col">{texts.created}</th>
        <th scope="col">
          <span class="hidden">{texts.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {all.toSorted(byCalledName).map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </tbody>
  </table>
)

const UserPage = () => {
  const users = useFeatureState(makeUsers)
  const { stream } = useWorkspace()
  const all = users.list.value
  const isLive = stream.connection.value === "live"
  useEffect(() => {
    if (isLive || users.list.peek() === undefined) void users.refresh()
  }, [isLive])
  return (
    <div class="users">
      <AdminPageHeader current="users">
        <button type="button" class="primary" onClick={() => (users.invited.value = { text: "", role: "editor" })}>
          <Icon name="plus" />
          {people.add}
        </button>
      </AdminPageHeader>
      <Invitations />
      {all === undefined ? (
        <NotLoaded failure={users.failure.value} retry={() => void users.refresh()}>
          <p>{texts.notLoaded}</p>
        </NotLoaded>
      ) : (
        <UserTable all={all} />
      )}
      <InvitePeople />
    </div>
  )
}

export const Users = () => <AdminOnly page={UserPage} />
