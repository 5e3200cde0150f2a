import { useSignal } from "@preact/signals"
import { calledName } from "../../../shared/words/Owners.ts"
import type { UserBody } from "../../contract/PageApi.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { DeleteUser } from "./DeleteUser.tsx"
import { ResetPassword } from "./ResetPassword.tsx"
import { Sessions } from "./Sessions.tsx"
import * as texts from "./UserTexts.ts"

/** What an admin can do with another's account, each after a question. */
export const UserActions = ({ user }: { readonly user: UserBody }) => {
  const asked = useSignal<"reset" | "sessions" | "delete" | undefined>(undefined)
  const ask = (what: typeof asked.value) => () => {
    asked.value = what
  }
  const props = { user, onClose: ask(undefined) }
  return (
    <>
      <Menu
        label={texts.actionsOf(calledName(user))}
        items={[
          { label: texts.resetPassword, icon: "link", onSelect: ask("reset") },
          { label: texts.sessions, icon: "clock", onSelect: ask("sessions") },
          { label: texts.remove, icon: "trash", danger: true, onSelect: ask("delete") }
        ]}
      >
        <Icon name="dots" />
      </Menu>
      {asked.value === "reset" && <ResetPassword {...props} />}
      {asked.value === "sessions" && <Sessions {...props} />}
      {asked.value === "delete" && <DeleteUser {...props} />}
    </>
  )
}
