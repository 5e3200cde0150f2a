import { useEffect } from "preact/hooks"
import { AdminOnly, AdminPageHeader } from "../../parts/AdminPage.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeAllTokens } from "./AccountState.ts"
import * as texts from "./AccountTexts.ts"
import { TokenItem } from "./TokenItem.tsx"

const TokensPage = () => {
  const { api } = useWorkspace()
  const { change, failure, list, refresh } = useFeatureState(makeAllTokens)
  const all = list.value
  useEffect(() => void refresh(), [])
  return (
    <div class="users account-page">
      <AdminPageHeader current="tokens">{null}</AdminPageHeader>
      <p class="quiet">{texts.tokens.adminHint}</p>
      {all === undefined ? (
        <NotLoaded failure={failure.value} retry={() => void refresh()}>
          <p>{texts.tokens.notLoaded}</p>
        </NotLoaded>
      ) : all.length === 0 ? (
        <p class="quiet">{texts.tokens.nobody}</p>
      ) : (
        <ul class="access-list">
          {all.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              username={token.username}
              revoke={(id) => change(api.revokeAnyToken(id))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Everybody's tokens, for admins. */
export const AllTokens = () => <AdminOnly page={TokensPage} />
