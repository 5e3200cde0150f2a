import { useEffect, useState } from "preact/hooks"
import { signInFaultParameter } from "../../shared/SignInFaults.ts"
import { basePath } from "../contract/BasePath.ts"
import type { SignInMethods } from "../contract/PageApi.ts"
import type { Session } from "../session/PageSession.ts"
import { query, replaceQuery } from "../session/Route.ts"
import * as texts from "./AppTexts.ts"
import { EntryPage } from "./EntryPage.tsx"
import { notKept, PasswordForm } from "./PasswordForm.tsx"

const faults: Readonly<Record<string, string>> = texts.signInFaults

/** Why a sign-in by the company's provider failed, as the address says it; it is taken out of the address. */
const takeFault = (): string => {
  const params = new URLSearchParams(query.peek())
  const fault = params.get(signInFaultParameter)
  if (fault === null) return ""
  params.delete(signInFaultParameter)
  replaceQuery(params.size === 0 ? "" : `?${params}`)
  return faults[fault] ?? texts.signInFaults.failed
}

const passwordOnly: SignInMethods = { companyName: null, password: true, oidc: null }

/** Undefined until the server has answered. Without an answer there is the password's form, which then says what is wrong. */
const useMethods = (session: Session): SignInMethods | undefined => {
  const [methods, setMethods] = useState<SignInMethods>()
  useEffect(() => {
    void session.methods().then((answer) => setMethods(answer.ok ? answer.value : passwordOnly))
  }, [session])
  return methods
}

const loginAddress = (): string => {
  const { pathname, hash } = location
  return `${basePath}/api/auth/oidc/login?to=${encodeURIComponent(pathname + query.peek() + hash)}`
}

const Ways = ({ session, methods }: { readonly session: Session; readonly methods: SignInMethods }) => {
  const { oidc, password } = methods
  if (oidc === null) return <PasswordForm session={session} isMain />
  return (
    <>
      <button type="button" class="primary" onClick={() => location.assign(loginAddress())}>
        {texts.signIn.withProvider(oidc.name)}
      </button>
      {password ? (
        <PasswordForm session={session} isMain={false} />
      ) : (
        <details>
          <summary>{texts.signIn.adminsPassword}</summary>
          <PasswordForm session={session} isMain={false} />
        </details>
      )}
    </>
  )
}

/** Shown in place of any page while nobody is signed in. The address stays, so that signing in leads to that page. */
export const SignIn = ({ session }: { readonly session: Session }) => {
  const [fault] = useState(takeFault)
  const methods = useMethods(session)
  const state = session.state.value
  return (
    <EntryPage session={session} title={texts.signIn.title}>
      {state.kind === "out" && state.hasExpired && <p class="notice waiting">{texts.signIn.ended}</p>}
      {!(isSecureContext && navigator.cookieEnabled) && <p class="notice waiting">{notKept}</p>}
      {fault !== "" && (
        <p class="trouble" role="alert">
          {fault}
        </p>
      )}
      {methods !== undefined && <Ways session={session} methods={methods} />}
    </EntryPage>
  )
}
