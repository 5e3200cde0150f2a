import { useSignal } from "@preact/signals"
import type { TokenBody } from "../../contract/PageApi.ts"
import type { Result } from "../../contract/Result.ts"
import { ConfirmDeletion } from "../../parts/dialogs/ConfirmDeletion.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { formatDay, localDayOf } from "../../texts/values/PageFormats.ts"
import * as texts from "./AccountTexts.ts"

interface Props {
  readonly token: TokenBody
  /** Whose it is, where several people's are listed. */
  readonly username?: string
  readonly revoke: (id: string) => Promise<Result<unknown>>
}

/** A token with its last use, and the button that revokes it. */
export const TokenItem = ({ token, username, revoke }: Props) => {
  const isRevoking = useSignal(false)
  const { id, name, scope, expiresAt, lastUsedAt } = token
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>{" "}
          {username !== undefined && (
            <span class="you">
              <Avatar name={username} />
              {username}
            </span>
          )}
        </p>
        <p class="quiet small-text">
          {texts.tokens.scopes[scope]} ·{" "}
          {lastUsedAt === null ? texts.tokens.unused : <TimeAgo timestamp={lastUsedAt} text={texts.tokens.used} />} ·{" "}
          {texts.tokens.expires(formatDay(localDayOf(expiresAt)))}
        </p>
      </div>
      <button
        type="button"
        class="small"
        aria-label={texts.tokens.revokeOf(name)}
        onClick={() => (isRevoking.value = true)}
      >
        {texts.tokens.revoke}
      </button>
      {isRevoking.value && (
        <ConfirmDeletion
          title={texts.tokens.revokeTitle(name)}
          label={texts.tokens.revokeSubmit}
          remove={() => revoke(id)}
          done={texts.tokens.revoked}
          onClose={() => (isRevoking.value = false)}
        >
          <p>{texts.tokens.revokeText}</p>
        </ConfirmDeletion>
      )}
    </li>
  )
}
