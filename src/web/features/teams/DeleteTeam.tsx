import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { Submit } from "../../parts/Submit.tsx"
import { composed } from "../../texts/Composed.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { deleteTeam } from "./TeamActs.ts"
import { latestOf } from "./TeamNotices.tsx"
import { texts } from "./Texts.ts"

const same = (left: string, right: string): boolean => composed(left) === composed(right)

/** Names the team and what goes with it; where that is work of others, the name is to be typed. */
export const DeleteTeam = ({ listed, onClose }: { readonly listed: TeamBody; readonly onClose: () => void }) => {
  const workspace = useWorkspace()
  const { teams } = workspace
  const typed = useSignal("")
  const typedTrouble = useSignal("")
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const team = latestOf(teams, listed)
  const { body, principles, objectives } = teams.of(team.id)
  useEffect(() => teams.loadSoon(team.id), [team.id])
  const isLoaded = body.value !== undefined
  const [principleCount, objectiveCount] = [principles.ids.value.length, objectives.ids.value.length]
  const asksName = !isLoaded || objectiveCount > 0
  const goes = (): string => {
    if (!isLoaded) return texts.teams.goesUnknown
    const isEmpty = principleCount + objectiveCount === 0
    return isEmpty ? texts.teams.goesAlone : texts.teams.goesWith(principleCount, objectiveCount)
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    typedTrouble.value = asksName && !same(typed.peek(), team.name) ? texts.teams.notTheName : ""
    if (typedTrouble.peek() !== "") return
    isBusy.value = true
    trouble.value = await deleteTeam(workspace, team)
    isBusy.value = false
    if (trouble.peek() === "") onClose()
  }
  return (
    <Dialog title={texts.teams.deleteTitle(team.name)} onClose={onClose}>
      <p>{goes()}</p>
      <p class="quiet">{texts.teams.staysInLog}</p>
      <form onSubmit={submit} noValidate>
        {asksName && (
          <FormField
            label={texts.teams.typeName(team.name)}
            autofocus
            autocomplete="off"
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value
            }}
            trouble={typedTrouble.value}
          />
        )}
        <Submit label={texts.teams.delete} isBusy={isBusy} trouble={trouble} onCancel={onClose} isDanger />
      </form>
    </Dialog>
  )
}
