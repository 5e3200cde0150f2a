import { useEffect, useMemo } from "preact/hooks"
import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { ConfirmDeletion } from "../../parts/dialogs/ConfirmDeletion.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { SessionSummary } from "../../parts/status/SessionSummary.tsx"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./UserTexts.ts"

/** Where somebody is signed in, with a button that ends all of it. */
export const Sessions = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api } = useWorkspace()
  const sessions = useMemo(() => refreshedList(() => api.sessionsOf(user.id)), [user.id])
  useEffect(() => void sessions.refresh(), [sessions])
  const all = sessions.list.value
  return (
    <ConfirmDeletion
      title={texts.sessionsOf(calledName(user))}
      label={texts.endSessions}
      remove={() => api.endSessionsOf(user.id)}
      done={texts.sessionsEnded(calledName(user))}
      onClose={onClose}
    >
      {all === undefined ? (
        <NotLoaded failure={sessions.failure.value} retry={() => void sessions.refresh()}>
          <p>{texts.sessionsNotLoaded}</p>
        </NotLoaded>
      ) : (
        <ul class="access-list">
          {all.map((session) => (
            <li key={session.id}>
              <div>
                <SessionSummary session={session} />
              </div>
            </li>
          ))}
          {all.length === 0 && <li>{texts.noSessions}</li>}
        </ul>
      )}
      <p>{texts.endText}</p>
    </ConfirmDeletion>
  )
}
