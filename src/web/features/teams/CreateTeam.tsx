import { useSignal } from "@preact/signals"
import { nameLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormActions } from "../../parts/FormActions.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { useFormState } from "../../parts/FormState.ts"
import { characterCount } from "../../parts/NewPassword.ts"
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
    form.error.value = ""
  }
  const form = useFormState(async () => {
    const { id = "", name = "", color = "" } = newTeam.peek() ?? {}
    nameError.value = characterCount(name.trim()) === 0 ? texts.teams.noName : ""
    if (nameError.peek() !== "" || lengthError(name, nameLength) !== "") return ""
    const error = await createTeam(workspace, id, name.trim(), color)
    if (error === "") close()
    return error
  })
  const team = newTeam.value
  if (team === undefined) return null
  return (
    <Dialog title={texts.teams.createTitle} onClose={close}>
      <form onSubmit={form.onSubmit} noValidate>
        <FormField
          label={texts.teams.name}
          autofocus
          value={team.name}
          onInput={({ currentTarget }) => {
            newTeam.value = { ...team, name: currentTarget.value }
          }}
          error={nameError.value || lengthError(team.name, nameLength)}
        />
        <ColorChoice
          value={team.color}
          onChoose={(color) => {
            newTeam.value = { ...team, color }
          }}
        />
        <FormActions label={texts.teams.createSubmit} form={form} onCancel={close} />
      </form>
    </Dialog>
  )
}
