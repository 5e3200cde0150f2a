import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { ConfirmDeletion } from "../../parts/dialogs/ConfirmDeletion.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeUsers } from "./UserList.ts"
import * as texts from "./UserTexts.ts"

export const DeleteUser = ({ user, onClose }: { readonly user: UserBody; readonly onClose: () => void }) => {
  const { api } = useWorkspace()
  const users = useFeatureState(makeUsers)
  return (
    <ConfirmDeletion
      title={texts.deleteTitle(calledName(user))}
      label={texts.deleteSubmit}
      remove={() => users.change(api.deleteUser(user.id))}
      done={texts.deleted(calledName(user))}
      onClose={onClose}
    >
      <p>{texts.deleteText}</p>
    </ConfirmDeletion>
  )
}
