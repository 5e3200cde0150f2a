import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { UserBody } from "../api/Api.ts"
import { connection } from "../live/Live.ts"
import { Icon } from "../parts/Icon.tsx"
import { NotLoaded } from "../parts/NotLoaded.tsx"
import { refreshUsers, users, usersTrouble } from "../state/Users.ts"
import { texts } from "../texts/Texts.ts"
import { AddUser, startUser } from "./users/AddUser.tsx"
import { Admins, UsersHead } from "./users/Admins.tsx"
import { DeleteUser } from "./users/DeleteUser.tsx"
import { UserRow } from "./users/UserRow.tsx"

const Table = ({ all }: { readonly all: ReadonlyArray<UserBody> }) => {
  const deleted = useSignal<UserBody | undefined>(undefined)
  return (
    <>
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
            <UserRow
              key={user.id}
              user={user}
              onDelete={() => {
                deleted.value = user
              }}
            />
          ))}
        </tbody>
      </table>
      {deleted.value !== undefined && (
        <DeleteUser
          user={deleted.value}
          onClose={() => {
            deleted.value = undefined
          }}
        />
      )}
    </>
  )
}

const NotYet = () => {
  const trouble = usersTrouble.value
  if (trouble === undefined) return <p class="starting quiet">{texts.common.loading}</p>
  return (
    <NotLoaded failure={trouble} retry={() => void refreshUsers()}>
      <p>{texts.users.notLoaded}</p>
    </NotLoaded>
  )
}

const Everyone = () => {
  const all = users.value
  const isLive = connection.value === "live"
  useEffect(() => {
    if (isLive || users.peek() === undefined) void refreshUsers()
  }, [isLive])
  return (
    <div class="users">
      <UsersHead here="users">
        <button type="button" class="primary" onClick={startUser}>
          <Icon name="plus" />
          {texts.users.add}
        </button>
      </UsersHead>
      {all === undefined ? <NotYet /> : <Table all={all} />}
      <AddUser />
    </div>
  )
}

export const Users = () => <Admins>{() => <Everyone />}</Admins>
