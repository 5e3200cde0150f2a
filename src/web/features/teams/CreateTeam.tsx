import { useSignal } from "@preact/signals"
import { nameLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { lengthOf } from "../../parts/NewPassword.ts"
import { Submit } from "../../parts/Submit.tsx"
import { useOwn, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { ColorChoice } from "./ColorChoice.tsx"
import { makeNewTeam } from "./NewTeam.ts"
import { createTeam } from "./TeamActs.ts"
import { texts } from "./Texts.ts"

export const CreateTeam = () => {
  const workspace = useWorkspace()
  const newTeam = useOwn(makeNewTeam)
  const nameTrouble = useSignal("")
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const team = newTeam.value
  if (team === undefined) return null
  const close = (): void => {
    newTeam.value = undefined
    nameTrouble.value = ""
    trouble.value = ""
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    const name = team.name.trim()
    nameTrouble.value = lengthOf(name) === 0 ? texts.teams.noName : ""
    trouble.value = ""
    if (nameTrouble.peek() !== "") return
    isBusy.value = true
    trouble.value = await createTeam(workspace, team.id, name, team.color)
    isBusy.value = false
    if (trouble.peek() === "") close()
  }
  return (
    <Dialog title={texts.teams.createTitle} onClose={close}>
      <form onSubmit={submit} noValidate>
        <FormField
          label={texts.teams.name}
          autofocus
          maxLength={nameLength}
          value={team.name}
          onInput={({ currentTarget }) => {
            newTeam.value = { ...team, name: currentTarget.value }
          }}
          trouble={nameTrouble.value}
        />
        <ColorChoice
          value={team.color}
          onChoose={(color) => {
            newTeam.value = { ...team, color }
          }}
        />
        <Submit label={texts.teams.createSubmit} isBusy={isBusy} trouble={trouble} onCancel={close} />
      </form>
    </Dialog>
  )
}
