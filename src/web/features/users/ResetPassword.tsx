import type { UserBody } from "../../contract/PageApi.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

/** Asks before a password is reset; the new one is shown by `NewPasswords`. */
export const ResetPassword = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api } = useWorkspace()
  const { passwords } = useFeatureState(makeUsers)
  const submit = async () => {
    const answer = await api.resetPassword(user.id)
    if (!answer.ok) return failureText(answer.failure)
    const { password } = answer.value
    const others = passwords.peek().filter(({ id }) => id !== user.id)
    if (password !== null) {
      passwords.value = [{ id: user.id, username: user.username, password, isAdded: false }, ...others]
    }
    return ""
  }
  return (
    <FormDialog
      title={texts.users.resetTitle(user.username)}
      label={texts.users.resetPassword}
      submit={submit}
      onClose={onClose}
    >
      <p>{texts.users.resetText}</p>
    </FormDialog>
  )
}
