import { usernameLength } from "../../../shared/Limits.ts"
import { copyText } from "../../parts/CopyText.ts"
import { type FieldErrors, FormDialog } from "../../parts/FormDialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { characterCount, isValidLength, passwordFrom, randomBytesNeeded } from "../../parts/NewPassword.ts"
import { useSignal } from "../../parts/Signals.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import * as texts from "./Texts.ts"
import { makeUsers, type NewUser } from "./UserList.ts"

/** The errors the form can find by itself; the server checks again. */
const check = ({ username, password }: NewUser): FieldErrors => {
  const length = characterCount(username.trim())
  return {
    username: length === 0 ? texts.users.noName : length > usernameLength ? texts.users.tooLong : "",
    password: isValidLength(password) ? "" : texts.users.length
  }
}

export const AddUser = () => {
  const { api, toasts } = useWorkspace()
  const copied = useSignal("")
  const users = useFeatureState(makeUsers)
  const close = (): void => {
    users.added.value = undefined
    copied.value = ""
  }
  const user = users.added.value
  if (user === undefined) return null
  const change = (part: Partial<NewUser>): void => {
    users.added.value = { ...user, ...part }
    copied.value = ""
  }
  const submit = async () => {
    const answer = await users.change(api.createUser(user.username.trim(), user.password, user.role))
    if (answer.ok) {
      toasts.show(texts.users.added(answer.value.username))
      return ""
    }
    const { failure } = answer
    return failure.kind === "refused" && failure.status === 409 ? { username: failure.message } : failureText(failure)
  }
  const copy = async (): Promise<void> => {
    copied.value = (await copyText(user.password)) ? texts.conflicts.copied : texts.conflicts.notCopied
  }
  return (
    <FormDialog
      title={texts.users.addTitle}
      label={texts.users.addSubmit}
      check={() => check(user)}
      submit={submit}
      onClose={close}
    >
      {(errors) => (
        <>
          <FormField
            label={texts.users.username}
            autofocus
            autocapitalize="none"
            spellcheck={false}
            value={user.username}
            onText={(username) => change({ username })}
            error={errors.username}
          />
          <FormField
            label={texts.users.password}
            autocapitalize="none"
            spellcheck={false}
            class="code"
            value={user.password}
            onText={(password) => change({ password })}
            hint={texts.users.passwordHint}
            error={errors.password}
          >
            <button
              type="button"
              class="button"
              onClick={() =>
                change({ password: passwordFrom(crypto.getRandomValues(new Uint8Array(randomBytesNeeded))) })
              }
            >
              {texts.users.generate}
            </button>
            <button type="button" class="button" disabled={user.password === ""} onClick={() => void copy()}>
              {texts.conflicts.copy}
            </button>
            <span class="quiet small-text" role="status">
              {copied.value}
            </span>
          </FormField>
          <RoleSelect
            value={user.role}
            title={texts.users.role}
            hint={texts.users.roleHints[user.role]}
            onChoose={(role) => change({ role })}
          />
        </>
      )}
    </FormDialog>
  )
}
