import { nameLength } from "../../../shared/Limits.ts"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { characterCount } from "../../parts/NewPassword.ts"
import { useSignal } from "../../parts/Signals.ts"
import { lengthError } from "../../parts/TextLength.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ColorChoice } from "./ColorChoice.tsx"
import { makeNewTeam } from "./NewTeam.ts"
import { createTeam } from "./TeamActions.ts"
import * as texts from "./Texts.ts"

export const CreateTeam = () => {
  const workspace = useWorkspace()
  const newTeam = useFeatureState(makeNewTeam)
  const nameError = useSignal("")
  const close = (): void => {
    newTeam.value = undefined
    nameError.value = ""
  }
  const submit = async () => {
    const { id = "", name = "", color = "" } = newTeam.peek() ?? {}
    nameError.value = characterCount(name.trim()) === 0 ? texts.teams.noName : ""
    if (nameError.peek() !== "" || lengthError(name, nameLength) !== "") return false
    return createTeam(workspace, id, name.trim(), color)
  }
  const team = newTeam.value
  if (team === undefined) return null
  return (
    <FormDialog title={texts.teams.createTitle} label={texts.teams.createSubmit} submit={submit} onClose={close}>
      <FormField
        label={texts.teams.name}
        autofocus
        value={team.name}
        onText={(name) => (newTeam.value = { ...team, name })}
        error={nameError.value || lengthError(team.name, nameLength)}
      />
      <ColorChoice value={team.color} onChoose={(color) => (newTeam.value = { ...team, color })} />
    </FormDialog>
  )
}
