import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { invitationParameter } from "../../shared/PagePaths.ts"
import { isValidLength } from "../parts/dialogs/NewPassword.ts"
import { FormField } from "../parts/fields/FormField.tsx"
import { useFormState } from "../parts/fields/FormState.ts"
import type { Session } from "../session/PageSession.ts"
import { invitation, leaveInvitation } from "../session/Route.ts"
import * as texts from "./AppTexts.ts"
import * as account from "./ChangePasswordTexts.ts"
import { EntryPage } from "./EntryPage.tsx"
import { reasonOf } from "./PasswordForm.tsx"

/** Where an invitation leads: its user chooses a password and is signed in. */
export const ChoosePassword = ({ session }: { readonly session: Session }) => {
  const named = invitation.value
  const nameOf = (member: string): string => named?.get(member) ?? ""
  const secret = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => secret.current?.focus(), [])
  const name = useSignal(nameOf("displayName"))
  const { isBusy, error, onSubmit } = useFormState(async () => {
    const password = secret.current?.value ?? ""
    if (!isValidLength(password)) return account.wrongLength
    const chosen = { token: nameOf(invitationParameter), password, displayName: name.value.trim() || null }
    const reason = reasonOf(await session.useInvitation(chosen))
    if (reason === "") leaveInvitation()
    return reason
  })
  return (
    <EntryPage session={session} title={texts.invitation.title}>
      <p>{texts.invitation.as(nameOf("username"))}</p>
      <form onSubmit={onSubmit} noValidate>
        <input hidden readOnly name="username" autocomplete="username" value={nameOf("username")} />
        <FormField
          label={texts.invitation.name}
          hint={texts.invitation.hint}
          name="name"
          autocomplete="name"
          value={name.value}
          onText={(text) => {
            name.value = text
          }}
        />
        <FormField
          label={texts.signIn.password}
          hint={account.hint}
          isSecret
          name="password"
          autocomplete="new-password"
          input={secret}
          error={error.value}
        />
        <button type="submit" class="primary" aria-disabled={isBusy.value}>
          {isBusy.value ? texts.signIn.busy : texts.invitation.submit}
        </button>
        <button type="button" class="button" onClick={leaveInvitation}>
          {texts.invitation.other}
        </button>
      </form>
    </EntryPage>
  )
}
