import { useEffect } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { Dialog } from "../../parts/dialogs/Dialog.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { swatch } from "../../parts/fields/Swatch.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ColorChoice } from "./ColorChoice.tsx"
import * as texts from "./TeamTexts.ts"

const Fields = ({ team }: { readonly team: TeamBody }) => {
  const { outbox, session, teams } = useWorkspace()
  const color = field("team.color", team.id, team.id)
  const shown = () => teams.valueAsShown(team.id, team.color)
  return (
    <>
      <div class="framed">
        <p class="label">{texts.name}</p>
        <EditableText
          field={field("team.name", team.id, team.id)}
          value={team.name}
          mayEdit={session.isAdmin.value}
          isFramed
        />
      </div>
      <div>
        <ColorChoice
          value={outbox.edits.of(color).value?.mine ?? team.color}
          onChoose={(chosen) => void outbox.edits.saveValue(color, shown(), chosen)}
        />
        <FieldNotice field={color} shown={shown} format={swatch} />
      </div>
    </>
  )
}

/** The dialog for name and colour; each is saved as soon as it is changed. The team is loaded for it. */
export const EditTeam = ({ listed, onClose }: { readonly listed: TeamBody; readonly onClose: () => void }) => {
  const { teams } = useWorkspace()
  const { body, failure } = teams.of(listed.id)
  useEffect(() => teams.queueLoad(listed.id), [listed.id])
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      {body.value === undefined ? (
        <NotLoaded failure={failure.value} retry={() => teams.queueLoad(listed.id)}>
          <p>{texts.notLoaded}</p>
        </NotLoaded>
      ) : (
        <Fields team={body.value} />
      )}
      <p class="actions end">
        <button type="button" class="primary" onClick={onClose}>
          {texts.done}
        </button>
      </p>
    </Dialog>
  )
}
