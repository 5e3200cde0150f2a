import { type FieldErrors, FormDialog } from "../parts/dialogs/FormDialog.tsx"
import { isValidLength } from "../parts/dialogs/NewPassword.ts"
import { FormField } from "../parts/fields/FormField.tsx"
import { failureText } from "../texts/FailureTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import * as account from "./ChangePasswordTexts.ts"

const names = ["current", "next", "repeated"] as const

const read = (form: HTMLFormElement): ReadonlyArray<string> => {
  const data = new FormData(form)
  return names.map((name) => String(data.get(name)))
}

const check = (form: HTMLFormElement): FieldErrors => {
  const [current, next = "", repeated] = read(form)
  return {
    current: current === "" ? account.missing : "",
    next: isValidLength(next) ? "" : account.wrongLength,
    repeated: next === repeated ? "" : account.different
  }
}

export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, session, toasts } = useWorkspace()
  const submit = async (form: HTMLFormElement) => {
    const [current = "", next = ""] = read(form)
    const answer = await api.changePassword(current, next)
    if (answer.ok) {
      toasts.show(account.done)
      return ""
    }
    const { failure } = answer
    // The form has checked everything else: the current password is wrong.
    return failure.kind === "refused" && failure.status === 400 ? { current: failure.message } : failureText(failure)
  }
  return (
    <FormDialog title={account.title} label={account.submit} check={check} submit={submit} onClose={onClose}>
      {(errors) => (
        <>
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
              error={errors[name]}
            />
          ))}
        </>
      )}
    </FormDialog>
  )
}
