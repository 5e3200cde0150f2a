import type { UserBody } from "../../contract/Api.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormActions } from "../../parts/FormActions.tsx"
import { useFormState } from "../../parts/FormState.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"
import { makeUsers } from "./UserList.ts"

export const DeleteUser = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api, toasts } = useWorkspace()
  const users = useFeatureState(makeUsers)
  const form = useFormState(async () => {
    const answer = await users.change(api.deleteUser(user.id))
    if (!answer.ok) return failureText(answer.failure)
    onClose()
    toasts.show(texts.users.deleted(user.username))
    return ""
  })
  return (
    <Dialog title={texts.users.deleteTitle(user.username)} onClose={onClose}>
      <p>{texts.users.deleteText}</p>
      <form onSubmit={form.onSubmit}>
        <FormActions label={texts.users.deleteSubmit} form={form} onCancel={onClose} isDanger />
      </form>
    </Dialog>
  )
}
