import { useSignal } from "@preact/signals"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { SelectField } from "../../parts/fields/FormField.tsx"
import { ParentDialog } from "../../parts/search/ParentDialog.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { moveTo } from "./Copying.ts"
import { type Item, titlesOf } from "./Items.ts"
import { setField } from "./ManyEdits.ts"
import * as texts from "./ManyTexts.ts"

interface Props {
  /** As the user has seen them: what somebody changes meanwhile is a conflict. */
  readonly items: ReadonlyArray<Item>
  readonly onClose: () => void
}

/** Asks for the objective that they support. */
export const ManyParent = ({ items, onClose }: Props) => {
  const workspace = useWorkspace()
  const alignment = useOverview().alignment.value
  return alignment === undefined ? null : (
    <ParentDialog
      title={texts.form.parent(titlesOf(items))}
      ids={items.map(({ objective }) => objective.id)}
      alignment={alignment}
      hasNone
      onChoose={(parentId) => {
        onClose()
        void setField(workspace, items, "objective.parent", parentId)
      }}
      onClose={onClose}
    />
  )
}

/** Asks for the team that they are moved to. */
export const ManyMove = ({ items, onClose }: Props) => {
  const workspace = useWorkspace()
  const chosen = useSignal("")
  const teams = useOverview().value.value?.teams ?? []
  const others = teams.filter(({ team }) => items.some((item) => item.team.id !== team.id))
  return (
    <FormDialog
      title={texts.form.move(titlesOf(items))}
      label={texts.form.submitMove}
      submit={async () => (chosen.peek() === "" ? texts.form.noTeam : moveTo(workspace, items, chosen.peek()))}
      onClose={onClose}
    >
      <SelectField
        label={texts.form.team}
        value={chosen.value}
        options={[["", texts.form.noTeam], ...others.map(({ team }) => [team.id, team.name] as const)]}
        onChoose={(id) => (chosen.value = id)}
        hint={texts.form.moveHint}
      />
    </FormDialog>
  )
}
