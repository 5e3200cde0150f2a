import { nameLength } from "../../../shared/Limits.ts"
import { colorForTeam } from "../../../shared/teams/TeamColors.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { FormField } from "../../parts/fields/FormField.tsx"
import { lengthError } from "../../parts/fields/LengthError.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ColorChoice } from "./ColorChoice.tsx"
import { makeNewTeam } from "./NewTeam.ts"
import { createTeam } from "./TeamActions.ts"
import * as texts from "./TeamTexts.ts"

export const CreateTeam = () => {
  const workspace = useWorkspace()
  const newTeam = useFeatureState(makeNewTeam)
  const close = (): void => {
    newTeam.value = undefined
  }
  const team = newTeam.value
  if (team === undefined) return null
  const tooLong = lengthError(team.name, nameLength)
  const name = team.name.trim()
  const color = team.color ?? colorForTeam(name, workspace.teams.list.value ?? [])
  return (
    <FormDialog
      title={texts.createTitle}
      label={texts.createSubmit}
      check={() => ({ name: name === "" ? texts.noName : tooLong })}
      submit={() => createTeam(workspace, team.id, name, color)}
      onClose={close}
    >
      {(errors) => (
        <>
          <FormField
            label={texts.name}
            autofocus
            value={team.name}
            onText={(name) => (newTeam.value = { ...team, name })}
            error={tooLong || errors.name}
          />
          <ColorChoice value={color} onChoose={(color) => (newTeam.value = { ...team, color })} />
        </>
      )}
    </FormDialog>
  )
}
