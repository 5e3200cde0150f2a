import { usernameLength } from "../../../shared/Limits.ts"
import { type FieldErrors, FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { characterCount, isValidLength, passwordFrom, randomBytesNeeded } from "../../parts/dialogs/NewPassword.ts"
import { FormField } from "../../parts/fields/FormField.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import { makeUsers, type NewUser } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

/** The errors the form can find by itself; the server checks again. */
const check = ({ username, password }: NewUser): FieldErrors => {
  const length = characterCount(username.trim())
  return {
    username: length === 0 ? texts.users.noName : length > usernameLength ? texts.users.tooLong : "",
    password: isValidLength(password) ? "" : texts.users.length
  }
}

export const AddUser = () => {
  const { api } = useWorkspace()
  const users = useFeatureState(makeUsers)
  const close = (): void => {
    users.added.value = undefined
  }
  const user = users.added.value
  if (user === undefined) return null
  const change = (part: Partial<NewUser>): void => {
    users.added.value = { ...user, ...part }
  }
  const submit = async () => {
    const answer = await users.change(api.createUser(user.username.trim(), user.password, user.role))
    if (answer.ok) {
      const { id, username } = answer.value
      users.passwords.value = [{ id, username, password: user.password, isAdded: true }, ...users.passwords.peek()]
      return ""
    }
    const { failure } = answer
    return failure.kind === "refused" && failure.status === 409 ? { username: failure.message } : failureText(failure)
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
              class="small"
              onClick={() =>
                change({ password: passwordFrom(crypto.getRandomValues(new Uint8Array(randomBytesNeeded))) })
              }
            >
              {texts.users.generate}
            </button>
          </FormField>
          <RoleSelect
            value={user.role}
            label={texts.users.role}
            hint={texts.users.roleHints[user.role]}
            onChoose={(role) => change({ role })}
          />
        </>
      )}
    </FormDialog>
  )
}
