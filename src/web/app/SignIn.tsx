import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { passwordLength, usernameLength } from "../../shared/Limits.ts"
import { usePageTitle } from "../parts/PageTitle.ts"
import type { Session } from "../session/Session.ts"
import { troubleOf } from "../texts/Trouble.ts"
import { texts } from "./Texts.ts"

/** Shown in place of any page while nobody is signed in: afterwards, one is where one was. */
export const SignIn = ({ session }: { readonly session: Session }) => {
  usePageTitle(texts.signIn.title)
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => username.current?.focus(), [])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    const [name, secret] = [username.current?.value.trim() ?? "", password.current?.value ?? ""]
    if (name === "" || secret === "") {
      trouble.value = texts.signIn.empty
      ;(name === "" ? username : password).current?.focus()
      return
    }
    isBusy.value = true
    trouble.value = ""
    const answer = await session.signIn(name, secret)
    isBusy.value = false
    if (answer.ok && answer.value.success) return
    trouble.value = answer.ok ? (answer.value.error ?? "") : troubleOf(answer.failure)
    password.current?.select()
  }
  const current = session.now.value
  return (
    <main class="sign-in" id="content">
      <form onSubmit={submit} noValidate>
        <p class="home">
          <span class="mark" aria-hidden="true" />
          {texts.common.product}
        </p>
        <h1>{texts.signIn.title}</h1>
        {current.state === "out" && current.ended && <p class="notice waiting">{texts.signIn.ended}</p>}
        <label>
          <span>{texts.signIn.username}</span>
          <input
            ref={username}
            name="username"
            autocomplete="username"
            autocapitalize="none"
            maxLength={usernameLength}
            required
          />
        </label>
        <label>
          <span>{texts.signIn.password}</span>
          <input
            ref={password}
            type="password"
            name="password"
            autocomplete="current-password"
            maxLength={passwordLength.maximum}
            required
            aria-invalid={trouble.value !== ""}
            aria-describedby="sign-in-trouble"
          />
        </label>
        <p id="sign-in-trouble" class="trouble" role="alert">
          {trouble.value}
        </p>
        <button type="submit" class="primary" aria-disabled={isBusy.value}>
          {isBusy.value ? texts.signIn.busy : texts.signIn.submit}
        </button>
      </form>
    </main>
  )
}
