import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

/** Asks before a link takes the place of a password; `Invitations` shows it. */
export const ResetPassword = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api } = useWorkspace()
  const users = useFeatureState(makeUsers)
  const submit = async () => {
    const answer = await api.inviteAgain(user.id)
    if (!answer.ok) return failureText(answer.failure)
    users.hand({ isReset: true, invitations: [answer.value] })
    return ""
  }
  return (
    <FormDialog title={texts.resetTitle(calledName(user))} label={texts.resetSubmit} submit={submit} onClose={onClose}>
      <p>{texts.resetText}</p>
    </FormDialog>
  )
}
