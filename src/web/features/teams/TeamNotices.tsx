import { useEffect } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { swatch } from "../../parts/fields/Swatch.tsx"
import { field } from "../../workspace/Field.ts"
import type { Teams } from "../../workspace/Teams.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** The newest known name and colour of a team: of the loaded team, or else of the list. */
export const latestOf = (teams: Teams, listed: TeamBody): TeamBody => teams.of(listed.id).body.value ?? listed

/** The notices of a team's name and colour, for places that show the team without editing it. */
export const TeamNotices = ({ team }: { readonly team: TeamBody }) => {
  const { outbox, teams } = useWorkspace()
  const { edits } = outbox
  const [name, color] = [field("team.name", team.id, team.id), field("team.color", team.id, team.id)]
  // An edit is sent with the log position of the loaded team.
  const isWanted = edits.of(name).value !== undefined || edits.of(color).value !== undefined
  useEffect(() => {
    if (isWanted) teams.queueLoad(team.id)
  }, [isWanted])
  const shown = (text: string) => () => teams.valueAsShown(team.id, text)
  return (
    <>
      <FieldNotice field={name} shown={shown(team.name)} />
      <FieldNotice field={color} shown={shown(team.color)} format={swatch} />
    </>
  )
}
