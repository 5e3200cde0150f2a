import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { Dialog } from "../parts/Dialog.tsx"
import { FormField } from "../parts/FormField.tsx"
import { isLongEnough } from "../parts/NewPassword.ts"
import { Submit } from "../parts/Submit.tsx"
import { troubleOf } from "../texts/Trouble.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { texts } from "./Texts.ts"

const none = { current: "", next: "", repeated: "" }

export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, session, toasts } = useWorkspace()
  const troubles = useSignal(none)
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const [current, next, repeated] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null)
  ]
  const inputs = { current, next, repeated }
  const show = (found: typeof none): boolean => {
    troubles.value = found
    const first = (["current", "next", "repeated"] as const).find((name) => found[name] !== "")
    if (first !== undefined) inputs[first].current?.focus()
    return first !== undefined
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    const [old = "", fresh = "", again = ""] = [current, next, repeated].map(({ current }) => current?.value)
    trouble.value = ""
    const isWrong = show({
      current: old === "" ? texts.account.fillIn : "",
      next: isLongEnough(fresh) ? "" : texts.account.length,
      repeated: fresh === again ? "" : texts.account.different
    })
    if (isWrong) return
    isBusy.value = true
    const answer = await api.changePassword(old, fresh)
    isBusy.value = false
    if (answer.ok) {
      onClose()
      toasts.show(texts.account.done)
      return
    }
    const { failure } = answer
    // What the server can refuse and this form did not is the current password.
    if (failure.kind === "refused" && failure.status === 400) show({ ...none, current: failure.message })
    else trouble.value = troubleOf(failure)
  }
  return (
    <Dialog title={texts.account.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <input hidden readOnly name="username" autocomplete="username" value={session.who.value?.username ?? ""} />
        <FormField
          label={texts.account.current}
          isSecret
          name="current"
          autocomplete="current-password"
          autofocus
          input={current}
          trouble={troubles.value.current}
        />
        <FormField
          label={texts.account.next}
          isSecret
          name="next"
          autocomplete="new-password"
          hint={texts.account.hint}
          input={next}
          trouble={troubles.value.next}
        />
        <FormField
          label={texts.account.repeated}
          isSecret
          name="repeated"
          autocomplete="new-password"
          input={repeated}
          trouble={troubles.value.repeated}
        />
        <Submit label={texts.account.submit} isBusy={isBusy} trouble={trouble} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
