import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { usernameLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { chanceNeeded, isLongEnough, lengthOf, passwordOf } from "../../parts/NewPassword.ts"
import { Submit } from "../../parts/Submit.tsx"
import { troubleOf } from "../../texts/Trouble.ts"
import { useOwn, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import { texts } from "./Texts.ts"
import { makeUsers, type NewUser } from "./UserList.ts"

const none = { username: "", password: "" }

/** What this form can tell by itself; the server has the last word. */
const check = ({ username, password }: NewUser): typeof none => {
  const length = lengthOf(username.trim())
  return {
    username: length === 0 ? texts.users.noName : length > usernameLength ? texts.users.tooLong : "",
    password: isLongEnough(password) ? "" : texts.users.length
  }
}

export const AddUser = () => {
  const { api, toasts } = useWorkspace()
  const troubles = useSignal(none)
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const copied = useSignal("")
  const [username, password] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const users = useOwn(makeUsers)
  const user = users.added.value
  if (user === undefined) return null
  const change = (part: Partial<NewUser>): void => {
    users.added.value = { ...user, ...part }
    copied.value = ""
  }
  const close = (): void => {
    users.added.value = undefined
    troubles.value = none
    trouble.value = ""
    copied.value = ""
  }
  const show = (found: typeof none): boolean => {
    troubles.value = found
    const wrong = found.username !== "" ? username : found.password !== "" ? password : undefined
    wrong?.current?.focus()
    return wrong !== undefined
  }
  const copy = async (): Promise<void> => {
    password.current?.select()
    // There is no clipboard where the page came over plain HTTP.
    const isDone = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(user.password))
      .then(
        () => true,
        () => false
      )
    copied.value = isDone ? texts.users.copied : texts.users.notCopied
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    trouble.value = ""
    if (show(check(user))) return
    isBusy.value = true
    const answer = await users.change(api.createUser(user.username.trim(), user.password, user.role))
    isBusy.value = false
    if (answer.ok) {
      close()
      toasts.show(texts.users.added(answer.value.username))
      return
    }
    const { failure } = answer
    if (failure.kind === "refused" && failure.status === 409) show({ ...none, username: failure.message })
    else trouble.value = troubleOf(failure)
  }
  return (
    <Dialog title={texts.users.addTitle} onClose={close}>
      <form onSubmit={submit} noValidate autocomplete="off">
        <FormField
          label={texts.users.username}
          autofocus
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          input={username}
          value={user.username}
          onInput={({ currentTarget }) => change({ username: currentTarget.value })}
          trouble={troubles.value.username}
        />
        <FormField
          label={texts.users.password}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          class="code"
          input={password}
          value={user.password}
          onInput={({ currentTarget }) => change({ password: currentTarget.value })}
          hint={texts.users.passwordHint}
          trouble={troubles.value.password}
        >
          <button
            type="button"
            class="button"
            onClick={() => change({ password: passwordOf(crypto.getRandomValues(new Uint8Array(chanceNeeded))) })}
          >
            {texts.users.generate}
          </button>
          <button type="button" class="button" disabled={user.password === ""} onClick={() => void copy()}>
            {texts.users.copy}
          </button>
          <span class="quiet small-text" role="status">
            {copied.value}
          </span>
        </FormField>
        <RoleSelect
          value={user.role}
          title={texts.users.role}
          hint={texts.users.mayWhat[user.role]}
          onChoose={(role) => change({ role })}
        />
        <Submit label={texts.users.addSubmit} isBusy={isBusy} trouble={trouble} onCancel={close} />
      </form>
    </Dialog>
  )
}
