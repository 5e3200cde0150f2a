import { maxTokens } from "../../../shared/TokenScopes.ts"
import { SecretNotice } from "../../parts/dialogs/SecretNotice.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { blankToken, makeAccount } from "./AccountState.ts"
import * as texts from "./AccountTexts.ts"
import { CreateToken } from "./CreateToken.tsx"
import { TokenItem } from "./TokenItem.tsx"

/** The user's tokens, with those just created until their secret is copied. */
export const TokenList = () => {
  const { api } = useWorkspace()
  const { created, input, tokens } = useFeatureState(makeAccount)
  const all = tokens.list.value
  const isFull = (all?.length ?? 0) >= maxTokens
  return (
    <section aria-labelledby="tokens">
      <div class="section-head">
        <h2 id="tokens">{texts.tokens.title}</h2>
        <button type="button" class="small" disabled={isFull} onClick={() => (input.value = blankToken)}>
          <Icon name="plus" />
          {texts.tokens.create}
        </button>
      </div>
      <p class="quiet">{isFull ? texts.tokens.tooMany : texts.tokens.hint}</p>
      {created.value.map((token) => (
        <SecretNotice
          key={token.id}
          title={texts.tokens.secretOf(token.name)}
          hint={texts.tokens.secretHint}
          secret={token.token}
          onDone={() => (created.value = created.value.filter((each) => each !== token))}
        />
      ))}
      {all === undefined ? (
        <NotLoaded failure={tokens.failure.value} retry={() => void tokens.refresh()}>
          <p>{texts.tokens.notLoaded}</p>
        </NotLoaded>
      ) : all.length === 0 ? (
        <p class="quiet">{texts.tokens.none}</p>
      ) : (
        <ul class="access-list">
          {all.map((token) => (
            <TokenItem key={token.id} token={token} revoke={(id) => tokens.change(api.revokeToken(id))} />
          ))}
        </ul>
      )}
      <CreateToken />
    </section>
  )
}
