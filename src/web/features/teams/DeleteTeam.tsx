import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { normalized } from "../../../shared/NormalizedText.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { FormField } from "../../parts/fields/FormField.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { deleteTeam } from "./TeamActions.ts"
import { latestOf } from "./TeamNotices.tsx"
import * as texts from "./TeamTexts.ts"

const same = (left: string, right: string): boolean => normalized(left) === normalized(right)

/** Tells what is deleted with the team. Unless it has no objectives, the user has to type its name. */
export const DeleteTeam = ({ listed, onClose }: { readonly listed: TeamBody; readonly onClose: () => void }) => {
  const workspace = useWorkspace()
  const { teams } = workspace
  const typed = useSignal("")
  const team = latestOf(teams, listed)
  const { body, principles, objectives } = teams.of(team.id)
  useEffect(() => teams.queueLoad(team.id), [team.id])
  const isLoaded = body.value !== undefined
  const [principleCount, objectiveCount] = [principles.ids.value.length, objectives.ids.value.length]
  const asksName = !isLoaded || objectiveCount > 0
  const consequence = (): string => {
    if (!isLoaded) return texts.deletesUnknown
    const isEmpty = principleCount + objectiveCount === 0
    return isEmpty ? texts.deletesEmpty : texts.deletesWith(principleCount, objectiveCount)
  }
  return (
    <FormDialog
      title={texts.deleteTitle(team.name)}
      label={texts.remove}
      isDanger
      check={() => ({ name: asksName && !same(typed.peek(), team.name) ? texts.notTheName : "" })}
      submit={() => deleteTeam(workspace, team)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{consequence()}</p>
          <p class="quiet">{texts.staysInLog}</p>
          {asksName && (
            <FormField
              label={texts.typeName(team.name)}
              autofocus
              value={typed.value}
              onText={(text) => (typed.value = text)}
              error={errors.name}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
