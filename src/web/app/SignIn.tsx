import { useLayoutEffect, useRef } from "preact/hooks"
import type { Authentication } from "../contract/Api.ts"
import type { Result } from "../contract/Result.ts"
import { useFormState } from "../parts/FormState.ts"
import { usePageTitle } from "../parts/PageTitle.ts"
import type { Session } from "../session/Session.ts"
import { failureText } from "../texts/FailureTexts.ts"
import * as texts from "./AppTexts.ts"

const notKept = isSecureContext ? texts.signIn.noCookies : texts.signIn.insecure

const reasonOf = (answer: Result<Authentication>): string => {
  if (answer.ok) return answer.value.error ?? ""
  return answer.failure.kind === "signedOut" ? notKept : failureText(answer.failure)
}

/** Shown in place of any page while nobody is signed in. The address stays, so that signing in leads to that page. */
export const SignIn = ({ session }: { readonly session: Session }) => {
  usePageTitle(texts.signIn.title)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => username.current?.focus(), [])
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
  const state = session.state.value
  return (
    <main class="sign-in" id="content">
      <form onSubmit={onSubmit} noValidate>
        <p class="home">
          <span class="mark" aria-hidden="true" />
          {texts.common.product}
        </p>
        <h1>{texts.signIn.title}</h1>
        {state.kind === "out" && state.hasExpired && <p class="notice waiting">{texts.signIn.ended}</p>}
        {!(isSecureContext && navigator.cookieEnabled) && <p class="notice waiting">{notKept}</p>}
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
        <button type="submit" class="primary" aria-disabled={isBusy.value}>
          {isBusy.value ? texts.signIn.busy : texts.signIn.submit}
        </button>
      </form>
    </main>
  )
}
