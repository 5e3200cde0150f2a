import { useSignal } from "@preact/signals"
import type { UserBody } from "../../contract/Api.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Submit } from "../../parts/Submit.tsx"
import { troubleOf } from "../../texts/Trouble.ts"
import { useOwn, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { texts } from "./Texts.ts"
import { makeUsers } from "./UserList.ts"

export const DeleteUser = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api, toasts } = useWorkspace()
  const users = useOwn(makeUsers)
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    isBusy.value = true
    trouble.value = ""
    const answer = await users.change(api.deleteUser(user.id))
    isBusy.value = false
    if (!answer.ok) {
      trouble.value = troubleOf(answer.failure)
      return
    }
    onClose()
    toasts.show(texts.users.deleted(user.username))
  }
  return (
    <Dialog title={texts.users.deleteTitle(user.username)} onClose={onClose}>
      <p>{texts.users.deleteText}</p>
      <form onSubmit={submit}>
        <Submit label={texts.users.deleteSubmit} isBusy={isBusy} trouble={trouble} onCancel={onClose} isDanger />
      </form>
    </Dialog>
  )
}
