import { useEffect } from "preact/hooks"
import type { UserBody } from "../../contract/PageApi.ts"
import { AdminOnly, AdminPageHeader } from "../../parts/AdminPage.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { AddUser } from "./AddUser.tsx"
import { NewPasswords } from "./NewPasswords.tsx"
import { makeUsers } from "./UserList.ts"
import { UserRow } from "./UserRow.tsx"
import * as texts from "./UserTexts.ts"

const UserTable = ({ all }: { readonly all: ReadonlyArray<UserBody> }) => (
  <table class="user-table">
    <thead>
      <tr>
        <th scope="col">{texts.users.username}</th>
        <th scope="col">{texts.users.role}</th>
        <th scope="col">{texts.users.created}</th>
        <th scope="col">
          <span class="hidden">{texts.users.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {all.map((user) => (
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
        <button
          type="button"
          class="primary"
          onClick={() => (users.added.value = { username: "", password: "", role: "editor" })}
        >
          <Icon name="plus" />
          {texts.users.add}
        </button>
      </AdminPageHeader>
      <NewPasswords />
      {all === undefined ? (
        <NotLoaded failure={users.failure.value} retry={() => void users.refresh()}>
          <p>{texts.users.notLoaded}</p>
        </NotLoaded>
      ) : (
        <UserTable all={all} />
      )}
      <AddUser />
    </div>
  )
}

export const Users = () => <AdminOnly page={UserPage} />
