import { useSignal } from "@preact/signals"
import { Dialog } from "../parts/Dialog.tsx"
import { FormActions } from "../parts/FormActions.tsx"
import { FormField } from "../parts/FormField.tsx"
import { useFormState } from "../parts/FormState.ts"
import { isValidLength } from "../parts/NewPassword.ts"
import { failureText } from "../texts/FailureTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"

const names = ["current", "next", "repeated"] as const

const noErrors = { current: "", next: "", repeated: "" }

export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, session, toasts } = useWorkspace()
  const fieldErrors = useSignal(noErrors)
  /** Shows the errors and focuses the first input that has one; returns whether there is one. */
  const show = (form: HTMLFormElement, errors: typeof noErrors): boolean => {
    fieldErrors.value = errors
    const first = names.find((name) => errors[name] !== "")
    if (first !== undefined) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }
  const form = useFormState(async (form) => {
    const data = new FormData(form)
    const [current = "", next = "", repeated = ""] = names.map((name) => String(data.get(name)))
    const isWrong = show(form, {
      current: current === "" ? texts.account.fillIn : "",
      next: isValidLength(next) ? "" : texts.account.length,
      repeated: next === repeated ? "" : texts.account.different
    })
    if (isWrong) return ""
    const answer = await api.changePassword(current, next)
    if (answer.ok) {
      onClose()
      toasts.show(texts.account.done)
      return ""
    }
    const { failure } = answer
    if (failure.kind !== "refused" || failure.status !== 400) return failureText(failure)
    // The form has checked everything else: the current password is wrong.
    show(form, { ...noErrors, current: failure.message })
    return ""
  })
  return (
    <Dialog title={texts.account.title} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <input hidden readOnly name="username" autocomplete="username" value={session.user.value?.username ?? ""} />
        {names.map((name) => (
          <FormField
            key={name}
            label={texts.account.labels[name]}
            isSecret
            name={name}
            autocomplete={name === "current" ? "current-password" : "new-password"}
            autofocus={name === "current"}
            hint={name === "next" ? texts.account.hint : ""}
            error={fieldErrors.value[name]}
          />
        ))}
        <FormActions label={texts.account.submit} form={form} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
