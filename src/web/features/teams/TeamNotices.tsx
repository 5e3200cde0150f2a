import type { TeamBody } from "../../../domain/views/Views.ts"
import { FieldNotice } from "../../parts/FieldNotice.tsx"
import { field } from "../../workspace/Field.ts"
import type { Teams } from "../../workspace/Teams.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** The team as the page has it: loaded, or as the list of all names it. */
export const latestOf = (teams: Teams, listed: TeamBody): TeamBody => teams.of(listed.id).body.value ?? listed

/** What became of edits that are not done, wherever the team is shown. */
export const TeamNotices = ({ team }: { readonly team: TeamBody }) => {
  const { teams } = useWorkspace()
  const { sequenceNumber } = teams.of(team.id)
  const shown = (text: string) => () => ({ text, sequenceNumber: sequenceNumber.peek() })
  return (
    <>
      <FieldNotice field={field("team.name", team.id, team.id)} shown={shown(team.name)} />
      <FieldNotice
        field={field("team.color", team.id, team.id)}
        shown={shown(team.color)}
        format={(color) => <Swatch color={color} />}
      />
    </>
  )
}

/** A colour for the eye, its code for everybody. */
export const Swatch = ({ color }: { readonly color: string }) => (
  <span class="swatch" style={{ "--color": color }}>
    {color}
  </span>
)
