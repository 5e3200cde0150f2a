import { FormDialog } from "../parts/FormDialog.tsx"
import { FormField } from "../parts/FormField.tsx"
import { isValidLength } from "../parts/NewPassword.ts"
import { useSignal } from "../parts/Signals.ts"
import { failureText } from "../texts/FailureTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import * as account from "./AccountTexts.ts"

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
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const [current = "", next = "", repeated = ""] = names.map((name) => String(data.get(name)))
    const isWrong = show(form, {
      current: current === "" ? account.fillIn : "",
      next: isValidLength(next) ? "" : account.length,
      repeated: next === repeated ? "" : account.different
    })
    if (isWrong) return false
    const answer = await api.changePassword(current, next)
    if (answer.ok) {
      toasts.show(account.done)
      return ""
    }
    const { failure } = answer
    if (failure.kind !== "refused" || failure.status !== 400) return failureText(failure)
    // The form has checked everything else: the current password is wrong.
    show(form, { ...noErrors, current: failure.message })
    return false
  }
  return (
    <FormDialog title={account.title} label={account.submit} submit={submit} onClose={onClose}>
      <input hidden readOnly name="username" autocomplete="username" value={session.user.value?.username ?? ""} />
      {names.map((name) => (
        <FormField
          key={name}
          label={account.labels[name]}
          isSecret
          name={name}
          autocomplete={name === "current" ? "current-password" : "new-password"}
          autofocus={name === "current"}
          hint={name === "next" ? account.hint : ""}
          error={fieldErrors.value[name]}
        />
      ))}
    </FormDialog>
  )
}
