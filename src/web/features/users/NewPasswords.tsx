import { SecretNotice } from "../../parts/dialogs/SecretNotice.tsx"
import { basePath } from "../../session/Addresses.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

/** Invitations of those just added, and passwords just reset, until the admin has them. */
export const NewPasswords = () => {
  const { passwords } = useFeatureState(makeUsers)
  return passwords.value.map((each) => {
    const { id, username, password, isAdded } = each
    return (
      <SecretNotice
        key={`${id} ${password}`}
        title={isAdded ? texts.users.added(username) : texts.users.passwordOf(username)}
        hint={isAdded ? texts.users.invitationHint : texts.users.resetHint}
        secret={isAdded ? texts.users.invitation(location.origin + basePath, username, password) : password}
        onDone={() => {
          passwords.value = passwords.value.filter((other) => other !== each)
        }}
      />
    )
  })
}
