import type { TeamBody } from "../../../domain/views/Views.ts"
import { nameLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { EditableText } from "../../parts/EditableText.tsx"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ColorChoice } from "./ColorChoice.tsx"
import { latestOf, Swatch } from "./TeamNotices.tsx"
import { texts } from "./Texts.ts"

/** The dialog for name and colour; each is saved as soon as it is changed. */
export const EditTeam = ({ listed, onClose }: { readonly listed: TeamBody; readonly onClose: () => void }) => {
  const { drafts, session, teams } = useWorkspace()
  const team = latestOf(teams, listed)
  const color = field("team.color", team.id, team.id)
  const shown = () => ({ text: team.color, sequenceNumber: teams.of(team.id).sequenceNumber.peek() })
  return (
    <Dialog title={texts.teams.editTitle} onClose={onClose}>
      <div class="framed">
        <p class="label">{texts.teams.name}</p>
        <EditableText
          field={field("team.name", team.id, team.id)}
          value={team.name}
          label={texts.teams.name}
          maxLength={nameLength}
          mayEdit={session.isAdmin.value}
        />
      </div>
      <div>
        <ColorChoice
          value={drafts.of(color).value?.mine ?? team.color}
          onChoose={(chosen) => void drafts.saveValue(color, shown(), chosen)}
        />
        <FieldNotice field={color} shown={shown} format={(code) => <Swatch color={code} />} />
      </div>
      <p class="actions end">
        <button type="button" class="primary" onClick={onClose}>
          {texts.teams.done}
        </button>
      </p>
    </Dialog>
  )
}
