import type { UserBody } from "../../contract/Api.ts"
import { ConfirmDeletion } from "../../parts/ConfirmDeletion.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./UserTexts.ts"

export const EndSessions = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api } = useWorkspace()
  return (
    <ConfirmDeletion
      title={texts.users.endTitle(user.username)}
      label={texts.users.endSessions}
      remove={() => api.endSessionsOf(user.id)}
      done={texts.users.sessionsEnded(user.username)}
      onClose={onClose}
    >
      <p>{texts.users.endText}</p>
    </ConfirmDeletion>
  )
}
