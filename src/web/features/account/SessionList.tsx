import { useSignal } from "@preact/signals"
import type { SessionBody } from "../../contract/PageApi.ts"
import { deviceOf } from "../../parts/Device.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { SessionSummary } from "../../parts/status/SessionSummary.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeAccount } from "./AccountState.ts"
import * as texts from "./AccountTexts.ts"

const SessionItem = ({ session }: { readonly session: SessionBody }) => {
  const { api, toasts } = useWorkspace()
  const { sessions } = useFeatureState(makeAccount)
  const error = useSignal("")
  const { id, createdAt, current, userAgent } = session
  const device = deviceOf(userAgent)
  const since = formatTimestamp(createdAt)
  const end = async (): Promise<void> => {
    const answer = await sessions.change(api.endSession(id))
    error.value = answer.ok ? "" : failureText(answer.failure)
    if (answer.ok) toasts.show(texts.account.ended)
  }
  return (
    <li>
      <div>
        <SessionSummary session={session}>{current && <span class="you">{texts.account.current}</span>}</SessionSummary>
        <p class="trouble" role="alert">
          {error.value}
        </p>
      </div>
      {!current && (
        <button type="button" class="small" aria-label={texts.account.endOf(device, since)} onClick={() => void end()}>
          {texts.account.end}
        </button>
      )}
    </li>
  )
}

/** Where the user is signed in. */
export const SessionList = () => {
  const { sessions } = useFeatureState(makeAccount)
  const all = sessions.list.value
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{texts.account.sessions}</h2>
      <p class="quiet">{texts.account.sessionsHint}</p>
      {all === undefined ? (
        <NotLoaded failure={sessions.failure.value} retry={() => void sessions.refresh()}>
          <p>{texts.account.sessionsNotLoaded}</p>
        </NotLoaded>
      ) : (
        <ul class="access-list">
          {all.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  )
}
