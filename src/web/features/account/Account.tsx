import { useEffect } from "preact/hooks"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeAccount } from "./AccountState.ts"
import * as texts from "./AccountTexts.ts"
import { NameForm } from "./NameForm.tsx"
import { SessionList } from "./SessionList.tsx"
import { TokenList } from "./TokenList.tsx"

/** The user's own password, sessions and tokens. */
export const Account = () => {
  const { panels, session } = useWorkspace()
  const { sessions, tokens } = useFeatureState(makeAccount)
  const user = session.user.value
  usePageTitle(texts.account.title)
  useEffect(() => {
    void sessions.refresh()
    void tokens.refresh()
  }, [])
  return (
    <div class="users account-page">
      <header class="page-head">
        <h1>{texts.account.title}</h1>
        <p class="quiet">{user !== undefined && texts.account.signedIn(user.username, user.role)}</p>
      </header>
      <section aria-labelledby="name">
        <h2 id="name">{texts.account.name}</h2>
        <NameForm label={texts.account.nameLabel} />
      </section>
      <section aria-labelledby="password">
        <h2 id="password">{texts.account.password}</h2>
        <p class="quiet">{texts.account.passwordHint}</p>
        <p class="actions">
          <button type="button" class="small" onClick={() => (panels.isPasswordOpen.value = true)}>
            {texts.account.changePassword}
          </button>
        </p>
      </section>
      <SessionList />
      {/* The sessions would move it. */}
      {(sessions.list.value ?? sessions.failure.value) && <TokenList />}
    </div>
  )
}
