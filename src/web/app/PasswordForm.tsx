import { useLayoutEffect, useRef } from "preact/hooks"
import type { Authentication } from "../contract/PageApi.ts"
import type { Result } from "../contract/Result.ts"
import { useFormState } from "../parts/fields/FormState.ts"
import type { Session } from "../session/PageSession.ts"
import { failureText } from "../texts/FailureTexts.ts"
import * as texts from "./AppTexts.ts"

export const notKept = isSecureContext ? texts.signIn.noCookies : texts.signIn.insecure

/** Why nobody is signed in now; empty after a sign-in. */
export const reasonOf = (answer: Result<Authentication>): string => {
  if (answer.ok) return answer.value.error ?? ""
  return answer.failure.kind === "signedOut" ? notKept : failureText(answer.failure)
}

/** Signs in with a username and a password. `isMain` where it is the first way to sign in. */
export const PasswordForm = ({ session, isMain }: { readonly session: Session; readonly isMain: boolean }) => {
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isMain) username.current?.focus()
  }, [isMain])
  const { isBusy, error, onSubmit } = useFormState(async () => {
    const [name, secret] = [username.current?.value.trim() ?? "", password.current?.value ?? ""]
    if (name === "" || secret === "") {
      ;(name === "" ? username : password).current?.focus()
      return texts.signIn.empty
    }
    const answer = await session.signIn(name, secret)
    if (answer.ok && answer.value.success) return ""
    password.current?.select()
    return reasonOf(answer)
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <label>
        <span>{texts.signIn.username}</span>
        <input ref={username} name="username" autocomplete="username" autocapitalize="none" required />
      </label>
      <label>
        <span>{texts.signIn.password}</span>
        <input
          ref={password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          aria-invalid={error.value !== ""}
          aria-describedby="sign-in-error"
        />
      </label>
      <p id="sign-in-error" class="trouble" role="alert">
        {error.value}
      </p>
      <button type="submit" class={isMain ? "primary" : ""} aria-disabled={isBusy.value}>
        {isBusy.value ? texts.signIn.busy : texts.signIn.submit}
      </button>
    </form>
  )
}
